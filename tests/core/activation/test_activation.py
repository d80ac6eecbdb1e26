"""Whether a layer is active: implicit ones by themselves, explicit ones because something asks for them."""

import pytest
from worlds import ALL, E2016, E2018, E2022, E2026, World, chain, outcome, rules_in

from refloader.model.edition import Edition

MODERN = [E2022, E2026]


class TestImplicitLayerWithoutConditions:
    """An implicit layer is active for every instance merely because its manifest is found."""

    @pytest.mark.rule("ACT-IMPLICIT-01", "LLP_LOADER_6", "LLP_LOADER_1")
    @pytest.mark.parametrize("edition", ALL)
    def test_it_is_on_without_any_request(self, edition: Edition) -> None:
        """Neither the application nor a variable has to name it."""
        world = World()
        path = world.implicit("A")

        plan = world.plan(edition)

        assert chain(plan) == ["A"]
        assert outcome(plan, path).active
        assert "ACT-IMPLICIT-01" in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("ACT-EXPLICIT-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_an_explicit_layer_is_not(self, edition: Edition) -> None:
        """A found explicit layer stays out of the chain until something asks for it."""
        world = World()
        path = world.explicit("A")

        plan = world.plan(edition)

        assert chain(plan) == []
        assert not outcome(plan, path).active


class TestEnableVariable:
    """With enable_environment the layer is loaded only if the variable holds the value in the manifest."""

    @pytest.mark.rule("ACT-IMPLICIT-04", "LLP_LOADER_6")
    @pytest.mark.parametrize("edition", ALL)
    def test_unset_means_off(self, edition: Edition) -> None:
        """Without the variable the layer is not enabled."""
        world = World()
        world.implicit("A", enable_environment={"ENABLE_A": "1"})
        world.implicit("B", enable_environment={"": "1"})

        assert chain(world.plan(edition)) == []

    @pytest.mark.rule("ACT-IMPLICIT-04", "AMB-ENABLE-VALUE")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize(
        ("wanted", "value", "on"),
        [
            ("1", "1", ["A"]),
            ("1", "0", []),
            ("1", "", []),
            ("1", "1 ", []),
            ("1", "true", []),
            ("yes", "yes", ["A"]),
            ("yes", "YES", []),
            ("", "", ["A"]),
            ("", "1", []),
        ],
    )
    def test_the_value_counts_exactly(self, edition: Edition, wanted: str, value: str, on: list[str]) -> None:
        """Only the value written in the manifest enables the layer."""
        world = World()
        world.implicit("A", enable_environment={"ENABLE_A": wanted})
        world.variables["ENABLE_A"] = value

        assert chain(world.plan(edition)) == on

    @pytest.mark.rule("ACT-IMPLICIT-04")
    def test_the_reason_names_variable_and_value(self) -> None:
        """What would switch the layer on is said in full."""
        world = World()
        path = world.implicit("A", enable_environment={"ENABLE_A": "1"})
        world.variables["ENABLE_A"] = "0"

        (reason,) = (r for r in outcome(world.plan(), path).reasons if r.rule == "ACT-IMPLICIT-04")

        assert reason.fact == 'ENABLE_A is "0"; the layer wants "1"'
        assert reason.remedy == "set ENABLE_A=1"

    @pytest.mark.rule("ACT-IMPLICIT-04")
    @pytest.mark.parametrize(
        ("name", "wanted"), [("ENABLE_A;rm x", "1"), ("ENABLE_A", "$(rm x)"), ("ENABLE_A", "1 rm")]
    )
    def test_the_remedy_has_nothing_that_a_shell_runs(self, name: str, wanted: str) -> None:
        """A manifest can name anything, and the remedy reads like a line of a shell."""
        world = World()
        path = world.implicit("A", enable_environment={name: wanted})

        (reason,) = (r for r in outcome(world.plan(), path).reasons if r.rule == "ACT-IMPLICIT-04")

        assert reason.remedy == "set the variable that its enable_environment names to the value there"


class TestDisableVariable:
    """The disable variable switches the layer off when it is set, whatever its value."""

    @pytest.mark.rule("ACT-IMPLICIT-05", "LLP_LOADER_7", "AMB-DISABLE-EMPTY")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("value", ["1", "0", "", "anything"])
    def test_any_value_works(self, edition: Edition, value: str) -> None:
        """The value in the manifest does not matter, and an empty value disables too."""
        world = World()
        path = world.implicit("A")
        world.variables["DISABLE_A"] = value

        plan = world.plan(edition)

        assert chain(plan) == []
        assert "ACT-IMPLICIT-05" in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("ACT-IMPLICIT-05")
    @pytest.mark.parametrize(
        ("name", "remedy"),
        [
            ("DISABLE_A", "unset DISABLE_A"),
            ("DISABLE_A;rm x", "unset the variable that its disable_environment names"),
        ],
    )
    def test_the_remedy_has_nothing_that_a_shell_runs(self, name: str, remedy: str) -> None:
        """What is no name of a variable would be a command."""
        world = World()
        path = world.implicit("A", disable_environment={name: "1"})
        world.variables[name] = "1"

        (reason,) = (r for r in outcome(world.plan(), path).reasons if r.rule == "ACT-IMPLICIT-05")

        assert reason.remedy == remedy

    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("value", ["1", ""])
    def test_it_beats_the_enable_variable(self, edition: Edition, value: str) -> None:
        """With both variables set the layer is off."""
        world = World()
        path = world.implicit("A", enable_environment={"ENABLE_A": "1"})
        world.variables |= {"ENABLE_A": "1", "DISABLE_A": value}

        plan = world.plan(edition)

        assert chain(plan) == []
        assert "ACT-IMPLICIT-03" in rules_in(outcome(plan, path).reasons)

    @pytest.mark.rule("LLP_LOADER_7")
    @pytest.mark.parametrize("edition", ALL)
    def test_naming_the_layer_does_not_bring_it_back(self, edition: Edition) -> None:
        """A disabled implicit layer is not loaded because VK_INSTANCE_LAYERS names it."""
        world = World()
        world.implicit("A")
        world.variables |= {"DISABLE_A": "1", "VK_INSTANCE_LAYERS": "A"}

        assert chain(world.plan(edition)) == []

    @pytest.mark.rule("ACT-IMPLICIT-05", "AMB-SEED2016-LOST")
    def test_2016_reads_the_object_that_2018_shows(self) -> None:
        """The lost sample of 2016 is filled in from 2018: variable and value as one member of an object."""
        world = World()
        world.implicit("A", disable_environment={"DISABLE_LAYER_OVERLAY_1": ""})

        plain = world.plan(E2016)
        world.variables["DISABLE_LAYER_OVERLAY_1"] = "1"
        disabled = world.plan(E2016)

        assert chain(plain) == ["A"]
        assert chain(disabled) == []


class TestApiVersionOfImplicitLayers:
    """2022: an implicit layer older than the application's apiVersion is off. 2026: it is on."""

    @pytest.mark.rule("ACT-IMPLICIT-07")
    @pytest.mark.parametrize(("edition", "on"), [(E2016, ["A"]), (E2018, ["A"]), (E2022, []), (E2026, ["A"])])
    def test_a_layer_older_than_the_application(self, edition: Edition, on: list[str]) -> None:
        """The 1.1 layer is left out by loaders of 2022 only."""
        world = World()
        world.implicit("A", api_version="1.1.0")

        assert chain(world.plan(edition, api="1.2.0")) == on

    @pytest.mark.rule("ACT-IMPLICIT-07", "AMB-IMPLICIT-PATCH")
    @pytest.mark.parametrize(
        ("application", "on"),
        [("1.2.0", ["A"]), ("1.3.0", ["A"]), ("1.3.999", ["A"]), ("1.4.0", []), ("", ["A"])],
    )
    def test_same_or_higher_is_enough(self, application: str, on: list[str]) -> None:
        """Major and minor decide in 2022, the patch number never; without a version nothing is compared."""
        world = World()
        world.implicit("A", api_version="1.3.100")

        assert chain(world.plan(E2022, api=application)) == on

    @pytest.mark.rule("ACT-IMPLICIT-07")
    @pytest.mark.parametrize(("edition", "on"), [(E2022, []), (E2026, ["C"])])
    def test_implicit_meta_layers_too(self, edition: Edition, on: list[str]) -> None:
        """An application newer than an implicit meta-layer keeps it from being active in 2022."""
        world = World()
        world.explicit("C", api_version="1.3.0")
        world.implicit_meta("M", ["C"], api_version="1.1.0")

        assert chain(world.plan(edition, api="1.2.0")) == on

    @pytest.mark.rule("ACT-IMPLICIT-07")
    def test_explicit_layers_are_not_compared(self) -> None:
        """A requested layer may be older than the application."""
        world = World()
        world.explicit("A", api_version="1.0.0")

        assert chain(world.plan(E2022, api="1.3.0", layers=["A"])) == ["A"]


class TestComponentsOfActiveMetaLayers:
    """A component of an active meta-layer is loaded even when its own disable variable is set."""

    @pytest.mark.rule("ACT-IMPLICIT-08", "AMB-DISABLE-COMPONENT")
    @pytest.mark.parametrize("edition", MODERN)
    def test_the_disable_variable_is_ignored(self, edition: Edition) -> None:
        """Off by itself, on as a part of the meta-layer."""
        world = World()
        world.implicit("A")
        world.implicit_meta("M", ["A"])
        world.variables["DISABLE_A"] = "1"

        assert chain(world.plan(edition)) == ["A"]

    @pytest.mark.rule("ACT-IMPLICIT-08")
    @pytest.mark.parametrize("edition", MODERN)
    def test_only_while_the_meta_layer_is_active(self, edition: Edition) -> None:
        """With the meta-layer disabled too, nothing brings the component back."""
        world = World()
        world.implicit("A")
        world.implicit_meta("M", ["A"])
        world.variables |= {"DISABLE_A": "1", "DISABLE_M": "1"}

        assert chain(world.plan(edition)) == []

    @pytest.mark.rule("ACT-IMPLICIT-08", "AMB-DISABLE-COMPONENT")
    @pytest.mark.parametrize("edition", MODERN)
    def test_it_holds_for_the_override_layer(self, edition: Edition) -> None:
        """The override layer's components do not obey their disable variables either."""
        world = World()
        world.implicit("A")
        world.override(["A"])
        world.variables["DISABLE_A"] = "1"

        assert chain(world.plan(edition)) == ["A"]

    @pytest.mark.rule("ACT-IMPLICIT-08")
    @pytest.mark.parametrize("edition", MODERN)
    def test_a_missing_enable_variable_does_not_matter_either(self, edition: Edition) -> None:
        """A component needs no condition of its own."""
        world = World()
        world.implicit("A", enable_environment={"ENABLE_A": "1"})
        world.meta("M", ["A"])

        assert chain(world.plan(edition, layers=["M"])) == ["A"]


class TestExplicitLayersNeedARequest:
    """An explicit layer is active if the application, a variable or an active meta-layer names it."""

    @pytest.mark.rule("ACT-EXPLICIT-01", "ACT-APP-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_the_application(self, edition: Edition) -> None:
        """ppEnabledLayerNames turns a layer on for the instance and for its devices."""
        world = World()
        world.explicit("A")

        plan = world.plan(edition, layers=["A"], device_layers=["A"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["A"]
        assert [layer.name for layer in plan.device_chain] == ["A"]

    @pytest.mark.rule("ACT-EXPLICIT-01", "ENV-INSTLAYERS-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_the_environment(self, edition: Edition) -> None:
        """VK_INSTANCE_LAYERS turns a layer on beside those of the application."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.variables["VK_INSTANCE_LAYERS"] = "A"

        assert chain(world.plan(edition, layers=["B"])) == ["A", "B"]

    @pytest.mark.rule("ACT-EXPLICIT-01")
    @pytest.mark.parametrize("edition", [E2018, E2022, E2026])
    def test_a_meta_layer(self, edition: Edition) -> None:
        """An active implicit meta-layer turns its explicit components on."""
        world = World()
        world.explicit("A")
        world.implicit_meta("M", ["A"])

        assert chain(world.plan(edition)) == ["A"]

    @pytest.mark.rule("ACT-APP-02")
    @pytest.mark.parametrize("edition", ALL)
    def test_an_unknown_name_of_the_application(self, edition: Edition) -> None:
        """Asking for a layer that is not found makes vkCreateInstance fail."""
        plan = World().plan(edition, layers=["nowhere"])

        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"
        assert "ACT-APP-02" in rules_in(plan.reasons)

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_an_unknown_name_in_the_environment(self, edition: Edition) -> None:
        """A name in VK_INSTANCE_LAYERS that is not found is passed over and told."""
        world = World()
        world.explicit("A")
        world.variables["VK_INSTANCE_LAYERS"] = "nowhere:A"

        plan = world.plan(edition)

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["A"]
        assert "ENV-INSTLAYERS-01" in rules_in(plan.reasons)

    @pytest.mark.rule("AMB-INSTLAYERS-IMPLICIT")
    @pytest.mark.parametrize("edition", ALL)
    def test_an_implicit_layer_without_its_enable_variable(self, edition: Edition) -> None:
        """VK_INSTANCE_LAYERS turns on an implicit layer whose enable variable is not set."""
        world = World()
        world.implicit("A", enable_environment={"ENABLE_A": "1"})
        world.variables["VK_INSTANCE_LAYERS"] = "A"

        assert chain(world.plan(edition)) == ["A"]
