"""A truncated or damaged results file: what it still says, and in which words the rest is refused."""

import json
import subprocess
import sys
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from written_results import FAIL, PASS, header

from refloader import __version__
from refloader.results.results_file import (
    ResultsError,
    Writer,
    parse,
    read,
)

KNOWN_ROW = {"verdict": "fail", "reason": "", "link": "", "file": "x.toml", "line": 7}


class TestATruncatedRunSaysSo:
    """A file without a footer is a truncated run; no result that was finished is lost."""

    def test_a_finished_run_is_not_truncated(self, finished: list[bytes]) -> None:
        """A footer marks the run as whole."""
        assert parse(finished).truncated is False

    def test_an_exception_leaves_no_footer(self, tmp_path: Path) -> None:
        """A run that ends in an exception keeps its results and is truncated."""
        path = str(tmp_path / "results.ndjson")

        with suppress(KeyboardInterrupt), Writer(path, header()) as writer:
            writer.write(PASS)
            raise KeyboardInterrupt

        run = read(path)
        assert (run.results, run.truncated, run.problems) == ((PASS,), True, ())

    def test_closing_early_leaves_no_footer(self, tmp_path: Path) -> None:
        """A writer that is closed by hand inside its context does not claim to have finished."""
        path = str(tmp_path / "results.ndjson")

        with Writer(path, header()) as writer:
            writer.close()

        assert read(path).truncated

    def test_leaving_the_context_finishes(self, tmp_path: Path) -> None:
        """A run that ends in the ordinary way has a footer without being asked for one."""
        path = str(tmp_path / "results.ndjson")

        with Writer(path, header()):
            pass

        assert not read(path).truncated

    def test_a_killed_writer_loses_no_finished_result(self, tmp_path: Path) -> None:
        """Results written before a SIGKILL are all in the file."""
        path = str(tmp_path / "results.ndjson")
        script = (
            "import os, signal, sys\n"
            "from refloader.results.results_file import *\n"
            "writer = Writer(sys.argv[1], Header('0', '0', (), {}, '', '2026', ''))\n"
            "[writer.write(Result('R', 's', str(n), Verdict.PASS)) for n in range(50)]\n"
            "os.kill(os.getpid(), signal.SIGKILL)\n"
        )

        ended = subprocess.run([sys.executable, "-c", script, path], check=False)

        assert ended.returncode == -9
        assert [result.case for result in read(path).results] == [str(number) for number in range(50)]

    def test_a_line_cut_in_the_middle_is_reported(self, finished: list[bytes]) -> None:
        """A last line that stops half-way is skipped and named as cut off."""
        run = parse([*finished[:2], finished[2][:40]])

        assert run.results == (PASS,)
        assert run.problems == ("line 3 was skipped: it is not JSON (the file ends in the middle of it)",)

    def test_a_finished_writer_takes_no_more(self, tmp_path: Path) -> None:
        """Writing after the footer is a mistake of the caller."""
        writer = Writer(str(tmp_path / "results.ndjson"), header())
        writer.finish()

        with pytest.raises(ValueError, match="closed"):
            writer.write(PASS)


