"""A finding is tried once more: what does not come again is flaky, and stays a finding."""

import os
import subprocess
import sys
from collections.abc import Callable, Mapping
from functools import cache
from pathlib import Path

import pytest
from loaders import answering

from refloader.host.pace import PATIENCE
from refloader.results.results_file import Result, read
from refloader.suite.case_results import results
from refloader.suite.sessions import checked_trial
from refloader.suite.sessions.session import Probe, Session
from refloader.suite.subjects.request import Job, RunRequest

pytestmark = pytest.mark.slow

CONFTEST = {
    "driver": "from policy_tests.driver.conftest import *\n",
    "loader": "from policy_tests.conftest import *\n",
}
DRIVERS = '''
import os
import pytest
from refloader.results.results_file import Verdict
from refloader.suite.subjects.ended import EndedError

pytestmark = pytest.mark.rule("LDP_DRIVER_3")

def times(driver, test):
    """How often the test was run, this time included."""
    path = f"{driver.driver.manifest}.{test}"
    with open(path, "a") as file:
        file.write("x")
    return os.path.getsize(path)

def test_fails_once(driver):
    """It is even."""
    assert times(driver, "fails_once") == 2

def test_fails(driver):
    """It never holds."""
    assert times(driver, "fails") == 0

def test_crashes_then_fails(driver):
    """It is gone."""
    if times(driver, "crashes_then_fails") == 1:
        raise EndedError(Verdict.CRASH, "SIGSEGV during load")
    assert driver.warning == "x"

def test_skips_then(driver):
    """There is nothing to see."""
    if times(driver, "skips_then") == 1:
        raise EndedError(Verdict.TIMEOUT, "no answer")
    pytest.skip("nothing is seen")

LOST = EndedError(Verdict.FAIL, "the driver ended the process that watched over it")

def test_loses_its_watcher_once(driver):
    """It is watched."""
    if times(driver, "loses_its_watcher_once") == 1:
        raise LOST

def test_loses_its_watcher(driver):
    """It is watched."""
    times(driver, "loses_its_watcher")
    raise LOST

def test_warns(driver):
    """One reading holds."""
    driver.warning = "" if times(driver, "warns") > 1 else "it does not"

def test_errs(driver):
    """The test itself is wrong."""
    if times(driver, "errs") == 1:
        raise RuntimeError("oops")
'''
SLOW = '''
import os
import pytest
from refloader.suite.sessions.session import Session

pytestmark = pytest.mark.rule("LDP_DRIVER_3")
TRIES = []

@pytest.mark.parametrize("seconds", [0.1, 7.0])
def test_in_time(driver, seconds):
    """It comes to its end."""
    TRIES.append(seconds)
    late = Session("timeout", "no answer within 10 s", seconds=10.0)
    driver.must_end(driver.had(late if TRIES.count(seconds) == 1 else Session("ok", seconds=seconds)))
'''
LOADERS = '''
import pytest

pytestmark = pytest.mark.rule("ORDER-DUP-01")
TRIES = []

def test_fails_once(world, subject):
    """One driver is there."""
    world.driver()
    TRIES.append(len(world.scenario().files))
    assert len(TRIES) > 1 and TRIES[0] == TRIES[1]
'''
ADDRESSES = '''
import pytest

pytestmark = pytest.mark.rule("ORDER-DUP-01")

def test_ends(world, subject):
    """It comes to an end."""
    try:
        subject.observe(world)
    finally:
        with open({file!r}, "a") as file:
            file.write(subject.seen.stdout)
    assert False
'''
SAYS_WHERE = 'printf("%p\\n", (void *)layers), fflush(stdout);'
LISTENING = """
import os

def pytest_runtest_logstart(nodeid, location):
    if location[2] == "second try" and "PYTEST_XDIST_WORKER" not in os.environ:
        with open({file!r}, "a") as file:
            file.write(nodeid + "\\n")
"""
MANIFEST = (
    '{"file_format_version": "1.0.0", "ICD": {"library_path": "/nowhere/lib.so", "api_version": "1.3.0"}}'
)
FLAKY = {
    "fails_once": "pass",
    "crashes_then_fails": "fail",
    "skips_then": "skip",
    "loses_its_watcher_once": "pass",
}


