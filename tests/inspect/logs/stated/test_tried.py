"""What was tried in vain, by the text: it is not suggested again, and what is gone without effect is no cause."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.surroundings.tried import Tried

DRIVER = "Faulting module name: nvoglv64.dll, version: 32.0.15.6094\n"
STACK = (
    "#0  0x00007f12 in radv_CreateDevice () from /usr/lib/libvulkan_radeon.so\n"
    "#1  0x00007f13 in ?? () from /usr/lib/libMangoHud.so\n"
)
NODE = "$ ls -l /dev/dri/renderD128\ncrw-rw---- 1 root render 226, 128 Mar  2 10:00 /dev/dri/renderD128\n"
MINE = "uid=1000(mo) gid=1000(mo) groups=1000(mo),105(render)\n"
CLOSED = "MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"


def facts(text: str) -> tuple[Fact, ...]:
    """The facts of a text."""
    return explained(read(text), ()).facts


def tried(line: str) -> Tried:
    """What a line says to have been tried."""
    found = Tried()
    found.line(line, 1)
    return found


@pytest.mark.parametrize(
    ("line", "variables", "without"),
    [
        ("VK_LOADER_LAYERS_DISABLE=~implicit~ same.", ["VK_LOADER_LAYERS_DISABLE"], []),
        ("I set DISABLE_MANGOHUD=1. No difference.", ["DISABLE_MANGOHUD"], []),
        ("mit AMD_VULKAN_ICD=RADV hilft nicht", ["AMD_VULKAN_ICD"], []),
        ("Without MangoHud it crashes at the same place.", [], ["mangohud"]),
        (
            "I uninstalled RTSS, Afterburner and Overwolf. same crash.",
            [],
            ["rtss", "afterburner", "overwolf"],
        ),
        ("With DISABLE_MANGOHUD=1 it works fine", [], []),
        ("Should I try DISABLE_MANGOHUD=1? same for OBS?", [], []),
        ("Without MangoHud no crash, with it the same crash each time", [], []),
        ("both cards are the same model", [], []),
        ("Without MangoHud it works. Still crashes with it.", [], []),
        ("Without MangoHud the game starts. Same with DISABLE_MANGOHUD=1.", [], []),
        ("DISABLE_MANGOHUD=1 and it does not crash anymore. Same for the demo.", [], []),
        ("Mit DISABLE_MANGOHUD=1 läuft es. Das gleiche beim zweiten Spiel.", [], []),
        ("Sin MangoHud funciona, igual que antes.", [], []),
        ("Sans MangoHud ça marche, pareil pour mon frère", [], []),
        ("My friend says without MangoHud it crashes too, on his card.", [], []),
        ("Without MangoHud it starts and crashes at the same place.", [], ["mangohud"]),
        ("Auch ohne MangoHud stürzt es ab.", [], ["mangohud"]),
        ("Whether MangoHud is on or off: crashes identically.", [], ["mangohud"]),
        ("disabling MangoHud didn't make any difference", [], ["mangohud"]),
        ("Crashes with and without MangoHud.", [], ["mangohud"]),
        ("Turned MangoHud off, no change.", [], ["mangohud"]),
        ("ohne MangoHud: gleicher Absturz", [], ["mangohud"]),
        ("desactivé MangoHud y sigue fallando", [], ["mangohud"]),
        ("Without gamemode it's the same, without MangoHud it isn't.", [], ["gamemode"]),
        ("Removing vkBasalt didn't help, removing MangoHud did", [], ["vkbasalt"]),
        ("removed MangoHud from the AUR and installed it from extra: same version.", [], []),
        ("The graphics are identical without MangoHud.", [], []),
        ("I have the same stack as #31, where disabling MangoHud was the fix.", [], []),
    ],
)
def test_lines(line: str, variables: list[str], without: list[str]) -> None:
    """What helped and what is asked is not in vain."""
    found = tried(line)

    assert list(found.variables) == variables
    assert list(found.without) == without


class TestChanges:
    """A part of a change that was tried is left out, and the rest stands by itself."""

    CHANGE = (
        "try without layers (AB_CD=~implicit~; it helps): crashes; if it crashes as well, update the driver"
    )

    def test_the_rest_is_left(self) -> None:
        """Its condition is met."""
        assert tried("AB_CD=~implicit~ same").untried(self.CHANGE) == "update the driver"

    def test_nothing_is_left(self) -> None:
        """All of it was in vain."""
        assert tried("AB_CD=1: no effect").untried("set AB_CD=1 for the program") == ""

    def test_another_variable(self) -> None:
        """Nothing is left out."""
        assert tried("BC_DE=1 same").untried(self.CHANGE) == self.CHANGE


def test_layers_that_were_left_out_in_vain() -> None:
    """The driver is what is left."""
    text = f"{DRIVER}VK_LOADER_LAYERS_DISABLE=~implicit~ same crash.\n"

    assert facts(text)[0].change == "update the driver"
    assert "VK_LOADER_LAYERS_DISABLE" in facts(DRIVER)[0].change


def test_a_layer_without_which_it_crashes_too() -> None:
    """It is on the stack, and no cause."""
    bad = [
        each.text for each in facts(f"{STACK}Without MangoHud it crashes at the same place.\n") if each.bad
    ]

    assert not any("MangoHud" in each for each in bad)
    assert any("MangoHud" in each.text and each.bad for each in facts(STACK))
    assert any("MangoHud" in each.text and each.bad for each in facts(f"{STACK}Without MangoHud no crash.\n"))


def test_a_crash_in_the_program_itself() -> None:
    """A library among the loaded modules is no cause."""
    listed = "the game crashes, and graphics-hook64.dll is in the dump\n"

    assert "OBS" in facts(listed)[0].text
    assert "OBS" not in facts(f"{listed}Faulting module name: game.exe, version 1.0\n")[0].text
    assert "OBS" not in facts(f"{listed}but the crash is in game.exe itself\n")[0].text
    assert "OBS" in facts(f"{listed}Faulting module name: ntdll.dll, version 10\n")[0].text


class TestGroupsOfNodes:
    """A user who is in the group of the node is not told to enter it."""

    def test_the_user_is_in_it(self) -> None:
        """Something else is the cause."""
        fact = facts(f"uid=1000(mo) gid=1000(mo) groups=1000(mo),105(render)\n{NODE}{CLOSED}")[0]

        assert "in its group render" in fact.text
        assert "usermod" not in fact.change
        assert "log in again" in fact.change

    def test_a_line_of_a_program_proves_it(self) -> None:
        """That a program "may not open" a node is no guess."""
        assert facts(f"{MINE}{NODE}{CLOSED}")[0].certainty == "certain"

    def test_the_groups_of_a_host(self) -> None:
        """Its container does not have them."""
        fact = facts(f"{MINE}{NODE}$ docker run --user 33 --device /dev/dri img vulkaninfo\n{CLOSED}")[0]

        assert "in its group" not in fact.text
        assert "--group-add" in fact.change

    def test_another_user_of_a_command(self) -> None:
        """It is that one who enters the group."""
        assert "www-data" in facts(f"{MINE}$ sudo -u www-data ./render\n{NODE}{CLOSED}")[0].change

    @pytest.mark.parametrize(
        "text",
        [
            f"uid=1000(mo) gid=1000(mo) groups=1000(mo),44(video)\n{NODE}{CLOSED}",
            f"uid=1000(mo) gid=1000(mo) groups=1000(mo),105(render)\n{NODE.replace('render', 'kvm')}{CLOSED}",
            f"{MINE}$ sudo -u www-data ./render\n{NODE}{CLOSED}",
            f"User=upscaler\nuid=1000(mo) gid=1000(mo) groups=1000(mo),105(render)\n{NODE}{CLOSED}",
        ],
    )
    def test_the_user_is_not(self, text: str) -> None:
        """Another group, or another user."""
        assert "usermod" in facts(text)[0].change

    def test_the_user_of_a_unit_by_its_journal(self) -> None:
        """The command names that user."""
        assert "jellyfin, and restart" in facts(f"$ journalctl -u jellyfin\n{CLOSED}")[0].change


def test_a_driver_that_is_installed_is_not_to_be_installed() -> None:
    """Its package manager says that it is there."""
    none = "ERROR: [Loader Message] Code 0 : vkCreateInstance: Found no drivers!\n"
    there = "mesa-vulkan-drivers is already the newest version (24.0.9-0ubuntu0.3).\n"

    assert "install a driver" in facts(none)[0].change
    assert facts(there + none)[0].change.startswith("mesa-vulkan-drivers is installed")


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ('From a guide: "if you get ERROR_INCOMPATIBLE_DRIVER, install it". Mine is fine', "nothing in it"),
        ("Is it normal that the spec says VK_ERROR_LAYER_NOT_PRESENT is returned?", "nothing in it"),
        ("vkCreateInstance: ERROR_INCOMPATIBLE_DRIVER since the guide's last step", "no driver is left"),
        ("my program in the guide's chapter 3 gets VK_ERROR_LAYER_NOT_PRESENT", "asks for layers"),
    ],
)
def test_what_is_quoted_from_a_text(text: str, says: str) -> None:
    """What a guide or the specification says has not happened here."""
    assert says in facts(text)[0].text


@pytest.mark.parametrize(
    ("line", "change"),
    [
        ("~ $ pkg list-installed | grep vulkan", "pkg install mesa-vulkan-icd-freedreno"),
        ("$ dpkg -l | grep vulkan", "apt install mesa-vulkan-drivers"),
    ],
)
def test_termux_by_its_package_manager(line: str, change: str) -> None:
    """The package is Termux's."""
    text = f"{line}\nvkCreateInstance failed with ERROR_INCOMPATIBLE_DRIVER\nPhone with Adreno 650\n"

    assert change in facts(text)[0].change


