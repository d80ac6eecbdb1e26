"""Where the documents are silent and all measured loaders agree: what the library does is what they do."""

import json
import sys
from pathlib import Path

import pytest
from mock_world import MockWorld
from programs import Program
from scripts import Script

pytestmark = pytest.mark.slow

HOSTS = Path(__file__).resolve().parent / "hosts"
WSI = "VK_KHR_surface:25,VK_EXT_headless_surface:1"


class TestTools:
    """A driver's tools are asked for through the command that the device has."""

    @pytest.mark.parametrize(
        ("command", "device_api", "extension", "asked"),
        [
            ("vkGetPhysicalDeviceToolProperties", "1.3.0", "", 1),
            ("vkGetPhysicalDeviceToolProperties", "1.2.0", "", 0),
            ("vkGetPhysicalDeviceToolProperties", "1.2.0", "VK_EXT_tooling_info:1", 0),
            ("vkGetPhysicalDeviceToolPropertiesEXT", "1.2.0", "VK_EXT_tooling_info:1", 1),
            ("vkGetPhysicalDeviceToolPropertiesEXT", "1.3.0", "", 0),
        ],
    )
    def test_which_command(
        self, script: Script, world: MockWorld, command: str, device_api: str, extension: str, asked: int
    ) -> None:
        """A function that the device does not have is not called, even if the driver returns it."""
        world.driver(
            "plain",
            api="1.3.0",
            complete="1",
            device_api=device_api,
            device_extensions=extension,
            trace=str(script.trace),
        )

        said = script(f"""
            s, count = Session(), U32(7)
            result = s.command({command!r}, 3)(s.devices()[0], ctypes.addressof(count), 0)
            say([result, count.value == 7])
        """)

        assert said == [0, False]
        assert bool(script.traced("vkGetPhysicalDeviceToolProperties")) == bool(asked)


class TestLeftObjects:
    """What an application leaves behind is destroyed with its instance."""

    def test_surfaces_and_messengers(self, script: Script, world: MockWorld) -> None:
        """The driver's own objects go before the driver's instance."""
        world.driver(
            "plain", extensions=f"{WSI},VK_EXT_debug_utils:2", surfaces="own", trace=str(script.trace)
        )

        script("""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface", "VK_EXT_debug_utils"])
            s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            handle, info = ctypes.c_uint64(0), block(1000128004, 0, 0x1111 << 32, 0x7, 0, 0)
            create = s.command("vkCreateDebugUtilsMessengerEXT", 4)
            create(s.instance, ctypes.addressof(info), 0, ctypes.addressof(handle))
            s.destroy()
            say(0)
        """)

        ends = [line.split()[2] for line in script.traced("driver plain vkDestroy")]
        assert sorted(ends[:2]) == ["vkDestroyDebugUtilsMessengerEXT", "vkDestroySurfaceKHR"]
        assert ends[2:] == ["vkDestroyInstance"]

    @pytest.mark.parametrize(("instance", "objects"), [(True, False), (False, True), (True, True)])
    def test_their_callbacks(self, script: Script, world: MockWorld, instance: bool, objects: bool) -> None:
        """They are given back with the callbacks with which they were created, not with the instance's."""
        world.driver("plain", extensions=f"{WSI},VK_EXT_debug_utils:2")

        said = script(f"""
            mine, other = Allocator(), Allocator()
            first, second = mine.address * {instance:d}, other.address * {objects:d}
            extensions = ["VK_KHR_surface", "VK_EXT_headless_surface", "VK_EXT_debug_utils"]
            s = Session(extensions, allocator=first)
            s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0), second)
            handle, info = ctypes.c_uint64(0), block(1000128004, 0, 0x1111 << 32, 0x7, 0, 0)
            create = s.command("vkCreateDebugUtilsMessengerEXT", 4)
            create(s.instance, ctypes.addressof(info), second, ctypes.addressof(handle))
            used = bool(other.calls)
            s.destroy(first)
            say([used, len(mine.held), len(other.held), mine.strange, other.strange])
        """)

        assert said == [objects, 0, 0, 0, 0]


