"""``tools/target_reports.py``: runs on targets become the summaries and the table in reports/targets."""

import json
import sys
from pathlib import Path

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools"))

import target_reports  # noqa: E402 - a tool of the repository, and no package of its own

from refloader.results.results_file import (  # noqa: E402
    Footer,
    Header,
    Result,
    ResultsError,
    Run,
    Subject,
    Verdict,
    count,
)

LEVEL = "the integrity level of the process"


def run(*results: Result, target: str = "wine") -> Run:
    """A run on a Windows loader."""
    subject = Subject("loader", "vulkan-1.dll", "/home/me/vulkan-1.dll", "1.4.335", "0" * 64, "2026")
    machine = {"target": target, "libc": "wine-8.0"} if target else {}
    header = Header(
        "0.1.0", "1", (subject,), machine, "2026-01-01T00:00:00+00:00", "2026", "refloader conform"
    )
    return Run(header, results, Footer("2026-01-01T00:00:01+00:00", count(results)))


def result(case: str, verdict: Verdict, reason: str = "", **evidence: object) -> Result:
    """A result of one rule."""
    return Result("DISC-WINDOWS-06", "vulkan-1.dll", case, verdict, reason, evidence)


class TestSummary:
    """What is published of a run."""

    def test_counts(self) -> None:
        """Skipped cases are not observed; each other one counts by its outcome."""
        made = target_reports.summary(
            "x",
            run(
                result("a", Verdict.PASS),
                result("b", Verdict.SKIP, "32 bits"),
                result("c", Verdict.CRASH, "SIGSEGV in /home/me/vulkan-1.dll at 0x7ffe12345678"),
                result("d", Verdict.WARN, "implied"),
            ),
        )

        assert made["rules"] == {"DISC-WINDOWS-06": {"pass": 1, "warn": 1, "broken": 1}}
        assert made["findings"] == [["DISC-WINDOWS-06", "c", "crash", "SIGSEGV in the loader at 0x…"]]

    def test_hooks(self) -> None:
        """The level of the process is a hook's answer in every case, and counts where it is an administrator's."""
        made = target_reports.summary(
            "x",
            run(
                result("a", Verdict.PASS, **{"answered by": [LEVEL]}),
                result("b", Verdict.PASS, **{"answered by": [LEVEL], "privilege": "setuid"}),
                result("c", Verdict.PASS, **{"answered by": [LEVEL, "DXGI"]}),
            ),
        )

        assert made["rules"]["DISC-WINDOWS-06"] == {"pass": 3, "hooked": 2}

    @pytest.mark.parametrize(
        "bad", [run(target=""), run(result("a", Verdict.ERROR, "no room")), Run(run().header, (), None)]
    )
    def test_runs_that_are_not_published(self, bad: Run) -> None:
        """A run on this machine, one with errors of the harness and one that was cut off."""
        with pytest.raises(ResultsError):
            target_reports.summary("x", bad)


def test_a_row_of_the_table() -> None:
    """Of each target the observed cases, or a dash."""
    made = target_reports.summary("x", run(result("a", Verdict.PASS), result("b", Verdict.FAIL, "not so")))
    other = {**made, "rules": {}, "findings": []}

    text = target_reports.page({"one": made, "two": other})

    assert "| DISC-WINDOWS-06 | 2 (1b) | – |" in text.splitlines()


def test_what_is_published_is_up_to_date() -> None:
    """The table follows from the summaries, and a second person judged every finding in them."""
    assert target_reports.main(["--check"]) == 0
    found = [json.loads(path.read_text("utf-8")) for path in target_reports.FOLDER.glob("*.json")]
    number = sum(len(each["findings"]) for each in found)
    assert f"judged {number} of these {number} findings" in (target_reports.FOLDER / "README.md").read_text(
        "utf-8"
    )
