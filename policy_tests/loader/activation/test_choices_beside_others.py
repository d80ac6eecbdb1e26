"""Each variable that chooses among what is found does so whichever other variable is set, with a value that fits it.

The other variable names what is there anyway, or nobody: the documents give no pair of these an effect on each other.
"""

from typing import NamedTuple

import pytest

from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.editions("2026")

ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"
ALWAYS, OFFERED = "VK_LAYER_TEST_always", "VK_LAYER_TEST_offered"
NOBODY = "VK_LAYER_TEST_nobody"
FOLDER = "/usr/share/vulkan"
DRIVERS = f"{FOLDER}/icd.d"
BOTH = f"{DRIVERS}/alpha.json:{DRIVERS}/beta.json"


class Choice(NamedTuple):
    """What a variable does: its rule and value, what is there then and what is not, and the first release with it."""

    rule: str
    value: str
    there: frozenset[str] = frozenset()
    missing: frozenset[str] = frozenset()
    since: str = "1.3.234"
    beside: tuple[tuple[str, str], ...] = ()
    """Variables without which it does nothing."""


CHOICES = {
    "VK_INSTANCE_LAYERS": Choice("ENV-INSTLAYERS-01", ONE, frozenset({ONE}), since="1.0.0"),
    "VK_LOADER_LAYERS_ENABLE": Choice("FILTER-LAYER-ENABLE-01", ONE, frozenset({ONE})),
    "VK_LOADER_LAYERS_DISABLE": Choice("FILTER-LAYER-DISABLE-01", ALWAYS, missing=frozenset({ALWAYS})),
    "VK_LOADER_LAYERS_ALLOW": Choice(
        *("FILTER-LAYER-ALLOW-01", ALWAYS, frozenset({ALWAYS}), frozenset(), "1.3.262"),
        (("VK_LOADER_LAYERS_DISABLE", "~implicit~"),),
    ),
    "VK_LOADER_DRIVERS_SELECT": Choice(
        "FILTER-DRIVER-SELECT-01", "beta*", frozenset({"beta"}), frozenset({"alpha"})
    ),
    "VK_LOADER_DRIVERS_DISABLE": Choice(
        "FILTER-DRIVER-DISABLE-01", "alpha*", frozenset({"beta"}), frozenset({"alpha"})
    ),
    "ONE_OFF": Choice("ACT-IMPLICIT-05", "1", missing=frozenset({ALWAYS}), since="1.0.0"),
    "OFFERED_ON": Choice("ACT-IMPLICIT-04", "yes", frozenset({OFFERED}), since="1.0.0"),
}
"""By variable. The last two are named by implicit layers."""

HARMLESS = {
    "VK_INSTANCE_LAYERS": TWO,
    "VK_LOADER_LAYERS_ENABLE": TWO,
    "VK_LOADER_LAYERS_DISABLE": NOBODY,
    "VK_LOADER_LAYERS_ALLOW": NOBODY,
    "VK_LOADER_DRIVERS_SELECT": "alpha*,beta*",
    "VK_LOADER_DRIVERS_DISABLE": "nobody*",
    "VK_LAYER_PATH": f"{FOLDER}/explicit_layer.d",
    "VK_ADD_LAYER_PATH": "/world/empty",
    "VK_IMPLICIT_LAYER_PATH": f"{FOLDER}/implicit_layer.d",
    "VK_ADD_IMPLICIT_LAYER_PATH": "/world/empty",
    "VK_DRIVER_FILES": BOTH,
    "VK_ICD_FILENAMES": BOTH,
    "VK_ADD_DRIVER_FILES": "/world/added/gamma.json",
    "VK_LOADER_DISABLE_SELECT": "1",
    "VK_LOADER_DISABLE_INST_EXT_FILTER": "1",
    "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING": "1",
    "VK_LOADER_DEBUG": "all",
    "XDG_CONFIG_HOME": "/world/empty",
    "XDG_DATA_HOME": "/world/empty",
    "XDG_CONFIG_DIRS": "/world/empty",
    "XDG_DATA_DIRS": "/usr/share",
}
"""By variable: a value that changes nothing of what a choice is about."""

