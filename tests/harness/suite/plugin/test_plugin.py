"""The pytest plugin: marks are checked, subjects spread, verdicts written, and ordinary runs left alone."""

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest
from plugin_runs import run_pytest, suite

from refloader.native.mocks import mock_library
from refloader.results.results_file import Result, Run, read
from refloader.suite.subjects.request import NOT_LISTED

pytestmark = pytest.mark.slow

Judge = Callable[..., Run]


@pytest.fixture(scope="module")
def judge(tmp_path_factory: pytest.TempPathFactory) -> Judge:
    """Runs the suite above with some options and reads its results; the same options are run once."""
    folder = suite(tmp_path_factory.mktemp("suite"))
    done: dict[tuple[str, ...], Run] = {}

    def call(*words: str) -> Run:
        if words not in done:
            file = str(tmp_path_factory.mktemp("results") / "results.ndjson")
            run_pytest(folder, "--refloader-results", file, *words)
            done[words] = read(file)
        return done[words]

    return call


def by_case(run: Run, subject: str = "reference-2026") -> Mapping[str, Result]:
    """The results of one subject for one rule."""
    return {each.case: each for each in run.results if (each.subject, each.rule) == (subject, "DISC-GEN-04")}


class TestVerdicts:
    """One result for each rule, test and subject; its verdict comes from how the test ended."""

    @pytest.mark.parametrize(
        ("case", "verdict", "reason"),
        [
            ("topic/passes", "pass", ""),
            (
                "topic/fails",
                "fail",
                "Nothing is loaded. Not so: actual: VK_LAYER_TEST_one; expected: nothing",
            ),
            ("topic/skips", "skip", "the core opens no library and calls nobody"),
            ("topic/crashes", "crash", "SIGSEGV during instance"),
            ("topic/hangs", "timeout", "no answer"),
            ("topic/errs", "error", "LookupError: oops"),
            ("topic/warns", "warn", "One reading holds. But the other reading of AMB-XDG-EMPTY is taken"),
        ],
    )
    def test_the_end_of_a_test_is_a_verdict(self, judge: Judge, case: str, verdict: str, reason: str) -> None:
        """Each way in which a test can end has its verdict and its reason."""
        result = by_case(judge())[case]

        assert (result.verdict, result.reason.partition(" (test_")[0]) == (verdict, reason)

    def test_each_rule_of_a_mark_has_its_line(self, judge: Judge) -> None:
        """A test that bears on two rules for loaders is a result for both, in the editions of each.

        The mark of a rule for layers is for those who ask what is tested; no loader is accused under it.
        """
        lines = {(each.rule, each.subject) for each in judge().results if each.case == "topic/passes"}

        assert lines == {
            ("DISC-GEN-04", "reference-2016"),
            ("DISC-GEN-04", "reference-2018"),
            ("DISC-GEN-04", "reference-2022"),
            ("DISC-GEN-04", "reference-2026"),
            ("LLP_LOADER_3", "reference-2022"),
            ("LLP_LOADER_3", "reference-2026"),
        }

    def test_a_mark_limits_the_editions(self, judge: Judge) -> None:
        """A test for one edition is no case in the others."""
        subjects = {each.subject for each in judge().results if each.case == "topic/of_one_edition"}

        assert subjects == {"reference-2022"}

    def test_all_marks_limit_the_editions(self, judge: Judge) -> None:
        """A mark of one case's parameter and one of its test allow what both allow."""
        cases = {(each.case, each.subject) for each in judge().results if "two_marks" in each.case}

        assert cases == {
            ("topic/of_two_marks[a]", "reference-2022"),
            ("topic/of_two_marks[a]", "reference-2026"),
            ("topic/of_two_marks[b]", "reference-2026"),
        }

    def test_the_evidence_of_a_failure_is_complete(self, judge: Judge) -> None:
        """A failure shows its files with their text, what was seen, and how to replay it."""
        result = by_case(judge())["topic/fails"]

        assert result.evidence["chain"] == ["VK_LAYER_TEST_one"]
        assert result.evidence["variables"] == {"HOME": "/home/user"}
        assert result.evidence["libraries"]["/usr/share/vulkan/icd.d/libplain.so"] == {  # type: ignore[index]
            "mock": "driver",
            "flags": {"name": "plain"},
        }
        assert "VK_LAYER_TEST_one" in str(result.evidence["files"])
        assert result.repro == (
            "refloader conform --loader reference-2026 --rule DISC-GEN-04 --case topic/fails"
        )

    def test_a_finished_run_has_a_footer(self, judge: Judge) -> None:
        """Failing tests do not keep a run from its end."""
        assert (judge().truncated, judge().problems) == (False, ())

    def test_workers_write_the_same_results(self, judge: Judge) -> None:
        """With xdist the controller writes what its workers found."""
        alone = {(each.rule, each.subject, each.case, each.verdict) for each in judge().results}
        shared = judge("-p", "xdist.plugin", "-n", "2")

        assert {(each.rule, each.subject, each.case, each.verdict) for each in shared.results} == alone
        assert len(shared.results) == len(judge().results)
        assert not shared.truncated


