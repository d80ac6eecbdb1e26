"""What is collected for whom: a plain run of pytest has no case that its subject is known not to show."""

from collections.abc import Callable
from pathlib import Path

import pytest
from loaders import answering
from test_plugin import run_pytest, suite

from refloader.results.results_file import read

pytestmark = pytest.mark.slow

SUITE = """
import pytest

pytestmark = pytest.mark.rule("ORDER-DUP-01")

def test_decided(world, subject):
    assert subject.observe(world).chain == ()

@pytest.mark.needs_library
def test_marked(world, subject):
    subject.calls(world)
"""
UNMARKED = """
import pytest

@pytest.mark.rule("ORDER-DUP-01")
def test_calls(world, subject):
    subject.calls(world)
"""
OTHER = """
import pytest

pytestmark = pytest.mark.rule("DISC-GEN-04")
raise ValueError("this module is imported")
"""
VARIANTS = """
import pytest
def of(name, *rules): return pytest.param(name, marks=pytest.mark.rule(*rules), id=name)
@pytest.mark.parametrize("letter", [
    of("a", "DISC-GEN-04"), of("b", "DISC-GEN-04"), of("c", "LLP_LOADER_3"), of("d", "LLP_LOADER_3", "DISC-GEN-04")
])
def test_varies(subject, letter):
    pass
"""
POLICY_TESTS = Path(__file__).parents[4] / "policy_tests"


class TestPlainRuns:
    """Without a results file, a core is no subject of the tests that need a library."""

    def test_a_marked_test_is_not_collected_for_a_core(self, tmp_path: Path) -> None:
        """It is left out, and the header says how it would run."""
        ended = run_pytest(suite(tmp_path, SUITE), "--refloader-edition=2026", "-v")

        assert "1 passed, 1 deselected" in ended.stdout
        assert "collected for loaders alone (--refloader-loader PATH)" in ended.stdout

    @pytest.mark.parametrize("option", ["loader", "layer", "driver"])
    def test_a_path_without_a_file_is_refused(self, tmp_path: Path, option: str) -> None:
        """Before anything is collected; the tests of a loader that is not there would all be left out."""
        ended = run_pytest(suite(tmp_path, SUITE), f"--refloader-{option}=/nowhere/it")

        assert ended.returncode == 4
        assert '"/nowhere/it" does not exist' in ended.stderr
        assert "collected" not in ended.stdout

    def test_an_unmarked_test_that_needs_a_library_fails(self, tmp_path: Path) -> None:
        """A skip that could have been known is no skip."""
        ended = run_pytest(suite(tmp_path, UNMARKED), "--refloader-edition=2026")

        assert ended.returncode == 1
        assert "test_calls[subject0] needs a loader that opens libraries: mark it with" in ended.stdout

    def test_a_loader_is_judged_by_marked_tests(
        self, tmp_path: Path, compile_loader: Callable[[str], str]
    ) -> None:
        """A mark keeps no test from a loader that opens libraries."""
        loader = compile_loader(answering())

        ended = run_pytest(suite(tmp_path, SUITE), "--refloader-loader", loader, "-v")

        assert "2 passed" in ended.stdout
        assert "collected for loaders alone" not in ended.stdout


class TestRequestedCases:
    """Pytest makes items of the cases that a run includes, and of no others: most of a suite are variants."""

    @pytest.mark.parametrize(
        ("words", "ending"),
        [
            ("", "4 passed"),
            ("--refloader-profile=quick", "2 passed"),
            ("--refloader-rule=LLP_LOADER_3", "2 passed"),
            ("--refloader-case=topic/varies[b]", "1 passed"),
        ],
    )
    def test_other_variants_are_no_items(self, tmp_path: Path, words: str, ending: str) -> None:
        """There is nothing to deselect after the collection."""
        ended = run_pytest(suite(tmp_path, VARIANTS), "--refloader-edition=2026", *words.split())

        assert ending in ended.stdout
        assert "deselected" not in ended.stdout

    def test_a_test_without_requested_variants_is_no_case(self, tmp_path: Path) -> None:
        """It is deselected, and not run without its parameters."""
        ended = run_pytest(
            suite(tmp_path, VARIANTS), "--refloader-edition=2026", "--refloader-case=topic/other"
        )

        assert "1 deselected" in ended.stdout
        assert "passed" not in ended.stdout


class TestRulesAlone:
    """A run of some rules imports no module that names only others."""

    def test_a_module_of_other_rules_is_not_imported(self, tmp_path: Path) -> None:
        """It would fail there, as it does in a run of all rules."""
        folder, file = suite(tmp_path, SUITE), str(tmp_path / "results.ndjson")
        (folder / "test_other.py").write_text(OTHER)
        words = ("--refloader-edition=2026", "--refloader-results", file)

        alone = run_pytest(folder, *words, "--refloader-rule", "ORDER-DUP")
        assert [each.case for each in read(file).results] == ["topic/decided", "topic/marked"]
        every = run_pytest(folder, *words)

        assert alone.returncode == 0
        assert "this module is imported" in every.stdout


class TestResults:
    """Whoever reads results sees each case, and why a subject cannot show it."""

    def test_a_marked_test_has_a_line_for_a_core(self, tmp_path: Path) -> None:
        """It is skipped with the reason."""
        file = str(tmp_path / "results.ndjson")

        run_pytest(suite(tmp_path, SUITE), "--refloader-edition=2026", "--refloader-results", file)

        assert [(each.case, each.verdict, each.reason) for each in read(file).results] == [
            ("topic/decided", "pass", ""),
            ("topic/marked", "skip", "the core opens no library and calls nobody"),
        ]

    @pytest.mark.parametrize("edition", ["2016", "2026"])
    def test_no_marked_test_can_be_shown_by_a_core(self, tmp_path: Path, edition: str) -> None:
        """A mark takes no case from the project's own runs that a core could show."""
        file = str(tmp_path / "results.ndjson")
        words = ("-m", "needs_library", "--refloader-edition", edition, "--refloader-results", file)

        run_pytest(POLICY_TESTS, *words)

        results = read(file).results
        assert len(results) > 200
        assert {each.verdict for each in results} == {"skip"}
