"""Runs the suite on mutants of mocks and on the clean mocks that they are derived from.

One run, like one of ``conform``, covers all mocks of one kind. ``mock_proof`` evaluates the results.
"""

import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.host.temporary import TemporaryFolder
from refloader.results.progress import OnProgress
from refloader.results.results_file import Result
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mutants.of_mocks import Clean, Kind, Mocks, Wrong
from refloader.selftest.plugin_jobs import OPTION, OTHERS
from refloader.suite.conform import run
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import RunRequest

_PLUGIN = "refloader.selftest.choosing"


@dataclass(frozen=True, slots=True)
class MockResults:
    """The suite's results for each mock, by its name. ``problems`` are those of the run as a whole."""

    clean: Mapping[str, tuple[Result, ...]]
    wrong: Mapping[str, tuple[Result, ...]]
    problems: tuple[str, ...] = ()


def run_mocks(
    known: Mocks,
    chosen: Sequence[Wrong],
    *,
    every_rule: bool,
    every_clean: bool,
    workers: int,
    tell: OnProgress | None = None,
) -> MockResults:
    """Run the suite on the mutants and on the clean mocks that they are derived from, or on all clean mocks.

    A mutant gets the tests of its own rules, and with ``every_rule`` also one variant of each other test. A clean
    mock gets the tests of its mutants' rules, and with ``every_rule`` all tests. ``tell`` is as in ``conform.run``.

    Raises:
        HarnessError: the policy tests could not be run, or the mocks were not built.
        OSError: the temporary files cannot be written.
        KeyboardInterrupt: the user interrupted the run.
    """
    needed = {each.like for each in chosen}
    clean = [each for each in known.clean.values() if every_clean or each.name in needed]
    with TemporaryFolder() as temporary:
        try:
            paths = _laid_out(clean, chosen, temporary)
        except NoMockError as error:
            raise HarnessError(str(error)) from error
        words = _only([] if every_rule else clean, chosen, paths, temporary, others=int(every_rule))
        out = os.path.join(temporary, "out")
        os.mkdir(out)
        wanted = _wanted(known.kind, tuple(paths.values()))
        outcome = run(wanted, out, workers=workers, once=True, whole=True, words=words, tell=tell)
    if outcome.truncated:
        raise HarnessError(f"the policy tests did not come to their end on the {known.kind}s")
    by_subject: dict[str, list[Result]] = defaultdict(list)
    for result in outcome.results:
        by_subject[result.subject].append(result)
    names = {name: tuple(by_subject[os.path.basename(path)]) for name, path in paths.items()}
    return MockResults(
        {each.name: names[f"clean_{each.name}"] for each in clean},
        {each.name: _of_own(names[each.name], each, every_rule=every_rule) for each in chosen},
        tuple(outcome.problems),
    )


def _wanted(kind: Kind, paths: tuple[str, ...]) -> RunRequest:
    return RunRequest(layers=paths) if kind == "layer" else RunRequest(drivers=paths)


def _laid_out(clean: Sequence[Clean], chosen: Sequence[Wrong], folder: str) -> dict[str, str]:
    """Write the mocks and return the paths of their manifests by name."""
    recipes = {f"clean_{each.name}": each.recipe for each in clean}
    recipes |= {each.name: each.recipe for each in chosen}
    return {name: lay_out(recipe, name, folder) for name, recipe in recipes.items()}


def _only(
    clean: Sequence[Clean],
    chosen: Sequence[Wrong],
    paths: Mapping[str, str],
    folder: str,
    *,
    others: int,
) -> list[str]:
    """Return the pytest options that limit each mutant to its rules, and each of ``clean`` to its mutants' rules."""
    rules: dict[str, object] = {paths[each.name]: list(each.rules) for each in chosen}
    for right in clean:
        made = (rule_id for each in chosen if each.like == right.name for rule_id in each.rules)
        rules[paths[f"clean_{right.name}"]] = list(dict.fromkeys(made))
    path = os.path.join(folder, "chosen.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({**rules, OTHERS: others}, file)
    return ["-p", _PLUGIN, OPTION, path]


def _of_own(results: tuple[Result, ...], violator: Wrong, *, every_rule: bool) -> tuple[Result, ...]:
    """Leave out the static findings on rules that the mutant does not violate, unless ``every_rule``."""
    if every_rule:
        return results
    return tuple(each for each in results if each.case != "static" or each.rule in violator.rules)