def test_the_module_of_debian_is_called_otherwise() -> None:
    """nvidia-current is NVIDIA's module, too; another one is none."""
    line = "modprobe: FATAL: Module {} not found in directory /lib/modules/6.10.11+bpo-amd64\n"
    none = "ERROR: [Loader Message] Code 0 : vkCreateInstance: Found no drivers!\n"

    assert "6.10.11+bpo-amd64" in facts(line.format("nvidia-current") + none)[0].text
    assert "6.10.11+bpo-amd64" not in facts(line.format("zfs") + none)[0].text


def test_nvidias_part_for_graphics_is_named_first() -> None:
    """The variable says which part of the driver the container has."""
    refused = (
        "ERROR: loader_scanned_icd_add: Could not get 'vkCreateInstance' via 'vk_icdGetInstanceProcAddr' for ICD "
        "libGLX_nvidia.so.0\n"
    )

    assert "part for graphics" in facts(f"NVIDIA_DRIVER_CAPABILITIES=compute,utility\n{refused}")[0].text
    assert "part for graphics" not in facts(f"NVIDIA_DRIVER_CAPABILITIES=all\n{refused}")[0].text


def test_llama_without_a_part_for_cards() -> None:
    """It says so; with such a part it lists devices."""
    line = "warning: not compiled with GPU offload support, --gpu-layers option will be ignored\n"

    assert "built without Vulkan" in facts(line)[0].text
    assert "built without Vulkan" not in facts(f"ggml_vulkan: Found 1 Vulkan devices:\n{line}")[0].text


