"""Decides what an Android loader sees of a process: none of the variables that other systems' loaders read."""

from collections.abc import Iterator, Mapping

from refloader.core.editions import FILTERS, LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.platform import Platform
from refloader.model.reason import Reason, Severity
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
"""What says that a variable has an effect on other systems, or none here; of the rest DEBUG-LOG-08 does."""


@decides("DEBUG-LOG-08", "DISC-DRIVER-ANDROID-01")
def visible(variables: Mapping[str, str], elevated: bool, executable: str, platform: Platform) -> Environment:
    """The environment without any variable of a loader: no rule that binds one holds on Android."""
    nobody = LOADER_VARIABLES | SEARCH_VARIABLES
    left = {name: value for name, value in variables.items() if name not in nobody}
    reasons = tuple(_void(variables))
    return Environment(left, elevated, executable, frozenset(), reasons, platform)


def _void(variables: Mapping[str, str]) -> Iterator[Reason]:
    """What is said of each variable that is set and has an effect elsewhere."""
    for name in sorted(LOADER_VARIABLES & variables.keys()):
        why = _RULES.get(name, _LOG)
        told = "" if applies(why, System.ANDROID) else f": {why} holds on {', '.join(rules()[why].platforms)}"
        fact = f"{name}={quote(variables[name])} has no effect on Android{told}"
        yield Reason(why, Severity.NOTE, name, fact)


def android_notes(environment: Environment, edition: Edition) -> list[Reason]:
    """What there is to say of an elevated process: nothing is hidden from it, as nothing is read."""
    if not environment.elevated:
        return []
    fact = "the process has elevated privileges, of which no rule for Android speaks"
    return [Reason(rule("DISC-ANDROID-01"), Severity.NOTE, "Android", fact)]
