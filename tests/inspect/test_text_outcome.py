"""How far the programs of a text came, where it ended, and what can therefore not be why."""

import pytest

from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.messages.known_messages import message_in
from refloader.inspect.logs.reading.log_reader import read
from refloader.inspect.logs.reading.trouble import Step, step_of
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


PINNED = (
    "ERROR: loader_validate_instance_extensions: Instance extension VK_KHR_wayland_surface not supported by "
    "available ICDs or enabled layers.\n{}"
    "VK_DRIVER_FILES=/home/ann/swiftshader/vk_swiftshader_icd.json is in my bashrc\n"
)
PRIVILEGED = (
    "$ getcap ./simulator\n./simulator cap_sys_nice=ep\n$ export VK_LAYER_PATH=$HOME/vvl/layers\n$ ./simulator\n"
    'ERROR: vkCreateInstance: Layer "VK_LAYER_KHRONOS_validation" does not exist in the list of available layers\n'
)
SNAP = (
    "DRIVER: In following locations:\nDRIVER:    /snap/viewer/12/usr/share/vulkan/icd.d\n"
    "DRIVER:    /etc/vulkan/icd.d\nDRIVER: Found no files\nERROR: vkCreateInstance: Found no drivers!\n"
)
TWINS = (
    "I always get the old version\n[Vulkan Loader] LAYER: Found the following files:\n"
    "[Vulkan Loader] LAYER:    /home/ed/.local/share/vulkan/explicit_layer.d/timer.json\n"
    "[Vulkan Loader] LAYER:    /usr/local/share/vulkan/explicit_layer.d/timer.json\n"
    '[Vulkan Loader] LAYER: Insert instance layer "VK_LAYER_ED_timer" '
    "(/home/ed/.local/share/vulkan/explicit_layer.d/libtimer.so)\n"
)
SELECTED = (
    "$ echo $VK_LOADER_DRIVERS_SELECT\n/usr/share/vulkan/icd.d/radeon*\n"
    "WARNING: Driver \"a.json\" ignored because not selected by env var 'VK_LOADER_DRIVERS_SELECT'\n"
    "Glfw Error 65542: Vulkan: Window surface creation extensions not found\n"
)


class TestCausesOfTheEnd:
    """Causes that no line has, found as they explain how a text ends."""

    @pytest.mark.parametrize(
        ("text", "says", "change"),
        [
            (PINNED.format(""), "VK_DRIVER_FILES leaves in no driver but", "unset VK_DRIVER_FILES"),
            (PRIVILEGED, "VK_LAYER_PATH is ignored", "setcap -r ./simulator"),
            (SNAP, "the snap viewer has no manifest", "snap connections viewer"),
            (TWINS, "from the first that it finds", "rm /home/ed/"),
            (
                SELECTED,
                "compared by the names of their manifests alone",
                "VK_LOADER_DRIVERS_SELECT='radeon*'",
            ),
            (
                "ERROR: Instance extension VK_EXT_swapchain_colourspace not supported by available ICDs\n",
                "no extension is called VK_EXT_swapchain_colourspace",
                "VK_EXT_swapchain_colorspace",
            ),
            (
                "ERROR: __NV_VK_ICD__: cannot open shared object file: No such file or directory\n",
                "placeholder that was not filled in",
                "libGLX_nvidia.so.0",
            ),
            (
                "warn:  Found Vulkan 1.2 GPU which does not support Vulkan 1.3: NVIDIA GeForce GTX 970\n"
                "warn:  DXVK: No adapters found. Please check your device filter settings\n",
                "NVIDIA GeForce GTX 970",
                "from 525 on",
            ),
            (
                'WARNING: Layer "VK_LAYER_ACME_timer" doesn\'t contain required layer object disable_environment in '
                "the manifest JSON file, skipping this layer\n",
                "disable_environment",
                '"disable_environment": {"DISABLE_',
            ),
            (
                'W: Failed to load "libvulkan_radeon.so" for i386-linux-gnu: libLLVM-15.so: cannot open shared '
                "object file: No such file or directory\n",
                "libLLVM-15.so",
                "32-bit package",
            ),
            (
                "MESA-INTEL: error: failed to open device /dev/dri/renderD128: Permission denied "
                "(VK_ERROR_INCOMPATIBLE_DRIVER)\n",
                "/dev/dri/renderD128",
                "usermod",
            ),
            (
                "~ $ ls -l /dev/kgsl-3d0\nls: cannot access '/dev/kgsl-3d0': Permission denied\n",
                "/dev/kgsl-3d0",
                "no manifest and no variable mends that",
            ),
        ],
    )
    def test_cause(self, text: str, says: str, change: str) -> None:
        """It comes first, with its change."""
        fact = explained(read(text), []).facts[0]

        assert fact.bad
        assert says in fact.text
        assert change in fact.change

    def test_a_pinned_driver_that_cannot_be_loaded(self) -> None:
        """Why is worth more than the variable that names it."""
        refused = "ERROR: libfoo.so: cannot open shared object file: No such file or directory\n"

        assert "libfoo.so" in first(PINNED.format(refused))

    def test_nobody_wonders(self) -> None:
        """Two manifests of one name are usual."""
        assert "first that it finds" not in first(TWINS.replace("I always get the old version", "hi"))

    def test_the_change_of_the_cause_is_the_only_one(self) -> None:
        """What follows from it has no general advice of its own."""
        text = f"{SNAP}err:   DxvkInstance::createInstance: Failed to create Vulkan instance\n"

        assert [fact.change for fact in explained(read(text), []).facts[1:] if fact.bad] == ["", ""]


