"""``refloader selftest --allowed``: runs the suite on loaders, layers or drivers that are right."""

import json
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count
from typing import Literal

import click

from refloader.cli.terminal.console import watching
from refloader.cli.terminal.output import give_up, make_folder, say_json, say_styled, storable, write_into
from refloader.model.text import quote
from refloader.report import tolerances as report
from refloader.results.progress import Progress
from refloader.sandbox.stopping import stoppable
from refloader.selftest.allowed import Tolerance, judge_variants
from refloader.selftest.mutants.of_mocks import Kind
from refloader.selftest.right_mocks import judge_right_mocks, right_mocks
from refloader.selftest.selftest import Run, why_no_library
from refloader.selftest.variants.registry import variants
from refloader.suite.run.installed_suite import HarnessError

Subject = Kind | Literal["loader"]

_PARAMETERS = {"quick": 1, "full": 2}
"""How many parameters of each test are run, by profile."""


def allowed_subjects(
    kind: Subject, names: Sequence[str], profile: str, workers: int, out: str | None, shape: str
) -> bool:
    """Run the suite on the variants of one kind and report the result; return whether it fails none.

    The profile full runs each loader by itself and each test on layers and drivers; quick has one loader take many
    liberties at a time, and runs one parameter of each test on layers and drivers.
    """
    chosen = _chosen(kind, names)
    reason = why_no_library() if kind == "loader" else ""
    left_out = dict.fromkeys(chosen, reason) if reason else {}
    try:
        with stoppable():
            if out is not None:
                make_folder(out)
            made = () if reason else _judged(kind, chosen, profile, workers)
    except KeyboardInterrupt as told:
        give_up(f"stopped by {told.args[0] if told.args else 'SIGINT'}")
    document = report.document(made, left_out, profile, kind)
    if shape == "json":
        say_json(document)
    else:
        for line in report.lines(made, left_out, kind):
            say_styled(line)
    if out is not None:
        write_into(out, "allowed.json", json.dumps(storable(document), indent=2) + "\n")
        write_into(out, "allowed.csv", report.table(made, kind))
    return all(each.ok for each in made)


def _chosen(kind: Subject, names: Sequence[str]) -> list[str]:
    known = variants() if kind == "loader" else right_mocks(kind)
    for name in names:
        if name not in known:
            raise click.UsageError(f"there is no variant {quote(name)}")
    return [each for each in known if not names or each in names]


def _judged(kind: Subject, chosen: Sequence[str], profile: str, workers: int) -> tuple[Tolerance, ...]:
    alone = profile == "full" or len(chosen) == 1
    try:
        if kind == "loader":
            loaders = [variants()[name] for name in chosen]
            with _watched(len(chosen)) as tell:
                return judge_variants(
                    loaders, alone=alone, parameters=_PARAMETERS[profile], workers=workers, tell=tell
                )
        subjects = [right_mocks(kind)[name] for name in chosen]
        with watching("cases") as watch:
            return judge_right_mocks(subjects, whole=profile == "full", workers=workers, tell=watch.tell)
    except (HarnessError, OSError) as error:
        give_up(str(error))


@contextmanager
def _watched(total: int) -> Iterator[Callable[[Run], None]]:
    """Show how many loaders have been tested."""
    done = count(1)
    with watching("variants") as watch:
        watch.tell(Progress(0, total, 0, step="judging the unchanged reference"))
        yield lambda run: watch.tell(Progress(min(next(done), total), total, 0, run.name))
