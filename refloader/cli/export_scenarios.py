"""``refloader export-scenarios``: writes the scenarios as files, for projects with their own test runner."""

import os
import shutil
import sys
from collections import Counter

import click

from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.output import say
from refloader.host.opening import reason_of
from refloader.model.text import visible
from refloader.scenario import corpus
from refloader.scenario.corpus import Case
from refloader.scenario.drafting import shipped_cases
from refloader.shipped import shipped
from refloader.suite.loaders import ctest_project
from refloader.suite.run.installed_suite import HarnessError, suite_folder

_BESIDE = (
    "fixtures/scenarios/README.md",
    "fixtures/scenarios/run_scenario.py",
    "reports/schema/scenario-1.schema.json",
)


@click.command()
@click.argument("folder", metavar="DIR")
@click.option(
    "--ctest",
    is_flag=True,
    help="Write them as tests for CTest, with the C sources of a runner that judges a loader without refloader.",
)
def command(folder: str, *, ctest: bool) -> None:
    """Write the scenarios of the loader suite as files.

    DIR is a new folder. It gets a folder TOPIC/NAME for each scenario, with the machine's files and what loaders of
    each edition do with them; README.md, which describes the format; the format's JSON Schema; and run_scenario.py,
    a runner in one file without dependencies.

    With --ctest it gets a CMake project for a loader's own repository: docs/adopting.md shows how to use it.
    """
    try:
        suite_folder()
    except HarnessError as error:
        say(f"refloader: {error}", err=True)
        sys.exit(COULD_NOT_RUN)
    cases = shipped_cases()
    if ctest and (missing := ctest_project.why_not()):
        say(f"refloader: {missing}", err=True)
        sys.exit(COULD_NOT_RUN)
    left_out: tuple[tuple[str, str], ...] = ()
    try:
        os.makedirs(folder)
        if ctest:
            left_out = ctest_project.write(folder, cases)
        else:
            _write(folder, cases)
    except FileExistsError as error:
        raise click.UsageError(f"{visible(folder)} exists; nothing is overwritten") from error
    except (OSError, ValueError) as error:  # ValueError: not a valid path
        raise click.UsageError(f"cannot write to {visible(folder)}: {reason_of(error)}") from error
    of = f" of {len(cases)}" if left_out else ""
    say(f"{visible(folder)}: {len(cases) - len(left_out)}{of} scenarios")
    for why, number in Counter(why for _, why in left_out).most_common():
        say(f"left out: {number}, as {why}")
    sys.exit(0)


def _write(folder: str, cases: tuple[Case, ...]) -> None:
    for path in _BESIDE:
        shutil.copyfile(shipped(path), os.path.join(folder, os.path.basename(path)))
    for case in cases:
        corpus.save(case, os.path.join(folder, case.name))
