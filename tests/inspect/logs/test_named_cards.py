"""The card that a text names: its driver by the distribution, what no driver gives it, and what is not its name."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.surroundings.cards import card_of, cards

DRIVERLESS = "vkCreateInstance failed with ERROR_INCOMPATIBLE_DRIVER\n"
PASSED_OVER = "warn:  Skipping: Device does not support Vulkan 1.3\nerr: DXVK: No adapters found\n"
PROCESSOR = "\tdeviceName         = llvmpipe (LLVM 15.0.6, 256 bits)\n"
NAMED = {
    "AMD Instinct of CDNA": "Instinct MI210",
    "Intel Data Center GPU Max": "Data Center GPU Max",
    "NVIDIA vGPU for computing": "GRID A16-4C",
    "Apple": "Apple M1",
    "Mali of Valhall": "Mali-G610",
    "Mali of Bifrost": "Mali-G52",
    "Mali of Midgard": "Mali-T860",
    "Adreno 6xx and later": "Adreno 630",
    "V3D": "Raspberry Pi 5",
    "PowerVR of a board": "BXE-4-32",
    "Vivante": "Vivante GC7000L",
    "NVIDIA Kepler": "GTX 660",
    "NVIDIA Maxwell, Pascal and Volta": "GTX 1060",
    "NVIDIA": "GeForce",
    "NVIDIA Turing and newer": "GTX 1080 beside a RTX 3060",
    "AMD RDNA 4": "RX 9070 XT",
    "AMD RDNA 3.5": "Radeon 890M",
    "AMD RDNA 3": "RX 7800 XT",
    "AMD GCN 1 and 2": "R9 290",
    "AMD GCN before Polaris": "R9 Fury",
    "AMD": "RX 580",
    "Intel of generation 7": "HD Graphics 4400",
    "Intel Battlemage": "Arc B580",
    "Intel Lunar Lake": "Lunar Lake",
    "Intel Arc A": "Arc A770",
    "Intel": "UHD 620",
}


def named(text: str) -> str:
    """The name of the row of the card that a text names; empty if it names none."""
    log = read(text)
    found = card_of(log.whole_cards.found, log.whole_cards.texts)
    return found.card.name if found is not None else ""


def first(text: str) -> tuple[str, str]:
    """The first fact of a text, and what changes it."""
    fact = explained(read(text), ()).facts[0]
    return fact.text, fact.change


def test_each_card_has_a_name_here() -> None:
    """So that no row is without one."""
    assert list(NAMED) == [row.name for row in cards()]


@pytest.mark.parametrize(("row", "name"), NAMED.items())
def test_a_name_shows_its_row(row: str, name: str) -> None:
    """And no other one before it."""
    assert named(f"my machine has a {name}, with 16 GB\n") == row


@pytest.mark.parametrize(
    "line",
    [
        "ii  mesa-vulkan-drivers:amd64  24.2.8-1  amd64  Mesa Vulkan graphics drivers",
        "INFO: Found ICD manifest file /usr/share/vulkan/icd.d/radeon_icd.x86_64.json",
        "nvidia-smi: command not found",
        "works on my friend's PC with an RX 580",
        "My other laptop has an Intel UHD 620.",
        "vulkan-radeon 1:25.1.3-1",
        "the vega of the game",
        "a Vulkan of intelligent design",
        "Orange Pi 5 with Debian",
    ],
)
def test_what_only_looks_like_a_card_is_none(line: str) -> None:
    """Packages, files, commands, other machines."""
    assert named(f"{line}\n") == ""


def test_cards_of_two_makers_are_none() -> None:
    """Which of them a program takes is not known."""
    assert named("Intel UHD 630 and an RTX 2060\n") == ""


def test_quadros_of_maxwell_are_no_keplers() -> None:
    """Their numbers begin as those of Kepler do."""
    assert named("Quadro K2200\n") == "NVIDIA Maxwell, Pascal and Volta"
    assert named("Quadro K4000\n") == "NVIDIA Kepler"


class TestWhatBringsTheDriver:
    """By the card, the distribution, and the program's word size."""

    @pytest.mark.parametrize(
        ("text", "change"),
        [
            ("Debian 12, RX 570\n", "apt install mesa-vulkan-drivers"),
            ("Arch Linux, Intel UHD 620\n", "pacman -S vulkan-intel"),
            ("postmarketOS, Adreno 630\n", "apk add mesa-vulkan-freedreno"),
            ("Void Linux, RTX 3060\n", "xbps-query -Ro '*/nvidia_icd.json'"),
            ("Solus 4.6, RTX 3060\n", "eopkg search nvidia"),
            ("Void Linux, RX 570\n", "xbps-query -Ro '*/libvulkan_radeon.so'"),
            ("Fedora 42, RTX 3060\n", "akmod-nvidia"),
            ("Ubuntu 24.04, RTX 3060\n", "ubuntu-drivers install"),
            ("Debian 12, GTX 1060\n", "the last branch for"),
            ("Ubuntu 24.04, RTX 3060, driver 550.120\n", "libnvidia-gl-550"),
            ("Fedora 42, RX 6600, a 32-bit game\n", "mesa-vulkan-drivers.i686"),
            ("FreeBSD 14.1, RX 580\n", "pkg install mesa-dri"),
            ("RetroArch Flatpak, RX 6600\n", "drivers of its runtime"),
            ("Heroic Flatpak, RTX 3060, driver 550.120\n", "GL32.nvidia-550-120"),
        ],
    )
    def test_of_a_machine(self, text: str, change: str) -> None:
        """The text names both in its own words."""
        assert change in first(text + DRIVERLESS)[1]

    def test_not_where_another_program_gets_the_card(self) -> None:
        """Its driver is there, then."""
        text, change = first(f"Fedora 42, RX 6600, vulkaninfo lists it\n{DRIVERLESS}")

        assert "another program of the text gets the card" in text
        assert "what differs for this one" in change

    def test_that_another_program_fails_shows_no_driver(self) -> None:
        """It does not find the card either."""
        assert "another program" not in first("RX 6600, vkcube: Cannot find a compatible driver (ICD)\n")[0]

    def test_not_on_windows(self) -> None:
        """Packages of Linux help nobody there."""
        assert "Mesa" not in first(f"Windows 11, RX 6600\n{DRIVERLESS}")[1]


