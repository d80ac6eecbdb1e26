"""What ``assert_conformant`` says: each broken rule once, with an example and the command that replays it."""

from refloader.results.results_file import Footer, Header, Result, Run, Verdict, count
from refloader.testing import Conformance


def failing(rule: str, case: str, reason: str, verdict: Verdict = Verdict.FAIL) -> Result:
    """A result of a layer, with a replay."""
    return Result(rule, "mine.json", case, verdict, reason, replay=f"refloader conform --case {case}")


def text(*results: Result) -> str:
    """What a failed assertion on a run with these results says."""
    header = Header("0.1.0", "c0ffee", (), {}, "2026-03-01T10:00:00+00:00", "2026", "refloader conform")
    run = Run(header, results, Footer("2026-03-01T10:01:00+00:00", count(results)))
    return str(Conformance(run, "/results", 1))


class TestAssertConformant:
    """Many cases of one fault are one thing to read."""

    def test_cases_of_a_rule_stand_together(self) -> None:
        """The first in full; of the others what is different."""
        lines = text(
            failing("META-06", "one", "It is so. Not so: it is a"),
            failing("LLP_LAYER_9", "one", "none"),
            failing("META-06", "two", "It is so. Not so: it is a"),
            failing("META-06", "three", "It is so. Not so: it is b"),
        ).splitlines()

        assert lines[0] == "2 rules broken in 3 cases (4 results, one for each rule): 4 fail"
        assert lines[1].startswith("mine.json: fail META-06 (")
        assert lines[1].endswith("), 3 cases")
        assert lines[2] == "    one: It is so. Not so: it is a"
        assert lines[3].startswith("    replay: ")
        assert lines[4:6] == ["    also two", "    also three: it is b"]
        assert lines[6].startswith("mine.json: fail LLP_LAYER_9 (")

    def test_very_many_cases_are_counted(self) -> None:
        """No message is endless."""
        lines = text(*(failing("META-06", str(number), "so") for number in range(50))).splitlines()

        assert "    and 44 more cases" in lines
        assert len(lines) < 15
