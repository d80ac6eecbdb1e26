"""Judges of what a driver creates and refuses, on answers that keep and that break each rule."""

from functools import partial

from driver_answers import Judged, Row, each

from refloader.suite.drivers.checks import creation
from refloader.suite.sessions.answers import Answers


def made(case: str, kind: str = "instance", result: int = 0, **changes: object) -> Answers:
    """What came of one case, beside a usual one that goes well."""
    handle = {"handle": "pointer"} if result == 0 else {}
    row = {"result": result, **handle, **changes}
    return {f"create.usual.{kind}": {"result": 0, "handle": "pointer"}, f"create.{case}.{kind}": row}


def left(kind: str, *alive: int, result: int = -7) -> Answers:
    """What a refusal left of the callbacks' memory, by scope."""
    return {f"create.leftovers.{kind}": {"result": result, "alive": list(alive)}}


def found(label: str, *names: str) -> Answers:
    """The functions of devices that a pass of lookups found."""
    return {f"lookups.{label}": {"own": list(names), "elsewhere": {}, "no_code": []}}


CASES: list[Row] = [
    (
        "extensions of another device",
        creation.extensions_of_their_own,
        {**found("device", "vkQueueSubmit"), **found("beside", "vkQueueSubmit")},
        {**found("device", "vkQueueSubmit"), **found("beside", "vkQueueSubmit", "vkTrimCommandPoolKHR")},
        "vkGetDeviceProcAddr gives functions for vkTrimCommandPoolKHR (1 in all) of a device without extensions once",
    ),
    (
        "a listed extension that no device can have",
        creation.device_extensions_accepted,
        {"lookups.enabled": {"result": 0, "extensions": ["VK_KHR_swapchain"]}},
        {"lookups.enabled": {"result": -7, "extensions": ["VK_KHR_swapchain"]}},
        "gives VK_ERROR_EXTENSION_NOT_PRESENT with the extensions that the device lists: VK_KHR_swapchain",
    ),
    (
        "an unknown structure",
        partial(creation.accepted, case="unknown-structure", kind="device"),
        made("unknown-structure", "device"),
        made("unknown-structure", "device", -3),
        "vkCreateDevice gives VK_ERROR_INITIALIZATION_FAILED with structures of unknown types in pNext",
    ),
    (
        "no application",
        partial(creation.accepted, case="no-application", kind="instance"),
        made("no-application"),
        made("no-application", result=-9),
        "vkCreateInstance gives VK_ERROR_INCOMPATIBLE_DRIVER without an application info",
    ),
    (
        "its own extensions",
        creation.offered_extensions_accepted,
        made("all-extensions"),
        made("all-extensions", result=-7),
        "gives VK_ERROR_EXTENSION_NOT_PRESENT with all extensions that the driver offers",
    ),
    (
        "an object without a handle",
        creation.objects_given,
        {"strangers.fence": {"command": "vkCreateFence", "hollow": False}},
        {"strangers.fence": {"command": "vkCreateFence", "hollow": True}},
        "vkCreateFence gives VK_SUCCESS and VK_NULL_HANDLE",
    ),
    (
        "an unknown extension taken",
        partial(creation.unknown_extension_refused, kind="instance"),
        made("unknown-extension", result=-7),
        made("unknown-extension"),
        "vkCreateInstance gives VK_SUCCESS, not VK_ERROR_EXTENSION_NOT_PRESENT",
    ),
    (
        "an unknown extension of another maker taken",
        partial(creation.unknown_extension_refused, kind="instance"),
        made("unknown-extension", result=-7) | made("unknown-extension-other", result=-7),
        made("unknown-extension", result=-7) | made("unknown-extension-other"),
        "vkCreateInstance gives VK_SUCCESS, not VK_ERROR_EXTENSION_NOT_PRESENT, for VK_PROBER_made_up",
    ),
    (
        "an unknown extension refused otherwise",
        partial(creation.unknown_extension_refused, kind="device"),
        made("unknown-extension", "device", -7),
        made("unknown-extension", "device", -8),
        "vkCreateDevice gives VK_ERROR_FEATURE_NOT_PRESENT, not VK_ERROR_EXTENSION_NOT_PRESENT",
    ),
    (
        "an extension that a device lists and does not take",
        creation.listed_extensions_accepted,
        {"apart.1": {"usual": 0, "listed": 2, "all": 0}},
        {"apart.1": {"usual": 0, "listed": 2, "all": -7}},
        "device 1 gives VK_ERROR_EXTENSION_NOT_PRESENT with the 2 extensions that the device lists",
    ),
    (
        "an extension of another device",
        creation.foreign_extensions_refused,
        {"apart.1": {"usual": 0, "asked": 2, "taken": []}},
        {"apart.1": {"usual": 0, "asked": 2, "taken": ["VK_KHR_swapchain 0"]}},
        "that physical device 1 does not list, and another one does: VK_KHR_swapchain (VK_SUCCESS)",
    ),
    (
        "no memory for all extensions",
        creation.enough_memory_for_all,
        made("usual") | made("all-extensions", result=-3),
        made("usual") | made("all-extensions", result=-1),
        "gives VK_ERROR_OUT_OF_HOST_MEMORY with all extensions that the driver offers, and not without",
    ),
    (
        "an unknown feature behind another structure taken",
        creation.unknown_features_refused,
        {"features.0": {"usual": 0, "asked": 2, "behind": []}},
        {"features.0": {"usual": 0, "asked": 2, "behind": ["VkPhysicalDeviceVulkan11Features::multiview 0"]}},
        "in a structure behind a VkPhysicalDeviceFeatures2 in pNext: VkPhysicalDeviceVulkan11Features::multiview",
    ),
    (
        "an unknown feature taken",
        creation.unknown_features_refused,
        {"features.2": {"usual": 0, "asked": 2, "plain": [], "chained": []}},
        {"features.2": {"usual": 0, "asked": 2, "chained": ["VkPhysicalDeviceFeatures::logicOp 0"]}},
        "2 does not have, in a VkPhysicalDeviceFeatures2 in pNext: VkPhysicalDeviceFeatures::logicOp (VK_SUCCESS)",
    ),
    (
        "an unknown feature of a later version taken",
        creation.unknown_features_refused,
        {"features.0": {"usual": 0, "asked": 2, "later": []}},
        {
            "features.0": {
                "usual": 0,
                "asked": 2,
                "later": ["VkPhysicalDeviceVulkan11Features::protectedMemory 0"],
            }
        },
        "in a structure alone in pNext: VkPhysicalDeviceVulkan11Features::protectedMemory (VK_SUCCESS)",
    ),
    (
        "memory of an instance that is not made",
        partial(creation.nothing_left_behind, kind="instance"),
        left("instance", 0, 0, 0, 0, 0),
        left("instance", 0, 1, 0, 0, 2),
        "callbacks: 1 of scope object, 2 of scope instance",
    ),
    (
        "memory of a device that is not made",
        partial(creation.nothing_left_behind, kind="device"),
        left("device", 0, 0, 2, 0, 2),
        left("device", 1, 0, 0, 3, 0),
        "vkCreateDevice fails with VK_ERROR_EXTENSION_NOT_PRESENT and does not give back what it took from the "
        "allocation callbacks: 1 of scope command, 3 of scope device",
    ),
    (
        "success without a handle",
        partial(creation.handles_given, kind="instance"),
        made("bare-application"),
        made("bare-application", handle="null"),
        "vkCreateInstance gives VK_SUCCESS and VK_NULL_HANDLE (bare-application)",
    ),
]


