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
        """On macOS explicit and implicit layers in the application's bundle are found."""
        mac.implicit_layer(ONE, folder=f"{RESOURCES}/implicit_layer.d")
        mac.explicit_layer(TWO, folder=f"{RESOURCES}/explicit_layer.d")

        seen = subject.observe(mac)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    def test_bundle_wins(self, mac: World, subject: Trial) -> None:
        """On macOS a layer in the application's bundle is used, and not the user's or system's of the same name."""
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
        """On macOS a layer of the system is enumerated after one of the application's bundle."""
        mac.implicit_layer(ONE)
        mac.implicit_layer(TWO, folder=f"{RESOURCES}/implicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == (TWO, ONE)

    def test_manifests_above_the_suffix_are_not_found(self, mac: World, subject: Trial) -> None:
        """On macOS no layer is found in Contents/Resources itself or in Contents/MacOS of a bundle."""
        mac.explicit_layer(ONE, folder=f"{BUNDLE}/Contents/Resources")
        mac.explicit_layer(TWO, folder=f"{BUNDLE}/Contents/MacOS/vulkan/explicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == ()

    def test_program_without_a_bundle_has_no_such_place(self, mac: World, subject: Trial) -> None:
        """On macOS a program that lies in no bundle does not find the layers of another program's bundle."""
        mac.platform(bundle="")
        mac.implicit_layer(ONE, folder=f"{RESOURCES}/implicit_layer.d")
        mac.implicit_layer(TWO)

        seen = subject.observe(mac)

        assert seen.layer_names == (TWO,)

    def test_privilege_hides_home_and_not_the_bundle(self, mac: World, subject: Trial) -> None:
        """On macOS an elevated program finds the layers of its bundle and not those of the home folder."""
        mac.elevate()
        mac.implicit_layer(ONE, folder="/Users/Me/.config/vulkan/implicit_layer.d")
        mac.implicit_layer(TWO, folder=f"{RESOURCES}/implicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == (TWO,)

    def test_layer_path_replaces_the_bundle(self, mac: World, subject: Trial) -> None:
        """On macOS VK_LAYER_PATH replaces the standard places of explicit layers, the bundle among them."""
        mac.variable("VK_LAYER_PATH", "/world")
        mac.explicit_layer(ONE, folder="/world")
        mac.explicit_layer(TWO, folder=f"{RESOURCES}/explicit_layer.d")

        seen = subject.observe(mac)

        assert seen.layer_names == (ONE,)


@pytest.mark.rule("DISC-MACOS-02")
class TestExampleOfLayers:
    """The worked example names each place in its order."""

    def test_order_of_the_example(self, mac: World, subject: Trial) -> None:
        """On macOS implicit layers are enumerated in the order of the places in the documents' example.

        The example's /usr/local/etc depends on the build.
        """
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
        """On macOS a driver in the application's bundle is used."""
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert "bundled" in seen.drivers

    def test_home_of_the_user_is_searched(self, mac: World, subject: Trial) -> None:
        """On macOS a driver under /Users/Me comes before one of the system."""
        mac.driver("user's", folder="/Users/Me/.local/share/vulkan/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("user's", "system")

    def test_drivers_beside_the_suffix_are_not_found(self, mac: World, subject: Trial) -> None:
        """On macOS a driver's manifest in Contents/Resources itself is not read."""
        mac.driver("loose", folder=f"{BUNDLE}/Contents/Resources")

        seen = subject.observe(mac)

        assert seen.drivers == ("system",)


@pytest.mark.rule("DISC-DRIVER-MACOS-02")
class TestBundledDriverHides:
    """A driver in the bundle hides those of the system, and none that a variable names."""

    def test_drivers_of_the_system_are_hidden(self, mac: World, subject: Trial) -> None:
        """On macOS a driver in the bundle hides the drivers of all other standard places."""
        mac.driver("user's", folder="/Users/Me/.config/vulkan/icd.d")
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("bundled",)

    def test_drivers_of_one_bundle_stand_together(self, mac: World, subject: Trial) -> None:
        """On macOS two drivers in the application's bundle are both used."""
        mac.driver("one", folder=f"{RESOURCES}/icd.d")
        mac.driver("two", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert set(seen.drivers) == {"one", "two"}

    def test_added_drivers_stay(self, mac: World, subject: Trial) -> None:
        """On macOS a driver that VK_ADD_DRIVER_FILES names is used beside the bundle's driver."""
        mac.variable("VK_ADD_DRIVER_FILES", mac.driver("added", folder="/world"))
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("added", "bundled")

    def test_bundled_drivers_that_are_added_hide_too(self, mac: World, subject: Trial) -> None:
        """On macOS a driver in the bundle hides the system's although VK_ADD_DRIVER_FILES names it as well."""
        mac.variable("VK_ADD_DRIVER_FILES", mac.driver("bundled", folder=f"{RESOURCES}/icd.d"))

        seen = subject.observe(mac)

        assert set(seen.drivers) == {"bundled"}

    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    def test_named_drivers_take_the_place_of_all(self, mac: World, subject: Trial, variable: str) -> None:
        """On macOS only the driver that VK_DRIVER_FILES or VK_ICD_FILENAMES names is used, not the bundle's."""
        mac.variable(variable, mac.driver("named"))
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")

        seen = subject.observe(mac)

        assert seen.drivers == ("named",)

    def test_broken_manifest_hides_nothing(self, mac: World, subject: Trial) -> None:
        """On macOS a file in the bundle that describes no driver does not hide the system's drivers."""
        mac.file(f"{RESOURCES}/icd.d/broken.json", "{")

        seen = subject.observe(mac)

        assert seen.drivers == ("system",)

    def test_layers_of_the_system_are_not_hidden(self, mac: World, subject: Trial) -> None:
        """On macOS a driver in the bundle does not hide the system's layers."""
        mac.driver("bundled", folder=f"{RESOURCES}/icd.d")
        mac.implicit_layer(ONE)

        seen = subject.observe(mac)

        assert (seen.chain, seen.drivers) == ((ONE,), ("bundled",))


@pytest.mark.rule("ENV-LAYERPATH-02")
@pytest.mark.parametrize(("separator", "expected"), [(":", {ONE, TWO}), (";", set())])
def test_lists_are_separated_by_colons(
    mac: World, subject: Trial, separator: str, expected: set[str]
) -> None:
    """On macOS a colon separates two folders in VK_LAYER_PATH, and a semicolon separates nothing."""
    mac.explicit_layer(ONE, folder="/world/a")
    mac.explicit_layer(TWO, folder="/world/b")
    mac.variable("VK_LAYER_PATH", f"/world/a{separator}/world/b")

    seen = subject.observe(mac)

    assert set(seen.layer_names) == expected
