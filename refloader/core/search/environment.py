"""Decides which variables a loader may read: those that its edition knows, without those that privilege hides.

The later stages interpret the values. The variables that manifests name (enable_environment, disable_environment)
stay visible in every edition, because no document hides them.
"""

from collections.abc import Mapping
from functools import lru_cache

from refloader.core.editions import FILTERS, LOADER_VARIABLES, SEARCH_VARIABLES, traits
from refloader.model.age import DOCUMENTED, Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment, Without
from refloader.model.platform import LINUX, Platform
from refloader.model.reason import Reason, Severity, Void
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId, decides, rule

PATH_VARIABLES = {
    "VK_LAYER_PATH": rule("PRIV-LAYER-01"),
    "VK_ADD_LAYER_PATH": rule("PRIV-LAYER-01"),
    "VK_IMPLICIT_LAYER_PATH": rule("PRIV-LAYER-01"),
    "VK_ADD_IMPLICIT_LAYER_PATH": rule("PRIV-LAYER-01"),
    "VK_ICD_FILENAMES": rule("PRIV-DRIVER-01"),
    "VK_DRIVER_FILES": rule("PRIV-DRIVER-01"),
    "VK_ADD_DRIVER_FILES": rule("PRIV-DRIVER-01"),
}
"""The variables that name places of manifests, with the rule that hides each from elevated processes."""
_XDG = {
    "XDG_CONFIG_HOME": rule("PRIV-GEN-03"),
    "XDG_DATA_HOME": rule("PRIV-GEN-03"),
    # AMB-ELEV-XDGDIRS: the document's list gives only examples and omits these two; a user can set them too.
    "XDG_CONFIG_DIRS": rule("AMB-ELEV-XDGDIRS"),
    "XDG_DATA_DIRS": rule("AMB-ELEV-XDGDIRS"),
}
_HOME = {
    Edition.E2016: rule("DISC-LINUX-11"),
    Edition.E2018: rule("DISC-LINUX-11"),
    Edition.E2022: rule("DISC-LINUX-03"),
}
# AMB-ELEV-FILTERS: the glob and id filters select what is loaded, so they are read with secure_getenv;
# VK_INSTANCE_LAYERS, VK_LOADER_DEBUG, the layers' own variables and the *SELECT variables with getenv.
_FILTERS = dict.fromkeys(FILTERS, rule("AMB-ELEV-FILTERS"))


@decides(
    "PRIV-GEN-01",
    "PRIV-GEN-02",
    "PRIV-GEN-03",
    "PRIV-LAYER-01",
    "PRIV-DRIVER-01",
    "LLP_LOADER_13",
    "LDP_LOADER_13",
    "DISC-LINUX-11",
    "AMB-ELEV-XDGDIRS",
    "AMB-ELEV-FILTERS",
    "AMB-ELEV-FSCAPS",
)
def visible_environment(
    variables: Mapping[str, str],
    *,
    elevated: bool,
    executable: str,
    edition: Edition,
    platform: Platform = LINUX,
    age: Age = DOCUMENTED,
) -> Environment:
    """Return the environment that a loader of the edition may read.

    An elevated process treats a sensitive variable as unset (2026: Elevated Privilege Caveats; 2016 and 2018 speak
    of suid programs). HOME is sensitive because it names user-controlled folders.
    """
    if platform.system is System.WINDOWS:
        variables = {
            name.upper(): value for name, value in variables.items()
        }  # names are case-insensitive there
    if platform.system is System.ANDROID:
        from refloader.core.search.android.variables import visible

        return visible(variables, elevated, executable, platform)
    foreign = _foreign(edition) | age.unread
    elevated = elevated and not age.has(Trait.PRIVILEGES_IGNORED)
    if not elevated:
        left = _readable(_without(variables, foreign), platform)
        reasons = _too_new(variables, age)
        return Environment(left, elevated, executable, frozenset(), reasons, platform, age.unheard)
    sensitive = _sensitive(platform.system, edition)
    hidden = {name for name in sensitive if name in traits(edition).variables and name in variables}
    reasons = tuple(
        Reason(
            rule=sensitive[name],
            severity=Severity.INFO,
            subject=name,
            fact=f"{name}={quote(variables[name])} is ignored: the process has elevated privileges",
            void=Void(),
        )
        for name in sorted(hidden)
    )
    left = _readable(_without(variables, foreign | hidden), platform)
    return Environment(left, elevated, executable, frozenset(hidden), reasons, platform, age.unheard)


def _too_new(variables: Mapping[str, str], age: Age) -> tuple[Reason, ...]:
    """Return a warning for each variable that the loader's release does not read yet."""
    return tuple(
        Reason(
            rule=rule("ENV-MINVERSION-01"),
            severity=Severity.WARNING,
            subject=name,
            fact=f"{name}={quote(variables[name])} has no effect: this loader does not read it yet",
            void=Void(),
        )
        for name in sorted(age.unread)
        if name in variables
    )


def _readable(variables: Mapping[str, str], platform: Platform) -> Mapping[str, str]:
    """Return the variables with the system's lookup: case-insensitive on Windows."""
    if platform.system is System.WINDOWS:
        from refloader.core.search.windows.variables import AnyCase  # not needed on Linux

        return AnyCase(variables)
    return variables


@decides("PRIV-GEN-03", "PRIV-LAYER-01", "PRIV-DRIVER-01")
def _sensitive(system: System, edition: Edition) -> Mapping[str, RuleId]:
    """Return the variables that privilege hides.

    On Windows, none before 2022, because the older documents speak only of suid programs; and never HOME and the XDG
    variables, which are not used there.
    """
    if system is not System.WINDOWS:
        return PATH_VARIABLES | _XDG | _FILTERS | {"HOME": _HOME.get(edition, rule("PRIV-GEN-01"))}
    return PATH_VARIABLES | _FILTERS if edition >= Edition.E2022 else {}


@lru_cache(maxsize=8)
def _foreign(edition: Edition) -> frozenset[str]:
    """Return the variables that only other editions read; they must have no effect."""
    return (LOADER_VARIABLES | SEARCH_VARIABLES) - traits(edition).variables


def _without(variables: Mapping[str, str], left_out: frozenset[str]) -> Mapping[str, str]:
    """Return the variables without some names: a copy of a dict, because that of a simulated process is small."""
    if type(variables) is dict:
        return {name: value for name, value in variables.items() if name not in left_out}
    return Without(variables, left_out)
