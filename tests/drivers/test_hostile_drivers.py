"""What drivers try against the harness and the process they are in: each is told, and the next run is as ever."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.sandbox import child, world
from refloader.sandbox.layouts import Way
from refloader.suite.sessions import bench, outcome
from refloader.suite.sessions.session import Circumstances, Probe, Session
from refloader.suite.subjects.driver import DriverSubject

pytestmark = pytest.mark.slow

Made = Callable[..., DriverSubject]
Look = Callable[..., Session]

WAYS = ["stack", "prober"]
ACT = "facts"
CHILD = "int it; while ((it = fork()) < 0) usleep(1000); if (it == 0) for (;;) pause()"
"""Another test may hold all the processes that the user can have, for a moment."""


def looked(way: str, driver: DriverSubject | None, timeout: float) -> Session:
    """What the application shows of a driver, or the prober; of our own mock without one."""
    if way == "stack":
        return bench.run(
            Circumstances(("instance",), driver=driver or "mock", observed=False, devices="shown"), timeout
        )
    assert driver is not None
    return bench.probed(Probe(driver.library, ACT, (), "driver", "shown", seconds=timeout))


@pytest.fixture(params=WAYS)
def look(request: pytest.FixtureRequest, hostile: Made) -> Look:
    """Looks in one of the ways at a driver that does this, and then at the mock, which has to go well."""

    def look_at(*, timeout: float = 10.0, **deeds: str) -> Session:
        seen = looked(request.param, hostile(**deeds), timeout)
        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        after = looked("stack", None, 10.0)
        assert (after.ended, seen.left) == ("ok", ())
        return seen

    return look_at


def confined() -> bool:
    """Whether the machine gives programs a world of their own."""
    return world.capabilities().way is not Way.VARIABLES


class TestEndings:
    """A driver that ends the process, or keeps it from going on, is told of with the step that was under way."""

    @pytest.mark.whole(keep=2)
    @pytest.mark.parametrize(
        ("place", "statements", "cause"),
        [
            ("load", "abort()", "SIGABRT"),
            ("load", "_exit(0)", "exit with status 0"),
            ("load", "exit(7)", "exit with status 7"),
            ("negotiate", "raise(SIGSEGV)", "SIGSEGV"),
            ("negotiate", "_exit(3)", "exit with status 3"),
            ("create", "kill(0, SIGKILL)", "SIGKILL"),
            ("create", "*(volatile int *)8 = 1", "SIGSEGV"),
            ("list", "abort()", "SIGABRT"),
            ("unload", "abort()", "SIGABRT"),
        ],
    )
    def test_crashes(self, look: Look, place: str, statements: str, cause: str) -> None:
        """In the constructor, in negotiation, in a command, in the destructor, by its own hand."""
        seen = look(**{place: statements})

        assert seen.ended == "crash"
        assert seen.detail.startswith(f"{cause} during ")

    @pytest.mark.whole(keep=1)
    @pytest.mark.parametrize(
        ("place", "step"),
        [
            ("load", "load"),
            ("negotiate", "facts.entry"),
            ("create", "facts.instance"),
            ("list", "facts.devices"),
        ],
    )
    def test_the_step(self, hostile: Made, place: str, step: str) -> None:
        """The prober says what it was at."""
        seen = looked("prober", hostile(**{place: "abort()"}), 10.0)

        assert (seen.detail, seen.during) == (f"SIGABRT during {step}", step)

    @pytest.mark.whole(keep=1)
    @pytest.mark.parametrize("place", ["load", "negotiate", "create", "list"])
    def test_hangs(self, look: Look, place: str) -> None:
        """It runs out of time."""
        seen = look(timeout=0.5, **{place: "for (;;) pause()"})

        assert seen.ended == "timeout"
        assert seen.detail.startswith("no answer within 0.5 s during ")

    @pytest.mark.whole(keep=1)
    @pytest.mark.parametrize("place", ["load", "create"])
    def test_nothing_is_done_any_more(self, look: Look, place: str) -> None:
        """Whoever waits for what never comes does not get all its time."""
        seen = look(timeout=120.0, **{place: "for (;;) pause()"})

        assert seen.ended == "timeout"
        assert seen.detail.startswith(f"{outcome.STILL} during ")
        assert seen.seconds < 100

    def test_work_without_end(self, look: Look) -> None:
        """Whoever spins is busy, and out of time all the same."""
        assert look(timeout=0.5, create="for (volatile int spins = 1; spins;) {}").ended == "timeout"

    def test_hanging_again_takes_less_time(self, hostile: Made) -> None:
        """Whoever has hung once is not waited for as long the next time, in whichever way it is looked at."""
        driver = hostile(load="for (;;) pause()")
        seen = [looked(way, driver, 1.0) for way in ("prober", *WAYS, *WAYS, *WAYS)]
        if seen[0].ended == "not covered":
            pytest.skip(seen[0].detail)

        assert [each.detail.split()[3] for each in seen] == ["1", "0.2", "0.2", "0.2", "0.2", "0.05", "0.05"]


class TestProcessesAndThreads:
    """What a driver starts ends with the run, and whoever watches over it is out of reach."""

    @pytest.mark.whole
    def test_processes_without_end(self, look: Look) -> None:
        """They are ended with it."""
        seen = look(timeout=0.5, create=f"{CHILD}; for (;;) {{ fork(); usleep(10000); }}")

        assert seen.ended == "timeout", seen.detail

    def test_a_process_that_stays(self, look: Look) -> None:
        """The run ends without waiting for it, and leaves none behind."""
        seen = look(create=CHILD)

        assert (seen.ended, seen.left) == ("ok", ())

    def test_a_thread_that_spins(self, look: Look) -> None:
        """The run ends in spite of it, at the latest where the library is unloaded under its feet."""
        seen = look(create="pthread_t it; pthread_create(&it, NULL, forever, NULL)")

        assert seen.ended in ("ok", "crash")

    @pytest.mark.whole(keep=1)
    def test_whoever_watches_is_out_of_reach(self, look: Look) -> None:
        """A driver that kills its parent and every process it can see kills nobody but its own."""
        if not confined():
            pytest.skip("without namespaces this would end other programs")
        look()
        before = dict(child._fork_servers)

        look(create="kill(getppid(), SIGKILL); kill(-1, SIGKILL)")

        assert dict(child._fork_servers) == before


class TestOutput:
    """Descriptors are shared with the driver; what comes of it is believed as far as that goes."""

    BLOCK = "static char block[1 << 16]; for (int i = 0; i < 800; i++)"

    def test_flooding_the_answers(self, look: Look) -> None:
        """That is the driver's fault."""
        seen = look(create=f"{self.BLOCK} write(3, block, sizeof block)")

        assert seen.ended == "fault"
        assert seen.detail.startswith("the driver flooded the descriptor for the answers during ")

    def test_flooding_the_output(self, look: Look) -> None:
        """It is cut off, and the run goes on."""
        seen = look(
            create=f"{self.BLOCK} {{ write(1, block, sizeof block); write(2, block, sizeof block); }}"
        )

        assert seen.ended == "ok"
        assert len(seen.stdout) + len(seen.stderr) < 8 << 20

    def test_closing_all(self, look: Look) -> None:
        """So is that."""
        seen = look(create="for (int i = 0; i < 64; i++) close(i)")

        assert seen.ended == "fault"
        assert seen.detail.startswith("the driver took the descriptor for the answers away during ")

    @pytest.mark.parametrize(
        "nonsense",
        [
            r'dprintf(3, "{\"event\":7}\n[]\n\xff\n{\"event\":\"answer\",\"label\":[1]}\n")',
            r'for (int i = 0; i < 100000; i++) write(3, "[", 1); write(3, "\n", 1)',
        ],
    )
    def test_nonsense(self, look: Look, nonsense: str) -> None:
        """What the program itself answers is heard all the same."""
        seen = look(create=nonsense)

        assert seen.ended == "ok"
        assert {"instance.plain", "facts.instance"} & set(seen.answers)


