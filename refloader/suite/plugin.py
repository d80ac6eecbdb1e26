"""The pytest plugin of the policy tests: options, subjects, and a results file. Has no verdict of its own.

It is loaded in every test run of the project and does nothing there but check the marks: only policy tests
ask for subjects, and only ``--refloader-results`` writes a file.
"""

import json
from collections.abc import Generator, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.model.profile import Profile
from refloader.model.text import visible
from refloader.results.expectations.expectation_file import ExpectationsError
from refloader.results.expectations.expectations import Known, read_all
from refloader.results.results_file import Subject, Writer, is_encodable, readable, storable
from refloader.rules import UnknownRuleError, rule
from refloader.rules.binding import binds
from refloader.sandbox import lineage
from refloader.sandbox.timeouts import Patience
from refloader.scenario.scenario import World
from refloader.suite.case_results import AnyTrial, Filing, results
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.loaders.forks import fork, homes
from refloader.suite.loaders.trial import Trial
from refloader.suite.options import EDITIONS, job_of
from refloader.suite.options import pytest_addoption as pytest_addoption
from refloader.suite.run.cases import (
    FIXTURES,
    NEEDS_LIBRARY,
    NO_LIBRARY,
    NOBODY,
    chosen,
    editions_of,
    has_cases,
    id_of,
    marked_rules,
    parameter_rules,
    place_of,
    rules_of,
    shows,
    target_of,
    unmarked,
)
from refloader.suite.run.counting import ENDING, Teller
from refloader.suite.run.header import header
from refloader.suite.run.targets import Target, first_results, targets
from refloader.suite.run.unchanged import Digests, changed, digests
from refloader.suite.subjects.request import CORES, NOT_LISTED, Wanted

_PROPERTY = "refloader"
_ROWS = "refloader-subjects"
_NOT_USED = "{} is about none of the subjects of this run"


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks and make sense of the options."""
    for line in (
        "rule(*ids): the rules of the catalogue this test bears on (checked at collection)",
        "editions(*years): the editions in which the test holds; without it, those of its rules",
        f"{NEEDS_LIBRARY}: only a loader that opens libraries can show it, and the reference's core opens none",
    ):
        config.addinivalue_line("markers", line)
    if hasattr(config, "workerinput"):
        lineage.die_with_parent()
    run = _Run(config)
    config.pluginmanager.register(run, "refloader-run")
    if run.progress >= 0 and not hasattr(config, "workerinput"):
        run.teller = Teller(run.progress)
        config.pluginmanager.register(run.teller, "refloader-progress")


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """A mistyped rule or edition in a mark is an error of collection."""
    try:
        for mark in metafunc.definition.iter_markers("rule"):
            for rule_id in mark.args:
                rule(rule_id)
    except UnknownRuleError as error:
        pytest.fail(f"the catalogue has no rule {error}", pytrace=False)
    unknown = set(editions_of(metafunc.definition)) - set(EDITIONS)
    if unknown:
        pytest.fail(f"there is no edition {', '.join(sorted(unknown))}", pytrace=False)


def spread(metafunc: pytest.Metafunc) -> None:
    """Parametrize a policy test over the loaders of the run in whose edition it holds."""
    _spread(metafunc, "loader")


def spread_layers(metafunc: pytest.Metafunc) -> None:
    """The same over the layers of the run."""
    _spread(metafunc, "layer")


def spread_drivers(metafunc: pytest.Metafunc) -> None:
    """The same over the drivers of the run."""
    _spread(metafunc, "driver")


def _spread(metafunc: pytest.Metafunc, kind: str) -> None:
    fixture = FIXTURES[kind]
    if fixture not in metafunc.fixturenames:
        return
    definition = metafunc.definition
    of_parameters = parameter_rules(definition)
    binding = any(binds(each, kind) for each in (*marked_rules(definition), *of_parameters))
    if has_cases(definition) and not binding:
        pytest.fail(f"no rule in the marks binds {kind}s, so no result could be filed", pytrace=False)
    fitting = _run(metafunc.config).fitting(kind, definition, of_parameters) or [NOBODY]
    metafunc.parametrize(fixture, fitting, indirect=True, ids=[id_of(each) for each in fitting])


def trial(config: pytest.Config, target: Target) -> Trial:
    """One policy test's look at a loader."""
    run = _run(config)
    return Trial(target.subject(run.patience(target), run.profile), run.profile)