@pytest.fixture
def manifest(tmp_path: Path) -> Path:
    """A driver's manifest in a folder of its own, where the tests count how often they are run."""
    folder = tmp_path / "driver"
    folder.mkdir()
    (folder / "icd.json").write_text(MANIFEST)
    return folder / "icd.json"


def run_suite(folder: Path, text: str, kind: str, *words: str) -> Mapping[str, Result]:
    """The results by the names of the tests."""
    suite = folder / "suite"
    suite.mkdir()
    (suite / "conftest.py").write_text(CONFTEST[kind])
    (suite / "test_chance.py").write_text(text)
    file = str(folder / "results.ndjson")
    fixed = ("-q", "-p", "no:cacheprovider", "-c", os.devnull, "--rootdir", str(suite))
    plugins = ("-p", "refloader.suite.plugin", "--refloader-results", file)
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *fixed, *plugins, *words, str(suite)],
        capture_output=True,
        text=True,
        # Timeouts as on a usual machine: how busy this one is decides nothing.
        env={**_without_xdist(), "PYTEST_DISABLE_PLUGIN_AUTOLOAD": "1", PATIENCE: "1"},
        cwd=Path(__file__).parents[3],
        check=False,
    )
    run = read(file)
    assert not run.truncated, done.stdout
    return {each.case.partition("/")[2]: each for each in run.results if each.case.startswith("chance/")}


def _without_xdist() -> dict[str, str]:
    """The environment as if no worker of this run had started the suite."""
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_XDIST")}


class TestSlow:
    """Longer than a timeout is not for ever."""

    def test_an_end_counts_where_it_takes_long(self, tmp_path: Path, manifest: Path) -> None:
        """The second try decides for a driver that took seven of ten seconds, and not for one that hangs at times."""
        found = run_suite(tmp_path, SLOW, "driver", "--refloader-driver", str(manifest))

        slow, hanging = found["in_time[7.0]"], found["in_time[0.1]"]
        assert (slow.verdict.value, slow.flaky) == ("pass", None)
        assert slow.evidence["first try"] == "timeout: no answer within 10 s"
        assert (hanging.verdict.value, hanging.flaky) == ("timeout", "pass")


