"""Which drivers a loader finds and tries, and the variables that lead it to others."""

import pytest

from policy_tests.loader.discovery.test_search_paths import BASES
from policy_tests.loader.implied import NOT_VALID
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

PORTABILITY_FLAG = 1
PORTABILITY = "VK_KHR_portability_enumeration"


class TestNoDriver:
    """Without a valid driver vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER."""

    @pytest.mark.rule("LDP_LOADER_1")
    def test_an_empty_machine(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER on a machine without any driver manifest."""
        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("LDP_LOADER_1", "LDP_DRIVER_4")
    @pytest.mark.parametrize(
        "text",
        ["", "{", '{"file_format_version": "1.0.0"}', '{"file_format_version": "1.0.0", "ICD": []}'],
        ids=["empty", "cut-off", "no-driver", "list"],
    )
    def test_a_broken_manifest_is_no_driver(self, world: World, subject: Trial, text: str) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if the only driver manifest is broken."""
        world.file("/usr/share/vulkan/icd.d/broken.json", text)

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("EXT-ENUM-01", "DISC-GEN-01")
    @pytest.mark.editions("2018", "2026")
    def test_layers_are_enumerated_all_the_same(self, world: World, subject: Trial) -> None:
        """Without a driver the layer enumerator reports the layers, or returns VK_ERROR_INCOMPATIBLE_DRIVER."""
        world.explicit_layer("VK_LAYER_TEST_one")

        seen = subject.observe(world)

        names = (seen.results.get("layers"), *seen.layer_names)
        subject.reading("AMB-LDP1-WHERE", names, chosen=(0, "VK_LAYER_TEST_one"), tolerated=(-9,))


class TestEveryDriverIsTried:
    """A loader tries every driver whose manifest it discovers and finds well formed."""

    @pytest.mark.rule("LDP_LOADER_2", "DISC-DRIVER-GEN-01")
    def test_several_drivers_coexist(self, world: World, subject: Trial) -> None:
        """Three drivers in three folders are all used, and the devices of all three are enumerated."""
        world.driver("alpha", folder="/etc/vulkan/icd.d", flags={"device_name": "one"})
        world.driver("beta", flags={"device_name": "two"})
        world.driver("gamma", folder="/home/user/.local/share/vulkan/icd.d", flags={"device_name": "three"})

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta", "gamma"}
        assert {device.name for device in seen.devices} == {"one", "two", "three"}

    @pytest.mark.rule("LDP_LOADER_2")
    def test_one_file_name_in_several_folders(self, world: World, subject: Trial) -> None:
        """Three drivers whose manifests have the same file name in three folders are all used."""
        world.driver("alpha", folder="/etc/vulkan/icd.d", file="driver.json")
        world.driver("beta", folder="/usr/share/vulkan/icd.d", file="driver.json")
        world.driver("gamma", folder="/home/user/.local/share/vulkan/icd.d", file="driver.json")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta", "gamma"}

    @pytest.mark.rule("LDP_LOADER_2", "LDP_DRIVER_4")
    @pytest.mark.parametrize(
        "text",
        ["", "{", "no JSON", "[]", '{"file_format_version": "1.0.0"}'],
        ids=["empty", "cut-off", "text", "list", "no-driver"],
    )
    def test_a_broken_manifest_costs_only_itself(self, world: World, subject: Trial, text: str) -> None:
        """A good driver is used although a broken driver manifest is in the same folder."""
        world.driver("good")
        world.file("/usr/share/vulkan/icd.d/broken.json", text)

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_SUCCESS", ("good",))

    @pytest.mark.rule("LDP_LOADER_2")
    def test_a_missing_library_path_costs_the_driver(self, world: World, subject: Trial) -> None:
        """A driver whose manifest has no library_path is not used, and another driver is."""
        world.driver("good")
        world.driver("bad", library_path=None)

        seen = subject.observe(world)

        assert seen.drivers == ("good",)

    @pytest.mark.rule("DISC-GEN-08", "MANIFEST-ICD-08")
    @pytest.mark.parametrize("name", ["driver.txt", "driver.json.bak"])
    def test_another_suffix_is_no_manifest(self, world: World, subject: Trial, name: str) -> None:
        """A file in a driver folder whose name does not end in .json is not taken for a manifest."""
        world.driver("good")
        world.driver("other", file=name)

        seen = subject.observe(world)

        assert seen.drivers == ("good",)


class TestStandardPlaces:
    """Driver manifests are searched for under the same bases as layers, in vulkan/icd.d."""

    @pytest.mark.rule("DISC-DRIVER-LINUX-03", "DISC-DRIVER-LINUX-04")
    @pytest.mark.parametrize("base", BASES)
    def test_each_base_is_searched(self, world: World, subject: Trial, base: str) -> None:
        """A driver in vulkan/icd.d under each base folder of the standard search is used."""
        world.driver(folder=f"{base}/vulkan/icd.d")

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    @pytest.mark.parametrize(
        "variable", ["XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"]
    )
    def test_each_variable_moves_its_base(self, world: World, subject: Trial, variable: str) -> None:
        """A driver in vulkan/icd.d under the folder that an XDG variable names is used."""
        world.driver(folder="/world/base/vulkan/icd.d")
        world.variable(variable, "/world/base")

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)

    @pytest.mark.rule("DISC-DRIVER-LINUX-01")
    @pytest.mark.parametrize("base", ["/usr/share", "/etc", "/home/user/.local/share"])
    def test_the_three_folders_of_2016(self, world: World, subject: Trial, base: str) -> None:
        """In 2016 a driver in vulkan/icd.d of /usr/share, /etc or $HOME/.local/share is used."""
        world.driver(folder=f"{base}/vulkan/icd.d")

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)

    @pytest.mark.rule("DISC-DRIVER-LINUX-02")
    @pytest.mark.parametrize(
        "base", ["/usr/local/etc", "/usr/local/share", "/etc", "/usr/share", "/home/user/.local/share"]
    )
    def test_the_five_folders_of_2018(self, world: World, subject: Trial, base: str) -> None:
        """In 2018 a driver in each of five icd.d folders is used, unless the build moves those below /usr/local."""
        world.driver(folder=f"{base}/vulkan/icd.d")

        seen = subject.observe(world)

        moved = () if base.startswith("/usr/local/") else ("plain",)
        subject.reading("AMB-BUILD-FOLDERS", seen.drivers, chosen=("plain",), tolerated=moved)


