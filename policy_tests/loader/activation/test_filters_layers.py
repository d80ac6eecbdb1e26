"""The variables that filter layers by name: enable, disable and allow."""

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from policy_tests.loader.implied import OF_NAMES
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
THREE = "VK_LAYER_OTHER_three"
META = "VK_LAYER_TEST_meta"


class TestEnable:
    """VK_LOADER_LAYERS_ENABLE adds every known layer that it matches."""

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_an_explicit_layer_is_enabled(self, world: World, subject: Trial) -> None:
        """An explicit layer that VK_LOADER_LAYERS_ENABLE matches is enabled without a request of the application."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_an_enable_variable_is_not_needed(self, world: World, subject: Trial) -> None:
        """An implicit layer that VK_LOADER_LAYERS_ENABLE matches is on although its enable variable is not set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "1"})
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_the_disable_variable_still_counts(self, world: World, subject: Trial) -> None:
        """An implicit layer that VK_LOADER_LAYERS_ENABLE matches should be off if its disable variable is set."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"ONE_OFF": "1"})
        world.variable("ONE_OFF", "1")
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_one")

        seen = subject.observe(world)

        subject.reading("AMB-ENABLE-FILTER-VS-DISABLEVAR", seen.chain, chosen=(), tolerated=(ONE,))

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_every_glob_enables(self, world: World, subject: Trial) -> None:
        """Each of two globs in VK_LOADER_LAYERS_ENABLE enables the layer that it matches."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_one,*_two")

        seen = subject.observe(world)

        assert {*seen.chain} == {ONE, TWO}

    @pytest.mark.rule("FILTER-LAYER-ENABLE-02")
    def test_its_layers_stand_between(self, world: World, subject: Trial) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE enables comes after implicit and before other explicit layers."""
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_implicit")
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_two")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        subject.order(seen.chain, ("VK_LAYER_TEST_implicit", TWO, ONE))


class TestDisable:
    """VK_LOADER_LAYERS_DISABLE keeps out every known layer that it matches."""

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01", "LLP_LOADER_7")
    @pytest.mark.editions("2026")
    def test_an_implicit_layer_is_kept_out(self, world: World, subject: Trial) -> None:
        """An implicit layer that VK_LOADER_LAYERS_DISABLE matches is not loaded, and another one is."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @pytest.mark.editions("2026")
    def test_each_element_keeps_out(self, world: World, subject: Trial) -> None:
        """Each element of VK_LOADER_LAYERS_DISABLE keeps out the implicit layer that it matches."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", f"{ONE},{TWO}")

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    def test_a_requested_layer_is_kept_out(self, world: World, subject: Trial) -> None:
        """A requested layer that VK_LOADER_LAYERS_DISABLE matches is not loaded, and vkCreateInstance should fail."""
        world.driver()
        world.explicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        subject.reading(
            "AMB-DISABLE-REQUESTED",
            (seen.result_name, *seen.chain),
            chosen=("VK_ERROR_LAYER_NOT_PRESENT",),
            tolerated=("VK_SUCCESS",),
        )

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    def test_a_disabled_layer_is_not_offered(self, world: World, subject: Trial) -> None:
        """A layer that VK_LOADER_LAYERS_DISABLE matches should not be enumerated."""
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)

        seen = subject.observe(world)

        subject.reading("AMB-DISABLE-ENUM", set(seen.layer_names), chosen={TWO}, tolerated={ONE, TWO})

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @pytest.mark.parametrize("disabled", [ONE, TWO])
    @pytest.mark.parametrize("implicit", [False, True], ids=["requested", "implicit"])
    def test_a_component_is_kept_out(
        self, world: World, subject: Trial, disabled: str, implicit: bool
    ) -> None:
        """A layer that VK_LOADER_LAYERS_DISABLE matches is not loaded as the component of a meta-layer either."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.meta_layer(META, components=[ONE, TWO], implicit=implicit)
        if not implicit:
            world.application(layers=[META])
        needs_in_chain(world, subject, disabled)
        world.variable("VK_LOADER_LAYERS_DISABLE", disabled)

        seen = subject.observe(world)

        assert disabled not in seen.chain

    @pytest.mark.rule("FILTER-LAYER-DISABLE-03")
    @pytest.mark.parametrize("word", ["~all~", "~ALL~"])
    def test_all_disables_implicit_layers(self, world: World, subject: Trial, word: str) -> None:
        """~all~ in VK_LOADER_LAYERS_DISABLE keeps implicit layers out."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", word)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        if word == "~all~":
            assert seen.chain == ()
        else:
            subject.implied(seen.chain, (), OF_NAMES)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-03")
    def test_all_disables_meta_layers(self, world: World, subject: Trial) -> None:
        """~all~ in a disable filter turns an implicit meta-layer off, so that its allowed component is not loaded."""
        world.driver()
        world.explicit_layer(ONE)
        world.meta_layer(META, components=[ONE], implicit=True)
        needs_in_chain(world, subject, ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
        world.variable("VK_LOADER_LAYERS_ALLOW", ONE)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-LAYER-DISABLE-03", "FILTER-LAYER-DISABLE-05")
    @pytest.mark.parametrize("word", ["~all~", "~explicit~"])
    def test_all_and_explicit_disable_explicit_layers(self, world: World, subject: Trial, word: str) -> None:
        """~all~ and ~explicit~ in VK_LOADER_LAYERS_DISABLE keep a requested explicit layer out."""
        world.driver()
        world.explicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", word)
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.rule("FILTER-LAYER-DISABLE-04")
    def test_implicit_disables_implicit_layers(self, world: World, subject: Trial) -> None:
        """~implicit~ in VK_LOADER_LAYERS_DISABLE keeps implicit layers out and leaves a requested explicit one in."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
        world.application(layers=[TWO])

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.parametrize(
        "word",
        [
            pytest.param("~all~", marks=pytest.mark.rule("FILTER-LAYER-DISABLE-03")),
            pytest.param("~implicit~", marks=pytest.mark.rule("FILTER-LAYER-DISABLE-04")),
        ],
    )
    def test_conditional_layers_are_disabled(self, world: World, subject: Trial, word: str) -> None:
        """~all~ and ~implicit~ disable an implicit layer whose enable variable is set as well."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "1"})
        world.implicit_layer(TWO)
        world.variable("ONE_ON", "1")
        world.variable("VK_LOADER_LAYERS_DISABLE", word)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-LAYER-DISABLE-04")
    def test_implicit_disables_meta_layers(self, world: World, subject: Trial) -> None:
        """~implicit~ switches an implicit meta-layer off, so that its explicit component is not loaded."""
        world.driver()
        world.explicit_layer(ONE)
        world.meta_layer(META, components=[ONE], implicit=True)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-LAYER-DISABLE-05")
    def test_explicit_leaves_implicit_layers(self, world: World, subject: Trial) -> None:
        """~explicit~ in VK_LOADER_LAYERS_DISABLE leaves implicit layers on."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~explicit~")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-06")
    @pytest.mark.parametrize("value", ["~explicit~,*_one", "*_one,~explicit~"])
    def test_a_glob_acts_beside_a_word(self, world: World, subject: Trial, value: str) -> None:
        """A glob beside ~explicit~ in VK_LOADER_LAYERS_DISABLE disables the implicit layer that it matches."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", value)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-06")
    @pytest.mark.parametrize("value", ["~implicit~,*_other", "*_other,~implicit~"])
    def test_a_word_acts_beside_a_glob(self, world: World, subject: Trial, value: str) -> None:
        """~implicit~ beside a glob in VK_LOADER_LAYERS_DISABLE disables implicit layers and no explicit one."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", value)
        world.application(layers=[TWO])

        seen = subject.observe(world)

        assert seen.chain == (TWO,)