class TestSecondTries:
    """A finding on a subject is tried once more, and the first verdict stays."""

    @pytest.mark.parametrize("parallel", [(), ("-p", "xdist.plugin", "-n", "1")], ids=["alone", "xdist"])
    def test_drivers(self, tmp_path: Path, manifest: Path, parallel: tuple[str, ...]) -> None:
        """What comes out otherwise is told; what is no finding is not tried again."""
        found = run_suite(tmp_path, DRIVERS, "driver", "--refloader-driver", str(manifest), *parallel)

        verdicts = {name: each.verdict.value for name, each in found.items()}
        assert verdicts == {
            "fails_once": "fail",
            "fails": "fail",
            "crashes_then_fails": "crash",
            "skips_then": "timeout",
            "loses_its_watcher_once": "warn",
            "loses_its_watcher": "fail",
            "warns": "warn",
            "errs": "error",
        }
        assert {name: each.flaky.value for name, each in found.items() if each.flaky} == FLAKY
        assert all(found[name].counts_against for name in FLAKY if name != "loses_its_watcher_once")
        tries = {
            name: (manifest.parent / f"icd.json.{name}").read_text() for name in ("fails", "warns", "errs")
        }
        assert tries == {"fails": "xx", "warns": "x", "errs": "x"}

    @pytest.mark.parametrize("parallel", [(), ("-p", "xdist.plugin", "-n", "1")], ids=["alone", "xdist"])
    def test_the_controller_hears_of_them(
        self, tmp_path: Path, manifest: Path, parallel: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Where progress is counted, a second try begins under the name of its case."""
        heard = tmp_path / "heard"
        monkeypatch.setitem(CONFTEST, "driver", CONFTEST["driver"] + LISTENING.format(file=str(heard)))

        run_suite(tmp_path, DRIVERS, "driver", "--refloader-driver", str(manifest), *parallel)

        names = [line.rpartition("::test_")[2].partition("[")[0] for line in heard.read_text().splitlines()]
        assert sorted(names) == [
            "crashes_then_fails",
            "fails",
            "fails_once",
            "loses_its_watcher",
            "loses_its_watcher_once",
            "skips_then",
        ]

    def test_what_the_second_try_saw(self, tmp_path: Path, manifest: Path) -> None:
        """The evidence has its verdict, and its reason where it is another one."""
        found = run_suite(tmp_path, DRIVERS, "driver", "--refloader-driver", str(manifest))

        assert found["fails"].evidence["second try"] == "fail"
        assert found["skips_then"].evidence["second try"] == "skip: nothing is seen"

    def test_loaders(self, tmp_path: Path, compile_loader: Callable[[str], str]) -> None:
        """They too, in a world that is built anew."""
        loader = compile_loader(answering())
        found = run_suite(tmp_path, LOADERS, "loader", "--refloader-loader", loader)

        assert (found["fails_once"].verdict, found["fails_once"].flaky) == ("fail", "pass")

    @pytest.mark.parametrize(("end", "places"), [("raise(SIGSEGV)", 2), ("", 1)], ids=["crash", "failure"])
    def test_another_layout_of_memory(
        self, tmp_path: Path, compile_loader: Callable[[str], str], end: str, places: int
    ) -> None:
        """A loader that crashes has its second try at other addresses: the crash may come by those of the first."""
        loader = compile_loader(answering(SAYS_WHERE + end))
        addresses = tmp_path / "addresses"
        suite = ADDRESSES.format(file=str(addresses))

        run_suite(tmp_path, suite, "loader", "--refloader-loader", loader)

        said = addresses.read_text().split()
        assert (len(said), len({*said})) == (2, places)

    def test_the_core_is_not_tried_again(self, tmp_path: Path) -> None:
        """It is the same each time."""
        found = run_suite(tmp_path, LOADERS, "loader", "--refloader-loader", "reference-2026")

        assert (found["fails_once"].verdict, found["fails_once"].flaky) == ("fail", None)


def test_second_tries_remember_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """What they run is made anew once for all of them; afterwards the first tries are known as before."""
    numbers = iter(range(9))
    for kept in (checked_trial._first, checked_trial._again):
        monkeypatch.setattr(kept, "probes", cache(lambda _: Session(detail=str(next(numbers)))))
    probe = Probe("/a/library.so", "act")

    def seen() -> str:
        return checked_trial.cached_probe(probe).detail

    def seen_anew() -> str:
        with checked_trial.nothing_remembered():
            return seen()

    assert [seen(), seen_anew(), seen(), seen_anew()] == ["0", "1", "0", "1"]


def test_a_job_that_tries_once(tmp_path: Path, manifest: Path) -> None:
    """Who judges what is wrong on purpose wants no second tries."""
    job = Job(RunRequest(drivers=(str(manifest),)), str(tmp_path / "results.ndjson"), once=True)
    job.save(str(tmp_path / "job.json"))

    found = run_suite(tmp_path, DRIVERS, "driver", "--refloader-job", str(tmp_path / "job.json"))

    assert (found["fails_once"].verdict, found["fails_once"].flaky) == ("fail", None)
    assert (manifest.parent / "icd.json.fails_once").read_text() == "x"


def test_of_a_rule_that_is_skipped() -> None:
    """What a second try came to is said of the rules that were judged alone."""
    record = {
        "subject": "d",
        "case": "exports/one",
        "verdict": "fail",
        "reason": "r",
        "evidence": {},
        "repro": {"LDP_DRIVER_3": "", "LDP_DRIVER_1": ""},
        "skipped": {"LDP_DRIVER_1": "it does not bind here"},
        "flaky": "crash",
    }

    found = {each.rule: (each.verdict, each.flaky) for each in results(record, 0.0)}

    assert found == {"LDP_DRIVER_3": ("fail", "crash"), "LDP_DRIVER_1": ("skip", None)}
