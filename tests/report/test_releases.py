"""The matrix of loaders by release: what broke, what was fixed, and what cannot be said."""

import json
import re

import pytest
from releasing import RELEASES, run

from refloader.report.page import releases as page
from refloader.report.releases import data, text
from refloader.report.releases.field import Change, State, field
from refloader.report.releases.words import history, sentence

META, DUP, ANDROID = ("META-06", "a/x"), ("ORDER-DUP-01", "a/y"), ("DISC-ANDROID-01", "a/z")


class TestCells:
    """A cell has the outcome of a rule on a build."""

    def test_states(self) -> None:
        """Findings weigh most; what was skipped says why."""
        [row] = field(run({META: "x.!-", ("META-06", "a/other"): "...."})).rows

        assert [each.state for each in row.cells] == [State.FAIL, State.PASS, State.WARN, State.PASS]
        assert [(each.number, each.judged) for each in row.cells] == [(1, 2), (2, 2), (1, 2), (1, 1)]

    def test_not_judged(self) -> None:
        """The reason is that of the skip, the documents, or that nothing was run."""
        matrix = field(run({META: "-.. ", ("LLP_LOADER_5", "a/b"): "  .."}))

        assert matrix.rows[0].cells[0].reason == "no such feature"
        assert matrix.rows[0].cells[3].reason == "no case of this rule was run"
        assert matrix.rows[1].cells[0].reason == "the documents of 2018 do not have this rule"

    def test_builds_are_in_the_order_of_their_releases(self) -> None:
        """The header has them the other way round."""
        assert tuple(each.release for each in field(run({META: "...."})).builds) == RELEASES


class TestChanges:
    """Only a case that came out differently makes a release the one that broke or fixed a rule."""

    @pytest.mark.parametrize(
        ("letters", "changes"),
        [
            ("....", []),
            ("xxxx", []),
            (".xx.", [(Change.BROKE, 0, 1), (Change.FIXED, 2, 3)]),
            (".-x.", [(Change.BROKE, 0, 2), (Change.FIXED, 2, 3)]),
            ("x--.", [(Change.FIXED, 0, 3)]),
            ("--xx", []),
            (".c..", [(Change.BROKE, 0, 1), (Change.FIXED, 1, 2)]),
            ("!x!.", [(Change.JUDGED, 0, 1), (Change.UNJUDGED, 1, 2)]),
        ],
    )
    def test_one_case(self, letters: str, changes: list[tuple[Change, int, int]]) -> None:
        """Builds that do not judge the rule are passed over."""
        [row] = field(run({META: letters})).rows

        assert [(each.change, each.before, each.at) for each in row.turns] == changes

    def test_a_case_that_is_new(self) -> None:
        """A failing case that the build before did not judge does not blame this one."""
        [row] = field(run({META: "....", ("META-06", "a/new"): "-x--"})).rows

        assert [each.change for each in row.turns] == [Change.JUDGED, Change.UNJUDGED]

    @pytest.mark.parametrize(
        ("first", "second", "changes"),
        [
            ("xxxx", "x...", [(Change.BETTER, 0, 1)]),
            ("xxxx", "..xx", [(Change.WORSE, 1, 2)]),
            (".xx.", "x..x", [(Change.WORSE, 0, 1), (Change.WORSE, 2, 3)]),
            ("xxxx", "x---", []),
        ],
    )
    def test_single_cases(self, first: str, second: str, changes: list[tuple[Change, int, int]]) -> None:
        """A rule that stays broken becomes worse if another case fails, else better if one is fixed."""
        [row] = field(run({META: first, ("META-06", "a/other"): second})).rows

        assert [(each.change, each.before, each.at) for each in row.turns] == changes

    def test_spans(self) -> None:
        """Cases that fail on the same builds are together, the newest first."""
        rows = {META: ".xx.", ("META-06", "a/w"): ".xx.", ("META-06", "a/v"): "x..x"}

        [row] = field(run(rows)).rows

        assert [(each.first, each.last, each.cases) for each in row.spans] == [
            (3, 3, ("a/v",)),
            (1, 2, ("a/w", "a/x")),
            (0, 0, ("a/v",)),
        ]


