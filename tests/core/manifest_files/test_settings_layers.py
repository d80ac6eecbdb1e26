"""What the loader settings file of 2026 does to the layers, their order, and the drivers."""

import pytest
from worlds import (
    EXPLICIT,
    OVERRIDE,
    UNORDERED,
    World,
    chain,
    enumerated,
    listed,
    outcome,
    rules_in,
    used_drivers,
)

from refloader.core.ages import age_of
from refloader.core.json.reader import JsonValue
from refloader.model.request import Build


class TestListedLayers:
    """A list of layers replaces layer discovery and gives the order."""

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    def test_layers_not_listed_are_not_found(self) -> None:
        """Without an unordered location neither implicit nor explicit layers of the system are known."""
        world = World()
        world.implicit("I")
        world.explicit("E")
        world.settings(listed("A", world.explicit("A", folder="/a"), "auto"))

        plan = world.plan()

        assert enumerated(plan) == ["A"]
        assert chain(plan) == []

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    def test_an_empty_list_leaves_no_layer(self) -> None:
        """A list that is there replaces discovery also when nothing is in it."""
        world = World()
        world.implicit("I")
        world.settings(layers=[])

        assert enumerated(world.plan()) == []

    @pytest.mark.rule("SETTINGS-01")
    def test_no_list_leaves_discovery_alone(self) -> None:
        """A file about drivers only does not touch layers."""
        world = World()
        world.implicit("I")
        world.settings(stderr_log=["all"])

        assert chain(world.plan()) == ["I"]

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    def test_an_entry_brings_the_layer_it_names_and_no_other(self) -> None:
        """What else lies in the listed folder, or in the listed file, is not found."""
        world = World()
        world.explicit("A", folder="/a")
        beside = world.implicit("B", folder="/a")
        world.settings(listed("A", "/a", "on", treat_as_implicit_manifest=True))

        plan = world.plan()

        assert enumerated(plan) == []
        assert not outcome(plan, beside).active
        assert "SETTINGS-01" in rules_in(outcome(plan, beside).reasons)

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    def test_a_folder_as_path(self) -> None:
        """The path of an entry is a manifest file or the folder that holds it."""
        world = World()
        world.explicit("A", folder="/a")
        world.explicit("B", folder="/a")
        world.settings(listed("B", "/a", "on"))

        plan = world.plan()

        assert enumerated(plan) == ["B"]
        assert chain(plan) == ["B"]

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(("implicit", "on"), [(True, ["A"]), (False, [])])
    def test_treat_as_implicit(self, implicit: bool, on: list[str]) -> None:
        """The flag, not the folder, makes a listed layer implicit; auto leaves the rest to its rules."""
        world = World()
        path = world.implicit("A", folder="/a")
        world.settings(listed("A", path, "auto", treat_as_implicit_manifest=implicit))

        assert chain(world.plan()) == on


