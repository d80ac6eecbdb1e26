"""``tools/layer_pairs.py``: runs of layers in one chain become summaries, and a page of layers by layers."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(TOP / "tools"))

import layer_pairs  # noqa: E402 - a tool of the repository, and no package of its own

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

A, B = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b"


def of(*results: Result) -> Any:
    """The summary of a run of two layers."""
    chains = {"1.3.0": A, "1.4.0": B, "1.3.0 + 1.4.0": f"{A} + {B}", "1.4.0 + 1.3.0": f"{B} + {A}"}
    subjects = tuple(Subject("layer", name, "/a.json", version, "", "") for version, name in chains.items())
    machine = {"libc": "glibc 2.41 of the target"}
    header = Header("0.1.0", "1", subjects, machine, "2026-01-01T00:00:00+00:00", "2026", "refloader conform")
    made = Run(header, results, Footer("2026-01-01T00:00:01+00:00", count(results)))
    return layer_pairs.summary("debian-13", made)


def result(chain: str, verdict: Verdict, reason: str = "", driver: str = "mock") -> Result:
    """A result of a chain on one driver."""
    return Result("LLP_LAYER_2", chain, f"together[{driver}]", verdict, reason)


class TestSummary:
    """What is published of a run."""

    def test_chains(self) -> None:
        """The layers have their versions, and each chain what came of it; addresses differ from run to run."""
        made = of(result(A, Verdict.PASS), result(f"{A} + {B}", Verdict.CRASH, "SIGSEGV at 0x55bed2564e10"))

        assert made["layers"] == {A: "1.3.0", B: "1.4.0"}
        case = {"case": "together[mock]", "rule": "LLP_LAYER_2"}
        assert made["chains"] == [
            {"chain": A, **case, "verdict": "pass"},
            {"chain": f"{A} + {B}", **case, "verdict": "crash", "reason": "SIGSEGV at 0x…"},
        ]

    def test_unreliable_runs(self) -> None:
        """What refloader could not do itself is no result of a layer."""
        with pytest.raises(ResultsError, match="debian-13: the run is not to be relied on"):
            of(result(A, Verdict.ERROR))


class TestPage:
    """Layers by layers."""

    def test_the_order_counts(self) -> None:
        """The row is above, the column below, and the diagonal is the layer alone."""
        made = of(
            result(A, Verdict.PASS),
            result(B, Verdict.PASS),
            result(B, Verdict.WARN, "slow", "lavapipe"),
            result(f"{A} + {B}", Verdict.PASS),
            result(f"{A} + {B}", Verdict.FAIL, "swallows a call", "lavapipe"),
            result(f"{B} + {A}", Verdict.SKIP, "no lavapipe"),
        )

        text = layer_pairs.page({"debian-13": made})

        assert "| TEST_a 1.3.0 | ok | **LLP_LAYER_2** |" in text
        assert "| TEST_b 1.4.0 | - | warned: LLP_LAYER_2 |" in text
        assert f"- fail, LLP_LAYER_2: swallows a call: {A} + {B} (together[lavapipe])\n" in text
        assert f"- skip, LLP_LAYER_2: no lavapipe: {B} + {A} (together[mock])\n" in text
        assert "Judged on 2026-01-01 with glibc 2.41 of the target." in text

    def test_a_reason_is_told_once(self) -> None:
        """However many chains have it."""
        alone = "A keeps no company"
        made = of(*(result(chain, Verdict.SKIP, alone) for chain in (f"{A} + {B}", f"{B} + {A}")))

        text = layer_pairs.page({"debian-13": made})

        assert text.count(alone) == 1
        assert f"{A} + {B} (together[mock]) and 1 more" in text

    def test_more_than_two(self) -> None:
        """A chain of all of them has a line of its own."""
        text = layer_pairs.page({"debian-13": of(result(f"{A} + {B} + VK_LAYER_c", Verdict.PASS))})

        assert f"All of them, {A} + {B} + VK_LAYER_c: ok." in text


def test_published() -> None:
    """The page is that of the summaries beside it."""
    folder = layer_pairs.FOLDER
    found = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(folder.glob("*.json"))}
    assert found
    assert layer_pairs.PAGE.read_text("utf-8") == layer_pairs.page(found)
