"""Judges of surfaces, of drivers without a device and of their libraries, each on clean and on wrong answers."""

from functools import partial

from driver_answers import Judged, Row, each

from refloader.native.mocks import mock_library
from refloader.suite.drivers.checks import libraries, no_device, surfaces
from refloader.suite.sessions.answers import Answers
from refloader.suite.sessions.session import Session

OTHERS = (
    "vkDestroySurfaceKHR",
    "vkGetPhysicalDeviceSurfaceSupportKHR",
    "vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    "vkGetPhysicalDeviceSurfaceFormatsKHR",
    "vkGetPhysicalDeviceSurfacePresentModesKHR",
    "vkCreateSwapchainKHR",
)


def offered(*, lacks: str = "", **changes: object) -> Answers:
    """What a driver offers that makes surfaces itself."""
    row = {
        "interface": 5,
        "create": ["vkCreateXcbSurfaceKHR"],
        "others": {name: name != lacks for name in OTHERS},
        "swapchains": True,
        **changes,
    }
    return {"surfaces.offered": row}


def surface(by: str, **changes: object) -> Answers:
    """A surface that was asked all."""
    row = {"by": by, "support": 0, "capabilities": 0, "formats": 0, "modes": 0, **changes}
    return {"surfaces.xcb": row}


def rooms(every: int, *tried: tuple[int, int, int], beyond: bool = False) -> dict[str, object]:
    """What a list gives for the room that there is: room, result and count of each call."""
    keys = ("room", "result", "count")
    return {
        "all": every,
        "tried": [{**dict(zip(keys, each, strict=True)), "beyond": beyond} for each in tried],
    }


def swapchain(wanted: int, images: dict[str, object]) -> Answers:
    """A swapchain that was made for so many images, and what its list of images gives."""
    return {"surfaces.swapchain.xcb": {"result": 0, "wanted": wanted, "rooms_of_images": images}}


def without(result: int = 0, count: int = 0, groups: int = 0, **changes: object) -> Answers:
    """What a driver answers that finds no device."""
    calls = {
        "vkEnumeratePhysicalDevices": {"result": result, "count": count},
        "vkEnumeratePhysicalDeviceGroups": {"result": 0, "count": groups},
        "vkEnumeratePhysicalDeviceGroups again": {"result": 0, "count": groups},
    }
    return {"no-device.plain": {"instance": 0, "handle": True, "calls": calls, **changes}}


