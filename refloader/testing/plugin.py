"""The pytest plugin: fixtures for tests of layers, drivers and loaders. Contains no rules.

pytest loads the plugin in every environment that has refloader installed, so the plugin imports nothing of refloader
but its version before a fixture is used. ``-p no:refloader`` disables it. The plugin that runs the policy tests is
``refloader.suite.plugin``.
"""

import math
import os
import re
from collections.abc import Generator, Sequence
from typing import TYPE_CHECKING, Any

import pytest

from refloader import __version__

if TYPE_CHECKING:
    from refloader.scenario.scenario import World as AnyWorld
    from refloader.testing import Conform, Conformance, Lint, Observation, Observe, Scenario, Subject, World
    from refloader.testing.scenario_runs import ScenarioRuns

_MARK = "refloader"
_SUBJECTS, _TIMEOUT = "refloader_subjects", "refloader_timeout"
_OPTION, _KEEP = "--refloader-subject", "--refloader-keep"
_DEFAULT = "reference"
LOOKS: "pytest.StashKey[ScenarioRuns]" = pytest.StashKey()
"""Where an item keeps what its report shows if it fails."""
_RESULTS = "refloader.results.records"
_SUITE, _SUITE_PLUGIN = r"policy_tests(\.|::|$)", "refloader.suite.plugin"


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options and ini settings for the loaders, the timeout, and the folder for scenarios of failed tests."""
    group = parser.getgroup("refloader", "judging Vulkan loaders, layers and drivers")
    group.addoption(
        _OPTION,
        action="append",
        default=[],
        metavar="LOADER",
        help='run scenarios on this loader: a path, a name, or "reference"; may be repeated',
    )
    group.addoption(_KEEP, metavar="DIR", default="", help="keep the scenarios of failed tests there")
    parser.addini(_SUBJECTS, "the loaders that scenarios are run on", type="linelist", default=[_DEFAULT])
    parser.addini(_TIMEOUT, "seconds that a loader has for one scenario", default="10")


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Load the plugin of the policy tests, which has their options, if ``--pyargs`` names these tests."""
    known = early_config.known_args_namespace
    if known.pyargs and any(re.match(_SUITE, each) for each in known.file_or_dir):
        early_config.pluginmanager.import_plugin(_SUITE_PLUGIN)


def pytest_configure(config: pytest.Config) -> None:
    """Register the mark, and reject an invalid timeout."""
    line = (
        f"{_MARK}(*loaders): run the scenarios of this test on these loaders in place of the configured ones"
    )
    config.addinivalue_line("markers", line)
    try:
        timeout = float(config.getini(_TIMEOUT))
    except ValueError:
        timeout = math.nan
    if not 0 < timeout < math.inf:
        raise pytest.UsageError(f"{_TIMEOUT}: {config.getini(_TIMEOUT)!r} is no number of seconds")


