"""What a sentence denies, names as known or calls well elsewhere is no cause: of places, sessions and systems."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.surroundings.asserted import is_denied

SOFTWARE = "\tdeviceName         = llvmpipe (LLVM 17.0.6, 256 bits)\n"
NONE = "vkEnumeratePhysicalDevices returned 0 devices\n"
NO_DRIVER = "vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"


def first(text: str) -> Fact:
    """The first fact of a text."""
    return explained(read(text), ()).facts[0]


def denied(line: str, named: str) -> bool:
    """Whether a line denies what it names."""
    start = line.index(named)
    return is_denied(line, start, start + len(named))


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("UTM on the Mac runs; my Steam Deck shows llvmpipe", "UTM"),
        ("Not over RDP, I sit in front of the PC", "RDP"),
        ("Kein WSL, kein Docker, ganz normales Debian", "Docker"),
        ("Ce n'est pas dans un conteneur, c'est ma machine", "conteneur"),
        ("On Google Colab it works. Locally (Pop!_OS) it does not", "Google Colab"),
        ("My UTM on the Mac runs fine with Vulkan, that is not the question. my Deck does not", "UTM"),
        ("My Chromebook runs Crostini, but this is about my desktop PC (Debian 12):", "Crostini"),
        ("I know UTM guests have no Vulkan, this is a real desktop", "UTM"),
        ("没有用 Docker，直接在主机上运行", "Docker"),
        ("не в Docker, на обычной машине", "Docker"),
    ],
)
def test_a_clause_that_denies(line: str, named: str) -> None:
    """By a negation before the thing, as something that works, or as what is known."""
    assert denied(line, named)


@pytest.mark.parametrize(
    ("line", "named"),
    [
        ("It does not work in Docker", "Docker"),
        ("UTM on the Mac, vkcube shows llvmpipe", "UTM"),
        ("In WSL2 vkcube works, but the game has no card", "WSL2"),
        ("My Linux VM in UTM runs, but Vulkan shows llvmpipe only", "UTM"),
        ("UTM runs, but Vulkan shows llvmpipe only", "UTM"),
        ("WSL2 works, only Vulkan has no card", "WSL2"),
        ("My Chromebook runs Crostini, and this is what I get on it:", "Crostini"),
        ("vkcube in Docker shows llvmpipe; this is on my Ubuntu host with an RX 6600", "Docker"),
        ("In Docker nothing works, on the host all does", "Docker"),
        ("в Docker не работает", "Docker"),
        ("$ docker run not-a-sentence", "docker"),
        ("I don't know why Docker has no card", "Docker"),
        ("I'm aware I'm in a k8s pod", "pod"),
        ("My UTM guest boots fine. All I get is llvmpipe.", "UTM"),
        ("UTM works great, llvmpipe is slow though", "UTM"),
        ("I know, I know, it runs in Docker", "Docker"),
        ("I understand this is WSL2, and that should have the card", "WSL2"),
    ],
)
def test_a_clause_that_denies_nothing(line: str, named: str) -> None:
    """The negation belongs to the verb, or something else works there."""
    assert not denied(line, named)


@pytest.mark.parametrize(
    ("text", "never"),
    [
        (f"UTM on the Mac runs; my Steam Deck shows llvmpipe\n{SOFTWARE}", "UTM"),
        (f"Parallels between this and #12: both on Windows 10\n{NO_DRIVER}", "Parallels"),
        (f"Kein Parallels, ein echtes Windows 10, RTX 2060\n{NO_DRIVER}", "Parallels"),
        (f"Kein Waydroid, Arch, RTX 3060\n{NO_DRIVER}", "Waydroid"),
        (f"UTM runs well; Debian on my ThinkPad shows llvmpipe\n{SOFTWARE}", "UTM"),
        (f"Neither Flatpak nor Snap: Steam is the .deb. RTX 3060, Ubuntu 22.04\n{NO_DRIVER}", "Flatpak"),
        (f"Not over RDP, I sit in front of the PC. Windows 11, RTX 3070\n{NONE}", "remote desktop"),
        (f"My pipeline parallels the one in the book. Windows 10\n{NO_DRIVER}", "Parallels"),
        (
            f"My colleague gets the same over RDP, I get it at the desk. Windows 11, RTX 4070\n{NONE}",
            "remote desktop",
        ),
        (f"Not on Crostini, a plain Debian 12 on the same Chromebook\n{SOFTWARE}", "Crostini"),
    ],
)
def test_what_is_denied_is_no_cause(text: str, never: str) -> None:
    """The first line does not name it."""
    fact = first(text)

    assert never not in fact.text
    assert never not in fact.change


@pytest.mark.parametrize(
    ("text", "says"),
    [
        (f"Debian 12 in UTM on the Mac\n{SOFTWARE}", "UTM"),
        (f"over RDP on Windows 11, RTX 3070\n{NONE}", "remote desktop"),
        (f"I am RDPing into the workstation. Windows 10, RTX 2070\n{NONE}", "remote desktop"),
        (f"Ce PC est utilisé via Bureau à distance, Windows 11\n{NONE}", "remote desktop"),
        (f"Je me connecte en RDP au poste, Windows 11, RTX 3070\n{NONE}", "remote desktop"),
        (f"Windows 10 in Parallels Desktop 18\n{NO_DRIVER}", "Parallels"),
    ],
)
def test_what_is_stated_is_the_cause(text: str, says: str) -> None:
    """The same words without a denial."""
    assert says in first(text).text


class TestExtensionsOfAnotherSystem:
    """A driver of this system never has them: no newer driver and no other card brings them."""

    LINE = "device does not support extension {}\nvkCreateDevice: VK_ERROR_EXTENSION_NOT_PRESENT\n"

    def test_a_program_of_windows_may_run_by_wine(self) -> None:
        """A text that does not name Wine need not be of a program for Linux."""
        change = first("Lutris, Arch, RX 6600\n" + self.LINE.format("VK_KHR_external_memory_win32")).change

        assert change.startswith("update Wine or Proton, if the program runs in it; else ")

    @pytest.mark.parametrize(
        ("machine", "name", "change"),
        [
            ("Ubuntu 22.04, RTX 3060\n", "VK_KHR_external_memory_win32", "VK_KHR_external_memory_fd"),
            (
                "Windows 11, RTX 3060\n",
                "VK_ANDROID_external_memory_android_hardware_buffer",
                "on Android alone",
            ),
            ("Fedora 41, RX 6600\n", "VK_EXT_metal_objects", "on macOS alone"),
        ],
    )
    def test_it_is_elsewhere(self, machine: str, name: str, change: str) -> None:
        """The program is built for the other system."""
        fact = first(machine + self.LINE.format(name))

        assert change in fact.change
        assert "update the driver" not in fact.change
        assert "too old" not in fact.change

    @pytest.mark.parametrize(
        ("machine", "name"),
        [
            ("Windows 11, RTX 3060\n", "VK_KHR_external_memory_win32"),
            ("RTX 3060, driver 551\n", "VK_KHR_external_memory_win32"),
            ("CrossOver 24 on my MacBook M2\n", "VK_KHR_external_memory_win32"),
            ("Proton 9, DXVK 2.4, RX 6600\n", "VK_KHR_external_memory_win32"),
            ("Ubuntu 22.04, RTX 3060\n", "VK_KHR_maintenance5"),
        ],
    )
    def test_it_is_of_this_one(self, machine: str, name: str) -> None:
        """Wine gives programs the extensions of Windows, and a text that names no system may be of that one."""
        assert "alone" not in first(machine + self.LINE.format(name)).change


@pytest.mark.parametrize(
    ("said", "bad"),
    [
        ("With MANGOHUD=1 the overlay is back, thanks!", False),
        ("After the update RADV is back.", False),
        ("Today the error is back.", True),
        ("and it's back again since the update", True),
        ("The problem with the overlay is back.", True),
        ("The crash of the driver is back since 24.3", True),
        ("The counter is back, thanks", False),
    ],
)
def test_what_is_back(said: str, bad: bool) -> None:
    """What was missing may be back; a problem that is back is not solved."""
    lost = 'WARNING: Layer "VK_LAYER_MANGOHUD_overlay" was not found but was requested by env var VK_INSTANCE_LAYERS!'

    assert first(f"[SOLVED] MangoHud did not show\n{lost}\n{said}\n").bad is bad


class TestCertainty:
    """Lines of programs prove what they say; a person's own words make a cause likely."""

    @pytest.mark.parametrize(
        ("text", "certainty"),
        [
            ("my PC is used over RDP, Windows 11\nvkEnumeratePhysicalDevices returned 0 devices\n", "likely"),
            ("user@penguin:~$ vulkaninfo\n" + SOFTWARE, "certain"),
            ("I run it in UTM on the Mac\n" + SOFTWARE, "likely"),
            ("Debian 12, RX 6600\n" + SOFTWARE, "likely"),
            ("vkCreateInstance: Found no drivers!\n", "certain"),
            ("pressure-vessel-wrap[42]: I: vkCreateInstance: Found no drivers!\n", "certain"),
            ("DISABLE_MANGOHUD=1 works\nWithout MangoHud it works\n", "likely"),
            ("libLLVM-17.so.1: cannot open shared object file: No such file or directory\n", "certain"),
        ],
    )
    def test_of_the_first_line(self, text: str, certainty: str) -> None:
        """A card's name alone shows no missing driver."""
        assert first(text).certainty == certainty

    def test_a_long_sentence_is_parted(self) -> None:
        """Nothing is lost, and no name is broken."""
        text = "the first, of " + "a" * 150 + ' (b; c); the second: of "' + "d" * 90 + '"'
        head, rest = Fact(text).parts

        assert len(head) <= 200
        assert (head, rest) == (text[: text.index("; the second")], text[text.index("the second") :])
        assert Fact("short; text").parts == ("short; text", "")

    def test_a_name_is_not_parted(self) -> None:
        """A folder may have the marks of a sentence in its name."""
        name = '"/opt/' + "a" * 90 + "; " + "b" * 90 + '"'
        text = f"the manifest names {'c' * 40}: {name} and no other"

        assert name in Fact(text).parts[1]
