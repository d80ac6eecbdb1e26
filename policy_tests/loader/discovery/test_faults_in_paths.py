"""A place of a search that leads nowhere, of a variable or a standard one: what the others hold has to be found."""

import pytest

from policy_tests.loader.discovery.test_search_paths import BASES
from policy_tests.loader.implied import OF_EMPTY
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

PLACES = ["first", "middle", "last"]
LAYERS = ("VK_LAYER_TEST_alpha", "VK_LAYER_TEST_beta")

# What stands in the list between the two good entries, or beside them. The last three are there, and no manifests.
ENTRIES = {
    "nowhere": "/world/nowhere/at/all",
    "nowhere-and-nothing": "/world/nowhere/at/all:",
    "nothing": "",
    "relative": "not/there",
    "very-long": "/world/" + "x" * 5000,
    "empty-folder": "/world/hollow",
    "another-file": "/world/notes.txt",
    "dangling-link": "/world/dangling",
}


def listed(world: World, variable: str, good: tuple[str, str], fault: str, place: str) -> None:
    """Set the variable to the two good entries and the bad one at that place."""
    world.file("/world/hollow/readme", "no manifest")
    world.file("/world/notes.txt", "no manifest")
    world.link("/world/dangling", "/world/gone")
    entries = [*good]
    entries.insert(PLACES.index(place), ENTRIES[fault])
    world.variable(variable, ":".join(entries))


def judge(subject: Trial, fault: str, seen: object, expected: object) -> None:
    """Check what is found beside the bad entry; of an empty one the documents do not say what it means."""
    if "nothing" in fault:
        subject.implied(seen, expected, OF_EMPTY)
    else:
        assert seen == expected


