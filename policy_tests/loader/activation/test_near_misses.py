"""Names, values and numbers that nearly are the ones compared with: they are others."""

from collections.abc import Callable

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from refloader.model.edition import Edition
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
OF_2026 = pytest.mark.editions("2026")
PROGRAM = "/world/bin/program"
NEARLY_PROGRAM = [
    *("/program", "/world/program", f"{PROGRAM}x", PROGRAM[:-1]),
    *("/world/bin/other/program", "/world/bin"),
]
"""Other programs' paths. How a relative one is compared is not said (AMB-APPKEYS-MATCH)."""
SINCE_2022 = (Edition.E2022, Edition.E2026)
NEAR: dict[str, Callable[[str], str]] = {
    "longer": lambda name: f"{name}x",
    "one-letter-before": lambda name: f"x{name}",
    "shorter": lambda name: name[:-1],
    "upper-case": str.upper,
}
"""Ways in which a name can be nearly another one."""


def near(way: str, name: str) -> str:
    """The name, nearly."""
    return NEAR[way](name)


EACH = pytest.mark.parametrize("way", NEAR)
OF_CASE = (
    "ENV-INSTLAYERS-01, beside ENV-INSTLAYERS-05: the variable is a special form of VK_LOADER_LAYERS_ENABLE, in "
    "which letter case does not count"
)


class TestNames:
    """A layer is known by the name of its manifest, and by nothing that is nearly it."""

    @pytest.mark.rule("ACT-APP-02")
    @EACH
    def test_of_requests(self, world: World, subject: Trial, way: str) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT for a requested name that is only nearly a layer's."""
        world.driver()
        world.explicit_layer(ONE)
        world.application(layers=[near(way, ONE)])

        assert subject.observe(world).result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("ACT-APP-02")
    @pytest.mark.needs_library
    @OF_2026
    def test_of_requests_in_turn(self, world: World, subject: Trial) -> None:
        """vkCreateInstance refuses each name that is only nearly a layer's, and then accepts the layer's own."""
        world.driver()
        world.explicit_layer(ONE)
        script = Script()
        for way in NEAR:
            script.create(way, layers=[near(way, ONE)])
        script.create("itself", layers=[ONE])

        seen = subject.calls(world, script)

        assert [seen.answers[way] for way in (*NEAR, "itself")] == [*[-6] * len(NEAR), 0]

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @EACH
    @pytest.mark.parametrize("beside", [[], [TWO]], ids=["alone", "beside-another"])
    def test_of_instance_layers(self, world: World, subject: Trial, way: str, beside: list[str]) -> None:
        """VK_INSTANCE_LAYERS enables no layer whose name is only nearly one that it holds.

        That letter case counts is only implied since the filters, which go without it.
        """
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_INSTANCE_LAYERS", ":".join([near(way, ONE), *beside]))

        found = ONE in subject.observe(world).chain

        if way == "upper-case" and subject.edition is Edition.E2026:
            subject.implied(found, False, OF_CASE)
        else:
            assert not found

    @pytest.mark.rule("OVERRIDE-02")
    @pytest.mark.editions("2022", "2026")
    @EACH
    def test_of_blacklists(self, world: World, subject: Trial, way: str) -> None:
        """The override layer's blacklist blocks no implicit layer whose name is only nearly one that it holds."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.override_layer(components=[TWO], blacklist=[near(way, ONE)])

        assert ONE in subject.observe(world).chain

    @pytest.mark.rule("META-02")
    @pytest.mark.editions("2018", "2022", "2026")
    @EACH
    def test_of_components(self, world: World, subject: Trial, way: str) -> None:
        """A meta-layer brings in no layer whose name is only nearly that of its component."""
        world.driver()
        world.explicit_layer(ONE)
        world.meta_layer("VK_LAYER_TEST_meta", components=[ONE], implicit=True)
        needs_in_chain(world, subject, ONE)
        world.meta_layer("VK_LAYER_TEST_meta", components=[near(way, ONE)], implicit=True)

        assert ONE not in subject.observe(world).chain


class TestValues:
    """An implicit layer with an enable variable is on if that has the value of the manifest, and no other."""

    @pytest.mark.rule("ACT-IMPLICIT-04")
    def test_of_several_enable_variables(self, world: World, subject: Trial) -> None:
        """Implicit layers are off whose enable variables have other values than their manifests give."""
        values = {"longer": "10", "before": "01", "twice": "11", "other": "yes", "behind": "1x"}
        names = {f"VK_LAYER_TEST_{word}": value for word, value in values.items()}
        world.driver()
        for name, value in names.items():
            world.implicit_layer(name, enable_environment={f"ENABLE_{name}": "1"})
            world.variable(f"ENABLE_{name}", value)

        seen = subject.observe(world)

        either = {*names} if subject.edition in SINCE_2022 else set()
        subject.reading("AMB-ENABLE-VALUE", {*seen.chain}, chosen=set(), tolerated=either)

    @pytest.mark.rule("ACT-IMPLICIT-04")
    @pytest.mark.parametrize("wanted", ["1", "yes", "0"])
    @pytest.mark.parametrize("form", ["{0}0", "0{0}", "{0}{0}", "x{0}", "{0}x", "{0},{0}"])
    def test_of_enable_variables(self, world: World, subject: Trial, form: str, wanted: str) -> None:
        """An implicit layer is off if its enable variable only begins or ends with the value of the manifest."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ENABLE_ONE": wanted})
        world.variable("ENABLE_ONE", form.format(wanted))

        seen = subject.observe(world)

        either = (ONE,) if subject.edition in SINCE_2022 else ()  # before: the given value, or 1
        subject.reading("AMB-ENABLE-VALUE", seen.chain, chosen=(), tolerated=either)


