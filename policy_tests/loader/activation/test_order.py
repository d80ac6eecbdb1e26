"""The order of the chain from the application down, and the variable that adds layers to it."""

import pytest

from refloader.model.edition import Edition
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A = "VK_LAYER_TEST_a"
B = "VK_LAYER_TEST_b"
C = "VK_LAYER_TEST_c"


class TestGroups:
    """From the application down: implicit layers, those of the environment, those of the application."""

    @pytest.mark.rule("ORDER-CHAIN-01")
    def test_the_three_groups(self, world: World, subject: Trial) -> None:
        """Implicit layers come first, then those of VK_INSTANCE_LAYERS, then those that the application names."""
        world.driver()
        world.implicit_layer(C)
        world.explicit_layer(B)
        world.explicit_layer(A)
        world.variable("VK_INSTANCE_LAYERS", B)
        world.application(layers=[A])

        seen = subject.observe(world)

        subject.order(seen.chain, (C, B, A))

    @pytest.mark.rule("ORDER-CHAIN-02")
    @pytest.mark.parametrize("names", [(A, B, C), (C, B, A), (B, C, A)], ids=["abc", "cba", "bca"])
    def test_the_application_gives_the_order(
        self, world: World, subject: Trial, names: tuple[str, ...]
    ) -> None:
        """Requested layers stand in the order of ppEnabledLayerNames, element 0 nearest to the application."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.application(layers=names)

        seen = subject.observe(world)

        subject.order(seen.chain, names)


class TestInstanceLayers:
    """VK_INSTANCE_LAYERS names layers that are enabled besides those of the application."""

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    def test_a_named_layer_is_loaded(self, world: World, subject: Trial) -> None:
        """A layer that VK_INSTANCE_LAYERS names is loaded without a request of the application."""
        world.driver()
        world.explicit_layer(A)
        world.variable("VK_INSTANCE_LAYERS", A)

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    def test_an_unknown_name_is_passed_over(self, world: World, subject: Trial) -> None:
        """A name in VK_INSTANCE_LAYERS that no layer has does not keep out the layer named beside it."""
        world.driver()
        world.explicit_layer(A)
        world.variable("VK_INSTANCE_LAYERS", f"VK_LAYER_TEST_unknown:{A}")

        seen = subject.observe(world)

        if seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT":
            by = "ENV-INSTLAYERS-01, which does not speak of a name that no layer has"
            subject.implied(seen.result_name, "VK_SUCCESS", by)
        else:
            assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (A,))

    @pytest.mark.rule("ENV-INSTLAYERS-02")
    def test_a_colon_separates_names(self, world: World, subject: Trial) -> None:
        """Both layers of a colon-separated list in VK_INSTANCE_LAYERS are loaded."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.variable("VK_INSTANCE_LAYERS", f"{A}:{B}")

        seen = subject.observe(world)

        assert set(seen.chain) == {A, B}

    @pytest.mark.rule("ENV-INSTLAYERS-02")
    def test_a_semicolon_separates_nothing(self, world: World, subject: Trial) -> None:
        """On Linux two names joined by a semicolon in VK_INSTANCE_LAYERS are one unknown name."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.variable("VK_INSTANCE_LAYERS", f"{A};{B}")

        seen = subject.observe(world)

        both = (
            {A, B} if subject.edition is Edition.E2026 else set()
        )  # before it, nothing speaks of semicolons here
        subject.reading("AMB-INSTLAYERS-SEP", set(seen.chain), chosen=set(), tolerated=both)

    @pytest.mark.rule("ENV-INSTLAYERS-02")
    @pytest.mark.parametrize("between", [",", " ", "|"], ids=["comma", "space", "bar"])
    @pytest.mark.parametrize("place", ["last", "first"])
    def test_nothing_else_separates_names(
        self, world: World, subject: Trial, between: str, place: str
    ) -> None:
        """In VK_INSTANCE_LAYERS a comma, space or bar separates no names, and the name beside a colon counts."""
        world.driver()
        for name in (A, B, C):
            world.explicit_layer(name)
        joined = f"{A}{between}{B}"
        world.variable("VK_INSTANCE_LAYERS", f"{joined}:{C}" if place == "first" else f"{C}:{joined}")

        seen = subject.observe(world)

        if seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT":
            pytest.skip("the loader makes no instance where the variable names a layer that is not there")
        assert seen.chain == (C,)

    @pytest.mark.rule("ENV-INSTLAYERS-03")
    @pytest.mark.parametrize("names", [(A, B, C), (C, B, A)], ids=["abc", "cba"])
    def test_the_first_name_is_nearest(self, world: World, subject: Trial, names: tuple[str, ...]) -> None:
        """The first name in VK_INSTANCE_LAYERS is nearest to the application, the last one nearest to the driver."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.variable("VK_INSTANCE_LAYERS", ":".join(names))

        seen = subject.observe(world)

        subject.order(seen.chain, names)

    @pytest.mark.rule("ENV-INSTLAYERS-04")
    def test_environment_stands_above_application(self, world: World, subject: Trial) -> None:
        """Layers of VK_INSTANCE_LAYERS are nearer to the application than those that the application names."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.variable("VK_INSTANCE_LAYERS", B)
        world.application(layers=[A])

        seen = subject.observe(world)

        subject.order(seen.chain, (B, A))
