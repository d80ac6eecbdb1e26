"""Tests that real programs run on the drop-in library and see what they see on the system's loader."""

import importlib.util
import os
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program, installed, lavapipe, layer_manifest
from vulkaninfo_report import without_loader

pytestmark = pytest.mark.slow

VALIDATION = "VK_LAYER_KHRONOS_validation"
OVERLAY = "VK_LAYER_MESA_overlay"
SELECT = "VK_LAYER_MESA_device_select"
LIBRARIES = {
    VALIDATION: "libVkLayer_khronos_validation.so",
    OVERLAY: "libVkLayer_MESA_overlay.so",
    SELECT: "libVkLayer_MESA_device_select.so",
}

WGPU = """
import array
from wgpu.utils.compute import compute_with_buffers

SHADER = '''
@group(0) @binding(0) var<storage, read> given: array<i32>;
@group(0) @binding(1) var<storage, read_write> made: array<i32>;
@compute @workgroup_size(1)
fn main(@builtin(global_invocation_id) at: vec3<u32>) { made[at.x] = given[at.x] * given[at.x] + 1; }
'''
made = compute_with_buffers({0: array.array("i", range(1000))}, {1: (1000, "i")}, SHADER, n=(1000, 1, 1))
assert made[1].tolist() == [number * number + 1 for number in range(1000)]
print("computed")
"""


def on_lavapipe(layer: str = "") -> dict[str, str]:
    """The variables that show lavapipe alone, and this layer alone."""
    # The device-select layer is implicit: it is there unless it is turned off.
    off = {} if layer == SELECT else {"NODEVICE_SELECT": "1"}
    explicit = {"VK_INSTANCE_LAYERS": layer} if layer in (VALIDATION, OVERLAY) else {}
    if layer:
        layer_manifest(layer)
    return {"VK_DRIVER_FILES": lavapipe(), **off, **explicit}


class TestVulkaninfo:
    """vulkaninfo reports the same on ours as on the system's loader, but for what is the loader's own."""

    @pytest.mark.parametrize("layer", ["", VALIDATION, OVERLAY, SELECT])
    @pytest.mark.parametrize("options", [[], ["--summary"], ["--show-formats", "--show-tool-props"]], ids=str)
    def test_report(self, program: Program, on_system: Program, layer: str, options: list[str]) -> None:
        """Every line about the machine is the same, and the layer asked for was really there."""
        command, variables = [installed("vulkaninfo"), *options], on_lavapipe(layer)

        ours = program.succeed(command, variables)
        theirs = on_system.succeed(command, variables)

        active = {name for name in LIBRARIES if LIBRARIES[name] in names(program.loaded)}
        assert active == ({layer} if layer else set())
        assert without_loader(ours) == without_loader(theirs)

    @pytest.mark.parametrize("options", [[], ["--summary"]], ids=str)
    def test_report_of_the_whole_machine(
        self, program: Program, on_system: Program, options: list[str]
    ) -> None:
        """With every driver and implicit layer that is installed, the devices come in the same order."""
        lavapipe()
        command = [installed("vulkaninfo"), *options]

        ours, theirs = program.succeed(command), on_system.succeed(command)

        assert without_loader(ours) == without_loader(theirs)

    @pytest.mark.parametrize("layer", ["", VALIDATION])
    def test_report_with_a_display(
        self, program: Program, on_system: Program, display: str, layer: str
    ) -> None:
        """The surface's formats, present modes and capabilities are the same, too."""
        command, variables = [installed("vulkaninfo")], {**on_lavapipe(layer), "DISPLAY": display}

        ours = program.succeed(command, variables)
        theirs = on_system.succeed(command, variables)

        assert "VkSurfaceCapabilitiesKHR" in ours
        assert without_loader(ours) == without_loader(theirs)


class TestVkcube:
    """A program that draws gets its frames."""

    @pytest.mark.parametrize("layer", ["", OVERLAY, SELECT])
    def test_draws_a_hundred_frames(self, program: Program, display: str, layer: str) -> None:
        """vkcube ends well after the frames it was asked for."""
        variables = {**on_lavapipe(layer), "DISPLAY": display}

        done = program.run([installed("vkcube"), "--c", "100"], variables)

        assert (done.returncode, "llvmpipe" in done.stderr) == (0, True), done.stderr
        assert not layer or LIBRARIES[layer] in names(program.loaded)

    def test_frames_pass_through_a_layer(self, program: Program, display: str, tmp_path: Path) -> None:
        """A layer sees each of the frames presented once."""
        world, trace = MockWorld(tmp_path / "world"), tmp_path / "trace"
        world.layer("VK_LAYER_TEST_counting", intercept="vkQueuePresentKHR", trace=str(trace))
        variables = {**world.variables, **on_lavapipe(), "DISPLAY": display}

        done = program.run([installed("vkcube"), "--c", "100"], variables)

        assert done.returncode == 0, done.stderr
        assert trace.read_text().count(" vkQueuePresentKHR") == 100

    def test_draws_under_validation(self, program: Program, on_system: Program, display: str) -> None:
        """The validation layer has nothing to say that it does not say on the system's loader."""
        command = [installed("vkcube"), "--c", "100", "--validate", "--suppress_popups"]
        variables = {**on_lavapipe(VALIDATION), "DISPLAY": display}

        ours = program.run(command, variables)
        theirs = on_system.run(command, variables)

        assert (ours.returncode, messages(ours.stdout)) == (theirs.returncode, messages(theirs.stdout))
        assert LIBRARIES[VALIDATION] in names(program.loaded)


class TestWgpu:
    """wgpu, the PyPI package, computes through a libvulkan.so.1 that it opens by itself."""

    def test_compute_shader(self, program: Program, tmp_path: Path) -> None:
        """A thousand squares come back right."""
        if importlib.util.find_spec("wgpu") is None:
            pytest.skip("wgpu is not installed (PyPI: wgpu)")
        variables = {**on_lavapipe(), "WGPU_BACKEND_TYPE": "Vulkan", "HOME": str(tmp_path)}

        out = program.succeed([sys.executable, "-c", WGPU], variables)

        assert out.endswith("computed\n")


class TestMockWorld:
    """What other tests stand on: the mocks are seen through the variables."""

    def test_vulkaninfo_on_the_mocks(self, program: Program, world: MockWorld) -> None:
        """vulkaninfo ends well on a mock driver behind two layers."""
        world.layer("VK_LAYER_TEST_a")
        world.layer("VK_LAYER_TEST_b")

        out = program.succeed([installed("vulkaninfo"), "--summary"], world.variables)

        assert "mock driver" in out
        assert {"libVK_LAYER_TEST_a.so", "libVK_LAYER_TEST_b.so"} <= names(program.loaded)


def names(paths: set[str]) -> set[str]:
    """The files' names."""
    return {os.path.basename(path) for path in paths}


def messages(out: str) -> set[str]:
    """The ids of the validation layer's messages."""
    return {word for word in out.split() if word.startswith("VUID-")}
