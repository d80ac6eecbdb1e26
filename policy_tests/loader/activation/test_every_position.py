"""Lists of every length with what counts at every position, and values of every length: all of it counts."""

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from refloader.model.edition import Edition
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE, TWO, META = (f"VK_LAYER_TEST_{name}" for name in ("one", "two", "meta"))
PROGRAM = "/world/bin/program"
SINCE_2022 = (Edition.E2022, Edition.E2026)
SWITCH = "SWITCH_ONE"
NUMBERS = pytest.mark.parametrize("number", [33, 3, 5, 9, 17])
PLACES = pytest.mark.parametrize("place", ["last", "first", "third", "middle"])


def position(place: str, number: int) -> int:
    """The index of a place in a list with so many elements."""
    return {"first": 0, "third": 2, "middle": number // 2, "last": number - 1}[place]


@pytest.mark.editions("2022", "2026")
class TestOverrideLayer:
    """The lists of the override layer count in full."""

    @NUMBERS
    @PLACES
    @pytest.mark.rule("OVERRIDE-03")
    def test_app_keys(self, world: World, subject: Trial, place: str, number: int) -> None:
        """The override layer applies to a program whose path is in app_keys, wherever in the list it stands."""
        world.driver()
        world.explicit_layer(ONE)
        keys = [f"/world/bin/other{index}" for index in range(number)]
        keys[position(place, number)] = PROGRAM
        world.override_layer(components=[ONE], app_keys=keys)
        world.application(executable=PROGRAM)

        assert subject.observe(world).chain == (ONE,)

    @NUMBERS
    @PLACES
    @pytest.mark.rule("OVERRIDE-05")
    def test_override_paths(self, world: World, subject: Trial, place: str, number: int) -> None:
        """A component of the override layer is found in whichever folder of override_paths it lies."""
        world.driver()
        folders = [f"/world/over{index}" for index in range(number)]
        world.explicit_layer(ONE, folder=folders[position(place, number)])
        world.override_layer(components=[ONE], override_paths=folders)

        assert subject.observe(world).chain == (ONE,)

    @NUMBERS
    @pytest.mark.rule("OVERRIDE-05")
    @pytest.mark.parametrize("keys", [[PROGRAM], None], ids=["this-program", "all-programs"])
    def test_a_component_in_each_folder(
        self, world: World, subject: Trial, keys: list[str] | None, number: int
    ) -> None:
        """Components of the override layer are all loaded in order, also if each lies in another override path."""
        world.driver()
        folders = [f"/world/over{index}" for index in range(number)]
        names = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        for name, folder in zip(names, folders, strict=True):
            world.explicit_layer(name, folder=folder)
        world.override_layer(components=names, override_paths=folders, app_keys=keys)
        world.application(executable=PROGRAM)

        assert subject.observe(world).chain == tuple(names)


@pytest.mark.editions("2018", "2022", "2026")
class TestComponents:
    """The first component is nearest to the application, the last to the driver, however many there are."""

    @NUMBERS
    @pytest.mark.rule("META-04")
    @pytest.mark.parametrize("way", ["application", "variable", "implicit"])
    def test_of_a_meta_layer(self, world: World, subject: Trial, way: str, number: int) -> None:
        """All components of an active meta-layer are in the chain, in the order of component_layers."""
        world.driver()
        names = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        for name in reversed(names):
            world.explicit_layer(name)
        world.meta_layer(META, components=names, implicit=way == "implicit")
        world.application(layers=[META] if way == "application" else [])
        world.variable("VK_INSTANCE_LAYERS", META if way == "variable" else None)

        assert subject.observe(world).chain == tuple(names)


class TestRequests:
    """Each name of a request counts, and the layers of VK_INSTANCE_LAYERS come before the application's."""

    @NUMBERS
    @pytest.mark.parametrize(
        "way",
        [
            pytest.param("application", marks=pytest.mark.rule("ORDER-CHAIN-02")),
            pytest.param("variable", marks=pytest.mark.rule("ENV-INSTLAYERS-03")),
        ],
    )
    def test_many_names(self, world: World, subject: Trial, way: str, number: int) -> None:
        """All layers of ppEnabledLayerNames or VK_INSTANCE_LAYERS are in the chain in the order of that list."""
        world.driver()
        names = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        for name in reversed(names):
            world.explicit_layer(name)
        world.application(layers=names if way == "application" else [])
        world.variable("VK_INSTANCE_LAYERS", ":".join(names) if way == "variable" else None)

        assert subject.observe(world).chain == tuple(names)

    @pytest.mark.rule("ENV-INSTLAYERS-04", "ORDER-CHAIN-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("by_variable", ["layer", "meta", "layer+meta", "meta+layer"])
    @pytest.mark.parametrize("by_application", ["layer", "meta", "layer+meta", "meta+layer"])
    def test_meta_layers_on_either_side(
        self, world: World, subject: Trial, by_application: str, by_variable: str
    ) -> None:
        """Layers and meta-layers of VK_INSTANCE_LAYERS come first, then the application's, each in its order."""
        world.driver()
        expected: list[str] = []
        asked: dict[str, list[str]] = {}
        for side, kinds in (("v", by_variable), ("a", by_application)):
            asked[side] = []
            for kind in kinds.split("+"):
                own = f"VK_LAYER_TEST_{side}_{kind}"
                asked[side].append(own)
                parts = [f"{own}_1", f"{own}_2"] if kind == "meta" else [own]
                for name in reversed(parts):
                    world.explicit_layer(name)
                if kind == "meta":
                    world.meta_layer(own, components=parts)
                expected += parts
        world.variable("VK_INSTANCE_LAYERS", ":".join(asked["v"]))
        world.application(layers=asked["a"])

        assert subject.observe(world).chain == tuple(expected)

    @pytest.mark.rule("ACT-APP-02")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["last", "first", "middle"])
    @pytest.mark.parametrize("wrong", ["", " ", "*"], ids=["empty", "space", "star"])
    def test_what_is_no_name(self, world: World, subject: Trial, wrong: str, place: int) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT if a requested name is empty, a space or a star."""
        world.driver()
        for name in (ONE, TWO):
            world.explicit_layer(name)
        names = [ONE, TWO]
        names.insert(place, wrong)
        world.application(layers=names)

        assert subject.observe(world).result_name == "VK_ERROR_LAYER_NOT_PRESENT"


class TestSwitches:
    """The variables of an implicit layer."""

    @pytest.mark.rule("ACT-IMPLICIT-03")
    @pytest.mark.parametrize("value", ["1", "yes", "0"])
    @pytest.mark.parametrize("asked", [False, True], ids=["found", "beside-another"])
    def test_one_variable_for_both(self, world: World, subject: Trial, value: str, asked: bool) -> None:
        """An implicit layer whose enable and disable variable are one is off when that variable is set."""
        world.driver()
        if asked:
            world.implicit_layer(TWO)
        world.variable(SWITCH, value)
        world.implicit_layer(ONE, enable_environment={SWITCH: value})
        needs_in_chain(world, subject, ONE)
        world.implicit_layer(ONE, enable_environment={SWITCH: value}, disable_environment={SWITCH: value})

        assert ONE not in subject.observe(world).chain

    @pytest.mark.rule("ACT-IMPLICIT-04")
    @pytest.mark.parametrize("length", [4, 16, 17, 32, 33, 64, 65, 256, 512])
    @pytest.mark.parametrize("change", ["last", "longer", "shorter", "middle"])
    def test_long_values(self, world: World, subject: Trial, change: str, length: int) -> None:
        """An implicit layer is off if its enable variable differs anywhere from the long value of the manifest."""
        wanted = ("abcdefgh" * length)[:length]
        given = {
            "last": wanted[:-1] + "x",
            "longer": wanted + "a",
            "shorter": wanted[:-1],
            "middle": wanted[: length // 2] + "x" + wanted[length // 2 + 1 :],
        }[change]
        world.driver()
        world.implicit_layer(ONE, enable_environment={SWITCH: wanted})
        world.variable(SWITCH, given)

        seen = subject.observe(world)

        either = (ONE,) if subject.edition in SINCE_2022 else ()
        subject.reading("AMB-ENABLE-VALUE", seen.chain, chosen=(), tolerated=either)

    @pytest.mark.rule("ACT-IMPLICIT-04")
    @pytest.mark.parametrize("length", [16, 17, 33, 65, 256, 512])
    def test_the_whole_of_a_long_value(self, world: World, subject: Trial, length: int) -> None:
        """An implicit layer is on if its enable variable has the value of the manifest, however long that is."""
        wanted = ("abcdefgh" * length)[:length]
        world.driver()
        world.implicit_layer(ONE, enable_environment={SWITCH: wanted})
        world.variable(SWITCH, wanted)

        assert subject.observe(world).chain == (ONE,)
