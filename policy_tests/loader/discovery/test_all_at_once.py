"""Every place of the search at once: what lies in one is found whatever the variables of the others lead to."""

from collections.abc import Callable

import pytest

from refloader.model.place import Use
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

HOME = "/home/user"
# Letters of any kind are in their names.
LEADING = {
    "XDG_CONFIG_HOME": "/world/config home",
    "XDG_CONFIG_DIRS": "/world/config-dir",
    "XDG_DATA_HOME": "/world/Ländliches",
    "XDG_DATA_DIRS": "/world/data dir",
}
FALLBACKS = {
    "XDG_CONFIG_HOME": f"{HOME}/.config",
    "XDG_CONFIG_DIRS": "/etc/xdg",
    "XDG_DATA_HOME": f"{HOME}/.local/share",
    "XDG_DATA_DIRS": "/usr/share",
}
ADDING = {
    Use.EXPLICIT: "VK_ADD_LAYER_PATH",
    Use.IMPLICIT: "VK_ADD_IMPLICIT_LAYER_PATH",
    Use.DRIVER: "VK_ADD_DRIVER_FILES",
}
SUFFIXES = {Use.EXPLICIT: "explicit_layer.d", Use.IMPLICIT: "implicit_layer.d", Use.DRIVER: "icd.d"}

WAYS = pytest.mark.parametrize("way", ["variables-without-a-home", "variables", "fallbacks"])


def set_all(world: World, way: str) -> dict[str, str]:
    """Set the variables of the search, or leave them out, and add a place of each kind; return the bases."""
    for variable in ADDING.values():
        world.variable(variable, f"/world/{variable.lower()}")
    if way == "variables-without-a-home":
        world.variable("HOME", None)
    bases = FALLBACKS if way == "fallbacks" else LEADING
    for variable, folder in LEADING.items():
        world.variable(variable, None if way == "fallbacks" else folder)
    return {**bases, "SYSCONFDIR": "/etc"}


def places(world: World, way: str, use: Use) -> dict[str, str]:
    """By a word for each, all folders that are searched for this."""
    found = {name: f"{base}/vulkan/{SUFFIXES[use]}" for name, base in set_all(world, way).items()}
    return {**found, "ADDED": f"/world/{ADDING[use].lower()}"}


def names_in(world: World, way: str, use: Use, install: Callable[..., str]) -> set[str]:
    """Install one in each of the places, and return their names."""
    names = set()
    for place, folder in places(world, way, use).items():
        install(f"VK_LAYER_TEST_{place}", folder=folder)
        names.add(f"VK_LAYER_TEST_{place}")
    return names


@pytest.mark.editions("2026")
class TestAllPlaces:
    """The variables of the search and those that add to it act together."""

    @pytest.mark.rule("DISC-LINUX-09", "ENV-ADDLAYERPATH-01")
    @WAYS
    def test_of_explicit_layers(self, world: World, subject: Trial, way: str) -> None:
        """With VK_ADD_LAYER_PATH set, an explicit layer in it and in each base of the search is reported."""
        world.driver(folder="/etc/vulkan/icd.d")
        names = names_in(world, way, Use.EXPLICIT, world.explicit_layer)

        assert names & {*subject.observe(world).layer_names} == names

    @pytest.mark.rule("DISC-LINUX-09", "ENV-ADDIMPLPATH-01")
    @WAYS
    def test_of_implicit_layers(self, world: World, subject: Trial, way: str) -> None:
        """With VK_ADD_IMPLICIT_LAYER_PATH set, an implicit layer in it and in each base of the search is active."""
        world.driver(folder="/etc/vulkan/icd.d")
        names = names_in(world, way, Use.IMPLICIT, world.implicit_layer)

        assert names & {*subject.observe(world).chain} == names

    @pytest.mark.rule("DISC-DRIVER-LINUX-03", "ENV-DRIVERFILES-05")
    @WAYS
    def test_of_drivers(self, world: World, subject: Trial, way: str) -> None:
        """With VK_ADD_DRIVER_FILES set, the driver that it names and a driver in each base of the search are used.

        The variable names a file: folders are in doubt there.
        """
        names = names_in(world, way, Use.DRIVER, world.driver)
        variable = ADDING[Use.DRIVER]
        world.variable(variable, f"/world/{variable.lower()}/VK_LAYER_TEST_ADDED.json")

        assert names & {*subject.observe(world).drivers} == names
