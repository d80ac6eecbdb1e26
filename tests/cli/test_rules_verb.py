"""``refloader rules``: the catalogue and its traceability."""

import csv
import io
from collections.abc import Callable
from pathlib import Path

import pytest
from verbs import Run, checked_json

from refloader.cli import rules as rules_verb
from refloader.report.rules import page
from refloader.report.rules.text import brief
from refloader.rules import rules
from refloader.suite.run.traceability import Trace, open_readings, traces

DECIDABLE = [each for each in traces() if {"static", "model"} & set(each.rule.kinds)]


class TestCatalogue:
    """The catalogue is printed with its state, generated from the code and the tests' marks."""

    def test_all_rows_are_there(self, run: Run) -> None:
        """474 rules come out as JSON, counted by state."""
        document = checked_json(run("rules", "--format", "json"), "rules-1")

        assert len(document["rules"]) == 474
        assert document["counts"]["rules"] == 474

    def test_a_rule_names_its_decider_and_tests(self, run: Run) -> None:
        """A reader finds the home of a rule in one command."""
        document = checked_json(run("rules", "LLP_LAYER_9", "--format", "json"), "rules-1")

        row = document["rules"][0]
        assert row["decided_by"] == ["refloader.core.manifests.layer_fields._disable"]
        assert row["status"] == "checked"

    def test_a_rule_names_its_violators(self, run: Run) -> None:
        """A reader sees which loader, wrong on purpose, is failed by the rule."""
        document = checked_json(run("rules", "ORDER-CHAIN-02", "--format", "json"), "rules-1")

        row = document["rules"][0]
        wrong = ["later_requests_reversed", "requests_reversed", "requests_as_found"]
        assert (row["violators"], row["unproven"]) == (wrong, "")

    def test_a_rule_of_layers_says_how_it_is_judged(self, run: Run) -> None:
        """Its tests by the kind of look, the layers that break it, and what to do."""
        document = checked_json(run("rules", "LLP_LAYER_12", "--format", "json"), "rules-1")

        row = document["rules"][0]
        wrong = ("", "_first", "_anonymous", "_skips", "_late", "_drops", "_reversed")
        assert row["violators"] == [f"LLP_LAYER_12{each}" for each in wrong]
        assert "creation/link_of_instances" in row["looks"]["chain"]
        assert "u.pLayerInfo->pNext" in row["advice"]

    def test_a_rule_of_drivers_says_how_it_is_judged(self, run: Run) -> None:
        """Alone in a prober's hands and under programs, in this order; who breaks it, and what to do."""
        document = checked_json(run("rules", "LDP_DRIVER_3", "--format", "json"), "rules-1")

        row = document["rules"][0]
        assert list(row["looks"]) == ["probe", "stack"]
        assert "stack/an_instance" in row["looks"]["stack"]
        assert "LDP_DRIVER_3" in row["violators"]
        assert "VK_SUCCESS" in row["advice"]
        told = run("rules", "LDP_DRIVER_3").stdout
        assert "stack/an_instance" in next(
            line for line in told.splitlines() if "drivers are judged (stack)" in line
        )

    def test_each_case_is_told_once(self, run: Run) -> None:
        """The suite's cases stand where it says how layers are judged, other tests of the rule on their own."""
        told = run("rules", "LLP_LAYER_2", "LLP_LAYER_20").stdout

        assert "runs/the_application_comes_to_its_end" in told
        assert "tested by policy_tests/layer/" not in told
        assert "tested by tests/inspect/snapshots/test_since.py" in told

    def test_a_rule_that_nobody_can_check_says_what_to_show(self, run: Run) -> None:
        """A vendor is told what to attach."""
        assert "what a vendor could show: The CTS results" in run("rules", "LLP_LAYER_11").stdout

    def test_no_check_in_mind_is_told_only_where_there_is_none(self, run: Run) -> None:
        """A rule that is judged after all does not say that nothing checks it."""
        assert "checked by none" not in run("rules", "LLP_LAYER_2").stdout
        assert "checked by none: needs the CTS" in run("rules", "LLP_LAYER_11").stdout

    def test_a_rule_without_a_violator_says_why(self, run: Run) -> None:
        """A rule that nobody can be seen to break has a reason."""
        result = run("rules", "LLP-FORMAT-01")

        assert "unproven: it explains how rules are numbered" in result.stdout

    @pytest.mark.parametrize(("rule_id", "why"), [("ABI-02", "lint judges"), ("NEGOTIATE-ICD-10", "Android")])
    def test_a_rule_of_another_system_has_a_reason_of_its_own(self, run: Run, rule_id: str, why: str) -> None:
        """That the machine at hand has another system is none."""
        told = run("rules", rule_id).stdout

        assert why in next(line for line in told.splitlines() if "unproven: " in line)

    def test_totals_tell_of_other_systems(self, run: Run) -> None:
        """The last line says how many rules have a violator, those of Linux and those of other systems."""
        counts = checked_json(run("rules", "--format", "json"), "rules-1")["counts"]

        told = f"and {counts['proven_elsewhere']} of the {counts['for_loaders_elsewhere']} on other systems"
        assert told in run("rules").stdout.splitlines()[-1]

    def test_totals_have_no_names_of_keys(self, run: Run) -> None:
        """The rules that the reference decides are counted in words."""
        total = run("rules").stdout.splitlines()[-1]

        assert "; the reference decides " in total
        assert "_decider" not in total

    def test_an_ambiguity_shows_the_reading_chosen(self, run: Run) -> None:
        """The chosen reading is a named decision with its reason."""
        result = run("rules", "AMB-ENABLE-VALUE")

        assert "chosen: exact value" in result.stdout

    def test_a_prefix_selects_a_family(self, run: Run) -> None:
        """LLP_LOADER stands for its thirteen policies."""
        document = checked_json(run("rules", "LLP_LOADER", "--format", "json"), "rules-1")

        assert len(document["rules"]) == 13

    @pytest.mark.parametrize("more", [("LLP_LAYER_9",), ("--linux",)])
    def test_one_unknown_id_among_others(self, run: Run, more: tuple[str, ...]) -> None:
        """A mistyped id is not passed over, whatever else is asked for."""
        assert run("rules", "LLP_LAYR_9", *more).exit_code == 2

    def test_an_unknown_id_is_wrong_usage(self, run: Run) -> None:
        """A mistyped id is said to be one."""
        assert run("rules", "LLP_LAYR_9").exit_code == 2


