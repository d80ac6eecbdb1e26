"""Folders above, below and beside those of the search: no manifest is read there, whatever base they belong to."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

pytestmark = [pytest.mark.rule("DISC-LINUX-09"), pytest.mark.editions("2022", "2026")]

BASES = {
    "config-home": "/home/user/.config",
    "config-dirs": "/world/dirs",
    "etc": "/etc",
    "data-home": "/home/user/.local/share",
    "data-dirs": "/usr/share",
}
"""By name: a base folder of each step of the search."""
BESIDE = {
    "the-base": "",
    "above": "/vulkan",
    "below": "/vulkan/{kind}_layer.d/below",
    "two-below": "/vulkan/{kind}_layer.d/below/deeper",
    "twice": "/vulkan/{kind}_layer.d/{kind}_layer.d",
    "without-vulkan": "/{kind}_layer.d",
    "beside": "/vulkan/{kind}_layer.d.off",
}
"""By name: what stands behind a base in the path of a folder that is none of the search."""
EACH_KIND = pytest.mark.parametrize("kind", ["explicit", "implicit"])


def layer(world: World, kind: str, name: str, folder: str) -> str:
    """Add a layer of this kind and return its name."""
    if kind == "implicit":
        world.implicit_layer(name, folder=folder)
    else:
        world.explicit_layer(name, folder=folder)
    return name


@EACH_KIND
@pytest.mark.parametrize("base", ["every-one", *BASES])
@pytest.mark.parametrize("place", ["every-one", *BESIDE])
def test_manifests_there(world: World, subject: Trial, place: str, base: str, kind: str) -> None:
    """Layers in the searched folders are reported, and layers in folders above, below and beside them are not."""
    world.variable("XDG_CONFIG_DIRS", BASES["config-dirs"])
    found = []
    for name, path in BASES.items() if base == "every-one" else [(base, BASES[base])]:
        found.append(layer(world, kind, f"VK_LAYER_TEST_{name}", f"{path}/vulkan/{kind}_layer.d"))
        for other in BESIDE if place == "every-one" else [place]:
            layer(world, kind, f"VK_LAYER_TEST_{name}_{other}", path + BESIDE[other].format(kind=kind))

    assert sorted(subject.observe(world).layer_names) == sorted(found)
