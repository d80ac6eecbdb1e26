"""Runs the suite on mocks that are wrong on purpose and on the clean ones they are made of. Never judges.

All of one kind are judged in one run, as ``conform`` does it; what follows is said in ``mock_proof``.
"""

import json
import os
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from refloader.host.temporary import TemporaryFolder
from refloader.results.progress import Tell
from refloader.results.results_file import Result
from refloader.selftest.choosing import OPTION, OTHERS
from refloader.selftest.layouts import NoMockError, lay_out
from refloader.selftest.mutants.of_mocks import Clean, Kind, Mocks, Wrong
from refloader.suite.conform import run
from refloader.suite.run.installed_suite import HarnessError
from refloader.suite.subjects.request import Wanted

_PLUGIN = "refloader.selftest.choosing"


@dataclass(frozen=True, slots=True)
class Judged:
    """What the suite said of each mock, by its name. ``problems`` are those of the run as a whole."""

    clean: Mapping[str, tuple[Result, ...]]
    wrong: Mapping[str, tuple[Result, ...]]
    problems: tuple[str, ...] = ()


def judge_mocks(
    known: Mocks,
    chosen: Sequence[Wrong],
    *,
    every_rule: bool,
    every_clean: bool,
    workers: int,
    tell: Tell | None = None,
) -> Judged:
    """Judge the violators, and the clean ones they are made of or all there are.

    Each violator is shown to the tests of its own rules, and where every rule is wanted to one variant of each other
    test; the clean ones then to all there are. ``tell`` is as in ``conform.run``.

    Raises:
        HarnessError: the policy tests could not be run, or the mocks were not built.
        OSError: there is no room for temporary files.
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
        outcome = run(wanted, out, workers=workers, once=True, words=words, tell=tell)
    if outcome.truncated:
        raise HarnessError(f"the policy tests did not come to their end on the {known.kind}s")
    by_subject: dict[str, list[Result]] = defaultdict(list)
    for result in outcome.results:
        by_subject[result.subject].append(result)
    names = {name: tuple(by_subject[os.path.basename(path)]) for name, path in paths.items()}
    return Judged(
        {each.name: names[f"clean_{each.name}"] for each in clean},
        {each.name: _of_own(names[each.name], each, every_rule=every_rule) for each in chosen},
        tuple(outcome.problems),
    )


def _wanted(kind: Kind, paths: tuple[str, ...]) -> Wanted:
    return Wanted(layers=paths) if kind == "layer" else Wanted(drivers=paths)


def _laid_out(clean: Sequence[Clean], chosen: Sequence[Wrong], folder: str) -> dict[str, str]:
    """The manifests by name."""
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
    """What keeps the run to the rules of each violator, and these clean ones to those of what is made of them."""
    rules: dict[str, object] = {paths[each.name]: list(each.rules) for each in chosen}
    for right in clean:
        made = (rule_id for each in chosen if each.like == right.name for rule_id in each.rules)
        rules[paths[f"clean_{right.name}"]] = list(dict.fromkeys(made))
    path = os.path.join(folder, "chosen.json")
    with open(path, "w", encoding="ascii") as file:
        json.dump({**rules, OTHERS: others}, file)
    return ["-p", _PLUGIN, OPTION, path]


def _of_own(results: tuple[Result, ...], violator: Wrong, *, every_rule: bool) -> tuple[Result, ...]:
    """What reading the manifest says of all rules counts only where all are asked for."""
    if every_rule:
        return results
    return tuple(each for each in results if each.case != "static" or each.rule in violator.rules)