class TestSelection:
    """Rules, cases, shards and the quick profile choose among the cases."""

    def test_a_rule_leaves_its_lines(self, judge: Judge) -> None:
        """With a rule asked for, the test's other rules have no result."""
        run = judge("--refloader-rule=LLP_LOADER")

        assert {each.rule for each in run.results} == {"LLP_LOADER_3"}

    def test_a_case_can_be_replayed_alone(self, judge: Judge) -> None:
        """Rule, edition and case lead to one result."""
        run = judge(
            "--refloader-rule=DISC-GEN-04", "--refloader-edition=2018", "--refloader-case=topic/varies[b]"
        )

        assert [(each.subject, each.case) for each in run.results] == [("reference-2018", "topic/varies[b]")]

    def test_shards_are_the_whole(self, judge: Judge) -> None:
        """Three shards have every case once."""
        shards = [judge(f"--refloader-shard={number}/3").results for number in (1, 2, 3)]

        keys = [(each.rule, each.subject, each.case) for shard in shards for each in shard]
        assert sorted(keys) == sorted((each.rule, each.subject, each.case) for each in judge().results)
        assert all(shards)

    def test_the_quick_profile_takes_one_variant(self, judge: Judge) -> None:
        """Of a test with three variants the first is run."""
        cases = by_case(judge("--refloader-profile=quick"))

        assert [case for case in cases if "varies" in case] == ["topic/varies[a]"]

    def test_the_quick_profile_takes_one_variant_for_each_rule(self, tmp_path: Path) -> None:
        """Of a test whose variants check several rules, the first variant of each rule is run."""
        text = """
import pytest
def of(name, *rules): return pytest.param(name, marks=pytest.mark.rule(*rules), id=name)
@pytest.mark.parametrize("letter", [
    of("a", "DISC-GEN-04"), of("b", "DISC-GEN-04"), of("c", "LLP_LOADER_3"), of("d", "LLP_LOADER_3", "DISC-GEN-04")
])
def test_varies(subject, letter):
    pass
"""

        file = str(tmp_path / "results.ndjson")

        run_pytest(suite(tmp_path, text), "--refloader-profile=quick", "--refloader-results", file)

        cases = {each.case for each in read(file).results if each.subject == "reference-2026"}
        assert cases == {"topic/varies[a]", "topic/varies[c]"}

    def test_the_quick_profile_takes_what_costs_nothing(self, tmp_path: Path) -> None:
        """Of a test whose variants read one run, all are run."""
        text = """
import pytest
@pytest.mark.same_run
@pytest.mark.rule("DISC-GEN-04")
@pytest.mark.parametrize("letter", ["a", "b"])
def test_varies(subject, letter):
    pass
"""
        file = str(tmp_path / "results.ndjson")

        run_pytest(suite(tmp_path, text), "--refloader-profile=quick", "--refloader-results", file)

        cases = {each.case for each in read(file).results if each.subject == "reference-2026"}
        assert cases == {"topic/varies[a]", "topic/varies[b]"}

    @pytest.mark.parametrize(
        ("drivers", "chosen"), [(["lvp"], "topic/varies[real]"), ([], "topic/varies[mock]")]
    )
    def test_the_quick_profile_takes_the_real_driver(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, drivers: list[str], chosen: str
    ) -> None:
        """Of a test with a variant on a real driver, that one is run where such a driver is installed."""
        text = """
import pytest
@pytest.mark.rule("DISC-GEN-04")
@pytest.mark.parametrize("run", ["mock", pytest.param("real", marks=pytest.mark.real_driver), "later"])
def test_varies(subject, run):
    pass
"""
        file = str(tmp_path / "results.ndjson")
        manifests = tmp_path / "share" / "vulkan" / "icd.d"
        manifests.mkdir(parents=True)
        for name in drivers:
            library = tmp_path / f"libvulkan_{name}.so"
            library.write_bytes(Path(mock_library("mock_icd") or "").read_bytes())
            about = {"library_path": str(library), "api_version": "1.3.230"}
            (manifests / f"{name}.json").write_text(
                json.dumps({"file_format_version": "1.0.0", "ICD": about})
            )
        monkeypatch.setenv("XDG_DATA_DIRS", str(tmp_path / "share"))

        run_pytest(suite(tmp_path, text), "--refloader-profile=quick", "--refloader-results", file)

        assert {each.case for each in read(file).results if each.subject == "reference-2026"} == {chosen}