class TestNaming:
    """A rule is found as people write it."""

    def test_in_small_letters(self, run: Run) -> None:
        """The case of an id does not matter."""
        assert run("rules", "llp_layer_9").stdout.startswith("LLP_LAYER_9: ")

    def test_a_mistyped_id_is_told_what_is_near(self, run: Run) -> None:
        """Nobody has to look for the right one."""
        result = run("rules", "LLP-LAYER-9")

        assert result.exit_code == 2
        assert "(near: LLP_LAYER_9" in result.stderr

    def test_an_endless_id(self, run: Run) -> None:
        """Whatever is asked for, the answer is a short message."""
        result = run("rules", "A" * 10000 + "\x1b[31m")

        assert result.exit_code == 2
        assert len(result.stderr) < 500


class TestMatrix:
    """The traceability matrix: who decides, tests and violates each rule."""

    def test_it_fits_a_terminal(self, run: Run) -> None:
        """No line is longer than 80 columns, and every rule has one."""
        lines = run("rules", "--matrix").stdout.splitlines()

        assert max(map(len, lines)) <= 80
        assert (
            sum(line.endswith(("checked", "decided", "untestable", "open", "withdrawn")) for line in lines)
            == 474
        )

    def test_tests_are_told_by_kind(self, run: Run) -> None:
        """A rule of layers has probes and runs, one of loaders what asks the model and what calls."""
        document = checked_json(
            run("rules", "LLP_LAYER_12", "ORDER-CHAIN-02", "--matrix", "--format", "json"), "rules-matrix-1"
        )

        of_loaders, of_layers = document["rules"]
        assert {"model", "differential"} <= of_loaders["tests"].keys()
        assert of_layers["tests"]["probe"] == [
            "creation_alone/of_instances",
            "creation_alone/of_instances_behind_another",
            "creation_alone/of_instances_of_no_application",
            "creation_alone/of_each_instance",
        ]
        assert "creation/link_of_instances" in of_layers["tests"]["chain"]

    def test_a_spreadsheet_can_read_it(self, run: Run) -> None:
        """One row a rule, names in a cell apart by spaces."""
        rows = list(
            csv.DictReader(io.StringIO(run("rules", "LLP_LAYER", "--matrix", "--format", "csv").stdout))
        )

        assert len(rows) == 22
        assert "LLP_LAYER_12_skips" in rows[11]["violators"].split()

    @pytest.mark.parametrize("shape", ["markdown", "html"])
    def test_it_can_be_published(self, run: Run, shape: str) -> None:
        """The same rules in a table of Markdown or HTML."""
        told = run("rules", "--matrix", "--format", shape).stdout

        assert told.count("LLP_LAYER_9") >= 1
        assert "DISC-GEN-01" in told

    def test_a_table_of_one_rule_only_for_the_matrix(self, run: Run) -> None:
        """Pages are no tables: csv of them is wrong usage."""
        assert run("rules", "LLP_LAYER_9", "--format", "csv").exit_code == 2


