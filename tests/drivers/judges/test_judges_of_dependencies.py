"""Judges of what extensions depend on, on drivers that offer it and that do not."""

import pytest
from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import dependencies
from refloader.suite.sessions.answers import Answers

SURFACE, CAPABILITIES, SWAPCHAIN = (
    "VK_KHR_surface",
    "VK_KHR_get_surface_capabilities2",
    "VK_KHR_swapchain",
)
RAY_QUERY, STRUCTURES, FLOATS = (
    "VK_KHR_ray_query",
    "VK_KHR_acceleration_structure",
    "VK_KHR_shader_float_controls",
)


def listed(label: str, names: tuple[str, ...]) -> Answers:
    """An enumeration that gives these names."""
    return {label: {"result": 0, "count": len(names), "rows": [{"name": name} for name in names]}}


def offering(*device: str, instance: tuple[str, ...] = (), minor: int = 3) -> Answers:
    """A driver whose one device, of Vulkan 1.minor, offers these extensions."""
    version = 1 << 22 | minor << 12
    return {
        "enumerate.version": {"result": 0, "version": version, "again": version},
        **listed("enumerate.instance-extensions.filled", instance),
        "enumerate.device.0": {"name": "GPU", "api": version},
        **listed("enumerate.device-extensions.0.filled", device),
    }


CASES: list[Row] = [
    (
        "another instance extension",
        dependencies.instance_extensions_complete,
        offering(instance=(SURFACE, CAPABILITIES)),
        offering(instance=(CAPABILITIES,)),
        f"the driver offers {CAPABILITIES}, which depends on {SURFACE}: that is not offered",
    ),
    (
        "another device extension",
        dependencies.device_extensions_complete,
        offering(RAY_QUERY, STRUCTURES, "VK_KHR_deferred_host_operations"),
        offering(RAY_QUERY),
        f'"GPU" offers {RAY_QUERY}, which depends on {STRUCTURES}: that is not offered',
    ),
    (
        "an extension of the instance",
        dependencies.device_extensions_complete,
        offering(SWAPCHAIN, instance=(SURFACE,)),
        offering(SWAPCHAIN),
        f'"GPU" offers {SWAPCHAIN}, which depends on {SURFACE}: that is not offered',
    ),
    (
        "a version of core",
        dependencies.device_extensions_complete,
        offering("VK_KHR_maintenance7", minor=1),
        offering("VK_KHR_maintenance7", minor=0),
        '"GPU" offers VK_KHR_maintenance7, which depends on Vulkan 1.1: that is not offered',
    ),
    (
        "one of two",
        dependencies.device_extensions_complete,
        offering("VK_EXT_mesh_shader", minor=2),
        offering("VK_EXT_mesh_shader", minor=1),
        '"GPU" offers VK_EXT_mesh_shader, which depends on VK_KHR_spirv_1_4 or Vulkan 1.2: that is not offered',
    ),
]


@each(CASES)
class TestDependencies(Judged):
    """What an extension depends on is offered with it."""


class TestWhatIsAllowed:
    """What a driver need not list."""

    @pytest.mark.parametrize(
        "answers",
        [
            offering("VK_KHR_spirv_1_4", minor=2),
            offering("VK_KHR_spirv_1_4", FLOATS, minor=1),
            offering("VK_EXT_debug_marker"),
            offering("VK_KHR_maintenance2", "VK_EXT_private_data", minor=0),
            offering("VK_EXT_global_priority_query", "VK_KHR_global_priority"),
        ],
        ids=[
            "of core by now",
            "listed",
            "of the loader or a layer",
            "named by newer registries alone",
            "of another extension by now",
        ],
    )
    def test_nothing_is_missing(self, answers: Answers) -> None:
        """It is part of the device's version, somebody else's, or was no dependency when the driver was written."""
        assert dependencies.device_extensions_complete(answers).broken == []

    def test_unknown_extensions(self) -> None:
        """Of an extension that the registry does not have nothing is known."""
        assert dependencies.device_extensions_complete(offering("VK_MOCK_invented")).seen == 0
