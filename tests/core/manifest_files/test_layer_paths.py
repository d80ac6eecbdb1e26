"""What the path variables for layers do: replace places, add places, or nothing beside each other."""

import pytest
from worlds import (
    ALL,
    E2016,
    E2018,
    E2022,
    E2026,
    EXPLICIT,
    IMPLICIT,
    World,
    chain,
    enumerated,
    folders,
    outcome,
    rules_in,
)

from refloader.model.edition import Edition
from refloader.model.place import Form, Use

MODERN = [E2022, E2026]


class TestLayerPath:
    """VK_LAYER_PATH replaces the standard places: of all layers in 2016 and 2018, of explicit ones later."""

    @pytest.mark.rule("ENV-LAYERPATH-01", "LLP_LOADER_2")
    @pytest.mark.parametrize("edition", ALL)
    def test_standard_explicit_places_are_not_searched(self, edition: Edition) -> None:
        """An installed explicit layer is unknown while the one in the listed folder can be used."""
        world = World()
        world.explicit("installed")
        world.explicit("mine", folder="/build/layers")
        world.variables["VK_LAYER_PATH"] = "/build/layers"

        plan = world.plan(edition, layers=["mine"])

        assert folders(plan, Use.EXPLICIT) == ["/build/layers"]
        assert enumerated(plan) == ["mine"]
        assert chain(plan) == ["mine"]

    @pytest.mark.rule("ENV-LAYERPATH-01")
    @pytest.mark.parametrize(("edition", "on"), [(E2016, []), (E2018, []), (E2022, ["A"]), (E2026, ["A"])])
    def test_installed_implicit_layers(self, edition: Edition, on: list[str]) -> None:
        """Only the listed folders are scanned in 2016 and 2018; later implicit discovery goes on."""
        world = World()
        world.implicit("A")
        world.variables["VK_LAYER_PATH"] = "/build/layers"

        assert chain(world.plan(edition)) == on

    @pytest.mark.rule("ENV-LAYERPATH-04", "DISC-GEN-06")
    @pytest.mark.parametrize("edition", ALL)
    def test_what_it_finds_is_explicit(self, edition: Edition) -> None:
        """A manifest with all fields of an implicit layer does not switch itself on; it is found once."""
        world = World()
        path = world.implicit("A", folder="/build/layers")
        world.variables["VK_LAYER_PATH"] = "/build/layers"

        plan = world.plan(edition)

        assert chain(plan) == []
        assert outcome(plan, path).layer.kind is Use.EXPLICIT

    @pytest.mark.rule("ENV-LAYERPATH-02")
    @pytest.mark.parametrize("edition", ALL)
    def test_entries_are_separated_by_colons(self, edition: Edition) -> None:
        """Two folders in the order of the list; a semicolon is part of a name on Linux."""
        world = World()
        world.variables["VK_LAYER_PATH"] = "/one:/two;three"

        assert folders(world.plan(edition), Use.EXPLICIT) == ["/one", "/two;three"]

    @pytest.mark.rule("ENV-LAYERPATH-03")
    @pytest.mark.parametrize(("edition", "found"), [(E2016, []), (E2018, []), (E2022, []), (E2026, ["A"])])
    def test_a_manifest_file_as_entry(self, edition: Edition, found: list[str]) -> None:
        """An entry may be a single manifest file in 2026; before that entries are folders."""
        world = World()
        world.explicit("neighbour", folder="/build/layers")
        world.variables["VK_LAYER_PATH"] = world.explicit("A", folder="/build/layers")

        assert enumerated(world.plan(edition)) == found

    @pytest.mark.rule("ENV-LAYERPATH-03")
    def test_a_relative_entry_is_told(self) -> None:
        """Entries should be full paths; a relative one is used and remarked on."""
        world = World()
        world.variables["VK_LAYER_PATH"] = "layers"

        plan = world.plan()

        assert folders(plan, Use.EXPLICIT) == ["layers"]
        assert "ENV-LAYERPATH-03" in rules_in(plan.reasons)

    @pytest.mark.rule("AMB-ENVPATH-EMPTY")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("value", ["", ":", "::"])
    def test_an_empty_value_is_present(self, edition: Edition, value: str) -> None:
        """A variable without entries lists nothing and still replaces the standard places."""
        world = World()
        world.explicit("A")
        world.variables["VK_LAYER_PATH"] = value

        plan = world.plan(edition)

        assert folders(plan, Use.EXPLICIT) == []
        assert enumerated(plan) == []


