"""The log beside that of a build from the field: its lines are ours too, apart from a few that are named here."""

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.actions import EVERYTHING, Action
from refloader.scenario.scenario import World

REAL = Path(__file__).resolve().parents[3] / "shared/subjects/loaders/1.4.335.0/libvulkan.so.1"
SETTINGS = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"
DEVICE: tuple[Action, ...] = (
    ("create", "i", {}),
    ("devices", "d", {"of": "i"}),
    ("device", "v", {"of": "d.0"}),
    ("destroy_device", "x", {"of": "v"}),
    ("destroy", "y", {"of": "i"}),
)

pytestmark = pytest.mark.skipif(not REAL.exists(), reason=f"there is no {REAL}")


def plain() -> World:
    """A driver, an implicit layer and an explicit one, which the application requests."""
    world = World()
    world.driver("plain")
    world.implicit_layer("VK_LAYER_TEST_i")
    world.explicit_layer("VK_LAYER_TEST_a")
    world.application(api="1.1.0", layers=["VK_LAYER_TEST_a"])
    return world


def meta_layer() -> World:
    """A meta-layer that the application requests."""
    world = plain()
    world.meta_layer("VK_LAYER_TEST_m", components=["VK_LAYER_TEST_a"])
    world.application(api="1.1.0", layers=["VK_LAYER_TEST_m"])
    return world


def incomplete_meta_layer() -> World:
    """A meta-layer with a component that is not there."""
    world = plain()
    world.meta_layer("VK_LAYER_TEST_m", components=["VK_LAYER_TEST_a", "VK_LAYER_TEST_none"])
    return world


def variable() -> World:
    """VK_INSTANCE_LAYERS with a layer that is there and one that is not."""
    world = plain()
    world.variable("VK_INSTANCE_LAYERS", "VK_LAYER_TEST_a:VK_LAYER_none")
    return world


def missing_layer() -> World:
    """The application requests a layer that is not there."""
    world = plain()
    world.application(layers=["VK_LAYER_TEST_a", "VK_LAYER_none"])
    return world


def missing_extension() -> World:
    """The application enables an extension that nobody has."""
    world = plain()
    world.application(extensions=["VK_TEST_none"])
    return world


def no_driver() -> World:
    """A machine without drivers."""
    return World()


def portability() -> World:
    """A portability driver alone, which the application does not ask for."""
    world = World()
    world.driver("plain", file_format_version="1.0.1", is_portability_driver=True)
    return world


def broken_manifest() -> World:
    """A manifest that is no JSON."""
    world = plain()
    world.file("/etc/vulkan/explicit_layer.d/broken.json", "{")
    return world


def without_a_value() -> World:
    """A layer without a description, and one that nobody can disable."""
    world = plain()
    world.explicit_layer("VK_LAYER_TEST_d", description=None)
    world.implicit_layer("VK_LAYER_TEST_n", disable_environment=None)
    return world


def enabled_by_variable() -> World:
    """An implicit layer that waits for a variable, which is set."""
    world = plain()
    world.implicit_layer("VK_LAYER_TEST_e", enable_environment={"TEST_ON": "1"})
    world.variable("TEST_ON", "1")
    return world


def settings_file() -> World:
    """A settings file with a list of layers and the ordinary ones."""
    world = plain()
    path = "/usr/share/vulkan/explicit_layer.d/VK_LAYER_TEST_a.json"
    layers = [
        {"name": "VK_LAYER_TEST_a", "path": path, "control": "on"},
        {"control": "unordered_layer_location"},
    ]
    world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": layers}})
    return world


def useless_settings_file() -> World:
    """A settings file without any setting."""
    world = plain()
    world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {}})
    return world


def blacklist() -> World:
    """An override layer that blocks the layer that the application requests."""
    world = World()
    world.driver("plain")
    world.explicit_layer("VK_LAYER_TEST_a")
    world.explicit_layer("VK_LAYER_TEST_b")
    world.override_layer(components=["VK_LAYER_TEST_b"], blacklist=["VK_LAYER_TEST_a"])
    return world


LEFT_OUT = "loader_remove_layers_not_in_implicit_meta_layers"
"""What the build says of each layer that is no component of the override layer; ours says why a layer is not used."""

WORLDS = (
    plain,
    meta_layer,
    incomplete_meta_layer,
    variable,
    missing_layer,
    missing_extension,
    no_driver,
    portability,
    broken_manifest,
    without_a_value,
    enabled_by_variable,
    settings_file,
    useless_settings_file,
    blacklist,
)


def lines(library: str, world: World, actions: Sequence[Action]) -> set[str]:
    """The lines that a loader prints, without what the documents word otherwise and without version and ids."""
    world.variable("VK_LOADER_DEBUG", "all")
    seen = ForeignLoader(library).observe(world.scenario(), actions=actions, timeout=60)
    assert seen.ended == "ok", seen
    return {as_compared(line) for line in seen.stderr.splitlines() if LEFT_OUT not in line}


def as_compared(line: str) -> str:
    """A line in the documents' words: the build has no quotes, "locations" of drivers and "Inserted"."""
    line = re.sub(r'\(file version "?([^")]*)"?\)', r"(file version \1)", line.rstrip())
    line = re.sub(r'(Found ICD manifest file .*), version "?([^"]*)"?', r"\1, version \2", line)
    line = line.replace("In following folders:", "In following locations:")
    line = line.replace("Inserted device layer", "Insert device layer").replace("//", "/")
    return re.sub(r"Vulkan Loader Version \S+", "Vulkan Loader Version", line)


class TestLinesOfTheField:
    """What the build prints, the drop-in library prints too."""

    @pytest.mark.rule("DEBUG-LOG-05")
    @pytest.mark.parametrize("world", WORLDS)
    def test_instance(self, dropin: Path, world: Callable[[], World]) -> None:
        """The global commands, the creation of an instance and an enumeration of its devices."""
        theirs = lines(str(REAL), world(), EVERYTHING)

        ours = lines(str(dropin / "libvulkan.so.1"), world(), EVERYTHING)

        assert sorted(theirs - ours) == []

    @pytest.mark.rule("DEBUG-LOG-06", "DEBUG-LOG-07")
    def test_device(self, dropin: Path) -> None:
        """The creation of a device."""
        theirs = lines(str(REAL), plain(), DEVICE)

        ours = lines(str(dropin / "libvulkan.so.1"), plain(), DEVICE)

        assert sorted(theirs - ours) == []
