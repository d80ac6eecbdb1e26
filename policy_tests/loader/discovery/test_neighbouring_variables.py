"""Each variable and folder leads to what it leads to, whichever other variables are set, and however it is spelt."""

from collections.abc import Callable

import pytest

from policy_tests.loader.discovery.test_odd_neighbours import LETTERS
from policy_tests.loader.implied import OF_EMPTY
from refloader.model.place import Use
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

HOME, ADDED = "/home/user", "/world/added"
SUFFIX = {
    Use.EXPLICIT: "vulkan/explicit_layer.d",
    Use.IMPLICIT: "vulkan/implicit_layer.d",
    Use.DRIVER: "vulkan/icd.d",
}


class Source:
    """Something that leads to a manifest: the rule, the variable with its value, and the folder of the manifest."""

    def __init__(
        self, rule: str, use: Use, folder: str, variable: str = "", value: str = "", without: str = ""
    ) -> None:
        self.rule, self.use, self.variable, self.value, self.without = rule, use, variable, value, without
        below = variable.startswith("XDG") or folder.startswith(("/world/base", "/usr", "/etc", HOME))
        self.folder = f"{folder}/{SUFFIX[use]}" if below else folder
        self.name = f"{variable or folder.strip('/').replace('/', '-')}-{use.name.lower()}"

        self._given = (rule, use, folder, variable, value, without)

    def renamed(self, folder: str) -> "Source":
        """The same with another folder."""
        rule, use, before, variable, value, without = self._given
        return Source(rule, use, folder, variable, value.replace(before, folder), without)

    def install(self, world: World) -> None:
        """Put the manifest there and set the variable."""
        if self.use is Use.DRIVER:
            world.driver(self.leads_to, folder=self.folder)
        else:
            install = world.implicit_layer if self.use is Use.IMPLICIT else world.explicit_layer
            install(self.leads_to, folder=self.folder)
        if self.variable:
            file = f"{self.folder}/{self.name}.json"
            world.variable(self.variable, file if self.value == "file" else self.value)
        if self.without:
            world.variable(self.without, None)

    @property
    def leads_to(self) -> str:
        """The name of the layer or driver."""
        if self.use is Use.DRIVER:
            return self.name
        return f"VK_LAYER_TEST_{self.name.replace('-', '_').replace('.', '_')}"

    def found(self, subject: Trial, world: World) -> list[str]:
        """The name of the layer or driver if the loader finds the manifest, else nothing."""
        seen = subject.observe(world)
        names = seen.drivers if self.use is Use.DRIVER else seen.layer_names
        return [self.leads_to] if self.leads_to in names else []

    def goes_with(self, other: "Source") -> bool:
        """Whether the documents let both lead to their manifests."""
        if self is other or (self.variable and self.variable == other.variable and self.value != other.value):
            return False
        if self.without and self.without == other.variable:
            return False
        if other.without and other.without == self.variable:
            return False
        replaced = self.use is other.use and (self.variable in _REPLACE or other.variable in _REPLACE)
        return not replaced


