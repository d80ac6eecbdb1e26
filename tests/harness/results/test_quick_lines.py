"""The quick reading of plain lines: as the whole reading has it, and left to that wherever something is odd."""

import json
from typing import Any

import pytest

from refloader.results import rows
from refloader.results.quick_lines import quick
from refloader.results.results_file import Header, Subject, Verdict, as_row, parse, row

ROW: dict[str, Any] = {
    "kind": "result",
    "rule": "LLP_LAYER_9",
    "subject": "it",
    "case": "c",
    "verdict": "fail",
    "reason": "it breaks",
    "evidence": {"chain": ["a", 1, 2.5, None]},
    "repro": "refloader conform",
    "seconds": 1,
}
HEADER = Header("0.1.0", "cat", (Subject("loader", "it", "/it", "1", ""),), {}, "2026-03-01", "2026", "go")


def line(**changes: object) -> bytes:
    """The line of a result with changes."""
    return json.dumps({**ROW, **changes}, ensure_ascii=False).encode() + b"\n"


class TestPlainLines:
    """A plain line is read to the same result."""

    @pytest.mark.parametrize(
        "changes",
        [
            {},
            {"evidence": {}},
            {"verdict": "skip"},
            {"environment": "lab", "retried": ["crash"]},
            {"later": [1, {}]},
        ],
    )
    def test_same_result(self, changes: dict[str, object]) -> None:
        """Members that are not known are passed over."""
        given = line(**changes)

        assert quick()(given) == rows.result(row(given))

    def test_bare(self) -> None:
        """What is asked to be left out is left out of the verdicts named, and of no others."""
        read = quick((Verdict.PASS,), repro=False)
        passed, failed = read(line(verdict="pass")), read(line())

        assert passed is not None
        assert failed is not None
        assert (dict(passed.evidence), passed.repro) == ({}, "")
        assert (dict(failed.evidence), failed.repro) == (ROW["evidence"], "refloader conform")


class TestOddLines:
    """Every other line is left to the whole reading, which says what is wrong with it."""

    @pytest.mark.parametrize(
        "changes",
        [
            {"kind": "footer"},
            *({name: 7} for name in ("rule", "subject", "case", "verdict", "reason", "evidence", "repro")),
            {"evidence": []},
            {"seconds": "1"},
            {"seconds": True},
            {"seconds": -1},
            {"seconds": 1e10},
            {"verdict": "skip", "reason": " "},
            {"reason": "a\x1b[31m"},
            {"reason": "sch\u00f6n"},
            {"reason": "a\x7f"},
            {"expected": {}},
            {"flaky": "pass"},
            {"environment": None},
            {"retried": 0},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("bare", [(), tuple(Verdict)], ids=["whole", "bare"])
    def test_left_alone(self, changes: dict[str, object], bare: tuple[Verdict, ...]) -> None:
        """Wrong types, texts that need to be spelled out, and what few results have."""
        assert quick(bare)(line(**changes)) is None

    def test_nesting(self) -> None:
        """Evidence that is nested without an end raises nothing."""
        deep = b"[" * 100_000 + b"]" * 100_000

        assert quick()(line().replace(b"[", deep + b", [", 1)) is None


class TestManyProblems:
    """A file that is nothing but damage is told by its first problems and the number of the others."""

    def test_count(self) -> None:
        """No more than those are held."""
        header = json.dumps({"kind": "header", **as_row(HEADER)}).encode()

        run = parse([header, *[b"junk\n"] * 1000])

        assert len(run.problems) == 51
        assert run.problems[0] == "line 2 was skipped: it is not JSON"
        assert run.problems[-1] == "and 950 problems more"

    def test_a_case_again(self) -> None:
        """Cases that the file has twice are told, with both lines."""
        header = json.dumps({"kind": "header", **as_row(HEADER)}).encode()

        run = parse([header, line(), line(case="d"), line()])

        assert run.problems == ("line 4: the case of line 2 again, c for LLP_LAYER_9",)
