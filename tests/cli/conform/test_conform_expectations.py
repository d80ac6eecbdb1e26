"""``refloader conform --expect`` and ``--update-expect``: what decides the exit code, and what is written."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from xml.etree import ElementTree

import pytest
from verbs import Run, checked_json

from refloader.results.expectations.expectation_file import read

pytestmark = pytest.mark.slow

CASES = '''
import pytest

pytestmark = pytest.mark.rule("ACT-APP-01", "LLP_LOADER_3")

def test_holds(subject):
    """It holds."""

def test_fails(subject):
    """It holds."""
    assert subject.edition == "never"

@pytest.mark.parametrize("letter", ["a", "b"])
def test_varies(subject, letter):
    """It holds for each letter."""
    assert letter == "never"

def test_not_here(subject):
    """Nothing to see."""
    pytest.skip("not on this machine")
'''
HEAD = """\
schema = "refloader.expectations/1"
[subject]
file = "reference-2026"
"""
RULES = ("ACT-APP-01", "LLP_LOADER_3")
FAILING = ("topic/fails", "topic/varies[*]")


def entry(case: str, rule: str = "ACT-APP-01", verdict: str = "fail") -> str:
    """The text of an entry."""
    return f'[[expected]]\nrule = "{rule}"\ncase = "{case}"\nverdict = "{verdict}"\nreason = "known"\n'


ALL = HEAD + "".join(entry(case, rule) for case in FAILING for rule in RULES)


@pytest.fixture(autouse=True)
def suite(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A suite of a few cases in the place of the real one."""
    folder = tmp_path / "suite"
    folder.mkdir()
    (folder / "conftest.py").write_text("from policy_tests.conftest import *\n")
    (folder / "test_topic.py").write_text(CASES)
    monkeypatch.setattr("refloader.suite.conform.suite_folder", lambda: str(folder))


@pytest.fixture
def conform(run: Run, tmp_path: Path) -> Callable[..., tuple[int, str]]:
    """Judges the core of 2026 and gives the exit code and the text; ``known`` is an expectation file."""

    def call(*words: str, known: str | None = None) -> tuple[int, str]:
        if known is not None:
            (tmp_path / "known.toml").write_text(known)
            words = (*words, "--expect", str(tmp_path / "known.toml"))
        fixed = ("conform", "--loader", "reference-2026", "-n", "0", "--out", str(tmp_path / "out"))
        done = run(*fixed, *words)
        return done.exit_code, done.output

    return call


Conform = Callable[..., tuple[int, str]]


BY_RELEASE = """\
schema = "refloader.expectations-by-release/1"
[[build]]
release = "0.0.9"
edition = "2026"
[[build]]
release = "0.9.0"
edition = "2026"
""" + "".join(
    f"""\
[[known]]
rule = "{rule}"
from = "{first}"
to = "0.9.0"
verdict = "fail"
reason = "known"
cases = ["topic/fails", "topic/varies[{letter}]"]
"""
    for rule in RULES
    for letter, first in (("a", "0.0.9"), ("b", "0.9.0"))
).replace('"topic/fails", "topic/varies[b]"', '"topic/holds", "topic/varies[b]"')