class TestSentences:
    """One sentence for each build: what is wrong, since when, what was fixed."""

    def test_each_build(self) -> None:
        """What is new is named, what is older is counted by its first build."""
        matrix = field(run({META: ".xx.", DUP: "xxxx"}))

        assert [sentence(matrix, at) for at in range(4)] == [
            "Breaks 1 of the 2 rules that were judged. 1 in this build, the oldest that was tested: "
            "Duplicate names: first occurrence only.",
            "Breaks 2 of the 2 rules that were judged. Broken here: Duplicates between components and other "
            "enablers. Broken before: 1 since 1.2.198.",
            "Breaks 2 of the 2 rules that were judged. Broken before: 1 since 1.2.198, 1 since 1.3.204.",
            "Breaks 1 of the 2 rules that were judged. Broken before: 1 since 1.2.198. "
            "Fixed here: Duplicates between components and other enablers.",
        ]

    def test_history(self) -> None:
        """A change of the documents between two builds is named, as it may be the cause."""
        matrix = field(run({META: ".xx.", DUP: "xxxx"}))

        assert {row.rule.id: history(matrix, row) for row in matrix.rows} == {
            "META-06": "broke after 1.2.198, by 1.3.204, judged by the documents of 2022 from here on; "
            "fixed after 1.3.250, by 1.4.304",
            "ORDER-DUP-01": "broken since 1.2.198, the first that was tested",
        }


class TestDocuments:
    """The same matrix as text, as JSON and as a page."""

    def test_text(self) -> None:
        """A letter for each build; rules that nobody breaks are counted."""
        told = text.render(field(run({META: ".xx!", ("META-01", "a/b"): "...."})))

        assert "META-06  [.xx!]  Duplicates between components and other enablers; broke after" in told
        assert "and 1 rule that no loader breaks\n" in told

    def test_json(self) -> None:
        """Cells are in the order of the builds, failures have their replay."""
        [row] = json.loads(data.render(field(run({META: ".xx "}))))["rules"]

        assert [each["state"] for each in row["cells"]] == ["pass", "fail", "fail", "not judged"]
        assert row["changes"] == [{"change": "broke", "after": "1.2.198", "by": "1.3.204"}]
        assert row["failures"][0]["repro"].endswith("--rule META-06 --case a/x")

    def test_page(self) -> None:
        """Each breach leads to its example, with what is expected, the replay and the scenario."""
        seen = run({META: ".xx!", ("META-01", "a/b"): "...."})

        html = page.render(field(seen), seen, lambda rule: f"rules/{rule}.html", lambda name: f"{name}.html")

        targets = {each for each in re.findall(r'href="#([^"]+)"', html) if not each.startswith("shape-")}
        assert targets >= {"META-06", "META-06--1.3.204", "META-06--1.3.250"}
        assert targets <= set(re.findall(r'id="([^"]+)"', html))
        assert '<a href="rules/META-06.html">' in html
        assert (
            "refloader conform --loader ./libvulkan-1.3.250.so --expect none --rule META-06 --case a/x"
            in html
        )
        assert "<dd>It is so.</dd>" in html
        assert "/etc/x.json: &lt;{}&gt;" in html
        assert "1 more rule that no build breaks" in html

    def test_page_says_states_in_words(self) -> None:
        """Nothing is told by colour or shape alone, and headers have their scope."""
        seen = run({META: ".x!-"})

        html = page.render(field(seen), seen)

        for words in (
            "1 of 1 case pass",
            "1 of 1 case fail",
            "1 of 1 case with a warning",
            "not judged: no such",
        ):
            assert words in html
        assert html.count('scope="col"') == len(RELEASES) + 1
        assert 'scope="row"' in html
        assert 'scope="colgroup" colspan="2">documents of 2026' in html