class TestMarks:
    """What a mark says is checked before anything is run."""

    @pytest.mark.parametrize(
        ("mark", "complaint"),
        [('rule("LLP_LOADER_99")', "LLP_LOADER_99"), ('editions("2017")', "there is no edition 2017")],
    )
    def test_a_mistyped_mark_is_an_error(self, tmp_path: Path, mark: str, complaint: str) -> None:
        """An unknown rule or edition ends the collection with its name, also in tests without subjects."""
        (tmp_path / "test_x.py").write_text(f"import pytest\n@pytest.mark.{mark}\ndef test_x(): pass\n")

        ended = run_pytest(tmp_path)

        assert ended.returncode == 2
        assert complaint in ended.stdout

    def test_a_case_needs_a_rule_for_loaders(self, tmp_path: Path) -> None:
        """A test of loaders under rules for others alone could never have a result."""
        text = """
import pytest
@pytest.mark.rule("LLP_LAYER_6")
def test_x(subject): pass
"""

        ended = run_pytest(suite(tmp_path, text))

        assert ended.returncode == 2
        assert "no rule in the marks binds loaders" in ended.stdout

    def test_one_name_leads_to_one_case(self, tmp_path: Path) -> None:
        """Two tests of one name in a file could not be told apart in the results."""
        text = """
import pytest
@pytest.mark.rule("DISC-GEN-04")
class TestA:
    def test_x(self, subject): pass
@pytest.mark.rule("DISC-GEN-04")
class TestB:
    def test_x(self, subject): pass
"""

        ended = run_pytest(suite(tmp_path, text))

        assert ended.returncode == 4
        assert "another test is called topic/x" in ended.stderr


class TestReplay:
    """A case that is named is found without reading the whole suite."""

    def test_files_of_other_topics_are_not_read(self, tmp_path: Path) -> None:
        """A file that cannot be imported is in the way of those cases alone that may be in it."""
        (suite(tmp_path) / "test_other.py").write_text("import no_such_module")
        file = str(tmp_path / "results.ndjson")
        words = ("--refloader-edition=2026", "--refloader-results", file)

        alone = run_pytest(tmp_path, *words, "--refloader-rule=DISC-GEN-04", "--refloader-case=topic/passes")
        cases = [each.case for each in read(file).results]
        whole = run_pytest(tmp_path, *words, "--refloader-rule=DISC-GEN-04")

        assert (alone.returncode, cases) == (0, ["topic/passes"])
        assert whole.returncode == NOT_LISTED