class TestWhatNoDriverGives:
    """Cards without Vulkan, cards whose newest driver has less, cards newer than the system."""

    @pytest.mark.parametrize("row", [row for row in cards() if row.without], ids=lambda row: row.name)
    def test_a_card_without_vulkan_is_called_so(self, row: object) -> None:
        """With what helps in its place."""
        card = next(each for each in cards() if each is row)

        text, change = first(f"Ubuntu 24.04, {NAMED[card.name]}\n{DRIVERLESS}")

        assert card.without in text
        assert change == card.instead

    @pytest.mark.parametrize("row", [row for row in cards() if row.limit], ids=lambda row: row.name)
    def test_an_update_is_no_help_for_an_old_card(self, row: object) -> None:
        """Its newest driver has no more."""
        card = next(each for each in cards() if each is row)

        assert "no newer driver has more" in first(f"Linux Mint 22, {NAMED[card.name]}\n{PASSED_OVER}")[1]

    def test_an_update_helps_a_newer_one(self) -> None:
        """Its drivers have Vulkan 1.3."""
        assert "update the driver" in first(f"Linux Mint 22, RX 580\n{PASSED_OVER}")[1]

    def test_a_card_newer_than_its_mesa(self) -> None:
        """By the release that the text shows."""
        text, change = first(f"RX 9070 XT, Mesa 24.0.9\n{PROCESSOR}")

        assert 'Mesa drives "RX 9070 XT" from 25.0 on, and the system\'s is 24.0.9' in text
        assert "take a Mesa from 25.0 on" in change

    def test_a_card_newer_than_its_distribution(self) -> None:
        """By the Mesa of its release."""
        assert "the system's is 22.3" in first(f"Debian 12, RX 9070 XT\n{PROCESSOR}")[0]

    def test_a_card_older_than_its_mesa_is_not_called_new(self) -> None:
        """The package with its driver is what is missing."""
        assert "from" not in first(f"RX 9070 XT, Mesa 25.1.3\n{PROCESSOR}")[0]


class TestCommandsThatPrintNothing:
    """A search for the loader, a list of packages, a list of modules."""

    @pytest.mark.parametrize(
        ("command", "says"),
        [
            ("ldconfig -p | grep libvulkan", "the loader is not installed"),
            ("dpkg -l | grep vulkan", "neither the loader"),
            ("pacman -Q | grep mesa-vulkan", "none has mesa-vulkan"),
            ("dpkg -l | grep nvidia", "none is of NVIDIA's driver"),
            ("lsmod | grep amdgpu", "module amdgpu is not loaded"),
        ],
    )
    def test_show_what_is_missing(self, command: str, says: str) -> None:
        """The next prompt follows at once."""
        text = f"ggml_vulkan: No devices found.\n$ {command}\n$ uname -a\nLinux a 6.1.0 x86_64\n"

        assert says in first(text)[0]

    @pytest.mark.parametrize(
        "text",
        [
            "ggml_vulkan: No devices found.\n$ dpkg -l | grep vulkan\nii  libvulkan1:amd64 1.3-1 amd64 x\n$ ls\n",
            "ggml_vulkan: No devices found.\n$ dpkg -l | grep vulkan\n",
            "$ dpkg -l | grep vulkan\n$ uname -a\nLinux a 6.1.0 x86_64\n",
            "ggml_vulkan: No devices found.\n$ dpkg -l | grep opengl\n$ ls\n",
        ],
        ids=["it printed something", "the text ends there", "nothing fails", "another word"],
    )
    def test_show_nothing_else(self, text: str) -> None:
        """What was printed, may have been cut off, or is of no program that fails."""
        assert "is installed" not in first(text)[0]
        assert "neither the loader" not in first(text)[0]


