"""Each rule holds for a layer or driver however it was found: in any standard folder or through a variable."""

from collections.abc import Callable
from typing import Any

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ODD, GOOD = "VK_LAYER_TEST_odd", "VK_LAYER_TEST_good"
FOLDER = "/world/place"
USERS = "/home/user/.local/share/vulkan"

Way = tuple[str, bool]
"""A variable, "" for the system's folder or USERS, and whether it names the files themselves, not their folder."""


NAMED = {"": "standard", USERS: "users"}


def ways(*found: Way) -> pytest.MarkDecorator:
    """Each way in turn."""
    return pytest.mark.parametrize("way", found, ids=lambda way: NAMED.get(way[0], way[0]) + "-file" * way[1])


def words(one: Any) -> pytest.MarkDecorator:
    """A word of VK_LOADER_LAYERS_DISABLE for layers of one kind, with its rule, and that for all."""
    return pytest.mark.parametrize(
        "word", [one, pytest.param("~all~", marks=pytest.mark.rule("FILTER-LAYER-DISABLE-03"))]
    )


# The variables that add to the search come first, as hardly any other case has something found through them.
IMPLICIT = ways(
    ("VK_ADD_IMPLICIT_LAYER_PATH", False),
    ("", False),
    (USERS, False),
    ("VK_IMPLICIT_LAYER_PATH", False),
    ("VK_IMPLICIT_LAYER_PATH", True),
)
EXPLICIT = ways(
    ("VK_ADD_LAYER_PATH", False),
    ("", False),
    (USERS, False),
    ("VK_LAYER_PATH", False),
    ("VK_LAYER_PATH", True),
)
DRIVERS = ways(
    ("VK_ADD_DRIVER_FILES", True),
    ("", False),
    (USERS, False),
    ("VK_DRIVER_FILES", True),
    ("VK_DRIVER_FILES", False),
    ("VK_ICD_FILENAMES", True),
)

Install = Callable[..., str]


@pytest.fixture(autouse=True)
def _is_searched(request: pytest.FixtureRequest, subject: Trial) -> None:
    """Leave out a folder of the user's, or /etc, where the loader finds nothing at all: other rules have that."""
    given = request.node.callspec.params
    place, owner = given.get("base") or given["way"][0], request.cls.__name__
    if not place.startswith("/"):
        return
    plain = World()
    if owner == "TestDrivers":
        plain.driver("good", folder=f"{place}/icd.d")
    else:
        plain.driver()
        kind, install = (
            ("explicit", plain.explicit_layer) if "Explicit" in owner else ("implicit", plain.implicit_layer)
        )
        install(GOOD, folder=f"{place}/{kind}_layer.d")
    seen = subject.observe(plain)
    if GOOD not in seen.layer_names and "good" not in seen.drivers:
        pytest.skip(f"the loader finds nothing in {place}, which rules of discovery are about")


def both(world: World, way: Way, install: Install, names: tuple[str, str], kind: str, **odd: Any) -> None:
    """Install two of a kind so that they are found in this way; the first has the keys that are odd."""
    variable, by_file = way
    where = {"": {}, USERS: {"folder": f"{USERS}/{kind}"}}.get(variable, {"folder": FOLDER})
    files = [install(names[0], **where, **odd), install(names[1], **where)]
    if variable not in NAMED:
        world.variable(variable, ":".join(files) if by_file else FOLDER)


def implicit(world: World, way: Way, **odd: Any) -> None:
    """Two implicit layers and a driver."""
    world.driver()
    both(world, way, world.implicit_layer, (ODD, GOOD), "implicit_layer.d", **odd)


def implicit_below(world: World, base: str, **odd: Any) -> None:
    """Two implicit layers in one folder below this base, and a driver; the first has the keys that are odd."""
    world.driver()
    world.implicit_layer(ODD, folder=f"{base}/implicit_layer.d", **odd)
    world.implicit_layer(GOOD, folder=f"{base}/implicit_layer.d")


def explicit(world: World, way: Way, **odd: Any) -> None:
    """Two explicit layers and a driver."""
    world.driver()
    both(world, way, world.explicit_layer, (ODD, GOOD), "explicit_layer.d", **odd)


