"""Texts that look as if they were of another machine, place or state: no cause is said that they do not show."""

import time

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.line_prefixes import signs_of_prefixes
from refloader.inspect.logs.reading.log_reader import read

NO_DRIVER = "vkCreateInstance: Found no drivers!\n"
CLOSED = "MESA: error: Opening /dev/dri/renderD128 failed: Permission denied\n"
REFUSED = "modprobe: ERROR: could not insert 'nvidia': Key was rejected by service\n"


def first(text: str) -> Fact:
    """Return the first fact of a text."""
    return explained(read(text), ()).facts[0]


class TestBarsThatAreNotOfCompose:
    """Commands with a pipe and tables have a bar behind a word, as lines of Docker Compose have."""

    @pytest.mark.parametrize(
        ("text", "change"),
        [
            (
                "vulkaninfo finds no driver on Debian 12.\nlspci | grep VGA\n"
                "01:00.0 VGA compatible controller: NVIDIA Corporation GA104 [GeForce RTX 3070]\n"
                "lspci | grep -i audio\nvkcube prints:\nvkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"
                "ls -l /dev/dri\nls: cannot access '/dev/dri': No such file or directory\nnvidia-smi works fine\n",
                "apt install nvidia-vulkan-icd",
            ),
            (
                "lspci | grep VGA\n01:00.0 VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] Navi 23 "
                "[Radeon RX 6600]\nlspci | grep -i audio\nls: cannot access '/dev/dri': No such file or directory\n"
                f"{NO_DRIVER}",
                "install the driver of the card",
            ),
            (
                "gamemoderun ./game\nvulkan   | no\nvulkan   | no\n"
                "vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n",
                "install a driver",
            ),
            (f"vendor    | 0x10de\nvendor    | 0x8086\n{NO_DRIVER}", "install a driver"),
            (f"dmesg | tail -3\ndmesg | sudo tee log\nRX 6600, Debian 12\n{NO_DRIVER}", "apt install mesa"),
            (f"hdmi-1 | 60 Hz\nhdmi-1 | 144 Hz\nRX 6600, Fedora 41\n{NO_DRIVER}", "dnf install mesa"),
            (
                "vulkan    | ERROR: none\nvulkan    | works: no\n--------- + ---\nRX 6600, Debian 12\n"
                f"{NO_DRIVER}",
                "apt install mesa",
            ),
            (
                "| svc | state |\nplex  | failed to start\nplex  | unable to bind\nRX 6600, Debian 12\n"
                f"{NO_DRIVER}",
                "apt install mesa",
            ),
            (f"Attaching to process 4211\ngame | x\ngame | y\nRX 6600, Arch\n{NO_DRIVER}", "pacman -S"),
        ],
    )
    def test_no_container(self, text: str, change: str) -> None:
        """The repair is that of the machine."""
        assert "container" not in first(text).text + first(text).change
        assert change in first(text).change

    @pytest.mark.parametrize(
        "text",
        [
            f"web-1 | {CLOSED}web-1 | exited with code 1\n",
            f"jellyfin  | {CLOSED}jellyfin  | exit\n",
            f"Attaching to db, jellyfin\njellyfin | {CLOSED}",
        ],
    )
    def test_a_container(self, text: str) -> None:
        """Lines of a log behind the name of a service, or a name to which Compose attached."""
        assert "--group-add" in first(text).change

    @pytest.mark.parametrize("line", ["-" * 4000, "-" * 1000 + "+" * 1000 + "x", "| " * 2000 + "x"])
    def test_long_lines_take_no_long(self, line: str) -> None:
        """Lines that are almost rules of a table, beside lines of Compose, take milliseconds."""
        begun = time.process_time()

        signs_of_prefixes("web-1  | error: no\n" * 2 + f"{line}\n" * 20)

        assert time.process_time() - begun < 0.5


