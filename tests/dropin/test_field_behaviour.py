"""What the documents leave open and loaders in the field do: queries that nobody enabled, meta-layers of a device,
displays and present modes of a driver that knows none."""

import json
from pathlib import Path

import pytest
from mock_world import MockWorld
from scripts import Script

from refloader.core.chain.links import REQUIRED

pytestmark = pytest.mark.slow

DISPLAY = "VK_KHR_surface:25,VK_KHR_display:23"
MODES = "VK_KHR_get_surface_capabilities2:1,VK_EXT_surface_maintenance1:1"


class TestQueriesNotEnabled:
    """A driver's instance of 1.0 without the extension lacks the queries of 1.1, even if it returns them."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    @pytest.mark.parametrize(
        ("version", "enabled", "asked"),
        [(0x400000, False, ""), (0x400000, True, "2"), (0x401000, False, "2")],
        ids=["1.0", "extension", "1.1"],
    )
    def test_what_the_driver_is_asked(
        self, script: Script, world: MockWorld, version: int, enabled: bool, asked: str
    ) -> None:
        """The older query answers in the place of the newer one."""
        extension = "VK_KHR_get_physical_device_properties2"
        # Where it is offered, the library enables it for its own use.
        offered = f"{extension}:2" if asked else ""
        world.driver("plain", extensions=offered, trace=str(script.trace))

        named = script(f"""
            s = Session([{extension!r}] if {enabled} else [], version={version})
            room = block(1000059001, *[0] * 300)
            s.command("vkGetPhysicalDeviceProperties2", 2)(s.devices()[0], ctypes.addressof(room))
            say(DeviceHead.from_buffer(room, 16).name.decode())
        """)

        assert named == "mock driver"
        assert len(script.traced(f"vkGetPhysicalDeviceProperties{asked} ")) == 1

    @pytest.mark.rule("AMB-IDFILTER-APIVER")
    @pytest.mark.parametrize(("version", "names"), [(0x400000, []), (0x401000, ["mock driver"])])
    def test_the_filter_of_driver_ids(
        self, script: Script, world: MockWorld, version: int, names: list[str]
    ) -> None:
        """A device whose driver id an application of 1.0 cannot know matches no id."""
        world.driver("plain", driver_id="4")

        assert script(f"say(Session(version={version}).names())", VK_LOADER_DRIVER_ID_FILTER="4") == names

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    def test_a_device_of_version_0(self, script: Script, world: MockWorld) -> None:
        """A device that reports the apiVersion 0 has its ids nevertheless."""
        world.driver("plain", device_api="0.0.0", driver_id="4")

        assert script("say(Session().names())", VK_LOADER_DRIVER_ID_FILTER="4") == ["mock driver"]


class TestDebugUtils:
    """The device commands of VK_EXT_debug_utils exist for an instance that has the extension."""

    @pytest.mark.rule("GPA-APP-04")
    @pytest.mark.parametrize("enabled", [[], ["VK_EXT_debug_utils"]], ids=["without", "with"])
    def test_the_lookup(self, script: Script, world: MockWorld, enabled: list[str]) -> None:
        """A driver may return its functions all the same."""
        world.driver("plain", complete="1")

        found = script(f"""
            s = Session({enabled})
            _, device = s.create_device(s.devices()[0])
            text = ctypes.create_string_buffer(b"vkSetDebugUtilsObjectNameEXT")
            say(s.command("vkGetDeviceProcAddr", 2)(device, ctypes.addressof(text)) != 0)
        """)

        assert found == bool(enabled)


class TestMaintenance5:
    """With the feature maintenance5, vkGetDeviceProcAddr finds no core command of a newer version."""

    @pytest.mark.rule("GPA-APP-02")
    @pytest.mark.parametrize(
        ("version", "feature", "found"),
        [
            (0, 1, []),
            (0x401000, 1, ["vkTrimCommandPool"]),
            (0x401000, 0, ["vkTrimCommandPool", "vkCmdBeginRendering"]),
            (0x403000, 1, ["vkTrimCommandPool", "vkCmdBeginRendering"]),
        ],
    )
    def test_what_is_found(
        self, script: Script, world: MockWorld, version: int, feature: int, found: list[str]
    ) -> None:
        """The version that counts is the application's."""
        world.driver("plain", complete="1", device_extensions="VK_KHR_maintenance5:1")

        said = script(f"""
            s = Session(version={version})
            wanted = block(1000470000, 0, {feature})
            _, device = s.create_device(s.devices()[0], ["VK_KHR_maintenance5"], ctypes.addressof(wanted))
            look = s.command("vkGetDeviceProcAddr", 2)
            names = ["vkTrimCommandPool", "vkCmdBeginRendering"]
            texts = [ctypes.create_string_buffer(name.encode()) for name in names]
            say([name for name, text in zip(names, texts) if look(device, ctypes.addressof(text))])
        """)

        assert said == found


