"""Surfaces on the drop-in library: containers above, own surfaces or plain structures below."""

from typing import Any

import pytest
from mock_world import MockWorld
from scripts import Script

WSI = "VK_KHR_surface:25"
ONE, TWO, GGP = "0, 0x11", "0, 0x11, 0x22", "0x11 << 32"
# Command, extension, structure type, the words behind pNext, what the driver sees.
PLAIN = {
    "vkCreateWin32SurfaceKHR": ("VK_KHR_win32_surface", 1000009000, TWO, "WIN32 hinstance=0x11 hwnd=0x22"),
    "vkCreateAndroidSurfaceKHR": ("VK_KHR_android_surface", 1000008000, ONE, "ANDROID window=0x11"),
    "vkCreateMacOSSurfaceMVK": ("VK_MVK_macos_surface", 1000123000, ONE, "MACOS pView=0x11"),
    "vkCreateIOSSurfaceMVK": ("VK_MVK_ios_surface", 1000122000, ONE, "IOS pView=0x11"),
    "vkCreateMetalSurfaceEXT": ("VK_EXT_metal_surface", 1000217000, ONE, "METAL pLayer=0x11"),
    "vkCreateDirectFBSurfaceEXT": (
        "VK_EXT_directfb_surface",
        1000346000,
        TWO,
        "DIRECTFB dfb=0x11 surface=0x22",
    ),
    "vkCreateViSurfaceNN": ("VK_NN_vi_surface", 1000062000, ONE, "VI window=0x11"),
    "vkCreateScreenSurfaceQNX": ("VK_QNX_screen_surface", 1000378000, TWO, "SCREEN context=0x11 window=0x22"),
    "vkCreateWaylandSurfaceKHR": (
        "VK_KHR_wayland_surface",
        1000006000,
        TWO,
        "WAYLAND display=0x11 surface=0x22",
    ),
    "vkCreateXcbSurfaceKHR": ("VK_KHR_xcb_surface", 1000005000, TWO, "XCB connection=0x11 window=0x22"),
    "vkCreateXlibSurfaceKHR": ("VK_KHR_xlib_surface", 1000004000, TWO, "XLIB dpy=0x11 window=0x22"),
    "vkCreateHeadlessSurfaceEXT": ("VK_EXT_headless_surface", 1000256000, "0", "HEADLESS"),
    "vkCreateImagePipeSurfaceFUCHSIA": ("VK_FUCHSIA_imagepipe_surface", 1000214000, "0", "FUCHSIA"),
    "vkCreateStreamDescriptorSurfaceGGP": (
        "VK_GGP_stream_descriptor_surface",
        1000049000,
        GGP,
        "GGP streamDescriptor=0x11",
    ),
    "vkCreateDisplayPlaneSurfaceKHR": (
        "VK_KHR_display",
        1000002001,
        "0, 0x11, 2 | 3 << 32, 4 | 5 << 32, 6 | 7 << 32, 8",
        "DISPLAY displayMode=0x11 planeIndex=0x2 planeStackIndex=0x3 transform=0x4 globalAlpha=0x5"
        " alphaMode=0x6 width=0x7 height=0x8",
    ),
}
OWN_ONLY = {
    "vkCreateSurfaceOHOS": ("VK_OHOS_surface", 1000685000, ONE, "OHOS window=0x11"),
    "vkCreateUbmSurfaceSEC": ("VK_SEC_ubm_surface", 1000664000, TWO, "UBM device=0x11 surface=0x22"),
}
"""Windowing systems for which drivers have no structure to cast a surface to."""
PLATFORMS = PLAIN | OWN_ONLY
SUPPORT = """
    s = Session(["VK_KHR_surface", "{extension}"])
    result, surface = s.create_surface("{command}", block({kind}, 0, {info}))
    supported = U32(0)
    ask = s.command("vkGetPhysicalDeviceSurfaceSupportKHR", 4)
    results = [ask(device, 0, surface, ctypes.addressof(supported)) for device in s.devices()] if surface else []
    s.command("vkDestroySurfaceKHR", 3)(s.instance, surface, 0)
    s.destroy()
    say([result, results])
"""