def drivers(world: World, way: Way, **odd: Any) -> None:
    """Two drivers."""
    both(world, way, world.driver, ("odd", "good"), "icd.d", **odd)


WAITS = {"enable_environment": {"ODD_ON": "1"}}


@IMPLICIT
@pytest.mark.editions("2026")
class TestImplicitLayers:
    """What is said of implicit layers is said of each of them."""

    @pytest.mark.rule("ACT-IMPLICIT-04", "LLP_LOADER_6")
    def test_it_waits_for_its_variable(self, world: World, subject: Trial, way: Way) -> None:
        """An implicit layer whose enable variable is not set is off, and its neighbour is on."""
        implicit(world, way, **WAITS)

        assert subject.observe(world).chain == (GOOD,)

    @pytest.mark.rule("ACT-IMPLICIT-04")
    def test_its_variable_turns_it_on(self, world: World, subject: Trial, way: Way) -> None:
        """An implicit layer whose enable variable has the value of the manifest is on."""
        implicit(world, way, **WAITS)
        world.variable("ODD_ON", "1")

        assert {*subject.observe(world).chain} == {ODD, GOOD}

    @pytest.mark.rule("ACT-IMPLICIT-05", "LLP_LOADER_7")
    def test_its_variable_turns_it_off(self, world: World, subject: Trial, way: Way) -> None:
        """An implicit layer whose disable variable is set is off, and its neighbour is on."""
        implicit(world, way)
        world.variable(f"DISABLE_{ODD}", "1")

        assert subject.observe(world).chain == (GOOD,)

    @pytest.mark.rule("MANIFEST-LAYER-06")
    def test_a_device_layer_is_passed_over(self, world: World, subject: Trial, way: Way) -> None:
        """An implicit layer of type DEVICE is passed over as though it had not been found."""
        implicit(world, way, type="DEVICE")

        assert subject.observe(world).chain == (GOOD,)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @pytest.mark.parametrize("element", [ODD, "*_odd", "VK_LAYER_TEST_o*", "*TEST_ODD*"])
    def test_the_filter_turns_it_off(self, world: World, subject: Trial, way: Way, element: str) -> None:
        """A layer that VK_LOADER_LAYERS_DISABLE matches is off, by every form of a glob."""
        implicit(world, way)
        world.variable("VK_LOADER_LAYERS_DISABLE", element)

        assert subject.observe(world).chain == (GOOD,)

    @words(pytest.param("~implicit~", marks=pytest.mark.rule("FILTER-LAYER-DISABLE-04")))
    def test_a_word_turns_it_off(self, world: World, subject: Trial, way: Way, word: str) -> None:
        """~implicit~ and ~all~ in VK_LOADER_LAYERS_DISABLE turn each implicit layer off."""
        implicit(world, way)
        needs_in_chain(world, subject, ODD, GOOD)
        world.variable("VK_LOADER_LAYERS_DISABLE", word)

        assert subject.observe(world).chain == ()

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    @pytest.mark.parametrize("value", [None, "", "0", "1"], ids=["unset", "empty", "wrong", "right"])
    def test_the_filter_turns_it_on(self, world: World, subject: Trial, way: Way, value: str | None) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches is on, whatever its enable variable says."""
        implicit(world, way, **WAITS)
        world.variable("ODD_ON", value)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_odd")

        assert {*subject.observe(world).chain} == {ODD, GOOD}


@pytest.mark.parametrize(
    "base",
    [
        USERS,
        "/etc/vulkan",
        pytest.param("/home/user/.config/vulkan", marks=pytest.mark.editions("2022", "2026")),
    ],
)
class TestSwitchesInEachFolder:
    """The variables of an implicit layer count whichever folder its manifest lies in, the user's too."""

    @pytest.mark.rule("LLP_LOADER_6", "ACT-IMPLICIT-04")
    def test_it_waits_in_each_folder(self, world: World, subject: Trial, base: str) -> None:
        """An implicit layer whose enable variable is not set is off, and its neighbour in the folder is on."""
        implicit_below(world, base, **WAITS)

        assert subject.observe(world).chain == (GOOD,)

    @pytest.mark.rule("ACT-IMPLICIT-04")
    def test_it_is_turned_on_in_each_folder(self, world: World, subject: Trial, base: str) -> None:
        """An implicit layer whose enable variable has the value of the manifest is on, beside its neighbour."""
        implicit_below(world, base, **WAITS)
        world.variable("ODD_ON", "1")

        assert {*subject.observe(world).chain} == {ODD, GOOD}

    @pytest.mark.rule("LLP_LOADER_7", "ACT-IMPLICIT-05")
    def test_it_is_turned_off_in_each_folder(self, world: World, subject: Trial, base: str) -> None:
        """An implicit layer whose disable variable is set is off, and its neighbour in the folder is on."""
        implicit_below(world, base)
        world.variable(f"DISABLE_{ODD}", "1")

        assert subject.observe(world).chain == (GOOD,)


