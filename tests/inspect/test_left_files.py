"""Texts on files that are left or missing, and on variables that a program does not get; and texts alike."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read

FAILED = "ERROR at vulkaninfo.h:688:vkCreateInstance failed with ERROR_INCOMPATIBLE_DRIVER\n"
LINK = (
    "$ ls -l /usr/share/vulkan/icd.d/\n"
    "lrwxrwxrwx 1 root root 37 Mar  1 10:00 nvidia_icd.json -> /etc/alternatives/nvidia--nvidia_icd.json\n"
    "$ ls -l /etc/alternatives/nvidia--nvidia_icd.json\n"
    "lrwxrwxrwx 1 root root 46 Mar  1 10:00 /etc/alternatives/nvidia--nvidia_icd.json -> "
    "/usr/share/nvidia/tesla-470/nvidia_icd.json\n"
)
GONE = (
    "$ ls /usr/share/nvidia/tesla-470\n"
    "ls: cannot access '/usr/share/nvidia/tesla-470': No such file or directory\n"
)
FOLDERS = (
    "# ls /usr/share/vulkan/icd.d /etc/vulkan/icd.d\n"
    "ls: cannot access '/etc/vulkan/icd.d': No such file or directory\n"
    "/usr/share/vulkan/icd.d:\n{}lvp_icd.x86_64.json radeon_icd.x86_64.json\n"
)
LIBRARY = (
    "# ldconfig -p | grep GLX_nvidia\n"
    "\tlibGLX_nvidia.so.0 (libc6,x86-64) => /usr/lib/x86_64-linux-gnu/libGLX_nvidia.so.0\n"
)
NEEDS = (
    "./app: /lib/x86_64-linux-gnu/libc.so.6: version `GLIBC_2.34' not found (required by {}libvulkan.so.1)\n"
)
SETTINGS = "$ ls ~/.local/share/vulkan/loader_settings.d\nvk_loader_settings.json\n"
SDK = "$ export VK_LAYER_PATH=/opt/sdk/share/vulkan/explicit_layer.d\n"
MISSES = "  what():  vk::createInstance: ErrorLayerNotPresent\n"
UNIT = "My layer is in ~/.local/share/vulkan/implicit_layer.d and a unit of systemd does not load it\n"
SEARCH = (
    "[Vulkan Loader] LAYER:             Searching for implicit layer manifest files\n"
    "[Vulkan Loader] LAYER:                In following locations:\n"
    "{}[Vulkan Loader] LAYER:                   /etc/vulkan/implicit_layer.d\n"
    "[Vulkan Loader] LAYER:                   /usr/share/vulkan/implicit_layer.d\n"
    "[Vulkan Loader] LAYER:                Found no files\n"
)
HOME = "[Vulkan Loader] LAYER:                   /home/me/.local/share/vulkan/implicit_layer.d\n"


def answer(text: str) -> str:
    """The first fact of a text, and its change."""
    fact = explained(read(text), []).facts[0]
    return f"{fact.text} | {fact.change}"


def whole(text: str) -> str:
    """All facts of a text."""
    return "\n".join(f"{fact.text} | {fact.change}" for fact in explained(read(text), []).facts)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            LINK + GONE + FAILED,
            [
                '"/usr/share/nvidia/tesla-470" is not there',
                "update-alternatives --auto nvidia--nvidia_icd.json",
            ],
        ),
        (FOLDERS.format("") + LIBRARY + FAILED, ["no manifest names it", "sudo tee /etc/vulkan/icd.d/"]),
        (NEEDS.format("./"), ["a loader of its own", "(GLIBC_2.34)", "rename or remove ./libvulkan.so.1"]),
        (SETTINGS, ["vk_loader_settings.json", "rm ~/.local/share"]),
        (
            SDK + "$ sudo ./profiler\n" + MISSES,
            ["sudo does not pass VK_LAYER_PATH on", "sudo env VK_LAYER_PATH="],
        ),
        (UNIT + SEARCH.format(""), ["the program has no HOME", "Environment=HOME="]),
    ],
)
def test_the_cause_and_the_change(text: str, parts: list[str]) -> None:
    """The first answer has both."""
    said = answer(text)

    assert [part for part in parts if part not in said] == []


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (LINK + FAILED, "is a link to"),
        (LINK + "$ ls /usr/share/nvidia/tesla-470\nnvidia_icd.json\n" + FAILED, "is a link to"),
        (FOLDERS.format("nvidia_icd.json ") + LIBRARY + FAILED, "no manifest names it"),
        (FOLDERS.format("") + FAILED, "no manifest names it"),
        (FOLDERS.format("") + LIBRARY + "\tdeviceName = NVIDIA A10\n", "no manifest names it"),
        (NEEDS.format("/usr/lib/x86_64-linux-gnu/"), "a loader of its own"),
        (NEEDS.format("./").replace("libvulkan.so.1", "libfoo.so.1"), "a loader of its own"),
        (SETTINGS.replace("loader_settings.d", "settings.d"), "the configurator"),
        (SETTINGS.replace("vk_loader_settings.json", "notes.json"), "the configurator"),
        (SDK + "$ ./profiler\n" + MISSES, "sudo does not"),
        (SDK + "$ ./profiler\n" + MISSES + "$ sudo ./profiler\n" + MISSES, "sudo does not"),
        (SDK + "$ sudo -E ./profiler\n" + MISSES, "sudo does not"),
        (SDK + '$ sudo VK_LAYER_PATH="$VK_LAYER_PATH" ./profiler\n' + MISSES, "sudo does not"),
        (SDK + "$ sudo apt install vulkan-tools\n$ ./profiler\n" + MISSES, "sudo does not"),
        (UNIT + SEARCH.format(HOME), "has no HOME"),
        (SEARCH.format(""), "has no HOME"),
        (UNIT.replace("implicit_layer.d", "icd.d") + SEARCH.format(""), "has no HOME"),
        (UNIT + SEARCH.format("") + "$ getcap /usr/bin/x\n/usr/bin/x cap_sys_nice=ep\n", "has no HOME"),
    ],
)
def test_what_looks_alike(text: str, never: str) -> None:
    """Another text does not get the answer."""
    assert never not in whole(text)


OUTSIDE = "\tdeviceName = NVIDIA GeForce RTX 3070\n"
OWN = "/tmp/.mount_Godotx/usr/lib/libvulkan.so.1\n"
REFUSES = (
    "WARNING: Could not get 'vkCreateInstance' via 'vk_icdGetInstanceProcAddr' for ICD libGLX_nvidia.so.0\n"
)
CRON = (
    "In a cron job it takes the processor\n\tdeviceName = llvmpipe (LLVM 15.0.7, 256 bits)\n"
    "$ ls -l /dev/dri/renderD128\ncrw-rw----+ 1 root render 226, 128 May  3 08:00 /dev/dri/renderD128\n"
    "$ id\nuid=1000(ana) gid=1000(ana) groups=1000(ana),27(sudo)\n"
)
PRELOAD = (
    "Half-Life 2 is a 32-bit game, and has no MangoHud\n"
    "ERROR: ld.so: object '/usr/lib/mangohud/libMangoHud.so' from LD_PRELOAD cannot be preloaded "
    "(wrong ELF class: ELFCLASS64): ignored.\n"
)
LEFT = (
    "libGLX_nvidia.so.0: cannot open shared object file: No such file or directory\n"
    "\tdeviceName = Intel(R) Xe Graphics (TGL GT2)\n"
)
OFFLOAD = "$ __NV_PRIME_RENDER_OFFLOAD=1{} vkcube\nSelected GPU 0: {}, type: IntegratedGpu\n"
INTEL, NVIDIA = "Intel(R) UHD Graphics (TGL GT1)", "NVIDIA GeForce RTX 3060 Laptop GPU"
BOTH = f"$ vulkaninfo --summary\n\tdeviceName = {INTEL}\n\tdeviceName = {NVIDIA}\n"
DZN = "WSL2 Ubuntu\n\tdeviceName = Microsoft Direct3D12 (NVIDIA GeForce RTX 3080)\n"
FEATURE = "vk::PhysicalDevice::createDevice: ErrorFeatureNotPresent\n"
MARKED = (
    "ERROR: loader_get_json: Failed to parse JSON file {}. Error is at byte 0\n"
    "PS C:\\> Format-Hex a.json\n00000000   EF BB BF 7B 0D 0A\n"
)
SNAP = (
    'audit: type=1400 apparmor="DENIED" operation="open" profile="snap.blender.blender" '
    'name="/etc/vulkan/{}/" pid=9 comm="blender" requested_mask="r" denied_mask="r"\n'
)
LISTED = "$ ls /usr/share/vulkan/icd.d\nintel_icd.x86_64.json\n"


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (OWN + REFUSES + OUTSIDE, ["loader that its AppImage brings", "--appimage-extract"]),
        (CRON, ["ana is not in the group render", "usermod -aG render ana"]),
        (PRELOAD, ["is for 64-bit programs", "lib32-mangohud"]),
        (LEFT + "I removed the nvidia driver\n", ["is removed by the text", "harmless"]),
        (
            OFFLOAD.format("", INTEL) + BOTH,
            ["__NV_PRIME_RENDER_OFFLOAD=1 leaves", "__VK_LAYER_NV_optimus=NVIDIA_only"],
        ),
        (DZN + FEATURE, ["wants more than the driver has", "on Windows itself"]),
        (MARKED.format("C:\\acme\\a.json"), ["byte order mark", "[IO.File]::WriteAllText"]),
        (SNAP.format("implicit_layer.d"), ["AppArmor", "take a build that is no snap"]),
        (LISTED + FAILED, ["no driver is left", "intel_icd.x86_64.json"]),
    ],
)
def test_further_causes(text: str, parts: list[str]) -> None:
    """The first answer has cause and change."""
    said = answer(text)

    assert [part for part in parts if part not in said] == []


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (OWN + OUTSIDE, "AppImage brings"),
        (OWN + REFUSES, "AppImage brings"),
        (REFUSES + OUTSIDE, "AppImage brings"),
        (CRON.replace("In a cron job", "At my desk"), "is not in the group"),
        (CRON.replace("27(sudo)", "27(sudo),105(render)"), "is not in the group"),
        (CRON.replace("llvmpipe (LLVM 15.0.7, 256 bits)", "AMD Radeon RX 580"), "is not in the group"),
        (PRELOAD.replace("a 32-bit game", "a game"), "is for 64-bit programs"),
        (PRELOAD.replace("ELFCLASS64", "ELFCLASS32"), "is for 64-bit programs"),
        (LEFT, "is removed"),
        (LEFT + "I removed the nvidia driver and installed it again\n", "is removed"),
        (OFFLOAD.format(" __VK_LAYER_NV_optimus=NVIDIA_only", INTEL) + BOTH, "OFFLOAD=1 leaves"),
        (OFFLOAD.format("", NVIDIA) + BOTH, "OFFLOAD=1 leaves"),
        (OFFLOAD.format("", INTEL), "OFFLOAD=1 leaves"),
        (DZN, "wants more"),
        (DZN + OUTSIDE + FEATURE, "wants more"),
        (MARKED.format("/home/a.json"), "IO.File"),
        (MARKED.format("C:\\it's\\a.json"), "IO.File"),
        (SNAP.format("icd.d"), "no snap"),
        (LISTED.replace("intel_icd.x86_64.json", "notes.txt") + FAILED, "are there"),
        (FAILED, "are there"),
    ],
)
def test_what_looks_alike_as_well(text: str, never: str) -> None:
    """Another text does not get the answer."""
    assert never not in whole(text)


DENIED = "MESA: error: Opening /dev/dri/renderD128: Permission denied\n"


def is_bad(text: str) -> bool:
    """Whether a text has a problem."""
    return any(fact.bad for fact in explained(read(text), []).facts)


@pytest.mark.parametrize(
    "line",
    [
        "Nachtrag: heute ist es wieder da",
        "Mist, seit dem Update wieder kaputt",
        "le bug est de retour",
        "ha vuelto a fallar",
        "voltou o erro",
        "проблема снова вернулась",
        "更新以后又出现了",
    ],
)
def test_what_came_back_in_other_languages(line: str) -> None:
    """A problem that is called solved, and of which a later line says that it is back, is one."""
    assert is_bad(f"{DENIED}[gelöst]\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "jetzt geht es wieder",
        "ça marche de nouveau",
        "ahora funciona de nuevo",
        "снова работает",
        "Danke euch allen",
    ],
)
def test_what_works_again_in_other_languages(line: str) -> None:
    """A problem that is called solved is none after a line by which it works again."""
    assert not is_bad(f"{DENIED}[gelöst]\n{line}\n")


HOME_LISTED = "$ ls ~/.local/share/vulkan/explicit_layer.d\nVkLayer_mine.json\n"
PLAIN = "$ VK_INSTANCE_LAYERS=VK_LAYER_ME_mine ./app\nworks\n"
UNDER = "$ sudo {}VK_INSTANCE_LAYERS=VK_LAYER_ME_mine ./app\nvkCreateInstance: VK_ERROR_LAYER_NOT_PRESENT\n"
WHERE = "C:\\Games\\X> where vulkan-1.dll\nC:\\{}\\vulkan-1.dll\nC:\\Windows\\System32\\vulkan-1.dll\n"
NO_DRIVER = "vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"


def test_a_layer_in_a_home_that_root_has_not() -> None:
    """Under sudo, a program does not search the user's folders."""
    said = answer(HOME_LISTED + PLAIN + UNDER.format(""))

    assert "the program has root's home" in said
    assert "/etc/vulkan/explicit_layer.d" in said