SAID = {
    ("VK_LOADER_DRIVERS_DISABLE", "VK_LOADER_DRIVERS_SELECT"),
    ("VK_LOADER_LAYERS_ALLOW", "VK_LOADER_LAYERS_DISABLE"),
}
"""Pairs of which the documents say that the second changes what the first does (FILTER-GEN-09)."""


def beside(variable: str) -> pytest.MarkDecorator:
    """One case for each other variable that fits."""
    fitting = [each for each in HARMLESS if each != variable and (variable, each) not in SAID]
    return pytest.mark.parametrize("other", fitting)


def chosen(world: World, subject: Trial, variable: str, other: str) -> None:
    """Two drivers, two explicit and two implicit layers: what the variable chooses is there, the rest is not."""
    choice = CHOICES[variable]
    subject.since(choice.since)
    for name in ("alpha", "beta"):
        world.driver(name)
    world.driver("gamma", folder="/world/added")
    for name in (ONE, TWO):
        world.explicit_layer(name)
    world.implicit_layer(ALWAYS, disable_environment={"ONE_OFF": "1"})
    world.implicit_layer(OFFERED, enable_environment={"OFFERED_ON": "yes"})
    world.variable(other, HARMLESS[other])
    for name, value in (*choice.beside, (variable, choice.value)):
        world.variable(name, value)

    seen = subject.observe(world)

    found = used(seen)
    assert (found & choice.there, found & choice.missing) == (choice.there, frozenset())


def used(seen: Observation) -> frozenset[str]:
    """The layers of the chain and the drivers."""
    return frozenset({*seen.chain, *seen.drivers})


class TestLayers:
    """Layers are switched on and off by the variables that name them."""

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @beside("VK_INSTANCE_LAYERS")
    def test_named(self, world: World, subject: Trial, other: str) -> None:
        """VK_INSTANCE_LAYERS enables the layer that it names, whichever other variable is set."""
        chosen(world, subject, "VK_INSTANCE_LAYERS", other)

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    @beside("VK_LOADER_LAYERS_ENABLE")
    def test_enabled(self, world: World, subject: Trial, other: str) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches is forced on."""
        chosen(world, subject, "VK_LOADER_LAYERS_ENABLE", other)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @beside("VK_LOADER_LAYERS_DISABLE")
    def test_disabled(self, world: World, subject: Trial, other: str) -> None:
        """A layer that VK_LOADER_LAYERS_DISABLE matches is off."""
        chosen(world, subject, "VK_LOADER_LAYERS_DISABLE", other)

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @beside("VK_LOADER_LAYERS_ALLOW")
    def test_allowed(self, world: World, subject: Trial, other: str) -> None:
        """A layer that VK_LOADER_LAYERS_ALLOW matches is not disabled by ~implicit~."""
        chosen(world, subject, "VK_LOADER_LAYERS_ALLOW", other)

    @pytest.mark.rule("ACT-IMPLICIT-05")
    @beside("")
    def test_its_disable_variable(self, world: World, subject: Trial, other: str) -> None:
        """An implicit layer whose disable variable is set is off."""
        chosen(world, subject, "ONE_OFF", other)

    @pytest.mark.rule("ACT-IMPLICIT-04")
    @beside("")
    def test_its_enable_variable(self, world: World, subject: Trial, other: str) -> None:
        """An implicit layer whose enable variable has the value of its manifest is on."""
        chosen(world, subject, "OFFERED_ON", other)


class TestDrivers:
    """Drivers are chosen by their manifests' names."""

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    @beside("VK_LOADER_DRIVERS_SELECT")
    def test_selected_drivers(self, world: World, subject: Trial, other: str) -> None:
        """A driver that VK_LOADER_DRIVERS_SELECT does not match is not used."""
        chosen(world, subject, "VK_LOADER_DRIVERS_SELECT", other)

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    @beside("VK_LOADER_DRIVERS_DISABLE")
    def test_disabled_drivers(self, world: World, subject: Trial, other: str) -> None:
        """A driver that VK_LOADER_DRIVERS_DISABLE matches is not used."""
        chosen(world, subject, "VK_LOADER_DRIVERS_DISABLE", other)
