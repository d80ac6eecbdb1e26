"""Instances on the drop-in library: what layers and drivers are given, and what becomes of failures."""

import pytest
from mock_world import MockWorld
from scripts import Script

pytestmark = pytest.mark.slow

CREATE = """
    s = Session({arguments})
    names = s.names() if s.instance else []
    if s.instance:
        s.destroy()
    say([s.result, names])
"""
OUT_OF_HOST, FAILED, NO_LAYER, NO_EXTENSION, INCOMPATIBLE = -1, -3, -6, -7, -9
PORTABILITY = "VK_KHR_portability_enumeration"


def creation(arguments: str = "") -> str:
    """A script that makes an instance, names its devices and destroys it."""
    return CREATE.format(arguments=arguments)


@pytest.fixture
def traced(script: Script) -> dict[str, str]:
    """The flag that makes a mock write its trace where the script reads it."""
    return {"trace": str(script.trace)}


class TestChain:
    """Each layer is entered once, from the application down, and finds all it needs in its create info."""

    @pytest.mark.parametrize("number", [0, 1, 2, 5])
    @pytest.mark.rule("ENV-INSTLAYERS-03", "LLP_LOADER_1", "LLP_LOADER_8")
    def test_layers_in_order(
        self, script: Script, world: MockWorld, traced: dict[str, str], number: int
    ) -> None:
        """Layers of VK_INSTANCE_LAYERS in its order, then the driver."""
        wanted = [f"VK_LAYER_{index}" for index in range(number)]
        world.driver("plain", **traced)
        for name in wanted:
            world.layer(name, **traced)

        assert script(creation()) == [0, ["mock driver"]]
        assert [line.split()[1] for line in script.traced(" vkCreateInstance ")] == [*wanted, "plain"]
        assert script.traced("VIOLATION") == []

    @pytest.mark.rule(
        "CHAIN-INIT-01", "CHAIN-INIT-02", "CHAIN-INIT-03", "CHAIN-INIT-04", "LLP_LOADER_8", "OBJECTS-LAYER-02"
    )
    def test_what_a_layer_is_given(self, script: Script, world: MockWorld, traced: dict[str, str]) -> None:
        """A link for itself and each layer below, the callbacks, and what the loader can do."""
        world.layer("VK_LAYER_a", **traced)
        world.layer("VK_LAYER_b", **traced)

        script(creation())

        above, below = script.traced("chain of=instance")
        assert "links=2" in above
        assert "links=1" in below
        for words in (
            "features=1 ",
            "set_data=1 ",
            "create_device=1 ",
            "destroy_device=1 ",
            "next_physical=1 ",
        ):
            assert words in above
            assert words in below

    def test_implicit_layers_are_not_named(
        self, script: Script, world: MockWorld, traced: dict[str, str]
    ) -> None:
        """ppEnabledLayerNames stays as the application gave it; a driver sees none at all."""
        world.driver("plain", **traced)
        world.implicit("VK_LAYER_implicit", **traced)
        world.layer("VK_LAYER_a", **traced)

        assert script(creation("layers=['VK_LAYER_a']"), VK_INSTANCE_LAYERS="")[0] == 0
        assert len(script.traced("layers=1", " vkCreateInstance ")) == 2
        assert script.traced("driver", "layers=") == []

    def test_everything_is_destroyed(self, script: Script, world: MockWorld, traced: dict[str, str]) -> None:
        """vkDestroyInstance goes the same way, and then the libraries are unloaded."""
        world.driver("plain", **traced)
        world.layer("VK_LAYER_a", **traced)

        script(
            "s = Session(); s.destroy(); before = open(" + repr(str(script.trace)) + ").read(); say(before)"
        )

        ends = [line for line in script.traced() if "vkDestroyInstance" in line or " unload" in line]
        assert [line.split()[1:3] for line in ends] == [
            ["VK_LAYER_a", "vkDestroyInstance"],
            ["plain", "vkDestroyInstance"],
            ["plain", "unload"],
            ["VK_LAYER_a", "unload"],
        ]

    @pytest.mark.parametrize(("value", "unloaded"), [("1", False), ("0", True), ("", True)])
    @pytest.mark.rule("DEBUG-UNLOAD-01")
    def test_libraries_may_stay(
        self, script: Script, world: MockWorld, traced: dict[str, str], value: str, unloaded: bool
    ) -> None:
        """VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING keeps them (DEBUG-UNLOAD-01)."""
        world.driver("plain", **traced)
        world.layer("VK_LAYER_a", **traced)
        text = f"s = Session(); s.destroy(); say(' unload' in open({str(script.trace)!r}).read())"

        assert script(text, VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING=value) is unloaded

    @pytest.mark.parametrize("wraps", ["instance", "instance,physical_device"])
    @pytest.mark.rule("WRAP-03")
    def test_wrapped_instances(
        self, script: Script, world: MockWorld, traced: dict[str, str], wraps: str
    ) -> None:
        """A layer that gives its own handle is given it back; the one above knows nothing of it."""
        world.driver("plain", **traced)
        world.layer("VK_LAYER_above", **traced)
        world.layer("VK_LAYER_wraps", wrap=wraps, **traced)
        world.layer("VK_LAYER_below", wrap=wraps, **traced)

        assert script(creation()) == [0, ["mock driver"]]
        assert script.traced("VIOLATION") == []