class TestWhatIsInForce:
    """A setting or an option that the text shows is no change."""

    GAMESCOPE = "[gamescope] [Error] vulkan: physical device has no primary node\n"
    MODESET = "$ cat /sys/module/nvidia_drm/parameters/modeset\n"

    def test_modeset(self) -> None:
        """Where it is off, it is the change."""
        assert "modeset=1" in facts(f"{self.MODESET}N\n{self.GAMESCOPE}")[0].change
        assert "modeset=1" in facts(f"Y\n{self.GAMESCOPE}")[0].change
        assert "modeset=1" not in facts(f"{self.MODESET}Y\n{self.GAMESCOPE}")[0].change

    def test_groups_of_podman(self) -> None:
        """The command has them."""
        command = "podman run {}--device /dev/dri img vulkaninfo\n"

        assert "keep-groups" in facts(command.format("") + CLOSED)[0].change
        assert "keep-groups" in facts(command.format("--group-add video ") + CLOSED)[0].change
        assert "keep-groups" not in facts(command.format("--group-add keep-groups ") + CLOSED)[0].change

    HOST = "mo@pc:~$ dpkg -l | grep vulkan\nii  libvulkan1:amd64 1 amd64\nii  mesa-vulkan-drivers:amd64 24 amd64\n"
    NO_LOADER = (
        "vkcube: error while loading shared libraries: libvulkan.so.1: cannot open shared object file\n"
    )
    NONE = "ERROR: [Loader Message] Code 0 : vkCreateInstance: Found no drivers!\n"

    @pytest.mark.parametrize(
        "run", ["docker run --device /dev/dri ubuntu:24.04 vkcube", "flatpak run org.acme.App"]
    )
    def test_a_package_of_the_machine(self, run: str) -> None:
        """It is not in a container."""
        loader = facts(f"{self.HOST}mo@pc:~$ {run}\n{self.NO_LOADER}")[0]
        driver = facts(f"{self.HOST}mo@pc:~$ {run}\n{self.NONE}")[0]

        assert "is installed" not in loader.text + loader.change + driver.text + driver.change

    def test_a_loader_that_is_not_found(self) -> None:
        """It says nothing itself; a 32-bit program needs another package."""
        fact = facts(f"{self.HOST}mo@pc:~$ ./game\n{self.NO_LOADER}")[0]

        assert "libvulkan1 is installed" in fact.text
        assert "if the program is a 32-bit one: apt install libvulkan1:i386" in fact.change
        assert "LD_DEBUG=libs" in fact.change
        assert "VK_LOADER_DEBUG" not in fact.change

    def test_a_package(self) -> None:
        """The loader of the program's word size is there; another package is none."""
        there = "$ sudo pacman -S {0}\nwarning: {0}-1.3.295-1 is up to date -- reinstalling\n32-bit game\n"
        missing = "err:vulkan:wine_vk_init Failed to load libvulkan.so.1\n"

        assert "is installed" in facts(there.format("lib32-vulkan-icd-loader") + missing)[0].text
        assert "lib32-vulkan-icd-loader" in facts(there.format("vulkan-icd-loader") + missing)[0].change
        assert "is installed" not in facts(there.format("vulkan-icd-loader") + missing)[0].text


