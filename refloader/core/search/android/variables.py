"""Decides which variables an Android loader reads: none of those that loaders on other systems read."""

from collections.abc import Iterator, Mapping

from refloader.core.editions import FILTERS, LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Severity, Void
from refloader.model.system import System
from refloader.model.text import quote
from refloader.rules import RuleId, applies, decides, rule, rules

_LOG = rule("DEBUG-LOG-08")
_DRIVER = rule("DISC-DRIVER-ANDROID-01")
_RULES: Mapping[str, RuleId] = {
    **dict.fromkeys(FILTERS, rule("FILTER-GEN-01")),
    "VK_LAYER_PATH": rule("ENV-LAYERPATH-01"),
    "VK_ADD_LAYER_PATH": rule("ENV-ADDLAYERPATH-01"),
    "VK_IMPLICIT_LAYER_PATH": rule("ENV-IMPLPATH-01"),
    "VK_ADD_IMPLICIT_LAYER_PATH": rule("ENV-ADDIMPLPATH-01"),
    "VK_INSTANCE_LAYERS": rule("ENV-INSTLAYERS-01"),
    "VK_DEVICE_LAYERS": rule("ENV-DEVLAYERS-01"),
    "VK_ICD_FILENAMES": _DRIVER,
    "VK_DRIVER_FILES": _DRIVER,
    "VK_ADD_DRIVER_FILES": _DRIVER,
    "VK_LOADER_DISABLE_INST_EXT_FILTER": rule("EXT-FILTER-04"),
}
"""The rule by which a variable has its effect on other systems, or none on Android; otherwise DEBUG-LOG-08."""


@decides("DEBUG-LOG-08", "DISC-DRIVER-ANDROID-01")
def visible(variables: Mapping[str, str], elevated: bool, executable: str, platform: Platform) -> Environment:
    """Return the environment without all loader and search variables: no rule about them holds on Android."""
    nobody = LOADER_VARIABLES | SEARCH_VARIABLES
    left = {name: value for name, value in variables.items() if name not in nobody}
    reasons = tuple(_void(variables))
    return Environment(left, elevated, executable, frozenset(), reasons, platform)


def _void(variables: Mapping[str, str]) -> Iterator[Reason]:
    """Yield a note for each variable that is set and has an effect on other systems."""
    for name in sorted(LOADER_VARIABLES & variables.keys()):
        why = _RULES.get(name, _LOG)
        told = "" if applies(why, System.ANDROID) else f": {why} holds on {', '.join(rules()[why].platforms)}"
        fact = f"{name}={quote(variables[name])} has no effect on Android{told}"
        yield Reason(why, Severity.NOTE, name, fact, void=Void())


def android_notes(environment: Environment, edition: Edition) -> list[Reason]:
    """Return a note if the process is elevated. No variable is hidden, because none is read."""
    if not environment.elevated:
        return []
    fact = "the process has elevated privileges, of which no rule for Android speaks"
    return [Reason(rule("DISC-ANDROID-01"), Severity.NOTE, "Android", fact)]