_REPLACE = ("VK_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH", "VK_DRIVER_FILES", "VK_ICD_FILENAMES")
_XDG = [
    ("DISC-LINUX-03", "/world/base1", "XDG_CONFIG_HOME", "/world/base1"),
    ("DISC-LINUX-03", f"{HOME}/.config", "", ""),
    ("DISC-LINUX-04", "/world/base2", "XDG_CONFIG_DIRS", "/world/none:/world/base2"),
    ("DISC-LINUX-04", "/etc/xdg", "", ""),
    ("DISC-LINUX-07", "/world/base3", "XDG_DATA_HOME", "/world/base3"),
    ("DISC-LINUX-07", f"{HOME}/.local/share", "", ""),
    ("DISC-LINUX-08", "/world/base4", "XDG_DATA_DIRS", "/world/none:/world/base4"),
    ("DISC-LINUX-08", "/usr/local/share", "", ""),
]
_FALLBACK_OF = {
    f"{HOME}/.config": "XDG_CONFIG_HOME",
    "/etc/xdg": "XDG_CONFIG_DIRS",
    f"{HOME}/.local/share": "XDG_DATA_HOME",
    "/usr/local/share": "XDG_DATA_DIRS",
}
SOURCES = [
    *(
        Source(rule, Use.EXPLICIT, folder, variable, value, _FALLBACK_OF.get(folder, ""))
        for rule, folder, variable, value in _XDG
    ),
    Source("ENV-LAYERPATH-01", Use.EXPLICIT, "/world/paths", "VK_LAYER_PATH", "/world/paths"),
    Source("ENV-ADDLAYERPATH-01", Use.EXPLICIT, ADDED, "VK_ADD_LAYER_PATH", ADDED),
    Source("ENV-IMPLPATH-01", Use.IMPLICIT, "/world/paths", "VK_IMPLICIT_LAYER_PATH", "/world/paths"),
    Source("ENV-ADDIMPLPATH-01", Use.IMPLICIT, ADDED, "VK_ADD_IMPLICIT_LAYER_PATH", ADDED),
    Source("ENV-DRIVERFILES-04", Use.DRIVER, "/world/paths", "VK_DRIVER_FILES", "file"),
    Source("ENV-DRIVERFILES-05", Use.DRIVER, ADDED, "VK_ADD_DRIVER_FILES", "file"),
]
PAIRS = [
    pytest.param(one, other, marks=pytest.mark.rule(one.rule), id=f"{one.name}+{other.name}")
    for one in SOURCES
    for other in SOURCES
    if one.goes_with(other)
]


@pytest.mark.editions("2026")
class TestPairs:
    """A variable acts on what it is about, and on nothing else."""

    @pytest.mark.parametrize(("one", "other"), PAIRS)
    def test_beside_another(self, world: World, subject: Trial, one: Source, other: Source) -> None:
        """A layer or driver in one searched place is found although another variable or folder is searched, too."""
        other.install(world)
        one.install(world)

        assert one.found(subject, world) == [one.leads_to]


SYSTEM = [
    pytest.param(
        use, base, marks=pytest.mark.rule(rule), id=f"{base.strip('/')}-{use.name.lower()}".replace("/", "-")
    )
    for rule, base in (
        ("DISC-LINUX-04", "/etc/xdg"),
        ("DISC-LINUX-08", "/usr/local/share"),
        ("DISC-LINUX-08", "/usr/share"),
    )
    for use in SUFFIX
    if use is not Use.DRIVER
]
DRIVERS_OF_THE_SYSTEM = ["/etc/xdg", "/etc", "/usr/local/share", "/usr/share"]
PROCESSES = pytest.mark.parametrize("kind", ["setuid", "setgid", "capabilities", "no-home", "empty-home"])


def run_as(world: World, kind: str) -> None:
    """Run the program as such a process: with more privilege than its user, or with a user of no home."""
    if kind == "no-home":
        world.variable("HOME", None)
    elif kind == "empty-home":
        world.variable("HOME", "")
    else:
        world.elevate(kind)  # type: ignore[arg-type]


class TestFallbacks:
    """Where a variable is not defined its fallback is searched, in every process."""

    @pytest.mark.editions("2022", "2026")
    @PROCESSES
    @pytest.mark.parametrize(("use", "base"), SYSTEM)
    def test_of_the_system(self, world: World, subject: Trial, use: Use, base: str, kind: str) -> None:
        """A layer in a standard folder of the system is found in an elevated process and in one without HOME, too."""
        source = Source("", use, base)
        source.install(world)
        run_as(world, kind)

        assert source.found(subject, world) == [source.leads_to]

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    @pytest.mark.editions("2026")
    @PROCESSES
    @pytest.mark.parametrize("base", DRIVERS_OF_THE_SYSTEM)
    def test_drivers_of_the_system(self, world: World, subject: Trial, base: str, kind: str) -> None:
        """A driver in a standard folder of the system is used in an elevated process and in one without HOME, too."""
        world.driver("one", folder=f"{base}/vulkan/icd.d")
        run_as(world, kind)

        assert subject.observe(world).drivers == ("one",)


