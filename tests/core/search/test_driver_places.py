"""Which places a loader of each edition searches for drivers, and what VK_ICD_FILENAMES and others change."""

import pytest
from worlds import DRIVERS, E2016, E2018, E2022, E2026, World, folders, rules_in, used_drivers

from refloader.model.edition import Edition
from refloader.model.place import Use
from refloader.model.request import Build

DOCUMENTED = [E2016, E2018, E2026]


def searched(world: World, edition: Edition, build: Build | None = None) -> list[str]:
    """The places searched for drivers, in order."""
    return folders(world.plan(edition, build=build), Use.DRIVER)


class TestStandardFolders:
    """Driver manifests lie in icd.d folders under the bases of the edition."""

    @pytest.mark.rule("DISC-DRIVER-LINUX-01")
    def test_2016(self) -> None:
        """Three folders."""
        assert searched(World(), E2016) == [
            "/usr/share/vulkan/icd.d",
            "/etc/vulkan/icd.d",
            "/home/me/.local/share/vulkan/icd.d",
        ]

    @pytest.mark.rule("DISC-DRIVER-LINUX-02")
    def test_2018(self) -> None:
        """Five folders, the first two a setting of the build."""
        assert searched(World(), E2018) == [
            "/usr/local/etc/vulkan/icd.d",
            "/usr/local/share/vulkan/icd.d",
            "/etc/vulkan/icd.d",
            "/usr/share/vulkan/icd.d",
            "/home/me/.local/share/vulkan/icd.d",
        ]

    @pytest.mark.rule("DISC-DRIVER-LINUX-02")
    def test_local_folders_of_2018_belong_to_the_build(self) -> None:
        """Another build looks elsewhere instead of /usr/local."""
        build = Build(local_bases=("/opt/etc", "/opt/share"))

        assert searched(World(), E2018, build)[:3] == [
            "/opt/etc/vulkan/icd.d",
            "/opt/share/vulkan/icd.d",
            "/etc/vulkan/icd.d",
        ]

    @pytest.mark.rule("DISC-DRIVER-LINUX-04", "DISC-DRIVER-LINUX-03")
    def test_example_of_2026(self) -> None:
        """The search path of the fictional user "me"."""
        build = Build(sysconfdir="/usr/local/etc", extrasysconfdir="/etc")

        assert searched(World(), E2026, build) == [
            "/home/me/.config/vulkan/icd.d",
            "/etc/xdg/vulkan/icd.d",
            "/usr/local/etc/vulkan/icd.d",
            "/etc/vulkan/icd.d",
            "/home/me/.local/share/vulkan/icd.d",
            "/usr/local/share/vulkan/icd.d",
            "/usr/share/vulkan/icd.d",
        ]

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    def test_xdg_variables_of_2026(self) -> None:
        """Every XDG variable moves its own part of the list."""
        world = World()
        world.variables |= {
            "XDG_CONFIG_HOME": "/c",
            "XDG_CONFIG_DIRS": "/c1:/c2",
            "XDG_DATA_HOME": "/d",
            "XDG_DATA_DIRS": "/d1:/d2",
        }

        paths = searched(world, E2026)

        assert [path.removesuffix("/vulkan/icd.d") for path in paths] == [
            "/c",
            "/c1",
            "/c2",
            "/etc",
            "/d",
            "/d1",
            "/d2",
        ]

    @pytest.mark.rule("DISC-DRIVER-LINUX-01", "DISC-DRIVER-LINUX-02", "DISC-DRIVER-LINUX-03")
    @pytest.mark.parametrize("edition", [E2016, E2018, E2026])
    def test_no_home_folder_when_elevated(self, edition: Edition) -> None:
        """A driver in the home folder is used by a plain process and not by a suid one."""
        world = World()
        world.files.clear()
        world.driver("mine", folder="/home/me/.local/share/vulkan/icd.d")

        plain = world.plan(edition)
        world.elevated = True
        elevated = world.plan(edition)

        assert used_drivers(plain) == ["/home/me/.local/share/vulkan/icd.d/mine.json"]
        assert used_drivers(elevated) == []

    @pytest.mark.rule("AMB-2022-DRIVERS")
    def test_2022_takes_what_its_neighbours_share(self) -> None:
        """The folders are those of the layer document of 2022, and VK_ICD_FILENAMES is known."""
        world = World()

        standard = searched(world, E2022)
        world.variables["VK_ICD_FILENAMES"] = "/opt/driver.json"
        listed = searched(world, E2022)

        assert standard == [
            "/home/me/.config/vulkan/icd.d",
            "/etc/xdg/vulkan/icd.d",
            "/etc/vulkan/icd.d",
            "/home/me/.local/share/vulkan/icd.d",
            "/usr/local/share/vulkan/icd.d",
            "/usr/share/vulkan/icd.d",
        ]
        assert listed == ["/opt/driver.json"]

    @pytest.mark.rule("DISC-DRIVER-LINUX-05")
    def test_order_inside_a_folder_is_that_of_readdir(self) -> None:
        """Folders have a fixed order; the files of a folder come as the system lists them, unsorted."""
        world = World()
        world.files.clear()
        last = world.driver("a", folder=DRIVERS)
        second = world.driver("z", folder="/etc/vulkan/icd.d")
        third = world.driver("b", folder="/etc/vulkan/icd.d")
        first = world.driver("m", folder="/home/me/.config/vulkan/icd.d")

        assert used_drivers(world.plan()) == [first, second, third, last]


