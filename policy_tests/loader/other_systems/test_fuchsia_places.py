"""Where manifests are looked for on Fuchsia: as on Linux, without fallbacks for the lists of folders."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
FALLBACKS = ("/usr/share", "/usr/local/share", "/etc/xdg")
KEPT = ("/etc", "/home/user/.config", "/home/user/.local/share")


@pytest.fixture
def fuchsia(world: World) -> World:
    """A Fuchsia without drivers and layers."""
    world.on(System.FUCHSIA)
    return world


@pytest.mark.rule("DISC-FUCHSIA-01")
class TestLayers:
    """XDG_DATA_DIRS and XDG_CONFIG_DIRS have no fallback; everything else is as on Linux."""

    @pytest.mark.parametrize("base", FALLBACKS)
    def test_no_fallback_is_searched(self, fuchsia: World, subject: Trial, base: str) -> None:
        """On Fuchsia no fallback of XDG_DATA_DIRS and XDG_CONFIG_DIRS is searched for layers."""
        fuchsia.driver()
        fuchsia.implicit_layer(ONE, folder=f"{base}/vulkan/implicit_layer.d")

        seen = subject.observe(fuchsia)

        assert seen.layer_names == ()

    @pytest.mark.parametrize("variable", ["XDG_DATA_DIRS", "XDG_CONFIG_DIRS"])
    def test_set_variable_is_searched(self, fuchsia: World, subject: Trial, variable: str) -> None:
        """On Fuchsia layers are found in the folders that XDG_DATA_DIRS or XDG_CONFIG_DIRS names."""
        fuchsia.driver()
        fuchsia.variable(variable, "/world/a:/usr/share")
        fuchsia.implicit_layer(ONE)
        fuchsia.implicit_layer("VK_LAYER_TEST_two", folder="/usr/share/vulkan/implicit_layer.d")

        seen = subject.observe(fuchsia)

        assert set(seen.layer_names) == {ONE, "VK_LAYER_TEST_two"}

    @pytest.mark.parametrize("base", KEPT)
    def test_the_rest_is_as_on_linux(self, fuchsia: World, subject: Trial, base: str) -> None:
        """On Fuchsia layers are found in /etc and in the folders under HOME, as on Linux."""
        fuchsia.driver()
        fuchsia.implicit_layer(ONE, folder=f"{base}/vulkan/implicit_layer.d")

        seen = subject.observe(fuchsia)

        assert seen.layer_names == (ONE,)


@pytest.mark.rule("DISC-DRIVER-FUCHSIA-01")
class TestDrivers:
    """The search for drivers has no fallbacks either."""

    @pytest.mark.parametrize("base", FALLBACKS)
    def test_no_fallback_is_searched_for_drivers(self, fuchsia: World, subject: Trial, base: str) -> None:
        """On Fuchsia no fallback of XDG_DATA_DIRS and XDG_CONFIG_DIRS is searched for drivers."""
        fuchsia.driver(folder=f"{base}/vulkan/icd.d")

        seen = subject.observe(fuchsia)

        assert (seen.result_name, seen.drivers) == ("VK_ERROR_INCOMPATIBLE_DRIVER", ())

    @pytest.mark.parametrize("base", KEPT)
    def test_the_rest_has_drivers_as_on_linux(self, fuchsia: World, subject: Trial, base: str) -> None:
        """On Fuchsia drivers are found in /etc and in the folders under HOME, as on Linux."""
        fuchsia.driver(folder=f"{base}/vulkan/icd.d")

        seen = subject.observe(fuchsia)

        assert seen.drivers == ("plain",)

    def test_set_variable_is_searched_for_drivers(self, fuchsia: World, subject: Trial) -> None:
        """On Fuchsia drivers are found in the folders that XDG_DATA_DIRS names."""
        fuchsia.variable("XDG_DATA_DIRS", "/usr/share")
        fuchsia.driver(folder="/usr/share/vulkan/icd.d")

        seen = subject.observe(fuchsia)

        assert seen.drivers == ("plain",)
