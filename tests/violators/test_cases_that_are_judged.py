"""Tests that no case has become silent: each is judged on a right layer or driver, or it is known for whom it is.

A check that finds no answer it can read skips its case, with a reason that sounds well.
"""

from collections import defaultdict
from pathlib import Path

import pytest

from refloader.results.results_file import Verdict
from refloader.selftest.layouts import lay_out
from refloader.selftest.mock_pool import batches, judged
from refloader.selftest.mutants.of_mocks import Kind, mocks
from refloader.selftest.plugin_jobs import OTHERS, SAMPLE
from refloader.selftest.right_mocks import right_mocks

pytestmark = pytest.mark.slow

WORKERS = 2

ON_NO_MOCK: dict[Kind, dict[str, str]] = {
    "layer": {
        "calling_down/barriers_in_parts": "for layers that pass a barrier down in several calls",
        "carried_alone/all_or_none": "for layers that allocate in several calls",
        "carried_alone/beside_unknown_extensions": "for layers that stop wrapping beside what they do not know",
        "carried_alone/fences": "for layers that submit in several calls",
        "carried_alone/fences_once": "for layers that submit in several calls",
        "carried_alone/results_of_each_part": "for layers that ask for queries in several calls",
        "carried_alone/structures_of_own_extensions": "for layers with an extension that has structures",
        "creation_alone/other_objects": "for layers that use the callbacks in vkCreateBuffer and its like",
        "lookups_alone/enabled_elsewhere": "for layers whose extensions have functions",
        "lookups_alone/of_the_manifest_alone": "for layers whose extensions have functions",
        "lookups_alone/of_the_registry": "for layers whose extensions have functions",
        "pipelines_alone/failure_is_told": "for layers that make pipelines one by one",
        "same_work/elements_behind_a_count": "for layers that bring VK_EXT_memory_budget",
    },
    "driver": {
        "driver_allocators/nothing_is_made_by_halves": "for drivers whose command buffers use the callbacks",
        "driver_creation/extensions_of_other_devices_are_refused": "for drivers of unlike devices",
        "lookups_of_drivers/is_there_for_extensions": "for drivers with commands that loaders may not know",
    },
}
"""Cases for which no right mock is the one, and for whom they are."""


@pytest.mark.whole
@pytest.mark.parametrize("kind", ["layer", "driver"])
def test_each_is_judged_on_somebody(kind: Kind, tmp_path: Path) -> None:
    """One parameter of each case is judged on at least one of the right mocks, or is in the table."""
    recipes = {name: clean.recipe for name, clean in mocks(kind).clean.items()}
    recipes |= {name: right.recipe for name, right in right_mocks(kind).items()}
    (folder := tmp_path / "mocks").mkdir()
    paths = {name: lay_out(recipe, name, str(folder)) for name, recipe in recipes.items()}
    rules: dict[str, object] = {**{path: [] for path in paths.values()}, OTHERS: 1, SAMPLE: 0}
    verdicts = defaultdict(set)

    for part in judged(kind, batches(paths, WORKERS), rules, str(tmp_path), workers=WORKERS, once=False):
        for results in part.results.values():
            for each in results:
                verdicts[each.case.partition("[")[0]].add(each.verdict)

    assert {case for case, seen in verdicts.items() if seen == {Verdict.SKIP}} == ON_NO_MOCK[kind].keys()
