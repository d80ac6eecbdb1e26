"""The results file: what is written comes back, whatever happened to the writer or the file."""

import json
import os
from pathlib import Path
from typing import Any

import jsonschema
import pytest
from replaced import replace
from written_results import FAIL, PASS, header, written

from refloader.results.results_file import (
    Expected,
    Footer,
    Result,
    Run,
    Stale,
    Subject,
    Verdict,
    Writer,
    parse,
    read,
)

SCHEMA = Path(__file__).parents[3] / "reports" / "schema" / "results-1.schema.json"
KNOWN = Expected(Verdict.FAIL, "it sorts", "divergences.md#x", "x.toml", 7)
EXPECTED = Result("LLP_LAYER_9", "system", "known", Verdict.FAIL, "loaded", expected=KNOWN)
STALE = Stale("system", "LLP_LAYER_9", "gone", "x.toml", 12)
HOSTILE = "<script>\x1b[2J\x00\ud800\udcff\u202e"
SPELLED = r"<script>\x1b[2J\x00\ud800\xff\u202e"


class TestOneLinePerFact:
    """A run is a header line, one line per result and a footer line, with the fields of the contract."""

    def test_a_finished_run_comes_back_whole(self, tmp_path: Path) -> None:
        """Header, results and footer are read as they were written."""
        path = written(tmp_path, PASS, FAIL)

        run = read(str(path))

        counts = {"pass": 1, "fail": 1, "warn": 0, "skip": 0, "crash": 0, "timeout": 0, "error": 0}
        assert run == Run(header(), (PASS, FAIL), Footer("2026-03-01T10:01:00+00:00", counts))

    def test_what_was_expected_comes_back(self, tmp_path: Path) -> None:
        """The entry that fits a result, and those that fit none, are read as they were written."""
        path = tmp_path / "results.ndjson"
        with Writer(str(path), header()) as writer:
            writer.write(EXPECTED)
            writer.finish(stale=[STALE])

        run = read(str(path))

        assert run.results == (EXPECTED,)
        assert run.footer is not None
        assert (run.footer.expected, run.stale) == (1, (STALE,))
        validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
        assert all(validator.is_valid(json.loads(line)) for line in path.read_text().splitlines())

    def test_a_flaky_finding_comes_back(self, tmp_path: Path) -> None:
        """The verdict of the second try is read as it was written; a line without one has no such field."""
        flaky = replace(FAIL, flaky=Verdict.PASS)
        path = written(tmp_path, flaky, PASS)

        rows = [json.loads(line) for line in path.read_text().splitlines()]

        assert read(str(path)).results == (flaky, PASS)
        assert [row.get("flaky", "none") for row in rows[1:3]] == ["pass", "none"]
        validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))
        assert all(map(validator.is_valid, rows))

    def test_a_footer_without_expectations_is_read(self, finished: list[bytes]) -> None:
        """Files that were written before there were expectations have none."""
        line = json.loads(finished[3])
        del line["expected"], line["stale"]

        run = parse([*finished[:3], json.dumps(line).encode()])

        assert (run.truncated, run.problems, run.stale) == (False, (), ())

    def test_two_writers_do_not_meet_in_one_file(self, tmp_path: Path) -> None:
        """A file that is begun anew takes nothing from the one that still writes to the old one."""
        path = str(tmp_path / "results.ndjson")
        first = Writer(path, header())
        with Writer(path, header()) as second:
            first.write(FAIL)
            second.write(PASS)
            first.close()

        run = read(path)

        assert (run.results, run.truncated, run.problems) == ((PASS,), False, ())

    def test_facts_of_a_subject_come_back(self, tmp_path: Path) -> None:
        """A subject of which nobody knows any has no such field."""
        facts = {"devices": [{"properties": {"vendorID": 1}}], "timings": {"instance": {"samples": [1.5]}}}
        plain = Subject("loader", "other", "", "", "")
        told = Subject("driver", "it", "/it.json", "1.3.0", "", facts=facts)
        path = tmp_path / "results.ndjson"
        with Writer(str(path), header(told, plain)):
            pass

        line = json.loads(path.read_bytes().splitlines()[0])

        assert read(str(path)).header.subjects == (told, plain)
        assert [each.get("facts") for each in line["subjects"]] == [facts, None]
        assert jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text())).is_valid(line)

    def test_a_plain_line_is_read_like_any_other(self, finished: list[bytes]) -> None:
        """What needs no spelling out is not gone through; DEL is no escape and has to be spelled out all the same."""
        row = {**json.loads(finished[1]), "reason": "a\x7fb"}
        raw = json.dumps(row).replace("\\u007f", "\x7f").encode()

        [result] = parse([finished[0], raw]).results

        assert result.reason == "a\\x7fb"

    def test_a_subject_may_say_its_edition(self, tmp_path: Path) -> None:
        """Edition and reason come back; a file from before there were such fields is read as well."""
        subject = Subject("loader", "old", "", "1.0.61", "", "2016", "its version is 1.0.61")
        path = tmp_path / "results.ndjson"
        with Writer(str(path), header(subject)):
            pass
        line = json.loads(path.read_bytes().splitlines()[0])
        assert read(str(path)).header.subjects == (subject,)

        del line["subjects"][0]["edition"], line["subjects"][0]["edition_reason"]

        seen = parse([json.dumps(line).encode()]).header.subjects
        assert seen == (Subject("loader", "old", "", "1.0.61", ""),)

    def test_a_result_line_has_the_contract_fields(self, finished: list[bytes]) -> None:
        """The line of a failure spells out every field of the contract in its order."""
        assert finished[2] == (
            b'{"kind": "result", "rule": "LLP_LAYER_9", "subject": "system", "case": "missing", '
            b'"verdict": "fail", "reason": "loaded", "evidence": {"chain": ["a"]}, '
            b'"repro": "conform", "seconds": 0.0}\n'
        )

    def test_the_first_line_names_the_schema(self, finished: list[bytes]) -> None:
        """A reader learns the schema from the beginning of the first line."""
        assert finished[0].startswith(b'{"kind": "header", "schema": "refloader.results/1", ')

    def test_every_line_keeps_to_the_published_schema(self, finished: list[bytes]) -> None:
        """Header, results and footer validate against reports/schema/results-1.schema.json."""
        validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))

        faults = [fault.message for line in finished for fault in validator.iter_errors(json.loads(line))]

        assert faults == []

    @pytest.mark.parametrize(
        "change",
        [
            {"verdict": "ok"},
            {"verdict": "skip", "reason": " "},
            {"seconds": -1},
            {"evidence": []},
            {"kind": "footer"},
        ],
    )
    def test_the_schema_refuses_a_wrong_result(self, finished: list[bytes], change: dict[str, Any]) -> None:
        """Each single fault in a result line is one that the schema sees."""
        validator = jsonschema.Draft202012Validator(json.loads(SCHEMA.read_text()))

        assert not validator.is_valid({**json.loads(finished[2]), **change})

    def test_hostile_text_is_stored_spelled_out(self, tmp_path: Path) -> None:
        """Escapes, NUL, lone surrogates and direction marks come back as text that names them."""
        result = Result("R", "system", HOSTILE, Verdict.FAIL, HOSTILE, {HOSTILE: [HOSTILE]}, HOSTILE)

        (seen,) = read(str(written(tmp_path, result))).results

        assert seen == Result("R", "system", SPELLED, Verdict.FAIL, SPELLED, {SPELLED: [SPELLED]}, SPELLED)

    def test_line_breaks_in_evidence_stay(self, tmp_path: Path) -> None:
        """A captured output keeps its lines and tabs; only what drives a terminal is spelled out."""
        result = Result("R", "system", "c", Verdict.FAIL, evidence={"stderr": "a\tb\n\x1bc\r\n"})

        (seen,) = read(str(written(tmp_path, result))).results

        assert seen.evidence == {"stderr": "a\tb\n\\x1bc\\x0d\n"}

    def test_no_number_is_written_that_json_lacks(self, tmp_path: Path) -> None:
        """Infinity in evidence is stored as a text."""
        result = Result("R", "system", "c", Verdict.FAIL, evidence={"time": float("inf")})

        (seen,) = read(str(written(tmp_path, result))).results

        assert seen.evidence == {"time": "inf"}


