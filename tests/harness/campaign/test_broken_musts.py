"""A must that is broken fails: a warning leaves a run green, so it is no answer to what the documents demand."""

import os
from pathlib import Path

import pytest

from refloader.results.results_file import Result, Verdict
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mutants.of_mocks import Kind, mocks
from refloader.suite.conform import run
from refloader.suite.subjects.request import RunRequest

pytestmark = pytest.mark.slow


def judged(kind: Kind, name: str, rule: str, folder: Path) -> list[Result]:
    """The results of one rule on one violator, or on a clean mock ("clean NAME")."""
    known = mocks(kind)
    clean = name.removeprefix("clean ")
    recipe = known.clean[clean].recipe if clean != name else known.wrong[name].recipe
    try:
        path = lay_out(recipe, "mock", str(folder))
    except NoMockError as error:
        pytest.skip(str(error))
    out = folder / "out"
    os.mkdir(out)
    wanted = RunRequest(rules=(rule,), **{f"{kind}s": (path,)})  # type: ignore[arg-type]
    outcome = run(wanted, str(out), workers=0, once=True)
    return [each for each in outcome.results if each.rule == rule and each.case != "static"]


class TestMusts:
    """Each of these was wrong in just this way, and only warned of."""

    @pytest.mark.whole(keep=3, rotate=True)
    @pytest.mark.parametrize(
        ("kind", "name", "rule"),
        [
            ("layer", "NEGOTIATE-LAYER-04", "NEGOTIATE-LAYER-04"),
            ("layer", "NEGOTIATE-LAYER-04_lower", "NEGOTIATE-LAYER-04"),
            ("layer", "LLP_LAYER_1_none", "LLP_LAYER_1"),
            ("layer", "LLP_LAYER_1_short", "LLP_LAYER_1"),
            ("driver", "IFACE-ICD-V4-01", "IFACE-ICD-V4-01"),
            ("driver", "LDP_DRIVER_9_newer", "LDP_DRIVER_9"),
            ("driver", "LDP_DRIVER_9_newer", "IFACE-ICD-V5-02"),
            ("driver", "LDP_DRIVER_10", "LDP_DRIVER_10"),
        ],
    )
    def test_fails(self, kind: Kind, name: str, rule: str, tmp_path: Path) -> None:
        """The verdict is fail."""
        assert Verdict.FAIL in {each.verdict for each in judged(kind, name, rule, tmp_path)}

    @pytest.mark.whole(keep=2, rotate=True)
    @pytest.mark.parametrize(
        ("kind", "name", "rule"),
        [
            ("layer", "clean plain", "NEGOTIATE-LAYER-04"),
            ("layer", "clean plain", "LLP_LAYER_1"),
            ("driver", "clean interface_4", "IFACE-ICD-V4-01"),
            ("driver", "clean interface_4", "LDP_DRIVER_9"),
            ("driver", "clean plain", "LDP_DRIVER_10"),
        ],
    )
    def test_the_clean_one_passes(self, kind: Kind, name: str, rule: str, tmp_path: Path) -> None:
        """Without the fault nothing fails or warns."""
        verdicts = {each.verdict for each in judged(kind, name, rule, tmp_path)}

        assert verdicts <= {Verdict.PASS, Verdict.SKIP}

    def test_a_must_that_another_must_forbids(self, tmp_path: Path) -> None:
        """A driver of Vulkan 1.1 that agrees on version 5 with newer loaders is bound by both: that warns."""
        results = judged("driver", "IFACE-ICD-V5-02", "IFACE-ICD-V5-02", tmp_path)

        assert {each.verdict for each in results} & {Verdict.WARN, Verdict.FAIL} == {Verdict.WARN}