NO_SEPARATORS = [
    pytest.param(each, id=name)
    for name, each in (("comma", ","), ("semicolon", ";"), ("space", " "), ("bar", "|"))
]


def _two_joined(world: World, variable: str, between: str, place: str) -> None:
    """Let a list name two manifests with ``between`` between them, which are one path of no file, and a third one."""
    for name in ("alpha", "beta", "alone"):
        world.driver(name, folder="/world/d")
    joined, alone = f"/world/d/alpha.json{between}/world/d/beta.json", "/world/d/alone.json"
    world.variable(variable, f"{joined}:{alone}" if place == "first" else f"{alone}:{joined}")


class TestIcdFilenames:
    """When VK_ICD_FILENAMES is set, only the drivers it lists are used."""

    @pytest.mark.rule("ENV-DRIVERFILES-01")
    def test_it_replaces_the_search(self, world: World, subject: Trial) -> None:
        """With VK_ICD_FILENAMES set, the driver that it lists is used, and an installed driver is not."""
        world.driver("installed")
        world.driver("listed", folder="/world/d")
        world.variable("VK_ICD_FILENAMES", "/world/d/listed.json")

        seen = subject.observe(world)

        assert seen.drivers == ("listed",)

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    def test_a_colon_separates_entries(self, world: World, subject: Trial) -> None:
        """The drivers of both manifests that a colon separates in VK_ICD_FILENAMES are used."""
        world.driver("alpha", folder="/world/a")
        world.driver("beta", folder="/world/b")
        world.variable("VK_ICD_FILENAMES", "/world/a/alpha.json:/world/b/beta.json")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta"}

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    @pytest.mark.parametrize("between", NO_SEPARATORS)
    @pytest.mark.parametrize("place", ["last", "first"])
    def test_nothing_else_separates_entries(
        self, world: World, subject: Trial, between: str, place: str
    ) -> None:
        """In VK_ICD_FILENAMES a comma, semicolon, space or bar separates nothing; the entry beside a colon counts."""
        _two_joined(world, "VK_ICD_FILENAMES", between, place)

        seen = subject.observe(world)

        assert seen.drivers == ("alone",)

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.editions("2016")
    @pytest.mark.parametrize("base", ["/usr/share", "/etc", "/home/user/.local/share"])
    def test_a_bare_name_is_looked_up(self, world: World, subject: Trial, base: str) -> None:
        """In 2016 a bare file name in VK_ICD_FILENAMES is looked up in each of the standard icd.d folders."""
        world.driver("alpha")
        world.driver("beta", folder=f"{base}/vulkan/icd.d")
        world.variable("VK_ICD_FILENAMES", "beta.json")

        seen = subject.observe(world)

        assert seen.drivers == ("beta",)