class TestReach:
    """A driver can change nothing of the machine, finds no network, and has no more memory than others."""

    @pytest.mark.whole(keep=2)
    @pytest.mark.parametrize(
        "attempt",
        [
            'open("VICTIM/new", O_CREAT | O_RDWR, 0600) < 0 && errno == ENOENT',
            'unlink("VICTIM/file") < 0 && errno == ENOENT',
            'open("/usr/new", O_CREAT | O_RDWR, 0600) < 0 && errno == EROFS',
            "socket(AF_INET, SOCK_STREAM, 0) < 0 && errno == EAFNOSUPPORT",
            "setrlimit(RLIMIT_FSIZE, &most) < 0 && errno == EPERM",
        ],
        ids=["a new file", "a file deleted", "a file of the system", "network", "limits"],
    )
    def test_attempts(self, look: Look, tmp_path: Path, attempt: str) -> None:
        """Each is refused."""
        if not confined():
            pytest.skip("without namespaces a driver has the rights of its user")
        (tmp_path / "kept").mkdir()
        (tmp_path / "kept/file").touch()
        tried = attempt.replace("VICTIM", str(tmp_path / "kept"))
        given = "struct rlimit most = {RLIM_INFINITY, RLIM_INFINITY};"

        assert look(create=f"{given} _exit({tried} ? 9 : 8)").detail.startswith("exit with status 9 during ")
        assert (tmp_path / "kept/file").exists()

    def test_its_own_library_stays(self, look: Look, tmp_path: Path) -> None:
        """A driver that deletes what it came from is there for the next run."""
        look(create='Dl_info own; dladdr(unload, &own); unlink(own.dli_fname); unlink("/proc/self/exe")')

        assert (tmp_path / "libhostile.so").exists()

    def test_a_terabyte(self, look: Look) -> None:
        """It is not to be had."""
        seen = look(
            create="char *much = malloc(1UL << 40); if (much == NULL) _exit(9); memset(much, 1, 1UL << 40)"
        )

        assert seen.detail.startswith("exit with status 9 during ")
