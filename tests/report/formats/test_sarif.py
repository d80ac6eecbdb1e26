"""SARIF 2.1.0, held against the published schema and against what GitHub asks for."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias
from urllib.parse import urlparse

import pytest
from issues_made import issue
from jsonschema import Draft4Validator
from replaced import replace

from refloader.report.formats import sarif
from refloader.report.formats.sarif_rules import descriptor
from refloader.report.issues import Issue, IssueLocation
from refloader.results.results_file import Expected, Header, Result, Run, Stale, Subject, Verdict
from refloader.rules import ambiguities, rules

MakeRun: TypeAlias = Callable[..., Run]

SCHEMA = Path(__file__).resolve().parents[2] / "data" / "published" / "sarif-2.1.0-rtm.5.json"


@cache
def _validator() -> Draft4Validator:
    return Draft4Validator(json.loads(SCHEMA.read_text(encoding="utf-8")))


def checked(text: str) -> dict[str, Any]:
    """The one run of a log that the schema takes."""
    log = json.loads(text)
    _validator().validate(log)
    (run,) = log["runs"]
    assert isinstance(run, dict)
    return run


def of_run(run: Run, folder: str = "/work") -> dict[str, Any]:
    """The run of the log of a run of ours."""
    return checked(sarif.render(run, folder))


def of_issues(*issues: Issue) -> dict[str, Any]:
    """The run of the log of what lint found."""
    return checked(sarif.of_lint(issues, "/work", 1))


class TestResults:
    """Each finding is a result with its rule, level, place and fingerprint."""

    def test_a_finding_of_lint(self) -> None:
        """The place is relative to the folder, from the column to the end of the line."""
        run = of_issues(issue())

        (result,) = run["results"]
        assert run["columnKind"] == "utf16CodeUnits"
        assert run["originalUriBaseIds"] == {"%SRCROOT%": {"uri": "file:///work/"}}
        assert (result["ruleId"], result["level"], result["kind"]) == ("LLP_LAYER_6", "error", "fail")
        assert result["locations"] == [
            {
                "physicalLocation": {
                    "artifactLocation": {"uri": "a.json", "uriBaseId": "%SRCROOT%"},
                    "region": {"startLine": 2, "startColumn": 3, "snippet": {"text": "here"}},
                }
            }
        ]
        assert list(result["partialFingerprints"]) == ["refloaderFinding/v1"]

    def test_a_result_of_a_run(self, make_run: MakeRun, failure: Result) -> None:
        """The subject is told, and how to see it again."""
        (result,) = of_run(make_run(failure))["results"]

        place = result["locations"][0]
        assert place["physicalLocation"]["artifactLocation"] == {"uri": "file:///usr/lib/libvulkan.so.1"}
        assert place["logicalLocations"] == [{"name": "system", "kind": "module"}]
        assert result["message"]["text"].endswith(f"\nTo see it again: {failure.repro}")
        assert result["properties"]["case"] == "missing"

    def test_github_can_tell_results_apart_in_files_it_has_not_got(
        self, make_run: MakeRun, failure: Result
    ) -> None:
        """It makes no fingerprints for files outside the repository: then ours stands in its place."""
        prints = of_run(make_run(failure))["results"][0]["partialFingerprints"]

        assert prints["primaryLocationLineHash"] == f"{prints['refloaderFinding/v1']}:1"

    def test_every_result_has_a_place(self, make_run: MakeRun) -> None:
        """GitHub refuses a file that has one without; the reference has no file and is placed by its name."""
        (result,) = of_run(make_run(Result("LLP_LAYER_6", "reference", "c", Verdict.FAIL, "why")))["results"]

        physical = result["locations"][0]["physicalLocation"]
        assert (physical["artifactLocation"]["uri"], physical["region"]) == ("reference", {"startLine": 1})

    def test_further_places_are_related(self) -> None:
        """The first place is the location: a result with two would have to be put right in both."""
        locations = (IssueLocation("/work/a.json", 2), IssueLocation("/work/a.json", 5))

        (result,) = of_issues(issue(spots=locations))["results"]

        assert len(result["locations"]) == 1
        assert [each["physicalLocation"]["region"] for each in result["relatedLocations"]] == [
            {"startLine": 5}
        ]

    def test_what_was_expected_is_suppressed(self, make_run: MakeRun, known: Result) -> None:
        """The reason of the entry is the justification."""
        (result,) = of_run(make_run(known))["results"]

        assert result["suppressions"] == [
            {
                "kind": "external",
                "status": "accepted",
                "justification": "it keeps the layer (divergences.md#x; x.toml:7)",
            }
        ]

    def test_nothing_in_a_message_is_taken_for_a_link_or_a_placeholder(self) -> None:
        """The standard has both in plain text; lists and braces are left alone otherwise."""
        (result,) = of_issues(issue(message='[see](http://evil) {0} {"a": 1} ["b"]'))["results"]

        assert result["message"]["text"] == '[see\\](http://evil) {{0} {"a": 1} ["b"].'

    def test_what_is_escaped_already_stays_so(self) -> None:
        """A second backslash or brace would make a link or a placeholder of it again."""
        (result,) = of_issues(issue(message=r"[a\](http://evil) [b\\](http://evil) {{0} {{{1}"))["results"]

        assert result["message"]["text"] == r"[a\](http://evil) [b\\\](http://evil) {{0} {{{{1}."

    def test_nor_is_anything_in_a_notification(self, make_run: MakeRun) -> None:
        """Problems of a results file hold what it held."""
        run = of_run(make_run(problems=("[x](http://evil) {0}",)))

        (notice,) = _notices(run["invocations"][0])
        assert notice["message"] == {"text": "[x\\](http://evil) {{0}"}

    def test_a_long_message_is_cut(self) -> None:
        """How long it was is said."""
        (result,) = of_issues(issue(message="x" * 100_000))["results"]

        assert result["message"]["text"].endswith("... (100001 characters)")
        assert len(result["message"]["text"]) < 5_000

    def test_hostile_text_is_ascii_and_legal(self, make_run: MakeRun) -> None:
        """Whatever names and paths hold the log is valid, and each URI one that can be read."""
        evil = "<script>\x1b[2J\u202e\ud800\udcff \n%"
        subject = Subject("layer", evil, f"/{evil}", evil, evil)
        result = Result(evil, evil, evil, Verdict.CRASH, evil, {evil: evil}, evil)
        known = replace(result, expected=Expected(Verdict.CRASH, evil, evil, evil, 1))
        run = make_run(result, known, subjects=(subject,), problems=(evil,), notes=(evil,))
        run = replace(run, header=replace(run.header, command=evil, environment=evil, started=evil))

        text = sarif.render(run, "/work")

        place = checked(text)["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]
        assert text.isascii()
        assert json.dumps(json.loads(text), ensure_ascii=False).encode("utf-8").isascii()
        assert "\\u00" not in text
        assert urlparse(place["uri"]).scheme == "file"


class TestRules:
    """Viewers show what a rule says beside a finding."""

    @pytest.mark.parametrize("rule", [*rules(), *ambiguities()])
    def test_each_rule_can_be_described(self, rule: str) -> None:
        """Every row of the catalogue has a title, a text and help; GitHub takes up to ten tags."""
        told = descriptor(rule)

        assert told["shortDescription"]["text"]
        assert told["help"]["text"].startswith(told["fullDescription"]["text"])
        assert told["defaultConfiguration"]["level"] in ("error", "warning", "note")
        assert len(told["properties"]["tags"]) <= 10

    def test_the_help_is_the_page_of_the_rule(self) -> None:
        """With an example that passes and one that fails."""
        told = descriptor("LLP_LAYER_9")

        assert "## An example that fails" in told["help"]["markdown"]
        assert "helpUri" not in told

    def test_the_page_may_be_online(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where somebody names the address of the documentation."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "https://example.org/docs")

        driver = of_issues(issue())["tool"]["driver"]
        assert driver["informationUri"] == "https://example.org/docs"
        assert descriptor("LLP_LAYER_9")["helpUri"] == "https://example.org/docs/rules/LLP_LAYER_9.html"

    def test_they_say_whom_they_bind_and_when(self) -> None:
        """Tags are who is bound and by which editions."""
        assert descriptor("LLP_LAYER_9")["properties"]["tags"] == [
            *("vulkan", "layer", "policies-for-layers", "edition-2022", "edition-2026")
        ]

    def test_only_those_that_are_broken_are_listed(self) -> None:
        """Each once, and results point to them."""
        run = of_issues(issue(), issue(rule="LLP_LAYER_9"), issue())

        listed = [each["id"] for each in run["tool"]["driver"]["rules"]]
        assert listed == ["LLP_LAYER_6", "LLP_LAYER_9"]
        assert [each["ruleIndex"] for each in run["results"]] == [0, 1, 0]

    def test_a_rule_of_another_version(self) -> None:
        """A rule that the catalogue does not have is listed too."""
        run = of_issues(issue(rule="NO-SUCH-1"))

        (told,) = run["tool"]["driver"]["rules"]
        unknown = {"text": "not a rule of this version"}
        assert told == {
            "id": "NO-SUCH-1",
            **dict.fromkeys(("shortDescription", "fullDescription", "help"), unknown),
        }


class TestTheRunItself:
    """Whether the run can be relied on stands in the invocation, never among the results."""

    def test_a_truncated_run(self, make_run: MakeRun) -> None:
        """It was not successful, and the notifications say why."""
        broke = Result("LLP_LAYER_6", "system", "c", Verdict.ERROR, "no memory")

        run = of_run(
            make_run(broke, finished=False, problems=("line 3 was skipped",), notes=("left out: x",))
        )

        (invocation,) = run["invocations"]
        assert run["results"] == []
        assert (invocation["executionSuccessful"], invocation["exitCode"]) == (False, 3)
        assert [(each["level"], each["message"]["text"][:20]) for each in _notices(invocation)] == [
            ("error", "truncated run: the r"),
            ("error", "line 3 was skipped"),
            ("error", "system, c of LLP_LAY"),
            ("note", "left out: x"),
        ]

    def test_times_are_in_utc(self, make_run: MakeRun) -> None:
        """Offsets are reckoned in, and what is no time is left out."""
        run = make_run()
        header: Header = replace(run.header, started="2026-03-01T10:00:00+02:00")

        told = of_run(replace(run, header=header))["invocations"][0]
        odd = of_run(replace(run, header=replace(header, started="yesterday")))["invocations"][0]

        assert (told["startTimeUtc"], "startTimeUtc" in odd) == ("2026-03-01T08:00:00Z", False)

    def test_expectations_about_no_case(self, make_run: MakeRun, stale: Stale) -> None:
        """They are faults of a file of the user's, and point to its line."""
        told = of_run(make_run(stale=(stale,)))

        place = {
            "artifactLocation": {"uri": "x.toml", "uriBaseId": "%SRCROOT%"},
            "region": {"startLine": 11},
        }
        (notice,) = told["invocations"][0]["toolConfigurationNotifications"]
        assert notice["locations"][0]["physicalLocation"] == place
        (found,) = told["results"]
        assert (found["ruleId"], found["level"]) == (stale.rule, "error")
        assert found["locations"][0]["physicalLocation"] == place

    def test_the_files_that_were_judged(self, make_run: MakeRun) -> None:
        """With their digests, so that a reader can tell which ones they were."""
        (file,) = of_run(make_run())["artifacts"]

        assert file["location"] == {"uri": "file:///usr/lib/libvulkan.so.1"}
        assert file["hashes"] == {"sha-256": "ab" * 32}

    def test_a_named_machine_is_a_category(self, make_run: MakeRun) -> None:
        """Runs of several machines do not replace each other on GitHub."""
        run = make_run()

        named = replace(run, header=replace(run.header, environment="bench"))

        assert of_run(run)["automationDetails"] == {"id": "refloader-conform/"}
        assert of_run(named)["automationDetails"] == {"id": "refloader-conform/bench/"}

    def test_more_than_github_takes(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """The last ones are left out, and the log says how many."""
        monkeypatch.setattr(sarif, "MOST", 2)

        run = of_issues(*[issue()] * 5)

        (notice,) = _notices(run["invocations"][0])
        assert len(run["results"]) == 2
        assert notice["message"]["text"].startswith("3 further findings are left out")


def _notices(invocation: dict[str, Any]) -> list[dict[str, Any]]:
    notices: list[dict[str, Any]] = invocation["toolExecutionNotifications"]
    return notices