class TestAddress:
    """REFLOADER_DOCS_URL says where the pages are online."""

    def test_json_has_the_page_of_each_rule(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Whoever reads the document can open the page."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "https://docs.example/")

        row = checked_json(run("rules", "LLP_LAYER_9", "--format", "json"), "rules-1")["rules"][0]

        assert row["url"] == "https://docs.example/rules/LLP_LAYER_9.html"

    def test_what_is_no_address_is_wrong_usage(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        """Every verb says so before it does anything."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "javascript:alert(1)")

        result = run("rules", "LLP_LAYER_9")

        assert result.exit_code == 2
        assert "REFLOADER_DOCS_URL is no http, https or file address" in result.stderr


class TestPages:
    """A full id prints the whole page."""

    def test_an_example_of_each_kind(self, run: Run) -> None:
        """A manifest that passes, one that fails, and what refloader says of it."""
        told = run("rules", "LLP_LAYER_9").stdout

        assert "passes: " in told
        assert "fails: " in told
        assert "error LLP_LAYER_9 at 3:12: the implicit layer names no variable that disables it" in told

    def test_markdown(self, run: Run) -> None:
        """The same page for a document."""
        assert run("rules", "LLP_LAYER_9", "--format", "markdown").stdout.startswith("# LLP_LAYER_9: ")

    def test_a_file_is_written(self, run: Run, tmp_path: Path) -> None:
        """What is asked for goes into the file alone."""
        file = tmp_path / "rules.json"

        assert run("rules", "LLP_LAYER_9", "--format", "json", "-o", str(file)).stdout == ""
        assert '"LLP_LAYER_9"' in file.read_text(encoding="utf-8")


class TestCompleteness:
    """No row that can be decided statically or in the model is left open without a reason, on any system."""

    @pytest.mark.parametrize("each", DECIDABLE, ids=lambda each: each.rule.id)
    def test_each_row_is_decided_or_says_why_not(self, each: Trace) -> None:
        """A row of kind static or model is checked, decided, or open with a reason."""
        assert each.status in ("checked", "untestable", "withdrawn") or each.reason

    def test_each_reading_is_carried_out(self) -> None:
        """Only readings about messages, running drivers and chains wait for their function."""
        waiting = {row.id for row in open_readings()}

        assert waiting == {
            "AMB-LOG-WORDING",
            "AMB-V5-DRIVER10",
            "AMB-V4-APIVERSION",
            "AMB-V7-EXPORTED",
            "AMB-LDP5-COLUMNS",
            "AMB-VKCONFIG-USER",
        }


class TestOnATerminal:
    """A page that is longer than the screen gives way to what somebody with a finding needs."""

    @pytest.fixture
    def told(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Callable[..., str]:
        """A function that runs the verb on a terminal of 80 columns and 24 rows and returns what it prints."""
        monkeypatch.setattr(rules_verb, "_width", lambda output: 80)
        monkeypatch.setenv("COLUMNS", "80")
        monkeypatch.setenv("LINES", "24")

        def run_it(*words: str) -> str:
            rules_verb.command.main([*words], standalone_mode=False)
            return capsys.readouterr().out

        return run_it

    def test_it_fits(self, told: Callable[..., str]) -> None:
        """The rule, what to do and who judges it; the last line says how to see everything."""
        lines = told("CHAIN-INIT-06").splitlines()

        assert len(lines) < 24
        assert lines[0] == "CHAIN-INIT-06: Next vkCreateDevice lookup"
        assert any(line.startswith("  what to do: ") for line in lines)
        assert lines[-1] == "  everything, with sources and examples: refloader rules CHAIN-INIT-06 --verbose"

    @pytest.mark.parametrize("words", [(), ("--os", "android"), ("AMB",)])
    def test_the_list_fits(self, told: Callable[..., str], words: tuple[str, ...]) -> None:
        """What is longer than a line goes on in its column; a name is not broken."""
        lines = told(*words).splitlines()

        assert [line for line in lines if len(line) > 80 and " " in line[42:]] == []
        assert max(map(len, lines)) < 90
        assert [line for line in lines if line.endswith("-")] == []

    def test_everything_on_request(self, told: Callable[..., str]) -> None:
        """With its examples, as where the output is no terminal."""
        assert "  passes: " in told("CHAIN-INIT-06", "--verbose")

    @pytest.mark.parametrize("rule_id", ["MANIFEST-LAYER-09", "MANIFEST-LAYER-13", "MANIFEST-ICD-05"])
    def test_why_it_matters(self, told: Callable[..., str], rule_id: str) -> None:
        """What is said of word sizes is said of library_arch, and not of "functions"."""
        text = told(rule_id, "--verbose")

        assert ("Users of mixed systems" in text) is ("library_arch" in text.splitlines()[0])

    @pytest.mark.parametrize("rule_id", rules())
    def test_every_rule_fits(self, rule_id: str) -> None:
        """None of them scrolls its own beginning away."""
        assert brief(page(rule_id), 80).count("\n") <= 24
