"""Parts that programs say to miss, places where they lie, and what people tell: with texts that only look alike."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.crashes import library_of_program, owner_of
from refloader.inspect.logs.reading.kinds import EventKind
from refloader.inspect.logs.reading.log_events import events_of
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.reading.prose import Prose

CARD = "GPU0:\n\tdeviceName = AMD Radeon RX 6600 (RADV NAVI23)\n"
NONE_LEFT = "ERROR: vkCreateInstance: Found no drivers!\n"


def sentences(text: str) -> str:
    """All sentences of the answer on a text."""
    return "\n".join(fact.text for fact in explained(read(text), ()).facts)


class TestAbsentLibraries:
    """A library of a loader or a driver that a line says to be missing, in words of any program."""

    @pytest.mark.parametrize(
        ("line", "library", "is_narrow"),
        [
            (
                "W: Not using driver for i386-linux-gnu: unable to find libGLX_nvidia.so.0",
                "libGLX_nvidia.so.0",
                True,
            ),
            ("launcher: required library libxcb-dri3.so.0 is missing", "libxcb-dri3.so.0", False),
            ("libvulkan_radeon.so could not be loaded", "libvulkan_radeon.so", False),
            ("Could not locate libdrm_amdgpu.so.1 in the 32-bit folders", "libdrm_amdgpu.so.1", True),
        ],
    )
    def test_lines(self, line: str, library: str, is_narrow: bool) -> None:
        """With the word size, if the line has it."""
        (event,) = events_of(line, 7, error=False)

        assert (event.kind, event.subject, event.line) == (EventKind.LINKER, library, 7)
        assert ("i386-linux-gnu" in event.why) is is_narrow

    @pytest.mark.parametrize(
        "line",
        [
            "could not find libdrm_etnaviv.so.1, falling back to software",
            "optional library libxcb-keysyms.so.1 not found",
            "is libvulkan_intel.so missing here?",
            "failed to load libnvidia-ml.so.1",
            "no debuginfo: missing libLLVM.so.17.debug symbols",
            "loading libvulkan_radeon.so",
        ],
    )
    def test_what_only_looks_like_one(self, line: str) -> None:
        """A program that does without, a question, another program's library."""
        assert [each for each in events_of(line, 1, error=False) if each.kind is EventKind.LINKER] == []


class TestNodes:
    """A device node that a driver cannot open, whatever the sentence around it."""

    def test_without_a_reason(self) -> None:
        """The result of Vulkan is all that is known."""
        text = "TU: error: tu_knl_kgsl.cc:1180: failed to open device /dev/kgsl-3d0 (VK_ERROR_INCOMPATIBLE_DRIVER)\n"

        assert 'the driver could not open "/dev/kgsl-3d0"' in sentences(text)
        assert "group" not in sentences(text).splitlines()[0]

    def test_one_that_is_not_there(self) -> None:
        """No group helps."""
        text = "Error: Couldn't open /dev/dri/renderD129: No such file or directory\n"

        assert "which is not there" in sentences(text)


class TestOtherFolder:
    """A variable that names a manifest which the text has elsewhere."""

    def test_it_is_elsewhere(self) -> None:
        """Only if a driver is missing."""
        text = "VK_DRIVER_FILES=/usr/share/vulkan/icd.d/a_icd.json\n$ find / -name a_icd.json\n/opt/d/a_icd.json\n"

        assert "in another folder" in sentences(text + NONE_LEFT)
        assert "in another folder" not in sentences(text + CARD)

    def test_it_is_there_too(self) -> None:
        """A listing has the file that the variable names."""
        text = (
            "VK_DRIVER_FILES=/usr/share/vulkan/icd.d/a_icd.json\n"
            "$ ls /usr/share/vulkan/icd.d\na_icd.json\n$ find /opt -name a_icd.json\n/opt/d/a_icd.json\n"
        )

        assert "in another folder" not in sentences(text + NONE_LEFT)


