"""Each form of each filter beside each form of each other one, for each kind of layer and driver."""

from collections.abc import Sequence
from itertools import product

import pytest

from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.editions("2026")

ONE, META, PART = "VK_LAYER_TEST_one", "VK_LAYER_TEST_meta", "VK_LAYER_TEST_part"
ENABLE, DISABLE, ALLOW = (f"VK_LOADER_LAYERS_{word}" for word in ("ENABLE", "DISABLE", "ALLOW"))
SELECT, WITHOUT = "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"
GLOBS = {"whole": "{}", "prefix": "{}*", "suffix": "*{}", "part": "*{}*"}
"""The four forms of an element, which all match the name that is put in."""
OF_EXPLICIT, OF_IMPLICIT = ["~explicit~", "~all~"], ["~implicit~", "~all~"]


def installed(world: World, kind: str) -> str:
    """Install a layer of a kind that is on unless a filter says otherwise; return its name."""
    world.driver()
    if kind == "implicit":
        world.implicit_layer(ONE)
    elif kind in ("application", "variable"):
        world.explicit_layer(ONE)
        world.variable("VK_INSTANCE_LAYERS", ONE if kind == "variable" else None)
        world.application(layers=[ONE] if kind == "application" else [])
    else:
        world.explicit_layer(PART)
        world.meta_layer(META, components=[PART])
        world.application(layers=[META])
        return META
    return ONE


def stands_for(name: str) -> str:
    """The layer itself, or the component of a meta-layer."""
    return {META: PART}.get(name, name)


def in_chain(subject: Trial, world: World, name: str) -> list[str]:
    """The layer, or what a meta-layer stands for, if it is in the chain, else nothing."""
    return [each for each in subject.observe(world).chain if each == stands_for(name)]


def is_off(subject: Trial, world: World, name: str, beside: str) -> None:
    """Check that the layer is in no chain. Of an empty element beside the word the documents say nothing."""
    found = in_chain(subject, world, name)
    if beside:
        assert found == []
    else:
        subject.implied(
            found, expected=[], by="FILTER-LAYER-DISABLE-06, which says nothing of an empty element"
        )


@pytest.mark.rule("FILTER-LAYER-ALLOW-01")
class TestAllow:
    """A layer that an element of VK_LOADER_LAYERS_ALLOW matches cannot be disabled by any of the other variable."""

    @pytest.mark.parametrize("allowed", GLOBS)
    @pytest.mark.parametrize("disabled", [*GLOBS, "word", "all", "star"])
    @pytest.mark.parametrize("kind", ["implicit", "application", "meta"])
    def test_allowed_beside_every_form(
        self, world: World, subject: Trial, kind: str, disabled: str, allowed: str
    ) -> None:
        """A layer that VK_LOADER_LAYERS_ALLOW matches stays enabled, whatever form of element would disable it."""
        name = installed(world, kind)
        word = "~implicit~" if kind == "implicit" else "~explicit~"
        forms = {**GLOBS, "word": word, "all": "~all~", "star": "*"}
        world.variable(DISABLE, forms[disabled].format(name))
        if kind == "meta":
            world.variable(ALLOW, f"{GLOBS[allowed].format(name)},{PART}")
        else:
            world.variable(ALLOW, GLOBS[allowed].format(name))

        assert in_chain(subject, world, name) == [stands_for(name)]