@EXPLICIT
@pytest.mark.editions("2026")
class TestExplicitLayers:
    """What is said of explicit layers is said of each of them."""

    @pytest.mark.rule("MANIFEST-LAYER-06")
    def test_an_explicit_device_layer_is_passed_over(self, world: World, subject: Trial, way: Way) -> None:
        """An explicit layer of type DEVICE is not enumerated, and its neighbour is."""
        explicit(world, way, type="DEVICE")

        assert subject.observe(world).layer_names == (GOOD,)

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_the_filter_turns_an_explicit_layer_on(self, world: World, subject: Trial, way: Way) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches is on, and its neighbour is not."""
        explicit(world, way)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_odd")

        assert subject.observe(world).chain == (ODD,)

    @words(pytest.param("~explicit~", marks=pytest.mark.rule("FILTER-LAYER-DISABLE-05")))
    def test_a_word_keeps_it_out(self, world: World, subject: Trial, way: Way, word: str) -> None:
        """~explicit~ and ~all~ in VK_LOADER_LAYERS_DISABLE keep a requested explicit layer out."""
        explicit(world, way)
        world.application(layers=[ODD])
        needs_in_chain(world, subject, ODD)
        world.variable("VK_LOADER_LAYERS_DISABLE", word)

        assert subject.observe(world).chain == ()

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    def test_a_name_turns_it_on(self, world: World, subject: Trial, way: Way) -> None:
        """A layer that VK_INSTANCE_LAYERS names is on, and its neighbour is not."""
        explicit(world, way)
        world.variable("VK_INSTANCE_LAYERS", ODD)

        assert subject.observe(world).chain == (ODD,)


@DRIVERS
@pytest.mark.editions("2026")
class TestDrivers:
    """What is said of drivers is said of each of them."""

    @pytest.mark.rule("DEBUG-WRONGARCH-01")
    def test_a_foreign_driver_is_skipped(self, world: World, subject: Trial, way: Way) -> None:
        """A driver whose library_arch is not the word size of the process is not used, and its neighbour is."""
        drivers(world, way, file_format_version="1.0.1", library_arch="32")

        found = {*subject.observe(world).drivers}

        if found == {"odd", "good"}:
            pytest.skip("the loader does not read library_arch, which lets it skip a driver")
        assert found == {"good"}

    @pytest.mark.rule("PORTABILITY-01")
    def test_a_portability_driver_waits(self, world: World, subject: Trial, way: Way) -> None:
        """A portability driver is not used unless the application sets the portability flag; its neighbour is."""
        drivers(world, way, file_format_version="1.0.1", is_portability_driver=True)

        assert subject.observe(world).drivers == ("good",)

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    @pytest.mark.parametrize("element", ["odd.json", "odd*", "*d.json,odd*", "*odd*"])
    def test_the_filter_turns_a_driver_off(
        self, world: World, subject: Trial, way: Way, element: str
    ) -> None:
        """A driver whose file name VK_LOADER_DRIVERS_DISABLE matches is not used."""
        drivers(world, way)
        world.variable("VK_LOADER_DRIVERS_DISABLE", element)
        if element.startswith("*d."):
            world.variable("VK_LOADER_DRIVERS_SELECT", "good*")

        assert subject.observe(world).drivers == ("good",)

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    def test_the_filter_leaves_it_out(self, world: World, subject: Trial, way: Way) -> None:
        """A driver whose file name VK_LOADER_DRIVERS_SELECT does not match is not used."""
        drivers(world, way)
        world.variable("VK_LOADER_DRIVERS_SELECT", "good*")

        assert subject.observe(world).drivers == ("good",)
