"""``refloader.inspect.logs``: what people say to be over, and the systems on which they say that all is well."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.surroundings.shown import is_well_there
from refloader.inspect.logs.wholes.log_machine import system_of
from refloader.model.system import System

NO_DRIVER = "vkCreateInstance: Found no drivers!\n"
SET = "I had export VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/nvidia_icd.json in .profile\n"


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
            "I removed VK_ICD_FILENAMES, but after a restart it is set again\n",
            "I removed the file that it names, not the variable. Same error:\n",
            "Then I uninstalled amdvlk. Still:\n",
            "I uninstalled steam and discord last week, still the same.\n",
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

    @pytest.mark.parametrize(
        "later",
        [
            "$ export VK_ICD_FILENAMES=/a.json\n",
            "$ VK_ICD_FILENAMES=/a.json vkcube\n",
            "In the first terminal:\n",
            "$ ssh box vkcube\n",
        ],
    )
    def test_a_command_that_sets_it_again(self, later: str) -> None:
        """The last command before the failure counts, and one in another shell does not."""
        assert "VK_ICD_FILENAMES=" in first(f"{SET}$ unset VK_ICD_FILENAMES\n{later}{NO_DRIVER}")[0]

    def test_an_environment_that_is_not_that_of_the_program(self) -> None:
        """What a shell has says nothing of a program with a variable of its own."""
        own = "VK_ICD_FILENAMES=/etc/old.json %command%\nenv | grep VK is empty\nstill "
        assert "VK_ICD_FILENAMES=" in first(own + NO_DRIVER)[0]

    def test_in_german(self) -> None:
        """The verb stands behind the name there."""
        text = (
            f"export VK_ICD_FILENAMES=/etc/x.json\nIch habe VK_ICD_FILENAMES entfernt, trotzdem: {NO_DRIVER}"
        )
        assert "VK_ICD_FILENAMES=" not in first(text)[0]

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
            "{} runs my program fine on the same card",
            "{} side: the card works in everything.",
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
            "On {} it runs but only at 10 fps.",
            "My working directory on {} is small.",
            "It used to work fine on {} until last week, now it fails",
            "Yesterday everything worked on {}",
            "Other games work fine on {} here",
            "OpenGL works on {}, Vulkan does not",
            "Is it ok on {} to use a variable?",
            "How does this work on {}?",
            "I have a working copy on {} of the repo.",
            "I am running it on {}",
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
            ("On Windows everything works.", System.WINDOWS),
            ("On Windows everything works. On Linux it does not.", System.LINUX),
            ("libc++abi: terminating, in /home/a/build on Linux", System.LINUX),
            ("libc++abi: terminating, in /Users/a/build", System.MACOS),
        ],
    )
    def test_words_of_windows_beside_linux(self, text: str, system: System) -> None:
        """Programs that know both systems do not decide; the name of Windows does."""
        assert system_of(read(f"{text}\n{NO_DRIVER}")) is system


@pytest.mark.parametrize(
    ("value", "cause"), [("MANGOHUD=0", "turns a layer off"), ("MANGOHUD=1", "nothing in it")]
)
def test_a_variable_that_helps_turns_a_layer_off_if_it_does(value: str, cause: str) -> None:
    """MANGOHUD=1 turns one on."""
    assert cause in first(f"Game crashes. With {value} it works.\n")[0]


def test_the_general_advice_is_no_part_of_a_solved_problem() -> None:
    """A text that is solved needs no driver."""
    text, change = first(f"[SOLVED] it was {NO_DRIVER}")

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


def test_a_driver_of_ones_own_is_not_to_be_left_out_first() -> None:
    """Its manifest in a home is named on purpose; one elsewhere may be a leftover."""
    own, other = (
        first(f"VK_DRIVER_FILES={each}/a.json vulkaninfo\n{NO_DRIVER}")[1] for each in ("~/mesa", "/opt")
    )

    assert own.startswith("see what the loader says of the driver")
    assert other == "unset VK_DRIVER_FILES"


@pytest.mark.parametrize(
    ("system", "step"),
    [
        ("FreeBSD 14.1", "pkg install nvidia-driver"),
        ("Solus 4.5", "eopkg install"),
        ("Alpine 3.20", "mesa-vulkan-nouveau"),
        ("Void Linux", "xbps-install"),
        ("Rocky Linux 9", "akmod-nvidia, then"),
        ("Fedora 41", "then wait until modinfo"),
        ("Debian 13", "not from Debian 13"),
        ("Fedora Silverblue 41", "rpm-ostree install akmod-nvidia-470xx"),
    ],
)
def test_a_system_without_packages_of_an_older_branch_keeps_its_own_command(system: str, step: str) -> None:
    """The commands of other distributions are for texts that name none."""
    change = first(f"{system}, GTX 680\n{NO_DRIVER}")[1]

    assert step in change
    assert "ubuntu-drivers" not in change


def test_a_newer_card_beside_one_of_an_older_branch() -> None:
    """The newest driver serves it."""
    change = first(f"Arch Linux, GTX 1080 sold, now RTX 5070\n{NO_DRIVER}")[1]

    assert "nvidia-open" in change
    assert "580" not in change


@pytest.mark.parametrize("card", ["GeForce GT 630 (GF108)", "NVIDIA Corporation GF108 [GeForce GT 730]"])
def test_a_chip_of_fermi_with_a_newer_name(card: str) -> None:
    """The chip decides: no driver for Vulkan knows it."""
    text, change = first(f"Ubuntu 22.04, {card}\n{NO_DRIVER}")

    assert "before Kepler" in text
    assert "ubuntu-drivers" not in change


class TestLinesOfOthers:
    """Quoted lines count, unless somebody says that they are of others."""

    LOST = "libGLX_nvidia.so.0: cannot open shared object file: No such file or directory"

    @pytest.mark.parametrize(
        "said",
        [
            "The code is not mine but the error is.",
            "I took the PC over from another user.",
            "Not my log, but mine has the same.",
        ],
    )
    def test_they_are_of_this_machine(self, said: str) -> None:
        """What is not mine is something else."""
        assert "libGLX_nvidia" in first(f"> ERROR: [Loader Message] Code 0 : {self.LOST}\n{said}\n")[0]

    def test_they_are_of_others(self) -> None:
        """And this machine has another fault."""
        text = f"> ERROR: {self.LOST}\nHis error is different, mine: {NO_DRIVER}"
        assert "libGLX_nvidia" not in first(text)[0]


@pytest.mark.parametrize(
    ("said", "left"), [("I removed vkbasalt.", True), ("I removed it and installed it.", False)]
)
def test_the_manifest_of_a_removed_program(said: str, left: bool) -> None:
    """It is a leftover unless the program was installed again."""
    lost = "ERROR: /usr/lib/libvkbasalt.so: cannot open shared object file: No such file or directory"
    said = said.replace("removed it", "removed vkbasalt's old build")

    assert ("its manifest is left" in first(f"{lost}\n{said}\n")[1]) is left


def test_a_crash_in_a_layer_that_was_removed() -> None:
    """It crashes all the same, so that the layer is not the cause."""
    trace = "#0 0x7f in ?? () from /usr/lib/librenderdoc.so\nSIGSEGV\n"

    assert "RenderDoc" in first(trace)[0]
    assert "RenderDoc" not in first(f"{trace}I uninstalled renderdoc. Still crashes.\n")[0]


@pytest.mark.parametrize("release", ["Tumbleweed", "Leap 15.6"])
@pytest.mark.parametrize("card", ["GTX 970", "GTX 680"])
def test_the_repository_of_nvidia_s_packages_comes_first(release: str, card: str) -> None:
    """No other one of openSUSE has them."""
    assert "zypper install openSUSE-repos" in first(f"openSUSE {release}, {card}\n{NO_DRIVER}")[1]


def test_wsl_that_is_well_beside_a_machine_that_is_not() -> None:
    """The card of the machine wants its own driver."""
    change = first(f"Works on WSL2 Ubuntu. The real Debian box with an Arc A380 says: {NO_DRIVER}")[1]

    assert "dzn" not in change


def test_opengl_that_works_on_macos() -> None:
    """Vulkan is another thing."""
    assert "MoltenVK" in first(f"OpenGL works on macOS 14, Vulkan does not: {NO_DRIVER}")[1]


def test_a_mobile_card_of_either_chip() -> None:
    """Most cards of that name are of Fermi, so that no branch is named."""
    assert "470" not in first(f"Ubuntu, GT 630M: {NO_DRIVER}")[1]


def test_a_code_is_no_name() -> None:
    """Of what a program went on without, and of which only the code is printed, the code is said to be one."""
    text = (
        "warn:  Failed to create Vulkan instance: VK_ERROR_LAYER_NOT_PRESENT\n"
        'Thread 1 "game.exe" received signal SIGSEGV, Segmentation fault.\n'
        "#0  0x00007ffff4a1b2c3 in ?? () from /usr/lib/x86_64-linux-gnu/vkbasalt/libvkbasalt.so\n"
    )

    facts = [fact.text for fact in explained(read(text), []).facts]

    assert any(
        fact.startswith("what it asked for (VK_ERROR_LAYER_NOT_PRESENT) is not there;") for fact in facts
    )