class TestIcdFilenames:
    """When VK_ICD_FILENAMES is set only the drivers it lists are used."""

    @pytest.mark.rule("ENV-DRIVERFILES-01", "LDP_LOADER_3")
    @pytest.mark.parametrize("edition", DOCUMENTED)
    def test_replaces_the_system_search(self, edition: Edition) -> None:
        """The installed driver is left out."""
        world = World()
        mine = world.driver("mine", folder="/build")
        world.variables["VK_ICD_FILENAMES"] = mine

        assert used_drivers(world.plan(edition)) == [mine]

    @pytest.mark.rule("ENV-DRIVERFILES-02")
    @pytest.mark.parametrize("edition", DOCUMENTED)
    def test_entries_are_separated_by_colons(self, edition: Edition) -> None:
        """Several drivers in the order of the list; a semicolon is part of a name on Linux."""
        world = World()
        one = world.driver("one", folder="/build")
        two = world.driver("two;2", folder="/build")
        world.variables["VK_ICD_FILENAMES"] = f"{two}:{one}"

        assert used_drivers(world.plan(edition)) == [two, one]

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.parametrize(
        ("edition", "used"),
        [(E2016, ["/etc/vulkan/icd.d/my.json"]), (E2018, []), (E2022, []), (E2026, [])],
    )
    def test_bare_file_names(self, edition: Edition, used: list[str]) -> None:
        """2016 looks a bare name up in the icd.d folders; later it is a path like any other."""
        world = World()
        world.driver("my", folder="/etc/vulkan/icd.d")
        world.variables["VK_ICD_FILENAMES"] = "my.json"

        assert used_drivers(world.plan(edition)) == used

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    def test_a_bare_name_is_not_relative_to_the_working_directory_in_2016(self) -> None:
        """It is looked for in the three icd.d folders, and nothing is said of the working directory."""
        world = World()
        world.variables["VK_ICD_FILENAMES"] = "my.json"

        plan = world.plan(E2016)

        assert folders(plan, Use.DRIVER) == [
            "/usr/share/vulkan/icd.d/my.json",
            "/etc/vulkan/icd.d/my.json",
            "/home/me/.local/share/vulkan/icd.d/my.json",
        ]
        assert not any("working directory" in reason.fact for reason in plan.reasons)

    @pytest.mark.rule("ENV-DRIVERFILES-03", "AMB-ADDDRIVER-FOLDER")
    @pytest.mark.parametrize(
        ("edition", "used"), [(E2016, []), (E2018, []), (E2022, []), (E2026, ["/build/mine.json"])]
    )
    def test_folders(self, edition: Edition, used: list[str]) -> None:
        """2026 reads every manifest of a listed folder; before that entries are manifest files."""
        world = World()
        world.driver("mine", folder="/build")
        world.variables["VK_ICD_FILENAMES"] = "/build"

        assert used_drivers(world.plan(edition)) == used

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.parametrize("edition", [E2016, E2018, E2022])
    def test_a_manifest_ends_in_json(self, edition: Edition) -> None:
        """A listed file with another suffix is no manifest, and this is told."""
        world = World()
        world.files["/build/driver.txt"] = world.files[f"{DRIVERS}/plain.json"]
        world.variables["VK_ICD_FILENAMES"] = "/build/driver.txt"

        plan = world.plan(edition)

        assert used_drivers(plan) == []
        assert "ENV-DRIVERFILES-03" in rules_in(plan.reasons)

    @pytest.mark.rule("AMB-ENVPATH-EMPTY")
    @pytest.mark.parametrize("edition", DOCUMENTED)
    def test_an_empty_value_is_present(self, edition: Edition) -> None:
        """An empty variable lists no driver and hides the installed one."""
        world = World()
        world.variables["VK_ICD_FILENAMES"] = ""

        assert used_drivers(world.plan(edition)) == []

    @pytest.mark.rule("DEBUG-ENVTABLE-01")
    def test_deprecated_variables_still_work(self) -> None:
        """2026 calls VK_ICD_FILENAMES and VK_INSTANCE_LAYERS deprecated, and both are obeyed."""
        world = World()
        world.explicit("A")
        mine = world.driver("mine", folder="/build")
        world.variables |= {"VK_ICD_FILENAMES": mine, "VK_INSTANCE_LAYERS": "A"}

        plan = world.plan(E2026)

        assert used_drivers(plan) == [mine]
        assert [layer.name for layer in plan.chain] == ["A"]


