"""Every place of the search at once: what lies in one is found whatever the variables of the others lead to."""

from collections.abc import Callable

import pytest

from refloader.model.place import Use
from refloader.model.version import parse_loose
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.suite.loaders.subjects import FEATURES, Foreign
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


IDLE, NAMED, ENABLED = (f"VK_LAYER_TEST_{word}" for word in ("idle", "named", "enabled"))
ALWAYS, DISABLED, ALLOWED = (f"VK_LAYER_TEST_{word}" for word in ("always", "disabled", "allowed"))
STANDARD, INSTALLED = "VK_LAYER_TEST_standard", "VK_LAYER_TEST_installed"
IMPLICIT_PATH = "VK_IMPLICIT_LAYER_PATH"
STANDARD_IMPLICIT = "/usr/share/vulkan/implicit_layer.d"
JUDGED = {
    "VK_LAYER_PATH": "/world/explicit",
    IMPLICIT_PATH: "/world/implicit",
    "VK_INSTANCE_LAYERS": NAMED,
    "VK_LOADER_LAYERS_ENABLE": "*_enabled",
    "VK_LOADER_LAYERS_DISABLE": "*_disabled,*_allowed",
    "VK_LOADER_LAYERS_ALLOW": "*_allowed",
    "VK_LOADER_DRIVERS_SELECT": "one*,two*,beside*",
}
# Set beside them; what these do no case asks here.
BESIDE = {
    "VK_LOADER_DRIVERS_DISABLE": "three*",
    "VK_LOADER_DEVICE_SELECT": "0x1:0x1",
    "VK_LOADER_DISABLE_DYNAMIC_LIBRARY_UNLOADING": "1",
    "VK_LOADER_DEBUG": "error",
    "XDG_CONFIG_HOME": "/world/none",
    "XDG_CONFIG_DIRS": "/world/none",
    "XDG_DATA_HOME": "/world/none",
    "XDG_DATA_DIRS": "/usr/share",
}
NAMES_DRIVERS = pytest.mark.parametrize("named_by", ["VK_ICD_FILENAMES", "VK_DRIVER_FILES"])


def knows(subject: Trial, variable: str) -> bool:
    """Return whether the loader's release has the variable, as far as the release is known."""
    release = parse_loose(subject.loader.version) if isinstance(subject.loader, Foreign) else None
    return release is None or variable not in FEATURES or release >= FEATURES[variable].since


def observed(world: World, subject: Trial, named_by: str, about: str) -> Observation:
    """Set all variables that the loader's release has, and the one that the case is about; return what it does."""
    given = {**JUDGED, **BESIDE}
    chosen = {name: given[name] for name in given if name == about or knows(subject, name)}
    for name in (IDLE, NAMED, ENABLED):
        world.explicit_layer(name, folder="/world/explicit")
    for name in (ALWAYS, DISABLED, ALLOWED):
        world.implicit_layer(name, folder=chosen.get(IMPLICIT_PATH, STANDARD_IMPLICIT))
    world.explicit_layer(STANDARD, folder="/usr/share/vulkan/explicit_layer.d")
    world.implicit_layer(INSTALLED, folder=STANDARD_IMPLICIT)
    files = [world.driver(name, folder="/world/drivers") for name in ("one", "two", "three", "four")]
    world.driver("beside", folder="/usr/share/vulkan/icd.d")
    for variable, value in chosen.items():
        world.variable(variable, value)
    world.variable(named_by, ":".join(files))
    return subject.observe(world)


def chain(world: World, subject: Trial, named_by: str, about: str, *, beside: str, found_by: str) -> set[str]:
    """Return the active layers; skip the test if the layer beside is not found: another test judges that."""
    seen = observed(world, subject, named_by, about)
    if beside not in seen.layer_names:
        pytest.skip(f"{beside} was not found: all_at_once/{found_by} judges that")
    return {*seen.chain}


@pytest.mark.editions("2026")
class TestEveryVariable:
    """With many variables set at once, those in JUDGED and the one that names drivers do what they do alone."""

    @pytest.mark.rule("ENV-LAYERPATH-01")
    @NAMES_DRIVERS
    def test_layer_path(self, world: World, subject: Trial, named_by: str) -> None:
        """A layer in the folder of VK_LAYER_PATH is reported, and an explicit one in a standard place is not."""
        seen = observed(world, subject, named_by, "VK_LAYER_PATH")

        assert {*seen.layer_names} & {IDLE, STANDARD} == {IDLE}

    @pytest.mark.rule("ENV-IMPLPATH-01")
    @NAMES_DRIVERS
    def test_implicit_layer_path(self, world: World, subject: Trial, named_by: str) -> None:
        """A layer in the folder of VK_IMPLICIT_LAYER_PATH is on, and an implicit one in a standard place is not."""
        seen = observed(world, subject, named_by, IMPLICIT_PATH)

        assert {*seen.chain} & {ALWAYS, INSTALLED} == {ALWAYS}

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @NAMES_DRIVERS
    def test_instance_layers(self, world: World, subject: Trial, named_by: str) -> None:
        """The layer that VK_INSTANCE_LAYERS names is on."""
        about = "VK_INSTANCE_LAYERS"

        assert NAMED in chain(world, subject, named_by, about, beside=IDLE, found_by="layer_path")

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    @NAMES_DRIVERS
    def test_enabled_layers(self, world: World, subject: Trial, named_by: str) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches is forced on."""
        about = "VK_LOADER_LAYERS_ENABLE"

        assert ENABLED in chain(world, subject, named_by, about, beside=IDLE, found_by="layer_path")

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @NAMES_DRIVERS
    def test_disabled_layers(self, world: World, subject: Trial, named_by: str) -> None:
        """A layer that VK_LOADER_LAYERS_DISABLE matches is off."""
        about = "VK_LOADER_LAYERS_DISABLE"

        on = chain(world, subject, named_by, about, beside=ALWAYS, found_by="implicit_layer_path")

        assert DISABLED not in on

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @NAMES_DRIVERS
    def test_allowed_layers(self, world: World, subject: Trial, named_by: str) -> None:
        """A layer that VK_LOADER_LAYERS_ALLOW matches cannot be disabled by VK_LOADER_LAYERS_DISABLE."""
        about = "VK_LOADER_LAYERS_ALLOW"

        assert ALLOWED in chain(
            world, subject, named_by, about, beside=ALWAYS, found_by="implicit_layer_path"
        )

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    @NAMES_DRIVERS
    def test_selected_drivers(self, world: World, subject: Trial, named_by: str) -> None:
        """Of the drivers that the other variable names, those that VK_LOADER_DRIVERS_SELECT matches are used."""
        seen = observed(world, subject, named_by, "VK_LOADER_DRIVERS_SELECT")

        if "beside" in seen.drivers:
            pytest.skip(f"{named_by} does not replace the search: all_at_once/named_drivers judges that")
        assert {*seen.drivers} == {"one", "two"}

    @pytest.mark.parametrize(
        "named_by",
        [
            pytest.param("VK_ICD_FILENAMES", marks=pytest.mark.rule("ENV-DRIVERFILES-01")),
            pytest.param("VK_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-04")),
        ],
    )
    def test_named_drivers(self, world: World, subject: Trial, named_by: str) -> None:
        """Only drivers that VK_DRIVER_FILES or VK_ICD_FILENAMES names are used, and an installed one is not."""
        seen = observed(world, subject, named_by, named_by)

        if not seen.drivers:
            pytest.skip("no driver is used: all_at_once/selected_drivers judges that")
        assert "beside" not in seen.drivers
