"""VK_LOADER_LAYERS_ENABLE, _DISABLE and _ALLOW of 2026: who they turn on, keep out and protect."""

import pytest
from worlds import World, chain, outcome, rules_in


def two_of_each() -> World:
    """A world with implicit layers I and J and explicit layers E and F."""
    world = World()
    world.implicit("I")
    world.implicit("J")
    world.explicit("E")
    world.explicit("F")
    return world


class TestEnable:
    """Every known layer that matches VK_LOADER_LAYERS_ENABLE is on, whether or not somebody asks for it."""

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_explicit_layers_are_turned_on(self) -> None:
        """The matching explicit layer is in the chain of an application that asks for nothing."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "F"

        assert chain(world.plan()) == ["I", "J", "F"]

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_the_enable_variable_of_an_implicit_layer_does_not_matter(self) -> None:
        """A matching implicit layer is on although its own enable variable is unset or has another value."""
        world = World()
        unset = world.implicit("unset", enable_environment={"ENABLE_UNSET": "1"})
        world.implicit("other", enable_environment={"ENABLE_OTHER": "1"})
        world.implicit("unmatched", enable_environment={"ENABLE_UNMATCHED": "1"})
        world.variables |= {"ENABLE_OTHER": "0", "VK_LOADER_LAYERS_ENABLE": "unset,other"}

        plan = world.plan()

        assert chain(plan) == ["unset", "other"]
        assert "FILTER-LAYER-ENABLE-01" in rules_in(outcome(plan, unset).reasons)

    @pytest.mark.rule("AMB-ENABLE-FILTER-VS-DISABLEVAR")
    def test_the_disable_variable_of_an_implicit_layer_wins(self) -> None:
        """A layer switched off by its own variable stays off."""
        world = World()
        world.implicit("A")
        world.variables |= {"DISABLE_A": "1", "VK_LOADER_LAYERS_ENABLE": "A"}

        assert chain(world.plan()) == []

    @pytest.mark.rule("FILTER-LAYER-ENABLE-02")
    def test_place_in_the_chain(self) -> None:
        """After the implicit layers and before the explicit layers of the application."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "F"

        assert chain(world.plan(layers=["E"])) == ["I", "J", "F", "E"]

    @pytest.mark.rule("FILTER-LAYER-ENABLE-02", "AMB-ENABLE-VS-INSTLAYERS")
    def test_behind_the_layers_of_the_older_variable(self) -> None:
        """VK_INSTANCE_LAYERS is a form of the filter, and its layers come first, in its order."""
        world = two_of_each()
        world.explicit("G")
        world.variables |= {"VK_INSTANCE_LAYERS": "G:F", "VK_LOADER_LAYERS_ENABLE": "E,F"}

        assert chain(world.plan()) == ["I", "J", "G", "F", "E"]

    @pytest.mark.rule("AMB-ENABLE-VS-INSTLAYERS", "ORDER-DUP-01")
    def test_several_matches_come_as_discovered(self) -> None:
        """Matches stand in the order of discovery, not of the list; a request moves none of them."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "F,E"

        assert chain(world.plan(layers=["F"])) == ["I", "J", "E", "F"]

    @pytest.mark.rule("AMB-ENABLE-VS-INSTLAYERS")
    def test_an_implicit_layer_forced_on_stands_in_its_own_group(self) -> None:
        """It is at the place that discovery gives it among implicit layers."""
        world = World()
        world.implicit("first", enable_environment={"ENABLE_FIRST": "1"})
        world.implicit("second")
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "first"

        assert chain(world.plan()) == ["first", "second"]

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01", "META-04")
    def test_meta_layers_are_turned_on(self) -> None:
        """A matching meta-layer brings its components."""
        world = two_of_each()
        world.meta("M", ["F", "E"])
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "M"

        assert chain(world.plan()) == ["I", "J", "F", "E"]


class TestDisable:
    """Every known layer that matches VK_LOADER_LAYERS_DISABLE is kept out, even if asked for by name."""

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    def test_an_implicit_layer_is_kept_out(self) -> None:
        """The match is off and nothing else."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "I"

        plan = world.plan(layers=["E"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["J", "E"]

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01", "AMB-DISABLE-REQUESTED")
    def test_a_requested_layer_is_kept_out(self) -> None:
        """Asking for a disabled layer makes vkCreateInstance fail as if it were not there."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "E"

        plan = world.plan(layers=["E"])

        assert chain(plan) == ["I", "J"]
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"
        assert "AMB-DISABLE-REQUESTED" in rules_in(plan.reasons)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    def test_components_are_kept_out(self) -> None:
        """A matching component is dropped from its meta-layer's place; the others stay."""
        world = two_of_each()
        world.meta("M", ["E", "F"])
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "E"

        assert chain(world.plan(layers=["M"])) == ["I", "J", "F"]

    @pytest.mark.rule("FILTER-LAYER-DISABLE-03")
    def test_all(self) -> None:
        """The element ~all~ keeps every layer out."""
        world = two_of_each()
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~all~"}

        assert chain(world.plan()) == []
        assert world.plan(layers=["E"]).result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("FILTER-LAYER-DISABLE-04")
    def test_implicit(self) -> None:
        """The element ~implicit~ keeps implicit layers out and leaves explicit ones alone."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "~implicit~"

        plan = world.plan(layers=["E"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["E"]

    @pytest.mark.rule("FILTER-LAYER-DISABLE-05")
    def test_explicit(self) -> None:
        """The element ~explicit~ keeps explicit layers out and leaves implicit ones alone."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "~explicit~"

        assert chain(world.plan()) == ["I", "J"]
        assert world.plan(layers=["E"]).result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("FILTER-LAYER-DISABLE-06")
    @pytest.mark.parametrize("value", ["*E*,~implicit~", "~implicit~,*E*"])
    def test_special_words_beside_globs(self, value: str) -> None:
        """Both kinds of element act, in any order."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = value

        assert chain(world.plan(layers=["F"])) == ["F"]
        assert world.plan(layers=["E"]).result == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("FILTER-LAYER-DISABLE-03", "FILTER-GEN-08")
    def test_special_words_ignore_case(self) -> None:
        """Comparison ignores letter case here as everywhere in filters."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = "~ALL~"

        assert chain(world.plan()) == []

    @pytest.mark.rule("FILTER-LAYER-DISABLE-03")
    @pytest.mark.parametrize("value", ["~all", "all", "~all~x", "~none~"])
    def test_other_words_are_ordinary_text(self, value: str) -> None:
        """Only the three words are special; anything else is a name, which no layer here has."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_DISABLE"] = value

        assert chain(world.plan()) == ["I", "J"]

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_the_word_for_every_layer_enables(self) -> None:
        """VK_LOADER_LAYERS_ENABLE=~all~ turns on every layer, as in all loaders in the field."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "~All~"

        assert set(chain(world.plan())) == {"I", "J", "E", "F"}

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    @pytest.mark.parametrize("word", ["~implicit~", "~explicit~"])
    def test_other_special_words_belong_to_disable_alone(self, word: str) -> None:
        """VK_LOADER_LAYERS_ENABLE knows no word for the layers of one kind."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_ENABLE"] = word

        assert chain(world.plan()) == ["I", "J"]


class TestDisableIsEvaluatedFirst:
    """A match of the enable variable switches an item on again that the disable variable switched off."""

    @pytest.mark.rule("FILTER-GEN-09")
    def test_disable_everything_and_enable_one(self) -> None:
        """Exactly that one is left, of whichever kind."""
        world = two_of_each()
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ENABLE": "J"}

        implicit = chain(world.plan())
        world.variables["VK_LOADER_LAYERS_ENABLE"] = "F"
        explicit = chain(world.plan())

        assert implicit == ["J"]
        assert explicit == ["F"]

    @pytest.mark.rule("FILTER-GEN-09")
    def test_a_request_for_an_enabled_layer_succeeds(self) -> None:
        """A layer both disabled and enabled may be asked for."""
        world = two_of_each()
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ENABLE": "F"}

        assert world.plan(layers=["F"]).result == "VK_SUCCESS"

    @pytest.mark.rule("ENV-INSTLAYERS-05")
    @pytest.mark.parametrize("value", ["~all~", "E", "~explicit~"])
    def test_the_older_variable_overrides_the_filter_too(self, value: str) -> None:
        """A layer in VK_INSTANCE_LAYERS stays enabled despite VK_LOADER_LAYERS_DISABLE."""
        world = World()
        world.explicit("E")
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": value, "VK_INSTANCE_LAYERS": "E"}

        plan = world.plan(layers=["E"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["E"]

    @pytest.mark.rule("ENV-INSTLAYERS-05", "META-04")
    def test_a_disabled_component_is_not_named_by_naming_its_meta_layer(self) -> None:
        """VK_INSTANCE_LAYERS protects the names in it, and the components have other names."""
        world = two_of_each()
        world.meta("M", ["E", "F"])
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_INSTANCE_LAYERS": "M:F"}

        assert chain(world.plan()) == ["F"]


class TestAllow:
    """A layer that matches VK_LOADER_LAYERS_ALLOW cannot be disabled by VK_LOADER_LAYERS_DISABLE."""

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @pytest.mark.parametrize("value", ["~all~", "~implicit~", "J", "*"])
    def test_an_allowed_layer_is_not_disabled(self, value: str) -> None:
        """Neither a special word nor a glob keeps an allowed implicit layer out."""
        world = World()
        world.implicit("J")
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": value, "VK_LOADER_LAYERS_ALLOW": "J"}

        assert chain(world.plan()) == ["J"]

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    def test_others_are_disabled_as_before(self) -> None:
        """Only matches of the list are protected."""
        world = two_of_each()
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ALLOW": "j*,e"}

        plan = world.plan(layers=["E"])

        assert plan.result == "VK_SUCCESS"
        assert chain(plan) == ["J", "E"]

    @pytest.mark.rule("FILTER-LAYER-ALLOW-02")
    def test_it_enables_nothing(self) -> None:
        """An allowed explicit layer still needs a request."""
        world = two_of_each()
        world.variables["VK_LOADER_LAYERS_ALLOW"] = "*"

        assert chain(world.plan()) == ["I", "J"]

    @pytest.mark.rule("FILTER-LAYER-ALLOW-02")
    def test_an_allowed_implicit_layer_keeps_its_conditions(self) -> None:
        """It needs its enable variable, and its disable variable still works."""
        world = World()
        world.implicit("wanting", enable_environment={"ENABLE_WANTING": "1"})
        world.implicit("off")
        world.implicit("on")
        world.variables |= {"DISABLE_off": "1", "VK_LOADER_LAYERS_ALLOW": "*"}

        assert chain(world.plan()) == ["on"]