class TestTheProcessorBesideACard:
    """Mesa lists its renderer for the processor beside each card."""

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            (
                "Debian 12, RX 6600. vulkaninfo lists AMD Radeon RX 6600 (RADV) and llvmpipe, as it should.\n"
                "My renderer picks the RX 6600 and then: vkQueueSubmit failed: VK_ERROR_DEVICE_LOST\n",
                "VK_ERROR_DEVICE_LOST",
            ),
            (
                "vulkaninfo: RX 6600 and llvmpipe\nThe game starts on a black screen.\n"
                "vkCreateDevice failed: VK_ERROR_FEATURE_NOT_PRESENT\n",
                "VK_ERROR_FEATURE_NOT_PRESENT",
            ),
            (
                "Fedora 40. vulkaninfo lists GPU0 AMD Radeon RX 6600, GPU1 llvmpipe.\n"
                "game: vkCreateInstance failed: VK_ERROR_EXTENSION_NOT_PRESENT\n",
                "VK_ERROR_EXTENSION_NOT_PRESENT",
            ),
            (
                "vulkaninfo shows llvmpipe and my RX 6600. Arch.\nvkQueueSubmit failed: VK_ERROR_DEVICE_LOST\n",
                "VK_ERROR_DEVICE_LOST",
            ),
            (
                "vulkaninfo lists my RX 6600, not llvmpipe.\n"
                "vkCreateDevice failed: VK_ERROR_FEATURE_NOT_PRESENT\n",
                "VK_ERROR_FEATURE_NOT_PRESENT",
            ),
            (
                "since the update vulkaninfo no longer shows llvmpipe, but RX 6600.\n"
                "vkCreateDevice failed: VK_ERROR_FEATURE_NOT_PRESENT\n",
                "VK_ERROR_FEATURE_NOT_PRESENT",
            ),
            (
                "the game never falls back to llvmpipe (RX 6600), but: vkQueueSubmit failed: VK_ERROR_DEVICE_LOST\n",
                "VK_ERROR_DEVICE_LOST",
            ),
            (
                "it used to fall back to llvmpipe, now it uses the RX 6600.\n"
                "vkQueueSubmit failed: VK_ERROR_DEVICE_LOST\n",
                "VK_ERROR_DEVICE_LOST",
            ),
            (
                "vkcube picks the RX 6600 instead of llvmpipe and works fine, my game not:\n"
                "vkCreateDevice failed: VK_ERROR_FEATURE_NOT_PRESENT\n",
                "VK_ERROR_FEATURE_NOT_PRESENT",
            ),
        ],
    )
    def test_it_is_no_complaint(self, text: str, says: str) -> None:
        """The cause is another one."""
        assert says in first(text).text
        assert not any("only device" in fact.text for fact in explained(read(text), ()).facts)

    @pytest.mark.parametrize(
        "text",
        [
            "vulkaninfo only lists llvmpipe. RX 6600, Debian 12\n",
            "RX 6600, Debian 12: vulkaninfo shows llvmpipe, not my card\n",
            "I have RX 6600 and vulkaninfo shows llvmpipe. Debian 12\n",
            "vkcube uses llvmpipe instead of my RX 6600 as it should not. Debian 12\n",
        ],
    )
    def test_it_is_one(self, text: str) -> None:
        """The card is missing."""
        assert first(text).text.startswith("the only device is llvmpipe")


FOUND = (
    "DRIVER:            Searching for driver manifest files\nDRIVER:               In following locations:\n"
    "DRIVER:                  /usr/share/vulkan/icd.d\nDRIVER:               Found the following files:\n"
    "DRIVER:                  /usr/share/vulkan/icd.d/acme_icd.json\n"
    "DRIVER:            Found ICD manifest file /usr/share/vulkan/icd.d/acme_icd.json, version 1.0.0\n"
)


class TestACrashAfterADriversManifest:
    """The line is of a file that was read; the library that it names is opened next."""

    @pytest.mark.parametrize("crash", ["Segmentation fault (core dumped)", "SIGABRT", "access violation"])
    def test_the_library_is_named_as_well_as_the_content(self, crash: str) -> None:
        """Nothing shows which of both it is."""
        fact = first(f"{FOUND}{crash}\n")

        assert "right after the loader read" in fact.text
        assert "in the library that it names" in fact.text
        assert "VK_DRIVER_FILES" in fact.change
        assert fact.change.endswith("refloader lint /usr/share/vulkan/icd.d/acme_icd.json")

    @pytest.mark.parametrize("line", ["Loading save game 3", "Found monitor DP-1"])
    def test_not_after_other_lines(self, line: str) -> None:
        """A program that went on crashed elsewhere."""
        text = f"{FOUND}{line}\nSegmentation fault (core dumped)\n"

        assert not any("crashed right after" in fact.text for fact in explained(read(text), ()).facts)


class TestAModuleWithoutASignature:
    """Secure Boot is the usual reason, and not the only one."""

    UNSIGNED = "nvidia: Loading of unsigned module is rejected\n"

    @pytest.mark.parametrize("refused", [UNSIGNED, REFUSED])
    @pytest.mark.parametrize(
        ("told", "why", "change"),
        [
            ("", "mostly Secure Boot is on", "mokutil --sb-state shows"),
            (
                "mokutil --sb-state\nSecureBoot enabled\n",
                " knows: Secure Boot is on",
                "in the firmware",
            ),
            (
                "SecureBoot disabled\nkernel command line: module.sig_enforce=1\n",
                "option module.sig_enforce=1 asks for one",
                "take module.sig_enforce=1 out",
            ),
            ("SecureBoot disabled\n", "though Secure Boot is off", "cat /proc/cmdline"),
            ("Secure Boot is off in my BIOS.\n", "though Secure Boot is off", "cat /proc/cmdline"),
            (
                "Others say: turn Secure Boot off if it is enabled.\nSecureBoot disabled\n",
                "though Secure Boot is off",
                "cat /proc/cmdline",
            ),
            ("is Secure Boot on?\n", "mostly Secure Boot is on", "mokutil --sb-state shows"),
            ("EFI variables are not supported on this system\n", "though Secure Boot is off", "cat /proc"),
        ],
    )
    def test_what_the_text_says_of_it_decides(self, refused: str, told: str, why: str, change: str) -> None:
        """What it does not say is called likely."""
        assert why in first(refused + told).text
        assert change in first(refused + told).change

    def test_nvidia_smi_alone(self) -> None:
        """It does not answer, and Secure Boot is no reason if it is off."""
        smi = "NVIDIA-SMI has failed because it couldn't communicate with the NVIDIA driver"
        text = f"{self.UNSIGNED}nvidia-smi\n{smi}\nSecureBoot disabled\n"

        assert not any("Secure Boot is on" in fact.text for fact in explained(read(text), ()).facts)


