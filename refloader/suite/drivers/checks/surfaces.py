"""Checks on the act "surfaces": surfaces that a driver makes itself, and those that a loader makes for it.

Source: "Handling KHR Surface Objects in WSI Extensions", "Interface Version 3 Requirements", LDP_DRIVER_8.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.parameters import signature
from refloader.suite.sessions.answers import Answers, number, part, result, rows, texts
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

NEEDED = 3
"""The interface version from which on drivers may make surfaces."""

SURFACES = ("surfaces.headless", "surfaces.xcb")
SWAPCHAINS = tuple(name.replace(".", ".swapchain.") for name in SURFACES)
_SWAPCHAIN, _DESTROY = "vkCreateSwapchainKHR", "vkDestroySurfaceKHR"
_QUERIES = {
    "create": "",
    "support": "vkGetPhysicalDeviceSurfaceSupportKHR",
    "capabilities": "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "formats": "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "modes": "vkGetPhysicalDeviceSurfacePresentModesKHR",
}
_EXTENTS = ("currentExtent", "minImageExtent", "maxImageExtent")
_ANY_EXTENT = 0xFFFFFFFF
_SPACE_BITS = 32
"""The prober writes a format above the bits of its color space."""

_FIFO = 2
_COLOUR = 0x10
_NO_SUCH_IMAGE = 0x7FFFFFFF
"""The application's answer where the index of an acquired image is none of the swapchain's: NO_SUCH_IMAGE."""

_SUCCESS, _NOT_READY, _TIMEOUT, _INCOMPLETE, _SURFACE_LOST = 0, 1, 2, 5, -1000000000
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


def usable(answers: Answers, by: str, of_its_own: Answers | None = None) -> CheckResult:
    """Check that surfaces made by the "driver" or by the "loader" can be queried.

    ``of_its_own`` are the answers for surfaces that the driver makes itself: where such a one of the same window is
    not lost, the loader's is not either.
    """
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
            is_kept = of_its_own is not None and part(of_its_own, label).get(key) == 0
            is_lost = found == _SURFACE_LOST and is_kept
            if found < 0 and (known is None or found not in known.codes or is_lost):
                what = command or "creating it"
                look.fail(f"{label.partition('.')[2]} surface of the {by}: {what} gives {result(found)}")
    return look


def presentable(answers: Answers) -> CheckResult:
    """Check that a surface that can be presented to has a format, and VK_PRESENT_MODE_FIFO_KHR."""
    look = CheckResult(missing="a surface was to be supported by the first queue family")
    for label in SURFACES:
        row = part(answers, label)
        name = f"{label.partition('.')[2]} surface"
        if (presents := number(row, "presents")) > 1:
            look.seen += 1
            look.fail(
                f"{name}: {_QUERIES['support']} gives {presents}, which is neither VK_TRUE nor VK_FALSE"
            )
        modes = row.get("present_modes")
        if not isinstance(modes, list):
            continue
        look.seen += 1
        if _FIFO not in modes:
            look.fail(f"{name}: {_QUERIES['modes']} lists {modes} without VK_PRESENT_MODE_FIFO_KHR ({_FIFO})")
        usage = row.get("usage")
        if isinstance(usage, int) and not usage & _COLOUR:
            look.fail(
                f"{name}: supportedUsageFlags is {usage:#x}, without VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT"
            )
        for member, key in (("supportedCompositeAlpha", "alpha"), ("supportedTransforms", "transforms")):
            if row.get(key) == 0:
                look.fail(f"{name}: {member} has no bit")
        for member, key in (("minImageCount", "fewest"), ("maxImageArrayLayers", "layers")):
            if row.get(key) == 0:
                look.fail(f"{name}: {member} is 0, and not at least 1")
        fewest, most = number(row, "fewest"), number(row, "most")
        if 0 < most < fewest:
            look.fail(
                f"{name}: maxImageCount is {most}, which is neither 0 nor at least minImageCount ({fewest})"
            )
        if row.get("format_count") == 0:
            look.fail(f"{name}: {_QUERIES['formats']} lists no format")
        for sentence in (*_beyond_extents(row), *_undefined_formats(row)):
            look.fail(f"{name}: {sentence}")
    return look


def same_by_newer_commands(answers: Answers) -> CheckResult:
    """Check that the commands of VK_KHR_get_surface_capabilities2 give what the first ones do.

    They behave "similarly" to those, "with the ability to specify extended inputs via chained input structures, and
    to return extended information"; here nothing is chained. A format that the newer one alone lists may need such a
    structure.
    """
    look = CheckResult(missing="a surface was to be asked by VK_KHR_get_surface_capabilities2")
    for label in SURFACES:
        row = part(answers, label)
        again, name = part(row, "again"), f"{label.partition('.')[2]} surface"
        if isinstance(alike := again.get("capabilities_alike"), bool):
            look.seen += 1
            if not alike:
                look.fail(
                    f"{name}: vkGetPhysicalDeviceSurfaceCapabilities2KHR gives another"
                    f" VkSurfaceCapabilitiesKHR than {_QUERIES['capabilities']}"
                )
        first, second = _numbers(row, "formats_listed"), _numbers(again, "formats_listed")
        if first and second:
            look.seen += 1
            if missing := [each for each in first if each not in second]:
                look.fail(
                    f"{name}: vkGetPhysicalDeviceSurfaceFormats2KHR leaves out {_formats(missing)}, which"
                    f" {_QUERIES['formats']} lists"
                )
    return look


def _beyond_extents(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield what of minImageExtent and maxImageExtent leaves out currentExtent.

    Each of minImageExtent is "less than or equal to the corresponding width and height of currentExtent, unless
    currentExtent has the special value", each of maxImageExtent "greater than or equal to the corresponding width and
    height of minImageExtent" and, with the same exception, of currentExtent.
    """
    extents = _numbers(row, "extents")
    if len(extents) != 2 * len(_EXTENTS):
        return
    for at, side in enumerate(("width", "height")):
        current, least, most = extents[at::2]
        if most < least:
            yield f"the {side} of maxImageExtent is {most}, and that of minImageExtent {least}"
        elif current != _ANY_EXTENT and not least <= current <= most:
            yield (
                f"the {side} of currentExtent is {current}, not from {least} (minImageExtent) to {most}"
                " (maxImageExtent)"
            )


