"""The runner in C that other projects use: it shows a case to a loader, and judges it as conform does."""

import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from refloader.native.dropin import dropin_library
from refloader.native.mocks import mock_library
from refloader.native.structures import LoaderError
from refloader.scenario.drafting import shipped_cases
from refloader.suite.loaders import ctest_project

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler (gcc)"),
]

AGENT = (
    *(f"agent/{name}.c" for name in ("agent", "words", "events", "application", "calls", "linux")),
    "ctest/lines.c",
)
RUNNER = (*(f"ctest/{name}.c" for name in ("run_case", "case", "world", "seen", "judge")), "agent/words.c")
CASES = (
    "order/three_groups",
    "negotiation/two_instances_at_once",
    "libraries/a_bare_name_on_the_library_path",
    "override/for_one_program",
    "settings/three_controls",
    "hostile/no_json",
)
"""Cases with patterns, steps, the linker's path, a program of their own, a settings file, and bad files."""

CRASHES = "void *vkGetInstanceProcAddr(void *i, const char *n) { (void)i; (void)n; __builtin_trap(); }"
HANGS = (
    'void *vkGetInstanceProcAddr(void *i, const char *n) { (void)i; (void)n; for (;;) __asm__ volatile(""); }'
)
EMPTY = "int nothing;"
PRINTS = """
#include <unistd.h>
void *vkGetInstanceProcAddr(void *i, const char *n) { for (;;) write(2, n, 4); }
"""
LEAVES = """
#include <unistd.h>
__attribute__((constructor)) static void leave(void) { _exit(0); }
"""
STARTS = """
#include <unistd.h>
__attribute__((constructor)) static void start(void) {
    if (fork() == 0) { setsid(); execl("/bin/sleep", "sleep", "%s", (char *)0); _exit(0); }
    usleep(200000);
}
"""

Run = Callable[..., subprocess.CompletedProcess[str]]


