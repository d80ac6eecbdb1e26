"""Foreign loaders in a child: good ones are observed, bad ones are named, and nothing is left behind."""

import hashlib
import os
import signal
import subprocess
import sys
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest
from loaders import answering, holding, is_free, within

from refloader.sandbox import child, loader
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader, identify, observed
from refloader.sandbox.said import Said
from refloader.sandbox.worker_output import OUTPUT_LIMIT
from refloader.scenario.observation import Observation, SeenLayer, name_of_result
from refloader.scenario.scenario import Scenario

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_stays")]


@pytest.fixture
def bad(compile_loader: Callable[[str], str], way: Way) -> Callable[..., Observation]:
    """Observes a loader that does the given C statements in vkCreateInstance and then refuses."""

    def observe(body: str, *, count: str = "1", timeout: float = 10.0) -> Observation:
        path = compile_loader(answering(body, count=count))
        return ForeignLoader(path, way=way).observe(Scenario(), timeout=timeout)

    return observe


Bad = Callable[..., Observation]


class TestBadLoaders:
    """A loader may crash, hang, flood or leave; the harness names what it did and goes on."""

    def test_answers_before_the_end_are_kept(self, bad: Bad) -> None:
        """A crash takes away only what would have come after it."""
        seen = bad("raise(SIGSEGV)")

        assert (seen.ended, seen.detail) == ("crash", "SIGSEGV during instance")
        assert seen.layers == (SeenLayer("VK_LAYER_only", 0, 0, ""),)
        assert seen.result is None

    @pytest.mark.parametrize(
        ("body", "cause"),
        [
            ("*(volatile int *)8 = 1", "SIGSEGV"),
            ("abort()", "SIGABRT"),
            ("kill(getpid(), SIGKILL)", "SIGKILL"),
            ("kill(0, SIGKILL)", "SIGKILL"),
            ("exit(3)", "exit with status 3"),
            ("_exit(0)", "exit with status 0"),
        ],
    )
    def test_death_is_a_crash(self, bad: Bad, body: str, cause: str) -> None:
        """However a loader ends its process, the end is named with what was under way."""
        seen = bad(body)

        assert (seen.ended, seen.detail) == ("crash", f"{cause} during instance")

    @pytest.mark.parametrize("body", ["for (;;) pause()", "for (;;)", "raise(SIGSTOP)", "kill(0, SIGSTOP)"])
    def test_silence_is_a_timeout(self, bad: Bad, body: str) -> None:
        """A loader that waits, spins or stops itself is ended when its time is up."""
        seen = bad(body, timeout=0.5)

        assert (seen.ended, seen.detail) == ("timeout", "no answer within 0.5 s during instance")
        assert seen.layer_names == ("VK_LAYER_only",)

    def test_ignoring_signals_does_not_help(self, bad: Bad) -> None:
        """A loader that blocks every signal is ended like any other."""
        seen = bad(
            "sigset_t all; sigfillset(&all); sigprocmask(SIG_BLOCK, &all, 0); for (;;) pause()", timeout=0.5
        )

        assert seen.ended == "timeout"

    def test_signals_are_as_in_any_program(self, bad: Bad) -> None:
        """Whatever the harness was started with, as by nohup: a loader has no signal ignored or blocked."""
        before = {number: signal.signal(number, signal.SIG_IGN) for number in (signal.SIGHUP, signal.SIGQUIT)}
        mask = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM, signal.SIGUSR1})
        child.close_all()
        try:
            seen = bad(
                "struct sigaction a; sigset_t m; sigprocmask(0, 0, &m);"
                "for (int n = 1; n < 32; n++) if ((!sigaction(n, 0, &a) && a.sa_handler == SIG_IGN)"
                ' || sigismember(&m, n)) printf("%d ", n); printf("none more"); fflush(stdout)'
            )
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, mask)
            for number, handler in before.items():
                signal.signal(number, handler)
            child.close_all()

        assert seen.stdout == "none more"

    def test_flood_is_cut(self, bad: Bad) -> None:
        """Output beyond a mebibyte is dropped while the loader goes on undisturbed."""
        seen = bad('for (int i = 0; i < 400000; i++) printf("0123456789"); fputs("end", stderr)')

        assert (seen.ended, seen.result) == ("ok", -9)
        assert len(seen.stdout) == OUTPUT_LIMIT
        assert seen.stdout.startswith("01234567890123")
        assert seen.stderr == "end"

    def test_endless_flood_is_a_timeout(self, bad: Bad) -> None:
        """A loader that never stops writing runs out of time."""
        seen = bad('for (;;) write(2, "x", 1), write(1, "y", 1)', timeout=0.5)

        assert seen.ended == "timeout"

    def test_a_gibibyte_of_output_is_a_timeout_at_once(self, bad: Bad) -> None:
        """Ten gibibytes, which take seconds in each scenario of a run, are not waited for: it is soon given up."""
        block = "static char block[1 << 16];"
        seen = bad(
            f"{block} for (long i = 0; i < 10L << 14; i++) write(1 + i % 2, block, sizeof block)",
            timeout=60.0,
        )

        assert (seen.ended, seen.detail) == (
            "timeout",
            "no answer within the GiB that may be printed, during instance",
        )
        assert len(seen.stdout) == OUTPUT_LIMIT

    def test_memory_is_limited(self, bad: Bad) -> None:
        """A loader cannot take more than four gibibytes of addresses."""
        seen = bad("for (int i = 0; i < 8; i++) if (!malloc(1 << 30)) exit(7)")

        assert seen.detail == "exit with status 7 during instance"

    def test_output_of_a_normal_end_is_complete(self, bad: Bad) -> None:
        """What the loader printed without flushing is seen."""
        assert bad('printf("unflushed")').stdout == "unflushed"

    def test_absurd_count_is_not_believed(self, bad: Bad) -> None:
        """A loader that claims four billion layers is at fault."""
        seen = bad("", count="0xffffffffu")

        assert (seen.ended, seen.detail) == ("fault", "the loader claims 4294967295 items")

    @pytest.mark.parametrize(
        ("body", "detail"),
        [
            ("return 0", "vkCreateInstance returns 0 and no instance"),
            (
                "*instance = (void *)8; return 0",
                "vkGetInstanceProcAddr gives no vkEnumeratePhysicalDevices",
            ),
        ],
    )
    def test_an_instance_of_no_use_is_its_fault(self, bad: Bad, body: str, detail: str) -> None:
        """A success without a handle, and a handle without commands, are the loader's doing."""
        seen = bad(body)

        assert (seen.ended, seen.detail) == ("fault", detail)

    def test_descriptors_taken_away_are_its_fault(self, bad: Bad) -> None:
        """A loader that closes all descriptors takes its own answer away."""
        seen = bad("for (int i = 0; i < 256; i++) close(i)")

        assert seen.ended == "fault"
        assert "took the descriptor for the answers" in seen.detail

    def test_junk_on_descriptors_costs_nothing(self, bad: Bad) -> None:
        """What a loader leaves unfinished on every descriptor does not swallow the answers."""
        seen = bad('for (int i = 1; i < 64; i++) write(i, "junk", 4)')

        assert (seen.ended, seen.result) == ("ok", -9)

    def test_so_much_junk_that_answers_are_lost_is_its_fault(self, bad: Bad) -> None:
        """A loader that floods every descriptor is told so; the harness is not in error."""
        seen = bad(
            "static char junk[1 << 20]; memset(junk, 'x', sizeof junk);"
            "for (int n = 0; n < 20; n++) for (int i = 3; i < 16; i++) write(i, junk, sizeof junk)"
        )

        assert seen.ended == "fault"

    def test_a_forged_end_does_not_end_the_watch(self, bad: Bad) -> None:
        """A loader that says in the harness's name that all is over, and goes on, runs out of time."""
        body = r"""
            static char end[] = "\n{\"left\": [], \"event\": \"end\"}\n";
            for (int i = 3; i < 64; i++) write(i, end, sizeof end - 1);
            for (;;) pause()
        """

        seen = bad(body, timeout=0.5)

        assert seen.ended == "timeout"

    def test_the_watcher_cannot_be_killed(self, bad: Bad, way: Way) -> None:
        """It cannot be done, in whatever way the loader is run."""
        seen = bad("_exit(kill(getppid(), SIGKILL) ? 3 : 4)")

        assert seen.detail in ("exit with status 3 during instance", "exit with status 4 during instance")
        assert way is not Way.VARIABLES or "status 3" in seen.detail

    def test_background_process_ends_with_the_run(self, bad: Bad, tmp_path: Path) -> None:
        """What the loader started in a session of its own does not outlive the run."""
        lock = tmp_path / "lock"

        seen = bad(holding(lock, "if (!fork()) { setsid(); if (!fork()) for (;;) pause(); _exit(0); }"))

        assert (seen.ended, seen.left) == ("ok", ())
        assert is_free(lock)

    def test_background_process_ends_with_a_crash(self, bad: Bad, tmp_path: Path) -> None:
        """It does not outlive the loader's death either."""
        lock = tmp_path / "lock"
        body = holding(lock, "if (!fork()) { setsid(); if (!fork()) for (;;) pause(); _exit(0); } abort()")

        seen = bad(body)

        assert seen.detail == "SIGABRT during instance"
        assert is_free(lock)

    def test_the_machine_is_not_shown_twice(self, bad: Bad, way: Way) -> None:
        """The folder that a loader can write to holds nothing of the machine: removing it removes nothing."""
        if way is Way.VARIABLES:
            pytest.skip("the machine's own root is used")
        seen = bad('DIR *root = opendir("/.refloader"); int n = 0; while (readdir(root)) n++; _exit(n)')

        assert seen.detail == "exit with status 2 during instance"

    def test_background_process_of_the_group_ends_with_the_run(self, bad: Bad, tmp_path: Path) -> None:
        """What the loader left running in its own group is ended in every way."""
        lock = tmp_path / "lock"

        seen = bad(holding(lock, "if (!fork()) for (;;) pause()"))

        assert seen.ended == "ok"
        assert is_free(lock)

    def test_killing_everything_reaches_only_the_world(self, bad: Bad, way: Way) -> None:
        """A loader that kills all it can see sees nothing but itself."""
        if way is Way.VARIABLES:
            pytest.skip("without a process namespace this would end other programs")
        # The first process of a namespace has the number 1: nothing is killed outside of one.
        seen = bad("if (getppid() == 1 && getpid() < 9) kill(-1, SIGKILL); for (;;) pause()", timeout=0.5)

        assert seen.ended == "timeout"