class TestSurfacesOfADriverWithoutThem:
    """A driver with VK_KHR_surface, but without the extension of the windowing system, is not shown the surface."""

    def test_the_queries(self, script: Script, world: MockWorld) -> None:
        """It cannot present, and the other queries fail."""
        world.driver("plain", extensions="VK_KHR_surface:25", trace=str(script.trace))
        world.driver("shows", extensions=WSI, devices="0")

        said = script("""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            device, room, count, shown = s.devices()[0], block(*[7] * 8), U32(5), U32(9)
            ask = s.command("vkGetPhysicalDeviceSurfaceSupportKHR", 4)
            results = [ask(device, 0, surface, ctypes.addressof(shown)), shown.value]
            ask = s.command("vkGetPhysicalDeviceSurfaceCapabilitiesKHR", 3)
            results.append(ask(device, surface, ctypes.addressof(room)))
            for name in ("SurfaceFormatsKHR", "SurfacePresentModesKHR"):
                ask = s.command(f"vkGetPhysicalDevice{name}", 4)
                results.append(ask(device, surface, ctypes.addressof(count), 0))
            s.command("vkDestroySurfaceKHR", 3)(s.instance, surface, 0)
            say(results)
        """)

        assert said == [0, 0, -7, -7, -7]
        assert script.traced("driver plain", "Surface") == []

    def test_its_devices(self, script: Script, world: MockWorld) -> None:
        """Nor does a device of it get the surface for a swapchain or for the modes of a group."""
        extensions = ["VK_KHR_swapchain", "VK_KHR_display_swapchain", "VK_KHR_device_group"]
        modes = "vkGetDeviceGroupSurfacePresentModesKHR"
        offered = ",".join(f"{each}:1" for each in extensions)
        world.driver(
            "plain",
            extensions="VK_KHR_surface:25,VK_KHR_display:23",
            device_extensions=offered,
            told=f"vkCreateSwapchainKHR,vkCreateSharedSwapchainsKHR,{modes}",
            trace=str(script.trace),
        )
        world.driver("shows", extensions=WSI, devices="0")

        said = script(f"""
            s = Session(["VK_KHR_surface", "VK_KHR_display", "VK_EXT_headless_surface"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            result, device = s.create_device(s.devices()[0], {extensions})
            info, room = block(1000001000, 0, 0, surface, *[0] * 20), block(0)
            given, kept = ctypes.addressof(info), ctypes.addressof(room)
            say([
                result,
                s.command("vkCreateSwapchainKHR", 4)(device, given, 0, kept),
                s.command("vkCreateSharedSwapchainsKHR", 5)(device, 1, given, 0, kept),
                s.command({modes!r}, 3)(device, surface, kept),
            ])
        """)

        assert said == [0, -7, -7, -7]
        assert script.traced("driver plain", "Swapchain") == []
        assert script.traced("driver plain", "PresentModes") == []

    @pytest.mark.parametrize(("system", "named"), [("", 0), (",VK_EXT_headless_surface:1", 1)])
    def test_its_name(self, script: Script, world: MockWorld, system: str, named: int) -> None:
        """A name for the surface is taken without the driver, which does not know it."""
        name = "vkSetDebugUtilsObjectNameEXT"
        extensions = f"VK_KHR_surface:25,VK_EXT_debug_utils:2{system}"
        world.driver("plain", extensions=extensions, told=name, trace=str(script.trace))
        world.driver("shows", extensions=WSI, devices="0")

        said = script(f"""
            s = Session(["VK_KHR_surface", "VK_EXT_headless_surface", "VK_EXT_debug_utils"])
            _, surface = s.create_surface("vkCreateHeadlessSurfaceEXT", block(1000256000, 0, 0))
            _, device = s.create_device(s.devices()[0])
            text = ctypes.create_string_buffer(b"window")
            info = block(1000128000, 0, 1000000000, surface, ctypes.addressof(text))
            say(s.command({name!r}, 2)(device, ctypes.addressof(info)))
        """)

        assert said == 0
        assert len(script.traced(f"driver plain {name}")) == named


class TestNotEnabled:
    """A driver of 1.0 is not asked through an extension that its instance does not have."""

    @pytest.mark.rule("LDP_LOADER_8", "EXT-FILTER-02")
    def test_groups(self, script: Script, world: MockWorld) -> None:
        """Also for an application of 1.1: the driver's instance is of 1.0."""
        world.driver(
            "plain",
            keys={"api_version": "1.0.0"},
            api="1.0.0",
            devices="2",
            groups="0+1",
            extensions="VK_KHR_device_group_creation:1",
            complete="1",
        )

        assert script("s = Session(version=0x401000); say([len(each) for each in s.groups()])") == [1, 1]


