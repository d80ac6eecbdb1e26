"""What layers try against the harness and the process they are in: each is a verdict, and the next run is as ever."""

from collections.abc import Callable
from pathlib import Path

import pytest

from policy_tests.layer import test_answers as answers_suite
from policy_tests.layer import test_manners as suite
from policy_tests.layer import test_runs as runs_suite
from refloader.model.edition import LATEST
from refloader.sandbox import child, world
from refloader.sandbox.layouts import Way
from refloader.suite.layers import runs
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.sessions import bench, outcome, side_effects
from refloader.suite.sessions.outcome import doing
from refloader.suite.sessions.session import Circumstances, Session
from refloader.suite.subjects.layer import LayerSubject, bare_library

pytestmark = pytest.mark.slow

ACT = Circumstances(("manners",), observed=False)
MANNERS = doing("manners")
CHILD = "int it; while ((it = fork()) < 0) usleep(1000); if (it == 0) for (;;) pause()"
"""Another test may hold all the processes that the user can have, for a moment."""

Hostile = Callable[..., LayerSubject]
Run = Callable[..., Session]


@pytest.fixture
def run(hostile: Hostile) -> Run:
    """Runs the application with a layer that does this, and then without it, which has to go well."""

    def run_with(*, timeout: float = 10.0, acts: tuple[str, ...] = ("manners",), **deeds: str) -> Session:
        layer = hostile(**deeds)
        seen = bench.run(Circumstances(acts, layers=(layer,), observed=False), timeout)
        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        after = bench.run(ACT)
        assert (after.ended, after.answers["manners.gone"]) == ("ok", {})
        return seen

    return run_with


def confined() -> bool:
    """Whether the machine gives programs a world of their own."""
    return world.capabilities().way is not Way.VARIABLES