class TestAddLayerPath:
    """2022 and 2026: VK_ADD_LAYER_PATH lists places that are searched before the standard ones."""

    @pytest.mark.rule("ENV-ADDLAYERPATH-01", "LLP_LOADER_2")
    @pytest.mark.parametrize("edition", MODERN)
    def test_places_come_first(self, edition: Edition) -> None:
        """The listed folder wins over all standard folders, which stay in use."""
        world = World()
        world.explicit("A", folder="/home/me/.config/vulkan/explicit_layer.d")
        world.explicit("B")
        mine = world.explicit("A", folder="/build/layers")
        world.variables["VK_ADD_LAYER_PATH"] = "/build/layers"

        plan = world.plan(edition, layers=["A", "B"])

        assert folders(plan, Use.EXPLICIT)[:2] == [
            "/build/layers",
            "/home/me/.config/vulkan/explicit_layer.d",
        ]
        assert [layer.manifest for layer in plan.chain] == [mine, f"{EXPLICIT}/B.json"]

    @pytest.mark.rule("ENV-ADDLAYERPATH-01", "DISC-GEN-07")
    @pytest.mark.parametrize("edition", MODERN)
    def test_a_standard_folder_may_be_put_first(self, edition: Edition) -> None:
        """A standard folder that is also listed is searched once, at the earlier of its two ranks."""
        world = World()
        world.variables["VK_ADD_LAYER_PATH"] = "/usr/share/vulkan/explicit_layer.d"

        plan = world.plan(edition)

        paths = folders(plan, Use.EXPLICIT)
        assert paths[0] == "/usr/share/vulkan/explicit_layer.d"
        assert paths.count("/usr/share/vulkan/explicit_layer.d") == 1
        assert [place.source for place in plan.places if place.path == paths[0]] == ["VK_ADD_LAYER_PATH"]

    @pytest.mark.rule("ENV-ADDLAYERPATH-02")
    @pytest.mark.parametrize("edition", MODERN)
    @pytest.mark.parametrize("replacing", ["/build/layers", ""])
    def test_void_beside_layer_path(self, edition: Edition, replacing: str) -> None:
        """When VK_LAYER_PATH is present, even empty, no added place is searched, and this is told."""
        world = World()
        world.variables |= {"VK_ADD_LAYER_PATH": "/added", "VK_LAYER_PATH": replacing}

        plan = world.plan(edition)

        assert "/added" not in folders(plan, Use.EXPLICIT)
        assert "ENV-ADDLAYERPATH-02" in rules_in(plan.reasons)

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    def test_implicit_discovery_is_untouched(self) -> None:
        """An implicit layer's manifest in an added place is an explicit layer."""
        world = World()
        path = world.implicit("A", folder="/added")
        world.variables["VK_ADD_LAYER_PATH"] = "/added"

        plan = world.plan()

        assert chain(plan) == []
        assert outcome(plan, path).layer.kind is Use.EXPLICIT

    @pytest.mark.rule("AMB-ENVPATH-EMPTY")
    def test_empty_adds_nothing(self) -> None:
        """An empty value adds no place and hides none."""
        world = World()
        plain = world.plan()
        world.variables["VK_ADD_LAYER_PATH"] = ""

        assert world.plan().places == plain.places