class TestByRelease:
    """Loaders are held to the failures of the releases around theirs, on request and visibly."""

    @pytest.mark.parametrize("workers", ["0", "1"])
    def test_what_is_known(self, conform: Conform, workers: str) -> None:
        """Failures of both neighbours and of one are excused; the file, its reasons and the rules are told."""
        code, text = conform("-n", workers, known=BY_RELEASE)

        assert code == 0
        assert (
            "known.toml expects of reference-2026 (0.1.0) what 0.0.9 and 0.9.0 do: 4 failures expected, 4 fail"
            in text
        )
        assert ": results: 2 pass, 2 skip, 6 known\n" in text
        assert re.search(
            r"^known   by .*known.toml: ACT-APP-01 \(3\), LLP_LOADER_3 \(3\)$", text, re.MULTILINE
        )

    def test_what_both_have_is_missed(self, conform: Conform) -> None:
        """What is known is out of date for this loader."""
        code, text = conform(known=BY_RELEASE.replace("topic/fails", "topic/holds", 1))

        assert code == 1
        assert "expects fail, and it came out pass" in text

    def test_the_shipped_file(
        self, conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Its name is "known"; the values of the option go into the replay."""
        path = tmp_path / "loaders.toml"
        path.write_text(BY_RELEASE)
        monkeypatch.setattr("refloader.cli.options.expectations.of_releases", lambda: str(path))

        code, text = conform("--expect", "known", "--verbose")

        assert code == 0
        assert f"  known   {path}:" in text
        assert "a failure of 0.0.9 and of 0.9.0: known" in text
        assert "may occur, as a failure of 0.9.0 and not of 0.0.9: known" in text

    def test_it_is_not_updated(self, conform: Conform, tmp_path: Path) -> None:
        """It is made from the results of releases."""
        refused, text = conform("--expect", "known", "--update-expect")
        _, left = conform("--update-expect", str(tmp_path / "known.toml"), known=BY_RELEASE)

        assert refused == 2
        assert "--expect known is made from results of releases and cannot be updated by a run" in text
        assert "known.toml was left as it is" in left
        assert (tmp_path / "known.toml").read_text() == BY_RELEASE


class TestExitCode:
    """Expected findings do not fail a run; everything else does, and so does an expectation that is not met."""

    def test_without_expectations(self, conform: Conform) -> None:
        """Three cases fail under two rules each."""
        code, text = conform("--expect", "none")

        assert code == 1
        assert ": 2 rules broken; results: 2 pass, 6 fail, 2 skip\n" in text

    @pytest.mark.parametrize("workers", ["0", "1"])
    def test_all_is_expected(self, conform: Conform, workers: str) -> None:
        """With an entry for each finding the run is conformant, and the failures are counted apart."""
        code, text = conform("-n", workers, known=ALL)

        assert code == 0
        assert ": results: 2 pass, 2 skip, 6 known\n" in text

    @pytest.mark.parametrize(
        ("known", "said"),
        [
            (ALL.replace("topic/fails", "topic/holds"), "known.toml:4 expects fail, and it came out pass"),
            (ALL + entry("topic/holds"), "known.toml:24 expects fail, and it came out pass: the entry is to be"),
            (ALL.replace('"fail"', '"crash"', 1), "known.toml:4 expects crash, and it came out fail"),
            (ALL + entry("topic/no_more"), "known.toml:24 is about a case that the suite does not have"),
            (ALL + entry("topic/fails[*]"), "known.toml:24 is about a case that the suite does not have"),
            (ALL + entry("topic/fails", "META-06"), "known.toml:24 is about a case that the suite does not have"),
        ],
        ids=["another", "passes", "another verdict", "no such case", "no variants", "another rule"],
    )  # fmt: skip
    def test_an_expectation_that_is_not_met(self, conform: Conform, known: str, said: str) -> None:
        """The run fails, and a line names the file, the line and what is to be done."""
        code, text = conform(known=known)

        assert code == 1
        assert said in text

    @pytest.mark.parametrize(
        "known",
        [ALL + entry("topic/not_here"), ALL + entry("topic/no_more") + 'versions = ">7"\n'],
        ids=["skipped", "another version"],
    )
    def test_what_was_not_judged_fails_nothing(self, conform: Conform, known: str) -> None:
        """An entry about a skipped case, and one about other versions, are left alone."""
        assert conform(known=known)[0] == 0

    @pytest.mark.parametrize(
        "words",
        [
            ("--rule", "LLP_LOADER_3"),
            ("--case", "topic/holds"),
            ("--shard", "1/2"),
            ("--profile", "quick"),
            ("--edition", "2026"),
        ],
        ids=lambda words: words[0],
    )
    def test_a_part_of_the_cases_misses_none(self, conform: Conform, words: tuple[str, ...]) -> None:
        """Only a whole run can tell that a case is gone."""
        assert conform(*words, known=ALL + entry("topic/no_more"))[0] == 0

    def test_a_file_about_others(self, conform: Conform) -> None:
        """It makes no difference, and is named."""
        code, text = conform(known=ALL.replace("reference-2026", "libvulkan*"))

        assert code == 1
        assert "known.toml is about none of the subjects of this run" in text


class TestDocuments:
    """Each document shows expected failures, unmet expectations and missing cases."""

    def test_results_stay_honest(self, conform: Conform, tmp_path: Path) -> None:
        """The verdict is fail; beside it stands what was expected, with its place."""
        conform("--case", "topic/fails", known=ALL)

        line = json.loads((tmp_path / "out" / "results.ndjson").read_text().splitlines()[1])
        assert line["verdict"] == "fail"
        assert line["expected"] == {
            "verdict": "fail",
            "reason": "known",
            "link": "",
            "file": str(tmp_path / "known.toml"),
            "line": 4,
            "also": [],
            "differs": [],
        }

    def test_json(self, run: Run, tmp_path: Path) -> None:
        """Counts, entries out of date and the exit code are in the document, which keeps to its schema."""
        (tmp_path / "x.toml").write_text(ALL + entry("topic/no_more"))
        words = ("--loader", "reference-2026", "-n", "0", "--expect", str(tmp_path / "x.toml"))

        done = run("conform", *words, "--format", "json", "--out", str(tmp_path / "out"))

        document = checked_json(done, "run-1")
        assert document["counts"]["fail"] == document["expected"]["reference-2026"] == 6
        assert [(each["case"], each["line"]) for each in document["stale"]] == [("topic/no_more", 24)]
        assert document["exit_code"] == 1

    def test_junit(self, conform: Conform, tmp_path: Path) -> None:
        """What was expected is skipped with its reason; what was not met, and what is gone, are failures."""
        conform(known=ALL + entry("topic/holds") + entry("topic/no_more"))

        root = ElementTree.parse(tmp_path / "out" / "junit.xml").getroot()
        assert sum(int(suite.attrib["skipped"]) for suite in root) == 8
        assert {each.get("message") for each in root.iter("skipped")} == {
            "expected fail: known",
            "not on this machine",
        }
        known = tmp_path / "known.toml"
        assert [(each.get("type"), each.get("message")) for each in root.iter("failure")] == [
            (
                "expectation",
                f"stale entry: {known}:24 expects fail, and it came out pass: the entry is to be removed or changed",
            ),
            (
                "expectation",
                f"stale entry: {known}:29 is about a case that the suite does not have for this subject: "
                "the entry is to be removed",
            ),
        ]


class TestMistakes:
    """A file that cannot be used is wrong usage, told with its place, before anything is run."""

    @pytest.mark.parametrize(
        ("text", "said"),
        [
            ("[[expected]\n", ":1:11: it is not TOML"),
            (HEAD + entry("a/b", "NO-SUCH-RULE"), ':5:1: there is no rule "NO-SUCH-RULE"'),
            (HEAD + entry("a/b") + "more = 1\n", ':9:1: "more" is no key that belongs here'),
            (None, " does not exist; --update-expect "),
        ],
        ids=["not TOML", "unknown rule", "unknown key", "no file"],
    )
    def test_it_is_told_with_its_place(
        self, conform: Conform, tmp_path: Path, text: str | None, said: str
    ) -> None:
        """Path, line and column come first in the line; there are no results."""
        path = tmp_path / "bad.toml"
        if text is not None:
            path.write_text(text)

        for option in ("--expect", *(["--update-expect"] if text is not None else [])):
            code, output = conform(option, str(path))

            assert code == 2
            assert f"{path}{said}" in output
        assert not (tmp_path / "out").exists()

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (("--expect", "none", "--expect", "x.toml"), "--expect none stands alone"),
            (
                ("--loader", "reference-2018", "--update-expect", "/new.toml"),
                "would be about several subjects",
            ),
            (
                ("--update-expect", "/dev/null/folder/new.toml"),
                "--update-expect: there is no folder /dev/null/folder",
            ),
        ],
    )
    def test_what_cannot_be_meant(self, conform: Conform, words: tuple[str, ...], said: str) -> None:
        """None beside a file, one new file for two loaders, and a file that cannot be written after the run."""
        code, output = conform(*words)

        assert code == 2
        assert said in output


class TestUpdating:
    """--update-expect writes what the run found; with that file the next run is conformant."""

    def test_a_new_file(self, conform: Conform, tmp_path: Path) -> None:
        """Its entries wait for their reasons, which is told and fails nothing."""
        path = tmp_path / "new.toml"

        code, text = conform("--update-expect", str(path))

        assert code == 1
        assert f"expectations: {path}: 4 added, 0 removed, 4 with a reason to be filled in\n" in text
        assert sorted({each.case for each in read(str(path)).entries}) == ["topic/fails", "topic/varies[*]"]
        code, text = conform("--expect", str(path))
        assert code == 0
        assert f"reason to be filled in: {path}:9" in text

    def test_a_file_that_is_there_is_used_as_well(self, conform: Conform, tmp_path: Path) -> None:
        """Its own entries are expected, and those that are wrong are taken out."""
        path = tmp_path / "known.toml"
        path.write_text(ALL + entry("topic/holds"))

        code, text = conform("--update-expect", str(path))

        assert (code, "0 added, 1 removed" in text) == (1, True)
        assert conform("--update-expect", str(path))[0] == 0
        assert [each.line for each in read(str(path)).entries] == [5, 11, 17, 23]
        assert "topic/holds" not in path.read_text()

    def test_without_a_file(self, conform: Conform, tmp_path: Path) -> None:
        """The one that was used is written; a loader that none is about gets one beside the results."""
        conform("--update-expect", known=HEAD)
        conform("--update-expect", "--expect", "none")

        assert len(read(str(tmp_path / "known.toml")).entries) == 4
        assert len(read(str(tmp_path / "out/expectations/reference-2026.toml")).entries) == 4

    def test_a_file_about_others_is_left(self, conform: Conform, tmp_path: Path) -> None:
        """A file for another loader is not filled with what this one does."""
        path = tmp_path / "other.toml"
        path.write_text(HEAD.replace("reference", "other"))

        _, text = conform("--update-expect", str(path))

        assert "was left as it is: it is about none of the subjects of this run" in text
        assert path.read_text() == HEAD.replace("reference", "other")

    def test_an_installation_is_left(
        self, conform: Conform, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """A file that came with an installed package is used, but not written."""
        path = tmp_path / "refloader" / "data" / "reports" / "expectations" / "x.toml"
        path.parent.mkdir(parents=True)
        path.write_text(HEAD)
        monkeypatch.setattr("refloader.shipped._PACKAGE", str(tmp_path / "refloader"))

        _, text = conform("--update-expect")

        assert f"{path} was left as it is: it is part of the installation, so name a file" in text
        assert path.read_text() == HEAD

    def test_json_tells_it(self, run: Run, tmp_path: Path) -> None:
        """What was written is in the document."""
        path = str(tmp_path / "new.toml")
        words = ("--loader", "reference-2026", "-n", "0", "--update-expect", path, "--format", "json")

        document = checked_json(run("conform", *words, "--out", str(tmp_path / "out")), "run-1")

        assert document["updated"] == [{"path": path, "added": 4, "removed": 0, "without_reason": 4}]

    def test_a_file_that_cannot_be_written(self, conform: Conform, tmp_path: Path) -> None:
        """The run was made, and the failure to write is one of the harness."""
        too_long = tmp_path / f"{'x' * 300}.toml"

        code, text = conform("--update-expect", str(too_long))

        assert code == 3
        assert "--update-expect: " in text
