"""Texts that have the words of a cause and not the cause: nothing may be concluded from them."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.messages.known_messages import table
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.weighing import OF_WSL

FAILS = "vkCreateInstance: VK_ERROR_INCOMPATIBLE_DRIVER"

CASES = [
    ("In the command prompt:\n> set VK_LAYER_PATH=C:\\x\nShould I use PowerShell instead?", "Set-Variable"),
    ("My start.bat has:\nset VK_DRIVER_FILES=C:\\drv\\nv.json\nthe same from powershell", "Set-Variable"),
    ("In bash I run\nset VK_LOADER_DEBUG=all\nA colleague uses PowerShell", "Set-Variable"),
    ("PS /home/me> env VK_LOADER_DEBUG=all vkcube\nI set VK_LOADER_DEBUG=all like this", "Set-Variable"),
    ("sudo setcap cap_net_raw+ep /usr/bin/ping. My game: VK_DRIVER_FILES does nothing", "capabilities"),
    ("apiVersion = VK_API_VERSION_1_3 fails\nRelease 1.0 of the game works fine", "Vulkan 1.0"),
    ("vulkan-1.dll loads fine. But LoadLibrary of physics.dll failed with error 193.", "word size"),
    ("[0193] vulkan-1.dll loaded\n[0194] failed to create device: code 193 lines left", "word size"),
    (
        "OSError: [WinError 193] %1 is not a valid Win32 application: C:\\foo.pyd; vulkan-1.dll is there",
        "word size",
    ),
    ("vulkan-1.dll: 1.3.193 is the version", "word size"),
    ("I set ulimit -s 65536 for the stack: VK_ERROR_OUT_OF_HOST_MEMORY", "address space"),
    ("$ ulimit -s 65536\nlib.so: failed to map segment from shared object", "address space"),
    (
        "ulimit -v 500000 was the old default\nlib.so: failed to map segment from shared object",
        "address space",
    ),
    ("virtual memory   (kbytes, -v) unlimited\nlib.so: failed to map segment", "address space"),
    (
        'avc:  denied  { execmem } for  pid=2 comm="gnome-shell"\n/dev/dri/renderD128: Permission denied',
        "SELinux",
    ),
    ("We use Conan for zlib. strace shows it opens /usr/share/vulkan/icd.d/nvidia_icd.json", "own build"),
    ("The AppImage of RPCS3 does not contain libvulkan.so, it uses the system's.", "loader of its own"),
    ("The AppImage bundled libvulkan.so, I removed it.", "loader of its own"),
    ("I know that on NixOS a downloaded binary won't find a driver. I use Fedora 40.", "steam-run"),
    ("I never used Flatpak. MANGOHUD=1 ./game: no overlay", "VulkanLayer"),
    ("PC: Ryzen, 32 GB RAM. gfxrecon captures nothing. It runs without the layer.", "GFXReconstruct"),
    ("In my pod I have nvidia_icd.json mounted\nbash: nvidia-smi: command not found", "in part"),
    ("xvfb-run wkhtmltopdf --page-size A4. Our app: vkGetPhysicalDeviceSurfaceSupportKHR false", "Xvfb"),
    ("virtio_icd.x86_64.json is there\nqemu-system-x86_64 -device virtio-vga", "Venus"),
    ("apt search shows nvidia-headless-550 but I have an AMD RX 580.", "libnvidia-gl"),
    ("I have nvidia-headless-550 on the server next door", "libnvidia-gl"),
    (
        f"00:02.0 VGA compatible controller [0300]: Intel Corporation HD Graphics 3000 [8086:0116]\n{FAILS}",
        "mesa-vulkan-drivers",
    ),
    (
        "[Vulkan Loader] INFO: Vulkan Loader Version 1.2.131\n$ VK_DRIVER_FILES=/x/radeon_icd.json ./game\n"
        "the only device is llvmpipe\nGPU0: llvmpipe (LLVM 15.0.7, 256 bits)",
        "leaves others out",
    ),
    ("sudo pacman -Syu did not help.\nexport VK_DRIVER_FILES=/a.json", "sudo does not pass"),
    ("$ export VK_INSTANCE_LAYERS=VK_LAYER_A_b\n$ sudo ./install.sh\nnothing to do", "sudo does not pass"),
    ("$ export VK_INSTANCE_LAYERS=VK_LAYER_A_b\n$ sudo ~/bin/fans\nfans: 1200 rpm", "sudo does not pass"),
    ("I once had here: ls: cannot access '/dev/dxg': No such file or directory", "there is no /dev/dxg"),
    (
        "MESA: error: D3D12CreateDevice failed\nGPU0: Microsoft Direct3D12 (NVIDIA GeForce RTX 3070)",
        "no device",
    ),
    ("OBS: game capture is black. The game is not running as admin", "administrator"),
    ("ENABLE_VKBASALT=1 has no effect in a 64-bit game (32-bit games need lib32)", "32-bit build"),
    ("VK_KHR_win32_surface is in my Windows build. Linux: VK_ERROR_EXTENSION_NOT_PRESENT", "is for Windows"),
    ("MyRenderer: Failed to find rendering device for DirectX 12.", "SAPIEN"),
    ("GPU passthrough of a GT 710 to my VM\nERROR: libGLX_nvidia.so.0: cannot open", "harmless"),
    ("I no longer use vfio-pci\nERROR: libGLX_nvidia.so.0: cannot open", "harmless"),
    ("I replaced the NVIDIA driver by the beta\nERROR: libGLX_nvidia.so.0: cannot open", "harmless"),
    ("I want to reproduce this error at work. All works on my laptop.", "nowhere.json"),
    ('Our integration tests fail with "no Vulkan driver". Locally everything works.', "nowhere.json"),
    ("I use WSL2 at work; in WSL2 I have not tried it.", "dzn"),
    ("My PC runs Debian 12. In WSL it is fine.", "dzn"),
    ("Termux is on my phone.", "pkg install"),
    ("I first tried Ubuntu 24.04 in VirtualBox, then installed it on the PC", "virtual machine"),
    ("Solved: nothing yet.", "is solved"),
    ("Fixed: typo in my post", "is solved"),
    ("resolved: Using degraded feature set UDP", "is solved"),
    ("My alpine 2 speakers work.", "apk add"),
    ("wine32 prefix is fine.", "32-bit drivers"),
    ("Discord overlay is on, off is fine for me too.", "without Discord"),
    ("I want to test my game without the Steam overlay, and that works on my laptop.", "without Steam"),
    ("My laptop always starts on Intel to save battery (RTX 3050 off).", "prime-run"),
]
"""What a text says, and what may not be concluded from it."""

TWICE = (
    "$ vulkaninfo --summary | grep deviceName\n"
    "\tdeviceName         = AMD Radeon RX 7900 XTX (RADV NAVI31)\n"
    "{between}\tdeviceName         = AMD Radeon RX 7900 XTX (RADV NAVI31)\n"
    "$ ls /usr/share/vulkan/icd.d /etc/vulkan/icd.d\n"
    "/etc/vulkan/icd.d:\n{etc}\n\n/usr/share/vulkan/icd.d:\n{usr}\n"
)
CASES += [
    ("My layer is in HKEY_CURRENT_USER. My game does not run as administrator, and it is missing.", "HKLM"),
    ("I moved the layer from HKCU to HKLM, as the game is run as administrator; still nothing", "below HKLM"),
    ("The layer is in HKEY_CURRENT_USER and I am not running as administrator: no overlay, nothing", "HKLM"),
    ("Layers of HKEY_LOCAL_MACHINE are missing when the game is elevated; nothing is in HKCU", "below HKLM"),
    ("Note: layers in HKEY_CURRENT_USER are not loaded by programs that run as administrator.", "HKLM"),
    (
        "I ran the installer as administrator, it wrote the layer to HKCU, and the game does not see it",
        "HKLM",
    ),
    ("To see the devices:\nMESA_VK_DEVICE_SELECT=list\nthen set it to one of them.", "ends the program"),
    ("$ env\nMESA_VK_DEVICE_SELECT=list\n$ export MESA_VK_DEVICE_SELECT=1002:73ff", "ends the program"),
    (
        TWICE.format(between="", etc="nvidia_icd.json", usr="nvidia_icd.json  radeon_icd.json"),
        "two manifests",
    ),
    (TWICE.format(between="", etc="radeon_icd.i686.json", usr="radeon_icd.x86_64.json"), "two manifests"),
    (TWICE.format(between="As root:\n", etc="radeon_icd.json", usr="radeon_icd.json"), "two manifests"),
    ("The app com.visualstudio.code of macOS 14: validation layers requested, but not available!", "Flatpak"),
    (
        "VS Code (com.visualstudio.code), not a flatpak: validation layers requested, but not available!",
        "Flatpak",
    ),
    (
        "Windows 11, Loader not found\nOur CMake has /opt/homebrew for others: Vulkan: Loader not found",
        "brew",
    ),
    ("How do I get RADV back? The game draws by AMDVLK.", "no Vulkan on the machine"),
]


OF_NVIDIA = "\n01:00.0 VGA compatible controller: NVIDIA Corporation GP107\n\tKernel driver in use: nouveau"
CASES += [
    (
        "Command 'nvidia-smi' not found, but can be installed with:\nsudo apt install nvidia-utils-535"
        + OF_NVIDIA,
        "is installed",
    ),
    (
        "Befehl »nvidia-smi« nicht gefunden, kann aber installiert werden mit:\nsudo apt install nvidia-utils-535 "
        "# version 535.1, oder\nsudo apt install nvidia-utils-550" + OF_NVIDIA,
        "is installed",
    ),
    (
        "Thread 2 received signal SIGSEGV\n#0 0x00005555 in f ()\n0x007ff0aa 0x007ff0ab Yes (*) /a/libMangoHud.so",
        "crashed in",
    ),
    ("E: Unable to locate package mesa-vulkan-drivers", "another distribution"),
    (
        "ModLoad: 00007ffa 00007ffb C:\\obs\\graphics-hook64.dll\n(1a.2b): Access violation - code c0000005",
        "crashed in",
    ),
    (
        "'game.exe' (Win32): Loaded 'C:\\obs\\graphics-hook64.dll'. Symbol loading disabled.\n"
        "Exception thrown: read access violation.",
        "crashed in",
    ),
    (
        "7fffe8100000-7fffe8200000 r-xp 00000000 08:01 12 /usr/lib/libMangoHud.so\nSIGSEGV, Segmentation fault.",
        "crashed in",
    ),
    ("Module libMangoHud.so without build-id.\nSignal: 11 (SEGV), the game crashed", "crashed in"),
    (
        'CMake: Could NOT find Vulkan\nIt works in the terminal after "source ~/v/setup-env.sh" '
        "but not in CLion, even if I start that from there",
        "of its terminal alone",
    ),
    (
        "CMake: Could NOT find Vulkan\nI sourced setup-env.sh in the terminal, but not in CLion",
        "of its terminal alone",
    ),
    (
        "Failed to find 'vkGetInstanceProcAddr' in layer \"/home/me/graphics-hook/libmine.so\"",
        "overlay or recorder",
    ),
    ("0:00:03.31 RSX: Vulkan device initialized: AMD Radeon RX 580", "no device with Vulkan that it can use"),
    ("RSX: level 0-1 Vulkan device of AMD is used", "no device with Vulkan that it can use"),
    ("I first thought that Wine was built without Vulkan support.", "built without its part"),
    ("The answer there was: Wine was built without Vulkan support. Mine is not.", "built without its part"),
    (
        "kernel: i915 0000:00:02.0: Direct firmware load for i915/adlp_dmc_ver2_20.bin failed with error -2",
        "firmware",
    ),
    ("kernel: i915 0000:00:02.0: Direct firmware load for i915/mtl_dmc.bin failed with error -2", "firmware"),
    ("kernel: xe 0000:03:00.0: Direct firmware load for xe/bmg_huc.bin failed with error -2", "firmware"),
    ("NVIDIA GeForce RTX 3060\nMicrosoft Basic Display Adapter\ncannot find vulkan-1.dll", "of its maker"),
    ("In the VM:\nMicrosoft Basic Display Adapter\ncannot find vulkan-1.dll", "of its maker"),
    (
        "Device-1: AMD Navi 33 driver: amdgpu\nAPI: Vulkan v: 1.4 device: 0\n  type: discrete-gpu\n"
        "  device: 1 type: cpu\n  driver: llvmpipe device-ID: 10005:0000",
        "only device",
    ),
]


NO_ADAPTERS = "\nerr:   DXVK: No adapters found. Please check your device filter settings\n"
CASES += [
    ("DXVK_FILTER_DEVICE_NAME=RTX 3060" + NO_ADAPTERS, "whose driver is"),
    (
        'launch options: DXVK_FILTER_DEVICE_NAME="NVIDIA GeForce GTX 1660" %command%' + NO_ADAPTERS,
        'GTX 1660", whose',
    ),
    ('WGPU_ADAPTER_NAME="RTX 3060" ./game\nNo suitable graphics adapter found', "whose driver is"),
    (
        'Debian 12, Radeon RX 6600\nDXVK_FILTER_DEVICE_NAME="Radeon RX 6600" wine game.exe' + NO_ADAPTERS,
        "has DXVK leave out",
    ),
    (
        'DXVK_FILTER_DEVICE_NAME="Radeon RX 6600" wine game.exe\n[Loader Message] Code 0 : vkCreateInstance: '
        "Found no drivers!" + NO_ADAPTERS,
        "has DXVK leave out",
    ),
    ('VKD3D_FILTER_DEVICE_NAME="RTX 3060" wine game.exe' + NO_ADAPTERS, "VKD3D_FILTER_DEVICE_NAME="),
    (
        "La commande « nvidia-smi » n'a pas été trouvée, mais peut être installée avec :\n"
        f"sudo apt install nvidia-utils-535{OF_NVIDIA}",
        "is installed",
    ),
    (
        "game crashed: EXC_BAD_ACCESS\n"
        "[  0] 12345678-AAAA-BBBB-CCCC-1234567890AB 0x00007f1234560000 /usr/lib/libMangoHud.so",
        "crashed in",
    ),
    (
        "The game crashed\nC:\\obs\\graphics-hook64.dll:graphics-hook64.dll (00007FFA12345678), size: 102400 "
        "(result: 0), SymType: '-exported-', PDB: ''",
        "crashed in",
    ),
    (
        "Could NOT find Vulkan\nShould it work in the terminal after setup-env.sh but not in CLion? I use Visual "
        "Studio.",
        "of its terminal alone",
    ),
    (
        "Could NOT find Vulkan\nCLion has a remote toolchain.\n"
        "It works in the terminal after setup-env.sh but not in CLion.",
        "of its terminal alone",
    ),
    ("vulkan-1.dll not found\nAMD Custom GPU 0405\nMicrosoft Basic Display Adapter\n", "of its maker for"),
    ("In Windows Sandbox: vulkan-1.dll not found\nMicrosoft Basic Display Adapter\n", "of its maker for"),
    ("Using GPU 0 Vulkan device AMD Radeon RX 580", "no device with Vulkan that it can use"),
    ("[0] Vulkan device AMD Radeon RX 580 is used", "no device with Vulkan that it can use"),
    ("warn:  OpenXR: Unable to get required Vulkan instance extensions size", "an instance of Vulkan"),
]


@pytest.mark.parametrize(("text", "never"), CASES)
def test_words_alone(text: str, never: str) -> None:
    """The words of a cause are no cause, whatever fails beside them."""
    facts = explained(read(f"{text}\n{FAILS}\n"), []).facts

    assert [each.text for each in facts if never in each.text + each.change] == []


def test_number_0_is_no_better_card() -> None:
    """A card is to be taken alone only where it is a whole one, which lacks nothing and is not chosen already."""
    lacks = "ggml_vulkan: device Vulkan1 does not support 16-bit storage."
    for more in (
        "ggml_vulkan: 0 = Intel(R) UHD Graphics 630 (Intel open-source Mesa driver) | uma: 1",
        "ggml_vulkan: device Vulkan0 does not support 16-bit storage.\nggml_vulkan: 0 = Radeon RX 560 (RADV)",
        "$ GGML_VK_VISIBLE_DEVICES=0 ./llama\nggml_vulkan: 0 = NVIDIA GeForce RTX 3060 (NVIDIA) | uma: 0",
    ):
        facts = explained(read(f"{more}\n{lacks}\n"), []).facts
        assert not any("GGML_VK_VISIBLE_DEVICES=0" in each.change for each in facts)


def test_a_library_with_a_hyphen_that_cannot_be_mapped() -> None:
    """A text without a file system that is mounted noexec names none."""
    text = (
        "ERROR: [Loader Message] Code 0 : libnvidia-glcore.so.550: failed to map segment from shared object\n"
    )

    assert "libnvidia-glcore.so.550" in explained(read(text), []).facts[0].text


def test_a_limit_of_the_address_space_is_the_only_cause() -> None:
    """Nothing is then mounted noexec."""
    text = "virtual memory          (kbytes, -v) 2000000\nlibnvidia.so: failed to map segment from shared object\n"
    facts = explained(read(text), []).facts

    assert "address space is limited" in facts[0].text
    assert not any("noexec" in each.change for each in facts)


def test_a_loader_of_an_appimage() -> None:
    """The lines show it."""
    text = f"libvulkan.so.1 => /tmp/.mount_AppX1/usr/lib/libvulkan.so.1 (0x7f)\n{FAILS}\n"

    assert "the AppImage has a loader of its own" in explained(read(text), []).facts[0].text


@pytest.mark.parametrize(("kernel", "is_old"), [("6.1", True), ("6.1 -> now mainline 6.10", False)])
def test_a_kernel_that_was_left(kernel: str, is_old: bool) -> None:
    """A kernel that somebody has left for another one is not the one that runs."""
    text = f"Vulkan on Orange Pi 5 (RK3588, Mali-G610), Mesa 24.2, kernel {kernel}\n{FAILS}\n"
    facts = explained(read(text), []).facts

    assert any("is older than" in each.text for each in facts) is is_old


def test_a_path_of_a_node_is_not_doubled() -> None:
    """Ls -l shows the whole path where it is given one."""
    text = (
        "$ vulkaninfo --summary\n\tdeviceName         = llvmpipe (LLVM 15.0.7, 256 bits)\n"
        "$ sudo vulkaninfo --summary\n\tdeviceName         = AMD Radeon Graphics (RADV RENOIR)\n"
        "$ ls -l /dev/dri/renderD128\ncrw-rw---- 1 root render 226, 128 Feb 10 09:12 /dev/dri/renderD128\n"
    )

    assert not any("/dev/dri//dev" in each.text for each in explained(read(text), []).facts)


def test_each_message_that_weighing_names_is_in_the_table() -> None:
    """A row with a known id may have other words."""
    ids = [row.id for row in table() if row.id]

    assert sorted(ids) == sorted(OF_WSL)


def test_a_log_that_ends_within_its_searches_has_no_chain_yet() -> None:
    """What a loader inserts comes behind them."""
    lines = ("Searching for implicit layer manifest files", "   In following locations:", "      /etc/x")
    text = "".join(f"[Vulkan Loader] LAYER: {line}\n" for line in lines)
    facts = explained(read(text), []).facts

    assert not any("no layer was inserted" in each.text for each in facts)


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (
            "E: Unable to locate package mesa-vulkan-radeon\n",
            "mesa-vulkan-radeon is the name of another distribution",
        ),
        ("Vulkan: enumerated:0 physical devices\n", "no device with Vulkan that it can use"),
        (
            "Command 'nvidia-smi' not found. I installed what the wiki says:\nsudo apt install nvidia-utils-535"
            f"{OF_NVIDIA}",
            "is installed",
        ),
        (
            "CPU: AMD Ryzen 5 3600\nvulkan-1.dll was not found\nName\nMicrosoft Basic Display Adapter\n",
            "of its maker for",
        ),
        (
            "Signal: 11 (SEGV)\nModule libMangoHud.so from deb mangohud-0.7.1.amd64\n"
            "#0 0x00007f1 n/a (libMangoHud.so + 0x1234)\n",
            "crashed in libMangoHud.so",
        ),
        (
            "  API: Vulkan v: 1.4.313 device: 0 type: integrated-gpu name: AMD Radeon Graphics (RADV RENOIR) "
            "driver: mesa radv v: 25.1 device-ID: 1002:1638\n",
            'a device: "AMD Radeon Graphics (RADV RENOIR)"',
        ),
        (
            'DXVK_FILTER_DEVICE_NAME="Radeon RX 6600" wine game.exe\n[Loader Message] Code 0 : vkCreateInstance: '
            "Found no drivers!",
            '"Radeon RX 6600", whose driver is',
        ),
    ],
)
def test_causes_beside_words_that_are_none(text: str, says: str) -> None:
    """What is no cause in other texts is one here."""
    facts = explained(read(f"{text}\n{FAILS}\n"), []).facts

    assert any(says in each.text for each in facts)


def test_firmware_that_a_card_needs() -> None:
    """Beside a card of the same maker that works, another one may lack it."""
    text = (
        "kernel: amdgpu 0000:03:00.0: Direct firmware load for amdgpu/gc_12_0_1_pfp.bin failed with error -2\n"
        "GPU0: AMD Radeon Graphics (RADV RENOIR)\n"
    )

    assert "gc_12_0_1_pfp.bin" in explained(read(text), []).facts[0].text
