"""Reading a run without its evidence: all else is as ``results.read`` has it, damage too."""

import json
from pathlib import Path

import pytest
from replaced import replace

from refloader.results.results_file import (
    Expected,
    Header,
    Result,
    ResultsError,
    Subject,
    Verdict,
    Writer,
    read,
)
from refloader.results.summaries import read_header, read_lean, without_evidence_of_passes

HEADER = Header("0.1.0", "cat", (Subject("loader", "it", "/it", "1", ""),), {}, "2026-03-01", "2026", "go")
FULL = Result(
    rule="LLP_LAYER_9",
    subject="it",
    case="a\x1b",
    verdict=Verdict.FAIL,
    reason='in\tthe "chain"\u202e',
    evidence={"chain": ["much"] * 99},
    replay="refloader conform",
    seconds=0.5,
    expected=Expected(Verdict.FAIL, "it does", "", "x.toml", 3, (Verdict.PASS,)),
    flaky=Verdict.PASS,
    environment="lab",
    retried=(Verdict.CRASH,),
)
ROW = {
    "kind": "result",
    "rule": "LLP_LAYER_9",
    "subject": "it",
    "case": "c",
    "verdict": "pass",
    "reason": "",
    "evidence": {},
    "repro": "",
    "seconds": 0,
}


@pytest.fixture
def path(tmp_path: Path) -> str:
    """A results file of one result, finished."""
    path = str(tmp_path / "results.ndjson")
    with Writer(path, HEADER) as writer:
        writer.write(FULL)
    return path


def added(path: str, line: bytes) -> None:
    """Put a line before the footer."""
    *lines, footer = Path(path).read_bytes().splitlines(keepends=True)
    Path(path).write_bytes(b"".join([*lines, line + b"\n", footer]))


class TestLean:
    """A result has everything but its evidence."""

    def test_a_full_result(self, path: str) -> None:
        """Texts are made readable as they are elsewhere."""
        whole = read(path)

        assert read_lean(path) == replace(whole, results=(replace(whole.results[0], evidence={}),))

    @pytest.mark.parametrize(
        "line",
        [
            b"{",
            b"[]",
            b'"result"',
            b'{"kind": "result"}',
            b'{"kind": "footer"}',
            b'{"kind": 5}',
            b'{"kind": "result", "evidence": {"x": NaN}}',
            b"\xff",
            b"[" * 100_000,
            *(
                json.dumps({**ROW, **change}).encode()
                for change in (
                    {"verdict": "fine"},
                    {"verdict": ["pass"]},
                    {"verdict": "skip"},
                    {"seconds": -1},
                    {"seconds": True},
                    {"rule": None},
                    {"subject": "stranger"},
                    {"retried": 5},
                    {"retried": ["no"]},
                    {"environment": {}},
                    {"expected": []},
                    {"flaky": 1},
                    {"case": "\ud800"},
                )
            ),
        ],
    )
    def test_damage(self, path: str, line: bytes) -> None:
        """Whatever a line holds, the same is said of it."""
        added(path, line)

        whole = read(path)

        assert whole.problems
        assert read_lean(path).problems == whole.problems

    def test_text_beyond_ascii(self, path: str) -> None:
        """Other programs may write what ours would spell out."""
        added(path, json.dumps({**ROW, "reason": "sch\u00f6n"}, ensure_ascii=False).encode())

        assert read_lean(path).results[1].reason == "sch\u00f6n"


class TestHeader:
    """The beginning of a file tells what it is about."""

    def test_no_result_is_read(self, path: str) -> None:
        """What follows may be damaged."""
        added(path, b"{")

        assert read_header(path) == HEADER

    @pytest.mark.parametrize("text", ["", "{}\n", '{"kind": "result"}\n'])
    def test_what_is_no_results_file(self, tmp_path: Path, text: str) -> None:
        """It is said which file, and why."""
        (tmp_path / "x").write_text(text)

        with pytest.raises(ResultsError, match=r"x: not a results file"):
            read_header(str(tmp_path / "x"))

    def test_a_file_that_is_gone(self, tmp_path: Path) -> None:
        """The system's words."""
        with pytest.raises(ResultsError, match="No such file"):
            read_header(str(tmp_path / "x"))


class TestWithoutEvidenceOfPasses:
    """How conform reads a run for its documents: 100,000 results have to fit."""

    @pytest.mark.parametrize("case", ["plain", "quoted \\" + '"\x1b'])
    def test_what_is_left_out(self, tmp_path: Path, case: str) -> None:
        """The evidence of passes and skips, and nothing else."""
        path = str(tmp_path / "results.ndjson")
        every = [
            replace(FULL, case=f"{case} {verdict}", verdict=verdict, expected=None, flaky=None, retried=())
            for verdict in Verdict
        ]
        with Writer(path, HEADER) as writer:
            for each in every:
                writer.write(each)

        found = read(path, without_evidence_of_passes)

        bare = (Verdict.PASS, Verdict.SKIP)
        assert found.results == tuple(
            replace(each, evidence={}) if each.verdict in bare else each for each in read(path).results
        )
        assert not found.problems
