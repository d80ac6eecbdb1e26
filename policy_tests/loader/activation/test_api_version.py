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
        """An implicit layer whose api_version is lower than the application's apiVersion is not enabled."""
        world.driver()
        world.implicit_layer(ONE, api_version=layer)
        world.application(api=application)

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.parametrize(("layer", "application"), [("1.3.0", "1.0.0"), ("1.3.0", "1.2.0")])
    def test_a_newer_layer_is_on(self, world: World, subject: Trial, layer: str, application: str) -> None:
        """An implicit layer whose api_version is higher than the application's apiVersion is enabled."""
        world.driver()
        world.implicit_layer(ONE, api_version=layer)
        world.application(api=application)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_equal_versions_are_on(self, world: World, subject: Trial) -> None:
        """An implicit layer whose api_version equals the application's apiVersion is enabled."""
        world.driver()
        world.implicit_layer(ONE, api_version="1.2.0")
        world.application(api="1.2.0")

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_the_patch_number_does_not_count(self, world: World, subject: Trial) -> None:
        """An implicit layer whose api_version is below apiVersion by the patch number alone should be enabled."""
        world.driver()
        world.implicit_layer(ONE, api_version="1.2.0")
        world.application(api="1.2.99")

        seen = subject.observe(world)

        subject.reading("AMB-IMPLICIT-PATCH", seen.chain, chosen=(ONE,), tolerated=())

    def test_an_older_override_layer_does_not_apply(self, world: World, subject: Trial) -> None:
        """The override layer does not apply if its api_version is lower than the application's apiVersion."""
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
        """An implicit layer is enabled whatever its api_version and the application's apiVersion are."""
        world.driver()
        world.implicit_layer(ONE, api_version=layer)
        world.application(api=application)

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    def test_an_older_override_layer_applies(self, world: World, subject: Trial) -> None:
        """The override layer applies although its api_version is lower than the application's apiVersion."""
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
        """vkEnumerateInstanceVersion of a loader newer than 1.0 is there and returns VK_SUCCESS."""
        seen = subject.observe(world)

        if subject.is_of_1_0:
            pytest.skip("the loader is for Vulkan 1.0 alone, and the rule speaks of newer ones")
        assert seen.results.get("version") == 0

    def test_an_old_driver_does_not_lower_it(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceVersion gives the same version with a driver of 1.0 alone as without any driver."""
        alone = subject.observe(world).version
        world.driver(api_version="1.0.0", flags={"api": "1.0.0"})

        seen = subject.observe(world)

        assert seen.version == alone


@pytest.mark.rule("ACT-APP-01")
class TestRequestedLayers:
    """A layer that the application names is active, whatever the two versions are."""

    @pytest.mark.parametrize(("layer", "application"), [("1.0.0", "1.3.0"), ("1.3.0", "1.0.0")])
    def test_the_layer_is_loaded(self, world: World, subject: Trial, layer: str, application: str) -> None:
        """A requested layer is loaded, whether its api_version is below or above the application's apiVersion."""
        world.driver()
        world.explicit_layer(ONE, api_version=layer)
        world.application(api=application, layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)
