"""The options of the policy tests, the job that they describe, and what is known before it. Runs nothing."""

import os
from collections.abc import Sequence
from typing import Any

import pytest

from refloader.model.edition import Edition
from refloader.model.text import quote
from refloader.results.expectations.case_lists import CaseLists, ListError, read_lists
from refloader.results.expectations.expectation_file import ExpectationsError
from refloader.results.expectations.expectations import Known, read_all
from refloader.results.results_file import Subject
from refloader.sandbox.timeouts import FIRST
from refloader.suite.subjects.request import CORES, REFERENCE, Job, RunRequest, WrongUsageError, parse_shard

EDITIONS = tuple(edition.value for edition in Edition)
"""The years that options and marks accept."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options; ``refloader conform`` sets them all with ``--refloader-job``."""
    group = parser.getgroup("refloader", "judging Vulkan loaders, layers and drivers")
    many: Any = {"action": "append", "default": []}
    group.addoption("--refloader-loader", metavar="PATH", help="judge this loader", **many)
    group.addoption(
        "--refloader-reference", action="store_true", help="judge the reference (default: its core)"
    )
    group.addoption("--refloader-layer", metavar="MANIFEST", help="judge this layer's manifest", **many)
    group.addoption("--refloader-driver", metavar="MANIFEST", help="judge this driver's manifest", **many)
    group.addoption("--refloader-edition", choices=EDITIONS, help="judge every loader by this edition")
    group.addoption("--refloader-rule", metavar="ID[/CASE]", help="judge this rule or its subtree", **many)
    group.addoption("--refloader-case", metavar="NAME", help="run this case; * stands for any text", **many)
    group.addoption("--refloader-shard", metavar="I/N", default="1/1", help="run one of N parts")
    group.addoption("--refloader-profile", choices=["quick", "full"], default="full", help="how many cases")
    group.addoption(
        "--refloader-examples", type=int, default=0, metavar="N", help="examples of each property test"
    )
    group.addoption("--refloader-results", metavar="FILE", default="", help="write the results there")
    group.addoption("--refloader-patience", type=float, default=FIRST, help="seconds for an answer")
    group.addoption("--refloader-job", metavar="FILE", default="", help="all of that in one file")


def job_of(config: pytest.Config) -> Job:
    """Return the job that the options describe.

    Raises:
        pytest.UsageError: the options do not go together.
    """
    option = config.getoption
    if option("--refloader-job"):
        return Job.load(option("--refloader-job"))
    return Job(_request(config), option("--refloader-results"), patience=option("--refloader-patience"))


def _request(config: pytest.Config) -> RunRequest:
    option = config.getoption
    loaders = [*([REFERENCE] if option("--refloader-reference") else []), *option("--refloader-loader")]
    edition = option("--refloader-edition")
    try:
        wanted = RunRequest(
            loaders=tuple(loaders or [name for name, its in CORES.items() if edition in (None, its.value)]),
            layers=tuple(option("--refloader-layer")),
            drivers=tuple(option("--refloader-driver")),
            edition=Edition(edition) if edition else None,
            rules=tuple(option("--refloader-rule")),
            cases=tuple(option("--refloader-case")),
            shard=parse_shard(option("--refloader-shard")),
            profile=option("--refloader-profile"),
        )
        wanted.check()
        _check_files(wanted)
    except WrongUsageError as error:
        raise pytest.UsageError(str(error)) from error
    return wanted


def _check_files(wanted: RunRequest) -> None:
    """Raise WrongUsageError for a path at which there is no file, before any case is looked for."""
    for each in (*wanted.loaders, *wanted.layers, *wanted.drivers):
        if os.sep in each and not os.path.exists(each):
            raise WrongUsageError(f"{quote(each)} does not exist")


def lists_of(wanted: RunRequest) -> CaseLists:
    """Return the user's lists of cases. Raises pytest.UsageError."""
    try:
        return read_lists(wanted.fails, wanted.flakes, wanted.skips)
    except ListError as error:
        raise pytest.UsageError(str(error)) from error


def known_of(wanted: RunRequest, rows: Sequence[Subject], lists: CaseLists) -> Known:
    """Return what expectation files and lists say of the subjects. Raises pytest.UsageError."""
    try:
        return Known(read_all(wanted.expectations), rows, lists=lists)
    except ExpectationsError as error:
        raise pytest.UsageError(str(error)) from error


def known_ends(known: Known, wanted: RunRequest, subjects: Sequence[str]) -> tuple[str, ...]:
    """Return the subjects that are known to end programs, if the run left out cases that may say so."""
    return () if wanted.whole_suite and not known.lists.skips else known.ending(subjects)