class TestWhatWasBefore:
    """A variable, a hang or a mismatch of another time shows nothing of now."""

    SOFTWARE = "$ vulkaninfo\n\tdeviceName         = llvmpipe (LLVM 17.0.6, 256 bits)\n"

    @pytest.mark.parametrize(
        ("said", "steers"),
        [
            ("before I had VK_DRIVER_FILES=/a/lvp_icd.json. RX 6600", False),
            ("früher hatte ich VK_DRIVER_FILES=/a/lvp_icd.json. RX 6600", False),
            ("I have VK_DRIVER_FILES=/a/lvp_icd.json in my profile. RX 6600", True),
            ("Earlier I set VK_DRIVER_FILES=/a/lvp_icd.json in ~/.profile and forgot it. RX 6600", True),
            ("before I had RADV, now there is VK_DRIVER_FILES=/a/lvp_icd.json. RX 6600", True),
        ],
    )
    def test_a_variable(self, said: str, steers: bool) -> None:
        """Who had it has it no more."""
        assert ("VK_DRIVER_FILES" in facts(f"{self.SOFTWARE}{said}\n")[0].text) is steers

    def test_a_command_that_unsets_two(self) -> None:
        """The second name is no value of the first."""
        text = f"$ unset VK_DRIVER_FILES VK_ICD_FILENAMES\n{self.SOFTWARE}"

        assert "VK_ICD_FILENAMES" not in facts(text)[0].text

    @pytest.mark.parametrize(
        ("line", "bad"),
        [
            ("Before the reboot: Failed to initialize NVML: Driver/library version mismatch", False),
            ("Since the reboot: Failed to initialize NVML: Driver/library version mismatch", True),
            ("Before the update all was fine, now vkCreateInstance: Found no drivers!", True),
            ("before updating everything works, now: vkCreateInstance: Found no drivers!", True),
            ("Two weeks ago I got a new card and now vkCreateInstance: Found no drivers!", True),
            ("I got vkCreateInstance: Found no drivers! Can that be fixed by a reinstallation?", True),
            ("Problem was solved by nothing so far: vkCreateInstance: Found no drivers!", True),
            ("It was fixed by 24.1 they say, I am on 24.3 and get vkCreateInstance: Found no drivers!", True),
            ("Before the update: vkCreateInstance: Found no drivers! Now all is fine.", False),
            ("before installing Mesa I got vkCreateInstance: Found no drivers!, now it works", False),
            ("(Last month I had ring gfx timeout hangs, fixed by a BIOS update.)", False),
            ("amdgpu 0000:03:00.0: amdgpu: ring gfx_0.0.0 timeout, signaled seq=1", True),
        ],
    )
    def test_an_event(self, line: str, bad: bool) -> None:
        """By the sentence that it stands in."""
        device = (
            "[gamescope] [Info]  vulkan: selecting physical device 'AMD Radeon RX 7900 XTX (RADV NAVI31)'\n"
        )

        assert any(each.bad for each in facts(f"{line}\n{device}")) is bad