@pytest.mark.parametrize("place", ["middle", "first", "last"])
@pytest.mark.parametrize("fault", ENTRIES)
class TestDrivers:
    """The variables that list drivers hold several entries, and the drivers of all of them are used."""

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    def test_icd_filenames(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Both drivers that VK_ICD_FILENAMES lists are used, although a third entry leads to no manifest."""
        good = world.driver("alpha", folder="/world/a"), world.driver("beta", folder="/world/b")
        listed(world, "VK_ICD_FILENAMES", good, fault, place)

        seen = subject.observe(world)

        judge(subject, fault, (seen.result_name, set(seen.drivers)), ("VK_SUCCESS", {"alpha", "beta"}))

    @pytest.mark.rule("ENV-DRIVERFILES-04")
    def test_driver_files(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Both drivers that VK_DRIVER_FILES lists are used, although a third entry leads to no manifest."""
        good = world.driver("alpha", folder="/world/a"), world.driver("beta", folder="/world/b")
        listed(world, "VK_DRIVER_FILES", good, fault, place)

        seen = subject.observe(world)

        judge(subject, fault, (seen.result_name, set(seen.drivers)), ("VK_SUCCESS", {"alpha", "beta"}))

    @pytest.mark.rule("ENV-DRIVERFILES-05")
    def test_added_driver_files(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """The installed driver and both in VK_ADD_DRIVER_FILES are used, although a third entry leads nowhere."""
        world.driver("installed")
        good = world.driver("alpha", folder="/world/a"), world.driver("beta", folder="/world/b")
        listed(world, "VK_ADD_DRIVER_FILES", good, fault, place)

        seen = subject.observe(world)

        judge(
            subject,
            fault,
            (seen.result_name, set(seen.drivers)),
            ("VK_SUCCESS", {"installed", "alpha", "beta"}),
        )

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    @pytest.mark.parametrize("variable", ["XDG_DATA_DIRS", "XDG_CONFIG_DIRS"])
    def test_bases(self, world: World, subject: Trial, variable: str, fault: str, place: str) -> None:
        """Drivers under two bases of an XDG variable are used, although a third entry leads to no manifest."""
        world.driver("alpha", folder="/world/a/vulkan/icd.d")
        world.driver("beta", folder="/world/b/vulkan/icd.d")
        listed(world, variable, ("/world/a", "/world/b"), fault, place)

        seen = subject.observe(world)

        judge(subject, fault, (seen.result_name, set(seen.drivers)), ("VK_SUCCESS", {"alpha", "beta"}))


@pytest.mark.parametrize("place", ["middle", "first", "last"])
@pytest.mark.parametrize("fault", ENTRIES)
class TestLayers:
    """The variables that lead to layers hold several entries, and the layers of all of them are reported."""

    @pytest.mark.rule("ENV-LAYERPATH-02")
    def test_layer_path(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Layers in both folders of VK_LAYER_PATH are reported, although a third entry leads to no manifest."""
        world.explicit_layer(LAYERS[0], folder="/world/a")
        world.explicit_layer(LAYERS[1], folder="/world/b")
        listed(world, "VK_LAYER_PATH", ("/world/a", "/world/b"), fault, place)

        seen = subject.observe(world)

        judge(subject, fault, set(seen.layer_names), set(LAYERS))

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    def test_added_layer_path(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Installed layers and those in VK_ADD_LAYER_PATH are reported, although one entry leads to no manifest."""
        world.explicit_layer("VK_LAYER_TEST_installed")
        world.explicit_layer(LAYERS[0], folder="/world/a")
        world.explicit_layer(LAYERS[1], folder="/world/b")
        listed(world, "VK_ADD_LAYER_PATH", ("/world/a", "/world/b"), fault, place)

        seen = subject.observe(world)

        judge(subject, fault, set(seen.layer_names), {"VK_LAYER_TEST_installed", *LAYERS})

    @pytest.mark.rule("ENV-IMPLPATH-01")
    def test_implicit_layer_path(self, world: World, subject: Trial, fault: str, place: str) -> None:
        """Layers in both folders of VK_IMPLICIT_LAYER_PATH are active, although a third entry leads nowhere."""
        world.driver()
        world.implicit_layer(LAYERS[0], folder="/world/a")
        world.implicit_layer(LAYERS[1], folder="/world/b")
        listed(world, "VK_IMPLICIT_LAYER_PATH", ("/world/a", "/world/b"), fault, place)

        seen = subject.observe(world)

        judge(subject, fault, (set(seen.layer_names), set(seen.chain)), (set(LAYERS), set(LAYERS)))

    @pytest.mark.rule("DISC-LINUX-04", "DISC-LINUX-08")
    @pytest.mark.parametrize("variable", ["XDG_DATA_DIRS", "XDG_CONFIG_DIRS"])
    def test_bases_of_layers(
        self, world: World, subject: Trial, variable: str, fault: str, place: str
    ) -> None:
        """Layers under two bases of an XDG variable are reported, although a third entry leads to no manifest."""
        world.explicit_layer(LAYERS[0], folder="/world/a/vulkan/explicit_layer.d")
        world.explicit_layer(LAYERS[1], folder="/world/b/vulkan/explicit_layer.d")
        listed(world, variable, ("/world/a", "/world/b"), fault, place)

        seen = subject.observe(world)

        judge(subject, fault, set(seen.layer_names), set(LAYERS))


@pytest.mark.parametrize(
    "place", [0, 5, 1, 2, 3, 4], ids=lambda place: BASES[place].strip("/.").replace("/", "-")
)
class TestNoFolder:
    """A file that stands where a folder of the standard search would be: the other folders are searched."""

    @pytest.mark.rule("DISC-LINUX-09")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_of_layers(self, world: World, subject: Trial, kind: str, place: int) -> None:
        """The layers of all other standard folders are reported, although a file stands in place of one folder."""
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        places = [f"{base}/vulkan/{kind}_layer.d" for base in BASES]
        world.file(places.pop(place), "no folder")
        names = {f"VK_LAYER_TEST_{number}" for number, _ in enumerate(places)}
        for name, folder in zip(sorted(names), places, strict=True):
            install(name, folder=folder)

        assert {*subject.observe(world).layer_names} == names

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    def test_of_drivers(self, world: World, subject: Trial, place: int) -> None:
        """The drivers of all other standard folders are used, although a file stands in place of one folder."""
        places = [f"{base}/vulkan/icd.d" for base in BASES]
        world.file(places.pop(place), "no folder")
        for number, folder in enumerate(places):
            world.driver(f"d{number}", folder=folder)

        assert {*subject.observe(world).drivers} == {f"d{number}" for number, _ in enumerate(places)}