class TestAFolderOfSomebodys:
    """Results are written to their folder, whatever links it came with."""

    @pytest.mark.parametrize("suffix", ["", ".PID"])
    def test_links_lead_nowhere(self, tmp_path: Path, suffix: str) -> None:
        """What one leads to stays what it was, under the name that is written to at first as well."""
        own = tmp_path / "own"
        own.write_text("own")
        (tmp_path / f"results.ndjson{suffix.replace('PID', str(os.getpid()))}").symlink_to(own)

        path = written(tmp_path, PASS)

        assert own.read_text() == "own"
        assert [each.name for each in tmp_path.iterdir() if each != own] == [path.name]
        assert read(str(path)).results == (PASS,)


class TestTheExitCodeTellsWhoseFaultItIs:
    """0 is conformant, 1 is findings, 3 is a run that cannot be relied on."""

    @pytest.mark.parametrize(
        ("verdict", "code"),
        [("pass", 0), ("warn", 0), ("skip", 0), ("fail", 1), ("crash", 1), ("timeout", 1), ("error", 3)],
    )
    def test_each_verdict_has_its_code(self, tmp_path: Path, verdict: str, code: int) -> None:
        """One result beside a pass decides the code of a finished run."""
        other = Result("R", "system", "c", Verdict(verdict), "why")

        run = read(str(written(tmp_path, PASS, other)))

        assert (run.worst, run.exit_code) == (verdict, code)

    @pytest.mark.parametrize(
        ("seen", "expected", "code"),
        [
            *[("fail", "fail", 0), ("crash", "crash", 0), ("warn", "warn", 0), ("skip", "fail", 0)],
            *[("pass", "fail", 1), ("warn", "fail", 1), ("crash", "fail", 1), ("error", "fail", 3)],
        ],
    )
    def test_expectations_have_to_come_true(
        self, tmp_path: Path, seen: str, expected: str, code: int
    ) -> None:
        """What was expected does not count; any other outcome of a judged case does."""
        known = Expected(Verdict(expected), "", "", "x.toml", 1)
        result = Result("R", "system", "c", Verdict(seen), "why", expected=known)

        assert read(str(written(tmp_path, result))).exit_code == code

    @pytest.mark.parametrize(
        ("seen", "known", "code"),
        [("crash", True, 0), ("fail", True, 0), ("pass", False, 0), ("warn", False, 1)],
    )
    def test_chance_is_allowed_for(self, tmp_path: Path, seen: str, known: bool, code: int) -> None:
        """What comes out one way or another is no surprise either way; a pass is never counted as known."""
        either = Expected(Verdict.CRASH, "", "", "x.toml", 1, also=(Verdict.PASS, Verdict.FAIL))
        result = Result("R", "system", "c", Verdict(seen), expected=either)

        run = read(str(written(tmp_path, result)))

        assert run.results == (result,)
        assert (run.results[0].as_expected, run.exit_code) == (known, code)

    @pytest.mark.parametrize("verdict", [Verdict.ERROR, Verdict.SKIP])
    def test_what_was_not_judged_is_not_expected(self, verdict: Verdict) -> None:
        """A file of another tool can say so, and documents would tell of an error as of something known."""
        known = Expected(verdict, "", "", "x.toml", 1)

        assert not Result("R", "system", "c", verdict, "why", expected=known).as_expected

    def test_an_entry_about_no_case_counts(self, tmp_path: Path) -> None:
        """A run in which all passed is not conformant if an expectation file is out of date."""
        path = tmp_path / "results.ndjson"
        with Writer(str(path), header()) as writer:
            writer.finish(stale=[STALE])

        assert read(str(path)).exit_code == 1

    @pytest.mark.parametrize("stale", [3, ["x"], [{"subject": "s"}]])
    def test_a_footer_that_cannot_be_read(self, finished: list[bytes], stale: object) -> None:
        """A footer with a wrong list of entries is a problem."""
        footer = json.dumps({**json.loads(finished[3]), "stale": stale}).encode()

        assert parse([*finished[:3], footer]).exit_code == 3

    def test_a_truncated_run_cannot_be_relied_on(self, finished: list[bytes]) -> None:
        """A missing footer outweighs passes and findings."""
        assert parse(finished[:3]).exit_code == 3

    def test_a_damaged_run_cannot_be_relied_on(self, finished: list[bytes]) -> None:
        """A skipped line could have been a finding."""
        assert parse([*finished[:2], b"?\n", *finished[2:]]).exit_code == 3

    def test_a_run_without_results_has_no_worst(self, finished: list[bytes]) -> None:
        """Nothing is the worst of nothing."""
        assert parse(finished[:1]).worst is None
