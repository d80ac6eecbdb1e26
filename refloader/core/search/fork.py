"""Decides how the declared deviations of a fork change a search. Does not check whether a fork deviates.

A fork's places carry the rules of the documents, because a fork has no rules of its own.
"""

import re
from collections.abc import Mapping

from refloader.core.editions import FILTERS
from refloader.core.search.environment import PATH_VARIABLES
from refloader.model.environment import Environment, Without
from refloader.model.place import SETTINGS_FILE, Form, Place, Use
from refloader.model.profile import Feature, Profile
from refloader.rules import RuleId, rule

_RULES = {
    Use.EXPLICIT: "DISC-GEN-06",
    Use.IMPLICIT: "DISC-GEN-06",
    Use.DRIVER: "DISC-DRIVER-GEN-01",
    Use.SETTINGS: "SETTINGS-03",
}
VARIABLE = re.compile(r"\$\{([A-Za-z_][A-Za-z0-9_]*)\}")
"""The variable with which a declared folder may begin."""


def seen_variables(variables: Mapping[str, str], profile: Profile) -> Mapping[str, str]:
    """Return the variables that the fork reads, under the documents' names, without those that it ignores."""
    hidden = set(profile.ignored)
    if Feature.FILTERS in profile.disabled:
        hidden |= FILTERS
    if Feature.PATH_VARIABLES in profile.disabled:
        hidden |= PATH_VARIABLES.keys()
    if Feature.DEVICE_SORTING in profile.disabled:
        hidden |= {"VK_LOADER_DEVICE_SELECT", "VK_LOADER_DISABLE_SELECT"}
    taken = {ours: variables[own] for ours, own in profile.renamed if own in variables}
    left = Without(variables, frozenset(hidden | {ours for ours, _ in profile.renamed}))
    return {**left, **{name: value for name, value in taken.items() if name not in hidden}}


def places_of(profile: Profile, environment: Environment, use: Use) -> tuple[Place, ...] | None:
    """Return the fork's own places for a use, or None if it searches as documented or does not run on the system."""
    if not profile.is_for(environment.platform.system):
        return None
    if use is Use.IMPLICIT and Feature.IMPLICIT_LAYERS in profile.disabled:
        return ()
    if use is Use.SETTINGS and Feature.SETTINGS_FILE in profile.disabled:
        return ()
    declared = profile.folders_of(use)
    if declared is None:
        return None
    source, why = f"the profile of {profile.name}", rule(_RULES[use])
    found = (_place(each, environment, use, source, why) for each in declared)
    return tuple(place for place in found if place is not None)


def _place(written: str, environment: Environment, use: Use, source: str, why: RuleId) -> Place | None:
    """Return one place. One that begins with a variable is None if that is unset or the process is elevated."""
    variable = VARIABLE.match(written)
    if variable is not None:
        value = environment.get(variable[1])
        if not value or environment.elevated:
            return None
        written, source = value + written[variable.end() :], variable[1]
    path = environment.paths.plain(written)
    is_file = use is Use.SETTINGS
    if is_file and not path.endswith(SETTINGS_FILE):
        path = environment.paths.join(path, SETTINGS_FILE)
    return Place(path, use, Form.FILE if is_file else Form.FOLDER, source, why)