class TestImplicitLayerPaths:
    """2026: VK_IMPLICIT_LAYER_PATH and VK_ADD_IMPLICIT_LAYER_PATH do the same for implicit layers."""

    @pytest.mark.rule("ENV-IMPLPATH-01", "LLP_LOADER_2")
    def test_replaces_the_implicit_places_only(self) -> None:
        """Installed implicit layers vanish, installed explicit ones stay, and what is found is implicit."""
        world = World()
        world.implicit("installed")
        world.explicit("E")
        world.implicit("mine", folder="/build/layers")
        world.variables["VK_IMPLICIT_LAYER_PATH"] = "/build/layers"

        plan = world.plan(layers=["E"])

        assert folders(plan, Use.IMPLICIT) == ["/build/layers"]
        assert chain(plan) == ["mine", "E"]

    @pytest.mark.rule("ENV-IMPLPATH-01")
    def test_files_and_folders(self) -> None:
        """Entries are separated by colons and may be manifest files or folders."""
        world = World()
        file = world.implicit("A", folder="/one")
        world.implicit("B", folder="/one")
        world.implicit("C", folder="/two")
        world.variables["VK_IMPLICIT_LAYER_PATH"] = f"/two:{file}"

        plan = world.plan()

        assert [place.form for place in plan.places if place.use is Use.IMPLICIT] == [Form.FOLDER, Form.FILE]
        assert chain(plan) == ["C", "A"]

    @pytest.mark.rule("ENV-ADDIMPLPATH-01")
    def test_added_places_come_first(self) -> None:
        """Added implicit layers stand before the installed ones, which stay."""
        world = World()
        world.implicit("installed", folder="/home/me/.config/vulkan/implicit_layer.d")
        world.implicit("mine", folder="/added")
        world.variables["VK_ADD_IMPLICIT_LAYER_PATH"] = "/added"

        plan = world.plan()

        assert folders(plan, Use.IMPLICIT)[0] == "/added"
        assert chain(plan) == ["mine", "installed"]

    @pytest.mark.rule("ENV-ADDIMPLPATH-02", "AMB-WIN-ADDIMPL")
    def test_added_places_are_void_beside_the_other(self) -> None:
        """When VK_IMPLICIT_LAYER_PATH is present the ADD variable is ignored, and this is told."""
        world = World()
        world.implicit("A", folder="/added")
        world.variables |= {"VK_ADD_IMPLICIT_LAYER_PATH": "/added", "VK_IMPLICIT_LAYER_PATH": "/build/layers"}

        plan = world.plan()

        assert chain(plan) == []
        assert "ENV-ADDIMPLPATH-02" in rules_in(plan.reasons)

    @pytest.mark.rule("ENV-ADDIMPLPATH-02", "ENV-ADDLAYERPATH-02")
    def test_each_pair_stands_for_itself(self) -> None:
        """VK_LAYER_PATH does not void VK_ADD_IMPLICIT_LAYER_PATH, nor the other way round."""
        world = World()
        world.implicit("A", folder="/added")
        world.variables |= {"VK_ADD_IMPLICIT_LAYER_PATH": "/added", "VK_LAYER_PATH": "/build/layers"}

        assert chain(world.plan()) == ["A"]


class TestRepeatedPlaces:
    """A manifest file that discovery meets again is ignored the second time."""

    @pytest.mark.rule("DISC-GEN-07")
    @pytest.mark.parametrize("edition", MODERN)
    def test_a_folder_listed_twice_is_read_once(self, edition: Edition) -> None:
        """The layer is found once, without a remark about a duplicate."""
        world = World()
        path = world.explicit("A", folder="/layers")
        world.variables["VK_LAYER_PATH"] = "/layers:/other:/layers"

        plan = world.plan(edition)

        assert folders(plan, Use.EXPLICIT) == ["/layers", "/other"]
        assert "DISC-GEN-02" not in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("DISC-GEN-07")
    def test_a_file_and_its_folder(self) -> None:
        """A file named by itself and met again in its folder gives one layer."""
        world = World()
        path = world.explicit("A", folder="/layers")
        world.variables["VK_LAYER_PATH"] = f"{path}:/layers"

        plan = world.plan()

        assert [each.layer.manifest for each in plan.layers] == [path]

    @pytest.mark.rule("AMB-DISC-SLASH")
    @pytest.mark.parametrize("value", ["/layers:/layers/", "/layers//:/layers", "//layers:/layers/"])
    def test_slashes_make_no_difference(self, value: str) -> None:
        """One folder written in two ways gives the same set of layer names, each once."""
        world = World()
        world.explicit("A", folder="/layers")
        world.variables["VK_LAYER_PATH"] = value

        assert enumerated(world.plan()) == ["A"]

    @pytest.mark.rule("DISC-GEN-06")
    @pytest.mark.parametrize("edition", ALL)
    def test_kind_comes_from_the_place_alone(self, edition: Edition) -> None:
        """One and the same text is an implicit layer in one folder and an explicit one in the other."""
        world = World()
        implicit = world.implicit("A", folder=IMPLICIT)
        explicit = world.implicit("B", folder=EXPLICIT)

        plan = world.plan(edition)

        assert outcome(plan, implicit).layer.kind is Use.IMPLICIT
        assert outcome(plan, explicit).layer.kind is Use.EXPLICIT
        assert chain(plan) == ["A"]
