"""How hard generated tests try: little by default, much with ``--hypothesis-profile=thorough``.

Where CI is set the examples are the same each time, so that a change is judged by itself; elsewhere each run
searches anew.
"""

import gc
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import bytecode
import pytest
from hypothesis import HealthCheck, settings
from hypothesis.database import DirectoryBasedExampleDatabase
from leftovers import Leftovers
from samples import HEADER, ON_REFERENCE, PARTS, PARTS_OF_CI, SLOW, WHOLE, left_out
from surroundings import hear_signals, own_temporary_folder
from xdist.remote import Producer
from xdist.scheduler import WorkStealingScheduling

from refloader.host.pace import PATIENCE
from refloader.host.temporary import MINUTE, remove_abandoned

# Building a whole world of manifests is slow to start with, which says nothing about the product.
_CHECKS = (HealthCheck.too_slow, HealthCheck.data_too_large)

# Examples that failed are kept in the working folder; a checkout of another user keeps none, without a warning.
_KEPT = DirectoryBasedExampleDatabase(".hypothesis/examples") if os.access(os.curdir, os.W_OK) else None

settings.register_profile(
    "quick",
    database=None if "CI" in os.environ else _KEPT,
    max_examples=50,
    deadline=None,
    suppress_health_check=_CHECKS,
    derandomize="CI" in os.environ,
)
settings.register_profile(
    "thorough", database=_KEPT, max_examples=3000, deadline=None, suppress_health_check=_CHECKS
)
settings.load_profile("quick")

# Programs print more, or colours, where one of these is set; the tests compare with what they print elsewhere.
_LOUD = ("CI", "BUILD_NUMBER", "FORCE_COLOR", "CLICOLOR_FORCE", "PY_COLORS")


_PROCESSOR_SECONDS = 20
_COLLECTED = gc.get_threshold()
_PATIENCE = os.environ.get(PATIENCE, "1")  # a library that hangs on purpose hangs as long on a busy machine


def pytest_configure(config: pytest.Config) -> None:
    """Compare the machine before and after, in the process that has no other above it."""
    if cache := getattr(config, "cache", None):
        bytecode.share(str(cache.mkdir("bytecode")))
    if not hasattr(config, "workerinput"):
        config.pluginmanager.register(Leftovers(), "leftovers")


@pytest.hookimpl(tryfirst=True)
def pytest_sessionstart(session: pytest.Session) -> None:
    """Before workers start: rewrite the assertions of the whole suite, once for all of them."""
    config = session.config
    rewrites = config.getoption("assertmode") == "rewrite" and not sys.dont_write_bytecode
    if rewrites and config.getoption("numprocesses", None) and _is_suite(config):
        names = [config.rootpath / each for each in config.getini("testpaths")]
        files = sorted(path for name in names for path in name.rglob("test_*.py"))
        if reporter := config.pluginmanager.get_plugin("terminalreporter"):
            reporter.write_line(f"refloader: {len(files)} test files are made ready for the workers")
        bytecode.rewrite(config, files)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> WorkStealingScheduling | None:
    """Leave neighbouring tests to one process as long as others have work: a file's fixtures are made once."""
    return WorkStealingScheduling(config, log) if config.getoption("dist") == "load" else None


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_auto_num_workers() -> int | None:
    """Twice as many processes as there are cores: tests of what hangs wait most of their time."""
    return None if "PYTEST_XDIST_AUTO_NUM_WORKERS" in os.environ else 2 * len(os.sched_getaffinity(0))


def pytest_report_header() -> str:
    """Say which tests are run."""
    return HEADER


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what is not in the sample, unless somebody names a test."""
    if WHOLE or any("::" in each for each in config.args):
        return
    is_suite = _is_suite(config)
    parts = 1 if not is_suite else PARTS_OF_CI if SLOW else PARTS
    on_reference, others = [], []
    for item in items:
        (on_reference if is_suite and item.nodeid.startswith(ON_REFERENCE) else others).append(item)
    out = {
        *left_out(on_reference, few=True, parts=parts),
        *left_out(others, few=is_suite and not SLOW, parts=parts),
    }
    config.hook.pytest_deselected(items=list(out))
    items[:] = [item for item in items if item not in out]


def _is_suite(config: pytest.Config) -> bool:
    """Whether nobody named a part of the tests."""
    return [os.path.basename(each) for each in config.args] == config.getini("testpaths")


def pytest_collection_finish() -> None:
    """The cases stay to the end: no collection of garbage has to look at them again."""
    gc.collect()
    gc.freeze()


@pytest.hookimpl(trylast=True)
def pytest_runtest_teardown() -> None:
    """Collect garbage and wait as before the test: a verb changes both for the rest of its process.

    The frames of a verb that exits stay with its exception until then, and with them open folders of its tree.
    """
    os.environ[PATIENCE] = _PATIENCE
    gc.set_threshold(*_COLLECTED)
    gc.enable()


@pytest.fixture(scope="session", autouse=True)
def plain_children(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Programs that tests start do the same on a CI machine, and in the background, as anywhere."""
    for name in _LOUD:
        os.environ.pop(name, None)
    os.environ[PATIENCE] = _PATIENCE
    hear_signals()
    before = os.umask(0o022)  # what tests install is for everybody, or explain would say that it is not
    tmp_path_factory.getbasetemp()  # which stays where pytest puts it
    with own_temporary_folder() as temporary:
        yield
        os.umask(before)
        _end_stations()
        gc.unfreeze()  # what a verb's exceptions refer to, which the next verb's start kept from collection
        gc.collect()  # the files of packages go with what read them
        left, until = _left_in(temporary), time.monotonic() + _MOMENT
        while left and time.monotonic() < until:  # a process that a test started may still be ending
            time.sleep(0.1)
            left = _left_in(temporary)
    assert left == [], "the tests left temporary files"


_MOMENT = 20.0


def _left_in(temporary: Path) -> list[str]:
    """What is in the folder besides pytest's; folders whose owner was killed go as they do when refloader starts."""
    remove_abandoned(str(temporary), time.time() + 2 * MINUTE)
    return sorted(path.name for path in temporary.iterdir() if not path.name.startswith("pytest-of-"))


def _end_stations() -> None:
    """End the processes that show worlds to loaders, which go on from test to test and have a folder each."""
    child = sys.modules.get("refloader.sandbox.child")
    if child:
        child.close_all()


@pytest.fixture
def processor_time() -> Iterator[None]:
    """Twenty seconds of it for a test; on a busy machine the clock on the wall says nothing of the product."""

    def end(_number: int, _frame: object) -> None:
        pytest.fail(f"it takes more than {_PROCESSOR_SECONDS} seconds of processor time")

    before = signal.signal(signal.SIGPROF, end)
    signal.setitimer(signal.ITIMER_PROF, _PROCESSOR_SECONDS)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
        signal.signal(signal.SIGPROF, before)
