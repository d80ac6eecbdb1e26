"""How far the programs of a text came, where it ended, and what can therefore not be why."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.reading.messages import message_in
from refloader.inspect.logs.reading.steps import Step, step_of
from refloader.inspect.logs.wholes.outcome import outcome

LAYER = "Warning: Failed to find Vulkan instance layer: VK_LAYER_LUNARG_gfxreconstruct\n"
CRASH = "0x00007fb1 libVkLayer_vkBasalt.so!vkBasalt_CreateSwapchainKHR(...)\nSegmentation fault in libvkbasalt.so\n"


class TestSteps:
    """Lines that show that a step succeeded."""

    @pytest.mark.parametrize(
        ("line", "step"),
        [
            ("D/vktri (12873): vkCreateInstance = 0", Step.INSTANCE),
            ("vkCreateDevice(phys[0]) -> VK_SUCCESS", Step.DEVICE),
            ("Selected GPU 0: AMD Radeon RX 580", Step.DEVICE),
            ("swapchain 1080x2280, 3 images, format 37", Step.PICTURES),
            ("frame 60 presented", Step.RUNS),
            ("142.1 fps", Step.RUNS),
            ("Process exited with code 0", Step.DONE),
            ("vkCreateInstance = -9", None),
            ("failed to create swapchain", None),
            ("0 fps", None),
            ("how do I get 60 fps?", None),
            ("exited with code 1", None),
            ("vkCreateInstance = 0x7f00", None),
        ],
    )
    def test_lines(self, line: str, step: Step | None) -> None:
        """A failure, a question and a pointer are none."""
        assert step_of(line) is step


def first(text: str) -> str:
    """The first fact of a text."""
    return explained(read(text), []).facts[0].text


class TestWhatIsNotWhy:
    """A program that fails at a later step went through the earlier ones."""

    def test_a_layer_that_is_missing_before_a_crash(self) -> None:
        """The crash comes first, and the layer is no problem any more."""
        facts = explained(read(LAYER + CRASH), []).facts

        assert "crashed in" in facts[0].text
        assert [each.bad for each in facts if "gfxreconstruct" in each.text] == [False]

    def test_a_layer_that_is_missing_and_nothing_else(self) -> None:
        """It is the problem."""
        assert "VK_LAYER_LUNARG_gfxreconstruct was asked for and not found" in first(LAYER)

    def test_another_run_does_not_count(self) -> None:
        """A command between them is of another program."""
        assert "gfxreconstruct was asked for" in first(f"$ ./editor\n{LAYER}$ ./game\n{CRASH}")

    def test_an_extension_that_the_end_shows_to_be_needed(self) -> None:
        """A program that could do without it does not fail as an extension is not there."""
        text = "Instance extension VK_EXT_acme_thing not supported\n{}: VK_ERROR_EXTENSION_NOT_PRESENT\n"

        assert "asks for VK_EXT_acme_thing" in first(text.format("vkCreateInstance"))

    def test_a_stale_manifest_of_a_layer_that_is_switched_off(self) -> None:
        """The switch is why the layer is not there, as another manifest of that name was read."""
        text = (
            "ERROR: loader_get_json: Failed to open JSON file /old/renderdoc.json\n"
            'INFO: Found manifest file /new/renderdoc.json (file version "1.1.2")\n'
            'INFO: Implicit layer "VK_LAYER_RENDERDOC_Capture" forced disabled because environment variable '
            "'DISABLE_VULKAN_RENDERDOC_CAPTURE_1_28' is set\n"
        )

        assert first(text).startswith("VK_LAYER_RENDERDOC_Capture was left out")


class TestTheEnd:
    """Where a text ends."""

    def test_a_program_that_shows_pictures_works(self) -> None:
        """Though nothing else in the text is known, and a line before sounded wrong."""
        log = read("vkFooKHR failed once\nvkCreateInstance = 0\nframe 1 presented\n")

        assert outcome(log).works
        assert "a program of the text works" in explained(log, []).facts[0].text

    def test_a_program_that_fails_after_pictures_does_not(self) -> None:
        """The last line counts."""
        log = read("frame 1 presented\nvkQueueSubmit: VK_ERROR_DEVICE_LOST\n")

        assert not outcome(log).works
        assert explained(log, []).facts[0].bad


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("panic: vkCreateInstance: incompatible driver", "no driver"),
        ("LogVulkanRHI: Error: Failed to find a compatible Vulkan driver (ICD).", "no driver"),
        ("[AVHWDeviceContext @ 0x55] No VK physical devices found", "no device"),
        ("vulkan: DRM device not matched with any physical device", "no device"),
        ("Required Vulkan device feature 'robustBufferAccess2' is not supported", "lacks a feature"),
        ("err: DxvkInstance::createInstance: Failed to create Vulkan 1.3 instance", "1.3"),
        ("MESA-VIRTIO: debug: no compatible vn renderer found", "venus"),
    ],
)
def test_failures_in_the_words_of_many_programs(line: str, says: str) -> None:
    """By what has failed, whatever the program."""
    found = message_in(line)

    assert found is not None
    assert says in found.says
    assert found.message.weight == "effect"