class TestEnable:
    """The disable variable is evaluated before the enable variable, and a match of that switches a layer on again."""

    @pytest.mark.rule("FILTER-GEN-09")
    @pytest.mark.parametrize("enabled", GLOBS)
    @pytest.mark.parametrize("disabled", [*GLOBS, "word", "all", "star"])
    @pytest.mark.parametrize("kind", ["implicit", "application"])
    def test_enabled_beside_every_form(
        self, world: World, subject: Trial, kind: str, disabled: str, enabled: str
    ) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches is on, however VK_LOADER_LAYERS_DISABLE matches it."""
        name = installed(world, kind)
        word = "~implicit~" if kind == "implicit" else "~explicit~"
        forms = {**GLOBS, "word": word, "all": "~all~", "star": "*"}
        world.variable(DISABLE, forms[disabled].format(name))
        world.variable(ENABLE, GLOBS[enabled].format(name))

        assert in_chain(subject, world, name) == [stands_for(name)]

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    @pytest.mark.parametrize("number", [3, 2])
    @pytest.mark.parametrize("value", ["*TEST*", "VK_LAYER_TEST*", "*_x,*TEST*", "*TEST*,VK_LAYER*"])
    def test_every_layer_that_matches(self, world: World, subject: Trial, value: str, number: int) -> None:
        """An element of VK_LOADER_LAYERS_ENABLE enables each of the several layers that it matches."""
        world.driver()
        names = [f"VK_LAYER_TEST_{place}_end" for place in range(number)]
        for name in names:
            world.explicit_layer(name)
        world.variable(ENABLE, value)

        assert sorted(subject.observe(world).chain) == names


@pytest.mark.rule("FILTER-LAYER-DISABLE-06")
class TestWords:
    """Special values may stand in one list together: each acts, in every place, whatever stands beside it."""

    @pytest.mark.parametrize("beside", ["*_x", "~explicit~", "VK_LAYER_x", ""])
    @pytest.mark.parametrize("turned", [False, True], ids=["behind", "before"])
    @pytest.mark.parametrize("word", OF_IMPLICIT)
    def test_of_implicit_layers(
        self, world: World, subject: Trial, word: str, turned: bool, beside: str
    ) -> None:
        """~implicit~ or ~all~ in VK_LOADER_LAYERS_DISABLE keeps an implicit layer out, beside any other element."""
        name = installed(world, "implicit")
        world.variable(DISABLE, ",".join([beside, word][:: -1 if turned else 1]))

        is_off(subject, world, name, beside)

    @pytest.mark.parametrize("beside", ["*_x", "~implicit~", "VK_LAYER_x", ""])
    @pytest.mark.parametrize("turned", [False, True], ids=["behind", "before"])
    @pytest.mark.parametrize("word", OF_EXPLICIT)
    def test_of_explicit_layers(
        self, world: World, subject: Trial, word: str, turned: bool, beside: str
    ) -> None:
        """~explicit~ or ~all~ in VK_LOADER_LAYERS_DISABLE keeps a requested layer out, beside any other element."""
        name = installed(world, "application")
        world.variable(DISABLE, ",".join([beside, word][:: -1 if turned else 1]))

        is_off(subject, world, name, beside)


@pytest.mark.rule("FILTER-GEN-09")
class TestDrivers:
    """The disable variable is evaluated before the select variable: what that matches is used."""

    @pytest.mark.parametrize("selected", GLOBS)
    @pytest.mark.parametrize("disabled", [*GLOBS, "star"])
    def test_selected_beside_every_form(
        self, world: World, subject: Trial, disabled: str, selected: str
    ) -> None:
        """A driver that both VK_LOADER_DRIVERS_SELECT and VK_LOADER_DRIVERS_DISABLE match is used, and no other."""
        world.driver("alpha", file="alpha.json")
        world.driver("beta", file="beta.json")
        forms = {**GLOBS, "star": "*"}
        world.variable(WITHOUT, forms[disabled].format("alpha.json"))
        world.variable(SELECT, GLOBS[selected].format("alpha.json"))

        assert subject.observe(world).drivers == ("alpha",)


IDS = {
    "VK_LOADER_DEVICE_ID_FILTER": "device",
    "VK_LOADER_VENDOR_ID_FILTER": "vendor",
    "VK_LOADER_DRIVER_ID_FILTER": "driver_id",
}
FORMS = {
    "single": "{0}",
    "range": "{0}:{1}",
    "hexadecimal": "0x{0:x}",
    "hexadecimal-range": "0x{0:x}:0x{1:x}",
}
"""Elements of an id filter that match two ids, or the first of them."""
VARIABLES = [pytest.param(name, marks=pytest.mark.rule(f"FILTER-ID-{name.split('_')[2]}-01")) for name in IDS]


@pytest.mark.needs_library
class TestIds:
    """An id filter lists single ids and ranges, decimal or hexadecimal, in any place; one match is enough."""

    @pytest.mark.parametrize("forms", [*product(FORMS, repeat=2)], ids="-".join)
    @pytest.mark.parametrize("variable", VARIABLES)
    def test_one_form_behind_another(
        self, world: World, subject: Trial, variable: str, forms: Sequence[str]
    ) -> None:
        """A device is enumerated if its id is in either of an id filter's two elements, whatever their forms."""
        numbers = [10, 11, 26, 27, 40]
        flags = {IDS[variable]: ";".join(map(str, numbers))}
        world.driver(flags={"devices": "5", "device_name": "a;b;c;d;e", **flags})
        first, second = (FORMS[form] for form in forms)
        world.variable(variable, f"{first.format(10, 11)},{second.format(26, 27)}")
        script = Script()
        script.create(api="1.2.0")
        script.devices()

        seen = subject.calls(world, script)

        passing = ["a", *["b"] * ("range" in forms[0]), "c", *["d"] * ("range" in forms[1])]
        assert sorted(seen.device_names()) == passing
