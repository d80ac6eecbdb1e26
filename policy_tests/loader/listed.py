"""Machines with three layers in three folders that one variable lists, for tests of where such a list counts."""

import pytest

from refloader.scenario.scenario import World

NAMES = ["VK_LAYER_TEST_one", "VK_LAYER_TEST_two", "VK_LAYER_TEST_three"]
BASES = ["/world/a", "/world/b", "/world/c"]


def rows(**table: str) -> list[object]:
    """Parameters of the variables, each with the mark of its rule."""
    return [pytest.param(name, id=name, marks=pytest.mark.rule(*of.split())) for name, of in table.items()]


OF_EXPLICIT_LAYERS = pytest.mark.parametrize(
    "variable",
    rows(
        VK_LAYER_PATH="ENV-LAYERPATH-02",
        VK_ADD_LAYER_PATH="ENV-ADDLAYERPATH-01",
        XDG_DATA_DIRS="DISC-LINUX-08",
        XDG_CONFIG_DIRS="DISC-LINUX-04",
    ),
)
OF_IMPLICIT_LAYERS = pytest.mark.parametrize(
    "variable",
    rows(VK_IMPLICIT_LAYER_PATH="ENV-IMPLPATH-01", VK_ADD_IMPLICIT_LAYER_PATH="ENV-ADDIMPLPATH-01"),
)


def explicit_layers(world: World, variable: str) -> None:
    """Install a driver, and in each folder that the variable lists one explicit layer."""
    world.driver()
    for name, base in zip(NAMES, BASES, strict=True):
        below = "/vulkan/explicit_layer.d" if variable.startswith("XDG") else ""
        world.explicit_layer(name, folder=f"{base}{below}")
    standard = ["/usr/share"] if variable == "XDG_DATA_DIRS" else []
    world.variable(variable, ":".join([*BASES, *standard]))


def implicit_layers(world: World, variable: str) -> None:
    """Install a driver, and in each folder that the variable lists one implicit layer."""
    world.driver()
    for name, base in zip(NAMES, BASES, strict=True):
        world.implicit_layer(name, folder=base)
    world.variable(variable, ":".join(BASES))
