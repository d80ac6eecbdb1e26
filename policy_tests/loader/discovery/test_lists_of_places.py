"""Lists of places in variables: of one layer in several of them the first wins, and none stands too late to count."""

from collections.abc import Callable

import pytest

from policy_tests.loader.discovery.test_drivers import NO_SEPARATORS
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
ALONE = "VK_LAYER_TEST_alone"
ORDERS = pytest.mark.parametrize("order", ["abc", "cab", "bca", "cba", "ba", "ca"])
MANY = 33


def places_of(order: str) -> str:
    """These folders in this order, as a variable lists them."""
    return ":".join(f"/world/{each}" for each in order)


def searched(world: World, layer: Callable[..., str], variable: str, order: str) -> None:
    """Put a layer into each folder of a variable, named after its folder in the chain, and install a driver."""
    for each in "abc":
        layer(ONE, folder=f"/world/{each}", flags={"name": each})
    world.variable(variable, places_of(order))
    world.driver()


def many_places() -> list[str]:
    """More folders than anybody counts on his fingers."""
    return [f"/world/place{number}" for number in range(MANY)]


class TestSeparators:
    """A colon separates places on Linux, and nothing else does."""

    @staticmethod
    def joined(between: str, place: str) -> str:
        """Return two folders with ``between`` between them, which are one path of no folder, and a third one."""
        joined, alone = f"/world/{ONE}{between}/world/{TWO}", f"/world/{ALONE}"
        return f"{joined}:{alone}" if place == "first" else f"{alone}:{joined}"

    @pytest.mark.rule("ENV-LAYERPATH-02")
    @pytest.mark.parametrize("between", NO_SEPARATORS)
    @pytest.mark.parametrize("place", ["last", "first"])
    def test_only_a_colon_separates_explicit_ones(
        self, world: World, subject: Trial, between: str, place: str
    ) -> None:
        """In VK_LAYER_PATH a comma, semicolon, space or bar separates nothing; the folder beside a colon counts."""
        for name in (ONE, TWO, ALONE):
            world.explicit_layer(name, folder=f"/world/{name}")
        world.variable("VK_LAYER_PATH", self.joined(between, place))

        seen = subject.observe(world)

        assert seen.layer_names == (ALONE,)

    @pytest.mark.rule("ENV-IMPLPATH-01")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("between", NO_SEPARATORS)
    @pytest.mark.parametrize("place", ["last", "first"])
    def test_only_a_colon_separates_implicit_ones(
        self, world: World, subject: Trial, between: str, place: str
    ) -> None:
        """VK_IMPLICIT_LAYER_PATH has the separator of VK_LAYER_PATH: a comma, semicolon, space or bar is none."""
        for name in (ONE, TWO, ALONE):
            world.implicit_layer(name, folder=f"/world/{name}")
        world.variable("VK_IMPLICIT_LAYER_PATH", self.joined(between, place))

        seen = subject.observe(world)

        assert seen.layer_names == (ALONE,)


class TestTheFirstPlaceWins:
    """Of one layer in several locations the one that comes first in the search order is used."""

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.editions("2022", "2026")
    @ORDERS
    def test_of_one_explicit_layer(self, world: World, subject: Trial, order: str) -> None:
        """If several folders of VK_LAYER_PATH hold one explicit layer, that in the first folder is loaded."""
        searched(world, world.explicit_layer, "VK_LAYER_PATH", order)
        world.application(layers=[ONE])

        assert subject.observe(world).chain == (order[0],)

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.editions("2022", "2026")
    @ORDERS
    def test_of_one_added_explicit_layer(self, world: World, subject: Trial, order: str) -> None:
        """If several folders of VK_ADD_LAYER_PATH hold one explicit layer, that in the first folder is loaded."""
        searched(world, world.explicit_layer, "VK_ADD_LAYER_PATH", order)
        world.application(layers=[ONE])

        assert subject.observe(world).chain == (order[0],)

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.editions("2026")
    @ORDERS
    def test_of_one_implicit_layer(self, world: World, subject: Trial, order: str) -> None:
        """If several folders of VK_IMPLICIT_LAYER_PATH hold one implicit layer, that in the first is loaded."""
        searched(world, world.implicit_layer, "VK_IMPLICIT_LAYER_PATH", order)

        assert subject.observe(world).chain == (order[0],)

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.editions("2026")
    @ORDERS
    def test_of_one_added_implicit_layer(self, world: World, subject: Trial, order: str) -> None:
        """If several folders of VK_ADD_IMPLICIT_LAYER_PATH hold one implicit layer, that in the first is loaded."""
        searched(world, world.implicit_layer, "VK_ADD_IMPLICIT_LAYER_PATH", order)

        assert subject.observe(world).chain == (order[0],)


