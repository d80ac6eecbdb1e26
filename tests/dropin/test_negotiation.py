"""Layers and drivers of every interface version on the drop-in library, and those that cannot be used."""

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
DIRECT = """
    mode, paths = {mode}, {paths}
    libraries = [ctypes.CDLL(path) for path in paths]
    lookups = [ctypes.cast(each.vk_icdGetInstanceProcAddr, POINTER).value for each in libraries]
    infos = block(*(word for lookup in lookups for word in (1000459000, 0, 0, lookup)))
    drivers = block(1000459001, 0, mode | len(paths) << 32, ctypes.addressof(infos))
    s = Session({extensions}, chain=ctypes.addressof(drivers))
    names = s.names() if s.instance else []
    if s.instance:
        s.destroy()
    say([s.result, names])
"""
EXCLUSIVE, INCLUSIVE = 0, 1
NO_LAYER, EXTENSION_NOT_PRESENT, INCOMPATIBLE = -6, -7, -9


def creation(arguments: str = "") -> str:
    """A script that makes an instance, names its devices and destroys it."""
    return CREATE.format(arguments=arguments)


class TestLayers:
    """A layer of any interface version takes part; one that cannot be used costs only itself."""

    @pytest.mark.rule("PHYSDEV-EXT-03")
    @pytest.mark.parametrize("mock", ["mock_layer_v0", "mock_layer_v1"])
    def test_the_link_of_an_old_layer(self, script: Script, world: MockWorld, mock: str) -> None:
        """Its pfnNextGetPhysicalDeviceProcAddr is that of the next entity, as in the field."""
        world.layer("VK_LAYER_mock", mock, trace=str(script.trace))

        script("say(Session().result)")

        (chain,) = script.traced("chain of=instance ")
        assert "next_physical=1" in chain

    @pytest.mark.parametrize("mock", ["mock_layer", "mock_layer_v0", "mock_layer_v1", "mock_layer_v2"])
    @pytest.mark.rule(
        "NEGOTIATE-LAYER-01",
        "NEGOTIATE-LAYER-03",
        "NEGOTIATE-LAYER-07",
        "IFACE-LAYER-V0-06",
        "IFACE-LAYER-V1-01",
        "AMB-LLP4-NOEXPORT",
    )
    def test_export_sets(self, script: Script, world: MockWorld, mock: str) -> None:
        """With and without the negotiation function, with plain and with prefixed names."""
        trace = str(script.trace)
        world.driver("plain", trace=trace)
        world.layer("VK_LAYER_above", trace=trace)
        world.layer("VK_LAYER_mock", mock, trace=trace)
        world.layer("VK_LAYER_below", trace=trace)

        assert script(creation()) == [0, ["mock driver"]]
        assert [line.split()[1] for line in script.traced(" vkCreateInstance ")] == [
            "VK_LAYER_above",
            "VK_LAYER_mock",
            "VK_LAYER_below",
            "plain",
        ]
        assert script.traced("VIOLATION") == []

    @pytest.mark.rule("IFACE-LAYER-V2-01", "NEGOTIATE-LAYER-01", "NEGOTIATE-LAYER-03")
    def test_the_offer(self, script: Script, world: MockWorld) -> None:
        """The first call into a layer offers version 2, each layer on its own."""
        names = ["VK_LAYER_a", "VK_LAYER_b"]
        for name in names:
            world.layer(name, trace=str(script.trace))

        script(creation())

        for name in names:
            assert [line.split(" ", 2)[2] for line in script.traced(f"layer {name} ")][:2] == [
                "load",
                "negotiate offered=2",
            ]

    @pytest.mark.parametrize("version", ["0", "1"])
    @pytest.mark.rule("NEGOTIATE-LAYER-07")
    def test_older_answers(self, script: Script, world: MockWorld, version: str) -> None:
        """A layer that negotiates an older version is used by its exports (NEGOTIATE-LAYER-10)."""
        world.layer("VK_LAYER_old", interface=version, trace=str(script.trace))

        assert script(creation())[0] == 0
        assert len(script.traced("VK_LAYER_old vkCreateInstance")) == 1

    @pytest.mark.parametrize(
        "flags",
        [
            {"negotiate": "fail"},
            {"negotiate_version": "3"},
            {"negotiate": "null_instance"},
            {"negotiate": "null_pointers"},
            {"negotiate_result": "-1"},
        ],
        ids=str,
    )
    @pytest.mark.rule("LLP_LOADER_5", "NEGOTIATE-LAYER-06", "AMB-NEG-ENUM")
    def test_no_agreement(self, script: Script, world: MockWorld, flags: dict[str, str]) -> None:
        """The layer is left out (LLP_LOADER_5), unless the application asks for it by name (AMB-NEG-ENUM)."""
        trace = str(script.trace)
        world.layer("VK_LAYER_bad", trace=trace, **flags)
        world.layer("VK_LAYER_good", trace=trace)

        assert script(creation())[0] == 0
        assert [line.split()[1] for line in script.traced(" vkCreateInstance ")] == ["VK_LAYER_good"]
        assert script(creation("layers=['VK_LAYER_bad']"))[0] == NO_LAYER

    @pytest.mark.parametrize("kind", ["missing", "text", "folder"])
    def test_no_library(self, script: Script, world: MockWorld, kind: str) -> None:
        """An implicit layer without a usable library is left out; one that is asked for is an error."""
        path = world.folder / "odd"
        if kind == "text":
            path.write_text("no library", encoding="utf-8")
        elif kind == "folder":
            path.mkdir()
        world.implicit("VK_LAYER_broken", keys={"library_path": str(path)})

        assert script(creation()) == [0, ["mock driver"]]
        assert script(creation("layers=['VK_LAYER_broken']")) == [NO_LAYER, []]

    @pytest.mark.rule("MANIFEST-LAYER-07")
    def test_relative_library(self, script: Script, world: MockWorld) -> None:
        """A relative library_path lies beside the manifest (MANIFEST-LAYER-07)."""
        world.implicit("VK_LAYER_r", keys={"library_path": "./libVK_LAYER_r.so"}, trace=str(script.trace))

        assert script(creation())[0] == 0
        assert len(script.traced("VK_LAYER_r vkCreateInstance")) == 1