class TestNotTheCause:
    """Words that look like those of a known cause, and are on something else."""

    @pytest.mark.parametrize(
        "text",
        [
            "i386 OPENGL libraries are missing (libGL.so.1)\nWARNING [startup:224]: Missing 32bit libraries\n",
            "$ VK_INSTANCE_LAYERS=VK_LAYER_ACME_hud_32 ./g\nInstance Layers: count = 1\n"
            "VK_LAYER_ACME_hud_64 Hud 1.3.207 version 1\n",
            "$ VK_INSTANCE_LAYERS=VK_LAYER_ACME_hud_x86 ./g\nInstance Layers: count = 1\n"
            "VK_LAYER_ACME_hud_x86_64 Hud 1.3.207 version 1\n",
        ],
    )
    def test_the_other_word_size_and_other_libraries(self, text: str) -> None:
        """A layer of the other word size is none that is misspelt, and OpenGL's libraries are not Vulkan's."""
        told = " ".join(each.text for each in explained(read(text), []).facts)

        assert "32-bit programs have no Vulkan" not in told
        assert "no layer has that name" not in told


LISTED = (
    "info:  Found device: NVIDIA GeForce RTX 3060 (NVIDIA 525.60)\n"
    "info:  Found device: llvmpipe (LLVM 15, 256 bits)\n"
)
NONE_TAKEN = "warn:  DXVK: No adapters found. Please check your device filter settings and Vulkan setup.\n"


class TestADeviceByName:
    """A variable or an option that has a program use one device."""

    @pytest.mark.parametrize(
        "asked",
        [
            "DXVK_FILTER_DEVICE_NAME=3070",
            "WGPU_ADAPTER_NAME=radeon",
            "mpv --vulkan-device='NVIDIA GeForce RTX 2060' x",
        ],
    )
    def test_no_device_has_that_name(self, asked: str) -> None:
        """It passes over all of them."""
        assert "passes over every device" in first(f"{asked}\n{LISTED}{NONE_TAKEN}")

    @pytest.mark.parametrize(
        "asked",
        [
            "DXVK_FILTER_DEVICE_NAME='RTX 3060'",
            "DXVK_FILTER_DEVICE_NAME=llvmpipe",
            "WGPU_ADAPTER_NAME=geforce",
            "mpv --vulkan-device=6c1f0a2b-33cd-0000-0000-aabbccddeeff x",
        ],
    )
    def test_a_name_that_one_has_and_a_number_that_none_shows(self, asked: str) -> None:
        """Neither is why."""
        assert "passes over" not in first(f"{asked}\n{LISTED}{NONE_TAKEN}")


class TestAClosedNode:
    """A device node that a program may not open: by its mode, or as its container was not given it."""

    def test_by_its_mode(self) -> None:
        """The user needs its group."""
        fact = explained(read("Failed to open /dev/dri/renderD128: Permission denied\n"), []).facts[0]

        assert "usermod -aG" in fact.change

    def test_not_given(self) -> None:
        """No group changes that."""
        fact = explained(read("Failed to open /dev/dri/renderD128: Operation not permitted\n"), []).facts[0]

        assert "no group changes that" in fact.text
        assert "usermod" not in fact.change
        assert "--device /dev/dri/renderD128" in fact.change