CASES: list[Row] = [
    (
        "success where there is too little room",
        surfaces.counted_and_listed,
        surface("driver", rooms_of_formats=rooms(2, (1, 5, 1), (2, 0, 2), (5, 0, 2))),
        surface("driver", rooms_of_formats=rooms(2, (1, 0, 1), (2, 0, 2), (5, 0, 2))),
        "xcb surface: vkGetPhysicalDeviceSurfaceFormatsKHR counts 2 and gives VK_SUCCESS and 1 where there is"
        " room for 1, not VK_INCOMPLETE and at most 1",
    ),
    (
        "fewer than there are where there is room",
        surfaces.counted_and_listed,
        surface("driver", rooms_of_formats=rooms(3, (2, 5, 1), (3, 0, 3), (6, 0, 3))),
        surface("driver", rooms_of_formats=rooms(3, (2, 5, 1), (3, 5, 2), (6, 0, 3))),
        "counts 3 and gives VK_INCOMPLETE and 2 where there is room for 3, not VK_SUCCESS and 3",
    ),
    (
        "more than there is room for",
        surfaces.counted_and_listed,
        surface("driver", rooms_of_modes=rooms(4, (3, 5, 3), (4, 0, 4), (7, -1000000000, 0))),
        surface("driver", rooms_of_modes=rooms(4, (3, 5, 3), (4, 0, 4), beyond=True)),
        "counts 4 and writes behind room for 3",
    ),
    (
        "too old for surfaces",
        surfaces.own_need_version,
        offered(),
        offered(interface=2),
        "the driver offers vkCreateXcbSurfaceKHR at interface version 2, below 3",
    ),
    (
        "one left out",
        surfaces.own_are_whole,
        offered(),
        offered(lacks="vkDestroySurfaceKHR"),
        "gives vkCreateXcbSurfaceKHR and no vkDestroySurfaceKHR",
    ),
    (
        "swapchains left out",
        surfaces.own_are_whole,
        offered(),
        offered(lacks="vkCreateSwapchainKHR"),
        "no vkCreateSwapchainKHR",
    ),
    (
        "half of it",
        surfaces.left_alone,
        offered(create=[], lacks="vkDestroySurfaceKHR"),
        offered(create=[]),
        "the driver offers vkDestroySurfaceKHR and no command that makes surfaces",
    ),
    (
        "an answer that nobody may give",
        partial(surfaces.usable, by="driver"),
        surface("driver", create=0),
        surface("driver", create=0, formats=-7),
        "xcb surface of the driver: vkGetPhysicalDeviceSurfaceFormatsKHR gives VK_ERROR_EXTENSION_NOT_PRESENT",
    ),
    (
        "no mode that each surface has",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[0, 2], format_count=1),
        surface("driver", create=0, present_modes=[0, 1], format_count=1),
        "xcb surface: vkGetPhysicalDeviceSurfacePresentModesKHR lists [0, 1] without VK_PRESENT_MODE_FIFO_KHR (2)",
    ),
    (
        "no format",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], format_count=1),
        surface("driver", create=0, present_modes=[2], format_count=0),
        "xcb surface: vkGetPhysicalDeviceSurfaceFormatsKHR lists no format",
    ),
    (
        "images that nobody can draw to",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], format_count=1, usage=0x10, alpha=1),
        surface("driver", create=0, present_modes=[2], format_count=1, usage=0x8F, alpha=1),
        "xcb surface: supportedUsageFlags is 0x8f, without VK_IMAGE_USAGE_COLOR_ATTACHMENT_BIT",
    ),
    (
        "a smallest extent that is larger than the current one",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], extents=[64, 64, 64, 1, 64, 64]),
        surface("driver", create=0, present_modes=[2], extents=[64, 64, 65, 1, 128, 64]),
        "xcb surface: the width of currentExtent is 64, not from 65 (minImageExtent) to 128 (maxImageExtent)",
    ),
    (
        "a largest extent below the smallest, of a surface of any extent",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], extents=[0xFFFFFFFF, 0xFFFFFFFF, 1, 1, 64, 64]),
        surface("driver", create=0, present_modes=[2], extents=[0xFFFFFFFF, 0xFFFFFFFF, 1, 8, 64, 4]),
        "xcb surface: the height of maxImageExtent is 4, and that of minImageExtent 8",
    ),
    (
        "a format that is none",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], formats_listed=[44 << 32, 50 << 32]),
        surface("driver", create=0, present_modes=[2], formats_listed=[44 << 32, 0]),
        "xcb surface: vkGetPhysicalDeviceSurfaceFormatsKHR lists VK_FORMAT_UNDEFINED",
    ),
    (
        "other capabilities by the newer command",
        surfaces.same_by_newer_commands,
        surface("driver", create=0, again={"capabilities_alike": True}),
        surface("driver", create=0, again={"capabilities_alike": False}),
        "xcb surface: vkGetPhysicalDeviceSurfaceCapabilities2KHR gives another VkSurfaceCapabilitiesKHR than"
        " vkGetPhysicalDeviceSurfaceCapabilitiesKHR",
    ),
    (
        "no such format by the newer command, whatever the order",
        surfaces.same_by_newer_commands,
        surface(
            "driver",
            create=0,
            formats_listed=[44 << 32, 50 << 32],
            again={"formats_listed": [50 << 32, 1000470000 << 32, 44 << 32]},
        ),
        surface("driver", create=0, formats_listed=[44 << 32], again={"formats_listed": [(4 << 32) + 7]}),
        "xcb surface: vkGetPhysicalDeviceSurfaceFormats2KHR leaves out the formats and color spaces 44/0, which"
        " vkGetPhysicalDeviceSurfaceFormatsKHR lists",
    ),
    (
        "no composition",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], format_count=1, usage=0x10, alpha=1),
        surface("driver", create=0, present_modes=[2], format_count=1, usage=0x10, alpha=0),
        "xcb surface: supportedCompositeAlpha has no bit",
    ),
    (
        "no transform",
        surfaces.presentable,
        surface(
            "driver", create=0, present_modes=[2], format_count=1, transforms=1, fewest=1, most=0, layers=1
        ),
        surface(
            "driver", create=0, present_modes=[2], format_count=1, transforms=0, fewest=1, most=0, layers=1
        ),
        "xcb surface: supportedTransforms has no bit",
    ),
    (
        "no image",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], format_count=1, fewest=1),
        surface("driver", create=0, present_modes=[2], format_count=1, fewest=0),
        "xcb surface: minImageCount is 0, and not at least 1",
    ),
    (
        "more images than may be",
        surfaces.presentable,
        surface("driver", create=0, present_modes=[2], format_count=1, fewest=3, most=3),
        surface("driver", create=0, present_modes=[2], format_count=1, fewest=4, most=3),
        "xcb surface: maxImageCount is 3, which is neither 0 nor at least minImageCount (4)",
    ),
    (
        "images that are not told of",
        surfaces.images_listed,
        swapchain(2, rooms(3, (2, 5, 2), (3, 0, 3), (6, 0, 3))),
        swapchain(2, rooms(3, (2, 0, 2), (3, 0, 3), (6, 0, 3))),
        "swapchain of the xcb surface: vkGetSwapchainImagesKHR counts 3 and gives VK_SUCCESS and 2 where there is",
    ),
    (
        "fewer images than were asked for",
        surfaces.images_listed,
        swapchain(3, rooms(3, (3, 0, 3))),
        swapchain(4, rooms(3, (3, 0, 3))),
        "swapchain of the xcb surface: vkGetSwapchainImagesKHR counts 3, and minImageCount was 4",
    ),
    (
        "the loader's not known",
        partial(surfaces.usable, by="loader"),
        surface("loader"),
        surface("loader", support=-3),
        "vkGetPhysicalDeviceSurfaceSupportKHR gives VK_ERROR_INITIALIZATION_FAILED",
    ),
    (
        "a result of another command",
        no_device.results_of_calls,
        without(),
        without(instance=-4),
        "without a device vkCreateInstance gives VK_ERROR_DEVICE_LOST, which it may never give",
    ),
    (
        "groups of nothing",
        no_device.none_counted,
        without(),
        without(groups=1),
        "finds none, vkEnumeratePhysicalDeviceGroups 1 groups of them",
    ),
]