def world(config: pytest.Config) -> World:
    """A machine with nothing on it, for the run's loaders."""
    return World(homes(_run(config).profile))


def layer_trial(target: Target) -> LayerTrial:
    """One policy test's look at a layer."""
    return LayerTrial(target.layer_subject(), Edition(target.edition))


def driver_trial(target: Target) -> DriverTrial:
    """One policy test's look at a driver."""
    return DriverTrial(target.driver_subject(), Edition(target.edition))


def scenarios(config: pytest.Config) -> tuple[str, ...]:
    """The folders of the scenarios that the run is about; none where it is about the suite."""
    return _run(config).scenarios


def profile_of(config: pytest.Config) -> Profile | None:
    """What the loaders of the run declare to do otherwise than the documents; None for no fork."""
    return _run(config).profile


def _run(config: pytest.Config) -> "_Run":
    run = config.pluginmanager.get_plugin("refloader-run")
    assert isinstance(run, _Run)
    return run


class _Run:
    """One run: what is wanted, the subjects, and the results file in the process that writes it."""

    def __init__(self, config: pytest.Config) -> None:
        self.teller: Teller | None = None
        self._config = config
        self._writer: Writer | None = None
        self._known = Known((), ())
        self._rows: tuple[Subject, ...] = ()
        self._files: Digests = {}
        self._incomplete = False
        self._unreadable = False
        self._listed = False
        self._targets: tuple[Target, ...] | None = None
        self._patience: dict[tuple[str, bool], Patience] = {}
        self._job = job_of(config)
        self._wanted = self._job.wanted
        self._made: Filing | None = None
        self._is_plain = not self._job.results and not config.getoption("--refloader-job")

    def pytest_report_header(self) -> list[str]:
        """What is collected for no subject of a plain run, and how it would be."""
        return [NO_LIBRARY] if self._is_plain and {*self._wanted.loaders} <= {*CORES} else []

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The user's scenarios."""
        return self._wanted.scenarios

    @property
    def profile(self) -> Profile | None:
        """What the loaders of the run declare to do otherwise than the documents."""
        return fork(self._wanted.fork)

    @property
    def progress(self) -> int:
        """The descriptor that is told how far the run is, or -1."""
        return self._job.progress

    @property
    def _absent(self) -> set[str]:
        """The folders of the suite that are about none of the run's subjects."""
        wanted = self._wanted
        kinds = {"loader": wanted.loaders, "layer": wanted.layers, "driver": wanted.drivers}
        return {kind for kind, subjects in kinds.items() if not subjects}

    @property
    def targets(self) -> tuple[Target, ...]:
        """The loaders of the run, looked at once: a worker is told what its controller saw."""
        if self._targets is None:
            told = getattr(self._config, "workerinput", {}).get(_PROPERTY)
            rows = json.loads(told) if told else None
            self._targets = targets(self._wanted) if rows is None else tuple(Target(*row) for row in rows)
        return self._targets

    def patience(self, target: Target, *, again: bool = False) -> Patience:
        """What this process has learnt about waiting for a subject; second tries learn apart from the first ones."""
        return self._patience.setdefault((target.name, again), Patience(self._job.patience))

    @property
    def _filing(self) -> Filing:
        """What makes the records of cases; a worker is told about the subjects that something may be known of."""
        if self._made is None:
            told = getattr(self._config, "workerinput", {}).get(_ROWS)
            known = (
                _known(self._wanted, [Subject(**row) for row in json.loads(told)]) if told else self._known
            )
            self._made = Filing(self._job, known, self._again)
        return self._made

    def _again(self, target: Target) -> AnyTrial:
        """The look at a subject that a second try has."""
        match target.kind:
            case "layer":
                return layer_trial(target)
            case "driver":
                return driver_trial(target)
            case _:
                return Trial(target.subject(self.patience(target, again=True), self.profile), self.profile)

    def fitting(self, kind: str, definition: pytest.Item, of_parameters: Sequence[str]) -> list[Target]:
        """The subjects of a kind that a test can be about; none where none of its rules is wanted.

        Who reads results sees why a subject cannot show something; a plain run of pytest has no such case.
        """
        if not any(map(self._wanted.may_take, (*marked_rules(definition), *of_parameters))):
            return []
        return [
            each
            for each in self.targets
            if each.kind == kind
            and each.usable
            and (of_parameters or rules_of(definition, each))
            and (not self._is_plain or shows(definition, each))
        ]

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Leave out what no wanted case is in: to read all of the suite takes a while."""
        if self._job.results and collection_path.name in self._absent:
            return True
        topics, name = self._wanted.topics, collection_path.name
        if topics is None or not name.startswith("test_"):
            return None
        return True if collection_path.stem.removeprefix("test_") not in topics else None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Tell an xdist worker about the subjects, and what the header says of them."""
        node.workerinput[_PROPERTY] = json.dumps(self.targets)
        node.workerinput[_ROWS] = json.dumps([storable(asdict(each)) for each in self._rows])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self) -> None:
        """Begin the results file, in the controller alone."""
        if not self._job.results or hasattr(self._config, "workerinput"):
            return
        self._step("looking at the subjects")
        self._files = digests(self.targets)
        self._rows, found = first_results(self._wanted, self.targets, self._step)
        self._step("describing this machine")
        self._known = _known(self._wanted, self._rows)
        notes = map(_NOT_USED.format, map(visible, self._known.unused))
        first = header(self._wanted, self.targets, self._rows, self._job.command, notes)
        try:
            self._writer = Writer(self._job.results, first)
        except OSError as error:
            raise pytest.UsageError(f"the results cannot be written: {error.strerror}") from error
        for result in found:
            self._writer.write(self._known.expecting(result))
        self._step("looking for cases")

    def _step(self, name: str) -> None:
        """Report a step of the run that is no case."""
        if self.teller is not None:
            self.teller.step(name)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """A file of tests that cannot be read leaves the list of cases incomplete."""
        self._unreadable = self._unreadable or report.failed

    def pytest_collection_finish(self) -> None:
        """All cases are known, where no workers are asked for them."""
        self._listed = True

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self) -> None:
        """All cases are known to a worker."""
        self._listed = True

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Keep what is wanted."""
        kept = sorted(chosen(items, self._wanted), key=place_of)
        stays = {id(item) for item in kept}
        dropped = [item for item in items if id(item) not in stays]
        if dropped:
            config.hook.pytest_deselected(items=dropped)
        items[:] = kept

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Put the verdict of a policy test into its report, on which it travels to the controller."""
        report = yield
        target = target_of(item)
        if target is not None and (call.when == "call" or call.excinfo is not None):
            record = self._filing.record(item, target, call.excinfo.value if call.excinfo else None)
            report.user_properties.append((_PROPERTY, json.dumps(storable(record))))
            if self._is_plain and (mistake := unmarked(item)):
                report.outcome, report.longrepr = "failed", mistake
            if not isinstance(report.longrepr, tuple) and not is_encodable(str(report.longrepr)):
                report.longrepr = readable(str(report.longrepr))
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Write what arrives, in the controller alone."""
        if self._writer is None:
            return
        if report.when not in ("setup", "call", "teardown"):
            self._incomplete = True  # so xdist reports that a worker died and took its test with it
        for name, text in report.user_properties:
            if name == _PROPERTY:
                for result in results(json.loads(str(text)), report.duration):
                    self._writer.write(self._known.expecting(result))

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Finish the file if all came to its end; leave it truncated otherwise."""
        ended = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
        if self._writer is None:
            return
        if self._unreadable or not self._listed:
            session.exitstatus = NOT_LISTED
        elif exitstatus in ended and not self._incomplete:
            judged = [each.name for each in self.targets if each.usable and self._wanted.whole_suite]
            unused = tuple(self._known.stale(judged))
            self._step("comparing the files of the subjects with those at the beginning")
            for result in changed(self.targets, self._files, self._wanted):
                self._writer.write(result)
            self._step(ENDING)
            whole = self._wanted.complete
            self._writer.finish(stale=unused if whole else (), unmatched=() if whole else unused)
        self._writer.close()


def _known(wanted: Wanted, rows: Sequence[Subject]) -> Known:
    try:
        return Known(read_all(wanted.expectations), rows)
    except ExpectationsError as error:
        raise pytest.UsageError(str(error)) from error
