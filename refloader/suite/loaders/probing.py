"""Finds the age of a loader that does not say which release it is, by a few scenarios on which releases differ.

Each probe asks for one group of traits of ``rules/ages.toml``. A release fits a probe if the loader does what is
predicted for that release. Runs the loader in the sandbox; gives no verdict.
"""

import posixpath
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import TypeAlias

from refloader.core.ages import age_of, boundaries, release_of, sdk_boundaries
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import LATEST, Edition
from refloader.model.registry import instance_extensions
from refloader.model.request import Build
from refloader.model.version import ApiVersion
from refloader.predict.differential import differences, listed_as
from refloader.predict.prediction import predict
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario
from refloader.suite.loaders.probes import SETTINGS, probes
from refloader.suite.loaders.subjects import BUILT_IN, FEATURES, needed

_SURE = ("ok", "crash")
_MOST_ROWS = 4096
"""The rows of an answer that is compared with what releases do. A loader has some fifty, and can forge many more."""

_SHARE = 0.75
"""The share of the probes that fit a release, if a loader descends from it; a fork does few things otherwise."""

_ENOUGH = 20
"""The probes that have to be answered before editions are told apart by them."""

Answer: TypeAlias = tuple[Scenario, Observation]
"""A probe, and what the loader did."""


@dataclass(frozen=True, slots=True)
class Found:
    """The releases that fit best: from ``first`` on, before ``end`` (empty: the newest known).

    ``age`` is that of the newest of them; of ``asked`` probes, ``fitting`` fit it. Where more do what an edition of
    the documents says, the loader descends from no release: ``documents`` is the edition that it follows in most
    probes, ``following`` of them, and ``features`` the release with which the newest of the features came that it
    shows in them; empty for none.
    """

    age: Age
    first: str
    end: str
    asked: int
    fitting: int
    documents: Edition | None = None
    following: int = 0
    features: str = ""

    def __str__(self) -> str:
        span = f"{self.first} and later" if not self.end else f"from {self.first}, before {self.end}"
        rest = "" if self.fitting == self.asked else f"; {self.asked - self.fitting} fit none of these"
        return f"{span}, by {self.asked} probes in the sandbox{rest}"


def probed(path: str) -> Found | None:
    """Return the releases whose predictions fit a loader best; None if it answers no probe.

    Releases before the oldest known and after the newest known count as these.
    """
    loader = ForeignLoader(path)
    seen = list(_answers(loader))
    seen = _without_own([(probe, answer) for probe, answer in seen if answer.ended in _SURE])
    if not any(answer.ended == "ok" for _, answer in seen):
        return None
    releases = _Releases(seen)
    best, missed = releases.best()
    documents, following = None, 0
    if missed:
        alike, others = releases.best(names=False)
        documents, following = _documents(seen) if len(seen) >= _ENOUGH else (None, 0)
        is_far = missed > len(seen) * (1 - _SHARE)
        if is_far:
            best, missed = alike, others
        if following + is_far <= len(seen) - others:
            documents, following = None, 0
    features = _features(seen, documents) if documents else ""
    edges = boundaries()
    last = release_of(best[-1])[:3]
    end = next((edge for edge in edges if release_of(edge) > last), "")
    first = _shown(release_of(best[0])[:3])
    return Found(age_of(best[-1]), first, end, len(seen), len(seen) - missed, documents, following, features)


def shows_later_features(path: str, release: ApiVersion) -> bool:
    """Return whether a loader does what the documents say of a feature that no loader of its release knows.

    Asks by the probes that are about one, up to the first of which that is true.
    """
    loader = ForeignLoader(path)
    for probe in probes():
        later = [name for name in needed(probe) if FEATURES[name].since > release]
        if not later:
            continue
        seen = loader.observe(probe)
        if seen.ended == "timeout" or _rows(seen) > _MOST_ROWS:
            return False
        if seen.ended in _SURE and _shown_by(probe, seen, later):
            return True
    return False


def _shown_by(probe: Scenario, seen: Observation, features: Iterable[str]) -> bool:
    return _follows(probe, seen, LATEST) and not any(
        _follows(probe, seen, LATEST, _without(name)) for name in features
    )


def _documents(seen: Sequence[Answer]) -> tuple[Edition | None, int]:
    """Return the edition whose documents a loader follows in most probes, and in how many; None if in too few.

    Which extensions a loader has of its own, no document says.
    """
    following = {
        edition: sum(_follows(probe, answer, edition) for probe, answer in seen) for edition in Edition
    }
    best = max(Edition, key=lambda edition: (following[edition], [*Edition].index(edition)))
    return (best, following[best]) if following[best] >= len(seen) * _SHARE else (None, 0)


def _follows(probe: Scenario, seen: Observation, edition: Edition, age: Age = DOCUMENTED) -> bool:
    return _agree(predict(listed_as(probe, seen.listings), edition, Build(age=age)).observation, seen)