class TestDisplays:
    """A driver without VK_KHR_display beside one that has it."""

    @pytest.mark.rule("EXT-FILTER-02")
    def test_no_modes(self, script: Script, world: MockWorld) -> None:
        """It has no modes and no planes, and creates none; the results are those of the registry."""
        world.driver("shows", extensions=DISPLAY, devices="0")

        said = script("""
            s = Session(["VK_KHR_surface", "VK_KHR_display"])
            device, count, room = s.devices()[0], U32(5), block(*[7] * 9)
            new = block(1000002000, 0, 0, 0x4000000040, 60)
            modes = s.command("vkGetDisplayModePropertiesKHR", 4)(device, 1, ctypes.addressof(count), 0)
            create = s.command("vkCreateDisplayModeKHR", 5)
            made = create(device, 1, ctypes.addressof(new), 0, ctypes.addressof(room))
            plane = s.command("vkGetDisplayPlaneCapabilitiesKHR", 4)(device, 1, 0, ctypes.addressof(room))
            say([modes, count.value, made, plane, list(room)])
        """)

        assert said == [0, 0, -3, 0, [0] * 9]


class TestFunctionsOfExtensionsThatAreNotEnabled:
    """A driver returns functions of instance extensions that it does not have, beside one that has them."""

    ASKED = (
        "vkGetPhysicalDeviceSurfaceSupportKHR",
        "vkGetPhysicalDeviceSurfaceFormatsKHR",
        "vkGetPhysicalDeviceDisplayPropertiesKHR",
        "vkCreateDebugUtilsMessengerEXT",
    )

    @pytest.mark.rule("EXT-FILTER-02")
    def test_it_is_not_asked(self, script: Script, world: MockWorld) -> None:
        """Without the extension, a driver supports no surface, and has neither formats nor displays."""
        told = ",".join(self.ASKED)
        world.driver("lacks", complete="1", told=told, trace=str(script.trace))
        world.driver("has", devices="0", extensions=f"{DISPLAY},VK_EXT_debug_utils:2")

        said = script("""
            s = Session(["VK_KHR_surface", "VK_KHR_display", "VK_EXT_debug_utils"])
            _, surface = s.create_surface(
                "vkCreateDisplayPlaneSurfaceKHR", block(1000002001, 0, 0, 1, 0, 1 << 32, 0, 64 | 64 << 32)
            )
            device, supported, formats, displays = s.devices()[0], U32(7), U32(7), U32(7)
            support = s.command("vkGetPhysicalDeviceSurfaceSupportKHR", 4)
            first = support(device, 0, surface, ctypes.addressof(supported))
            listing = s.command("vkGetPhysicalDeviceSurfaceFormatsKHR", 4)
            second = listing(device, surface, ctypes.addressof(formats), 0)
            listing = s.command("vkGetPhysicalDeviceDisplayPropertiesKHR", 3)
            third = listing(device, ctypes.addressof(displays), 0)
            handle, info = ctypes.c_uint64(0), block(1000128004, 0, 0x1111 << 32, 0x7, 0, 0)
            create = s.command("vkCreateDebugUtilsMessengerEXT", 4)
            fourth = create(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
            say([first, supported.value, second, formats.value, third, displays.value, fourth])
        """)

        assert said == [0] * 7
        assert [line for name in self.ASKED for line in script.traced(f"driver lacks {name}")] == []