class TestDrivers:
    """A driver of any interface version is used; one that cannot be used costs only itself."""

    @pytest.mark.parametrize("mock", ["mock_icd", "mock_icd_v0", "mock_icd_v2", "mock_icd_v6", "mock_icd_v7"])
    @pytest.mark.rule(
        "NEGOTIATE-ICD-07", "IFACE-ICD-V0-01", "IFACE-ICD-V1-01", "IFACE-ICD-V7-01", "IFACE-ICD-V7-02"
    )
    def test_export_sets(self, script: Script, world: MockWorld, mock: str) -> None:
        """From three old exports to vk_icdGetInstanceProcAddr alone."""
        world.driver("plain", mock, trace=str(script.trace))

        assert script(creation("version=0x400000")) == [0, ["mock driver"]]
        assert script.traced("VIOLATION") == []

    @pytest.mark.parametrize("version", range(8))
    def test_answers(self, script: Script, world: MockWorld, version: int) -> None:
        """Whatever version up to 7 a driver answers, it is used."""
        world.driver("plain", interface=str(version), trace=str(script.trace))

        assert script(creation("version=0x400000")) == [0, ["mock driver"]]
        assert script.traced("VIOLATION") == []

    @pytest.mark.rule("NEGOTIATE-ICD-02", "NEGOTIATE-ICD-03")
    def test_negotiation_is_the_first_call(self, script: Script, world: MockWorld) -> None:
        """The loader offers 7 before it asks for anything (NEGOTIATE-ICD-02)."""
        world.driver("plain", trace=str(script.trace))

        script(creation())

        assert script.traced()[:2] == ["driver plain load", "driver plain negotiate offered=7"]

    @pytest.mark.rule("NEGOTIATE-ICD-06", "LDP_LOADER_5")
    def test_no_agreement(self, script: Script, world: MockWorld) -> None:
        """Its devices do not appear (NEGOTIATE-ICD-06); without another driver there is none."""
        world.driver("old", negotiate="fail", device_name="old device")

        assert script(creation()) == [0, ["mock driver"]]

        world.driver("plain", negotiate="fail")
        assert script(creation()) == [INCOMPATIBLE, []]