UNFILTERED = {"VK_LOADER_DISABLE_INST_EXT_FILTER": "1"}
"""On Linux, the windowing systems of other platforms are unknown extensions."""


def support(command: str) -> str:
    """A script that makes a surface and asks each device whether it can present to it."""
    extension, kind, info, _ = PLATFORMS[command]
    return SUPPORT.format(command=command, extension=extension, kind=kind, info=info)


class TestPlatforms:
    """A surface can be made for each windowing system, with or without the driver's help."""

    @pytest.mark.parametrize("command", PLAIN)
    @pytest.mark.rule("WSI-SURFACE-01", "WSI-SURFACE-03", "LDP_LOADER_11")
    def test_plain(self, script: Script, world: MockWorld, command: str) -> None:
        """A driver that makes no surfaces is handed the loader's structure."""
        extension, _, _, seen = PLATFORMS[command]
        world.driver("p", extensions=f"{WSI},{extension}:1", surfaces="loader", trace=str(script.trace))

        assert script(support(command), **UNFILTERED)[0] == 0
        assert script.traced("driver p vkCreate", "Surface") == []
        assert len(script.traced(f"surface=loader:{seen}")) == 1
        assert script.traced("VIOLATION") == []

    @pytest.mark.parametrize("command", PLATFORMS)
    @pytest.mark.rule("WSI-SURFACE-05", "WSI-SURFACE-06", "LDP_LOADER_11")
    def test_own(self, script: Script, world: MockWorld, command: str) -> None:
        """A driver that makes surfaces is handed its own, made of the application's create info."""
        extension, _, _, seen = PLATFORMS[command]
        name, _, fields = seen.partition(" ")
        world.driver("o", extensions=f"{WSI},{extension}:1", surfaces="own", trace=str(script.trace))

        assert script(support(command), **UNFILTERED)[0] == 0
        assert len(script.traced(f"driver o {command}", fields)) == 1
        assert len(script.traced(f"surface=own:{name}")) == 1
        assert len(script.traced("driver o vkDestroySurfaceKHR")) == 1
        assert script.traced("VIOLATION") == []

    @pytest.mark.parametrize("command", OWN_ONLY)
    def test_nobody_makes_it(self, script: Script, world: MockWorld, command: str) -> None:
        """Where the loader has no structure and no driver a surface, there is none."""
        extension, *_ = PLATFORMS[command]
        world.driver("p", extensions=f"{WSI},{extension}:1", surfaces="loader", trace=str(script.trace))

        assert script(support(command), **UNFILTERED) == [-7, []]