class TestDriverFiles:
    """VK_DRIVER_FILES does the work of VK_ICD_FILENAMES, hides it, and takes folders as well."""

    @pytest.mark.rule("ENV-DRIVERFILES-04", "LDP_LOADER_3")
    def test_the_newer_variable_replaces_the_search(self, world: World, subject: Trial) -> None:
        """With VK_DRIVER_FILES set, the driver that it lists is used, and an installed driver is not."""
        world.driver("installed")
        world.driver("listed", folder="/world/d")
        world.variable("VK_DRIVER_FILES", "/world/d/listed.json")

        seen = subject.observe(world)

        assert seen.drivers == ("listed",)

    @pytest.mark.rule("ENV-DRIVERFILES-04")
    def test_it_hides_the_older_variable(self, world: World, subject: Trial) -> None:
        """With both variables set, the driver of VK_DRIVER_FILES is used, and that of VK_ICD_FILENAMES is not."""
        world.driver("older", folder="/world/a")
        world.driver("newer", folder="/world/b")
        world.variable("VK_ICD_FILENAMES", "/world/a/older.json")
        world.variable("VK_DRIVER_FILES", "/world/b/newer.json")

        seen = subject.observe(world)

        assert seen.drivers == ("newer",)

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ADD_DRIVER_FILES"])
    @pytest.mark.parametrize("between", NO_SEPARATORS)
    @pytest.mark.parametrize("place", ["last", "first"])
    def test_only_a_colon_separates_entries(
        self, world: World, subject: Trial, variable: str, between: str, place: str
    ) -> None:
        """In the newer variables a comma, semicolon, space or bar separates no entries either."""
        _two_joined(world, variable, between, place)

        seen = subject.observe(world)

        assert seen.drivers == ("alone",)

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.editions("2026")
    def test_an_entry_may_be_a_folder(self, world: World, subject: Trial) -> None:
        """Every driver whose manifest is in a folder that VK_DRIVER_FILES lists is used."""
        world.driver("alpha", folder="/world/d")
        world.driver("beta", folder="/world/d")
        world.variable("VK_DRIVER_FILES", "/world/d")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta"}

    @pytest.mark.rule("ENV-DRIVERFILES-01", "ENV-DRIVERFILES-04")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    def test_an_empty_value_lists_no_driver(self, world: World, subject: Trial, variable: str) -> None:
        """An empty VK_DRIVER_FILES or VK_ICD_FILENAMES hides the installed drivers, or counts as not set."""
        world.driver("installed")
        world.variable(variable, "")

        seen = subject.observe(world)

        subject.reading("AMB-ENVPATH-EMPTY", seen.drivers, chosen=(), tolerated=("installed",))


