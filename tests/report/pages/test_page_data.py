"""The data behind the matrix of the page: cases as numbers and texts, evidence that is bounded."""

import json
from collections.abc import Callable
from typing import Any, TypeAlias

import pytest
from replaced import replace

from refloader.report.arrange import STANDINGS
from refloader.report.page import cases
from refloader.report.page.cases import Chunks, chunks
from refloader.report.page.evidence import bounded, shown
from refloader.report.page.matrix import matrix
from refloader.results.results_file import Result, Run, Subject, Verdict

MakeRun: TypeAlias = Callable[..., Run]
MANIFEST = '{\n  "layer": {\n    "name": "x"\n  }\n}'


class Told:
    """What a script would read from the chunks."""

    def __init__(self, chunks: Chunks) -> None:
        self.texts = json.loads(chunks.texts)
        self.commands = json.loads(chunks.commands)
        self.rows = [json.loads(row) for row in chunks.rows]
        self.evidence = [json.loads(each) for each in chunks.evidence]

    def command(self, rule: str, case: list[Any]) -> str:
        """What replays a case, put together as the script does it."""
        parts = self.commands[case[4]]
        if len(parts) == 1:
            return str(parts[0])
        return f"{parts[0]}{rule}{parts[1]}{self.texts[case[0]]}{parts[2]}"


def told(run: Run) -> Told:
    """The data of a run's page."""
    return Told(chunks(matrix(run)))


class TestCasesAreNumbersAndTexts:
    """Every text stands there once, and nothing is lost."""

    def test_a_case(self, make_run: MakeRun, failure: Result) -> None:
        """Name, standing, milliseconds, reason and command, with evidence as its number."""
        data = told(make_run(failure))

        ((_, (case,)),) = data.rows
        name, standing, milliseconds, reason, _, more = case
        assert (data.texts[name], STANDINGS[standing], milliseconds) == ("missing", "fail", 250)
        assert data.texts[reason] == failure.reason
        assert data.command("LLP_LAYER_9", case) == failure.repro
        assert data.evidence[more["e"]] == [[["chain", '["good", "no_switch"]'], ["log", "one\ntwo"]], ""]

    def test_what_is_known_unexpected_and_flaky(
        self, make_run: MakeRun, known: Result, surprise: Result
    ) -> None:
        """The verdict beside the standing, with the sentences that explain it."""
        data = told(make_run(known, replace(surprise, flaky=Verdict.FAIL, retried=(Verdict.CRASH,))))

        (_, (first, second)) = data.rows[0]
        assert (STANDINGS[first[1]], first[5]["v"]) == ("stale", "pass")
        assert [data.texts[note].partition(":")[0] for note in first[5]["n"]] == [
            "flaky",
            "retried",
            "stale entry",
        ]
        assert (STANDINGS[second[1]], second[5]["v"]) == ("expected", "fail")
        assert data.texts[second[5]["k"]] == "it keeps the layer (see divergences.md#x) [x.toml:7]"

    @pytest.mark.parametrize(
        "repro",
        [
            "",
            "refloader conform",
            "refloader conform --rule LLP_LAYER_9 --case missing",
            "refloader conform --case missing --rule LLP_LAYER_9",
            "refloader conform --rule LLP_LAYER_9 LLP_LAYER_9 missing missing LLP_LAYER_9",
            "refloader conform --rule LLP_LAYER_9 --case 'missing;' missing",
            "refloader conform LLP_LAYER_9missing",
        ],
    )
    def test_a_command_is_put_together_exactly(self, make_run: MakeRun, failure: Result, repro: str) -> None:
        """Whatever it names, and where."""
        data = told(make_run(replace(failure, replay=repro)))

        assert data.command("LLP_LAYER_9", data.rows[0][1][0]) == repro

    def test_commands_of_a_subject_are_one(self, make_run: MakeRun, failure: Result) -> None:
        """A thousand cases share the texts around rule and case."""
        names = ("one", "two", "three")
        every = [
            replace(failure, case=name, replay=f"refloader conform --rule LLP_LAYER_9 --case {name}")
            for name in names
        ]

        assert told(make_run(*every)).commands == [["refloader conform --rule ", " --case ", ""]]

    def test_no_text_ends_the_element(self, make_run: MakeRun) -> None:
        """Markup and old line ends are escapes in the JSON, and mean what they meant."""
        evil = "</script><!--\u2028&"

        made = chunks(matrix(make_run(Result(evil, "system", evil, Verdict.FAIL, evil, {evil: evil}, evil))))

        written = "".join((made.texts, made.commands, *made.rows, *made.evidence))
        assert not set("<>&\u2028").intersection(written)
        assert "</script><!--\\u2028&" in json.loads(made.texts)


