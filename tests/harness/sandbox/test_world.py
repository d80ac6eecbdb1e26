"""How a scenario is shown to a loader. The loader here is a spy that prints what it can see."""

import ast
import os
import shutil
import stat
import sys
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import get_args

import pytest
from loaders import answering

import refloader
from refloader.native.mocks import NOT_BUILT
from refloader.sandbox import child, layouts
from refloader.sandbox import world as worlds
from refloader.sandbox.layouts import PLACES, Layout, NotCovered, Way
from refloader.sandbox.loader import ForeignLoader
from refloader.sandbox.redirect import Redirection
from refloader.sandbox.world import lay_out
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Privilege, Scenario, World

pytestmark = pytest.mark.slow

NAMESPACES = (Way.ROOT, Way.USER)

SPY = r"""
#define _GNU_SOURCE
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

extern char **environ;
void *vkGetInstanceProcAddr(void *instance, const char *name) { return 0; }

static void look(const char *path) {
    char line[256] = "", *start = line;
    FILE *file = fopen(path, "r");
    DIR *folder = opendir(path);
    if (folder) {
        int count = 0;
        for (struct dirent *entry; (entry = readdir(folder));) count += entry->d_name[0] != '.';
        printf("%s holds %d\n", path, count);
    } else if (file && fgets(line, sizeof line, file)) {
        printf("%s says %s\n", path, strsep(&start, "\n"));
    } else {
        printf("%s is missing\n", path);
    }
}

__attribute__((constructor)) static void spy(void) {
    char path[4096] = "";
    for (char **variable = environ; *variable; variable++) printf("variable %s\n", *variable);
    if (readlink("/proc/self/exe", path, sizeof path - 1) > 0) printf("program %s\n", path);
    printf("folder %s\n", getcwd(path, sizeof path));
    printf("secure %lu %d\n", getauxval(AT_SECURE), secure_getenv("HOME") != NULL);
    printf("user %d %d group %d %d\n", getuid(), geteuid(), getgid(), getegid());
    char list[4096];
    strncpy(list, getenv("SPY") ? getenv("SPY") : "", sizeof list - 1);
    for (char *each = strtok(list, ":"); each; each = strtok(NULL, ":")) look(each);
}
"""


@pytest.fixture(autouse=True)
def _own_temporary_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tempfile, "tempdir", str(tmp_path))


@pytest.fixture
def _own_station(_own_temporary_folder: None) -> Iterator[None]:
    """Starts a station in the test's own folder; any that runs already has the folder of another test."""
    child.close_all()
    yield
    child.close_all()


@pytest.fixture(params=NAMESPACES, ids=lambda way: way.value)
def namespaces(request: pytest.FixtureRequest) -> Way:
    """Each way that gives the child a root of its own and that works on this machine."""
    way: Way = request.param
    reason = worlds.why_not(way)
    if reason:
        pytest.skip(f"{way.value}: {reason}")
    return way


STARTS = r"""
#define _GNU_SOURCE
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <unistd.h>
void vkGetInstanceProcAddr(void) {}
__attribute__((constructor)) static void start(void) {
    int input[2], child, user = -1;
    char path[64], line[128], name[32] = "";
    pipe(input);
    if (!(child = fork())) {
        dup2(input[0], 0), close(1), close(2), close(input[1]);
        execl("PROGRAM", "PROGRAM", NULL);
        _exit(1);
    }
    snprintf(path, sizeof path, "/proc/%d/status", child);
    for (int tries = 0; tries < 200 && strcmp(name, strrchr("PROGRAM", '/') + 1); tries++) {
        usleep(10000);
        FILE *status = fopen(path, "r");
        while (status && fgets(line, sizeof line, status)) {
            sscanf(line, "Name: %31s", name);
            sscanf(line, "Uid: %*d %d", &user);
        }
        if (status) fclose(status);
    }
    printf("%s as root: %d, no more privileges: %d\n", name, user == 0, prctl(PR_GET_NO_NEW_PRIVS, 0, 0, 0, 0));
    fflush(stdout);
    kill(child, SIGKILL);
}
"""
"""Starts a program and says whom it runs as."""