REPLACED = [
    pytest.param(
        use,
        variable,
        base,
        marks=pytest.mark.rule("DISC-DRIVER-LINUX-03" if use is Use.DRIVER else rule),
        id=f"{variable}-{base.strip('/').replace('/', '-')}-{use.name.lower()}",
    )
    for rule, variable, base in (
        ("DISC-LINUX-03", "XDG_CONFIG_HOME", f"{HOME}/.config"),
        ("DISC-LINUX-04", "XDG_CONFIG_DIRS", "/etc/xdg"),
        ("DISC-LINUX-07", "XDG_DATA_HOME", f"{HOME}/.local/share"),
        ("DISC-LINUX-08", "XDG_DATA_DIRS", "/usr/local/share"),
        ("DISC-LINUX-08", "XDG_DATA_DIRS", "/usr/share"),
    )
    for use in SUFFIX
]


@pytest.mark.editions("2026")
class TestNoFallback:
    """Where a variable is defined its fallback is not searched, for layers of either kind and for drivers."""

    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside-another"])
    @pytest.mark.parametrize(("use", "variable", "base"), REPLACED)
    def test_of_a_defined_variable(
        self, world: World, subject: Trial, use: Use, variable: str, base: str, beside: bool
    ) -> None:
        """If an XDG variable is set, a layer or driver in the folder that is its fallback is not found."""
        source = Source("", use, base)
        source.install(world)
        world.variable(variable, "/world/base5")
        if beside:
            Source("", use, "/world/base5").install(world)

        assert source.found(subject, world) == []


# ---- how an entry is spelt ----------------------------------------------------------------------------------------

SPELLINGS: dict[str, Callable[[str], str]] = {
    "a-slash-at-the-end": lambda folder: f"{folder}/",
    "two-slashes": lambda folder: folder.replace("/world/", "/world//"),
    "dots": lambda folder: folder.replace("/world/", "/world/./../world/"),
    "behind-itself": lambda folder: f"{folder}:{folder}",
    "behind-a-file": lambda folder: f"/world/none.json:{folder}",
}
BESIDE_EMPTY: dict[str, Callable[[str], str]] = {
    "behind-an-empty-entry": lambda folder: f"/world/none::{folder}",
    "behind-two-empty-entries": lambda folder: f"/world/none:::{folder}",
    "behind-a-leading-separator": lambda folder: f":{folder}",
    "before-a-trailing-separator": lambda folder: f"{folder}:",
}
LISTS = [
    each for each in SOURCES if each.value != "file" and each.variable and not each.variable.endswith("_HOME")
]

OF_LISTS = [pytest.param(each, marks=pytest.mark.rule(each.rule), id=each.name) for each in LISTS]

RENAMED = [
    pytest.param(each, marks=pytest.mark.rule(each.rule), id=each.name)
    for each in SOURCES
    if each.variable and each.use is not Use.DRIVER
]


@pytest.mark.editions("2026")
class TestSpellings:
    """The entries of a list are separated by colons, and each names a folder."""

    @pytest.mark.parametrize("spelling", SPELLINGS)
    @pytest.mark.parametrize("source", OF_LISTS)
    def test_of_a_list(self, world: World, subject: Trial, source: Source, spelling: str) -> None:
        """A layer in a folder of a variable's list is found, whatever its spelling and the entries before it."""
        source.install(world)
        world.variable(source.variable, SPELLINGS[spelling](source.value.rpartition(":")[2]))

        assert source.found(subject, world) == [source.leads_to]

    @pytest.mark.parametrize("use", [Use.EXPLICIT, Use.IMPLICIT], ids=["explicit", "implicit"])
    @pytest.mark.parametrize(
        "base",
        [
            pytest.param(".config", marks=pytest.mark.rule("DISC-LINUX-03")),
            pytest.param(".local/share", marks=pytest.mark.rule("DISC-LINUX-07")),
        ],
    )
    def test_of_a_home(self, world: World, subject: Trial, base: str, use: Use) -> None:
        """A layer in the user's own folder is found if HOME ends in a slash, too."""
        source = Source("", use, f"{HOME}/{base}")
        source.install(world)
        world.variable("HOME", f"{HOME}/")

        assert source.found(subject, world) == [source.leads_to]

    @pytest.mark.parametrize("spelling", BESIDE_EMPTY)
    @pytest.mark.parametrize("source", OF_LISTS)
    def test_of_a_list_with_empty_entries(
        self, world: World, subject: Trial, source: Source, spelling: str
    ) -> None:
        """A layer in a folder of a variable's list should be found although other entries of the list are empty."""
        source.install(world)
        world.variable(source.variable, BESIDE_EMPTY[spelling](source.value.rpartition(":")[2]))

        subject.implied(source.found(subject, world), [source.leads_to], OF_EMPTY)