class TestADamagedFileIsReadAsFarAsItGoes:
    """A damaged line is skipped and reported with its number; a wrong header is refused in plain words."""

    @pytest.mark.parametrize(
        ("line", "problem"),
        [
            (b"\x00\x00\x00\n", "it is not JSON"),
            (b"\xff\xfe\n", "it is not JSON"),
            (b"[1]\n", "it is not a JSON object"),
            (b"[" * 100_000 + b"\n", "it is not JSON"),
            (b'{"kind": "result", "seconds": NaN}\n', "it is not JSON"),
            (b'{"kind": "note"}\n', '"note" is no kind of line that belongs here'),
            (b'{"kind": "result"}\n', '"verdict" is missing or not a text'),
            (b'{"kind": "result", "verdict": "\\u001bok"}\n', '"\\x1bok" is not a verdict'),
            (
                b'{"kind": "footer", "counts": {"pass": true}}\n',
                '"counts" holds something that is not a number of results',
            ),
        ],
    )
    def test_a_damaged_line_is_skipped(self, finished: list[bytes], line: bytes, problem: str) -> None:
        """The lines around the damage are kept, and the report says which line and why."""
        run = parse([*finished[:2], line, *finished[2:]])

        assert run.results == (PASS, FAIL)
        assert run.problems == (f"line 3 was skipped: {problem}",)

    @pytest.mark.parametrize(
        ("change", "problem"),
        [
            ({"seconds": "1"}, '"seconds" is missing or not a number'),
            ({"seconds": -1}, "seconds is not a duration"),
            ({"seconds": 10**400}, '"seconds" is not a duration'),
            ({"evidence": None}, '"evidence" is missing or not an object'),
            ({"verdict": "skip", "reason": ""}, "a skip needs a reason"),
            ({"expected": "fail"}, '"expected" is missing or not an object'),
            ({"expected": {"verdict": "fail"}}, '"reason" is missing or not a text'),
            ({"expected": {**KNOWN_ROW, "also": ["ok"]}}, '"ok" is not a verdict'),
            (
                {"expected": {**KNOWN_ROW, "verdict": "pass"}},
                "pass is no verdict that an expectation file lists",
            ),
            ({"expected": {**KNOWN_ROW, "line": -1}}, '"line" is missing or no whole number'),
            (
                {"verdict": "pass", "flaky": "fail"},
                "fail at a second try of what came to pass: only findings are tried again",
            ),
            (
                {"verdict": "warn", "flaky": "crash"},
                "crash at a second try of what came to warn: only findings are tried again",
            ),
        ],
    )
    def test_a_wrong_field_is_named(
        self, finished: list[bytes], change: dict[str, Any], problem: str
    ) -> None:
        """A result that breaks the contract is skipped with the field that breaks it."""
        line = json.dumps({**json.loads(finished[2]), **change}).encode() + b"\n"

        run = parse([finished[0], line])

        assert run.problems == (f"line 2 was skipped: {problem}",)

    def test_a_bottomless_evidence_is_cut(self, finished: list[bytes]) -> None:
        """Nesting beyond a sane depth is replaced by a text, so that no document has to follow it."""
        deep = finished[2].replace(b'["a"]', b"[" * 200 + b"]" * 200)

        run = parse([finished[0], deep])

        assert run.problems == ()
        assert "(nested too deeply to keep)" in str(run.results[0].evidence)

    def test_a_lost_result_is_noticed(self, finished: list[bytes]) -> None:
        """A footer that counts other results than there are is a problem, even when every line is sound."""
        run = parse([finished[0], finished[1], finished[3]])

        assert run.problems == ("the footer counts other results than the file has: 1 pass, 1 fail",)

    def test_lines_after_the_footer_are_not_part_of_the_run(self, finished: list[bytes]) -> None:
        """A result appended behind the footer is skipped."""
        run = parse([*finished, finished[1]])

        assert run.results == (PASS, FAIL)
        assert run.problems == ("line 5 was skipped: it comes after the footer",)

    def test_an_unlisted_subject_is_kept_and_named_once(self, finished: list[bytes]) -> None:
        """Results of a subject that the header lacks are kept, with one problem for the subject."""
        stray = finished[1].replace(b'"system"', b'"other"')

        run = parse([finished[0], stray, stray.replace(b'"plain"', b'"next"')])

        assert [result.subject for result in run.results] == ["other", "other"]
        assert run.problems == ('line 2: the header has no subject "other"',)

    @pytest.mark.parametrize(
        ("lines", "message"),
        [
            ([], "not a results file: it is empty"),
            ([b"\n"], "not a results file: it is empty"),
            (
                [b"\x7fELF\x02\n"],
                "not a results file but a library: name the folder that refloader conform --out writes for it",
            ),
            (
                [b"<!doctype html>\n"],
                "not a results file but a page for readers: name results.ndjson, which lies beside a report.html",
            ),
            ([b"<xml>\n"], "not a results file: its first line is no header (it is not JSON)"),
            (
                [b'{"kind": "result"}\n'],
                'not a results file: its first line is no header (its "kind" is not "header")',
            ),
            (
                [b'{"kind": "header", "schema": "refloader.results/2"}\n'],
                "not a results file: its first line is no header "
                f'(its schema is "refloader.results/2", and refloader {__version__} reads "refloader.results/1": '
                "read it with a newer refloader, such as wrote it)",
            ),
        ],
    )
    def test_a_file_without_our_header_is_refused(self, lines: list[bytes], message: str) -> None:
        """What is wrong with the first line is said in one sentence."""
        with pytest.raises(ResultsError) as refusal:
            parse(lines)

        assert str(refusal.value) == message

    @pytest.mark.parametrize(
        "subject",
        [b'"x"', b'{"kind": "gpu", "name": "a"}', b'{"kind": "layer", "name": 1}'],
    )
    def test_a_header_with_a_wrong_subject_is_refused(self, finished: list[bytes], subject: bytes) -> None:
        """A subject that is not one makes the whole file unreadable, since results refer to it."""
        row = json.loads(finished[0])
        row["subjects"] = [json.loads(subject)]

        with pytest.raises(ResultsError, match="its first line is no header"):
            parse([json.dumps(row).encode()])

    @pytest.mark.parametrize("name", ["missing.ndjson", ".", "a\x00b"])
    def test_a_file_that_cannot_be_read_is_refused(self, tmp_path: Path, name: str) -> None:
        """A missing file, a folder and an impossible path are all told apart from results."""
        with pytest.raises(ResultsError):
            read(f"{tmp_path}/{name}")