@each(CASES)
class TestCreation(Judged):
    """Each way to take or refuse wrongly is seen."""


class TestNothingToJudge:
    """What may have another reason is no breach."""

    def test_a_driver_that_makes_nothing_is_not_blamed_for_one_case(self) -> None:
        """A case is compared with the usual one."""
        answers = {**made("unknown-structure", result=-3), "create.usual.instance": {"result": -3}}

        result = creation.accepted(answers, "unknown-structure", "instance")

        assert (result.seen, result.broken) == (0, [])

    def test_what_is_always_refused_is_not_refused_for_an_extension(self) -> None:
        """By which of two reasons it says no is the driver's to choose."""
        refused = {"create.unknown-extension.instance": {"result": -9}}

        result = creation.unknown_extension_refused(
            refused, "instance", usual={"create.usual.instance": {"result": -9}}
        )

        assert (result.seen, result.broken) == (0, [])
        assert "VK_ERROR_INCOMPATIBLE_DRIVER without it" in result.missing

    def test_all_extensions_may_fail_otherwise(self) -> None:
        """A display server that is missing, for one."""
        result = creation.offered_extensions_accepted(made("all-extensions", result=-3))

        assert (result.seen, result.broken) == (0, [])
        assert "VK_ERROR_INITIALIZATION_FAILED with all extensions" in result.missing

    def test_memory_may_be_short(self) -> None:
        """At any time, and in whatever is asked for: what the driver would refuse otherwise is not known then."""
        usual = made("usual")
        refused = {"features.0": {"usual": 0, "asked": 2, "plain": ["VkPhysicalDeviceFeatures::logicOp -1"]}}
        unknown = usual | made("unknown-extension", result=-1) | made("unknown-extension-khr", result=-2)

        bare = creation.accepted(usual | made("no-application", result=-1), "no-application", "instance")

        assert (bare.seen, bare.broken) == (0, [])
        assert "VK_ERROR_OUT_OF_HOST_MEMORY" in bare.missing
        assert creation.unknown_features_refused(refused).broken == []
        assert creation.unknown_extension_refused(unknown, "instance").broken == []

    def test_what_was_made_may_have_memory(self) -> None:
        """Only what was refused has to leave nothing."""
        result = creation.nothing_left_behind(left("instance", 0, 0, 0, 0, 9, result=0), "instance")

        assert (result.seen, result.broken) == (0, [])

    def test_nothing_destroyed_is_seen(self) -> None:
        """The driver came back from destroying VK_NULL_HANDLE."""
        assert creation.null_destroyed({"create.null.objects": {}}, "objects").seen == 1
        assert creation.null_destroyed({}, "device").missing == (
            "the driver has no physical device here, or makes no device of it"
        )