class TestOrdinaryRuns:
    """Where nobody asks for results the plugin does nothing."""

    def test_tests_with_a_subject_of_their_own_are_left_alone(self, tmp_path: Path) -> None:
        """A fixture called subject in somebody's tests is theirs, and no file is written."""
        (tmp_path / "test_x.py").write_text(
            "import pytest\n@pytest.fixture(params=[None, 1])\ndef subject(request): return request.param\n"
            "def test_x(subject): pass\n"
        )

        ended = run_pytest(tmp_path)

        assert "2 passed" in ended.stdout
        assert sorted(path.name for path in tmp_path.iterdir() if path.is_file()) == ["test_x.py"]

    def test_an_interrupted_run_has_no_footer(self, tmp_path: Path) -> None:
        """What was found before the interruption stays, and the file says that it is truncated."""
        text = """
import pytest
pytestmark = pytest.mark.rule("DISC-GEN-04")
def test_a(subject): pass
def test_b(subject): raise KeyboardInterrupt
"""
        file = tmp_path / "results.ndjson"

        run_pytest(suite(tmp_path, text), "--refloader-edition=2026", "--refloader-results", str(file))

        run = read(str(file))
        assert [each.case for each in run.results] == ["topic/a"]
        assert run.truncated


class TestListing:
    """Where cases cannot be listed the run says so by its exit status, and leaves the file unfinished."""

    @pytest.mark.parametrize("words", [(), ("-p", "xdist.plugin", "-n", "1")], ids=["alone", "worker"])
    def test_a_file_that_cannot_be_imported(self, tmp_path: Path, words: tuple[str, ...]) -> None:
        """A run without a part of its cases is not finished."""
        file = str(tmp_path / "results.ndjson")

        ended = run_pytest(suite(tmp_path, "import no_such_module"), "--refloader-results", file, *words)

        assert ended.returncode == NOT_LISTED
        assert read(file).truncated


CORPUS = '''
import pytest

VALUES = [
    pytest.param("a", marks=[pytest.mark.rule("DISC-GEN-04", "LLP_LAYER_6"), pytest.mark.editions("2026")]),
    pytest.param("b", marks=pytest.mark.rule("LLP_LOADER_3")),
]

@pytest.mark.parametrize("case", VALUES)
def test_of_a_corpus(subject, case):
    """It holds."""

@pytest.mark.parametrize("case", [])
def test_of_a_corpus_that_is_not_there(subject, case):
    """It holds."""
'''


class TestRulesOfParameters:
    """A test of a corpus has no rules of its own: each of its parameters brings some."""

    def test_each_case_is_filed_under_its_own(self, tmp_path: Path) -> None:
        """Rules and editions are those of the parameter; a test without parameters has no case and no error."""
        folder, file = suite(tmp_path, CORPUS), str(tmp_path / "results.ndjson")

        run_pytest(folder, "--refloader-results", file, "--refloader-edition", "2026")

        run = read(file)
        assert not run.truncated
        assert [(each.rule, each.case, each.verdict) for each in run.results] == [
            ("DISC-GEN-04", "topic/of_a_corpus[a]", "pass"),
            ("LLP_LOADER_3", "topic/of_a_corpus[b]", "pass"),
        ]

    def test_an_edition_without_rules_has_no_case(self, tmp_path: Path) -> None:
        """In 2018 neither parameter has an edition and a rule that holds."""
        folder, file = suite(tmp_path, CORPUS), str(tmp_path / "results.ndjson")

        run_pytest(folder, "--refloader-results", file, "--refloader-edition", "2018")

        assert read(file).results == ()
