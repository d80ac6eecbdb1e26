"""The pytest plugin of the policy tests: options, subjects and the results file. Decides no verdict itself.

Every test run of the project loads it. Outside the policy tests it only checks the marks: only policy tests
request subjects, and only ``--refloader-results`` makes it write a file.
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
from refloader.results.expectations.expectations import Known
from refloader.results.results_file import Result, Subject, Writer, is_encodable, readable, storable
from refloader.rules import UnknownRuleError, rule
from refloader.rules.binding import binds
from refloader.sandbox.isolation import process_tree
from refloader.sandbox.timeouts import AdaptiveTimeout
from refloader.scenario.scenario import World
from refloader.suite.case_results import AnyTrial, Filing, results
from refloader.suite.drivers.trial import DriverTrial
from refloader.suite.layers.trial import LayerTrial
from refloader.suite.loaders.forks import fork, homes
from refloader.suite.loaders.trial import Trial
from refloader.suite.options import EDITIONS, job_of, known_ends, known_of, lists_of
from refloader.suite.options import pytest_addoption as pytest_addoption
from refloader.suite.run.cases import (
    FIXTURES,
    NEEDS_LIBRARY,
    NO_LIBRARY,
    NOBODY,
    REAL_DRIVER,
    SAME_RUN,
    chosen,
    editions_of,
    has_cases,
    id_of,
    leave_out,
    marked_rules,
    parameter_rules,
    place_of,
    rules_of,
    shows,
    skip_listed,
    target_of,
    unless_left_out,
    unmarked,
    write_list,
)
from refloader.suite.run.counting import ENDING, LOOKING, Stopping, Teller, counting
from refloader.suite.run.header import header
from refloader.suite.run.installed_suite import keep_bytecode
from refloader.suite.run.narrowing import may_check
from refloader.suite.run.targets import Target, first_results, targets
from refloader.suite.run.unchanged import Digests, changed, digests
from refloader.suite.subjects.request import CORES, NOT_LISTED

_PROPERTY = "refloader"
_ROWS = "refloader-subjects"
_NOT_USED = "{} is about none of the subjects of this run"


def pytest_configure(config: pytest.Config) -> None:
    """Register the marks and read the options."""
    for line in (
        "rule(*ids): the rules of the catalogue this test bears on (checked at collection)",
        "editions(*years): the editions in which the test holds; without it, those of its rules",
        f"{SAME_RUN}: the variants of the test read runs that are made anyway; the profile quick takes them all",
        f"{REAL_DRIVER}: runs on a real driver; the profile quick takes it before the variant on the mock driver",
        f"{NEEDS_LIBRARY}: only a loader that opens libraries can show it, and the reference's core opens none",
    ):
        config.addinivalue_line("markers", line)
    if hasattr(config, "workerinput"):
        process_tree.die_with_parent()
    if config.getoption("--refloader-job"):
        keep_bytecode()
    run = _Run(config)
    config.pluginmanager.register(run, "refloader-run")
    if run.progress >= 0:
        run.teller = counting(config, run.progress)


def pytest_generate_tests(metafunc: pytest.Metafunc) -> None:
    """Fail the collection if a mark names an unknown rule or edition."""
    try:
        for mark in metafunc.definition.iter_markers("rule"):
            for rule_id in mark.args:
                rule(rule_id)
    except UnknownRuleError as error:
        pytest.fail(f"there is no rule {error}", pytrace=False)
    unknown = set(editions_of(metafunc.definition)) - set(EDITIONS)
    if unknown:
        pytest.fail(f"there is no edition {', '.join(sorted(unknown))}", pytrace=False)


def spread(metafunc: pytest.Metafunc) -> None:
    """Parametrize a policy test over the loaders of the run in whose edition it holds."""
    _spread(metafunc, "loader")


def spread_layers(metafunc: pytest.Metafunc) -> None:
    """Parametrize a policy test over the layers of the run in whose edition it holds."""
    _spread(metafunc, "layer")


def spread_drivers(metafunc: pytest.Metafunc) -> None:
    """Parametrize a policy test over the drivers of the run in whose edition it holds."""
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
    """Return a new trial of a loader, for one policy test."""
    return _run(config).trial(target)


def world(config: pytest.Config) -> World:
    """Return an empty world that puts manifests where the run's loaders search by default."""
    return World(homes(_run(config).profile))


def layer_trial(target: Target) -> LayerTrial:
    """Return a new trial of a layer, for one policy test."""
    return LayerTrial(target.layer_subject(), Edition(target.edition))


def driver_trial(target: Target) -> DriverTrial:
    """Return a new trial of a driver, for one policy test."""
    return DriverTrial(target.driver_subject(), Edition(target.edition))


def scenarios(config: pytest.Config) -> tuple[str, ...]:
    """Return the folders of the user's scenarios; none if the run is about the suite."""
    return _run(config).scenarios


