"""``tools/product_reports.py``: runs on releases of a distribution become summaries and pages of their products."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools"))

import product_reports  # noqa: E402 - a tool of the repository, and no package of its own

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

DRIVER = "lvp_icd.x86_64.json"


def run(*results: Result, info: str = "Mesa 20.3.5") -> Run:
    """A run on a driver and a layer."""
    facts = {"devices": [{"driver": {"driverName": "llvmpipe", "driverInfo": info}}]}
    subjects = (
        Subject(
            "driver", DRIVER, f"/usr/share/vulkan/icd.d/{DRIVER}", "1.1.107", "0" * 64, "2026", facts=facts
        ),
        Subject("layer", "overlay.json", "/usr/share/overlay.json", "1.3.211", "1" * 64, "2026"),
    )
    header = Header("0.1.0", "1", subjects, {}, "2026-01-01T00:00:00+00:00", "2026", "refloader conform")
    return Run(header, results, Footer("2026-01-01T00:00:01+00:00", count(results)))


def result(rule: str, verdict: Verdict, case: str = "a/case", reason: str = "") -> Result:
    """A result of the driver."""
    return Result(rule, DRIVER, case, verdict, reason)


def of(*results: Result) -> Any:
    """The summary of a run's drivers."""
    return product_reports.summary("debian-11", run(*results), "driver")


class TestSummary:
    """What is published of a run."""

    def test_a_product(self) -> None:
        """It has the driver's own version, what was observed, and findings and warnings with their reasons."""
        [(name, made)] = of(
            result("VULKAN-DRIVER-01", Verdict.FAIL, reason="wrote at 0x55bed2564e10"),
            result("VULKAN-DRIVER-02", Verdict.WARN, reason="slow"),
            result("VULKAN-DRIVER-03", Verdict.PASS),
            result("VULKAN-DRIVER-04", Verdict.SKIP, reason="no device"),
        )["products"].items()
        assert (name, made["version"], made["device"]) == ("lvp_icd", "1.1.107", "llvmpipe Mesa 20.3.5")
        assert made["rules"] == ["VULKAN-DRIVER-01", "VULKAN-DRIVER-02", "VULKAN-DRIVER-03"]
        assert made["findings"] == [
            ["VULKAN-DRIVER-01", "a/case", "fail", "wrote at 0x…"],
            ["VULKAN-DRIVER-02", "a/case", "warn", "slow"],
        ]

    def test_unreliable_runs(self) -> None:
        """What refloader could not do itself is no result of a product."""
        with pytest.raises(ResultsError, match="debian-11: the run is not to be relied on"):
            of(result("VULKAN-DRIVER-01", Verdict.ERROR))


class TestPage:
    """The rules by releases."""

    def test_what_changed(self) -> None:
        """Each product has its rules by release, and what is broken or kept since the one before."""
        older = of(
            result("VULKAN-DRIVER-01", Verdict.FAIL),
            result("VULKAN-DRIVER-02", Verdict.CRASH),
            result("VULKAN-DRIVER-06", Verdict.PASS),
        )
        newer = of(
            result("VULKAN-DRIVER-01", Verdict.PASS),
            result("VULKAN-DRIVER-02", Verdict.SKIP, reason="no device"),
            result("VULKAN-DRIVER-05", Verdict.FAIL),
        )
        text = product_reports.page("driver", {"debian-11": older, "debian-12": newer})
        assert "| VULKAN-DRIVER-01 | broken | kept |" in text
        assert "| VULKAN-DRIVER-02 | broken | - |" in text
        assert "| VULKAN-DRIVER-06 |" not in text
        assert (
            "- debian-11 to debian-12: broken now: VULKAN-DRIVER-05; kept now: VULKAN-DRIVER-01;"
            " not observed any more: VULKAN-DRIVER-02"
        ) in text

    def test_a_product_of_one_release(self) -> None:
        """A product that an older release does not have stands in the column of the newer one alone."""
        older = {**of(), "products": {}}
        text = product_reports.page(
            "driver", {"debian-11": older, "debian-12": of(result("LDP_DRIVER_1", Verdict.FAIL))}
        )
        assert "| rule | debian-12 |" in text
        assert "| LDP_DRIVER_1 | broken |" in text


def test_published() -> None:
    """The pages are those of the summaries beside them."""
    for kind, folder in product_reports.FOLDERS.items():
        found = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}
        page = folder / "README.md"
        assert page.is_file() is bool(found)
        if found:
            assert page.read_text("utf-8") == product_reports.page(kind, found)