class TestAddDriverFiles:
    """VK_ADD_DRIVER_FILES lists drivers that are put before the ones normally found."""

    @pytest.mark.rule("ENV-DRIVERFILES-05", "LDP_LOADER_3")
    def test_installed_drivers_stay(self, world: World, subject: Trial) -> None:
        """With VK_ADD_DRIVER_FILES set, both the driver that it lists and an installed driver are used."""
        world.driver("installed")
        world.driver("added", folder="/world/d")
        world.variable("VK_ADD_DRIVER_FILES", "/world/d/added.json")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"installed", "added"}

    @pytest.mark.rule("ENV-DRIVERFILES-05")
    def test_an_added_entry_may_be_a_folder(self, world: World, subject: Trial) -> None:
        """A driver in a folder that VK_ADD_DRIVER_FILES lists is used, or the folder is passed over."""
        world.driver("added", folder="/world/d")
        world.variable("VK_ADD_DRIVER_FILES", "/world/d")

        seen = subject.observe(world)

        subject.reading("AMB-ADDDRIVER-FOLDER", seen.drivers, chosen=("added",), tolerated=())

    @pytest.mark.rule("ENV-DRIVERFILES-06")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    def test_the_replacing_variables_beat_it(self, world: World, subject: Trial, variable: str) -> None:
        """With VK_DRIVER_FILES or VK_ICD_FILENAMES set, a driver in VK_ADD_DRIVER_FILES is not used."""
        world.driver("added", folder="/world/a")
        world.driver("listed", folder="/world/b")
        world.variable("VK_ADD_DRIVER_FILES", "/world/a/added.json")
        world.variable(variable, "/world/b/listed.json")

        seen = subject.observe(world)

        assert seen.drivers == ("listed",)


class TestManifestFields:
    """What a driver's manifest says can keep the driver out without its library being opened."""

    @pytest.mark.rule("MANIFEST-ICD-05", "DEBUG-WRONGARCH-01")
    def test_the_wrong_word_size_is_skipped(self, world: World, subject: Trial) -> None:
        """A loader that reads library_arch does not use a 32-bit driver in a 64-bit process."""
        world.driver("right", file_format_version="1.0.1", library_arch="64")
        world.driver("wrong", file_format_version="1.0.1", library_arch="32")

        seen = subject.observe(world)

        if {*seen.drivers} == {"right", "wrong"}:
            pytest.skip("the loader does not read library_arch, which lets it skip a driver")
        assert seen.drivers == ("right",)

    @pytest.mark.rule("MANIFEST-ICD-03", "MANIFEST-ICD-08")
    def test_a_relative_library_lies_against_the_manifest(self, world: World, subject: Trial) -> None:
        """A driver's relative library_path is resolved against the folder of its manifest, dots or not."""
        manifest = world.driver("plain", mock=None, library_path="../below/libplain.so")
        folder = manifest.rpartition("/")[0]
        world.library(f"{folder.rpartition('/')[0]}/below/libplain.so", "driver", {"name": "plain"})
        world.driver("inside", mock=None, library_path="of/it/libinside.so")
        world.library(f"{folder}/of/it/libinside.so", "driver", {"name": "inside"})

        seen = subject.observe(world)

        assert sorted(seen.drivers) == ["inside", "plain"]

    @pytest.mark.rule("PORTABILITY-01", "MANIFEST-ICD-06")
    def test_a_portability_driver_is_hidden(self, world: World, subject: Trial) -> None:
        """A portability driver is not used if the application does not set the portability enumeration flag."""
        world.driver("plain")
        world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)

        seen = subject.observe(world)

        assert seen.drivers == ("plain",)

    @pytest.mark.rule("PORTABILITY-01")
    def test_the_application_can_ask_for_it(self, world: World, subject: Trial) -> None:
        """A portability driver is used if the application sets the portability flag and enables its extension."""
        world.driver("plain")
        world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)
        world.application(flags=PORTABILITY_FLAG, extensions=[PORTABILITY])

        seen = subject.observe(world)

        assert set(seen.drivers) == {"plain", "portable"}

    @pytest.mark.rule("PORTABILITY-01")
    def test_the_flag_alone_is_not_enough(self, world: World, subject: Trial) -> None:
        """With the portability flag alone, an ordinary driver is used, and a portability driver may be hidden."""
        world.driver("plain")
        world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)
        world.application(flags=PORTABILITY_FLAG)

        seen = subject.observe(world)

        if seen.result_name != "VK_SUCCESS":
            subject.implied(seen.result_name, "VK_SUCCESS", f"PORTABILITY-01, {NOT_VALID}")
            return
        subject.reading(
            "AMB-PORTABILITY-EXT", set(seen.drivers), chosen={"plain"}, tolerated={"plain", "portable"}
        )