@pytest.fixture
def spy(compile_loader: Callable[[str], str]) -> Callable[[World, Way], list[str]]:
    """Shows a world to the spy and gives the lines it printed."""
    path = compile_loader(SPY)

    def look(world: World, way: Way) -> list[str]:
        seen = ForeignLoader(path, way=way).observe(world.scenario(), actions=())
        assert seen.ended == "ok", seen
        return seen.stdout.splitlines()

    return look


Spy = Callable[[World, Way], list[str]]

ICDS, SPELT = "/usr/share/vulkan/icd.d", "spells a path in a way that cannot be rewritten"
OTHERWISE = (
    r"\/usr\/share\/vulkan\/a.so",
    r"\u002fusr/share/vulkan/a.so",
    r"/\u0075sr/share/vulkan/a.so",
    "/usr//share/./vulkan/a.so",
    "/usr/share/doc/../vulkan/a.so",
)
"""Paths below a place that is redirected, as a search for its name does not find them."""


class TestOwnRoot:
    """In a mount namespace a loader sees the scenario at its virtual paths, and the machine beside it."""

    def test_unsaid_places_are_empty(self, spy: Spy, namespaces: Way) -> None:
        """What the machine has installed is not in the world."""
        world = World()
        world.variable("SPY", ":".join(PLACES))

        lines = spy(world, namespaces)

        assert lines[-7:] == [f"{place} holds 0" for place in PLACES]

    @pytest.mark.parametrize(
        "path",
        [
            "/etc/vulkan/icd.d/a.json",
            "/etc/xdg/vulkan/a.json",
            "/usr/local/etc/vulkan/a.json",
            "/usr/local/etc/beside",
            "/home/user/.config/a",
            "/home/other/a",
            "/world/a",
            "/top",
            "/new/folder/a",
            "/etc/beside",
            "/etc/passwd/a",
            "/etc/hostname",
            "/lib/beside",
            "/srv",
            "/opt/with space/\u00e9\udcff",
        ],
    )
    def test_file_is_at_its_path(self, spy: Spy, namespaces: Way, path: str) -> None:
        """Any path can be given to the world, whether or not the machine has it."""
        world = World()
        world.file(path, "hello")
        world.variable("SPY", path)

        lines = spy(world, namespaces)

        assert lines[-1].startswith(path[:10])
        assert lines[-1].endswith(" says hello")

    def test_machine_is_beside_the_world(self, spy: Spy, namespaces: Way) -> None:
        """A folder that had to be rebuilt for a new entry keeps its other entries."""
        count = len([name for name in os.listdir("/usr/bin") if not name.startswith(".")])
        world = World()
        world.file("/usr/bin/beside", "")
        world.variable("SPY", "/usr/bin")

        *_, folder = spy(world, namespaces)

        assert folder == f"/usr/bin holds {count + 1}"

    @pytest.mark.parametrize(
        "path", ["/var", "/run", "/srv", "/etc/shadow", "/etc/hostname", "/proc/1/root/etc/shadow"]
    )
    def test_the_rest_of_the_machine_is_not_there(self, spy: Spy, namespaces: Way, path: str) -> None:
        """Neither states of services nor settings that no library needs."""
        world = World()
        world.variable("SPY", path)

        *_, said = spy(world, namespaces)

        assert said == f"{path} is missing"

    def test_files_beside_the_loader_are_not_there(self, spy: Spy, namespaces: Way, tmp_path: Path) -> None:
        """A loader in somebody's folder sees itself there and no file that it does not name."""
        secret = tmp_path / "secret"
        secret.write_text("secret")
        world = World()
        world.variable("SPY", str(secret))

        *_, said = spy(world, namespaces)

        assert said == f"{secret} is missing"

    def test_people_are_not_named(self, spy: Spy, namespaces: Way) -> None:
        """The file of users names nobody of the machine's."""
        world = World()
        world.variable("SPY", "/etc/passwd")

        *_, said = spy(world, namespaces)

        assert said.endswith("::/nonexistent:/usr/sbin/nologin")

    def test_links_lead_to_virtual_paths(self, spy: Spy, namespaces: Way) -> None:
        """A link can lie in a place, or beside the machine's own files."""
        world = World()
        world.file("/world/target", "hello")
        world.link("/usr/share/vulkan/link", "../../../world/target")
        world.link("/etc/link", "/world/target")
        world.variable("SPY", "/usr/share/vulkan/link:/etc/link")

        lines = spy(world, namespaces)

        assert lines[-2:] == ["/usr/share/vulkan/link says hello", "/etc/link says hello"]

    def test_environment_is_exactly_the_scenarios(
        self, spy: Spy, namespaces: Way, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """No variable of the harness reaches the loader."""
        monkeypatch.setenv("VK_LOADER_DEBUG", "all")
        world = World()
        world.variable("EMPTY", "")

        lines = spy(world, namespaces)

        assert [line for line in lines if line.startswith("variable")] == [
            "variable HOME=/home/user",
            "variable EMPTY=",
        ]

    def test_working_folder_is_the_world(self, spy: Spy, namespaces: Way) -> None:
        """A relative path in a variable is relative to /world."""
        assert "folder /world" in spy(World(), namespaces)

    @pytest.mark.parametrize("program", ["/world/bin/game", "/usr/bin/new-game", "/opt/new/game"])
    def test_application_runs_as_its_program(self, spy: Spy, namespaces: Way, program: str) -> None:
        """The kernel reports the scenario's path as that of the running program."""
        world = World()
        world.application(executable=program)

        assert f"program {program}" in spy(world, namespaces)

    def test_plain_application_has_no_privilege(self, spy: Spy, namespaces: Way) -> None:
        """Without being asked for, privilege is not there."""
        assert "secure 0 1" in spy(World(), namespaces)

    def test_a_harness_of_root_has_an_ordinary_application(self, spy: Spy) -> None:
        """A loader that root tries does not run as root, whether or not its program is started anew."""
        if worlds.why_not(Way.ROOT):
            pytest.skip(worlds.why_not(Way.ROOT))
        forked, started = World(), World()
        started.application(executable="/world/bin/game")

        lines = [spy(world, Way.ROOT) for world in (forked, started)]

        assert all("user 65534 65534 group 65534 65534" in each for each in lines)
        assert all("secure 0 1" in each for each in lines)

    def test_loader_in_a_hidden_folder_is_still_opened(
        self, compile_loader: Callable[[str], str], namespaces: Way, tmp_path: Path
    ) -> None:
        """A loader whose own folder is hidden by the world is shown elsewhere."""
        path = compile_loader(SPY)
        world = World()
        world.file(f"{Path(path).parent}/new/a", "")
        world.file(path, "not a library")

        seen = ForeignLoader(path, way=namespaces).observe(world.scenario(), actions=())

        assert (seen.ended, seen.loader) == ("ok", f"/.refloader-loader/{Path(path).name}")


class TestElevated:
    """A privileged application is one by the kernel's own word, or the scenario is not covered."""

    @pytest.mark.parametrize(
        ("kind", "who"),
        [
            ("setuid", "user 65534 65533 group 65534 65534"),
            ("setgid", "user 65534 65534 group 65534 65533"),
            ("capabilities", "user 65534 65534 group 65534 65534"),
        ],
    )
    @pytest.mark.parametrize("program", ["", "/world/bin/game", "/opt/new/game"])
    def test_kernel_calls_the_start_privileged(
        self, spy: Spy, kind: Privilege, who: str, program: str
    ) -> None:
        """AT_SECURE is set, secure_getenv gives nothing, and the process has what its file gives it."""
        reason = worlds.why_not(Way.ROOT) or worlds.why_no_privilege(kind)
        if reason:
            pytest.skip(reason)
        world = World()
        world.elevate(kind)
        world.application(executable=program)

        lines = spy(world, Way.ROOT)

        assert "secure 1 0" in lines
        assert who in lines
        assert f"program {program or f'/.refloader-programs/{kind}'}" in lines

    @pytest.mark.parametrize("kind", get_args(Privilege)[1:])
    def test_no_other_program_gets_privilege(
        self, compile_loader: Callable[[str], str], kind: Privilege
    ) -> None:
        """A loader in a privileged application starts a program of root that has the set-user-id bit as itself."""
        program = next((path for path in map(shutil.which, ("su", "mount", "passwd")) if path), "")
        reason = worlds.why_not(Way.ROOT) or worlds.why_no_privilege(kind)
        if reason or not os.path.exists(program) or not os.stat(program).st_mode & stat.S_ISUID:
            pytest.skip(reason or "this machine has no program with that bit")
        world = World()
        world.elevate(kind)

        loader = ForeignLoader(compile_loader(STARTS.replace("PROGRAM", program)), way=Way.ROOT)

        seen = loader.observe(world.scenario(), actions=())

        assert seen.stdout == f"{os.path.basename(program)} as root: 0, no more privileges: 1\n"

    def test_privilege_needs_root(self, tmp_path: Path) -> None:
        """In a user namespace there is no second identity to take, nor is there one without root."""
        world = World()
        world.elevate()

        answer = lay_out(world.scenario(), Way.USER, str(tmp_path))

        assert answer == NotCovered("an application with privilege needs a harness that runs as root")


class TestRedirectedVariables:
    """Without namespaces variables lead a loader into the tree, and the rest is refused with a reason."""

    @pytest.fixture
    def _machine_has_no_manifests(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("refloader.sandbox.redirect._machine_refusal", lambda: "")

    @pytest.mark.usefixtures("_machine_has_no_manifests")
    def test_variables_lead_into_the_tree(self, tmp_path: Path) -> None:
        """Unset lists get the folders that a loader would take, moved into the tree."""
        tree = f"{tmp_path}/tree"

        layout = lay_out(Scenario(), Way.VARIABLES, str(tmp_path))

        assert isinstance(layout, Layout)
        assert layout.variables == {
            "HOME": f"{tree}/home/user",
            "XDG_CONFIG_DIRS": f"{tree}/etc/xdg",
            "XDG_DATA_DIRS": f"{tree}/usr/local/share:{tree}/usr/share",
        }

    @pytest.mark.usefixtures("_machine_has_no_manifests", "_own_station")
    def test_files_are_found_through_them(self, spy: Spy, tmp_path: Path) -> None:
        """A path in a variable is rewritten to where the file really is."""
        world = World()
        world.file("/world/a", "hello")
        world.variable("SPY", "/world/a")

        *_, last = spy(world, Way.VARIABLES)

        assert last.startswith(str(tmp_path))
        assert last.endswith("/tree/world/a says hello")

    @pytest.mark.parametrize(
        ("before", "after"),
        [
            ("/world", "/T/world"),
            ("/world/a:/home/user/b", "/T/world/a:/T/home/user/b"),
            ('{"library_path": "/usr/share/vulkan/a.so"}', '{"library_path": "/T/usr/share/vulkan/a.so"}'),
            ("/worldly", "/worldly"),
            ("/my/world", "/my/world"),
            ("./world", "./world"),
            ("/usr/share/vulkanized", "/usr/share/vulkanized"),
            ("\udcff/world\udcff", "\udcff/T/world\udcff"),
        ],
    )
    def test_only_whole_paths_are_rewritten(self, before: str, after: str) -> None:
        """A name that merely begins or ends like a place stays."""
        assert Redirection("/T", PLACES).text(before) == after

    @pytest.mark.parametrize(
        ("target", "there"),
        [
            ("/world/b.json", "/T/world/b.json"),
            ("b.json", "b.json"),
            ("../../b.json", "../../b.json"),
            ("../../../b.json", "../../b.json"),
            ("../../../../../world/./b.json", "../b.json"),
            ("../a/../../../home/user/../b.json", "../../home/b.json"),
        ],
    )
    def test_links_end_at_the_root(self, target: str, there: str) -> None:
        """The folder above the root is the root, and not one outside of the scenario."""
        assert Redirection("/T", PLACES).link("/world/a/link.json", target) == there

    @pytest.mark.usefixtures("_machine_has_no_manifests")
    @pytest.mark.parametrize(
        ("change", "reason"),
        [
            (lambda world: world.elevate(), "privilege"),
            (lambda world: world.application(executable="/world/game"), "another program"),
            (lambda world: world.variable("LD_LIBRARY_PATH", "/world"), "LD_LIBRARY_PATH"),
            (lambda world: world.variable("XDG_DATA_DIRS", ""), "XDG_DATA_DIRS is empty"),
            (lambda world: world.file("/etc/vulkan/icd.d/a.json", ""), "no variable redirects"),
            (lambda world: world.file("/opt/a.json", ""), "outside the folders"),
            *(
                (
                    lambda world, path=path: world.file(f"{ICDS}/a.json", f'{{"library_path": "{path}"}}'),
                    SPELT,
                )
                for path in OTHERWISE
            ),
            (lambda world: world.variable("VK_DRIVER_FILES", "/usr//share/vulkan/a.json"), SPELT),
        ],
    )
    def test_the_rest_is_not_covered(
        self, tmp_path: Path, change: Callable[[World], None], reason: str
    ) -> None:
        """What no variable can redirect is answered with its reason."""
        world = World()
        change(world)

        answer = lay_out(world.scenario(), Way.VARIABLES, str(tmp_path))

        assert isinstance(answer, NotCovered)
        assert reason in answer.reason


class TestLayingOut:
    """Laying out answers with a layout or with the reason why there is none."""

    def test_machinery_of_the_machine_is_left_alone(self, tmp_path: Path) -> None:
        """Nothing can be put into /proc, /sys or /dev."""
        answer = lay_out(Scenario(files={"/proc/a": b""}), Way.ROOT, str(tmp_path))

        assert answer == NotCovered('"/proc/a" is where the machine keeps its own')

    def test_name_too_long_for_the_disk_is_not_covered(
        self, compile_loader: Callable[[str], str], way: Way
    ) -> None:
        """A file system's refusal is a reason, not a failure of the harness, and the next world is whole."""
        loader = ForeignLoader(compile_loader(SPY), way=way)

        refused = loader.observe(Scenario(files={"/world/a": b"", "/world/" + 300 * "a": b""}), actions=())
        good = loader.observe(Scenario(files={"/world/a": b""}), actions=())

        assert refused.detail == "the scenario cannot be written: File name too long"
        assert (refused.ended, good.ended) == ("not covered", "ok")

    def test_unbuilt_mocks_are_not_covered(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without the mock libraries a scenario with libraries is answered with that reason."""
        monkeypatch.setattr(worlds, "mock_library", lambda name: None)
        world = World()
        world.driver()

        answer = lay_out(world.scenario(), Way.ROOT, str(tmp_path))

        assert answer == NotCovered(f"the library mock_icd {NOT_BUILT}")

    def test_flags_are_written_beside_the_library(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Each library is a copy of its mock, with its flags and the trace of its world."""
        (tmp_path / "mock.so").write_bytes(b"a library")
        monkeypatch.setattr(layouts, "mock_library", lambda name: str(tmp_path / "mock.so"))
        world = World()
        world.driver("plain", folder="/world", flags={"devices": "2"})

        layout = lay_out(world.scenario(), Way.ROOT, "")

        assert isinstance(layout, Layout)
        ((path, key, flags),) = layout.libraries
        assert path == "/world/libplain.so"
        assert flags == b"name=plain\ndevices=2\ntrace=/.refloader/trace\n"
        assert layout.sources == {key: str(tmp_path / "mock.so")}

    def test_listing_is_in_the_order_of_the_disk(
        self, compile_loader: Callable[[str], str], way: Way
    ) -> None:
        """Where several names share a folder, the observation says in which order the loader reads them."""
        seen = ForeignLoader(compile_loader(answering(LISTS)), way=way).observe(several_in_a_folder())

        assert sorted(seen.stdout.split()) == ["a.json", "b.json", "c", "d.json"]
        assert seen.listings == {"/home/user/layers": tuple(seen.stdout.split())}

    def test_a_world_of_its_own_lists_in_the_order_of_the_scenario(
        self, compile_loader: Callable[[str], str], namespaces: Way
    ) -> None:
        """A loader reads names in the order in which they were given, as the imagined machine does."""
        seen = ForeignLoader(compile_loader(answering(LISTS)), way=namespaces).observe(several_in_a_folder())

        assert seen.stdout.split() == ["b.json", "c", "a.json", "d.json"]

    def test_program_in_place_of_the_interpreter_is_not_covered(self, tmp_path: Path) -> None:
        """A world that hides the interpreter cannot start it a second time."""
        world = World()
        world.application(executable="/world/game")
        world.file(os.path.realpath(sys.executable), "")

        answer = lay_out(world.scenario(), Way.ROOT, str(tmp_path))

        assert answer == NotCovered("the scenario hides the interpreter, which it has to start again")


def several_in_a_folder() -> Scenario:
    """Files and a folder side by side, in no order of names."""
    world = World()
    for name in ("b.json", "c/e.json", "a.json"):
        world.file(f"/home/user/layers/{name}", "")
    world.link("/home/user/layers/d.json", "a.json")
    return world.scenario()


LISTS = r"""
    char path[4096];
    DIR *folder = opendir(strcat(strcpy(path, getenv("HOME")), "/layers"));
    for (struct dirent *entry; entry = readdir(folder);)
        if (entry->d_name[0] != '.') printf("%s\n", entry->d_name);
    fflush(stdout)
"""

CHILD = [
    "sandbox/allocators",
    "sandbox/isolation/box",
    "sandbox/worker_output",
    "sandbox/inquiry",
    "sandbox/isolation/limits",
    "sandbox/isolation/process_tree",
    "sandbox/isolation/mounts",
    "sandbox/isolation/namespace",
    "sandbox/probe",
    "sandbox/fork_server",
    "sandbox/hang_detection",
    "sandbox/processor_waits",
    "sandbox/steps",
    "sandbox/store",
    "sandbox/call_arguments",
    "native/calls",
    "native/structures",
]
CHILD_PARTS = {"refloader.sandbox", "refloader.sandbox.isolation", "refloader.native"}


class TestChildImportsLittle:
    """The child starts in milliseconds and depends on nothing that a world could hide."""

    @pytest.mark.parametrize("name", CHILD)
    def test_only_the_standard_library(self, name: str) -> None:
        """The modules that run in the child import the standard library and each other."""
        source = (Path(refloader.__file__).parent / f"{name}.py").read_text()
        nodes = list(ast.walk(ast.parse(source)))

        plain = {alias.name for node in nodes if isinstance(node, ast.Import) for alias in node.names}
        others = {node.module for node in nodes if isinstance(node, ast.ImportFrom)}

        own = {name for name in others if name and name.startswith("refloader.")}
        assert plain | (others - own) <= sys.stdlib_module_names | {"collections.abc"}
        assert own <= CHILD_PARTS | {f"refloader.{module.replace('/', '.')}" for module in CHILD}


def test_capabilities_name_a_way_that_works(compile_loader: Callable[[str], str]) -> None:
    """The way that the machine is said to have shows an empty world."""
    seen: Observation = ForeignLoader(compile_loader(SPY)).observe(Scenario(), actions=())

    assert worlds.why_not(worlds.capabilities().way) == ""
    assert seen.ended in ("ok", "not covered")