class TestHomebrew:
    """It is for Linux, too."""

    @pytest.mark.parametrize(
        "text",
        [
            "user@fedora:~$ brew install vulkan-tools\nuser@fedora:~$ vkcube\n"
            "vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n",
            f"Bazzite, RX 6600. brew install vulkan-tools, then vkcube:\n{NO_DRIVER}",
            f"[me@box ~]$ brew install vulkan-tools\n{NO_DRIVER}",
            f"runs on bare metal, RX 6600, debian\n{NO_DRIVER}",
            f"zsh: abort (core dumped)  ./game\nRX 6600\n{NO_DRIVER}",
            f"it works on macOS, but not here (RX 6600, Linux)\n{NO_DRIVER}",
        ],
    )
    def test_not_of_macos(self, text: str) -> None:
        """A driver of Linux is missing."""
        assert "MoltenVK" not in first(text).change
        assert "mesa-vulkan-drivers" in first(text).change

    @pytest.mark.parametrize(
        "text",
        [
            f"% brew install vulkan-tools\n% vkcube\n{NO_DRIVER}",
            f"MacBook Air, macOS 14, brew install vulkan-loader\n{NO_DRIVER}",
        ],
    )
    def test_of_macos(self, text: str) -> None:
        """Nothing is of Linux."""
        assert "MoltenVK" in first(text).change


class TestPlacesThatAreOnlySpokenOf:
    """A program that is installed, or that others use, is not where this one runs."""

    @pytest.mark.parametrize(
        "text",
        [
            "I use VMware Workstation on the host, but the game runs on the host itself; the guest is off\n"
            "Ubuntu 22.04 Radeon RX 6600\n",
            "VMware Player is installed, too, but this is the host; RX 6600, Fedora 41. guests work\n",
            "Debian 12 host with VirtualBox 7 installed (vboxdrv, VMSVGA guests). The game runs on the host, not in "
            "a guest.\nAMD Radeon RX 6600\n",
            "I have Parallels and UTM on my Mac at work. Here: Debian 12 desktop\n",
            "my colleague has a guest of Parallels. Here: Debian 12 desktop\n",
            'Debian 12, RX 6600. In another thread: "docker run --device /dev/dri ..." helped\n',
            "I read that flatpak run needs GL.default; mine is no Flatpak. RX 6600, Fedora 41\n",
        ],
    )
    def test_the_machine_itself(self, text: str) -> None:
        """Mesa is missing on it."""
        fact = first(text + NO_DRIVER)

        assert not any(word in fact.text for word in ("virtual machine", "guest", "container", "Flatpak"))
        assert "mesa-vulkan-drivers" in fact.change

    @pytest.mark.parametrize(
        "text",
        [
            "helm install monitoring worked. On this workstation (Debian 12), nvidia-smi works ok.\nRTX 3070\n",
            "RTX 3070, Ubuntu 22.04. after helm upgrade of my charts all is fine. nvidia-smi works fine here\n",
            "RTX 3070, Debian 12. others say the helm values need a limit. nvidia-smi works fine here\n",
        ],
    )
    def test_no_pod(self, text: str) -> None:
        """A cluster is managed from the machine."""
        assert "Kubernetes" not in first(text + NO_DRIVER).text
        assert "nvidia_icd.json" in first(text + NO_DRIVER).change

    @pytest.mark.parametrize(
        "text", ["Ubuntu 22.04, RTX 3070. I read in the Windows 11 notes about NVIDIA.\n"]
    )
    def test_not_of_windows(self, text: str) -> None:
        """The notes of another system are no sign of it."""
        assert "Windows" not in first(text + NO_DRIVER).change

    @pytest.mark.parametrize(
        ("text", "says"),
        [
            ("VMware Workstation 17, Ubuntu 22.04 guest on a Windows host\n", "virtual machine"),
            ("our helm values for the render pod:\n", "pod of Kubernetes"),
        ],
    )
    def test_the_place_itself(self, text: str, says: str) -> None:
        """What the text says of its own place still counts."""
        assert says in first(text + NO_DRIVER).text
