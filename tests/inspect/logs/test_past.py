"""``refloader.inspect.logs``: what people say to be over, and the systems on which they say that all is well."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.surroundings.shown import is_well_there
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.model.system import System

NO_DRIVER = "vkCreateInstance: Found no drivers!\n"
SET = "I had VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/nvidia_icd.json in .profile\n"


def first(text: str) -> tuple[str, str]:
    """The first fact of a text, and its change."""
    fact = explained(read(text), []).facts[0]
    return fact.text, fact.change


class TestVariables:
    """A variable counts until the text says that it was removed and that it fails all the same."""

    @pytest.mark.parametrize(
        "said",
        [
            "I removed it. It still says:\n",
            "I have since deleted VK_ICD_FILENAMES, no change:\n",
            "env | grep VK prints nothing, same error:\n",
            "We commented it out, no difference\n",
        ],
    )
    def test_removed(self, said: str) -> None:
        """It is not the cause any more."""
        assert "VK_ICD_FILENAMES" not in first(SET + said + NO_DRIVER)[0]

    @pytest.mark.parametrize(
        "said",
        [
            "",
            "Should I have removed it?\n",
            "If I removed it, would it still fail?\n",
            "I have not removed it, still:\n",
            "I removed it and it works, when set it is still broken\n",
            "env | grep VK shows it, still\n",
        ],
    )
    def test_not_removed(self, said: str) -> None:
        """A question, a condition and what helped leave it the cause."""
        assert "VK_ICD_FILENAMES" in first(SET + said + NO_DRIVER)[0]

    @pytest.mark.parametrize(
        "command", ["$ unset VK_ICD_FILENAMES", "C:\\> set VK_ICD_FILENAMES=", "set -e VK_ICD_FILENAMES"]
    )
    def test_a_command_takes_it_out(self, command: str) -> None:
        """What fails after that command fails without the variable."""
        assert "VK_ICD_FILENAMES=" not in first(f"{SET}{command}\n{NO_DRIVER}")[0]

    def test_a_command_that_takes_it_out_at_the_end(self) -> None:
        """What failed before failed with it."""
        assert "VK_ICD_FILENAMES" in first(f"{SET}{NO_DRIVER}$ unset VK_ICD_FILENAMES\n")[0]


class TestSystems:
    """A system on which all is well is not the one that a text is of."""

    @pytest.mark.parametrize(
        "line",
        [
            "The same build works on {}.",
            "It runs fine under {}, no idea why.",
            "On {} everything works.",
            "on my {} all is fine",
        ],
    )
    def test_well_there(self, line: str) -> None:
        """By words before its name or after."""
        text = line.format("Linux")
        start = text.index("Linux")

        assert is_well_there(text, start, start + len("Linux"))

    @pytest.mark.parametrize(
        "line",
        [
            "It does not work on {}.",
            "It no longer works on {}.",
            "On {} it fails, elsewhere it works",
            "I am on {}. It works for others.",
            "On {} nothing works",
        ],
    )
    def test_not_well_there(self, line: str) -> None:
        """What fails there keeps the system."""
        text = line.format("Linux")
        start = text.index("Linux")

        assert not is_well_there(text, start, start + len("Linux"))

    @pytest.mark.parametrize(
        ("text", "system"),
        [
            ("Visual Studio over ssh, the box has Fedora 40", System.LINUX),
            ("Visual Studio 2022, and the driver is in Device Manager", System.WINDOWS),
            ("Visual Studio on Windows 10, and WSL has Ubuntu", System.WINDOWS),
            ("On Windows 11 with DDU; on Ubuntu it works.", System.WINDOWS),
            ("libc++abi: terminating, in /home/a/build on Linux", System.LINUX),
            ("libc++abi: terminating, in /Users/a/build", System.MACOS),
        ],
    )
    def test_words_of_windows_beside_linux(self, text: str, system: System) -> None:
        """Programs that know both systems do not decide; the name of Windows does."""
        assert system_of(read(f"{text}\n{NO_DRIVER}")) is system


def test_in_wsl() -> None:
    """Who says that it is in WSL is there, and who says that it works there is not."""
    assert Sign.WSL in read("Inside WSL I installed a driver\n").signs
    assert Sign.WSL not in read("It works in WSL and not on the laptop\n").signs


@pytest.mark.parametrize(
    ("value", "cause"), [("MANGOHUD=0", "turns a layer off"), ("MANGOHUD=1", "nothing in it")]
)
def test_a_variable_that_helps_turns_a_layer_off_if_it_does(value: str, cause: str) -> None:
    """MANGOHUD=1 turns one on."""
    assert cause in first(f"Game crashes. With {value} it works.\n")[0]


def test_the_general_advice_is_no_part_of_a_solved_problem() -> None:
    """A text that is solved needs no driver."""
    text, change = first(f"SOLVED: it was {NO_DRIVER}")

    assert "its problem is solved" in text
    assert change == ""


@pytest.mark.parametrize(
    ("distribution", "package"),
    [
        ("Arch Linux", "nvidia-470xx-dkms"),
        ("Fedora 40", "akmod-nvidia-470xx"),
        ("Ubuntu 24.04", "nvidia-driver-470"),
        ("Debian 12", "nvidia-tesla-470-driver"),
    ],
)
def test_the_driver_of_a_card_of_an_older_branch(distribution: str, package: str) -> None:
    """Its packages are others than those of the newest."""
    change = first(f"{distribution}, GeForce GT 710\n{NO_DRIVER}")[1]

    assert package in change
    assert "nvidia-open" not in change


@pytest.mark.parametrize(
    ("text", "never"),
    [
        ("On NixOS my own nix package says: Found no drivers! Downloaded games run in steam.", "steam-run"),
        ("xvfb-run ./test with llvmpipe: vkGetPhysicalDeviceSurfaceSupportKHR true. NVIDIA at work", "Xvfb"),
        ("sudo ./app works, ./app does not\nexport VK_LAYER_PATH=/x/layers as root", "sudo does not pass"),
        ("OBS and the game both run as admin, game capture black. Win 11, Vulkan", "OBS Studio does not"),
        ("C:\\> set VK_LOADER_DEBUG=all\nI do not use PowerShell", "Set-Variable"),
        ("We build with Conan, which looks fine. vkCreateDevice fails", "package's own build"),
        ("After setcap -r on gamescope my VK_LAYER_PATH has no effect", "capabilities"),
        ("MANGOHUD=1 in Steam Flatpak does nothing; VulkanLayer.MangoHud is installed", "does not see"),
    ],
)
def test_what_looks_like_a_cause_of_several_lines(text: str, never: str) -> None:
    """One word of such a cause is none."""
    facts = explained(read(f"{text}\n"), []).facts

    assert [each for each in facts if never in each.text + each.change] == []


def test_a_driver_of_ones_own_is_not_to_be_left_out_first() -> None:
    """Its manifest in a home is named on purpose; one elsewhere may be a leftover."""
    own, other = (
        first(f"VK_DRIVER_FILES={each}/a.json vulkaninfo\n{NO_DRIVER}")[1] for each in ("~/mesa", "/opt")
    )

    assert own.startswith("see what the loader says of the driver")
    assert other == "unset VK_DRIVER_FILES"