class TestTold:
    """What people tell of their machine."""

    @pytest.mark.parametrize(
        ("text", "modes"),
        [
            ("prime-select query -> intel.", {"prime-select": ("intel", 1)}),
            ("`prime-select query` says nvidia", {"prime-select": ("nvidia", 1)}),
            ("supergfxctl -g\nIntegrated", {"supergfxctl": ("Integrated", 2)}),
            ("envycontrol --query\n\nfoo", {}),
            ("I installed envycontrol yesterday", {}),
        ],
    )
    def test_modes(self, text: str, modes: dict[str, tuple[str, int]]) -> None:
        """In the sentence or in the line after it."""
        prose = Prose()
        for number, line in enumerate(text.split("\n"), 1):
            prose.line(line, number)

        assert prose.modes == modes

    def test_a_mode_with_both_cards_is_no_cause(self) -> None:
        """Nor is the other one without a card of NVIDIA's in the text."""
        assert "switched off" not in sentences(f"RTX 3050 laptop. prime-select query -> on-demand\n{CARD}")
        assert "switched off" not in sentences(f"prime-select query -> intel\n{CARD}")

    @pytest.mark.parametrize(
        ("line", "name"),
        [
            ("Without OBS running it is fine.", "OBS"),
            ("the game works fine without RTSS", "RTSS"),
            ("After uninstalling Overwolf everything works", "Overwolf"),
            ("it crashes without OBS, too", ""),
            ("it works without problems, and OBS records it", ""),
            ("without MangoHud I do not see the frame rate", ""),
        ],
    )
    def test_programs_without_which_it_works(self, line: str, name: str) -> None:
        """Each has a layer, whose switch is known by its library."""
        prose = Prose()
        prose.line(line, 3)

        assert prose.blamed == ({name: 3} if name else {})
        assert not name or owner_of(f"{library_of_program(name)}64.dll") is not None


class TestFiltersAgainstSwitches:
    """One variable switches a layer on, another turns all implicit ones off."""

    def test_the_filter_counts(self) -> None:
        """Unless a third lets it through, or the layer is in the chain."""
        text = f"MANGOHUD=1\nVK_LOADER_LAYERS_DISABLE=~implicit~\n{CARD}"

        assert "the filter counts" in sentences(text)
        assert "the filter counts" not in sentences(text + "VK_LOADER_LAYERS_ALLOW=*MANGOHUD*\n")
        assert "the filter counts" not in sentences(text.replace("~implicit~", "VK_LAYER_a"))
        assert "the filter counts" not in sentences(text.replace("MANGOHUD=1", "MANGOHUD=0"))


class TestCards:
    """Two cards of a text, of which a program looks at one."""

    LACKS = (
        "Required device extension VK_EXT_mesh_shader is not available on GPU 'Intel(R) UHD Graphics 630'\n"
    )

    def test_a_card_beside_the_one_that_lacks_something(self) -> None:
        """It is no device of the text."""
        assert "names another card" in sentences(self.LACKS + "laptop with GTX 1650\n")
        assert "names another card" not in sentences(self.LACKS)
        assert "names another card" not in sentences(
            self.LACKS + "laptop with GTX 1650\nGPU1:\n\tdeviceName = NVIDIA GeForce GTX 1650\n"
        )


class TestUnreadLayers:
    """Manifests of layers that cannot be opened, where the program works."""

    GONE = "WARNING: loader_get_json: Failed to open JSON file /etc/vulkan/implicit_layer.d/acme.json\n"

    def test_harmless(self) -> None:
        """Without a card it may be the cause."""
        assert "harmless" in sentences(self.GONE + CARD)
        assert "harmless" not in sentences(self.GONE)

    def test_a_listing_says_why(self) -> None:
        """Then the reason is worth more."""
        listing = "$ ls -l /etc/vulkan/implicit_layer.d\n-rw------- 1 root root 512 Feb  3 10:10 acme.json\n"

        assert "only root may read it" in sentences(self.GONE + CARD + listing)

    def test_a_driver_is_no_layer(self) -> None:
        """Its card may be the one that is wanted."""
        gone = self.GONE.replace("implicit_layer.d/acme.json", "icd.d/nvidia_layer_icd.json")

        assert "harmless" not in sentences(gone + CARD)


class TestCardsWithoutNames:
    """A card that the system's list has no name for is likely newer than the system."""

    CARD = "03:00.0 VGA compatible controller: Advanced Micro Devices, Inc. [AMD/ATI] {} (rev c0)\n"
    SOFTWARE = "GPU0:\n\tdeviceName = llvmpipe (LLVM 15.0.7, 256 bits)\n"

    def test_only_the_processor(self) -> None:
        """With a name, or with a device, nothing is said of it."""
        unnamed = self.CARD.format("Device 7550")

        assert "likely newer" in sentences(unnamed + self.SOFTWARE)
        assert "likely newer" not in sentences(self.CARD.format("Navi 33") + self.SOFTWARE)
        assert "likely newer" not in sentences(unnamed + CARD)

    def test_a_card_of_two_drivers(self) -> None:
        """In one list, which a prompt ends."""
        own = "GPU1:\n\tdeviceName = AMD Radeon RX 6600\n"

        assert "two drivers list one card" in sentences(CARD + own)
        assert "two drivers list one card" not in sentences(f"{CARD}$ vulkaninfo --summary\n{own}")
        assert "two drivers list one card" not in sentences(CARD + own.replace("6600", "6700"))
