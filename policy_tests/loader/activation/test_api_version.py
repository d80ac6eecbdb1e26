"""What a layer's api_version has to do with the apiVersion of the application."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"


@pytest.mark.rule("ACT-IMPLICIT-07")
@pytest.mark.editions("2022")
class TestVersionGate:
    """Up to loader 1.3.227 an implicit layer is off when its api_version is lower than the application's."""

    @pytest.mark.parametrize(("layer", "application"), [("1.0.0", "1.3.0"), ("1.2.0", "1.3.0")])
    def test_an_older_layer_is_off(self, world: World, subject: Trial, layer: str, application: str) -> None:
        """A newer application does not get an older implicit layer."""
        world.driver()
        world.implicit_layer(ONE, api_version=layer)
        world.application(api=application)

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.parametrize(("layer", "application"), [("1.3.0", "1.0.0"), ("1.3.0", "1.2.0")])
    def test_a_newer_layer_is_on(self, world: World, subject: Trial, layer: str, application: str) -> None:
        """An older application gets a newer implicit layer."""
        world.driver()
        world.implicit_layer(ONE, api_version=layer)
        world.application(api=application)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_equal_versions_are_on(self, world: World, subject: Trial) -> None:
        """A layer of the application's own version is on."""
        world.driver()
        world.implicit_layer(ONE, api_version="1.2.0")
        world.application(api="1.2.0")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_the_patch_number_does_not_count(self, world: World, subject: Trial) -> None:
        """A layer that is older by its patch number alone is on."""
        world.driver()
        world.implicit_layer(ONE, api_version="1.2.0")
        world.application(api="1.2.99")

        seen = subject.observe(world)

        subject.reading("AMB-IMPLICIT-PATCH", seen.chain, chosen=(ONE,), tolerated=())

    def test_an_older_override_layer_does_not_apply(self, world: World, subject: Trial) -> None:
        """The override layer is subject to the same gate."""
        world.driver()
        world.explicit_layer(ONE)
        world.override_layer(components=[ONE], api_version="1.0.0")
        world.application(api="1.3.0")

        seen = subject.observe(world)

        assert seen.chain == ()


@pytest.mark.rule("ACT-IMPLICIT-07")
@pytest.mark.editions("2026")
class TestVersionsDoNotMatter:
    """From loader 1.3.228 on implicit layers are enabled regardless of the application's apiVersion."""

    @pytest.mark.parametrize(
        ("layer", "application"),
        [("1.0.0", "1.3.0"), ("1.3.0", "1.0.0"), ("1.2.0", "1.2.99"), ("1.0.0", "")],
        ids=["older-layer", "newer-layer", "older-patch", "no-application-info"],
    )
    def test_the_layer_is_on(self, world: World, subject: Trial, layer: str, application: str) -> None:
        """Neither an older nor a newer application loses the layer."""
        world.driver()
        world.implicit_layer(ONE, api_version=layer)
        world.application(api=application)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_an_older_override_layer_applies(self, world: World, subject: Trial) -> None:
        """The override layer applies to a newer application."""
        world.driver()
        world.explicit_layer(ONE, api_version="1.0.0")
        world.override_layer(components=[ONE], api_version="1.0.0")
        world.application(api="1.3.0")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)


@pytest.mark.rule("APIVER-01")
class TestOwnVersion:
    """A loader answers vkEnumerateInstanceVersion with its own version, whatever the drivers support."""

    def test_the_question_succeeds(self, world: World, subject: Trial) -> None:
        """The function is there and returns VK_SUCCESS."""
        seen = subject.observe(world)

        assert seen.results.get("version") == 0

    def test_an_old_driver_does_not_lower_it(self, world: World, subject: Trial) -> None:
        """With a driver of 1.0 alone the answer is the same as with none."""
        alone = subject.observe(world).version
        world.driver(api_version="1.0.0", flags={"api": "1.0.0"})

        seen = subject.observe(world)

        assert seen.version == alone


@pytest.mark.rule("ACT-APP-01")
class TestRequestedLayers:
    """A layer that the application names is active, whatever the two versions are."""

    @pytest.mark.parametrize(("layer", "application"), [("1.0.0", "1.3.0"), ("1.3.0", "1.0.0")])
    def test_the_layer_is_loaded(self, world: World, subject: Trial, layer: str, application: str) -> None:
        """Neither an older nor a newer explicit layer is refused."""
        world.driver()
        world.explicit_layer(ONE, api_version=layer)
        world.application(api=application, layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)