def _features(seen: Sequence[Answer], edition: Edition) -> str:
    """Return the release with which the newest feature came that a loader shows; empty if it shows none.

    It does what the documents say of the feature, and something else than a loader that does not know it. Features
    that are newer than one that it does not know do not count: as a release it would be asked for that one, too.
    """
    shown, unknown = set[ApiVersion](), set[ApiVersion]()
    for probe, answer in seen:
        for name in needed(probe):
            does = _follows(probe, answer, edition)
            if does is not _follows(probe, answer, edition, _without(name)):
                (shown if does else unknown).add(FEATURES[name].since)
    fits = {each for each in shown if not unknown or each < min(unknown)}
    return str(max(fits)) if fits else ""


def _without(feature: str) -> Age:
    """Return the age of a loader that follows the documents but for a variable or the settings file."""
    if feature == posixpath.basename(SETTINGS):
        return Age(traits=frozenset({Trait.NO_SETTINGS_FILE}))
    return Age(unread=frozenset({feature}))


def _answers(loader: ForeignLoader) -> Iterator[Answer]:
    """Yield what a loader does in each probe, until it has twice not answered in time, or with endless lists."""
    late = 0
    for probe in probes():
        answer = loader.observe(probe)
        is_endless = _rows(answer) > _MOST_ROWS
        if not is_endless:
            yield probe, answer
        late += is_endless or answer.ended == "timeout"
        if late > 1:
            return


def _without_own(seen: Sequence[Answer]) -> list[Answer]:
    """Return the answers without what a fork brings itself: layers and extensions that it lists where nothing is."""
    bare = next((answer for probe, answer in seen if not probe.files), Observation("ok"))
    layers = {*bare.layer_names} - {BUILT_IN.decode()}
    own = {*bare.extension_names()} - instance_extensions()
    return [
        (
            probe,
            replace(
                answer,
                layers=tuple(each for each in answer.layers if each.name not in layers),
                extensions={
                    layer: tuple(each for each in rows if each.name not in own)
                    for layer, rows in answer.extensions.items()
                    if layer not in layers
                },
            ),
        )
        for probe, answer in seen
    ]


def _rows(seen: Observation) -> int:
    lists = (seen.layers, seen.devices, seen.hooks, seen.trace, seen.answers, *seen.extensions.values())
    return sum(map(len, (*lists, seen.extensions, *seen.lines.values())))


class _Releases:
    """What each release is predicted to do in each probe, which is found out once, and only where it is asked for."""

    def __init__(self, seen: Sequence[Answer]) -> None:
        self._seen = seen
        self._predicted: dict[tuple[int, str], Observation] = {}

    def best(self, *, names: bool = True) -> tuple[list[str], int]:
        """Return the releases that miss the fewest answers, and how many they miss.

        Without ``names``, which extensions the loader has does not count: a fork may leave some out in each answer.
        """
        known: dict[tuple[int, str], bool] = {}

        def misses(release: str, most: int) -> bool:
            """Return whether a release misses more answers than ``most``."""
            count = 0
            for index, (_, answer) in enumerate(self._seen):
                if (index, release) not in known:
                    known[index, release] = _fits(self._of(index, release), answer, names=names)
                count += not known[index, release]
                if count > most:
                    return True
            return False

        for most in range(len(self._seen) + 1):
            best = [release for release in candidates() if not misses(release, most)]
            if best:
                return best, most
        return list(candidates()), len(self._seen)

    def _of(self, index: int, release: str) -> Observation:
        if (index, release) not in self._predicted:
            probe, answer = self._seen[index]
            asked = listed_as(probe, answer.listings)
            self._predicted[index, release] = predict(asked, LATEST, Build(age=age_of(release))).observation
        return self._predicted[index, release]


@cache
def candidates() -> tuple[str, ...]:
    """Return the releases in which something changes, of both lines, by number; those of an SDK have four numbers."""
    return tuple(sorted({*boundaries(), *sdk_boundaries()}, key=release_of))


def _shown(release: tuple[int, ...]) -> str:
    return ".".join(map(str, release))


def _fits(predicted: Observation, seen: Observation, *, names: bool) -> bool:
    if predicted.ended not in _SURE:
        return True  # nothing is known of this release
    if not names:
        return _agree(predicted, seen)
    if differences(predicted, seen):
        return False
    return predicted.ended != "ok" or _names(predicted) == _names(seen)


def _agree(predicted: Observation, seen: Observation) -> bool:
    """Return whether both are the same besides the extensions."""
    return not differences(replace(predicted, extensions={}), replace(seen, extensions={}))


def _names(seen: Observation) -> frozenset[str]:
    """Return all extensions of the instance, with the loader's own."""
    return frozenset(row.name for row in seen.extensions.get("", ()))