@pytest.mark.editions("2026")
class TestLettersOfFolders:
    """Any letters may stand in the name of a folder that a variable leads to, but for the separator."""

    @pytest.mark.parametrize("letters", [each for each in LETTERS if each != "dots"])
    @pytest.mark.parametrize("source", RENAMED)
    def test_of_a_folder(self, world: World, subject: Trial, source: Source, letters: str) -> None:
        """A layer in a folder that a variable leads to is found, whatever letters the folder's name has."""
        renamed = source.renamed(f"/world/{LETTERS[letters]}")
        renamed.install(world)

        assert renamed.found(subject, world) == [renamed.leads_to]

    @pytest.mark.parametrize("letters", [each for each in LETTERS if each != "dots"])
    @pytest.mark.parametrize("form", ["folder", "file"])
    @pytest.mark.parametrize(
        "variable",
        [
            pytest.param("VK_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-03")),
            pytest.param("VK_ADD_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-05")),
        ],
    )
    def test_of_drivers(self, world: World, subject: Trial, variable: str, form: str, letters: str) -> None:
        """A driver is used whatever letters the path has by which a variable lists its manifest or folder."""
        folder = f"/world/{LETTERS[letters]}"
        file = world.driver("one", folder=folder)
        world.variable(variable, file if form == "file" else folder)

        seen = subject.observe(world)

        if (variable, form) == ("VK_ADD_DRIVER_FILES", "folder"):
            subject.reading("AMB-ADDDRIVER-FOLDER", seen.drivers, chosen=("one",), tolerated=())
        else:
            assert seen.drivers == ("one",)


DRIVER_LISTS = [
    pytest.param("VK_ICD_FILENAMES", marks=pytest.mark.rule("ENV-DRIVERFILES-02")),
    pytest.param("VK_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-02")),
    pytest.param("VK_ADD_DRIVER_FILES", marks=pytest.mark.rule("ENV-DRIVERFILES-05")),
]


@pytest.mark.editions("2026")
class TestSpellingsOfFiles:
    """The entries of a list of drivers are separated by colons, and each names a manifest."""

    @pytest.mark.parametrize("spelling", [each for each in SPELLINGS if each != "a-slash-at-the-end"])
    @pytest.mark.parametrize("variable", DRIVER_LISTS)
    def test_of_a_list_of_files(self, world: World, subject: Trial, variable: str, spelling: str) -> None:
        """A driver that a variable lists is used, whatever the spelling of its path and the entries before it."""
        file = world.driver("one", folder="/world/drivers")
        world.variable(variable, SPELLINGS[spelling](file))

        seen = subject.observe(world)

        assert {*seen.drivers} == {"one"}

    @pytest.mark.parametrize("spelling", BESIDE_EMPTY)
    @pytest.mark.parametrize("variable", DRIVER_LISTS)
    def test_of_a_list_with_empty_entries(
        self, world: World, subject: Trial, variable: str, spelling: str
    ) -> None:
        """A driver that a variable lists should be used although other entries of the list are empty."""
        file = world.driver("one", folder="/world/drivers")
        world.variable(variable, BESIDE_EMPTY[spelling](file))

        subject.implied({*subject.observe(world).drivers}, {"one"}, OF_EMPTY)

    @pytest.mark.parametrize("place", range(4))
    @pytest.mark.parametrize("variable", DRIVER_LISTS)
    def test_of_each_place_in_a_list(self, world: World, subject: Trial, variable: str, place: int) -> None:
        """A driver that a variable lists is used at each place of a list whose other entries name no file."""
        entries = [f"/world/none{number}.json" for number in range(4)]
        entries[place] = world.driver("one", folder="/world/drivers")
        world.variable(variable, ":".join(entries))

        seen = subject.observe(world)

        assert seen.drivers == ("one",)