@each(CASES)
class TestJudges(Judged):
    """Each judge of the acts "surfaces" and "no-device"."""


class TestNoSwapchains:
    """Swapchains are an extension of devices."""

    def test_a_driver_without_them(self) -> None:
        """Where no device has them the command need not be there."""
        result = surfaces.own_are_whole(offered(lacks="vkCreateSwapchainKHR", swapchains=False))

        assert (result.seen, result.broken) == (5, [])


class TestLongLists:
    """The prober has room for so many rows."""

    def test_more_than_there_is_room_for(self) -> None:
        """That is said where nothing else was judged."""
        result = surfaces.counted_and_listed(surface("driver", rooms_of_formats={"all": 5000, "tried": []}))

        assert result.seen == 0
        assert "counts 5000, which are more than the prober has room for" in result.missing


class TestLosses:
    """What the specification lets queries of surfaces answer."""

    def test_a_lost_surface(self) -> None:
        """A window may go at any time."""
        assert surfaces.usable(surface("loader", capabilities=-1000000000), "loader").broken == []

    def test_another_maker(self) -> None:
        """Surfaces that the driver makes tell nothing of the loader's."""
        result = surfaces.usable(surface("driver"), "loader")

        assert (result.seen, result.missing) == (0, "surfaces of this driver are made by the driver")


class TestNoDevice:
    """A driver that finds devices although they are hidden, or that gives no instance without them."""

    def test_devices_are_found(self) -> None:
        """Then nothing is judged, and that is said."""
        result = no_device.comes_back(without(count=2))

        assert (result.seen, result.missing) == (
            0,
            "the driver has 2 physical devices here, hidden ones or not",
        )

    def test_no_instance(self) -> None:
        """A driver may refuse the instance, and has come back then."""
        refused = {"no-device.plain": {"instance": -9, "handle": False, "calls": {}}}

        assert no_device.comes_back(refused).seen == 1
        assert no_device.results_of_calls(refused).broken == []


class TestLibraries:
    """A driver's library as the dynamic linker has it."""

    def test_all_symbols_are_there(self) -> None:
        """It opens with all symbols looked up at once."""
        opened = {"load": {"path": "/x.so"}}

        assert (libraries.whole(opened, opened).seen, libraries.whole(opened, opened).broken) == (1, [])

    def test_one_is_missing(self) -> None:
        """The linker's own words are told."""
        result = libraries.whole(
            {"load": {"path": "/x.so"}}, {"load": {"refused": "undefined symbol: missing"}}
        )

        assert "undefined symbol: missing" in result.broken[0].fact

    def test_not_opened_at_all(self) -> None:
        """Nothing is judged then."""
        refused = {"load": {"refused": "no such file"}}

        assert libraries.whole(refused, refused).seen == 0

    def test_a_layer_in_the_library(self) -> None:
        """A library that is both is found to be, and one that is not is not."""
        assert libraries.layer_in(str(mock_library("mock_layer_driver"))) is not None
        assert libraries.layer_in(str(mock_library("mock_icd"))) is None


class TestFrames:
    """What a program is told while it shows frames."""

    def test_an_image_that_is_not_there(self) -> None:
        """An index is one of the swapchain's images."""
        right, wrong = (Session(answers={"present.headless.frames": [code, 9]}) for code in (0, 0x7FFFFFFF))

        assert (surfaces.frames_shown(right).seen, surfaces.frames_shown(right).broken) == (1, [])
        assert surfaces.frames_shown(wrong).said == {
            "present.headless.frames: an image is acquired whose index the swapchain has no image for"
        }

    def test_an_image_that_is_held(self) -> None:
        """What the program has acquired and not shown is its own."""
        right, wrong = (Session(answers={"present-both.both.held_again": times}) for times in (0, 1))

        assert (surfaces.frames_shown(right).seen, surfaces.frames_shown(right).broken) == (1, [])
        assert surfaces.frames_shown(wrong).said == {
            "present-both.both.held_again: an image that was acquired and not shown is acquired once more, after one"
            " vkQueuePresentKHR with an index for each of two swapchains"
        }
