"""A run to make documents from, dull unless a test says otherwise."""

from collections.abc import Callable

import pytest

from refloader.results.results_file import (
    Expected,
    Footer,
    Header,
    Result,
    Run,
    Stale,
    Subject,
    Verdict,
    count,
)

REFERENCE = Subject("loader", "reference", "", "0.1.0", "")
SYSTEM = Subject("loader", "system", "/usr/lib/libvulkan.so.1", "1.3.239", "ab" * 32)


@pytest.fixture
def make_run() -> Callable[..., Run]:
    """A function from results (and parts of the run to replace) to a finished run of two loaders."""

    def make(
        *results: Result,
        subjects: tuple[Subject, ...] = (REFERENCE, SYSTEM),
        finished: bool = True,
        problems: tuple[str, ...] = (),
        notes: tuple[str, ...] = (),
        stale: tuple[Stale, ...] = (),
    ) -> Run:
        header = Header(
            suite_version="0.1.0",
            catalogue_version="c0ffee",
            subjects=subjects,
            machine={"system": "Linux"},
            started="2026-03-01T10:00:00+00:00",
            edition="2026",
            command="refloader conform",
            notes=notes,
        )
        footer = Footer("2026-03-01T10:01:00+00:00", count(results), 0, stale) if finished else None
        return Run(header, results, footer, problems)

    return make


@pytest.fixture
def failure() -> Result:
    """The system loader fails one case of LLP_LAYER_9."""
    return Result(
        rule="LLP_LAYER_9",
        subject="system",
        case="missing",
        verdict=Verdict.FAIL,
        reason="the layer is in the chain",
        evidence={"chain": ["good", "no_switch"], "log": "one\ntwo"},
        replay="refloader conform --rule LLP_LAYER_9 --case missing",
        seconds=0.25,
    )


@pytest.fixture
def known() -> Result:
    """The system loader fails another case of LLP_LAYER_9, as expected."""
    expected = Expected(Verdict.FAIL, "it keeps the layer", "divergences.md#x", "x.toml", 7)
    return Result("LLP_LAYER_9", "system", "known", Verdict.FAIL, "it is in the chain", expected=expected)


@pytest.fixture
def surprise() -> Result:
    """The system loader passes a case of LLP_LAYER_9 that was expected to fail."""
    expected = Expected(Verdict.FAIL, "it keeps the layer", "", "x.toml", 9)
    return Result("LLP_LAYER_9", "system", "mended", Verdict.PASS, expected=expected)


@pytest.fixture
def stale() -> Stale:
    """An expectation about a case that is gone."""
    return Stale("system", "LLP_LAYER_9", "gone", "x.toml", 11)


@pytest.fixture
def skip() -> Result:
    """The reference skips one case of LLP_LAYER_9."""
    return Result("LLP_LAYER_9", "reference", "missing", Verdict.SKIP, "no mount namespaces here")


@pytest.fixture
def passed() -> Result:
    """The system loader passes a case of LLP_LAYER_6."""
    return Result("LLP_LAYER_6", "system", "good", Verdict.PASS)


@pytest.fixture
def warning() -> Result:
    """The system loader is warned of in a case of LLP_LAYER_3."""
    return Result("LLP_LAYER_3", "system", "prefix", Verdict.WARN, "no prefix")


@pytest.fixture
def broke() -> Result:
    """The harness could not judge the system loader in a case of LLP_LAYER_6."""
    return Result("LLP_LAYER_6", "system", "broke", Verdict.ERROR, "no memory")