class TestBoth:
    """Disable is looked at first; a match of the enable filter switches the layer on again."""

    @pytest.mark.rule("FILTER-GEN-09")
    def test_all_but_one(self, world: World, subject: Trial) -> None:
        """With ~all~ in VK_LOADER_LAYERS_DISABLE exactly the layer is on that VK_LOADER_LAYERS_ENABLE matches."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.explicit_layer(THREE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
        world.variable("VK_LOADER_LAYERS_ENABLE", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-INSTLAYERS-05")
    def test_instance_layers_beats_the_filter(self, world: World, subject: Trial) -> None:
        """A layer in VK_INSTANCE_LAYERS stays enabled despite the disable filter."""
        world.driver()
        world.explicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", ONE)
        world.variable("VK_INSTANCE_LAYERS", ONE)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-INSTLAYERS-05")
    @pytest.mark.parametrize("disable", ["~all~", ONE, "~implicit~"])
    def test_an_implicit_one_beats_the_filter(self, world: World, subject: Trial, disable: str) -> None:
        """An implicit layer in VK_INSTANCE_LAYERS stays enabled despite the disable filter."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", disable)
        world.variable("VK_INSTANCE_LAYERS", ONE)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("ENV-INSTLAYERS-05")
    @pytest.mark.parametrize(
        "disable",
        ["~all~", "~explicit~", "VK_LAYER_*", f"{ONE},{TWO},{THREE}"],
        ids=["all", "explicit", "glob", "names"],
    )
    def test_every_instance_layer_beats_the_filter(self, world: World, subject: Trial, disable: str) -> None:
        """Each of three layers in VK_INSTANCE_LAYERS stays enabled despite VK_LOADER_LAYERS_DISABLE."""
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.explicit_layer(THREE)
        world.variable("VK_LOADER_LAYERS_DISABLE", disable)
        world.variable("VK_INSTANCE_LAYERS", f"{ONE}:{TWO}:{THREE}")

        seen = subject.observe(world)

        assert set(seen.chain) == {ONE, TWO, THREE}