FORMS = ["file", "folder"]


@pytest.mark.editions("2026")
class TestFilesAndFolders:
    """The entries of a list may be files and folders, in any order."""

    @pytest.mark.rule("ENV-LAYERPATH-03", "ENV-IMPLPATH-01")
    @pytest.mark.parametrize("variable", ["VK_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH"])
    @pytest.mark.parametrize("first", FORMS)
    @pytest.mark.parametrize("second", FORMS[::-1])
    @pytest.mark.parametrize("third", FORMS)
    def test_of_layers(
        self, world: World, subject: Trial, variable: str, first: str, second: str, third: str
    ) -> None:
        """The layer of each entry of a path variable is reported, folders and manifests in any order."""
        install = world.implicit_layer if "IMPLICIT" in variable else world.explicit_layer
        entries = []
        for place, form in enumerate((first, second, third)):
            file = install(f"VK_LAYER_TEST_{place}", folder=f"/world/{place}")
            entries.append(file if form == "file" else f"/world/{place}")
        world.variable(variable, ":".join(entries))

        seen = subject.observe(world)

        assert {*seen.layer_names} == {f"VK_LAYER_TEST_{place}" for place in range(3)}

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.parametrize("spelling", [each for each in SPELLINGS if each != "behind-a-file"])
    @pytest.mark.parametrize("beside", [True, False], ids=["beside-another", "alone"])
    def test_of_a_folder_of_drivers(self, world: World, subject: Trial, spelling: str, beside: bool) -> None:
        """All drivers in a folder that VK_DRIVER_FILES lists are used, whatever the spelling of the entry."""
        names = {"one", "two"} if beside else {"one"}
        for name in sorted(names):
            world.driver(name, folder="/world/drivers")
        world.variable("VK_DRIVER_FILES", SPELLINGS[spelling]("/world/drivers"))

        assert {*subject.observe(world).drivers} == names

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.parametrize("spelling", BESIDE_EMPTY)
    @pytest.mark.parametrize("beside", [True, False], ids=["beside-another", "alone"])
    def test_of_a_folder_beside_empty_entries(
        self, world: World, subject: Trial, spelling: str, beside: bool
    ) -> None:
        """All drivers in a folder that VK_DRIVER_FILES lists should be used although other entries are empty."""
        names = {"one", "two"} if beside else {"one"}
        for name in sorted(names):
            world.driver(name, folder="/world/drivers")
        world.variable("VK_DRIVER_FILES", BESIDE_EMPTY[spelling]("/world/drivers"))

        subject.implied({*subject.observe(world).drivers}, names, OF_EMPTY)

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @pytest.mark.parametrize("first", FORMS)
    @pytest.mark.parametrize("second", FORMS[::-1])
    def test_of_drivers(self, world: World, subject: Trial, first: str, second: str) -> None:
        """The driver of each entry of VK_DRIVER_FILES is used, whether the entry is a manifest or a folder."""
        entries = []
        for place, form in enumerate((first, second)):
            file = world.driver(f"d{place}", folder=f"/world/{place}")
            entries.append(file if form == "file" else f"/world/{place}")
        world.variable("VK_DRIVER_FILES", ":".join(entries))

        assert {*subject.observe(world).drivers} == {"d0", "d1"}