@pytest.mark.parametrize("code", [1, 5, 1000268000])
class TestPositiveResults:
    """A positive result of a command that creates is passed on, without an object."""

    def test_a_layers_instance(self, script: Script, world: MockWorld, code: int) -> None:
        """The result of the layer's vkCreateInstance."""
        world.driver("plain")
        world.layer("VK_LAYER_TEST_a", fail=f"vkCreateInstance:{code}")

        assert script("s = Session(); say([s.result, s.instance])") == [code, 0]

    def test_a_drivers_instance(self, script: Script, world: MockWorld, code: int) -> None:
        """A driver that returns one is left out; the others go on."""
        world.driver("bad", fail=f"vkCreateInstance:{code}")
        world.driver("plain", device_name="other")

        assert script("say(Session().names())") == ["other"]

    def test_a_drivers_device(self, script: Script, world: MockWorld, code: int) -> None:
        """The result of the driver's vkCreateDevice."""
        world.driver("plain", fail=f"vkCreateDevice:{code}")

        assert script("s = Session(); say(s.create_device(s.devices()[0]))") == [code, 0]

    @pytest.mark.parametrize("layers", [[], ["VK_LAYER_TEST_a"]], ids=["no layer", "a layer"])
    def test_a_drivers_list_of_extensions(
        self, script: Script, world: MockWorld, code: int, layers: list[str]
    ) -> None:
        """The result of the driver's vkEnumerateDeviceExtensionProperties is that of vkCreateDevice."""
        world.driver("plain", fail=f"vkEnumerateDeviceExtensionProperties:{code}")
        world.layer("VK_LAYER_TEST_a")

        assert script(f"s = Session(layers={layers}); say(s.create_device(s.devices()[0]))") == [code, 0]


class TestOverrideLayers:
    """An override layer without components counts."""

    @pytest.mark.rule("AMB-META-EMPTY")
    def test_its_blacklist(self, script: Script, world: MockWorld) -> None:
        """A layer that it names cannot be requested, and the override layer itself can."""
        world.driver("plain")
        world.layer("VK_LAYER_TEST_a")
        override = {
            "name": "VK_LAYER_LUNARG_override",
            "type": "GLOBAL",
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "An override layer",
            "disable_environment": {"DISABLE_OVERRIDE": "1"},
            "component_layers": [],
            "blacklisted_layers": ["VK_LAYER_TEST_a"],
        }
        manifest = json.dumps({"file_format_version": "1.1.2", "layer": override})
        (world.folder / "implicit" / "override.json").write_text(manifest)

        results = script("""
            say([Session(layers=[name]).result for name in ("VK_LAYER_TEST_a", "VK_LAYER_LUNARG_override")])
        """)

        assert results == [-6, 0]


class TestDevices:
    """A device is not created if nobody can say what extensions there are."""

    @pytest.mark.parametrize("code", [-1, -3])
    def test_a_driver_that_cannot_list(self, script: Script, world: MockWorld, code: int) -> None:
        """Even if the application enables none."""
        error = {-1: "VK_ERROR_OUT_OF_HOST_MEMORY", -3: "VK_ERROR_INITIALIZATION_FAILED"}[code]
        world.driver("plain", fail=f"vkEnumerateDeviceExtensionProperties:{error}")

        assert script("s = Session(); say(s.create_device(s.devices()[0]))") == [code, 0]

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_two_of_the_same_ids(self, script: Script, world: MockWorld) -> None:
        """VK_LOADER_DEVICE_SELECT moves the one that is found first; the other stays where it is sorted."""
        ids = {"vendor": "0x10;0x10;0x20", "device": "0x2;0x2;0x1"}
        world.driver("plain", devices="3", device_name="a;b;c", type="cpu;integrated;discrete", **ids)

        found = script("say(Session().names())", VK_LOADER_DEVICE_SELECT="10:2")

        assert found == ["a", "c", "b"]