class TestAllow:
    """VK_LOADER_LAYERS_ALLOW protects layers from the disable filter and switches nothing on."""

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @pytest.mark.parametrize("disable", ["~all~", "~implicit~", "*_one"])
    def test_an_allowed_layer_cannot_be_disabled(self, world: World, subject: Trial, disable: str) -> None:
        """An implicit layer that VK_LOADER_LAYERS_ALLOW matches stays on despite VK_LOADER_LAYERS_DISABLE."""
        world.driver()
        world.implicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", disable)
        world.variable("VK_LOADER_LAYERS_ALLOW", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @pytest.mark.parametrize("disable", ["*_one,~implicit~", "~all~,VK_LAYER_*", f"{ONE},*TEST*,*_one"])
    def test_several_elements_that_match(self, world: World, subject: Trial, disable: str) -> None:
        """A layer that VK_LOADER_LAYERS_ALLOW matches stays on, however many elements of the disable filter match."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", disable)
        world.variable("VK_LOADER_LAYERS_ALLOW", ONE)

        seen = subject.observe(world)

        assert ONE in seen.chain

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    def test_other_layers_are_not_protected(self, world: World, subject: Trial) -> None:
        """A disabled layer that VK_LOADER_LAYERS_ALLOW does not match stays disabled beside one that it matches."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~implicit~")
        world.variable("VK_LOADER_LAYERS_ALLOW", "*_one")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @pytest.mark.parametrize("disable", ["~all~", "~implicit~", "VK_LAYER_*"])
    def test_every_glob_protects(self, world: World, subject: Trial, disable: str) -> None:
        """A layer that any of three globs in VK_LOADER_LAYERS_ALLOW matches stays on despite the disable filter."""
        world.driver()
        world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        world.implicit_layer(THREE)
        world.implicit_layer("VK_LAYER_OTHER_four")
        world.variable("VK_LOADER_LAYERS_DISABLE", disable)
        world.variable("VK_LOADER_LAYERS_ALLOW", f"*_one,*_two*,{THREE}")

        seen = subject.observe(world)

        assert set(seen.chain) == {ONE, TWO, THREE}

    @pytest.mark.rule("FILTER-LAYER-ALLOW-02")
    def test_an_allowed_explicit_layer_needs_a_request(self, world: World, subject: Trial) -> None:
        """An explicit layer that VK_LOADER_LAYERS_ALLOW matches is not loaded without a request."""
        world.driver()
        world.explicit_layer(ONE)
        world.variable("VK_LOADER_LAYERS_ALLOW", "*_one")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-LAYER-ALLOW-02")
    def test_an_allowed_implicit_layer_needs_its_condition(self, world: World, subject: Trial) -> None:
        """An implicit layer that VK_LOADER_LAYERS_ALLOW matches is off if its enable variable is not set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment={"ONE_ON": "1"})
        world.variable("VK_LOADER_LAYERS_ALLOW", "*_one")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-LAYER-ALLOW-02")
    @pytest.mark.parametrize("on", [{}, {"ONE_ON": "1"}], ids=["unconditional", "conditional"])
    def test_an_allowed_layer_obeys_its_disable_variable(
        self, world: World, subject: Trial, on: dict[str, str]
    ) -> None:
        """An implicit layer that VK_LOADER_LAYERS_ALLOW matches is off if its disable variable is set."""
        world.driver()
        world.implicit_layer(ONE, enable_environment=on or None, disable_environment={"ONE_OFF": "1"})
        world.variable("VK_LOADER_LAYERS_ALLOW", "*_one")
        world.variable("ONE_ON", on.get("ONE_ON"))
        world.variable("ONE_OFF", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())


class TestWhatIsCompared:
    """Layer filters are compared with the layer's name, and not with its manifest's file name."""

    @pytest.mark.rule("FILTER-GEN-02")
    @pytest.mark.parametrize("glob", [ONE, "VK_LAYER_TEST_*", "*_one"])
    def test_the_name_is_compared(self, world: World, subject: Trial, glob: str) -> None:
        """VK_LOADER_LAYERS_ENABLE is compared with a layer's name, whatever the manifest's file is called."""
        world.driver()
        world.explicit_layer(ONE, file="other.json")
        world.variable("VK_LOADER_LAYERS_ENABLE", glob)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("FILTER-GEN-02")
    @pytest.mark.parametrize(
        "glob", ["other.json", "other", "other*", "*other*", "*.json", f"lib{ONE}*", "*/*"]
    )
    def test_file_names_are_not_compared(self, world: World, subject: Trial, glob: str) -> None:
        """A layer filter that fits the manifest's file name, folder or library enables and disables nothing."""
        world.driver()
        world.explicit_layer(ONE, file="other.json")
        world.implicit_layer(TWO, file="other_implicit.json")
        world.variable("VK_LOADER_LAYERS_ENABLE", glob)
        world.variable("VK_LOADER_LAYERS_DISABLE", glob)

        seen = subject.observe(world)

        assert seen.chain == (TWO,)
