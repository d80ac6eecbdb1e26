"""Logs of which the beginning and the end are read, packed or not."""

import gzip
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli.explain import command
from refloader.inspect.logs import from_log
from refloader.inspect.logs.from_log import ends_of, log_at
from refloader.inspect.logs.log_answer import LogAnswer, LogExplained, LogState
from refloader.inspect.logs.log_answers import explained
from refloader.inspect.logs.log_facts import Fact
from refloader.inspect.logs.reading.kinds import EventKind

FIXTURES = Path(__file__).parents[2] / "fixtures/logs"


class TestALargeLog:
    """Of more than ``LOG_LIMIT`` bytes, the beginning and the end are read; here it is 32 times smaller."""

    STARTED = b"DRIVER: Vulkan Loader Version 1.3.204\n"
    FAILED = b"ERROR: vkCreateInstance failed with ERROR_INCOMPATIBLE_DRIVER\n"
    FRAMES = (b"." * 1022 + b"\r\n") * 512

    @pytest.fixture(autouse=True)
    def limit(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Read 256 KiB as a whole, and 128 KiB of either end of more."""
        monkeypatch.setattr(from_log, "LOG_LIMIT", 1 << 18)
        monkeypatch.setattr(from_log, "HALF", 1 << 17)

    @pytest.mark.parametrize("pack", [bytes, gzip.compress])
    def test_beginning_and_end_are_read(self, tmp_path: Path, pack: Callable[[bytes], bytes]) -> None:
        """Lines have the numbers that they have in the whole, packed or not, and no line is read in part."""
        path = tmp_path / "large.log"
        path.write_bytes(pack(self.STARTED + self.FRAMES + self.FAILED))

        found = log_at(str(path))

        assert found.lines == 514
        assert [event.line for event in found.events if event.kind is EventKind.NO_DRIVER] == [514]
        assert list(found.versions) == ["1.3.204"]
        assert found.unread == (129, 386)

    def test_a_long_line_without_an_end(self) -> None:
        """Of a line that is longer than what is read nothing is, wherever it is."""
        assert ends_of([b"x" * from_log.LOG_LIMIT, b"y" * 9, b"\nend"]) == (b"", 1, b"end")
        assert ends_of([b"begin\n", b"x" * from_log.LOG_LIMIT]) == (b"begin\n", 1, b"")

    def test_what_was_not_read_may_have_the_problem(self, tmp_path: Path) -> None:
        """That no line shows one is said of those that were read, and the log is neither well nor has a problem."""
        path = tmp_path / "large.log"
        path.write_bytes(self.STARTED + self.FRAMES + self.FAILED + self.FRAMES)

        result = CliRunner().invoke(command, ["--log", str(path), "--format", "json"])
        facts = json.loads(result.stdout)["facts"]

        assert result.exit_code == 3
        assert not any(each["text"].startswith("no line that refloader knows") for each in facts)

    @pytest.mark.parametrize("line", [b"VK_INSTANCE_LAYERS=VK_LAYER_ACME_hud\n", b"libvulkan1 1.3.204.1-2\n"])
    def test_what_was_read_shows_nothing(self, tmp_path: Path, line: bytes) -> None:
        """That a text does not show something is no problem of a text that was read in part."""
        path = tmp_path / "large.log"
        path.write_bytes(line + self.FRAMES + self.FRAMES)

        assert CliRunner().invoke(command, ["--log", str(path)]).exit_code == 3

    def test_a_layer_that_may_be_in_what_was_not_read(self, tmp_path: Path) -> None:
        """The log as a whole may have the search."""
        path = tmp_path / "large.log"
        path.write_bytes(self.STARTED + self.FRAMES + self.FAILED)

        answer = explained(log_at(str(path)), ["VK_LAYER_KHRONOS_validation"]).answers[0]

        assert [each.text for each in answer.facts] == ["what was read of the log has no search for layers"]

    def test_a_start_that_was_read_in_part_proves_nothing(self, tmp_path: Path) -> None:
        """It is left out as a whole: its layers and drivers may be in what was not read."""
        start = b"".join((FIXTURES / "debian-12-loader.log").read_bytes().splitlines(keepends=True)[:30])
        path = tmp_path / "large.log"
        room = from_log.HALF - len(start) - 9
        path.write_bytes(b"." * (room - 1) + b"\n" + start + self.FRAMES)

        found = explained(log_at(str(path)), [])

        assert found.unread[0] == 2
        assert not any("no layer was inserted" in each.text for each in found.facts)

    def test_nothing_goes_on_behind_what_was_not_read(self, tmp_path: Path) -> None:
        """A folder that is listed before has no file that stands behind."""
        listing = b"$ ls /usr/share/vulkan/icd.d\n"
        path = tmp_path / "large.log"
        frames = (b"." * 1022 + b"\r\n") * 128
        last = b"radeon_icd.json\n"
        path.write_bytes(frames[1024:] + listing + frames + last + frames[: -len(last)])

        found = log_at(str(path))

        assert found.unread[1]
        assert "radeon_icd.json" not in found.listings.holds("/usr/share/vulkan/icd.d")

    @pytest.mark.parametrize(("behind", "lines"), [(b"two\n", 2), (b"", 1)])
    def test_a_compressed_log_of_several_members(self, tmp_path: Path, behind: bytes, lines: int) -> None:
        """All are read; what is behind them and is none is passed over."""
        path = tmp_path / "joined.log.gz"
        path.write_bytes(gzip.compress(b"one\n") + (gzip.compress(behind) if behind else bytes(9)))

        assert log_at(str(path)).lines == lines


ACTIVE, OPEN = LogAnswer("a", LogState.ACTIVE), LogAnswer("b", LogState.UNDECIDED)
BAD = Fact("no driver is left", 1, 1, bad=True)


@pytest.mark.parametrize(
    ("answers", "facts", "state"),
    [
        ((), (), (False, True)),
        ((), (BAD,), (True, False)),
        ((ACTIVE,), (BAD,), (False, False)),
        ((ACTIVE, OPEN), (), (False, True)),
        ((OPEN, LogAnswer("c", LogState.INACTIVE)), (), (True, False)),
    ],
)
def test_what_was_not_read_may_decide(
    answers: tuple[LogAnswer, ...], facts: tuple[Fact, ...], state: tuple[bool, bool]
) -> None:
    """It may have the problem, or the layer that what was read says nothing of; what is proven stays so."""
    found = LogExplained(9, answers, facts, (), unread=(3, 5))

    assert (found.unhappy, found.unsure) == state
