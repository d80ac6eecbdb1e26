"""Checks on the act "surfaces": surfaces that a driver makes itself, and those that a loader makes for it.

Source: "Handling KHR Surface Objects in WSI Extensions", "Interface Version 3 Requirements", LDP_DRIVER_8.
"""

from refloader.model.parameters import signature
from refloader.suite.sessions.answers import Answers, number, part, result, texts
from refloader.suite.sessions.check_result import CheckResult

NEEDED = 3
"""The interface version from which on drivers may make surfaces."""

SURFACES = ("surfaces.headless", "surfaces.xcb")
_SWAPCHAIN, _DESTROY = "vkCreateSwapchainKHR", "vkDestroySurfaceKHR"
_QUERIES = {
    "create": "",
    "support": "vkGetPhysicalDeviceSurfaceSupportKHR",
    "capabilities": "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "formats": "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "modes": "vkGetPhysicalDeviceSurfacePresentModesKHR",
}
_NONE_OWN = "the driver was to offer a command that makes surfaces"


def own_need_version(answers: Answers) -> CheckResult:
    """Check that a driver that makes surfaces has interface version 3 or a later one."""
    look = CheckResult(missing=_NONE_OWN)
    offered = part(answers, "surfaces.offered")
    makes = texts(offered, "create")
    if makes:
        look.seen = 1
        if number(offered, "interface") < NEEDED:
            version = number(offered, "interface")
            look.fail(f"the driver offers {', '.join(makes)} at interface version {version}, below {NEEDED}")
    return look


def own_are_whole(answers: Answers) -> CheckResult:
    """Check that a driver that makes surfaces offers all commands on them through vk_icdGetInstanceProcAddr."""
    look = CheckResult(missing=_NONE_OWN)
    offered = part(answers, "surfaces.offered")
    makes, others = texts(offered, "create"), part(offered, "others")
    for name, is_there in others.items() if makes else ():
        # Swapchains are a device extension; without a device that has it there is nothing to offer.
        if name == _SWAPCHAIN and offered.get("swapchains") is not True:
            continue
        look.seen += 1
        if is_there is not True:
            look.fail(f"vk_icdGetInstanceProcAddr gives {makes[0]} and no {name}")
    return look


def left_alone(answers: Answers) -> CheckResult:
    """Check that a driver without surfaces of its own offers neither their creation nor their destruction."""
    look = CheckResult(missing="the driver was to leave surfaces to loaders")
    offered = part(answers, "surfaces.offered")
    if offered and not texts(offered, "create"):
        look.seen = 1
        if part(offered, "others").get(_DESTROY) is True:
            look.fail(f"the driver offers {_DESTROY} and no command that makes surfaces")
    return look


def usable(answers: Answers, by: str) -> CheckResult:
    """Check that surfaces made by the "driver" or by the "loader" can be queried."""
    look = CheckResult(missing=_why_none(answers, by))
    for label in SURFACES:
        row = part(answers, label)
        if row.get("by") != by:
            continue
        for key, command in _QUERIES.items():
            found = row.get(key)
            if not isinstance(found, int):
                continue
            look.seen += 1
            known = signature(command) if command else None
            if found < 0 and (known is None or found not in known.codes):
                what = command or "creating it"
                look.fail(f"{label.partition('.')[2]} surface of the {by}: {what} gives {result(found)}")
    return look


def _why_none(answers: Answers, by: str) -> str:
    others = [part(answers, label).get("by") for label in SURFACES if part(answers, label).get("by")]
    if others and by not in others:
        return f"surfaces of this driver are made by the {others[0]}"
    missing = [part(answers, label).get("missing") for label in SURFACES]
    reasons = dict.fromkeys(str(each) for each in missing if each)
    return "; ".join(reasons) or f"the {by} was to make a surface for a physical device"