@pytest.fixture(scope="module")
def project(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The exported project, with the programs built."""
    folder = tmp_path_factory.mktemp("project")
    ctest_project.write(str(folder), [case for case in shipped_cases() if case.name in CASES])
    probes = folder / "src/refloader/probes"
    include = [f"-I{probes / 'agent'}", f"-I{folder / 'src/refloader/native/include'}"]
    for name, sources in (("agent", AGENT), ("run_case", RUNNER)):
        files = [str(probes / each) for each in sources]
        command = [
            "cc",
            "-std=gnu11",
            "-O1",
            "-Wall",
            "-Wextra",
            "-Werror",
            *include,
            "-o",
            folder / name,
            *files,
            "-ldl",
        ]
        subprocess.run(command, check=True, timeout=300)
    return folder


@pytest.fixture
def run_case(project: Path) -> Run:
    """Runs the runner on a loader and a case; skips where the machine allows no namespace."""
    mock = mock_library("mock_layer")
    assert mock is not None

    def run(
        loader: str, case: str, *options: str, before: Callable[[], object] | None = None
    ) -> subprocess.CompletedProcess[str]:
        words = [
            project / "run_case",
            *options,
            project / "agent",
            os.path.dirname(mock),
            loader,
            project / "cases" / case,
        ]
        done = subprocess.run(
            words, capture_output=True, text=True, timeout=120, check=False, preexec_fn=before
        )
        if "allows no mount namespace" in done.stderr:
            pytest.skip("this machine allows no mount namespace")
        return done

    return run


@pytest.fixture(scope="module")
def loader() -> str:
    """The drop-in library."""
    try:
        return dropin_library()
    except LoaderError as error:
        pytest.skip(str(error))


def library(text: str, folder: Path) -> str:
    """A library of this C text."""
    (folder / "loader.c").write_text(text, encoding="utf-8")
    path = folder / "libloader.so"
    subprocess.run(["cc", "-shared", "-fPIC", "-o", path, folder / "loader.c"], check=True, timeout=60)
    return str(path)


def changed(project: Path, case: str, edit: Callable[[str], str]) -> str:
    """A copy of a case with other lines."""
    name = f"{case}_changed"
    shutil.copytree(project / "cases" / case, project / "cases" / name, dirs_exist_ok=True)
    file = project / "cases" / name / "case.txt"
    file.write_text(edit(file.read_text(encoding="ascii")), encoding="ascii")
    return name


@pytest.mark.parametrize("case", CASES)
def test_the_reference_does_as_expected(run_case: Run, loader: str, case: str) -> None:
    """Nothing is printed, and the exit status is 0."""
    done = run_case(loader, case)

    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


class TestFailures:
    """What differs is printed, with the rules."""

    def test_another_chain(self, run_case: Run, project: Path, loader: str) -> None:
        """The names in another order are another chain."""
        case = changed(
            project,
            CASES[0],
            lambda text: text.replace(
                "=VK_LAYER_TEST_d =VK_LAYER_TEST_c", "=VK_LAYER_TEST_c =VK_LAYER_TEST_d"
            ),
        )

        done = run_case(loader, case)

        assert done.returncode == 1
        assert done.stdout.startswith("chain\n  actual: VK_LAYER_TEST_b VK_LAYER_TEST_a ")
        assert "ORDER-CHAIN-01" in done.stdout

    def test_another_answer(self, run_case: Run, project: Path, loader: str) -> None:
        """A value has to be the expected one."""
        case = changed(
            project, CASES[1], lambda text: f"{text}edition 2026\nexpect answers nobody value % n7\n"
        )

        done = run_case(loader, case)

        assert (done.returncode, "answers of nobody" in done.stdout) == (1, True)

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            (CRASHES, "during version"),
            (EMPTY, "exports no vkGetInstanceProcAddr"),
            (HANGS, "no answer in time"),
            (PRINTS, "during version"),
            (LEAVES, "the process ended during dlopen"),
        ],
    )
    def test_a_loader_that_does_not_answer(self, run_case: Run, tmp_path: Path, text: str, said: str) -> None:
        """It fails, and does no harm."""
        done = run_case(library(text, tmp_path), CASES[0], "--seconds", "2")

        assert (done.returncode, said in done.stdout) == (1, True)


class TestReadings:
    """A passage that can be read in two ways."""

    def test_the_other_one_passes(self, run_case: Run, project: Path, loader: str) -> None:
        """It is said which."""
        other = (
            "edition 2026\nexpect chain % list =nobody\nreading AMB-X#0\nexpect result % list =VK_SUCCESS\n"
        )
        case = changed(project, CASES[0], lambda text: f"{text.partition('edition 2018')[0]}{other}")

        done = run_case(loader, case)

        assert (done.returncode, done.stdout) == (0, "passes: the loader takes the other reading of AMB-X\n")


class TestNotRun:
    """What the loader cannot know is not judged."""

    def test_another_edition(self, run_case: Run, loader: str) -> None:
        """Exit status 77, which CTest knows as skipped."""
        done = run_case(loader, CASES[4], "--edition", "2016")

        assert (done.returncode, "says nothing of edition 2016" in done.stdout) == (77, True)

    def test_a_newer_feature(self, run_case: Run, loader: str) -> None:
        """The settings file came with 1.3.253."""
        done = run_case(loader, CASES[4], "--version", "1.3.240", "--edition", "2026")

        assert (done.returncode, "is known from loader" in done.stdout) == (77, True)


def test_what_is_wrong_with_the_machine_is_no_failure_of_the_loader(
    run_case: Run, project: Path, loader: str
) -> None:
    """Exit status 99."""
    case = changed(project, CASES[0], lambda text: text.replace("mock_icd", "mock_missing"))

    assert run_case(loader, case).returncode == 99


def test_nothing_is_left(run_case: Run, loader: str) -> None:
    """The machine that was shown is gone with the process."""
    run_case(loader, CASES[0])

    assert not list(Path("/tmp").glob("refloader-case-*/*"))


def test_what_prints_without_end_fills_no_memory(run_case: Run, tmp_path: Path) -> None:
    """The loader is ended long before its time is up, and the end of what it printed is shown."""
    prints = PRINTS.replace("n, 4", "(char[65536]){0}, 65536")

    done = run_case(library(prints, tmp_path), CASES[0], "--seconds", "20")

    assert (done.returncode, done.stdout.splitlines()[0]) == (1, "File size limit exceeded during version")


def test_no_process_is_left(run_case: Run, tmp_path: Path) -> None:
    """Not even one that a loader started in a session of its own."""
    seconds = f"9{os.getpid()}"

    run_case(library(STARTS % seconds, tmp_path), CASES[0])

    commands = [path.read_bytes() for path in Path("/proc").glob("[0-9]*/cmdline") if path.exists()]
    assert not [each for each in commands if each == f"sleep\0{seconds}\0".encode()]


def test_the_root_of_a_container_with_a_single_user(run_case: Run, loader: str) -> None:
    """It can be no other user, and the loader is judged all the same."""
    plain = run_case(loader, CASES[0])
    assert plain.returncode == 0
    words = [str(each) for each in plain.args]

    done = subprocess.run(
        ["unshare", "--user", "--map-root-user", *words],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )

    if "unshare failed" in done.stderr or "allows no mount namespace" in done.stderr:
        pytest.skip("this machine allows no user namespace")
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


class TestKnownFailures:
    """A file says which cases are known to fail."""

    def test_it_fails(self, run_case: Run, tmp_path: Path) -> None:
        """The failure is shown, and is none."""
        done = run_case(library(CRASHES, tmp_path), CASES[0], "--known", "mine.txt")

        assert (done.returncode, "this failure is known: mine.txt" in done.stdout) == (0, True)

    def test_it_passes(self, run_case: Run, loader: str) -> None:
        """The line has to go."""
        done = run_case(loader, CASES[0], "--known", "mine.txt")

        assert (done.returncode, "take the line away" in done.stdout) == (1, True)

    def test_the_machine_is_at_fault(self, run_case: Run, project: Path, loader: str) -> None:
        """That is no failure of the loader, known or not."""
        case = changed(project, CASES[0], lambda text: text.replace("mock_icd", "mock_missing"))

        assert run_case(loader, case, "--known", "mine.txt").returncode == 99


@pytest.mark.skipif(shutil.which("ctest") is None, reason="there is no CMake")
def test_every_case_is_a_test(project: Path, tmp_path: Path) -> None:
    """CMake makes one of each, and the runner knows those that are known to fail."""
    (tmp_path / "known.txt").write_text(
        "# mine\nrefloader/order/three_groups \nrefloader/no/such\n", encoding="utf-8"
    )
    words = [
        "-S",
        project,
        "-B",
        tmp_path / "build",
        "-DREFLOADER_LOADER=/none",
        f"-DREFLOADER_KNOWN_FAILURES={tmp_path}/known.txt",
    ]
    made = subprocess.run(["cmake", *words], check=True, capture_output=True, text=True, timeout=120)

    assert "names refloader/no/such" in " ".join(made.stderr.split())
    done = subprocess.run(
        ["ctest", "--test-dir", tmp_path / "build", "-N"],
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert f"Total Tests: {len(CASES)}" in done.stdout
    tests: Sequence[str] = (tmp_path / "build/CTestTestfile.cmake").read_text(encoding="utf-8").splitlines()
    known = [line for line in tests if "--known" in line]
    assert len(known) == 1
    assert "three_groups" in known[0]


@pytest.mark.skipif(shutil.which("ctest") is None, reason="there is no CMake")
def test_variables_of_the_project_that_adds_the_folder_count(project: Path, tmp_path: Path) -> None:
    """As docs/adopting.md sets them: before add_subdirectory, in no cache, in the first run of CMake."""
    (tmp_path / "known.txt").write_text("refloader/order/three_groups\n", encoding="utf-8")
    (tmp_path / "CMakeLists.txt").write_text(
        f"""
cmake_minimum_required(VERSION 3.20)
project(fork C)
add_library(vulkan SHARED IMPORTED)
set_target_properties(vulkan PROPERTIES IMPORTED_LOCATION /none/libvulkan.so.1)
enable_testing()
set(REFLOADER_LOADER $<TARGET_FILE:vulkan>)
set(REFLOADER_KNOWN_FAILURES ${{CMAKE_CURRENT_SOURCE_DIR}}/known.txt)
add_subdirectory({project} suite)
""",
        encoding="utf-8",
    )

    words = ["cmake", "-S", tmp_path, "-B", tmp_path / "build"]
    done = subprocess.run(words, check=False, capture_output=True, text=True, timeout=120)

    assert done.returncode == 0, done.stderr
    tests = (tmp_path / "build/suite/CTestTestfile.cmake").read_text(encoding="utf-8").splitlines()
    loaders = [line for line in tests if '"/none/libvulkan.so.1"' in line]
    assert len(loaders) == len(CASES)
    assert [line for line in loaders if "--known" in line]


@pytest.mark.skipif(shutil.which("ctest") is None, reason="there is no CMake")
def test_the_project_is_built_and_its_tests_pass(project: Path, tmp_path: Path, loader: str) -> None:
    """As a loader's own repository does it, mocks and all; the reference keeps every rule."""
    build = str(tmp_path / "build")
    for words in (
        ["cmake", "-S", str(project), "-B", build, f"-DREFLOADER_LOADER={loader}"],
        ["cmake", "--build", build, "-j2"],
    ):
        subprocess.run(words, check=True, capture_output=True, timeout=600)

    words = ["ctest", "--test-dir", build, "--output-on-failure"]
    done = subprocess.run(words, capture_output=True, text=True, timeout=300, check=False)

    assert (done.returncode, f"out of {len(CASES)}" in done.stdout) == (0, True), done.stdout


@pytest.mark.parametrize(("text", "status"), [(EMPTY, 1), (CRASHES, 1)])
def test_whoever_starts_it_ignores_ends_of_processes(
    run_case: Run, tmp_path: Path, text: str, status: int
) -> None:
    """That is inherited, and a process would not learn how its own ended."""
    wrong = library(text, tmp_path)

    done = run_case(wrong, CASES[0], before=lambda: signal.signal(signal.SIGCHLD, signal.SIG_IGN))

    assert done.returncode == status