class TestDrivers:
    """Each driver is told what it can know; one is enough."""

    @pytest.mark.rule("EXT-FILTER-01", "LDP_LOADER_9", "CHAIN-TERM-01")
    def test_extensions_by_driver(self, script: Script, world: MockWorld, traced: dict[str, str]) -> None:
        """A driver is given the enabled extensions that it has (EXT-FILTER-01)."""
        world.driver("plain", extensions="VK_KHR_surface:25", **traced)
        world.driver("other", extensions="VK_KHR_surface:25,VK_KHR_display:23", **traced)

        result, _ = script(creation("['VK_KHR_display', 'VK_EXT_debug_utils', 'VK_KHR_surface']"))

        assert result == 0
        assert len(script.traced("driver plain", "extensions=VK_KHR_surface")) == 1
        assert len(script.traced("driver other", "extensions=VK_KHR_display,VK_KHR_surface")) == 1

    @pytest.mark.parametrize(
        ("manifest", "reports", "told"),
        [
            ("1.3.0", {"api": "1.3.0"}, "1.3"),
            ("1.1.0", {"api": "1.2.0"}, "1.3"),
            ("1.0.0", {"api": "1.3.0"}, "1.0"),
            ("1.3.0", {"api": "1.0.5"}, "1.0"),
            ("1.3.0", {"null": "vkEnumerateInstanceVersion"}, "1.0"),
            ("1.3.0", {"fail": "vkEnumerateInstanceVersion:-1"}, "1.0"),
        ],
        ids=str,
    )
    @pytest.mark.rule("APIVER-02", "APIVER-03", "APIVER-04", "LDP_LOADER_7")
    def test_lowered_version(
        self,
        script: Script,
        world: MockWorld,
        traced: dict[str, str],
        manifest: str,
        reports: dict[str, str],
        told: str,
    ) -> None:
        """A driver that counts as one of Vulkan 1.0 is told 1.0, all others what was asked.

        It counts so by its manifest, without the command (the mock of 1.0 has none), or when that fails.
        """
        world.driver("plain", keys={"api_version": manifest}, **reports, **traced)

        assert script(creation())[0] == 0
        assert len(script.traced("vkCreateInstance", f"api={told}")) == 1
        has_command = reports not in ({"null": "vkEnumerateInstanceVersion"}, {"api": "1.0.5"})
        asked = [line for line in script.traced() if line.split()[2] == "vkEnumerateInstanceVersion"]
        assert len(asked) == (manifest != "1.0.0" and has_command)

    @pytest.mark.rule("APIVER-04")
    @pytest.mark.parametrize(("version", "given"), [("1.0.0", "1.0.0"), ("1.1.0", "none")])
    def test_no_application(
        self, script: Script, world: MockWorld, traced: dict[str, str], version: str, given: str
    ) -> None:
        """If the application gives no VkApplicationInfo, a driver of 1.0 gets one, as in the field."""
        world.driver("plain", keys={"api_version": version}, api=version, **traced)

        said = script("""
            create = Loader("libvulkan.so.1").command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
            say(create(ctypes.byref(InstanceInfo(kind=1)), 0, ctypes.byref(POINTER(0))))
        """)

        assert said == 0
        assert len(script.traced("vkCreateInstance", f"api={given}")) == 1

    @pytest.mark.rule("LDP_LOADER_6", "IFACE-ICD-V5-01", "AMB-LDP6-APIVERSION")
    @pytest.mark.parametrize("version", [0x401000, 0x403000, 0x409000, 0x20403000])
    def test_api_versions(self, script: Script, world: MockWorld, version: int) -> None:
        """A driver of 1.1 takes any version."""
        world.driver("plain", keys={"api_version": "1.1.0"}, api="1.1.0")

        assert script(creation(f"version={version}"))[0] == 0

    @pytest.mark.parametrize("result", [FAILED, INCOMPATIBLE, -4])
    @pytest.mark.rule("LDP_LOADER_1", "CHAIN-TERM-01")
    def test_one_driver_fails(self, script: Script, world: MockWorld, result: int) -> None:
        """Its devices are missing; without another driver there is none at all (LDP_LOADER_1)."""
        world.driver("bad", fail=f"vkCreateInstance:{result}", device_name="bad device")

        assert script(creation()) == [0, ["mock driver"]]

        world.driver("plain", fail=f"vkCreateInstance:{result}")
        assert script(creation()) == [INCOMPATIBLE, []]

    def test_want_of_memory_is_not_hidden(
        self, script: Script, world: MockWorld, traced: dict[str, str]
    ) -> None:
        """Whatever another driver could do, and what it made is destroyed."""
        world.driver("plain", **traced)
        world.driver("poor", fail=f"vkCreateInstance:{OUT_OF_HOST}", **traced)

        assert script(creation()) == [OUT_OF_HOST, []]
        assert len(script.traced("plain", "vkDestroyInstance")) == 1

    @pytest.mark.rule("LDP_LOADER_1")
    def test_no_driver(self, script: Script, world: MockWorld) -> None:
        """Without any driver the answer is VK_ERROR_INCOMPATIBLE_DRIVER."""
        assert script(creation(), VK_DRIVER_FILES="") == [INCOMPATIBLE, []]

    @pytest.mark.parametrize(
        ("arguments", "devices"),
        [
            (f"['{PORTABILITY}'], flags=1", 2),
            (f"['{PORTABILITY}']", 1),
            ("", 1),
        ],
    )
    @pytest.mark.rule("PORTABILITY-01", "AMB-PORTABILITY-EXT")
    def test_portability(self, script: Script, world: MockWorld, arguments: str, devices: int) -> None:
        """Portability drivers come with the flag and the extension (PORTABILITY-01)."""
        world.driver("port", keys={"is_portability_driver": True})

        result, names = script(creation(arguments))

        assert (result, len(names)) == (0, devices)


