"""``refloader ctest``: the tests that it writes are those of the run, and CTest runs them as it says."""

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from click.testing import CliRunner

from refloader.cli import ctest
from refloader.cli.ctest import as_ctest, as_meson, grouped
from refloader.suite.subjects.request import ListedCase

CASES = (
    ListedCase("a.so", "order/first", ("ORDER-1",)),
    ListedCase("a.so", "order/second[one]", ("ORDER-1", "ORDER-2")),
    ListedCase("a.so", "order/second[two]", ("ORDER-2",)),
    ListedCase("a.so", "opening", ("OPEN-1",)),
)
needs_ctest = pytest.mark.skipif(shutil.which("ctest") is None, reason="there is no ctest (Debian: cmake)")
STATUS = re.compile(
    r"^ *\d+/\d+ Test +#\d+: refloader/(\S+) \.+ *\**(Passed|Failed|Skipped|Timeout)", re.MULTILINE
)
NAMES = {"pass": "Passed", "warn": "Passed", "skip": "Skipped", "fail": "Failed", "crash": "Failed"}


def refloader(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """Run a verb in a folder."""
    command = [sys.executable, "-P", "-m", "refloader", *words]
    return subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)


def ran(folder: Path) -> tuple[int, dict[str, str]]:
    """How ctest ended on the tests of a folder, and the status of each."""
    done = subprocess.run(
        ["ctest", "--test-dir", str(folder), "-j", "2"], capture_output=True, text=True, check=False
    )
    return done.returncode, dict(STATUS.findall(done.stdout))


class TestGroups:
    """Each case is in one test."""

    @pytest.mark.parametrize(
        ("by", "expected"),
        [
            ("topic", [("order", "order/*"), ("opening", "opening")]),
            (
                "test",
                [("order_first", "order/first"), ("order_second", "order/second"), ("opening", "opening")],
            ),
            (
                "case",
                [
                    ("order_first", "order/first"),
                    ("order_second_one", "order/second[one]"),
                    ("order_second_two", "order/second[two]"),
                    ("opening", "opening"),
                ],
            ),
        ],
    )
    def test_names_and_cases(self, by: str, expected: list[tuple[str, str]]) -> None:
        """A test has a name of plain letters, and the pattern that conform takes."""
        assert [(each.name, each.cases) for each in grouped(CASES, by)] == [
            (name, (case,)) for name, case in expected
        ]

    @pytest.mark.parametrize("by", ["topic", "test", "case"])
    def test_a_selection_stays_one(self, by: str) -> None:
        """A test of cases that were selected by name replays none of the others of its topic."""
        tests = list(grouped(CASES[1:2], by, selected=True))

        assert [each.cases for each in tests] == [("order/second[one]",)]

    def test_labels(self) -> None:
        """Labels are the rules of its cases, each once."""
        assert next(grouped(CASES, "topic")).labels == ("ORDER-1", "ORDER-2")

    def test_two_of_one_name(self) -> None:
        """Names that differ in odd characters alone are numbered."""
        cases = (ListedCase("a", "t/x[a b]", ()), ListedCase("a", "t/x[a,b]", ()))

        assert [each.name for each in grouped(cases, "case")] == ["t_x_a_b", "t_x_a_b.2"]


class TestWhatTheTestsNeed:
    """What conform installs at its first run is installed before the cases are listed: each test has a timeout."""

    @pytest.mark.parametrize(("loader", "native"), [("reference-2018", False), ("reference", True)])
    def test_first(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, loader: str, native: bool) -> None:
        """The native parts are needed for libraries alone, of which the reference has one."""
        steps: list[object] = []
        monkeypatch.setattr(ctest, "needed", lambda verb, *, native: steps.append((verb, native)))
        monkeypatch.setattr(ctest, "listed", lambda request: steps.append("listed") or CASES)

        done = CliRunner().invoke(ctest.command, [str(tmp_path / "out"), "--loader", loader])

        assert done.exit_code == 0, done.output
        assert steps == [("ctest", native), "listed"]