class TestGivenDrivers:
    """Drivers that the application hands over (VK_LUNARG_direct_driver_loading)."""

    @pytest.fixture
    def given(self, world: MockWorld) -> str:
        """The library of a driver that no manifest names."""
        return str(world.library("libgiven.so", "mock_icd_v7", name="given", device_name="given device"))

    def run(
        self, script: Script, mode: int, paths: list[str], extension: bool = True, **variables: str
    ) -> list[object]:
        """Make an instance with drivers handed over."""
        extensions = ["VK_LUNARG_direct_driver_loading"] if extension else []
        answer: list[object] = script(
            DIRECT.format(mode=mode, paths=paths, extensions=extensions), **variables
        )
        return answer

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-04", "DIRECT-DRIVER-05")
    def test_inclusive(self, script: Script, given: str) -> None:
        """Their devices come after those of installed drivers (DIRECT-DRIVER-04, -05)."""
        assert self.run(script, INCLUSIVE, [given]) == [0, ["mock driver", "given device"]]

    def test_another_mode(self, script: Script, given: str) -> None:
        """A mode that does not exist counts as inclusive, as in loaders in the field."""
        assert self.run(script, 2, [given]) == [0, ["mock driver", "given device"]]

    @pytest.mark.rule("DIRECT-DRIVER-01", "DIRECT-DRIVER-03")
    def test_exclusive(self, script: Script, given: str) -> None:
        """No installed driver is used, whatever the variables about drivers say (DIRECT-DRIVER-03)."""
        assert self.run(script, EXCLUSIVE, [given]) == [0, ["given device"]]
        for variable in ("VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE", "VK_DRIVER_FILES"):
            assert self.run(script, EXCLUSIVE, [given], **{variable: "*plain*"}) == [0, ["given device"]]

    @pytest.mark.rule("DIRECT-DRIVER-03", "LDP_LOADER_1")
    @pytest.mark.parametrize("mode", [EXCLUSIVE, INCLUSIVE])
    def test_an_empty_list_beside_an_unknown_extension(self, script: Script, mode: int) -> None:
        """That an exclusive list leaves no driver is found before the extension, as in 1.3.290 and 1.4.335."""
        extensions = ["VK_LUNARG_direct_driver_loading", "VK_EXT_unheard_of"]

        code, _ = script(DIRECT.format(mode=mode, paths=[], extensions=extensions))

        assert code == (INCOMPATIBLE if mode == EXCLUSIVE else EXTENSION_NOT_PRESENT)

    @pytest.mark.rule("DIRECT-DRIVER-01")
    def test_without_the_extension(self, script: Script, given: str) -> None:
        """The list has no effect unless the extension is enabled (DIRECT-DRIVER-01)."""
        assert self.run(script, EXCLUSIVE, [given], extension=False) == [0, ["mock driver"]]

    @pytest.mark.rule("DIRECT-DRIVER-01", "EXT-FILTER-03")
    def test_a_release_without_the_extension(self, script: Script, given: str) -> None:
        """It passes over the list, and the extension is one that it does not know, as on the builds."""
        assert self.run(script, EXCLUSIVE, [given], REFLOADER_AGE="1.3.216") == [-7, []]

    def test_without_an_installed_driver(self, script: Script, world: MockWorld, given: str) -> None:
        """An application can bring the only driver."""
        world.driver("plain", negotiate="fail")

        assert self.run(script, INCLUSIVE, [given]) == [0, ["given device"]]

    @pytest.mark.parametrize("mode", [EXCLUSIVE, INCLUSIVE])
    @pytest.mark.parametrize("release", ["", "1.4.335"])
    @pytest.mark.rule("AMB-DIRECT-V7")
    def test_below_version_7(self, script: Script, world: MockWorld, mode: int, release: str) -> None:
        """A driver of an older interface is refused (AMB-DIRECT-V7), also as a release."""
        old = str(world.library("libold.so", "mock_icd_v7", name="old", interface="6"))
        expected = [INCOMPATIBLE, []] if mode == EXCLUSIVE else [0, ["mock driver"]]

        assert self.run(script, mode, [old], REFLOADER_AGE=release) == expected