class TestBeforeTheStandardPlaces:
    """The places of an adding variable are searched before the standard ones: each of them, not the first alone."""

    @pytest.mark.parametrize(
        "variable",
        [
            pytest.param("VK_ADD_LAYER_PATH", marks=pytest.mark.rule("ENV-ADDLAYERPATH-01")),
            pytest.param("VK_ADD_IMPLICIT_LAYER_PATH", marks=pytest.mark.rule("ENV-ADDIMPLPATH-01")),
        ],
    )
    @pytest.mark.parametrize("place", [2, 1, 0], ids=["third", "second", "first"])
    def test_a_layer_of_both(self, world: World, subject: Trial, variable: str, place: int) -> None:
        """Of a layer in one of three added folders and in a standard folder, the added one is loaded."""
        world.driver()
        implicit = "IMPLICIT" in variable
        install = world.implicit_layer if implicit else world.explicit_layer
        install(ONE, flags={"name": "standard"})
        install(ONE, folder=f"/world/{'abc'[place]}", flags={"name": "added"})
        world.variable(variable, places_of("abc"))
        world.application(layers=[] if implicit else [ONE])

        assert subject.observe(world).chain == ("added",)


class TestManyPlaces:
    """The variables hold lists, and what every entry leads to is found, the last one too."""

    @staticmethod
    def layers(world: World, variable: str) -> set[str]:
        """A layer in each of many folders, which the variable lists; gives their names."""
        implicit = "IMPLICIT" in variable
        names = set()
        for number, folder in enumerate(many_places()):
            names.add(f"VK_LAYER_TEST_{number}")
            install = world.implicit_layer if implicit else world.explicit_layer
            install(f"VK_LAYER_TEST_{number}", folder=folder)
        world.variable(variable, ":".join(many_places()))
        return names

    @pytest.mark.rule("ENV-LAYERPATH-02")
    def test_of_layer_path(self, world: World, subject: Trial) -> None:
        """The layers in all 33 folders that VK_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    def test_of_added_layers(self, world: World, subject: Trial) -> None:
        """The layers in all 33 folders that VK_ADD_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_ADD_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("ENV-IMPLPATH-01")
    def test_of_implicit_layers(self, world: World, subject: Trial) -> None:
        """The layers in all 33 folders that VK_IMPLICIT_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_IMPLICIT_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("ENV-ADDIMPLPATH-01")
    def test_of_added_implicit_layers(self, world: World, subject: Trial) -> None:
        """The layers in all 33 folders that VK_ADD_IMPLICIT_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_ADD_IMPLICIT_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("DISC-LINUX-08")
    def test_of_data_dirs(self, world: World, subject: Trial) -> None:
        """The layers under all 33 bases that XDG_DATA_DIRS lists are reported."""
        for number, base in enumerate(many_places()):
            world.explicit_layer(f"VK_LAYER_TEST_{number}", folder=f"{base}/vulkan/explicit_layer.d")
        world.variable("XDG_DATA_DIRS", ":".join(many_places()))

        seen = subject.observe(world)

        assert set(seen.layer_names) == {f"VK_LAYER_TEST_{number}" for number in range(MANY)}

    @staticmethod
    def drivers(world: World, variable: str) -> set[str]:
        """Many drivers, whose manifests the variable lists; gives their names."""
        names = [f"d{number}" for number in range(MANY)]
        files = [world.driver(name, folder=f"/world/{name}") for name in names]
        world.variable(variable, ":".join(files))
        return set(names)

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    def test_of_icd_filenames(self, world: World, subject: Trial) -> None:
        """The drivers of all 33 manifests that VK_ICD_FILENAMES lists are used."""
        names = self.drivers(world, "VK_ICD_FILENAMES")

        seen = subject.observe(world)

        assert set(seen.drivers) == names

    @pytest.mark.rule("ENV-DRIVERFILES-05")
    def test_of_added_drivers(self, world: World, subject: Trial) -> None:
        """The drivers of all 33 manifests that VK_ADD_DRIVER_FILES lists are used."""
        names = self.drivers(world, "VK_ADD_DRIVER_FILES")

        seen = subject.observe(world)

        assert set(seen.drivers) == names


