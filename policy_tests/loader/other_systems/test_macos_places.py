"""Where manifests are looked for on macOS: the application's bundle first, then as on Linux."""

import pytest

from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

BUNDLE = "/Applications/Game.app"
RESOURCES = f"{BUNDLE}/Contents/Resources/vulkan"
ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"


@pytest.fixture
def mac(world: World) -> World:
    """A Mac with an application that has a bundle, and a driver of the system."""
    world.on(System.MACOS)
    world.platform(bundle=BUNDLE)
    world.variable("HOME", "/Users/Me")
    world.driver("system")
    return world


@pytest.mark.rule("DISC-MACOS-01")
class TestBundleOfLayers:
    """The application's bundle comes first in the search for layers; after it the order is that of Linux."""

    def test_layers_in_the_bundle_are_found(self, mac: World, subject: Trial) -> None:
        """An explicit and an implicit layer in the bundle are found."""
        mac.implicit_layer(ONE, folder=f"{RESOURCES}/implicit_layer.d")
        mac.explicit_layer(TWO, folder=f"{RESOURCES}/explicit_layer.d")

        seen = subject.observe(mac)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    def test_bundle_wins(self, mac: World, subject: Trial) -> None:
        """Of two layers of one name the one in the bundle is used, not the user's and not the system's."""
        for name, folder in (
            ("system's", "/usr/share/vulkan/explicit_layer.d"),
            ("user's", "/Users/Me/.config/vulkan/explicit_layer.d"),
            ("bundled", f"{RESOURCES}/explicit_layer.d"),
        ):
            mac.explicit_layer(ONE, folder=folder, flags={"name": name})
        mac.application(layers=[ONE])

        seen = subject.observe(mac)

        assert seen.chain == ("bundled",)

    def test_system_is_searched_after_the_bundle(self, mac: World, subject: Trial) -> None:
        """A layer of the system comes behind one of the bundle."""
        mac.implicit_layer(ONE)
        mac.implicit_layer(TWO, folder=f"{RESOURCES}/implicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == (TWO, ONE)

    def test_manifests_above_the_suffix_are_not_found(self, mac: World, subject: Trial) -> None:
        """Nothing is read in Contents/Resources itself, nor beside it."""
        mac.explicit_layer(ONE, folder=f"{BUNDLE}/Contents/Resources")
        mac.explicit_layer(TWO, folder=f"{BUNDLE}/Contents/MacOS/vulkan/explicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == ()

    def test_program_without_a_bundle_has_no_such_place(self, mac: World, subject: Trial) -> None:
        """A program that lies in no bundle does not see another one's."""
        mac.platform(bundle="")
        mac.implicit_layer(ONE, folder=f"{RESOURCES}/implicit_layer.d")
        mac.implicit_layer(TWO)

        seen = subject.observe(mac)

        assert seen.layer_names == (TWO,)

    def test_privilege_hides_home_and_not_the_bundle(self, mac: World, subject: Trial) -> None:
        """An elevated program still has the layers of its bundle."""
        mac.elevate()
        mac.implicit_layer(ONE, folder="/Users/Me/.config/vulkan/implicit_layer.d")
        mac.implicit_layer(TWO, folder=f"{RESOURCES}/implicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == (TWO,)

    def test_layer_path_replaces_the_bundle(self, mac: World, subject: Trial) -> None:
        """VK_LAYER_PATH replaces all standard places, the bundle among them."""
        mac.variable("VK_LAYER_PATH", "/world")
        mac.explicit_layer(ONE, folder="/world")
        mac.explicit_layer(TWO, folder=f"{RESOURCES}/explicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == (ONE,)


@pytest.mark.rule("DISC-MACOS-02")
class TestExampleOfLayers:
    """The worked example names each place in its order."""

    def test_order_of_the_example(self, mac: World, subject: Trial) -> None:
        """A layer in each of the places is enumerated in the example's order; /usr/local/etc is of a build."""
        places = (
            f"{BUNDLE}/Contents/Resources",
            "/Users/Me/.config",
            "/etc/xdg",
            "/etc",
            "/Users/Me/.local/share",
            "/usr/local/share",
            "/usr/share",
        )
        names = [f"VK_LAYER_TEST_{number}" for number in range(len(places))]
        for name, place in reversed([*zip(names, places, strict=True)]):
            mac.implicit_layer(name, folder=f"{place}/vulkan/implicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == tuple(names)


@pytest.mark.rule("DISC-DRIVER-MACOS-01")
class TestBundleOfDrivers:
    """The application's bundle comes first in the search for drivers, then the places of Linux."""

    def test_driver_in_the_bundle_is_found(self, mac: World, subject: Trial) -> None:
        """A driver that the application brings is used."""
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert "bundled" in seen.drivers

    def test_home_of_the_user_is_searched(self, mac: World, subject: Trial) -> None:
        """Drivers under /Users/Me come before those of the system."""
        mac.driver("user's", folder="/Users/Me/.local/share/vulkan/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("user's", "system")

    def test_drivers_beside_the_suffix_are_not_found(self, mac: World, subject: Trial) -> None:
        """A manifest in Contents/Resources itself is none that is read."""
        mac.driver("loose", folder=f"{BUNDLE}/Contents/Resources")

        seen = subject.observe(mac)

        assert seen.drivers == ("system",)


@pytest.mark.rule("DISC-DRIVER-MACOS-02")
class TestBundledDriverHides:
    """A driver in the bundle hides those of the system, and none that a variable names."""

    def test_drivers_of_the_system_are_hidden(self, mac: World, subject: Trial) -> None:
        """With a driver in the bundle no other standard place counts."""
        mac.driver("user's", folder="/Users/Me/.config/vulkan/icd.d")
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("bundled",)

    def test_drivers_of_one_bundle_stand_together(self, mac: World, subject: Trial) -> None:
        """Two drivers in the bundle are both used."""
        mac.driver("one", folder=f"{RESOURCES}/icd.d")
        mac.driver("two", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert set(seen.drivers) == {"one", "two"}

    def test_added_drivers_stay(self, mac: World, subject: Trial) -> None:
        """What VK_ADD_DRIVER_FILES names is used beside the bundle's."""
        mac.variable("VK_ADD_DRIVER_FILES", mac.driver("added", folder="/world"))
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("added", "bundled")

    def test_bundled_drivers_that_are_added_hide_too(self, mac: World, subject: Trial) -> None:
        """A driver in the bundle hides those of the system when VK_ADD_DRIVER_FILES names it as well."""
        mac.variable("VK_ADD_DRIVER_FILES", mac.driver("bundled", folder=f"{RESOURCES}/icd.d"))

        seen = subject.observe(mac)

        assert seen.drivers == ("bundled",)

    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    def test_named_drivers_take_the_place_of_all(self, mac: World, subject: Trial, variable: str) -> None:
        """What VK_DRIVER_FILES names is used, in a standard folder too, and the bundle is not looked into."""
        mac.variable(variable, mac.driver("named"))
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("named",)

    def test_broken_manifest_hides_nothing(self, mac: World, subject: Trial) -> None:
        """A file in the bundle that describes no driver is no driver that is found."""
        mac.file(f"{RESOURCES}/icd.d/broken.json", "{")

        seen = subject.observe(mac)

        assert seen.drivers == ("system",)

    def test_layers_of_the_system_are_not_hidden(self, mac: World, subject: Trial) -> None:
        """A layer of the system is found beside a bundle with a driver."""
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")
        mac.implicit_layer(ONE)

        seen = subject.observe(mac)

        assert (seen.chain, seen.drivers) == ((ONE,), ("bundled",))


@pytest.mark.rule("ENV-LAYERPATH-02")
@pytest.mark.parametrize(("separator", "expected"), [(":", {ONE, TWO}), (";", set())])
def test_lists_are_separated_by_colons(
    mac: World, subject: Trial, separator: str, expected: set[str]
) -> None:
    """Two folders in VK_LAYER_PATH are two places; a semicolon joins them to one that is not there."""
    mac.explicit_layer(ONE, folder="/world/a")
    mac.explicit_layer(TWO, folder="/world/b")
    mac.variable("VK_LAYER_PATH", f"/world/a{separator}/world/b")

    seen = subject.observe(mac)

    assert set(seen.layer_names) == expected