class TestNestedMetaLayers:
    """vkEnumerateDeviceLayerProperties names meta-layers inside meta-layers too."""

    @pytest.fixture
    def nested(self, world: MockWorld) -> MockWorld:
        """The meta-layer VK_LAYER_TEST_n of the meta-layer VK_LAYER_TEST_m of VK_LAYER_TEST_a, and b."""
        world.driver("plain")
        for letter in "ab":
            world.layer(f"VK_LAYER_TEST_{letter}")
        for letter, parts in {"m": "a", "n": "mb"}.items():
            meta = {
                "name": f"VK_LAYER_TEST_{letter}",
                "type": "GLOBAL",
                "api_version": "1.0.0",
                "implementation_version": "1",
                "description": "a meta-layer",
                "component_layers": [f"VK_LAYER_TEST_{each}" for each in parts],
            }
            body = {"file_format_version": "1.1.2", "layer": meta}
            (world.folder / "layers" / f"{letter}.json").write_text(json.dumps(body))
        return world

    @pytest.mark.parametrize(
        ("disabled", "listed"),
        [("", "amb" + "n"), ("*_a", "b" + "n"), ("*_a,*_b", "")],
        ids=["all", "one", "none"],
    )
    def test_the_list(self, script: Script, nested: MockWorld, disabled: str, listed: str) -> None:
        """Each comes after its components; one without any that a filter left is not in use."""
        found = script(
            "s = Session(layers=['VK_LAYER_TEST_n']); say(s.device_layers(s.devices()[0]))",
            VK_INSTANCE_LAYERS="",
            VK_LOADER_LAYERS_DISABLE=disabled,
        )

        assert "".join(name[-1] for name in found) == listed


class TestMessages:
    """Lines of the log that scripts and debuggers of the field know."""

    def lines(self, program: Program, world: MockWorld, script: str, kinds: str) -> list[str]:
        """What a script's loader says, without its prefix."""
        variables = {**world.variables, "PYTHONPATH": str(HOSTS), "VK_LOADER_DEBUG": kinds}
        done = program.run([sys.executable, "-c", f"from session import *\n{script}"], variables)
        assert done.returncode == 0, done.stderr
        return [line.removeprefix("[Vulkan Loader] ") for line in done.stderr.splitlines()]

    def test_a_library_that_is_let_go(self, program: Program, world: MockWorld) -> None:
        """vkDestroyInstance names the libraries of its layers, at the level of the line about loading."""
        world.driver("plain")
        library = world.layer("VK_LAYER_TEST_a")

        said = self.lines(program, world, "Session().destroy()", "debug")

        assert said[-1] == f"DEBUG | LAYER:  Unloading layer library {library}"

    def test_advice_about_a_name(self, program: Program, world: MockWorld) -> None:
        """A layer that works needs no warning, whatever its name."""
        world.driver("plain")
        world.layer("VK_LAYER_nobody")

        assert self.lines(program, world, "Session().destroy()", "warn,error") == []
        advice = self.lines(program, world, "Session().destroy()", "info")
        assert any("[NAMING-LAYER-02]" in line for line in advice)

    def test_the_order_of_devices(self, program: Program, world: MockWorld) -> None:
        """Each enumeration says what it found, and a later one that it knows them."""
        world.driver("plain", devices="2", device_name="a;b", type="cpu;discrete")

        said = self.lines(program, world, "s = Session()\ns.devices()", "driver")

        order = [line.split("[")[1] for line in said if line.startswith("INFO | DRIVER:     [")]
        assert order[:2] == ["0] b", "1] a"]
        assert any("an earlier enumeration" in line for line in said)


class TestMessengersOfTheCreation:
    """A messenger in the create info hears vkDestroyInstance too."""

    def test_the_last_words(self, script: Script, world: MockWorld) -> None:
        """The libraries of layers are let go after the instance is destroyed."""
        world.driver("plain")
        world.layer("VK_LAYER_TEST_a")

        said = script("""
            heard = []

            @ctypes.CFUNCTYPE(U32, U32, U32, POINTER, POINTER)
            def utils(severity, types, data, user):
                heard.append(ctypes.c_char_p.from_address(data + 40).value.decode())
                return 0

            info = block(1000128004, 0, 1 << 32, 0x7, ctypes.cast(utils, POINTER).value, 0)
            s = Session(chain=ctypes.addressof(info))
            heard.clear()
            s.destroy()
            say([each.split(" /")[0] for each in heard])
        """)

        assert said == ["Unloading layer library"]