class TestControl:
    """auto leaves a layer to its own rules, on forces it, off removes it; the file beats the variables."""

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-CONTROL")
    @pytest.mark.parametrize(
        ("name", "value"), [("DISABLE_A", "1"), ("VK_LOADER_LAYERS_DISABLE", "~all~"), ("UNRELATED", "1")]
    )
    def test_on(self, name: str, value: str) -> None:
        """Forced on also when its disable variable is set or a filter matches it; it may be asked for."""
        world = World()
        path = world.implicit("A", folder="/a")
        world.settings(listed("A", path, "on", treat_as_implicit_manifest=True))
        world.variables[name] = value

        plan = world.plan(layers=["A"])

        assert chain(plan) == ["A"]
        assert plan.result == "VK_SUCCESS"

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-CONTROL")
    @pytest.mark.parametrize(
        "name", ["VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_ALLOW"]
    )
    def test_off(self, name: str) -> None:
        """Not loaded and not enumerated, whoever names it; asking for it fails."""
        world = World()
        world.settings(listed("A", world.explicit("A"), "off"), UNORDERED)
        world.explicit("B")
        world.variables[name] = "A"

        plan = world.plan(layers=["A"])

        assert enumerated(plan) == ["B"]
        assert chain(plan) == []
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-CONTROL")
    def test_off_by_name_alone(self) -> None:
        """An empty path is no manifest; the name is what is turned off, as in the field."""
        world = World()
        world.explicit("A")
        world.settings(listed("A", "", "off"), UNORDERED)

        plan = world.plan(layers=["A"])

        assert enumerated(plan) == []
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-CONTROL")
    @pytest.mark.parametrize("control", ["on", "auto"])
    def test_nothing_else_by_name_alone(self, control: str) -> None:
        """A layer is turned on, and ordered, by its manifest."""
        world = World()
        world.explicit("A")
        world.settings(listed("A", "", control), UNORDERED)

        plan = world.plan()

        assert enumerated(plan) == ["A"]
        assert chain(plan) == []

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-CONTROL")
    @pytest.mark.parametrize(
        ("release", "folder", "rest", "crashes"),
        [
            ("1.3.275.0", EXPLICIT, [UNORDERED], True),
            ("1.3.290.0", EXPLICIT, [UNORDERED], True),
            ("1.4.304.1", EXPLICIT, [UNORDERED], False),
            ("1.3.290.0", EXPLICIT, [], False),
            ("1.3.290.0", "/elsewhere", [UNORDERED], False),
        ],
    )
    def test_releases_that_crash(
        self, release: str, folder: str, rest: list[dict[str, JsonValue]], crashes: bool
    ) -> None:
        """Where a layer that is off is also found in the ordinary way: observed on the builds of these releases."""
        world = World()
        world.settings(listed("A", world.explicit("A", folder=folder), "off"), *rest)

        crash = world.plan(build=Build(age=age_of(release))).crash

        assert crash.endswith("vk_loader_settings.json") is crashes

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-CONTROL", "META-02")
    def test_off_of_a_component(self) -> None:
        """A meta-layer stays usable and goes without the component that is off."""
        world = World()
        off = world.explicit("A")
        world.explicit("B")
        world.meta("M", ["A", "B"])
        world.settings(listed("A", off, "off"), UNORDERED)

        plan = world.plan(layers=["M"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["B"]

    @pytest.mark.rule("SETTINGS-01")
    def test_auto(self) -> None:
        """An explicit layer waits for a request, an implicit one obeys its variables."""
        world = World()
        explicit = world.explicit("E", folder="/a")
        implicit = world.implicit("I", folder="/a")
        world.settings(listed("E", explicit), listed("I", implicit, treat_as_implicit_manifest=True))

        plain = chain(world.plan())
        world.variables["DISABLE_I"] = "1"
        disabled = chain(world.plan(layers=["E"]))

        assert plain == ["I"]
        assert disabled == ["E"]


class TestOrder:
    """The list gives the order of the chain; other layers stand at the unordered location."""

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-ORDER-CHAIN")
    def test_across_the_groups(self) -> None:
        """An explicit layer listed first stands before an implicit one; the application's order yields."""
        world = World()
        one, two, three = (world.explicit(name, folder="/a") for name in ("one", "two", "three"))
        implicit = world.implicit("I", folder="/a")
        world.settings(
            listed("one", one, "on"),
            listed("two", two),
            listed("I", implicit, treat_as_implicit_manifest=True),
            listed("three", three, "on"),
        )

        assert chain(world.plan(layers=["three", "two"])) == ["one", "two", "I", "three"]

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-ORDER-CHAIN", "AMB-SETTINGS-SCHEMA")
    def test_the_unordered_location(self) -> None:
        """Layers found in the ordinary way stand between those listed before and after, in their order."""
        world = World()
        first, last = (world.explicit(name, folder="/a") for name in ("first", "last"))
        world.implicit("I")
        world.explicit("E")
        world.settings(listed("first", first, "on"), UNORDERED, listed("last", last, "on"))

        assert chain(world.plan(layers=["E"])) == ["first", "I", "E", "last"]

    @pytest.mark.rule("AMB-SETTINGS-ORDER-CHAIN")
    def test_the_order_at_the_unordered_location(self) -> None:
        """The layers there run as they are found, whoever asks for them, as in loaders from 1.3.290 on."""
        world = World()
        for name in ("A", "B", "C"):
            world.explicit(name)
        world.variables["VK_INSTANCE_LAYERS"] = "C"
        world.settings(UNORDERED, listed("last", world.explicit("last", folder="/a"), "on"))

        assert chain(world.plan(layers=("B", "A"))) == [*enumerated(world.plan())[:3], "last"]

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-DISCOVERY")
    def test_a_listed_layer_found_in_the_ordinary_way_too(self) -> None:
        """It is one layer, at its place in the list."""
        world = World()
        path = world.implicit("I")
        world.implicit("J")
        world.settings(UNORDERED, listed("I", path, "auto", treat_as_implicit_manifest=True))

        assert chain(world.plan()) == ["J", "I"]

    @pytest.mark.rule("AMB-SETTINGS-SCHEMA", "AMB-SETTINGS-ORDER-CHAIN")
    @pytest.mark.parametrize("path", ["/gone/E.json", "/a/other.json"])
    def test_an_entry_without_its_manifest(self, path: str) -> None:
        """It neither turns on nor orders a layer of its name that is found in the ordinary way."""
        world = World()
        world.implicit("I")
        world.explicit("E")
        world.explicit("other", folder="/a")
        world.settings(listed("E", path, "on"), UNORDERED)

        assert enumerated(world.plan()) == ["I", "E"]
        assert chain(world.plan()) == ["I"]
        assert chain(world.plan(layers=["E"])) == ["I", "E"]

    @pytest.mark.rule("AMB-SETTINGS-SCHEMA", "AMB-SETTINGS-ORDER-CHAIN")
    @pytest.mark.parametrize("control", ["on", "auto"])
    @pytest.mark.parametrize("entry", ["Z", "B"])
    def test_an_entry_with_the_name_of_another_layer(self, entry: str, control: str) -> None:
        """It orders neither the layer in the file at its path nor one of its name, as in the field."""
        world = World()
        world.implicit("I")
        names = ["A", "B", "C"]
        paths = {name: world.explicit(name) for name in names}
        found = enumerated(world.plan())
        world.settings(listed(entry, paths["C"], control), UNORDERED)

        plan = world.plan(layers=names)

        assert enumerated(plan) == found
        assert chain(plan) == found

    @pytest.mark.rule("AMB-SETTINGS-ORDER-CHAIN", "META-04")
    @pytest.mark.parametrize(
        ("entries", "requested", "order"),
        [
            ("m C -", "", "A B C I"),
            ("m C -", "A", "B C I A"),
            ("C m A B", "", "C A B"),
            ("C m A B", "A", "C B A"),
            ("m B! A!", "", "B A"),
            ("B m A", "", "A B"),
            ("- m C", "C B", "I B A C"),
            ("B! - m", "C", "B I C A"),
        ],
    )
    def test_meta_layers(self, entries: str, requested: str, order: str) -> None:
        """Components have the meta-layer's place; one that is on itself and listed further down has its own place."""
        world = World()
        world.implicit("I")
        paths = {name: world.explicit(name) for name in ("A", "B", "C")}
        paths["m"] = world.meta("m", ["A", "B"])
        on = {"m", "C"} if "C" not in requested else {"m"}
        world.settings(
            *(
                UNORDERED
                if entry == "-"
                else listed(entry[0], paths[entry[0]], "on" if entry[1:] or entry in on else "auto")
                for entry in entries.split()
            )
        )

        assert chain(world.plan(layers=requested.split())) == order.split()

    @pytest.mark.rule("AMB-SETTINGS-ORDER-CHAIN", "LLP_LOADER_11")
    def test_an_override_layer_at_the_unordered_location(self) -> None:
        """Its components stand behind the implicit layers there, and before the explicit ones."""
        world = World()
        world.explicit("E")
        world.explicit("O")
        world.override(["O"])
        world.implicit("I")
        world.settings(listed("first", world.explicit("first", folder="/a"), "on"), UNORDERED)

        assert chain(world.plan(layers=["E"])) == ["first", "I", "O", "E"]

    @pytest.mark.rule("AMB-SETTINGS-SCHEMA")
    def test_a_misspelt_key_is_named(self) -> None:
        """A missing "control" is probably there under another name."""
        world = World()
        world.settings({"name": "VK_LAYER_A_b", "path": "/a/b.json", "contorl": "on"})

        facts = [reason.fact for reason in world.plan().reasons]

        assert '"control" is missing, and "contorl" is no key of a listed layer' in facts

    def test_an_unknown_control_is_auto(self) -> None:
        """The layer is found at its place in the list, and its own rules decide."""
        world = World()
        path = world.explicit("E", folder="/a")
        world.implicit("I")
        world.settings(listed("E", path, "maybe"), UNORDERED)

        assert enumerated(world.plan()) == ["E", "I"]
        assert chain(world.plan()) == ["I"]

    @pytest.mark.rule("AMB-SETTINGS-DISCOVERY")
    def test_path_variables_belong_to_the_ordinary_way(self) -> None:
        """VK_LAYER_PATH counts for the unordered location and for nothing without one."""
        world = World()
        world.explicit("E", folder="/build")
        path = world.explicit("A", folder="/a")
        world.variables["VK_LAYER_PATH"] = "/build"
        world.settings(listed("A", path))

        without = enumerated(world.plan())
        world.settings(listed("A", path), UNORDERED)
        with_location = enumerated(world.plan())

        assert without == ["A"]
        assert with_location == ["A", "E"]

    @pytest.mark.rule("AMB-SETTINGS-DISCOVERY")
    def test_the_neighbours_of_a_listed_layer_at_the_unordered_location(self) -> None:
        """In a standard folder they are found in the ordinary way; in another folder they are not."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.explicit("C", folder="/a")
        world.explicit("D", folder="/a")
        world.settings(listed("A", EXPLICIT), listed("C", "/a"), UNORDERED)

        assert sorted(enumerated(world.plan())) == ["A", "B", "C"]

    @pytest.mark.rule("AMB-SETTINGS-OVERRIDE")
    def test_the_settings_file_beats_the_override_layer(self) -> None:
        """Without an unordered location the override layer is not found, so it blacklists nobody."""
        world = World()
        path = world.explicit("A", folder="/a")
        world.override(["A"], blacklisted_layers=["A"])
        world.settings(listed("A", path, "on"))

        plan = world.plan()

        assert chain(plan) == ["A"]
        assert OVERRIDE not in enumerated(plan)


class TestDrivers:
    """additional_drivers are searched before the ordinary ones, or instead of them."""

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(("exclusively", "count"), [(False, 2), (True, 1)])
    def test_additional_drivers(self, exclusively: bool, count: int) -> None:
        """The listed driver comes first; exclusively means only it."""
        world = World()
        mine = world.driver("mine", folder="/build")
        world.settings(additional_drivers=[{"path": mine}], additional_drivers_use_exclusively=exclusively)

        drivers = used_drivers(world.plan())

        assert drivers[0] == mine
        assert len(drivers) == count

    @pytest.mark.rule("SETTINGS-01", "AMB-SETTINGS-SCHEMA")
    @pytest.mark.parametrize("listed_drivers", [[], [{}], "x", None])
    def test_exclusively_with_no_driver(self, listed_drivers: JsonValue) -> None:
        """Only the listed drivers are used, also if the list has none or is no list."""
        world = World()
        world.driver("mine")
        world.settings(additional_drivers=listed_drivers, additional_drivers_use_exclusively=True)

        assert used_drivers(world.plan()) == []
