"""What a machine is too busy to show is not taken for what it refuses."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.host.pace import PATIENCE
from refloader.sandbox import child, trials, world
from refloader.sandbox.child import Kind
from refloader.sandbox.world import UNSAFE, Way

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

        reason = trials.why_not(PLAIN)

        assert reason == "not found out: the child was not ready within 1 s, as on a busy machine"
        assert not trials.is_known(reason)

    def test_one_that_ends_is_said_to_have_ended(self, station: Callable[[str], None]) -> None:
        """Which the kernel has it do where memory is short."""
        station("import os; os.kill(os.getpid(), 9)")

        reason = trials.why_not(PLAIN)

        assert reason == "not found out: the child ended before it was ready, as where memory is short"

    def test_it_is_tried_again(self, station: Callable[[str], None]) -> None:
        """One that answers the second time works."""
        station(
            "import os, sys\n"
            "if not os.path.exists(MARK):\n"
            "    open(MARK, 'w').close()\n"
            "    os.kill(os.getpid(), 9)\n"
            "os.execv(sys.executable, [sys.executable, '-I', '-S', REAL, *sys.argv[1:]])\n"
        )

        assert trials.why_not(PLAIN) == ""

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

        reason = trials.why_not(PLAIN)

        assert reason == "the kernel says no"
        assert trials.is_known(reason)


@pytest.mark.parametrize(
    ("reason", "sentence"),
    [
        (
            "not found out: the child was not ready within 30 s, as on a busy machine",
            "whether the library can run as another user than root was not found out: the child was not ready"
            " within 30 s, as on a busy machine",
        ),
        (
            "Operation not permitted",
            "the library would have to run as root (Operation not permitted); --unsafe runs it all the same",
        ),
    ],
)
def test_root_is_named_for_what_the_machine_refuses(
    monkeypatch: pytest.MonkeyPatch, reason: str, sentence: str
) -> None:
    """A library would have to run as root only where the machine said so, not where it was too busy to say."""
    monkeypatch.delenv(UNSAFE, raising=False)
    monkeypatch.setattr(world, "is_root", lambda: True)
    monkeypatch.setattr(world, "becomes", lambda way: None)
    monkeypatch.setattr(world, "_why_root_stays", lambda: reason)

    assert world.why_not.__wrapped__(Way.VARIABLES) == sentence