class TestPresentModes:
    """A driver without VK_EXT_surface_maintenance1 beside one that has it."""

    @pytest.mark.rule("EXT-FILTER-02")
    @pytest.mark.parametrize("newer", ["", ",VK_KHR_get_surface_capabilities2:1"], ids=["older", "newer"])
    @pytest.mark.parametrize(("room", "answer"), [(2, [0, 1, [1, 77]]), (0, [5, 0, [77, 77]])])
    def test_what_is_filled_in(
        self, script: Script, world: MockWorld, newer: str, room: int, answer: list[object]
    ) -> None:
        """Each present mode is compatible with itself alone, and nothing is scaled."""
        world.driver("plain", extensions=DISPLAY + newer)
        world.driver("has", extensions=f"{DISPLAY},{MODES}", devices="0")

        said = script(f"""
            s = Session(["VK_KHR_surface", "VK_KHR_display", *[name.split(":")[0] for name in {MODES.split(",")}]])
            _, surface = s.create_surface(
                "vkCreateDisplayPlaneSurfaceKHR", block(1000002001, 0, 0, 1, 0, 1 << 32, 0, 64 | 64 << 32)
            )
            modes = (U32 * 2)(77, 77)
            compatible = block(1000274002, 0, {room}, ctypes.addressof(modes))
            scaling = block(1000274001, ctypes.addressof(compatible), *[-1 & 2**64 - 1] * 4)
            asked = block(1000274000, 0, 1)
            info = block(1000119000, ctypes.addressof(asked), surface)
            answer = block(1000119001, ctypes.addressof(scaling), *[0] * 7)
            ask = s.command("vkGetPhysicalDeviceSurfaceCapabilities2KHR", 3)
            result = ask(s.devices()[0], ctypes.addressof(info), ctypes.addressof(answer))
            say([[result, compatible[2] & 0xFFFFFFFF, list(modes)], list((U32 * 7).from_buffer(scaling, 16))])
        """)

        assert said == [answer, [0, 0, 0, 1, 1, 64, 64]]


def meta_layer(world: MockWorld, *components: str) -> None:
    """Write the manifest of VK_LAYER_meta beside that of its first component."""
    body = json.loads((world.folder / f"layers/{components[0]}.json").read_text(encoding="utf-8"))
    layer = {**body["layer"], "name": "VK_LAYER_meta", "component_layers": components}
    body["layer"] = {key: value for key, value in layer.items() if key not in ("library_path", "functions")}
    (world.folder / "layers/VK_LAYER_meta.json").write_text(json.dumps(body), encoding="utf-8")


class TestLayersOfADevice:
    """vkEnumerateDeviceLayerProperties names what is enabled for the instance."""

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_an_active_meta_layer(self, script: Script, world: MockWorld) -> None:
        """A meta-layer stands behind the last of its components."""
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name)
        meta_layer(world, "VK_LAYER_a")

        said = script(
            "s = Session(); say(s.device_layers(s.devices()[0]))",
            VK_INSTANCE_LAYERS="VK_LAYER_meta:VK_LAYER_b",
        )

        assert said == ["VK_LAYER_a", "VK_LAYER_meta", "VK_LAYER_b"]

    @pytest.mark.rule("ACT-DEVLAYER-02")
    @pytest.mark.parametrize(("off", "layers"), [("*_b", ["VK_LAYER_a"]), ("*_[ab]", []), ("*_c", None)])
    def test_a_component_that_is_off(
        self, script: Script, world: MockWorld, off: str, layers: list[str] | None
    ) -> None:
        """A meta-layer without one of its components is not in use; the others are."""
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name)
        meta_layer(world, "VK_LAYER_a", "VK_LAYER_b")
        filters = ",".join(off.replace("[ab]", each) for each in "ab") if "[" in off else off

        said = script(
            "s = Session(layers=['VK_LAYER_meta']); say([s.result, s.device_layers(s.devices()[0])])",
            VK_INSTANCE_LAYERS="",
            VK_LOADER_LAYERS_DISABLE=filters,
        )

        assert said == [0, ["VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_meta"] if layers is None else layers]

    @pytest.mark.rule("ACT-DEVLAYER-02")
    def test_a_component_that_a_settings_file_turns_off(
        self, script: Script, world: MockWorld, tmp_path: Path
    ) -> None:
        """The component does not run, and the meta-layer is in use."""
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name)
        meta_layer(world, "VK_LAYER_a", "VK_LAYER_b")
        off = {"name": "VK_LAYER_a", "path": str(world.folder / "layers/VK_LAYER_a.json"), "control": "off"}
        others = {"name": "", "control": "unordered_layer_location"}
        folder = tmp_path / "home" / ".local/share/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        content = {"file_format_version": "1.0.0", "settings": {"layers": [off, others]}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(content), encoding="utf-8")

        said = script(
            "s = Session(layers=['VK_LAYER_meta']); say([s.result, s.device_layers(s.devices()[0])])",
            VK_INSTANCE_LAYERS="",
            HOME=str(tmp_path / "home"),
            XDG_CONFIG_HOME="",
            XDG_DATA_HOME="",
        )

        assert said == [0, ["VK_LAYER_b", "VK_LAYER_meta"]]

    @pytest.mark.rule("LLP_LOADER_5")
    @pytest.mark.parametrize(
        ("asked", "answer"),
        [
            (["VK_LAYER_meta"], [0, ["VK_LAYER_a", "VK_LAYER_gone", "VK_LAYER_meta"]]),
            (["VK_LAYER_gone"], [-6, []]),
        ],
    )
    def test_a_component_without_library(
        self, script: Script, world: MockWorld, asked: list[str], answer: list[object]
    ) -> None:
        """A component whose library cannot be opened does not run; a layer that is named has to be there."""
        world.layer("VK_LAYER_a")
        world.layer_manifest("VK_LAYER_gone", "/nowhere.so")
        meta_layer(world, "VK_LAYER_a", "VK_LAYER_gone")

        said = script(
            f"""
            s = Session(layers={asked})
            say([s.result, s.device_layers(s.devices()[0]) if s.result == 0 else []])
            """,
            VK_INSTANCE_LAYERS="",
        )

        assert said == answer


