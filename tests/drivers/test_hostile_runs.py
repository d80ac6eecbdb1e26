"""A whole run over drivers that crash, hang, lie or exit: each gets its verdicts, and the run ends in time."""

import json
import shutil
import time
from collections.abc import Mapping
from pathlib import Path

import pytest
from once import made_once

from refloader.host.pace import allowed
from refloader.native.mocks import mock_library
from refloader.results.results_file import FINDINGS, Result, Run, Verdict, read
from refloader.sandbox import child
from refloader.sandbox.isolation import process_tree
from refloader.suite import conform
from refloader.suite.subjects.request import RunRequest

pytestmark = pytest.mark.slow

DRIVERS: Mapping[str, Mapping[str, str]] = {
    "hangs": {"hang": "load"},
    "crashes": {"crash": "vkCreateInstance"},
    "aborts": {"abort": "vkEnumeratePhysicalDevices"},
    "exits": {"exit": "vk_icdNegotiateLoaderICDInterfaceVersion"},
    "makes_nothing": {"rubbish": "vkCreateInstance"},
    "claims": {"rubbish": "vkEnumerateDeviceExtensionProperties"},
    "lies": {"negotiate_version": "4294967295"},
}
BOUND = 240.0
"""Seconds for all of them; as many times more as the machine is slower or busier than an idle one."""


def made(folder: Path, name: str, flags: Mapping[str, str]) -> str:
    """The manifest of the mock driver with these flags; skips where it was not built."""
    library = mock_library("mock_icd")
    if library is None:
        pytest.skip("the mock driver is not built (install with a C compiler)")
    copy = folder / f"lib{name}.so"
    shutil.copy(library, copy)
    Path(f"{copy}.flags").write_text("".join(f"{k}={v}\n" for k, v in {"whole": "1", **flags}.items()))
    body = {"file_format_version": "1.0.1", "ICD": {"library_path": str(copy), "api_version": "1.3.0"}}
    (folder / f"{name}.json").write_text(json.dumps(body))
    return str(folder / f"{name}.json")


@pytest.fixture(scope="module")
def judged(tmp_path_factory: pytest.TempPathFactory) -> Run:
    """All of them in one run, which leaves no process behind."""

    def judge(folder: Path) -> None:
        manifests = tuple(made(folder, name, flags) for name, flags in DRIVERS.items())
        child.close_all()  # what this process has for its next runs, and ends itself
        before, started = process_tree.children(), time.monotonic()

        conform.run(RunRequest(drivers=manifests), str(folder), workers=2)

        assert time.monotonic() - started < allowed(BOUND)
        child.close_all()
        assert process_tree.children() <= before

    return read(str(made_once(tmp_path_factory, "hostile-drivers", judge) / "results.ndjson"))


def findings(run: Run, name: str) -> list[Result]:
    """What counts against a driver."""
    return [each for each in run.results if each.subject == f"{name}.json" and each.verdict in FINDINGS]


@pytest.mark.whole
def test_the_run_comes_to_its_end(judged: Run) -> None:
    """The results are whole, and nothing is put down to the harness."""
    assert (judged.truncated, judged.problems, judged.exit_code) == (False, (), 1)
    assert [each for each in judged.results if each.verdict == Verdict.ERROR] == []


@pytest.mark.parametrize(
    ("name", "verdict", "said"),
    [
        ("hangs", "timeout", "no answer"),
        ("crashes", "crash", "SIGSEGV during "),
        ("aborts", "crash", "SIGABRT during "),
        ("exits", "crash", "exit with status 3 during "),
        ("makes_nothing", "fail", "VK_NULL_HANDLE"),
        ("claims", "fail", "vkEnumerateDeviceExtensionProperties"),
        ("lies", "fail", "4294967295"),
    ],
)
def test_each_gets_its_verdict(judged: Run, name: str, verdict: str, said: str) -> None:
    """The cause stands in the reason, and comes again in a second try."""
    found = [each for each in findings(judged, name) if each.verdict == verdict and said in each.reason]

    assert found
    assert {each.flaky for each in found} == {None}


@pytest.mark.parametrize("name", ["hangs", "exits"])
def test_one_cause_is_told_once(judged: Run, name: str) -> None:
    """Whoever lets no program begin is told so by the simplest program, and by the few rules on such ends."""
    ended = {each.case for each in findings(judged, name) if each.verdict != Verdict.FAIL}

    assert len(ended) <= 3
