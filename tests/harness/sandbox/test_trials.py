"""What a machine is too busy to show is not taken for what it refuses."""

from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.main import main
from refloader.host.pace import PATIENCE
from refloader.sandbox import child, programs, world
from refloader.sandbox.child import ForkServerError, Kind
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader
from refloader.sandbox.programs import Program
from refloader.sandbox.world import UNSAFE, Trial
from refloader.scenario.scenario import Scenario
from refloader.suite import conform
from refloader.suite.subjects.request import RunRequest

_SOURCES = Path(__file__).parents[3]
PLAIN = Kind(False, False, ("/world",))


@pytest.fixture
def station(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Replace the fork server by a program, of which little time is asked."""
    real = child._STATION

    def replace(text: str) -> None:
        path = tmp_path / "station.py"
        path.write_text(text.replace("REAL", repr(real)).replace("MARK", repr(str(tmp_path / "mark"))))
        monkeypatch.setattr(child, "_STATION", str(path))

    monkeypatch.setenv(PATIENCE, "1")
    monkeypatch.setattr(child, "_ENDING", 0.1)
    child.close_all()
    return replace


class TestBusy:
    """A fork server that is late, or is ended by the kernel, says nothing about the machine."""

    def test_a_late_one_is_said_to_be_late(
        self, station: Callable[[str], None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The reason has the time that it was given."""
        monkeypatch.setattr(child, "_STARTING", 1.0)
        station("import time; time.sleep(60)")

        tried = world._tried(PLAIN)

        assert tried == Trial("the child was not ready within 1 s, as on a busy machine", known=False)
        assert tried.words == "not found out: the child was not ready within 1 s, as on a busy machine"

    def test_one_that_ends_is_said_to_have_ended(self, station: Callable[[str], None]) -> None:
        """Which the kernel has it do where memory is short."""
        station("import os; os.kill(os.getpid(), 9)")

        tried = world._tried(PLAIN)

        assert tried == Trial("the child ended before it was ready, as where memory is short", known=False)

    def test_parts_of_another_state_are_refloaders_fault(
        self, station: Callable[[str], None], machine: Callable[..., None]
    ) -> None:
        """A function that the built library lacks is neither the machine's fault nor one of its load."""
        station(
            "import os, sys\n"
            f"sys.path.append({str(_SOURCES)!r})\n"
            "from refloader.sandbox import fork_server, steps\n"
            "class Box:\n"
            "    features = {}\n"
            "    def trial(self, folder):\n"
            "        steps.open_follower('libc.so.6')\n"
            "fork_server._box = lambda settings: Box()\n"
            "fork_server.main(int(sys.argv[1]))\n"
        )
        reason = (
            "refloader's built parts come from another state of it than its Python, so install it again "
            "(following_end is missing)"
        )

        tried = world._tried(PLAIN)

        assert tried == Trial(reason, known=False, own=True)
        machine(namespaces=tried, plain=tried)
        assert world.why_not(Way.VARIABLES) == reason

    def test_it_is_tried_again(self, station: Callable[[str], None]) -> None:
        """One that answers the second time works."""
        station(
            "import os, sys\n"
            "if not os.path.exists(MARK):\n"
            "    open(MARK, 'w').close()\n"
            "    os.kill(os.getpid(), 9)\n"
            "os.execv(sys.executable, [sys.executable, '-I', '-S', REAL, *sys.argv[1:]])\n"
        )

        assert world._tried(PLAIN) == Trial()

    def test_a_refusal_is_the_machines(self, station: Callable[[str], None]) -> None:
        """It is not tried again, and known."""
        station(
            "import marshal, os, sys\n"
            "body = marshal.dumps({'error': 'the kernel says no'})\n"
            "open(MARK, 'a').write('x')\n"
            "channel = int(sys.argv[1])\n"
            "os.write(channel, len(body).to_bytes(8, 'little') + body)\n"
            "os.read(channel, 1 << 20)\n"
        )

        tried = world._tried(PLAIN)

        assert tried == Trial("the kernel says no")


LATE = Trial("the child was not ready within 30 s, as on a busy machine", known=False)
NO = Trial("Operation not permitted")


@pytest.fixture
def machine(monkeypatch: pytest.MonkeyPatch) -> Iterator[Callable[..., None]]:
    """Say how the trials of a machine end, whose harness is root: in namespaces, and as another user without."""

    def set_up(namespaces: Trial, plain: Trial) -> None:
        monkeypatch.setattr(world, "_trial", lambda layout: namespaces)
        monkeypatch.setattr(world, "_plain_trial", lambda become: plain)
        world.forget()

    monkeypatch.delenv(UNSAFE, raising=False)
    monkeypatch.setattr(world, "is_root", lambda: True)
    monkeypatch.setattr(world.os, "geteuid", lambda: 0)
    yield set_up
    monkeypatch.undo()
    world.forget()


@pytest.fixture
def mock_loader(compile_loader: Callable[..., str]) -> str:
    """Any library that can be named as a loader."""
    return compile_loader("void *vkGetInstanceProcAddr(void *instance, const char *name) { return 0; }")


class TestRoot:
    """A library would have to run as root only where the machine said so, not where it was too busy to say."""

    def test_a_machine_that_was_too_busy_is_named(self, machine: Callable[..., None]) -> None:
        """Nothing is said of root."""
        machine(NO, LATE)

        assert world.why_not(Way.VARIABLES) == (
            "whether the library can run as another user than root was not found out: the child was not ready"
            " within 30 s, as on a busy machine"
        )

    def test_a_refusal_is_quoted(self, machine: Callable[..., None]) -> None:
        """With the option that runs it all the same."""
        machine(NO, NO)

        assert world.why_not(Way.VARIABLES) == (
            "the library would have to run as root (Operation not permitted); --unsafe runs it all the same"
        )


class TestNamespacesThatWereNotTried:
    """Where namespaces may work, no library runs without them unless the user says so."""

    def test_nothing_runs(self, machine: Callable[..., None]) -> None:
        """What is left is refused too, with the reason: so ``conform`` exits 3."""
        machine(LATE, Trial())
        wanted = RunRequest(loaders=("/lib/libvulkan.so.1",))

        assert conform.why_not_run(wanted) == (
            "whether libraries can run in namespaces was not found out: the child was not ready within 30 s, as"
            " on a busy machine; try again when the machine has less to do (--unsafe runs them without namespaces)"
        )

    def test_conform_exits_with_3(
        self, machine: Callable[..., None], mock_loader: str, tmp_path: Path
    ) -> None:
        """It could not run, and says why; there is no file of results."""
        machine(LATE, Trial())

        run = CliRunner().invoke(main, ["conform", "--loader", mock_loader, "--out", str(tmp_path / "out")])

        assert run.exit_code == 3, run.output
        assert "whether libraries can run in namespaces was not found out" in " ".join(run.output.split())
        assert not (tmp_path / "out/results.ndjson").exists()

    def test_a_single_scenario_does_not_run(self, machine: Callable[..., None]) -> None:
        """A process of the run that is late itself gives an error, and no verdict from less isolation."""
        machine(LATE, Trial())

        seen = ForeignLoader("libvulkan.so.1").observe(Scenario(), actions=())

        assert seen.ended == "error"
        assert "was not found out" in seen.detail

    def test_a_program_does_not_run(self, machine: Callable[..., None]) -> None:
        """Layers and drivers run in programs."""
        machine(LATE, Trial())

        with pytest.raises(
            ForkServerError, match="whether libraries can run in namespaces was not found out"
        ):
            programs.run(Program("/bin/true"), 1.0)

    def test_the_user_may_allow_it(
        self, machine: Callable[..., None], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """By ``--unsafe``; what was not found out is in the report."""
        machine(LATE, Trial())
        monkeypatch.setenv(UNSAFE, "1")

        known = world.capabilities()

        assert known.way is Way.VARIABLES
        assert known.refused[Way.ROOT] == LATE.words
        assert conform.why_not_run(RunRequest(loaders=("/lib/libvulkan.so.1",))) == ""

    def test_a_refusal_of_the_machine_is_enough(self, machine: Callable[..., None]) -> None:
        """Then the weaker way is the strongest that it allows."""
        machine(NO, Trial())

        assert world.capabilities() == world.Capabilities(
            Way.VARIABLES,
            {
                Way.ROOT: "Operation not permitted",
                Way.USER: "in a user namespace of its own root stays root",
            },
        )