class TestDeathOfTheHarness:
    """A harness that is killed takes its children with it."""

    def test_child_dies_with_its_parent(self, compile_loader: Callable[[str], str], tmp_path: Path) -> None:
        """No process stays behind when the harness gets no chance to end it."""
        lock = tmp_path / "lock"
        path = compile_loader(answering(holding(lock, "for (;;) pause()")))
        harness = subprocess.Popen(
            [sys.executable, "-c", HARNESS, path], env={**os.environ, "TMPDIR": str(tmp_path)}
        )
        assert within(10, lambda: not is_free(lock))

        harness.kill()
        harness.wait()

        assert within(10, lambda: is_free(lock))


HARNESS = """
import sys
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import Scenario
ForeignLoader(sys.argv[1]).observe(Scenario(), timeout=60)
"""


class TestNotALoader:
    """A path that is no loader is at fault, with the linker's own words."""

    def test_text_file(self, tmp_path: Path) -> None:
        """A file that is not a library does not open."""
        path = tmp_path / "libvulkan.so"
        path.write_text("not a library")

        seen = ForeignLoader(str(path)).observe(Scenario())

        assert seen.ended == "fault"
        assert "libvulkan.so" in seen.detail

    def test_missing_file(self, tmp_path: Path) -> None:
        """A file that is not there does not open."""
        seen = ForeignLoader(str(tmp_path / "nowhere.so")).observe(Scenario())

        assert seen.ended == "fault"
        assert "cannot open shared object file" in seen.detail

    def test_a_file_that_has_its_reader_wait(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The kernel's log, say, has nothing for who does not wait."""

        class Waiting(BytesIO):
            def read(self, _size: int | None = -1) -> bytes:
                return None  # type: ignore[return-value] # as a file does that is read without waiting

        opened = loader._opened
        monkeypatch.setattr(
            loader, "_opened", lambda path: Waiting() if path.endswith("kmsg") else opened(path)
        )

        assert loader.why_no_library("/proc/kmsg") == "it is not an ELF file"

    def test_other_library(self, compile_loader: Callable[[str], str]) -> None:
        """A library without vkGetInstanceProcAddr is no loader."""
        seen = ForeignLoader(compile_loader("int other;")).observe(Scenario())

        assert seen.ended == "fault"
        assert "vkGetInstanceProcAddr" in seen.detail

    def test_loader_without_a_command(self, compile_loader: Callable[[str], str]) -> None:
        """A command that the loader does not give is named."""
        path = compile_loader("void *vkGetInstanceProcAddr(void *i, const char *n) { return 0; }")

        seen = ForeignLoader(path).observe(Scenario())

        assert (seen.ended, seen.version) == ("fault", "1.0.0")
        assert seen.detail == "vkGetInstanceProcAddr gives no vkEnumerateInstanceLayerProperties"


class TestForgedAnswers:
    """The loader can write to the probe's descriptor; nonsense there is its fault and never a traceback."""

    @pytest.mark.parametrize(
        "event",
        [
            {"event": "layers", "result": 0, "layers": [[1]]},
            {"event": "extensions", "result": 0},
            {"event": "devices", "result": "many", "devices": 1},
            {"event": "version", "value": "x"},
            {"event": "instance", "result": 0, "trace": ["x", "y"]},
        ],
    )
    def test_nonsense(self, event: dict[str, object]) -> None:
        """An event of the wrong shape does not come back as an answer."""
        begin = {"event": "begin", "what": "dlopen"}

        seen = observed(Said((begin, event)), 1.0)

        assert seen.ended == "fault"


class TestIdentify:
    """A loader is known by its version, its digest and its real path."""

    def test_file_name_tells_when_the_loader_does_not(
        self, compile_loader: Callable[[str], str], tmp_path: Path
    ) -> None:
        """The version in the file's name stands in for a missing command, symbolic links followed."""
        path = compile_loader("void *vkGetInstanceProcAddr(void *i, const char *n) { return 0; }")
        real = tmp_path / "libvulkan.so.1.0.61"
        real.write_bytes(Path(path).read_bytes())
        link = tmp_path / "libvulkan.so.1"
        link.symlink_to(real)

        identity = identify(str(link))

        assert identity == ("1.0.61", hashlib.sha256(real.read_bytes()).hexdigest(), str(real))

    def test_a_version_that_cannot_be_told_is_none(self, compile_loader: Callable[[str], str]) -> None:
        """A vkEnumerateInstanceVersion that fails tells nothing, whatever it wrote."""
        path = compile_loader(answering(version="-1"))

        assert identify(path).version == ""

    def test_an_endless_file_has_no_digest(self) -> None:
        """What is no regular file is not read to its end."""
        assert identify("/dev/zero") == ("", "", "/dev/zero")

    def test_nothing_is_known_of_nothing(self, tmp_path: Path) -> None:
        """A missing file has its path and no more."""
        assert identify(str(tmp_path / "none")) == ("", "", str(tmp_path / "none"))


def test_results_have_names() -> None:
    """A VkResult is named as in the registry; an unknown number stays a number."""
    assert name_of_result(-9) == "VK_ERROR_INCOMPATIBLE_DRIVER"
    assert name_of_result(77) == "VkResult(77)"
    assert Observation("ok", result=0).result_name == "VK_SUCCESS"
    assert Observation("ok").result_name == ""
