"""Lists of places in variables: of one layer in several of them the first wins, and none stands too late to count."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
ORDERS = pytest.mark.parametrize("order", ["abc", "cab", "bca", "cba", "ba", "ca"])
MANY = 12


def places_of(order: str) -> str:
    """These folders in this order, as a variable lists them."""
    return ":".join(f"/world/{each}" for each in order)


def many_places() -> list[str]:
    """More folders than anybody counts on his fingers."""
    return [f"/world/place{number}" for number in range(MANY)]


class TestTheFirstPlaceWins:
    """Of one layer in several locations the one that comes first in the search order is used."""

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.editions("2022", "2026")
    @ORDERS
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_ADD_LAYER_PATH"])
    def test_of_one_explicit_layer(self, world: World, subject: Trial, variable: str, order: str) -> None:
        """If several folders of a path variable hold one explicit layer, that in the first folder is loaded."""
        world.driver()
        for each in "abc":
            world.explicit_layer(ONE, folder=f"/world/{each}", flags={"name": each})
        world.variable(variable, places_of(order))
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (order[0],)

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.editions("2026")
    @ORDERS
    @pytest.mark.parametrize("variable", ["VK_IMPLICIT_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH"])
    def test_of_one_implicit_layer(self, world: World, subject: Trial, variable: str, order: str) -> None:
        """If several folders of a path variable hold one implicit layer, that in the first folder is loaded."""
        world.driver()
        for each in "abc":
            world.implicit_layer(ONE, folder=f"/world/{each}", flags={"name": each})
        world.variable(variable, places_of(order))

        seen = subject.observe(world)

        assert seen.chain == (order[0],)


class TestManyPlaces:
    """The variables hold lists, and what every entry leads to is found, the twelfth one too."""

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
        """The layers in all twelve folders that VK_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    def test_of_added_layers(self, world: World, subject: Trial) -> None:
        """The layers in all twelve folders that VK_ADD_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_ADD_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("ENV-IMPLPATH-01")
    def test_of_implicit_layers(self, world: World, subject: Trial) -> None:
        """The layers in all twelve folders that VK_IMPLICIT_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_IMPLICIT_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("ENV-ADDIMPLPATH-01")
    def test_of_added_implicit_layers(self, world: World, subject: Trial) -> None:
        """The layers in all twelve folders that VK_ADD_IMPLICIT_LAYER_PATH lists are reported."""
        names = self.layers(world, "VK_ADD_IMPLICIT_LAYER_PATH")

        seen = subject.observe(world)

        assert set(seen.layer_names) == names

    @pytest.mark.rule("DISC-LINUX-08")
    def test_of_data_dirs(self, world: World, subject: Trial) -> None:
        """The layers under all twelve bases that XDG_DATA_DIRS lists are reported."""
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
        """The drivers of all twelve manifests that VK_ICD_FILENAMES lists are used."""
        names = self.drivers(world, "VK_ICD_FILENAMES")

        seen = subject.observe(world)

        assert set(seen.drivers) == names

    @pytest.mark.rule("ENV-DRIVERFILES-05")
    def test_of_added_drivers(self, world: World, subject: Trial) -> None:
        """The drivers of all twelve manifests that VK_ADD_DRIVER_FILES lists are used."""
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
