"""Compares a fork's observations with its profile, to separate declared deviations from violations.

The core predicts once as the documents say and once as the profile declares. Runs no loader.
"""

import os
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from refloader.core.editions import traits
from refloader.core.search import unix_places
from refloader.core.search.fork import VARIABLE
from refloader.core.search.unix_places import SUFFIX
from refloader.inspect.profiles.files import ProfileError, profile_at
from refloader.model.edition import LATEST, Edition
from refloader.model.environment import Environment
from refloader.model.place import Use
from refloader.model.profile import Profile
from refloader.model.request import Build
from refloader.model.text import quote
from refloader.predict.differential import differences, listed_as
from refloader.predict.prediction import predict
from refloader.predict.script import predict_script
from refloader.rules import RuleId, rule
from refloader.scenario.actions import QUERIES
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import Scenario
from refloader.suite.subjects.request import WrongUsageError

_TOLD = ("search", "variables", "features")
_MANIFESTS = (Use.EXPLICIT, Use.IMPLICIT, Use.DRIVER)


def fork(path: str) -> Profile | None:
    """Return the profile in a file; None for an empty path. Raises WrongUsageError if the profile is invalid."""
    if not path:
        return None
    try:
        return profile_at(path)
    except ProfileError as error:
        if not os.path.lexists(path):
            why = f"{quote(os.path.basename(path))} is neither quick nor full, and there is no such file"
            raise WrongUsageError(f"--profile: {why}") from None
        raise WrongUsageError(f"--profile: {error}") from None


def homes(profile: Profile | None) -> dict[Use, str]:
    """Return, for each kind of manifest, the last folder of the fork's own search that contains no variable."""
    found = {use: profile.folders_of(use) or () for use in _MANIFESTS} if profile else {}
    plain = {use: [each for each in places if "$" not in each] for use, places in found.items()}
    return {use: places[-1] for use, places in plain.items() if places}


def relocated(scenario: Scenario, profile: Profile | None) -> Scenario:
    """Return the scenario with its manifests in the fork's folders, if they lie in one standard folder.

    Libraries beside them are in both folders, as manifests may name them by either.
    """
    moves = dict(_moves(scenario, homes(profile)))
    if not moves:
        return scenario
    return replace(
        scenario,
        files={_moved(path, moves): data for path, data in scenario.files.items()},
        libraries={
            **scenario.libraries,
            **{_moved(path, moves): each for path, each in scenario.libraries.items()},
        },
    )


def _moves(scenario: Scenario, found: Mapping[Use, str]) -> Iterator[tuple[str, str]]:
    """Yield the folders whose files are moved, and their destinations."""
    paths = (*scenario.files, *scenario.links)
    for use, home in found.items():
        folders = {path.rpartition("/")[0] for path in paths if path.rpartition("/")[0].endswith(SUFFIX[use])}
        if len(folders) == 1 and not any(each.startswith((*folders,)) for each in scenario.links):
            yield folders.pop(), home


def _moved(path: str, moves: Mapping[str, str]) -> str:
    folder, _, name = path.rpartition("/")
    return f"{moves[folder]}/{name}" if folder in moves else path


@dataclass(frozen=True, slots=True)
class DeclaredFolder:
    """A folder that a profile is about, with the variables on which its path depends."""

    use: Use
    folder: str
    name: str
    variables: tuple[tuple[str, str], ...] = ()

    @property
    def is_driver(self) -> bool:
        """True if it is for drivers."""
        return self.use is Use.DRIVER

    @property
    def rule(self) -> RuleId:
        """The rule that a loader breaks if it does not find what is there."""
        return rule("DISC-DRIVER-GEN-01" if self.is_driver else "DISC-GEN-06")


def declared_folders(profile: Profile | None) -> Iterator[DeclaredFolder]:
    """Yield the folders in which a fork declares to search for manifests."""
    for use in _MANIFESTS:
        for written in (profile.folders_of(use) or ()) if profile else ():
            match = VARIABLE.match(written)
            variables = ((match[1], "/world/data"),) if match else ()
            folder = f"/world/data{written[match.end() :]}" if match else written
            yield DeclaredFolder(use, folder, f"{use.value} {written}", variables)


def hidden_folders(profile: Profile | None) -> Iterator[DeclaredFolder]:
    """Yield the fixed folders of the documents in which a fork declares not to search."""
    edition = (profile.edition if profile else None) or LATEST
    for use in _MANIFESTS:
        own = profile.folders_of(use) if profile else None
        standard = unix_places.standard(Environment(), Build(), traits(edition), use)
        for place in standard:
            if own is not None and place.path not in own:
                yield DeclaredFolder(use, place.path, f"{use.value} {place.path}")


@dataclass(frozen=True, slots=True)
class Comparison:
    """The comparison of an observation with a profile.

    ``deviates`` says that the profile predicts something else than the documents, ``as_declared`` that the
    observation is as the profile predicts; ``unlike`` lists the differences, and ``unknown`` says why there is no
    prediction.
    """

    deviates: bool
    as_declared: bool
    unlike: str = ""
    unknown: str = ""


def compared(scenario: Scenario, seen: Observation, edition: Edition, profile: Profile) -> Comparison:
    """Compare the observation of a loader with its profile's prediction."""
    by = predict if all(verb in QUERIES for verb, *_ in scenario.actions) else predict_script
    shown = listed_as(scenario, seen.listings)
    declared = by(shown, edition, Build(profile=profile)).observation
    documents = by(shown, edition, Build()).observation
    if declared.ended != "ok":
        return Comparison(deviates=False, as_declared=False, unknown=declared.detail)
    unlike = "; ".join(map(str, differences(declared, seen)))
    return Comparison(bool(differences(documents, declared)), not unlike, unlike)


def declarations(profile: Profile) -> str:
    """Return the declarations of a profile in short, with the file, as a report cites them."""
    keys = [key for key, _ in profile.lines if "." in key and key.partition(".")[0] in _TOLD]
    named = ", ".join(dict.fromkeys(".".join(key.split(".")[:2]) for key in keys))
    return f"{profile.name} ({os.path.basename(profile.path)}) declares {named or 'nothing of its own'}"


def first_line(profile: Profile) -> int:
    """Return the line of its first declaration."""
    return min((line for key, line in profile.lines if key.partition(".")[0] in _TOLD), default=1)