class TestAddedFiles:
    """An entry of the variables that add places may be a manifest as well: it is only said of the others."""

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    @pytest.mark.editions("2026")
    def test_an_added_manifest(self, world: World, subject: Trial) -> None:
        """A layer whose manifest VK_ADD_LAYER_PATH lists should be reported, but not its neighbour in the folder."""
        one = world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer("VK_LAYER_TEST_two", folder="/world/a")
        world.variable("VK_ADD_LAYER_PATH", one)

        seen = subject.observe(world)

        subject.implied(seen.layer_names, (ONE,), by="ENV-LAYERPATH-03")

    @pytest.mark.rule("ENV-ADDIMPLPATH-01")
    @pytest.mark.editions("2026")
    def test_an_added_implicit_manifest(self, world: World, subject: Trial) -> None:
        """A layer whose manifest VK_ADD_IMPLICIT_LAYER_PATH lists should be reported, but not its neighbour."""
        one = world.implicit_layer(ONE, folder="/world/a")
        world.implicit_layer("VK_LAYER_TEST_two", folder="/world/a")
        world.variable("VK_ADD_IMPLICIT_LAYER_PATH", one)

        seen = subject.observe(world)

        subject.implied(seen.layer_names, (ONE,), by="ENV-IMPLPATH-01")


@pytest.mark.editions("2026")
@pytest.mark.parametrize(
    "kinds", ["file-folder-file-folder", "file-folder", "folder-file", "folder-file-file"]
)
class TestFilesAndFolders:
    """An entry of a path variable is a file or a folder, whatever the entries before it are.

    That the variables that add places take files as well is only said of the others.
    """

    @pytest.mark.parametrize(
        "variable",
        [
            pytest.param("VK_LAYER_PATH", marks=pytest.mark.rule("ENV-LAYERPATH-03")),
            pytest.param("VK_ADD_LAYER_PATH", marks=pytest.mark.rule("ENV-ADDLAYERPATH-01")),
            pytest.param("VK_IMPLICIT_LAYER_PATH", marks=pytest.mark.rule("ENV-IMPLPATH-01")),
            pytest.param("VK_ADD_IMPLICIT_LAYER_PATH", marks=pytest.mark.rule("ENV-ADDIMPLPATH-01")),
        ],
    )
    def test_of_layers(self, world: World, subject: Trial, variable: str, kinds: str) -> None:
        """The layers are reported to which a path variable leads, or should, by files that an adding one lists."""
        install = world.implicit_layer if "IMPLICIT" in variable else world.explicit_layer
        entries = []
        for place, kind in enumerate(kinds.split("-")):
            path = install(f"VK_LAYER_TEST_{place}", folder=f"/world/{place}")
            entries.append(path if kind == "file" else f"/world/{place}")
        world.variable(variable, ":".join(entries))

        found = {*subject.observe(world).layer_names}

        names = [f"VK_LAYER_TEST_{place}" for place in range(len(entries))]
        if "ADD" in variable:
            in_folders = {
                name for name, kind in zip(names, kinds.split("-"), strict=True) if kind == "folder"
            }
            assert found >= in_folders
            subject.implied(found, {*names}, by="ENV-LAYERPATH-03 and ENV-IMPLPATH-01")
        else:
            assert found == {*names}

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    def test_of_drivers(self, world: World, subject: Trial, kinds: str) -> None:
        """The drivers are used to which the entries of VK_DRIVER_FILES lead, files and folders mixed."""
        entries = []
        for place, kind in enumerate(kinds.split("-")):
            path = world.driver(f"d{place}", folder=f"/world/{place}")
            entries.append(path if kind == "file" else f"/world/{place}")
        world.variable("VK_DRIVER_FILES", ":".join(entries))

        assert {*subject.observe(world).drivers} == {f"d{place}" for place in range(len(entries))}