def _undefined_formats(row: Mapping[str, Any]) -> Iterator[str]:
    """Yield that a format is VK_FORMAT_UNDEFINED: the list "must not contain an entry" of that.

    Older specifications had one such entry alone for a surface that takes any format.
    """
    listed = _numbers(row, "formats_listed")
    if len(listed) > 1 and any(each >> _SPACE_BITS == 0 for each in listed):
        yield f"{_QUERIES['formats']} lists VK_FORMAT_UNDEFINED"


def _numbers(row: Mapping[str, Any], key: str) -> list[int]:
    found = row.get(key)
    return [each for each in found if isinstance(each, int)] if isinstance(found, list) else []


def _formats(listed: list[int]) -> str:
    pairs = (f"{each >> _SPACE_BITS}/{each & (1 << _SPACE_BITS) - 1}" for each in listed)
    return f"the formats and color spaces {', '.join(pairs)}"


def counted_and_listed(answers: Answers) -> CheckResult:
    """Check that formats and modes of a surface are as many as are counted, and that VK_INCOMPLETE says if more are.

    Of both commands: if the count "is smaller than the number [...] supported for the given surface", "at most" so
    many structures "will be written, and VK_INCOMPLETE will be returned instead of VK_SUCCESS". So fewer may be.
    """
    look = CheckResult(missing="a surface was to be supported by the first queue family")
    for label in SURFACES:
        for key in ("formats", "modes"):
            listed = part(part(answers, label), f"rooms_of_{key}")
            every = number(listed, "all")
            what = f"{label.partition('.')[2]} surface: {_QUERIES[key]} counts {every}"
            if listed and not rows(listed, "tried"):
                look.missing = f"{what}, which are more than the prober has room for"
            for row in rows(listed, "tried"):
                look.seen += 1
                _check_room(look, what, every, row)
    return look


def images_listed(answers: Answers) -> CheckResult:
    """Check that the images of a swapchain are as many as are counted, and no fewer than were asked for.

    A driver that cannot have minImageCount images makes no swapchain ("WSI Swapchain" of the Vulkan specification),
    and vkGetSwapchainImagesKHR gives VK_INCOMPLETE where there is less room.
    """
    look = CheckResult(missing="a swapchain was to be made for a surface that can be presented to")
    for label in SWAPCHAINS:
        row = part(answers, label)
        listed = part(row, "rooms_of_images")
        every, wanted = number(listed, "all"), number(row, "wanted")
        what = f"swapchain of the {label.rpartition('.')[2]} surface: vkGetSwapchainImagesKHR counts {every}"
        for tried in rows(listed, "tried"):
            look.seen += 1
            _check_room(look, what, every, tried)
        if listed and every < wanted:
            look.fail(f"{what}, and minImageCount was {wanted}")
    return look


def _check_room(look: CheckResult, what: str, every: int, row: Mapping[str, Any]) -> None:
    room, code, count = (number(row, name) for name in ("room", "result", "count"))
    said = f"{what} and gives {result(code)} and {count} where there is room for {room}"
    if row.get("beyond") is True:
        look.fail(f"{what} and writes behind room for {room}")
    elif code >= _SUCCESS and room >= every and (code, count) != (_SUCCESS, every):
        look.fail(f"{said}, not VK_SUCCESS and {every}")
    elif code >= _SUCCESS and room < every and (code != _INCOMPLETE or count > room):
        look.fail(f"{said}, not VK_INCOMPLETE and at most {room}")


def frames_shown(session: Session) -> CheckResult:
    """Check that frames were acquired and shown, and that each vkQueuePresentKHR answered for its swapchain."""
    look = CheckResult(missing="the driver was to have a surface and swapchains that the application can use")
    for label, value in session.answers.items():
        match label.rpartition(".")[2], value:
            case (("frames" | "frames_resized"), [int(code), int()]):
                look.seen += 1
                if code in (_NOT_READY, _TIMEOUT):
                    look.fail(
                        f"{label}: without a limit of time, a call that shows a frame gives {result(code)}"
                    )
                if code == _NO_SUCH_IMAGE:
                    look.fail(f"{label}: an image is acquired whose index the swapchain has no image for")
            case "held_again", int(count):
                look.seen += 1
                if count:
                    look.fail(
                        f"{label}: an image that was acquired and not shown is acquired once more, after one"
                        " vkQueuePresentKHR with an index for each of two swapchains"
                    )
            case "unanswered", int(count):
                look.seen += 1
                if count:
                    look.fail(f"{label}: {count} of the calls of vkQueuePresentKHR leave pResults as it was")
    return look


def _why_none(answers: Answers, by: str) -> str:
    others = [part(answers, label).get("by") for label in SURFACES if part(answers, label).get("by")]
    if others and by not in others:
        return f"surfaces of this driver are made by the {others[0]}"
    missing = [part(answers, label).get("missing") for label in SURFACES]
    reasons = dict.fromkeys(str(each) for each in missing if each)
    return "; ".join(reasons) or f"the {by} was to make a surface for a physical device"