class TestRequestedLayers:
    """An implicit layer that is switched off stays off, whoever asks for it."""

    @pytest.mark.rule("AMB-REQUEST-DISABLED", "LLP_LOADER_7")
    def test_it_is_told(self, script: Script, world: MockWorld, tmp_path: Path) -> None:
        """vkCreateInstance succeeds without it, and a warning says why."""
        world.implicit("VK_LAYER_i")
        log = tmp_path / "log"

        said = script(
            f"""
            import os
            os.dup2(os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT), 2)
            s = Session(layers=["VK_LAYER_i"])
            say([s.result, s.device_layers(s.devices()[0])])
            """,
            DISABLE_VK_LAYER_i="1",
            VK_LOADER_DEBUG="warn",
        )

        assert said == [0, []]
        assert "DISABLE_VK_LAYER_i" in log.read_text(encoding="utf-8")


class TestListedDevices:
    """While a settings file lists devices, the variables of drivers are passed over."""

    @pytest.mark.rule("AMB-SETTINGS-DEVICES")
    @pytest.mark.parametrize(
        "variables",
        [{"VK_DRIVER_FILES": "/nowhere.json"}, {"VK_LOADER_DRIVERS_DISABLE": "*"}],
        ids=["files", "filter"],
    )
    @pytest.mark.parametrize("folder", [".config", ".local/share"])
    def test_the_drivers_of_the_file(
        self, script: Script, world: MockWorld, variables: dict[str, str], folder: str
    ) -> None:
        """The driver that the file adds is used; the file may lie in a folder of manifests too."""
        listed = {"deviceUUID": [1] * 16, "driverUUID": [0xD0] * 16, "driverVersion": 1}
        drivers = [{"path": str(world.folder / "plain.json")}]
        body = {"device_configurations": [listed], "additional_drivers": drivers}
        home = world.folder / "home"
        place = home / folder / "vulkan/loader_settings.d"
        place.mkdir(parents=True)
        settings = json.dumps({"file_format_version": "1.0.0", "settings": body})
        (place / "vk_loader_settings.json").write_text(settings, encoding="utf-8")
        homes = {"HOME": str(home), "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""}

        assert script("say(Session().names())", **homes, **variables) == ["mock driver"]


class TestSurfacesOfOthers:
    """A driver without the extensions of a surface beside one that has them."""

    @pytest.mark.rule("EXT-FILTER-02")
    def test_nothing_is_listed(self, script: Script, world: MockWorld) -> None:
        """It supports no surface: zeros and empty lists, and results that the registry has."""
        world.driver("shows", extensions="VK_KHR_surface:25,VK_EXT_headless_surface:1", devices="0")

        said = script("""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            device, room, count = s.devices()[0], block(*[7] * 8), U32(5)
            ask = s.command("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", 3)
            results = [ask(device, surface, ctypes.addressof(room))]
            counts = []
            for name in ("SurfaceFormatsKHR", "SurfacePresentModesKHR", "PresentRectanglesKHR"):
                count.value = 5
                ask = s.command(f"vkGetPhysicalDevice{name}", 4)
                results.append(ask(device, surface, ctypes.addressof(count), 0))
                counts.append(count.value)
            s.command("vkDestroySurfaceKHR", 3)(s.instance, surface, 0)
            say([results, counts, list(room)[:6]])
        """)

        assert said == [[0, 0, 0, 0], [0, 0, 0], [0] * 6]


class TestLookups:
    """What a lookup answers for commands that were not enabled, or that a layer does not know."""

    @pytest.mark.rule("GPA-APP-03")
    @pytest.mark.parametrize("enabled", [[], ["VK_KHR_swapchain"]], ids=["not enabled", "enabled"])
    def test_swapchains(self, script: Script, world: MockWorld, enabled: list[str]) -> None:
        """Drivers answer all the same; an application gets NULL unless it has enabled VK_KHR_swapchain."""
        self._answers_all_the_same(world, "VK_KHR_swapchain:70")

        found = script(f"""
            s = Session(["VK_KHR_surface"])
            _, device = s.create_device(s.devices()[0], {enabled})
            address = s.loader.look_up(s.instance, "vkGetDeviceProcAddr")
            find = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_char_p)(address)
            say([bool(find(device, name)) for name in (b"vkCreateSwapchainKHR", b"vkQueuePresentKHR")])
        """)

        assert found == [bool(enabled)] * 2

    @pytest.mark.rule("GPA-APP-03")
    def test_swapchains_of_a_layer(self, script: Script, world: MockWorld) -> None:
        """What a layer enables below the application, the application has not enabled."""
        both = "VK_KHR_surface:25,VK_KHR_swapchain:70"
        world.driver("plain", extensions=both, device_extensions=both, trace=str(script.trace))
        world.layer("VK_LAYER_TEST_adds", add_device_extensions="VK_KHR_swapchain")

        found = script("""
            s = Session(["VK_KHR_surface"])
            _, device = s.create_device(s.devices()[0])
            address = s.loader.look_up(s.instance, "vkGetDeviceProcAddr")
            find = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_char_p)(address)
            say(bool(find(device, b"vkCreateSwapchainKHR")))
        """)

        assert found is False
        assert script.traced("driver", "vkCreateDevice", "VK_KHR_swapchain")

    @pytest.mark.rule("CHAIN-TERM-03")
    def test_calls_of_what_a_layer_enables(self, script: Script, world: MockWorld) -> None:
        """An export reaches the driver if a layer has enabled the extension, as in the field."""
        both = "VK_KHR_surface:25,VK_EXT_headless_surface:1,VK_KHR_swapchain:70"
        world.driver(
            "plain", extensions=both, device_extensions=both, surfaces="own", trace=str(script.trace)
        )
        world.layer("VK_LAYER_TEST_adds", add_device_extensions="VK_KHR_swapchain")

        said = script("""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            _, device = s.create_device(s.devices()[0])
            info, out = block(1000001000, 0, 0, surface, 2, *[0] * 8), ctypes.c_uint64()
            create = ctypes.CDLL("libvulkan.so.1").vkCreateSwapchainKHR
            create.argtypes = [ctypes.c_uint64] * 4
            say(create(device, ctypes.addressof(info), 0, ctypes.addressof(out)))
        """)

        assert said == 0
        assert len(script.traced("driver", "vkCreateSwapchainKHR surface=own:HEADLESS")) == 1

    @pytest.mark.rule("GPA-APP-03")
    @pytest.mark.parametrize("enabled", [True, False])
    @pytest.mark.parametrize(
        ("extension", "command"),
        [
            ("VK_EXT_debug_marker", "vkDebugMarkerSetObjectNameEXT"),
            ("VK_EXT_debug_marker", "vkDebugMarkerSetObjectTagEXT"),
            ("VK_KHR_display_swapchain", "vkCreateSharedSwapchainsKHR"),
            ("VK_KHR_swapchain", "vkGetDeviceGroupSurfacePresentModesKHR"),
            ("VK_KHR_device_group", "vkGetDeviceGroupSurfacePresentModesKHR"),
        ],
    )
    def test_exchanged_handles(
        self, script: Script, world: MockWorld, extension: str, command: str, enabled: bool
    ) -> None:
        """The same holds for the commands below which the loader exchanges its handles for the driver's."""
        self._answers_all_the_same(world, f"{extension}:1")

        found = script(f"""
            s = Session(["VK_KHR_surface"])
            _, device = s.create_device(s.devices()[0], {[extension] if enabled else []})
            address = s.loader.look_up(s.instance, "vkGetDeviceProcAddr")
            find = ctypes.CFUNCTYPE(ctypes.c_void_p, ctypes.c_uint64, ctypes.c_char_p)(address)
            say(bool(find(device, {command.encode()!r})))
        """)

        assert found is enabled

    @staticmethod
    def _answers_all_the_same(world: MockWorld, extension: str) -> None:
        """A driver that lists a device extension among those of the instance too, and so always has its commands."""
        world.driver("plain", extensions=f"VK_KHR_surface:25,{extension}", device_extensions=extension)

    @pytest.mark.rule("GPA-ORDER-01")
    def test_a_layer_that_stops_the_question(self, script: Script, world: MockWorld) -> None:
        """A layer that knows no unknown command makes a physical device's command not a device's."""
        world.driver("plain", unknown_physical="vkFrobPhysicalX", trace=str(script.trace))
        world.layer("VK_LAYER_a", violate="DISPATCH-LAYER-05")

        script("""
            s = Session()
            say(s.command("vkFrobPhysicalX", 2)(s.devices()[0], 9))
        """)

        assert len(script.traced("vkFrobPhysicalX handle=physical_device second=0x9")) == 1

    @pytest.mark.rule("GPA-ORDER-01")
    def test_a_layer_that_answers_null(self, script: Script, world: MockWorld) -> None:
        """A layer that answers NULL for a device's unknown command does not hide it either."""
        world.driver("plain", unknown_device="vkFrobDeviceX")
        world.layer("VK_LAYER_a", violate="DISPATCH-LAYER-03")

        found = script("""
            s = Session()
            say([bool(s.loader.look_up(s.instance, name)) for name in ("vkFrobDeviceX", "vkFrobDeviceY")])
        """)

        assert found == [True, False]


class TestNoMemory:
    """A driver that has no memory for the list of its devices, beside another one."""

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.parametrize("command", ["vkEnumeratePhysicalDevices", "vkEnumeratePhysicalDeviceGroups"])
    def test_the_call_fails(self, script: Script, world: MockWorld, command: str) -> None:
        """A shorter list would be taken for the whole; the next call may have memory."""
        world.driver("plain")
        world.driver("poor", fail="vkEnumeratePhysicalDevices:-1")

        said = script(f"""
            s = Session(version=0x401000)
            count = U32(5)
            say(s.command({command!r}, 3)(s.instance, ctypes.addressof(count), 0))
        """)

        assert said == -1


class TestRequiredCommands:
    """A driver without a command of Vulkan 1.0 that the loader itself calls is left out, as by all builds."""

    @pytest.mark.rule("LDP_LOADER_1")
    @pytest.mark.parametrize("command", REQUIRED)
    def test_beside_another(self, script: Script, world: MockWorld, command: str) -> None:
        """The other driver's devices are the only ones."""
        world.driver("lacking", device_name="lacking", null=command)

        assert script("say(Session().names())") == ["mock driver"]

    @pytest.mark.rule("LDP_LOADER_1")
    def test_alone(self, script: Script, world: MockWorld) -> None:
        """No driver is left, so vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER."""
        world.driver("plain", null="vkCreateDevice")

        assert script("say(Session().result)") == -9

    @pytest.mark.rule("LDP_LOADER_1")
    def test_a_command_of_a_device(self, script: Script, world: MockWorld) -> None:
        """What the loader only passes on may be missing."""
        world.driver("plain", null="vkQueueWaitIdle")

        assert script("say(Session().names())") == ["mock driver"]


class TestProtectedSurfaces:
    """A driver without VK_KHR_surface_protected_capabilities beside one that has it."""

    @pytest.mark.rule("EXT-FILTER-02")
    @pytest.mark.parametrize("newer", ["", ",VK_KHR_get_surface_capabilities2:1"], ids=["older", "newer"])
    def test_nothing_is_protected(self, script: Script, world: MockWorld, newer: str) -> None:
        """The loader fills in the structure that the driver does not know."""
        names = [
            "VK_KHR_surface",
            "VK_KHR_get_surface_capabilities2",
            "VK_KHR_surface_protected_capabilities",
        ]
        world.driver("plain", extensions="VK_KHR_surface:25,VK_EXT_headless_surface:1" + newer)
        world.driver("has", extensions=",".join(f"{name}:1" for name in names), devices="0")

        said = script(f"""
            s = Session([*{names}, "VK_EXT_headless_surface"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            protected = block(1000239000, 0, 77)
            info = block(1000119000, 0, surface)
            answer = block(1000119001, ctypes.addressof(protected), *[0] * 7)
            ask = s.command("vkGetPhysicalDeviceSurfaceCapabilities2KHR", 3)
            say([ask(s.devices()[0], ctypes.addressof(info), ctypes.addressof(answer)), protected[2]])
        """)

        assert said == [0, 0]


class TestLongNames:
    """A name that does not fit the array of 256 bytes is not listed, because a part of it could not be requested."""

    @pytest.mark.parametrize(("size", "listed"), [(255, True), (256, False)])
    def test_a_layer(self, script: Script, world: MockWorld, size: int, listed: bool) -> None:
        """A layer whose name has this many bytes."""
        name = "VK_LAYER_".ljust(size, "a")
        _manifest(world, name)

        found = script("""
            rows = ctypes.create_string_buffer(520 * 4)
            count = U32(4)
            call = Loader("libvulkan.so.1").command(None, "vkEnumerateInstanceLayerProperties", POINTER, POINTER)
            call(ctypes.addressof(count), ctypes.addressof(rows))
            say([rows[520 * at : 520 * at + 256].split(b"\\0")[0].decode() for at in range(count.value)])
        """)

        assert (name[:255] in found) == listed

    @pytest.mark.parametrize(("size", "listed"), [(255, 1), (256, 0)])
    def test_an_extension(self, script: Script, world: MockWorld, size: int, listed: int) -> None:
        """A layer's extension whose name has this many bytes."""
        extension = {"name": "VK_X_".ljust(size, "a"), "spec_version": "1"}
        _manifest(world, "VK_LAYER_a", instance_extensions=[extension])

        found = script("""
            count = U32(9)
            text = ctypes.create_string_buffer(b"VK_LAYER_a")
            call = Loader("libvulkan.so.1").command(
                None, "vkEnumerateInstanceExtensionProperties", POINTER, POINTER, POINTER
            )
            call(ctypes.addressof(text), ctypes.addressof(count), 0)
            say(count.value)
        """)

        assert found == listed


def _manifest(world: MockWorld, name: str, **keys: object) -> None:
    """Write a manifest of a layer that no instance asks for."""
    layer = {"name": name, "type": "GLOBAL", "library_path": "/nowhere.so", "api_version": "1.3.0"}
    layer |= {"implementation_version": "1", "description": "a layer", **keys}
    body = {"file_format_version": "1.1.2", "layer": layer}
    (world.folder / "layers" / "long.json").write_text(json.dumps(body))


class TestNoGroups:
    """Without a device, the enumeration of groups fails like that of devices."""

    def test_the_count(self, script: Script, world: MockWorld) -> None:
        """The number that is asked for is 0, as in the field."""
        world.driver("plain", devices="0")

        said = script("""
            s, count = Session(), U32(9)
            call = s.command("vkEnumeratePhysicalDeviceGroups", 3)
            result = ctypes.c_int(call(s.instance, ctypes.addressof(count), 0)).value
            say([result, count.value])
        """)

        assert said == [-3, 0]