class TestErrors:
    """What cannot be is refused with the documented result, and leaves nothing behind."""

    @pytest.mark.rule("ACT-APP-02")
    def test_unknown_layer(self, script: Script) -> None:
        """VK_ERROR_LAYER_NOT_PRESENT."""
        assert script(creation("layers=['VK_LAYER_nowhere']")) == [NO_LAYER, []]

    @pytest.mark.parametrize("name", ["VK_KHR_display", "VK_VENDOR_unheard_of"])
    def test_missing_extension(self, script: Script, name: str) -> None:
        """VK_ERROR_EXTENSION_NOT_PRESENT, whether the loader knows the name or not."""
        assert script(creation(f"['{name}']")) == [NO_EXTENSION, []]

    @pytest.mark.rule("EXT-FILTER-03", "EXT-FILTER-04", "AMB-UNKNOWN-EXT-CODE")
    def test_unknown_extension(self, script: Script, world: MockWorld, traced: dict[str, str]) -> None:
        """What the loader does not know cannot be enabled, although a driver has it, unless the filter is off."""
        world.driver("plain", extensions="VK_VENDOR_unheard_of:1", **traced)
        text = creation("['VK_VENDOR_unheard_of']")

        assert script(text) == [NO_EXTENSION, []]
        assert script(text, VK_LOADER_DISABLE_INST_EXT_FILTER="0") == [NO_EXTENSION, []]
        assert script(text, VK_LOADER_DISABLE_INST_EXT_FILTER="1") == [0, ["mock driver"]]
        assert len(script.traced("vkCreateInstance", "extensions=VK_VENDOR_unheard_of")) == 1

    def test_extension_of_a_layer(self, script: Script, world: MockWorld) -> None:
        """A layer's own extension can be enabled while the layer is active, not where its library is missing."""
        world.layer("VK_LAYER_a")
        extension = {"name": "VK_EXT_validation_features", "spec_version": "1"}
        library = str(world.folder / "layers/libVK_LAYER_a.so")
        world.layer_manifest("VK_LAYER_a", library, instance_extensions=[extension])
        text = creation("['VK_EXT_validation_features']")

        assert script(text)[0] == 0
        assert script(text, VK_INSTANCE_LAYERS="")[0] == NO_EXTENSION

        world.layer_manifest("VK_LAYER_a", "/nowhere.so", instance_extensions=[extension])
        assert script(text)[0] == NO_EXTENSION

    def test_null(self, script: Script) -> None:
        """No create info or no place for the handle is VK_ERROR_INITIALIZATION_FAILED."""
        text = """
            s = Session()
            create = s.loader.command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
            say([create(None, None, ctypes.byref(POINTER())), create(ctypes.byref(InstanceInfo(kind=1)), None, None)])
        """

        assert script(text) == [FAILED, FAILED]

    @pytest.mark.parametrize(("member", "result"), [(4, NO_LAYER), (6, NO_EXTENSION)])
    def test_names_that_are_not_there(self, script: Script, member: int, result: int) -> None:
        """A count without an array, and an array with a NULL, ask for what nobody has."""
        text = f"""
            create = Loader("libvulkan.so.1").command(None, "vkCreateInstance", POINTER, POINTER, POINTER)
            nothing, info = block(0), block(1, 0, 0, 0, 0, 0, 0, 0)
            info[{member}] = 1
            said = []
            for array in (0, ctypes.addressof(nothing)):
                info[{member} + 1] = array
                said.append(create(ctypes.addressof(info), None, ctypes.byref(POINTER())))
            say(said)
        """

        assert script(text) == [result, result]

    @pytest.mark.parametrize("flag", ["fail", "fail_after"])
    @pytest.mark.parametrize("layer", ["VK_LAYER_a", "VK_LAYER_b"])
    def test_a_layer_fails(
        self, script: Script, world: MockWorld, traced: dict[str, str], flag: str, layer: str
    ) -> None:
        """Its result reaches the application (CHAIN-INIT-08); all that was made is destroyed."""
        world.driver("plain", **traced)
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name, **traced, **({flag: "vkCreateInstance:-5"} if name == layer else {}))

        assert script(creation()) == [-5, []]
        assert len(script.traced("driver", " vkCreateInstance")) == len(
            script.traced("driver", "vkDestroyInstance")
        )
        assert len(script.traced(" unload")) == 3
        assert script.traced("VIOLATION") == []

    def test_allocation_failures(self, script: Script, world: MockWorld) -> None:
        """Wherever memory ends, the answer is VK_ERROR_OUT_OF_HOST_MEMORY and nothing stays allocated."""
        world.driver("plain", use_allocator="1")
        world.layer("VK_LAYER_a", allocate="1")
        text = """
            answers = []
            for fails_at in range(1, 100):
                memory = Allocator(fails_at)
                s = Session(allocator=memory.address)
                if s.instance:
                    s.destroy(memory.address)
                answers.append([s.result, len(memory.held)])
                if s.result == 0:
                    break
            say(answers)
        """

        *failures, last = script(text)

        assert len(failures) > 5
        assert {tuple(each) for each in failures} == {(OUT_OF_HOST, 0)}
        assert last == [0, 0]