def test_a_listing_with_months_of_chinese() -> None:
    """The group of the node is read."""
    node = NODE.replace("Mar  2", "3月    2")
    text = f"uid=1000(li) gid=1000(li) groups=1000(li),105(render)\n{node}{CLOSED}"

    assert "in its group render" in facts(text)[0].text


def test_a_flatpak_has_no_package_of_the_host() -> None:
    """What the host installs is not seen in it."""
    module = "NVRM version: NVIDIA UNIX x86_64 Kernel Module  570.124.04\n"
    failed = "game in {}: vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"

    assert "flatpak update" in facts(module + failed.format("Flatpak Steam"))[0].change
    assert "nvidia_icd.json" in facts(module + failed.format("the terminal"))[0].change


def test_a_quotation_of_somebody_elses_log() -> None:
    """The writer's own line is the problem."""
    quoted = "> vkCreateInstance: Found no drivers!\n{}\nVK_ERROR_DEVICE_LOST\n"

    assert "VK_ERROR_DEVICE_LOST" in facts(quoted.format("That is what OP has. Mine is different:"))[0].text
    assert "no driver is left" in facts(quoted.format("That is what I have, too:"))[0].text


def test_a_mark_of_punctuation_is_no_separator() -> None:
    """It is the sentence's, and not the variable's."""
    device = "\tdeviceName         = llvmpipe (LLVM 17.0.6, 256 bits)\n"
    sentence = "tests run with VK_DRIVER_FILES=/a/lvp_icd.json, 100% passed\n"
    command = "$ export VK_DRIVER_FILES=/a/lvp_icd.json,/a/radeon_icd.json\n"

    assert not any("separator" in each.text for each in facts(sentence + device))
    assert any("separator" in each.text or '","' in each.text for each in facts(command + device))


@pytest.mark.parametrize(("file", "bad"), [("adlp_dmc.bin", False), ("adlp_guc_70.bin", True)])
def test_firmware_without_which_a_card_draws(file: str, bad: bool) -> None:
    """That for saving power is optional, in whatever words the kernel says so."""
    line = f"i915 0000:00:02.0: [drm] *ERROR* Failed to load firmware i915/{file}\n"

    assert any("firmware" in each.text and each.bad for each in facts(line)) is bad


def test_windows_has_no_nodes() -> None:
    """Nobody looks for /dev/dri there."""
    none = "vkEnumeratePhysicalDevices returned 0 devices\n"

    assert "/dev/dri" in facts(f"Debian 12\n{none}")[0].change
    assert "/dev/dri" not in facts(f"Windows 11\n{none}")[0].change