class TestIds:
    """What the ids of devices decide where the documents do not say."""

    @pytest.mark.rule("AMB-SORT-NOPCI")
    def test_their_order(self, script: Script, world: MockWorld) -> None:
        """Among devices of one type without a PCI address, the lower exclusive or of vendor and device is first."""
        world.driver("plain", devices="3", device_name="x;y;z", vendor="0x1007", device="0x20;0x21;0x22")
        world.driver("other", device_name="w", vendor="0x1024", device="0x20")

        assert script("say(Session().names())") == ["w", "z", "y", "x"]

    @pytest.mark.rule("AMB-SORT-NOPCI")
    def test_their_order_for_an_application_of_1_0(self, script: Script, world: MockWorld) -> None:
        """Loaders in the field sort for it only if a driver offers more than 1.0, so that ids change nothing else."""
        ids = {"devices": "3", "device_name": "x;y;z", "vendor": "0x1007", "device": "0x20;0x21;0x22"}
        world.driver("plain", **ids)

        assert script("say(Session(version=0x400000).names())") == ["x", "y", "z"]
        assert script("say(Session().names())") == ["z", "y", "x"]

        world.driver("plain", extensions="VK_KHR_get_physical_device_properties2:2", **ids)

        assert script("say(Session(version=0x400000).names())") == ["z", "y", "x"]

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @pytest.mark.parametrize("value", ["1,3", "1, 3", " 1,\t0x3", "1, 3-3"])
    def test_white_space_before_an_id(self, script: Script, world: MockWorld, value: str) -> None:
        """It is skipped, as in the loaders measured."""
        world.driver("plain", devices="3", device_name="x;y;z", vendor="8", device="1;2;3")

        assert script("say(Session().names())", VK_LOADER_DEVICE_ID_FILTER=value) == ["x", "z"]

    @pytest.mark.rule("FILTER-ID-DRIVER-01")
    @pytest.mark.parametrize(
        ("value", "names"), [("0", ["mock driver"]), ("0-3", ["mock driver"]), ("1", [])]
    )
    def test_a_driver_without_an_id(
        self, script: Script, world: MockWorld, value: str, names: list[str]
    ) -> None:
        """It counts as 0."""
        assert script("say(Session().names())", VK_LOADER_DRIVER_ID_FILTER=value) == names

    @pytest.mark.rule("FILTER-ID-DRIVER-01", "AMB-IDFILTER-APIVER")
    @pytest.mark.parametrize("value", ["0", "0-3"])
    def test_a_device_of_vulkan_1_0(self, script: Script, world: MockWorld, value: str) -> None:
        """It cannot tell its driver's id, which matches nothing."""
        world.driver("plain", keys={"api_version": "1.0.0"}, api="1.0.0", device_name="old")

        assert script("say(Session().names())", VK_LOADER_DRIVER_ID_FILTER=value) == []


class TestVariableOfLayers:
    """VK_INSTANCE_LAYERS names a layer that is not there."""

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @pytest.mark.parametrize(("option", "heard"), [("error", True), ("warn", False)])
    def test_its_level(self, program: Program, world: MockWorld, option: str, heard: bool) -> None:
        """An instance is made without it, and an error says so."""
        code = "from session import *; say(len(Session().names()))"
        variables = {"VK_INSTANCE_LAYERS": "VK_LAYER_absent", "VK_LOADER_DEBUG": option}

        done = program.run(
            [sys.executable, "-c", code], {**world.variables, "PYTHONPATH": str(HOSTS), **variables}
        )

        assert done.stdout.split() == ["1"]
        assert ("VK_LAYER_absent" in done.stderr) == heard


class TestForeignPlatforms:
    """Extensions of the windowing systems of other platforms are unknown extensions."""

    @pytest.mark.rule("EXT-FILTER-03")
    def test_not_listed(self, script: Script, world: MockWorld) -> None:
        """They are neither listed nor accepted, though the registry has them; those of this platform are."""
        foreign = [
            "VK_KHR_win32_surface",
            "VK_KHR_android_surface",
            "VK_EXT_metal_surface",
            "VK_NN_vi_surface",
        ]
        ours = ["VK_KHR_xcb_surface", "VK_EXT_headless_surface", "VK_EXT_acquire_xlib_display"]
        world.driver("plain", extensions=",".join(f"{name}:1" for name in (*foreign, *ours)))

        listed, results = script(f"""
            rows = Loader("libvulkan.so.1").extensions("")["extensions"]
            say([[row[0] for row in rows], [Session([name]).result for name in {[*foreign, *ours]}]])
        """)

        assert not set(foreign) & set(listed)
        assert set(ours) <= set(listed)
        assert results == [-7] * len(foreign) + [0] * len(ours)

    @pytest.mark.rule("EXT-FILTER-04")
    def test_without_the_filter(self, script: Script, world: MockWorld) -> None:
        """VK_LOADER_DISABLE_INST_EXT_FILTER shows them like every other unknown extension."""
        world.driver("plain", extensions="VK_KHR_win32_surface:6")

        said = script(
            """say([row[0] for row in Loader("libvulkan.so.1").extensions("")["extensions"]])""",
            VK_LOADER_DISABLE_INST_EXT_FILTER="1",
        )

        assert "VK_KHR_win32_surface" in said

    @pytest.mark.parametrize("has", [True, False], ids=["a driver has them", "no driver has them"])
    def test_commands_of_devices(self, script: Script, world: MockWorld, has: bool) -> None:
        """Commands of device extensions of other platforms are found if a driver has them, like unknown names."""
        device, physical = "vkGetMemoryWin32HandleKHR", "vkGetPhysicalDeviceSurfacePresentModes2EXT"
        world.driver("plain", **({"unknown_device": device, "unknown_physical": physical} if has else {}))

        found = script(f"""
            s = Session()
            say([bool(s.loader.look_up(s.instance, name)) for name in {[device, physical, "vkGetMemoryFdKHR"]}])
        """)

        assert found == [has, has, True]