def pytest_report_header(config: pytest.Config) -> str | None:
    """Return a header line with the loaders, if they are not the default."""
    chosen = _configured(config)
    return (
        None
        if chosen == [_DEFAULT]
        else f"refloader: {__version__}, loaders: {', '.join(map(ascii, chosen))}"
    )


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Parametrize a test over its loaders, if it has several."""
    if "refloader_subject" in metafunc.fixturenames:
        loaders = _loaders(metafunc.definition)
        if len(loaders) > 1:
            metafunc.parametrize("refloader_subject", loaders, indirect=True, ids=_ids(loaders))


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Describe results in failed comparisons as reports do, instead of printing all their fields."""
    if op != "==" or not isinstance(left, tuple) or not left or type(left[0]).__module__ != _RESULTS:
        return None
    from refloader.testing.conformance import described_results

    return [f"{len(left)} results, and not {ascii(right)[:80]}:", *described_results(left)]


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(
    item: pytest.Item, call: pytest.CallInfo[None]
) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Add the scenarios and observations to the report of a failed test, and save the scenarios."""
    report = yield
    looks = item.stash.get(LOOKS, None)
    if report.failed and looks is not None:
        report.sections += looks.sections(item.nodeid, item.config.getoption(_KEEP))
    return report


@pytest.fixture
def refloader_scenario() -> "World":
    """An empty machine, which the test builds up: manifests, variables, mocks, the application."""
    from refloader.testing import World

    return World()


@pytest.fixture
def refloader_subject(request: pytest.FixtureRequest) -> "Subject":
    """The loader of this test: from the mark, else from ``--refloader-subject``, else from the ini file."""
    from refloader.testing import SubjectError, subject

    loaders = [request.param] if hasattr(request, "param") else _loaders(request.node)
    if len(loaders) > 1:
        pytest.fail("there are several loaders: let the test have the fixture as an argument", pytrace=False)
    try:
        return subject(loaders[0], timeout=float(request.config.getini(_TIMEOUT)))
    except SubjectError as error:
        why = str(error)
    pytest.fail(why, pytrace=False)


@pytest.fixture
def refloader_observe(
    request: pytest.FixtureRequest, refloader_subject: "Subject", tmp_path_factory: pytest.TempPathFactory
) -> "Observe":
    """Runs a scenario on this test's loader and returns the observation; skips the test if it cannot be run here."""
    from refloader.testing.scenario_runs import (
        NotCoveredError,
        ScenarioRuns,
        must_survive,
        observation_of,
        scenario_of,
    )

    looks = ScenarioRuns(refloader_subject, tmp_path_factory)
    request.node.stash[LOOKS] = looks

    def observe(world: "AnyWorld | Scenario", *, survives: bool = True) -> "Observation":
        __tracebackhide__ = True
        scenario = scenario_of(world)
        try:
            seen = observation_of(refloader_subject, scenario)
        except NotCoveredError as why:
            pytest.skip(f"{refloader_subject.name}: {why}")
        looks.add(scenario, seen)
        if survives:
            must_survive(refloader_subject, seen)
        return seen

    return observe


@pytest.fixture
def refloader_observation(refloader_observe: "Observe", refloader_scenario: "World") -> "Observation":
    """The observation of ``refloader_scenario``, which a conftest.py or a class can override to build its own."""
    return refloader_observe(refloader_scenario)


@pytest.fixture
def refloader_lint() -> "Lint":
    """Checks manifests without executing anything, and fails the test if one has an error."""
    from refloader.testing import lint

    return lint


@pytest.fixture
def refloader_conform(tmp_path_factory: pytest.TempPathFactory) -> "Conform":
    """Runs the suite on a layer, driver or loader; the results are in pytest's temporary folder by default."""
    from refloader.testing import conform

    def run(**request: Any) -> "Conformance":
        return conform(**{"out": tmp_path_factory.mktemp("refloader-conform"), **request})

    return run


def _loaders(node: pytest.Item | pytest.Function) -> list[str]:
    """Return the loaders of a test. Relative paths in the mark are relative to the folder of the test's file."""
    mark = node.get_closest_marker(_MARK)
    if mark is None:
        return _configured(node.config)
    if mark.kwargs or not mark.args or not all(isinstance(each, str | os.PathLike) for each in mark.args):
        pytest.fail(f"@pytest.mark.{_MARK} takes loaders: paths, names, or {_DEFAULT!r}", pytrace=False)
    return _placed(list(map(os.fspath, mark.args)), os.path.dirname(node.path))


def _configured(config: pytest.Config) -> list[str]:
    """Return the loaders from the command line, else from the ini file.

    Relative paths are relative to the folder where pytest was invoked, or to that of the ini file.
    """
    asked = config.getoption(_OPTION)
    if asked:
        return _placed(asked, str(config.invocation_params.dir))
    base = os.path.dirname(config.inipath) if config.inipath else str(config.rootpath)
    return _placed(config.getini(_SUBJECTS) or [_DEFAULT], base)


def _placed(loaders: Sequence[str], folder: str) -> list[str]:
    """Return each loader once, with relative paths below ``folder``; a bare name is left to the dynamic linker."""
    found = (os.path.join(folder, each) if "/" in each else each for each in loaders)
    return list(dict.fromkeys(found))


def _ids(loaders: Sequence[str]) -> list[str]:
    """Return the test ids of the loaders: the file name, or the full path where two file names are equal."""
    short = [os.path.basename(each) for each in loaders]
    return [name if short.count(name) == 1 else each for name, each in zip(short, loaders, strict=True)]
