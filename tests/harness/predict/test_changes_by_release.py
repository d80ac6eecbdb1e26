"""What the releases on both sides of a change are predicted to do, row by row of the table of changes."""

from dataclasses import replace
from pathlib import Path

import pytest
import worlds_of_drivers
import worlds_of_files
import worlds_of_layers
from release_changes import CHANGES, TABLE, TRAITS, Change, rows, shown
from rows_without_worlds import WITHOUT

from refloader.core.ages import age_of, release_of
from refloader.inspect.explain.by_release import by_release
from refloader.model.age import Trait
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.native.mocks import mock_library
from refloader.predict.prediction import predict
from refloader.predict.scenario_machine import machine_of, request_of

pytestmark = pytest.mark.skipif(not TABLE.is_file(), reason="the table is not in ../shared/spec")
WORLDS = (worlds_of_files, worlds_of_layers, worlds_of_drivers)
SIDES = [
    pytest.param(each, release, has, id=f"{topic}-{each.draft.__name__}-{release}")
    for topic, several in CHANGES.items()
    for each in several
    for release, has in (rows()[topic].sides if TABLE.is_file() else ())
]
ASIDE = {
    "layer_that_leaves_pointers_null": "what a library answers is not asked by explain",
    "long_path_of_a_library": "the path is cut by the loader that opens it, and explain does not say so",
    "extension_of_an_implicit_layer": "explain is not told which extensions a program asks for",
}
"""Worlds in which explain and a prediction differ, with the reason."""
PLAIN = [
    pytest.param(*each.values[:2], id=each.id) for each in SIDES if len(release_of(str(each.values[1]))) == 3
]
"""The sides that are no SDK releases: explain tells only the others apart."""
OF_TRAITS = [
    pytest.param(trait, release, has, id=f"{topic}-{release}")
    for topic, trait in TRAITS.items()
    for release, has in (rows()[topic].sides if TABLE.is_file() else ())
]


def test_each_row_is_accounted_for() -> None:
    """A row has worlds or a reason why it has none, and nothing else is here."""
    without = [topic for topics in WITHOUT.values() for topic in topics]

    assert sorted([*CHANGES, *without]) == sorted(rows())
    assert set(TRAITS) <= set(without)


@pytest.mark.parametrize(("change", "release", "has"), SIDES)
def test_both_sides_of_a_change(change: Change, release: str, has: bool) -> None:
    """The release before the change does what the row says of before, the first one with it the other."""
    expected = change.after if has else change.before
    seen = predict(change.world(), LATEST, Build(age=age_of(release))).observation

    agree = seen.ended == expected.get("ended", "ok") and shown(seen, expected) == expected
    if release in change.not_in:
        assert not agree, f"{release} is predicted as the row says: it has no place in not_in"
        pytest.xfail(change.not_in[release])
    assert agree, (seen.ended, seen.detail, shown(seen, expected))


@pytest.mark.parametrize(("trait", "release", "has"), OF_TRAITS)
def test_a_trait_ends_with_its_row(trait: Trait, release: str, has: bool) -> None:
    """Of a row without a world the releases before have the trait, and those from it on do not."""
    assert age_of(release).has(trait) is not has


@pytest.mark.parametrize(("change", "release"), PLAIN)
def test_explain_says_the_same(change: Change, release: str) -> None:
    """What ``explain --as-loader`` says of each layer is what runs in the prediction."""
    if change.draft.__name__ in ASIDE:
        pytest.skip(ASIDE[change.draft.__name__])
    scenario = change.world()
    path = mock_library("mock_layer")
    assert path is not None
    library = Path(path).read_bytes()
    files = {**scenario.files, **dict.fromkeys(scenario.libraries, library)}
    machine = machine_of(replace(scenario, libraries={}, files=files))
    seen = predict(scenario, LATEST, Build(age=age_of(release))).observation
    own = {mock.flags.get("name", "") for mock in scenario.libraries.values()}

    for name, spans in by_release(machine, request_of(scenario.application), Build(), ()).items():
        said = next(each for each in reversed(spans.spans) if release_of(each.first) <= release_of(release))
        if name in own:
            assert said.active is (seen.ended == "ok" and name in seen.chain), (name, said.fact)