class TestVariablesAndTheRegistry:
    """What looks set and is not."""

    def test_a_file_of_environment_d_needs_its_ending(self) -> None:
        """Others are not read."""
        text = "$ cat ~/.config/environment.d/{}\nVK_DRIVER_FILES=/a.json\n"

        assert "only files that end in .conf" in first(text.format("vulkan"))[0]
        assert "only files that end in .conf" not in first(text.format("vulkan.conf"))[0]

    def test_a_base_folder_that_ends_in_vulkan(self) -> None:
        """Loaders append that themselves."""
        text = "$ echo $XDG_DATA_HOME\n/home/a/{}\nvkCreateInstance: VK_ERROR_LAYER_NOT_PRESENT\n"

        assert first(text.format("share/vulkan"))[1] == "export XDG_DATA_HOME=/home/a/share"
        assert "ends in vulkan" not in first(text.format("share"))[0]

    def test_a_value_of_the_registry_with_its_name_and_data_swapped(self) -> None:
        """The name is the path."""
        key = "[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\ExplicitLayers]\n"

        assert "has the path for its data" in first(f'{key}"VK_LAYER_a_b"="C:\\\\a\\\\b.json"\n')[0]
        assert "has the path for its data" not in first(f'{key}"C:\\\\a\\\\b.json"=dword:00000000\n')[0]

    def test_zink_by_a_variable(self) -> None:
        """What fails is OpenGL; without the variable, the message is usual."""
        noise = "MESA: error: ZINK: vkCreateInstance failed (VK_ERROR_INCOMPATIBLE_DRIVER)\n"

        assert first(f"export GALLIUM_DRIVER=zink\n{noise}")[1] == "unset GALLIUM_DRIVER"
        assert "Zink" not in first(noise)[0]


def test_obs_studios_layer_that_is_not_registered() -> None:
    """The list of layers has others, and the capture of a game is black."""
    listed = (
        "OBS Studio: game capture stays black\nreg query HKLM\\SOFTWARE\\Khronos\\Vulkan\\ImplicitLayers\n"
        "    C:\\a\\{}.json    REG_DWORD    0x0\n"
    )

    assert "the layer of OBS Studio is not registered" in first(listed.format("SteamOverlayVulkanLayer64"))[0]
    assert "is not registered" not in first(listed.format("obs-vulkan64"))[0]


def test_a_flatpak_whose_permissions_leave_the_card_out() -> None:
    """Only if its program gets none."""
    shown = "$ flatpak info --show-permissions org.a.B | grep devices\ndevices={};\n"

    assert first(shown.format("input") + DRIVERLESS)[1] == "flatpak override --user --device=dri org.a.B"
    assert "permissions" not in first(shown.format("dri") + DRIVERLESS)[0]
    assert "permissions" not in first(shown.format("input"))[0]


def test_a_card_that_is_kept_for_virtual_machines() -> None:
    """Programs get another one."""
    card = (
        "0b:00.0 VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 22 [Radeon RX 6700]\n"
        "\tKernel driver in use: {}\nGPU0: AMD Radeon 780M Graphics (RADV PHOENIX)\n"
    )

    assert "vfio-pci has" in first(card.format("vfio-pci"))[0]
    assert "vfio-pci" not in first(card.format("amdgpu"))[0]


def test_manifests_for_32_bit_programs_alone() -> None:
    """A 64-bit program has no driver, then; a 32-bit one is no matter of them."""
    listed = "$ ls /usr/share/vulkan/icd.d\n{}\n$ vkcube\n"

    assert "for 32-bit programs alone" in first(listed.format("nvidia_icd.i686.json") + DRIVERLESS)[0]
    assert "alone" not in first(listed.format("nvidia_icd.x86_64.json") + DRIVERLESS)[0]
    assert "alone" not in first(f"a 32-bit game\n{listed.format('nvidia_icd.i686.json')}{DRIVERLESS}")[0]


@pytest.mark.parametrize(
    ("start", "installs"),
    [
        ("Device: NVIDIA GeForce GTX 960M, missing VK_EXT_x", False),
        ("Device: NVIDIA GeForce GTX 960M (NVK GM107), missing VK_EXT_x", True),
        ("GTX 960M, missing: a driver", True),
    ],
)
def test_a_device_that_a_program_turns_down_has_its_driver(start: str, *, installs: bool) -> None:
    """Nothing has to be installed for it."""
    turned_down = f"Selected device doesn't meet the minimum requirements: {start}"
    text = f"{turned_down}\nERROR: No physical device meets the requirements.\n"
    facts = explained(read(text), []).facts

    assert any("install NVIDIA's driver" in each.change for each in facts) is installs
