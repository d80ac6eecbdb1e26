"""What a loader does with single fields of manifests, with the names of libraries, and in which order it reads."""

import pytest

from policy_tests.loader.discovery.test_search_paths import BASES
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"


@pytest.mark.rule("MANIFEST-LAYER-06")
class TestDeviceLayers:
    """A layer of type DEVICE is passed over as though it had not been found."""

    def test_it_is_not_reported(self, world: World, subject: Trial) -> None:
        """A layer of type DEVICE is not reported, and another layer is."""
        world.explicit_layer(ONE, type="DEVICE")
        world.explicit_layer(TWO)

        seen = subject.observe(world)

        assert seen.layer_names == (TWO,)

    def test_an_implicit_one_is_not_active(self, world: World, subject: Trial) -> None:
        """An implicit layer of type DEVICE is not in the chain, and another implicit layer is."""
        world.driver()
        world.implicit_layer(ONE, type="DEVICE")
        world.implicit_layer(TWO)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (TWO,))

    def test_it_cannot_be_asked_for(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT if the application names a layer of type DEVICE."""
        world.driver()
        world.explicit_layer(ONE, type="DEVICE")
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    def test_its_neighbour_in_the_file_is_used(self, world: World, subject: Trial) -> None:
        """Of two layers in one manifest only the one of type DEVICE is passed over."""
        world.driver()
        path = world.implicit_layer(TWO)
        common = {
            "api_version": "1.3.0",
            "implementation_version": "1",
            "description": "A layer",
            "library_path": f"./lib{TWO}.so",
        }
        device = {**common, "name": ONE, "type": "DEVICE", "disable_environment": {"NO_ONE": "1"}}
        usable = {**common, "name": TWO, "type": "GLOBAL", "disable_environment": {"NO_TWO": "1"}}
        world.file(path, {"file_format_version": "1.1.2", "layers": [device, usable]})

        seen = subject.observe(world)

        assert (seen.layer_names, seen.chain) == ((TWO,), (TWO,))

    def test_a_device_layer_hides_no_other(self, world: World, subject: Trial) -> None:
        """A layer of type DEVICE does not hide a usable layer of the same name that is found later."""
        world.driver()
        world.implicit_layer(ONE, folder="/etc/vulkan/implicit_layer.d", type="DEVICE", description="first")
        world.implicit_layer(ONE, description="second")

        seen = subject.observe(world)

        assert [layer.description for layer in seen.layers] == ["second"]
        assert seen.chain == (ONE,)


@pytest.mark.needs_library
@pytest.mark.rule("DISC-GEN-10")
class TestBareNames:
    """Path variables lead to manifests; a library given by its bare name is left to the dynamic linker."""

    @staticmethod
    def layer(world: World) -> None:
        """A layer in a folder of VK_LAYER_PATH, with the bare name of the library beside its manifest."""
        world.driver()
        world.explicit_layer(ONE, folder="/world/d", mock=None, library_path="libbare.so")
        world.library("/world/d/libbare.so", "layer", {"name": ONE})
        world.variable("VK_LAYER_PATH", "/world/d")
        world.variable("VK_INSTANCE_LAYERS", ONE)

    @staticmethod
    def driver(world: World) -> None:
        """The same with a driver of VK_ADD_DRIVER_FILES, beside an installed one."""
        world.driver("good")
        world.driver("bare", folder="/world/d", mock=None, library_path="libbare.so")
        world.library("/world/d/libbare.so", "driver", {"name": "bare"})
        world.variable("VK_ADD_DRIVER_FILES", "/world/d/bare.json")

    def test_a_layer_is_not_looked_for_beside_its_manifest(self, world: World, subject: Trial) -> None:
        """A layer library named by its bare name is not looked for in the folder of the manifest."""
        self.layer(world)

        seen = subject.calls(world)

        assert (seen.layer_names, seen.chain) == ((ONE,), ())

    def test_the_linkers_variable_leads_to_a_layer(self, world: World, subject: Trial) -> None:
        """A layer library named by its bare name is found in a folder of LD_LIBRARY_PATH."""
        self.layer(world)
        world.variable("LD_LIBRARY_PATH", "/world/d")

        seen = subject.calls(world)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,))

    def test_a_driver_is_not_looked_for_beside_its_manifest(self, world: World, subject: Trial) -> None:
        """A driver library named by its bare name is not looked for in the folder of the manifest."""
        self.driver(world)

        seen = subject.calls(world)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("good",))

    def test_the_linkers_variable_leads_to_a_driver(self, world: World, subject: Trial) -> None:
        """A driver library named by its bare name is found in a folder of LD_LIBRARY_PATH."""
        self.driver(world)
        world.variable("LD_LIBRARY_PATH", "/world/d")

        seen = subject.calls(world)

        assert set(seen.drivers) == {"good", "bare"}

    @pytest.mark.parametrize("path", ["./libbeside.so", "/world/d/libbeside.so"], ids=["relative", "full"])
    def test_other_forms_need_no_linker(self, world: World, subject: Trial, path: str) -> None:
        """A layer library named by a relative or a full path is found without LD_LIBRARY_PATH."""
        world.driver()
        world.explicit_layer(ONE, folder="/world/d", mock=None, library_path=path)
        world.library("/world/d/libbeside.so", "layer", {"name": ONE})
        world.variable("VK_LAYER_PATH", "/world/d")
        world.application(layers=[ONE])

        seen = subject.calls(world)

        assert seen.chain == (ONE,)


@pytest.mark.rule("DISC-GEN-10")
class TestRelativeNames:
    """A library named relatively lies against the folder of its manifest, not against the working folder."""

    @pytest.mark.parametrize(
        ("name", "beside", "astray"),
        [
            ("./libr.so", "/usr/share/vulkan/{}/libr.so", "/world/libr.so"),
            ("lib/libr.so", "/usr/share/vulkan/{}/lib/libr.so", "/world/lib/libr.so"),
            ("../libr.so", "/usr/share/vulkan/libr.so", "/libr.so"),
        ],
        ids=["here", "below", "above"],
    )
    def test_a_layer(self, world: World, subject: Trial, name: str, beside: str, astray: str) -> None:
        """A layer's relative library_path is resolved against the folder of its manifest, not the working folder."""
        world.driver()
        world.implicit_layer(ONE, mock=None, library_path=name)
        world.library(beside.format("implicit_layer.d"), "layer", {"name": "beside"})
        world.library(astray, "layer", {"name": "astray"})

        seen = subject.observe(world)

        assert seen.chain == ("beside",)

    @pytest.mark.editions("2026")
    @pytest.mark.parametrize(
        ("name", "beside", "astray"),
        [
            ("./libr.so", "/usr/share/vulkan/icd.d/libr.so", "/world/libr.so"),
            ("lib/libr.so", "/usr/share/vulkan/icd.d/lib/libr.so", "/world/lib/libr.so"),
            ("../libr.so", "/usr/share/vulkan/libr.so", "/libr.so"),
        ],
        ids=["here", "below", "above"],
    )
    def test_a_driver(self, world: World, subject: Trial, name: str, beside: str, astray: str) -> None:
        """A driver's relative library_path is resolved against the folder of its manifest, not the working folder."""
        world.driver("relative", mock=None, library_path=name)
        world.library(beside, "driver", {"name": "beside"})
        world.library(astray, "driver", {"name": "astray"})

        seen = subject.observe(world)

        assert seen.drivers == ("beside",)


READING = (
    "DISC-DRIVER-LINUX-05, which orders the reading of folders; in which order drivers are used is not said"
)


@pytest.mark.rule("DISC-DRIVER-LINUX-05")
class TestOrderOfDrivers:
    """Folders are read in a fixed order, the files of one folder in any order.

    Seen is in which order the drivers are used: mostly that of reading, or the other way.
    """

    def test_folders_in_their_order(self, world: World, subject: Trial) -> None:
        """Drivers should be used in the order in which their folders are searched, or in the opposite order."""
        world.driver("d0", folder=f"{BASES[0]}/vulkan/icd.d")
        world.driver("d1", folder=f"{BASES[1]}/vulkan/icd.d")
        world.driver("d2", folder=f"{BASES[2]}/vulkan/icd.d")
        world.driver("d3", folder=f"{BASES[3]}/vulkan/icd.d")
        world.driver("d4", folder=f"{BASES[4]}/vulkan/icd.d")
        world.driver("d5", folder=f"{BASES[5]}/vulkan/icd.d")

        seen = subject.observe(world)

        order = ("d0", "d1", "d2", "d3", "d4", "d5")
        used = seen.drivers if seen.drivers[:1] in (("d0",), ("d1",)) else seen.drivers[::-1]
        turned = ("d1", "d0", "d2", "d3", "d4", "d5")
        if used == turned:
            subject.reading("AMB-RANK-1-TWICE", used, chosen=order, tolerated=turned)
        else:
            subject.implied(used, order, READING)

    def test_folders_do_not_mix(self, world: World, subject: Trial) -> None:
        """The drivers of one folder should be used one after the other, not mixed with those of another folder."""
        world.driver("m", folder="/etc/vulkan/icd.d")
        world.driver("z", folder="/etc/vulkan/icd.d")
        world.driver("k", folder="/etc/vulkan/icd.d")
        world.driver("a")
        world.driver("n")
        world.driver("y")

        seen = subject.observe(world)

        halves = sorted([sorted(seen.drivers[:3]), sorted(seen.drivers[3:])])
        subject.implied(halves, [["a", "n", "y"], ["k", "m", "z"]], READING)