class TestSharing:
    """One surface serves all drivers (LDP_LOADER_10, LDP_LOADER_11)."""

    @pytest.mark.rule("LDP_LOADER_10", "LDP_LOADER_11", "WSI-SURFACE-05", "WSI-SURFACE-06", "IFACE-ICD-V3-01")
    def test_each_driver_its_own_way(self, script: Script, world: MockWorld) -> None:
        """A driver without the extension is never asked; the others get what they understand."""
        flags: dict[str, Any] = {"extensions": f"{WSI},VK_EXT_headless_surface:1", "trace": str(script.trace)}
        world.driver("own", surfaces="own", **flags)
        world.driver("plain_one", surfaces="loader", **flags)
        world.driver("old", surfaces="own", interface="2", **flags)

        script(support("vkCreateHeadlessSurfaceEXT"))

        assert len(script.traced("driver own", "surface=own:HEADLESS")) == 1
        assert len(script.traced("driver plain_one", "surface=loader:HEADLESS")) == 1
        assert script.traced("driver old vkCreateHeadlessSurfaceEXT") == []

    @staticmethod
    def drivers(script: Script, world: MockWorld, **fails: str) -> None:
        """Two drivers with surfaces of their own, of which these fail."""
        for name in ("good", "bad"):
            flags = {"fail": f"vkCreateHeadlessSurfaceEXT:{fails[name]}"} if name in fails else {}
            extensions = f"{WSI},VK_EXT_headless_surface:1"
            world.driver(name, extensions=extensions, surfaces="own", trace=str(script.trace), **flags)

    def made_and_gone(self, script: Script) -> list[int]:
        """How many surfaces the good driver made, and how many were destroyed."""
        return [
            len(script.traced("driver good", what)) for what in ("vkCreateHeadless", "vkDestroySurfaceKHR")
        ]

    @pytest.mark.parametrize("code", [-1, -2, -1000000001])
    def test_one_driver_fails(self, script: Script, world: MockWorld, code: int) -> None:
        """If memory is short or the window is in use there is no surface, and those already made are destroyed."""
        self.drivers(script, world, bad=str(code))

        assert script(support("vkCreateHeadlessSurfaceEXT")) == [code, []]
        assert self.made_and_gone(script) == [1, 1]

    @pytest.mark.parametrize("code", [-3, -13])
    def test_one_driver_cannot(self, script: Script, world: MockWorld, code: int) -> None:
        """A driver that fails for another reason is not asked about the surface and does not destroy it."""
        self.drivers(script, world, bad=str(code))

        assert set(script(support("vkCreateHeadlessSurfaceEXT"))[1]) == {0}
        assert self.made_and_gone(script) == [1, 1]
        assert script.traced("driver good vkGetPhysicalDeviceSurfaceSupportKHR") != []
        assert script.traced("driver bad vkGetPhysicalDeviceSurfaceSupportKHR") == []
        assert script.traced("driver bad vkDestroySurfaceKHR") == []
        assert script.traced("VIOLATION") == []

    def test_all_drivers_fail(self, script: Script, world: MockWorld) -> None:
        """Then the command does, with the first error."""
        self.drivers(script, world, good="-3", bad="-13")

        assert script(support("vkCreateHeadlessSurfaceEXT")) == [-3, []]
        assert script.traced("vkDestroySurfaceKHR") == []

    def test_one_driver_fails_as_a_release(self, script: Script, world: MockWorld) -> None:
        """As a loader of a release that creates surfaces at once, the library fails."""
        self.drivers(script, world, bad="-3")

        assert script(support("vkCreateHeadlessSurfaceEXT"), REFLOADER_AGE="1.3.290") == [-3, []]
        assert self.made_and_gone(script) == [1, 1]


class TestWithoutTheExtension:
    """A command of an extension that is not enabled is not there."""

    def test_no_function(self, script: Script) -> None:
        """vkGetInstanceProcAddr has nothing for it."""
        assert script('say(Session().loader.look_up(Session().instance, "vkCreateHeadlessSurfaceEXT"))') == 0


class TestDestruction:
    """vkDestroySurfaceKHR takes NULL."""

    def test_null(self, script: Script, world: MockWorld) -> None:
        """Nothing happens."""
        world.driver("s", extensions=WSI, trace=str(script.trace))

        assert (
            script("""
            s = Session(["VK_KHR_surface"])
            s.command("vkDestroySurfaceKHR", 3)(s.instance, 0, 0)
            say(1)
        """)
            == 1
        )
        assert script.traced("VIOLATION") == []


class TestMemory:
    """A surface's container comes from the application's allocator."""

    @pytest.mark.parametrize("surfaces", ["own", "loader"])
    def test_every_failure(self, script: Script, world: MockWorld, surfaces: str) -> None:
        """An allocation that fails is VK_ERROR_OUT_OF_HOST_MEMORY; nothing stays behind either way."""
        world.driver("s", extensions=f"{WSI},VK_EXT_headless_surface:1", surfaces=surfaces, use_allocator="1")

        said = script("""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface"])
            answers = []
            for nth in range(1, 9):
                memory = Allocator(nth)
                info = block(1000256000, 0, 0)
                result, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", info, memory.address)
                if result == 0:
                    s.command("vkDestroySurfaceKHR", 3)(s.instance, surface, memory.address)
                answers.append([result, len(memory.held)])
            say(answers)
        """)

        fails = 2 if surfaces == "own" else 1
        assert said == [[-1, 0]] * fails + [[0, 0]] * (8 - fails)