class TestDriverFiles:
    """2026: VK_DRIVER_FILES has the function of VK_ICD_FILENAMES and hides it; VK_ADD_DRIVER_FILES adds."""

    @pytest.mark.rule("ENV-DRIVERFILES-04", "LDP_LOADER_3")
    def test_replaces_the_system_search(self) -> None:
        """Only the listed driver is used."""
        world = World()
        mine = world.driver("mine", folder="/build")
        world.variables["VK_DRIVER_FILES"] = mine

        assert used_drivers(world.plan()) == [mine]

    @pytest.mark.rule("ENV-DRIVERFILES-04")
    @pytest.mark.parametrize(("value", "used"), [("/build/new.json", ["/build/new.json"]), ("", [])])
    def test_hides_the_older_variable(self, value: str, used: list[str]) -> None:
        """With both present, nothing of VK_ICD_FILENAMES is used, not even when the newer one is empty."""
        world = World()
        world.driver("new", folder="/build")
        world.variables |= {
            "VK_ICD_FILENAMES": world.driver("old", folder="/build"),
            "VK_DRIVER_FILES": value,
        }

        plan = world.plan()

        assert used_drivers(plan) == used
        assert "ENV-DRIVERFILES-04" in rules_in(plan.reasons)

    @pytest.mark.rule("ENV-DRIVERFILES-05", "AMB-ADDDRIVER-FOLDER")
    def test_added_drivers_come_first(self) -> None:
        """Files and folders of VK_ADD_DRIVER_FILES stand before the drivers found normally."""
        world = World()
        file = world.driver("file", folder="/one")
        world.driver("beside", folder="/one")
        inside = world.driver("inside", folder="/two")
        world.variables["VK_ADD_DRIVER_FILES"] = f"/two:{file}"

        assert used_drivers(world.plan()) == [inside, file, f"{DRIVERS}/plain.json"]

    @pytest.mark.rule("ENV-DRIVERFILES-06")
    @pytest.mark.parametrize("replacing", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"])
    def test_added_drivers_are_void_beside_either(self, replacing: str) -> None:
        """When one of the replacing variables is present the added drivers are ignored, and this is told."""
        world = World()
        mine = world.driver("mine", folder="/build")
        added = world.driver("added", folder="/build")
        world.variables |= {"VK_ADD_DRIVER_FILES": added, replacing: mine}

        plan = world.plan()

        assert used_drivers(plan) == [mine]
        assert "ENV-DRIVERFILES-06" in rules_in(plan.reasons)