def test_a_loader_in_a_programs_folder() -> None:
    """``where`` prints the file first that a program in the folder gets."""
    said = answer(WHERE.format("Games\\X") + NO_DRIVER)

    assert "the loader in its own folder" in said
    assert 'ren "C:\\Games\\X\\vulkan-1.dll"' in said


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (HOME_LISTED + UNDER.format(""), "root's home"),
        (PLAIN + UNDER.format(""), "root's home"),
        (HOME_LISTED + PLAIN + UNDER.format("HOME=/home/me "), "root's home"),
        (HOME_LISTED + PLAIN.replace("works", MISSES.strip()) + UNDER.format(""), "root's home"),
        (HOME_LISTED + PLAIN + UNDER.format("").replace("sudo ", ""), "root's home"),
        (WHERE.format("Games\\X"), "its own folder"),
        (WHERE.format("Windows\\System32") + NO_DRIVER, "its own folder"),
        (WHERE.format("VulkanSDK\\1.3.275.0\\Bin") + NO_DRIVER, "its own folder"),
    ],
)
def test_what_looks_like_another_home_or_loader(text: str, never: str) -> None:
    """Another text does not get the answer."""
    assert never not in whole(text)


XDG = "[Vulkan Loader] LAYER:                   {}/vulkan/implicit_layer.d\n"
NVIDIAS = '{"file_format_version": "1.0.0", "ICD": {"library_path": "libGLX_nvidia.so.0", "api_version": "1.3.0"}}\n'
PATH = "C:\\Users\\me> where vulkan-1.dll\nC:\\Program Files\\Foo\\bin\\vulkan-1.dll\n"
SDKS = "/home/me/VulkanSDK/1.4.304.0/x86_64/lib/"
CHOSEN = "In a cron job it takes the processor\n$ VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.json vkcube"


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (SDK + "$ sudo ldconfig\nThen my profiler says\n" + MISSES, "sudo does not"),
        (SDK + "$ sudo ./install.sh\n./profiler still ends with\n" + MISSES, "sudo does not"),
        (UNIT + SEARCH.format(XDG.format("/srv/me/share")), "has no HOME"),
        (UNIT + SEARCH.format(XDG.format("/usr/home/me/.local/share")), "has no HOME"),
        (
            "$ export VK_DRIVER_FILES=/opt/nv.json\n" + FOLDERS.format("") + LIBRARY + FAILED,
            "no manifest names",
        ),
        (
            FOLDERS.format("") + "# ls /usr/local/share/vulkan/icd.d\nnvidia_icd.json\n" + LIBRARY + FAILED,
            "no manifest names",
        ),
        (
            FOLDERS.format("a.json ") + LIBRARY + "# cat /usr/share/vulkan/icd.d/a.json\n" + NVIDIAS + FAILED,
            "no manifest names",
        ),
        (NEEDS.format("/usr/local/lib/"), "the program brings"),
        (NEEDS.format(SDKS), "the program brings"),
        (OWN + OUTSIDE + "The package of the distribution fails:\n$ godot4\n" + FAILED, "AppImage brings"),
        (PATH + NO_DRIVER, "its own folder"),
        (PRELOAD.replace("Half-Life 2", "My game is a 64-bit one; Steam"), "is a 32-bit one"),
        (LEFT + "I removed nvidia-settings\n", "driver is removed"),
        (LEFT + "On Windows I removed the nvidia driver with DDU\n", "harmless"),
        (LEFT + "I removed the nvidia driver and ran NVIDIA-Linux-x86_64-550.54.run\n", "harmless"),
        (CRON.replace("In a cron job it", "At my desk (no cron job) it"), "is not in the group"),
        (CRON.replace("In a cron job it takes the processor", CHOSEN), "is not in the group"),
    ],
)
def test_what_another_cause_explains(text: str, never: str) -> None:
    """Where the text shows another cause, or another program, the answer is not given."""
    assert never not in whole(text)


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (NEEDS.format(SDKS), ["the loader of the Vulkan SDK", "unset LD_LIBRARY_PATH"]),
        (NEEDS.format("/usr/local/lib/"), ["that no package of the system has", "sudo ldconfig"]),
        (NEEDS.format("/opt/game/lib/"), ["a loader of its own"]),
        (SDK + "$ doas ./profiler\n" + MISSES, ["doas does not pass VK_LAYER_PATH on"]),
    ],
)
def test_whose_loader_and_whose_variable(text: str, parts: list[str]) -> None:
    """The answer names who brings the loader, and who drops the variable."""
    said = answer(text)

    assert [part for part in parts if part not in said] == []