class TestPrograms:
    """With app_keys the override layer applies to the programs that are listed by their paths."""

    @pytest.mark.rule("OVERRIDE-03")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(
        "keys", [NEARLY_PROGRAM, *([each] for each in NEARLY_PROGRAM)], ids=["all", *NEARLY_PROGRAM]
    )
    @pytest.mark.parametrize("beside", [[], ["/world/bin/other"]], ids=["alone", "beside-another"])
    def test_of_another_program(
        self, world: World, subject: Trial, keys: list[str], beside: list[str]
    ) -> None:
        """The override layer does not apply to a program whose path is only nearly one in app_keys."""
        world.driver()
        world.explicit_layer(ONE)
        world.override_layer(components=[ONE], app_keys=[*beside, *keys])
        world.application(executable=PROGRAM)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())


IDS = {
    "narrow": ("0x10de", "0x1f91"),
    "wide-vendor": ("0x10005", "0x1f91"),
    "wide-device": ("0x10de", "0x21f91"),
    "both-wide": ("0x10005", "0x21f91"),
}
SELECT = "VK_LOADER_DEVICE_SELECT"


@pytest.mark.needs_library
@OF_2026
class TestSelections:
    """VK_LOADER_DEVICE_SELECT puts the device with these two ids ahead of all others: all of their 32 bits."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    @pytest.mark.parametrize("ids", IDS)
    @pytest.mark.parametrize("turned", [False, True], ids=["as-found", "turned-round"])
    def test_of_wide_ids(self, world: World, subject: Trial, ids: str, turned: bool) -> None:
        """VK_LOADER_DEVICE_SELECT puts first the device whose vendor and device ids match in all 32 bits."""
        vendor, device = IDS[ids]
        others = (f"0x{int(vendor, 16) & 0xFFFF:x}", f"0x{int(device, 16) & 0xFFFF ^ 0x8000:x}")
        rows = [("low", *others), ("right", vendor, device)]
        rows = rows[:: -1 if turned else 1]
        names, vendors, devices = (";".join(column) for column in zip(*rows, strict=True))
        flags = {"device_name": names, "vendor": vendors, "device": devices, "type": "discrete;discrete"}
        world.driver(flags={"devices": "2", **flags})
        world.variable(SELECT, f"{vendor}:{device}")
        script = Script()
        script.create(api="1.1.0")
        script.devices()

        seen = subject.calls(world, script)

        assert seen.device_names() == ["right", "low"]


class TestPortability:
    """Drivers of portability are not loaded unless the application sets the flag, whatever else it enables."""

    @pytest.mark.rule("PORTABILITY-01")
    @OF_2026
    @pytest.mark.parametrize(
        "extensions",
        [
            [],
            ["VK_KHR_portability_enumeration"],
            ["VK_KHR_portability_enumeration", "VK_EXT_debug_utils"],
            ["VK_EXT_debug_utils", "VK_KHR_portability_enumeration"],
            ["VK_EXT_debug_utils", "VK_EXT_debug_report"],
        ],
        ids=lambda names: "-".join(name.split("_")[-1] for name in names) or "none",
    )
    @pytest.mark.parametrize("variable", [None, "VK_ADD_DRIVER_FILES", "VK_DRIVER_FILES"])
    def test_without_the_flag(
        self, world: World, subject: Trial, variable: str | None, extensions: list[str]
    ) -> None:
        """Without the portability flag a portability driver is not used, whatever extensions are enabled."""
        folder = "/world/drivers" if variable else ""
        files = [
            world.driver("usual", folder=folder),
            world.driver("portable", folder=folder, file_format_version="1.0.1", is_portability_driver=True),
        ]
        world.variable(variable or "UNUSED", ":".join(files) if variable else None)
        world.application(extensions=extensions)

        seen = subject.observe(world)

        if seen.result_name == "VK_ERROR_EXTENSION_NOT_PRESENT":
            pytest.skip(f"the loader lacks one of the extensions {', '.join(extensions)}")
        assert seen.drivers == ("usual",)


class TestExtensionsOfDevices:
    """A driver's instance extensions that the loader does not know are left out of the listing."""

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.editions("2018", "2026")
    @pytest.mark.parametrize("name", ["VK_KHR_maintenance1", "VK_KHR_multiview", "VK_AMD_wave_limits"])
    def test_among_those_of_instances(self, world: World, subject: Trial, name: str) -> None:
        """A device extension that a driver lists is not reported among the instance extensions."""
        world.driver(flags={"extensions": f"{name}:1"})

        assert name not in subject.observe(world).extension_names()