class TestEvidenceIsBounded:
    """A page stays small, and says what it leaves out."""

    def test_evidence_of_passes_and_skips_is_left_out(self, make_run: MakeRun, failure: Result) -> None:
        """A pass has nothing to explain, and a skip has its reason."""
        passed, skipped = (replace(failure, verdict=each) for each in (Verdict.PASS, Verdict.SKIP))

        assert told(make_run(passed, skipped)).evidence == []

    def test_the_same_evidence_is_kept_once(self, make_run: MakeRun, failure: Result) -> None:
        """One look at a subject bears on several rules."""
        data = told(make_run(failure, replace(failure, rule="LLP_LAYER_1")))

        assert len(data.evidence) == 1

    def test_past_the_bound_of_a_cell_it_is_left_out(
        self, make_run: MakeRun, failure: Result, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """The worst cases keep theirs; the others say that it is left out."""
        monkeypatch.setattr(cases, "EACH", 2)
        every = [replace(failure, case=name, evidence={"log": name}) for name in "abc"]

        data = told(make_run(*every))

        assert [case[5]["e"] for case in data.rows[0][1]] == [0, 1, -1]

    def test_past_the_bound_of_the_page_it_is_left_out(
        self, make_run: MakeRun, failure: Result, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """As long as there is room, and for what is short still after what was too long."""
        monkeypatch.setattr(cases, "ROOM", 60)
        every = [replace(failure, case=f"{len(log)}", evidence={"log": log}) for log in ("ab", "c" * 80)]

        data = told(make_run(*every))

        assert {data.texts[case[0]]: case[5]["e"] for case in data.rows[0][1]} == {"2": 0, "80": -1}

    def test_endless_evidence_is_cut_and_says_so(self) -> None:
        """Every part keeps its beginning; what is short stays whole."""
        endless = {
            "short": "s",
            "text": "x" * 90_000,
            "list": ["y" * 100] * 900,
            "deep": {"a": {"b": "z" * 50_000}},
        }

        kept = bounded(endless, 8_000)

        assert kept["short"] == "s"
        assert str(kept["text"]).startswith("xxx")
        assert str(kept["text"]).endswith("(90000 characters, cut here: the results file has them)")
        assert kept["list"][-1] == "... (900 in all, cut here: the results file has them)"  # type: ignore[index]
        assert len(json.dumps(kept)) < 9_000

    def test_short_evidence_is_left_alone(self) -> None:
        """The very same values."""
        evidence = {"chain": ["a"], "number": 2**70}

        assert bounded(evidence) is evidence

    def test_numbers_are_shown_in_full(self) -> None:
        """A script would round what is beyond 2**53: they are texts."""
        assert shown({"handle": 2**64 - 1}, None).facts == (("handle", "18446744073709551615"),)


class TestPicturesOfEvidence:
    """What people would rather look at comes with the facts."""

    def test_the_place_in_the_manifest(self) -> None:
        """Where a finding has a line and the subject its manifest, the lines around it are shown with a mark."""
        subject = Subject("layer", "x", "/x.json", "1", "", manifest=MANIFEST)

        made = shown({"findings": [{"line": 3, "column": 13, "message": "no"}]}, subject).remarks

        assert "<mark>&#34;x&#34;</mark>" in made
        assert "line 3 of /x.json" in made

    def test_no_place_without_a_manifest(self) -> None:
        """A results file may not have kept it."""
        assert shown({"findings": [{"line": 3, "column": 13}]}, None).remarks == ""

    def test_the_chain_that_was_built(self) -> None:
        """Evidence that names a chain is drawn."""
        made = shown({"result": "VK_SUCCESS", "chain": ["VK_LAYER_one"]}, None).chains

        assert "<svg" in made
        assert "VK_LAYER_one" in made