class TestNamesOfExtensions:
    """Lists of names in create infos that a validation layer would reject."""

    @pytest.mark.rule("NEGOTIATE-ICD-09")
    def test_a_name_twice(self, script: Script, world: MockWorld) -> None:
        """An extension that is enabled twice reaches the driver twice, for an instance and for a device."""
        world.driver(
            "plain",
            extensions="VK_KHR_surface:25",
            device_extensions="VK_KHR_swapchain:70",
            trace=str(script.trace),
        )

        results = script("""
            s = Session(["VK_KHR_surface"] * 2)
            say([s.result, s.create_device(s.devices()[0], ["VK_KHR_swapchain"] * 2)[0]])
        """)

        assert results == [0, 0]
        assert script.traced("vkCreateInstance", "extensions=VK_KHR_surface,VK_KHR_surface")
        assert script.traced("vkCreateDevice", "extensions=VK_KHR_swapchain,VK_KHR_swapchain")

    @pytest.mark.parametrize(
        ("counts", "result"), [((0, 0), 0), ((0, 1), -7), ((0, 3), -7), ((1, 0), -6), ((3, 2), -6)]
    )
    def test_a_count_without_an_array(
        self, script: Script, world: MockWorld, counts: tuple[int, int], result: int
    ) -> None:
        """A NULL array with a count names nothing that is there; it is not read."""
        world.driver("plain")

        said = script(f"""
            loader, handle = Loader("libvulkan.so.1"), POINTER(0)
            info = InstanceInfo(kind=1)
            info.layer_count, info.extension_count = {counts}
            create = loader.command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
            say(create(ctypes.byref(info), 0, ctypes.byref(handle)))
        """)

        assert said == result


class TestLargeManifests:
    """No document limits the size of a manifest; the loaders measured read one of 3 MB."""

    @pytest.mark.parametrize("size", [3_000_000, 5_000_000])
    def test_a_driver(self, script: Script, world: MockWorld, size: int) -> None:
        """Up to 4 MiB it is read; larger ones are left out, and the other driver works."""
        world.driver("large", keys={"padding": "x" * size}, device_name="large")

        assert sorted(script("say(Session().names())")) == ["large", "mock driver"][size > 4 << 20 :]


class TestValuesThatAreNone:
    """A manifest's value that says nothing costs no driver and no layer that can be used without it."""

    @pytest.mark.rule("MANIFEST-ICD-04", "AMB-API-LOOSE")
    @pytest.mark.parametrize("version", ["1.", "", "newest", 1.3, None])
    def test_a_drivers_version(self, script: Script, world: MockWorld, version: object) -> None:
        """The driver is used, as one of the version that its numbers say, or of 1.0."""
        world.driver("plain", keys={"api_version": version}, trace=str(script.trace))

        assert script("say(Session().names())") == ["mock driver"]
        assert script.traced("vkCreateInstance", "api=1.0.0")

    @pytest.mark.rule("AMB-META-EMPTY")
    def test_a_meta_layer_of_nothing(self, script: Script, world: MockWorld) -> None:
        """It can be requested, and nothing follows."""
        world.driver("plain")
        world.layer_manifest("VK_LAYER_TEST_all", "", component_layers=[])
        path = world.folder / "layers/VK_LAYER_TEST_all.json"
        document = json.loads(path.read_text())
        del document["layer"]["library_path"], document["layer"]["functions"]
        path.write_text(json.dumps(document))

        assert script("s = Session(layers=['VK_LAYER_TEST_all']); say([s.result, s.names()])") == [
            0,
            ["mock driver"],
        ]