def profile_of(config: pytest.Config) -> Profile | None:
    """Return the deviations from the documents that the run's loaders declare; None if they are no fork."""
    return _run(config).profile


def _run(config: pytest.Config) -> "_Run":
    run = config.pluginmanager.get_plugin("refloader-run")
    assert isinstance(run, _Run)
    return run


class _Run:
    """One run: its request, its subjects and, in the process that writes it, the results file."""

    def __init__(self, config: pytest.Config) -> None:
        self.teller: Teller | None = None
        self._config = config
        self._writer: Writer | None = None
        self._known = Known((), ())
        self._session: pytest.Session | None = None
        self._found: tuple[Result, ...] = ()
        self._rows: tuple[Subject, ...] = ()
        self._files: Digests = {}
        self._incomplete = False
        self._unreadable = False
        self._listed = False
        self._targets: tuple[Target, ...] | None = None
        self._patience: dict[tuple[str, bool], AdaptiveTimeout] = {}
        self._job = job_of(config)
        self._wanted = self._job.wanted
        self._stopping = Stopping(self._wanted)
        self._lists = lists_of(self._wanted)
        self._made: Filing | None = None
        self._is_plain = not self._job.results and not config.getoption("--refloader-job")

    def pytest_report_header(self) -> list[str]:
        """Report, in a plain run on cores alone, which tests are not collected and how to collect them."""
        return [NO_LIBRARY] if self._is_plain and {*self._wanted.loaders} <= {*CORES} else []

    @property
    def scenarios(self) -> tuple[str, ...]:
        """The folders of the user's scenarios."""
        return self._wanted.scenarios

    @property
    def profile(self) -> Profile | None:
        """The deviations from the documents that the run's loaders declare."""
        return fork(self._wanted.fork)

    @property
    def progress(self) -> int:
        """The file descriptor to which progress is written, or -1."""
        return self._job.progress

    @property
    def _absent(self) -> set[str]:
        """The folders of the suite for kinds of subjects that the run does not have."""
        kinds = {"loader": self._wanted.loaders, "layer": self._wanted.layers, "driver": self._wanted.drivers}
        return {kind for kind, subjects in kinds.items() if not subjects}

    @property
    def targets(self) -> tuple[Target, ...]:
        """The subjects of the run, inspected once: a worker receives them from its controller."""
        if self._targets is None:
            told = getattr(self._config, "workerinput", {}).get(_PROPERTY)
            self._targets = tuple(Target(*row) for row in json.loads(told)) if told else targets(self._wanted)
        return self._targets

    def trial(self, target: Target, *, again: bool = False) -> Trial:
        """Return a new trial of a loader."""
        subject = target.subject(self.patience(target, again=again), self.profile)
        return Trial(subject, self.profile, lenient=self._job.lenient)

    def patience(self, target: Target, *, again: bool = False) -> AdaptiveTimeout:
        """Return the timeouts that this process has learnt for a subject; second tries learn separately."""
        return self._patience.setdefault((target.name, again), AdaptiveTimeout(self._job.patience))

    @property
    def _filing(self) -> Filing:
        """The maker of case records; a worker receives the subjects' rows, with which it looks up expectations."""
        if self._made is None:
            told = getattr(self._config, "workerinput", {}).get(_ROWS)
            rows = [Subject(**row) for row in json.loads(told or "[]")]
            known = known_of(self._wanted, rows, self._lists) if told else self._known
            self._made = Filing(self._job, known, self._again)
        return self._made

    def _again(self, target: Target) -> AnyTrial:
        """Return a new trial of a subject for a second try."""
        match target.kind:
            case "layer":
                return layer_trial(target)
            case "driver":
                return driver_trial(target)
            case _:
                return self.trial(target, again=True)

    def fitting(self, kind: str, definition: pytest.Item, of_parameters: Sequence[str]) -> list[Target]:
        """Return the subjects of a kind that a test can be about; none if the request includes none of its rules.

        A run that writes results includes subjects that cannot show what the test is about, and reports why. A plain
        run of pytest leaves them out.
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

    @pytest.hookimpl(wrapper=True)
    def pytest_generate_tests(self, metafunc: pytest.Metafunc) -> Generator[None, object, object]:
        """Leave out the variants of a policy test that the run does not include, once it has all of them."""
        answer = yield
        leave_out(metafunc, self._wanted)
        return answer

    def pytest_ignore_collect(self, collection_path: Path) -> bool | None:
        """Ignore files without requested cases, or all if no subject is usable: the whole suite takes a while."""
        if self._job.results and collection_path.name in self._absent:
            return True
        topics = self._wanted.topics
        if not collection_path.name.startswith("test_"):
            return None
        if topics is not None and collection_path.stem.removeprefix("test_") not in topics:
            return True
        narrow = self._wanted.rules and not may_check(collection_path, self._wanted.may_take)
        return True if self._job.results and (narrow or not any(t.usable for t in self.targets)) else None

    @pytest.hookimpl(optionalhook=True)
    def pytest_configure_node(self, node: Any) -> None:
        """Send the subjects, and their rows in the header, to an xdist worker."""
        node.workerinput[_PROPERTY] = json.dumps(self.targets)
        node.workerinput[_ROWS] = json.dumps([storable(asdict(each)) for each in self._rows])

    @pytest.hookimpl(tryfirst=True)
    def pytest_sessionstart(self, session: pytest.Session) -> None:
        """Begin the results file. Only the controller does so."""
        if not self._job.results or hasattr(self._config, "workerinput"):
            return
        self._session = session
        self._step("looking at the subjects")
        self._files = digests(self.targets)
        self._rows, self._found = first_results(self._wanted, self.targets, self._step)
        self._step("describing this machine")
        self._known = known_of(self._wanted, self._rows, self._lists)
        if self._job.listing:
            return
        notes = [*map(_NOT_USED.format, map(visible, self._known.unused)), *map(visible, self._known.notes)]
        first = header(self._wanted, self.targets, self._rows, self._job.command, notes)
        try:
            self._writer = Writer(self._job.results, first)
        except OSError as error:
            raise pytest.UsageError(f"the results cannot be written: {error.strerror}") from error
        self._taken([*self._known.expecting_all(unless_left_out(self._found, self._lists))])
        self._step(LOOKING)

    def _step(self, name: str) -> None:
        """Report a step of the run that is not a case."""
        if self.teller is not None:
            self.teller.step(name)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        """Note that the list of cases is incomplete if a test file could not be collected."""
        self._unreadable = self._unreadable or report.failed

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Note that all cases are listed, in a run without workers."""
        self._listed, self._stopping.left = True, len(session.items)
        if self._job.listing and not self._unreadable:
            write_list(self._job.results, self._wanted, self._found, session.items, self._lists)

    @pytest.hookimpl(optionalhook=True)
    def pytest_xdist_node_collection_finished(self, ids: Sequence[str]) -> None:
        """Note that a worker has listed all cases."""
        self._listed, self._stopping.left = True, len(ids)

    def pytest_collection_modifyitems(self, config: pytest.Config, items: list[pytest.Item]) -> None:
        """Select the requested cases and deselect the others."""
        kept = sorted(chosen(items, self._wanted), key=place_of)
        skip_listed(kept, self._lists)
        stays = {id(item) for item in kept}
        dropped = [item for item in items if id(item) not in stays]
        if dropped:
            config.hook.pytest_deselected(items=dropped)
        items[:] = kept

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(
        self, item: pytest.Item, call: pytest.CallInfo[None]
    ) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        """Attach the record of a policy test to its report, which carries it to the controller."""
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
        """Write the results that a report carries. Only the controller does so."""
        if self._writer is None:
            return
        if report.when not in ("setup", "call", "teardown"):
            self._incomplete = True  # xdist reports that a worker died during its test
        for name, text in report.user_properties:
            if name == _PROPERTY:
                self._taken([*self._known.expecting_all(results(json.loads(str(text)), report.duration))])

    def _taken(self, every: Sequence[Result]) -> None:
        """Write the results of a case, and stop the run if the request wants that."""
        assert self._writer is not None
        for result in every:
            self._writer.write(result)
        if self._stopping.after(every):
            for each in filter(None, (self._session, self._config.pluginmanager.get_plugin("dsession"))):
                each.shouldstop = self._stopping.why

    def pytest_sessionfinish(self, session: pytest.Session, exitstatus: int) -> None:
        """Finish the file if all cases were run; otherwise leave it truncated."""
        if not (self._writer or self._job.listing):
            return
        ended = (pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED, pytest.ExitCode.NO_TESTS_COLLECTED)
        if self._unreadable or not self._listed:
            session.exitstatus = NOT_LISTED
        elif self._writer and (exitstatus in ended or self._stopping.why) and not self._incomplete:
            judged = [each.name for each in self.targets if each.usable and self._wanted.whole_suite]
            unused = tuple(self._known.stale(judged))
            self._step("comparing the files of the subjects with those at the beginning")
            for result in changed(self.targets, self._files, self._wanted):
                self._writer.write(result)
            self._step(ENDING)
            partial = self._stopping.why or not self._wanted.complete
            stale, unmatched = ((), unused) if partial else (unused, ())
            ends = known_ends(self._known, self._wanted, [each.name for each in self.targets])
            self._writer.finish(stale=stale, unmatched=unmatched, stopped=self._stopping.why, known_ends=ends)
        if self._writer:
            self._writer.close()