class TestRefusals:
    """A layer that keeps applications from their instance is told of once, where the simplest program shows it."""

    REFUSES = "return VK_ERROR_INITIALIZATION_FAILED"

    def test_the_plain_instance(self, hostile: Hostile) -> None:
        """The result is told with who gave it."""
        judged = LayerTrial(hostile(create=self.REFUSES), LATEST)

        with pytest.raises(AssertionError, match=r"vkCreateInstance gives VK_ERROR_INIT.* VK_LAYER_hostile,"):
            runs_suite.TestLayersHarmNobody().test_a_plain_one_can_be_made(judged, "vkCreateInstance", "mock")

    def test_a_layer_that_the_loader_refuses(self, hostile: Hostile) -> None:
        """It is not on, so that it is not blamed for more than that: LLP_LAYER_5 has it."""
        judged = LayerTrial(hostile(negotiate="return VK_ERROR_INITIALIZATION_FAILED"), LATEST)

        with pytest.raises(
            pytest.skip.Exception, match=r"the layer refuses interface version 2 .*\(LLP_LAYER_5\)"
        ):
            runs_suite.TestLayersHarmNobody().test_a_plain_one_can_be_made(judged, "vkCreateInstance", "mock")

        assert not judged.warning

    def test_a_layer_that_refuses_one_time_only(
        self, hostile: Hostile, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """What it does in the program where the loader takes it is judged."""
        judged = LayerTrial(hostile(create=self.REFUSES), LATEST)
        monkeypatch.setattr(LayerTrial, "probe", lambda *_: {"negotiate.2": {"result": -3, "version": 2}})

        with pytest.raises(AssertionError, match=r"vkCreateInstance gives VK_ERROR_INIT.* VK_LAYER_hostile,"):
            runs_suite.TestLayersHarmNobody().test_a_plain_one_can_be_made(judged, "vkCreateInstance", "mock")

    @pytest.mark.parametrize("run", [runs.EVERYDAY, runs.REENTRANT], ids=["observed", "not observed"])
    def test_other_answers(self, hostile: Hostile, run: Circumstances) -> None:
        """Nothing is compared that comes of it."""
        judged = LayerTrial(hostile(create=self.REFUSES), LATEST)

        with pytest.raises(pytest.skip.Exception, match="no instance could be made with the layer on"):
            answers_suite.TestSameAsWithout().test_answers(judged, run)


class TestEndings:
    """A layer that ends the process, or keeps it from going on, is named with what was under way."""

    @pytest.mark.parametrize(
        ("place", "statements", "detail"),
        [
            ("load", "abort()", f"SIGABRT during {MANNERS}"),
            ("load", "_exit(0)", f"exit with status 0 during {MANNERS}"),
            ("negotiate", "raise(SIGSEGV)", f"SIGSEGV during {MANNERS}"),
            ("unload", "abort()", f"SIGABRT during {MANNERS}"),
            ("load", "on_exit((void *)unload, NULL)", f"SIGSEGV during {doing('exit')}"),
            ("create", "kill(0, SIGKILL)", f"SIGKILL during {MANNERS}"),
            (
                "negotiate",
                "Dl_info own; dladdr(load, &own); void *self = dlopen(own.dli_fname, RTLD_NOW | RTLD_NOLOAD);"
                "dlclose(self); dlclose(self)",
                f"SIGSEGV during {MANNERS}",
            ),
        ],
    )
    def test_crashes(self, run: Run, place: str, statements: str, detail: str) -> None:
        """In the constructor, in negotiation, in the destructor, by unloading itself, by its own hand."""
        seen = run(**{place: statements})

        assert (seen.ended, seen.detail) == ("crash", detail)

    @pytest.mark.parametrize("place", ["load", "negotiate", "create"])
    def test_hangs(self, run: Run, place: str) -> None:
        """It runs out of time."""
        seen = run(timeout=0.5, **{place: "for (;;) pause()"})

        assert (seen.ended, seen.detail) == ("timeout", f"no answer within 0.5 s during {MANNERS}")

    @pytest.mark.whole(keep=1)
    @pytest.mark.parametrize("place", ["load", "create"])
    def test_nothing_is_done_any_more(self, run: Run, place: str) -> None:
        """Whoever waits for what never comes does not get all its time."""
        seen = run(timeout=120.0, **{place: "for (;;) pause()"})

        assert (seen.ended, seen.detail) == ("timeout", f"{outcome.STILL} during {MANNERS}")
        assert seen.seconds < 100

    @pytest.mark.parametrize(
        "deed",
        [
            "usleep(500000)",
            "while (clock() < 3 * CLOCKS_PER_SEC / 2)",
            "for (int i = 0; i < 40; i++) usleep(50000)",
            "if (fork() == 0) { while (clock() < 3 * CLOCKS_PER_SEC / 2); _exit(0); } wait(NULL)",
        ],
        ids=["a short sleep", "work", "short sleeps", "work of a child"],
    )
    def test_something_is_done(self, run: Run, monkeypatch: pytest.MonkeyPatch, deed: str) -> None:
        """Slow ones keep their time."""
        monkeypatch.setattr(bench, "_STILL_SHARE", 60)

        once = f'if (!getenv("DONE")) {{ setenv("DONE", "1", 1); {deed}; }}'
        assert run(timeout=60.0, negotiate=once).ended == "ok"

    def test_hanging_again_takes_less_time(self, hostile: Hostile) -> None:
        """Whoever has hung once is not waited for as long the next time, and less still after many."""
        layer = hostile(load="for (;;) pause()")
        runs = [bench.probe(layer.library, "names", timeout=1.0) for _ in range(7)]
        if runs[0].ended == "not covered":
            pytest.skip(runs[0].detail)

        assert {run.ended for run in runs} == {"timeout"}
        assert [run.detail.split()[3] for run in runs] == ["1", "0.2", "0.2", "0.2", "0.2", "0.05", "0.05"]

    def test_processes_without_end(self, run: Run) -> None:
        """They are ended with it."""
        seen = run(timeout=0.5, create=f"{CHILD}; for (;;) {{ fork(); usleep(10000); }}")

        assert (seen.ended, seen.left) == ("timeout", ())

    def test_whoever_watches_is_out_of_reach(self, run: Run) -> None:
        """A layer that kills its parent and every process it can see kills nobody but its own."""
        if not confined():
            pytest.skip("without namespaces this would end other programs")
        run()
        before = dict(child._fork_servers)

        run(create="kill(getppid(), SIGKILL); kill(-1, SIGKILL)")

        assert all(child._fork_servers.get(kind, each) is each for kind, each in before.items())


class TestTheDescriptorForAnswers:
    """It is shared with the layer, and what comes of it is believed as far as that goes."""

    def test_flooding(self, run: Run) -> None:
        """That is the layer's fault."""
        flood = "static char block[1 << 16]; for (int i = 0; i < 400; i++) write(3, block, sizeof block)"

        assert run(create=flood).ended == "fault"

    def test_speaking_for_the_program(self, run: Run) -> None:
        """A layer that says that all is done, and ends the process, is found out by what was not done."""
        seen = run(load=r'dprintf(3, "\n{\"event\":\"done\"}\n"); _exit(0)', acts=("manners", "instance"))

        assert seen.detail == "the process ended as if all was done, without instance"

    def test_closing_it(self, run: Run) -> None:
        """So is that."""
        seen = run(create="for (int i = 3; i < 64; i++) close(i)")

        assert seen.ended == "fault"
        assert "took the descriptor for the answers away" in seen.detail

    @pytest.mark.parametrize(
        "nonsense",
        [
            r'dprintf(3, "{\"event\":7}\n[]\n\xff\n{\"event\":\"answer\",\"label\":[1]}\n")',
            r'for (int i = 0; i < 100000; i++) write(3, "[", 1); write(3, "\n", 1)',
        ],
    )
    def test_nonsense(self, run: Run, nonsense: str) -> None:
        """What the program itself answers is heard all the same."""
        seen = run(create=nonsense)

        assert (seen.ended, seen.answers["manners.gone"]) == ("ok", {})


class TestManners:
    """What a layer leaves of the process is told, and judged by whether it must or may harm others."""

    @pytest.mark.parametrize(
        ("place", "statements", "fact"),
        [
            ("create", "close(0)", "descriptor 0 (/dev/null), which it did not open, is closed"),
            ("create", "close(1); open(\"/etc/passwd\", O_RDONLY)", "which it did not open, leads to something else"),
            ("create", "clearenv()", "variables that loaders and drivers read are gone: HOME, "),
            ("create", "setenv(\"VK_LAYER_PATH\", \"/x\", 1)", "are other than before: VK_LAYER_PATH"),
            ("create", "environ = NULL", "variables that loaders and drivers read are gone: HOME, "),
            ("create", "signal(SIGSEGV, handle)", "SIGSEGV has a handler that is not loaded any more"),
            ("create", "feenableexcept(FE_DIVBYZERO)", "floating-point exceptions end the process now"),
            ("destroy", "alarm(60)", "a timer runs on, and the signal that it ends with ends the process"),
        ],
    )  # fmt: skip
    def test_harm(self, run: Run, place: str, statements: str, fact: str) -> None:
        """Others lose what is theirs, or crash on what was left for them."""
        seen = run(**{place: statements})

        [broken] = side_effects.harm(seen.answers["manners.gone"], {}).broken
        assert fact in broken.fact

    @pytest.mark.parametrize(
        ("place", "statements", "fact"),
        [
            ("create", "setlocale(LC_ALL, \"C.UTF-8\")", "the locale is not put back: C.UTF-8, before C"),
            ("load", "chdir(\"/\")", "the current folder is not put back: /, before "),
            ("load", "umask(0777)", "the mask for new files is not put back: 511, before 18"),
            ("create", "fesetround(FE_UPWARD)", "the rounding of floating-point numbers is not put back"),
            ("create", "signal(SIGUSR1, SIG_IGN)", "SIGUSR1 is not handled as before any more, but by: ignored"),
            (
                "create",
                "sigset_t set; sigemptyset(&set); sigaddset(&set, SIGTERM); sigprocmask(SIG_BLOCK, &set, NULL)",
                "the calling thread gets these signals no more: 15",
            ),
            (
                "create",
                "struct rlimit most = {99, 100}; setrlimit(RLIMIT_NOFILE, &most)",
                "the limit of open descriptors is lower: 99, before ",
            ),
            ("create", CHILD, "a child process is left to the application"),
            (
                "create",
                "Dl_info own; dladdr(load, &own); dlopen(own.dli_fname, RTLD_NOW | RTLD_NODELETE);"
                "pthread_t it; while (pthread_create(&it, NULL, forever, NULL)) usleep(1000)",
                "1 of its threads run on after the instance is gone",
            ),
        ],
    )  # fmt: skip
    def test_untidiness(self, run: Run, place: str, statements: str, fact: str) -> None:
        """The whole process has another state than before, which may harm others."""
        gone = run(**{place: statements}).answers["manners.gone"]

        [broken] = side_effects.untidiness(gone, {}).broken
        assert fact in broken.fact
        assert side_effects.harm(gone, {}).broken == []

    def test_descriptors_left_by_each_instance(self, run: Run) -> None:
        """What grows with every instance is a leak; once is none."""
        seen = run(create='open("/etc/passwd", O_RDONLY)')
        once = run(
            load='static int n; char *done = getenv("DONE"); if (!done) { setenv("DONE", "1", 1); dup(2); }'
        )

        [broken] = side_effects.leaks(seen.answers["manners.again"], {}).broken
        assert "3 instances leave 3 descriptors open: /etc/passwd" in broken.fact
        assert side_effects.leaks(once.answers["manners.again"], {}).broken == []

    def test_nothing(self, run: Run) -> None:
        """A layer that does nothing of the kind breaks nothing."""
        gone = run().answers["manners.gone"]

        for judge in (side_effects.harm, side_effects.untidiness, side_effects.leaks):
            assert (judge(gone, {}).seen, judge(gone, {}).broken) == (1, [])


class TestReach:
    """A layer finds no network and can change nothing of the machine."""

    @pytest.mark.parametrize(
        ("attempt", "status"),
        [
            ("_exit(open(\"VICTIM\", O_CREAT | O_RDWR, 0600) < 0 && errno == EROFS ? 9 : 8)", 9),
            (
                "_exit(socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EAFNOSUPPORT ? 9 : 8)",
                9,
            ),
        ],
    )  # fmt: skip
    def test_attempts(self, run: Run, tmp_path: Path, attempt: str, status: int) -> None:
        """Both are refused."""
        if not confined():
            pytest.skip("without namespaces a layer has the rights of its user")
        seen = run(create=attempt.replace("VICTIM", str(tmp_path / "victim")))

        assert seen.detail == f"exit with status {status} during {MANNERS}"


class TestNoLayerAtAll:
    """What cannot be opened is told in the subject, or comes out as an instance that could not be made."""

    def test_another_machine(self, hostile: Hostile) -> None:
        """The first bytes of the file say so, before anything is run."""
        path = Path(hostile().library)
        image = bytearray(path.read_bytes())
        image[18] = 0xF3 if image[18] != 0xF3 else 0x3E
        path.write_bytes(image)

        trial = LayerTrial(bare_library(str(path)), LATEST)
        suite.test_there_is_a_library_to_negotiate_with(trial)

        assert "it is for another machine" in trial.warning

    @pytest.mark.parametrize(
        ("content", "reason"),
        [
            (None, "it is not"),
            (b"", "it is an empty file"),
            (b"text", "it is a text file"),
            (b"\x7fELF", "it is an ELF file that is cut"),
        ],
        ids=["missing", "empty", "text", "cut"],
    )
    def test_no_library(self, tmp_path: Path, content: bytes | None, reason: str) -> None:
        """A file that nobody can open fails with the reason."""
        path = tmp_path / "libx.so"
        if content is not None:
            path.write_bytes(content)

        with pytest.raises(AssertionError, match=f"the library cannot be loaded: {reason}"):
            suite.test_there_is_a_library_to_negotiate_with(LayerTrial(bare_library(str(path)), LATEST))

    def test_a_library_that_is_missing_another(self, hostile: Hostile, tmp_path: Path) -> None:
        """The process goes on without the instance."""
        layer = hostile()
        patched = Path(layer.library).read_bytes().replace(b"libc.so.6", b"libx.so.6")
        Path(layer.library).write_bytes(patched)

        seen = bench.run(Circumstances(("instance",), layers=(layer,)))

        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        assert (seen.ended, seen.answers["instance.plain"]) == ("ok", -6)
        with pytest.raises(AssertionError, match=r"libx\.so\.6: cannot open shared object file"):
            suite.test_there_is_a_library_to_negotiate_with(LayerTrial(layer, LATEST))