def test_what_is_selected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The file has the selected cases alone, and names that fit none are reported."""
    monkeypatch.setattr(ctest, "needed", lambda verb, *, native: None)
    monkeypatch.setattr(ctest, "listed", lambda request: CASES[:1])
    words = ["--loader", "reference-2018", "--case", "order/f*", "--case", "oder/*"]

    done = CliRunner().invoke(ctest.command, [str(tmp_path), *words])

    assert "oder/*" in done.output
    assert "[=[--case]=] [=[order/first]=] [=[-n]=]" in (tmp_path / "CTestTestfile.cmake").read_text()


@needs_ctest
class TestWithCTest:
    """CTest reads the file, and the exit codes are pass, fail and skip."""

    @pytest.mark.parametrize(
        ("code", "expected"), [(0, "Passed"), (1, "Failed"), (3, "Failed"), (77, "Skipped")]
    )
    def test_exit_codes(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, code: int, expected: str
    ) -> None:
        """A run that came to no end fails: it is never taken for one that had nothing to judge."""
        monkeypatch.setattr(ctest, "_program", lambda: ("/bin/sh", "-c", f"exit {code}"))
        text = as_ctest(grouped(CASES[:1], "case"), ("--loader", 'a ]=] "b" ${c}; $d\\'), str(tmp_path))
        (tmp_path / "CTestTestfile.cmake").write_text(text)

        assert ran(tmp_path)[1] == {"order_first": expected}

    def test_words_arrive_as_they_are(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """No character of a path has a meaning for CMake, and the test runs in the folder."""
        odd = 'a ]=] "b" ${c}; $d\\'
        script = 'printf "%s\\n" "$PWD" "$@" > words'
        monkeypatch.setattr(ctest, "_program", lambda: ("/bin/sh", "-c", script, "sh"))
        text = as_ctest(grouped(CASES[1:2], "case"), ("--loader", odd), str(tmp_path))
        (tmp_path / "CTestTestfile.cmake").write_text(text)

        assert ran(tmp_path)[1] == {"order_second_one": "Passed"}
        assert (tmp_path / "words").read_text().splitlines() == [
            *(str(tmp_path), "conform", "--loader", odd, "--case", "order/second[one]"),
            *("-n", "0", "--skip-code", "77", "--out", f"{tmp_path}/results/order_second_one"),
        ]

    def test_labels_select(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """``ctest -L RULE`` runs the tests that judge the rule."""
        monkeypatch.setattr(ctest, "_program", lambda: ("/bin/true",))
        (tmp_path / "CTestTestfile.cmake").write_text(as_ctest(grouped(CASES, "case"), (), str(tmp_path)))
        command = ["ctest", "--test-dir", str(tmp_path), "-L", "^ORDER-2$"]

        done = subprocess.run(command, capture_output=True, text=True, check=True)

        assert set(dict(STATUS.findall(done.stdout))) == {"order_second_one", "order_second_two"}


@needs_ctest
@pytest.mark.slow
class TestOnALoader:
    """The tests of a run come out as the run does."""

    @pytest.mark.parametrize("loader", ["reference-2018", "reference-library"])
    def test_the_same_verdicts(self, tmp_path: Path, loader: str) -> None:
        """There are as many tests as cases, and each has the verdict of its case."""
        words = ("--loader", loader, "--case", "order/a_named_*", "--case", "windows_variables/f*")
        whole = refloader(tmp_path, "conform", *words, "--out", "whole", "-n", "0")
        if "not built" in whole.stderr or "is not installed" in whole.stderr:
            pytest.skip(whole.stderr)

        done = refloader(tmp_path, "ctest", "tests", *words, "--by", "case")

        assert done.returncode == 0, done.stdout + done.stderr
        code, statuses = ran(tmp_path / "tests")
        expected = verdicts(tmp_path / "whole")
        assert sorted(statuses.values()) == sorted(NAMES[worst] for worst in expected.values())
        assert len(statuses) == len(expected)
        assert code == 0
        parts = [verdicts(each) for each in (tmp_path / "tests" / "results").iterdir()]
        assert {case: verdict for part in parts for case, verdict in part.items()} == expected


def verdicts(folder: Path) -> dict[str, str]:
    """The verdict of each case of a run: the worst of its rules, and a skip if none was judged."""
    order = ("skip", "pass", "warn", "fail", "crash")
    found: dict[str, str] = {}
    for line in (folder / "results.ndjson").read_text().splitlines():
        row = json.loads(line)
        if "verdict" in row:
            found[row["case"]] = max(found.get(row["case"], "skip"), row["verdict"], key=order.index)
    return found


class TestRefused:
    """What cannot be written is said."""

    def test_two_subjects(self, tmp_path: Path) -> None:
        """A file has the tests of one."""
        done = refloader(tmp_path, "ctest", "t", "--loader", "reference-2018", "--loader", "reference-2022")

        assert done.returncode == 2
        assert "tests are of one subject, and 2 are named" in " ".join(done.stderr.split())

    def test_no_such_case(self, tmp_path: Path) -> None:
        """A case that is none leaves no file."""
        done = refloader(tmp_path, "ctest", "t", "--loader", "reference-2018", "--case", "no/such")

        assert done.returncode == 2
        assert "no case fits" in " ".join(done.stderr.split())
        assert not os.path.exists(tmp_path / "t")


def test_meson() -> None:
    """Words are quoted as Meson reads them, and the results go to its build folder."""
    text = as_meson(grouped(CASES[:1], "case"), ("--loader", "it's\\here"))

    assert (
        "'conform', '--loader', 'it\\'s\\\\here', '--case', 'order/first', '-n', '0', '--skip-code', '77', '--out', "
        "meson.current_build_dir() / 'results/order_first'], suite: ['refloader', 'ORDER-1'], timeout: 320)"
    ) in text