@pytest.mark.parametrize(
    "line",
    [
        "hoy ha vuelto el error",
        "更新以后再次出现",
        "il problema è tornato",
        "der Fehler ist wieder da",
        "es funktioniert leider noch nicht",
        "ça ne marche pas encore",
        "todavía no funciona",
        "non funziona ancora",
        "ainda não funciona",
        "всё ещё не работает",
    ],
)
def test_what_is_not_over_in_other_languages(line: str) -> None:
    """A problem that is called solved, and of which a later line says that it goes on, is one."""
    assert is_bad(f"{DENIED}[gelöst]\n{line}\n")


@pytest.mark.parametrize(
    "line",
    [
        "Danke, das kannte ich noch nicht",
        "MangoHud ist wieder da, danke",
        "l'overlay est de retour, merci",
        "merci, je ne connaissais pas encore cette variable",
        "desde entonces no ha vuelto a fallar",
        "aún no sé por qué, pero funciona",
        "è tornato a funzionare",
        "não voltou a acontecer",
        "更新以后没有再次出现",
        "ещё не было ни одного сбоя, спасибо",
    ],
)
def test_thanks_that_read_like_complaints(line: str) -> None:
    """Thanks, and words by which a problem has not come back, do not open it again."""
    assert not is_bad(f"{DENIED}[gelöst]\n{line}\n")
