"""Checks on lookups without an instance: of the interface, and of every name, which no loader looks up so.

Source: "Interface Version 7 Requirements", and "Driver Vulkan Entry Point Discovery": vk_icdGetInstanceProcAddr has
"very similar semantics" to vkGetInstanceProcAddr, and global commands have to be found without an instance. The
Vulkan specification ("Command Function Pointers") has NULL for every other command there. Similar is not the same:
all of this is a warning, except for functions of the interface that are found in no other way.
"""

from refloader.model import registry
from refloader.suite.drivers.checks.interface import GET_PHYSICAL, NEGOTIATE
from refloader.suite.drivers.checks.lookups import MADE_UP, passed
from refloader.suite.sessions.answers import Answers, number, part
from refloader.suite.sessions.check_result import CheckResult

_BY_ITSELF = "vkGetInstanceProcAddr"
"""The one command of an instance that Vulkan 1.2 and newer find without one."""

_MISSING = "the driver could not be asked"


def names_without_instance(answers: Answers) -> CheckResult:
    """Check that the driver returns from the lookup of every name without an instance. No loader asks for all."""
    row = part(answers, "lookups.none")
    result = CheckResult(seen=1 if row else 0, missing=_MISSING)
    if row.get("until"):
        result.fail(f'vk_icdGetInstanceProcAddr(NULL, "{row["until"]}") does not come back')
    for name in filter(passed(answers, "lookups.none").found.__contains__, MADE_UP):
        result.fail(f"without an instance the driver gives a function for {name}, which is the name of none")
    return result


def functions_without_instance(answers: Answers) -> CheckResult:
    """Check that commands of instances, physical devices and devices have no function without an instance."""
    row, result = passed(answers, "lookups.none"), CheckResult(missing=_MISSING)
    names = [name for name, command in registry.commands().items() if command.level != "global"]
    asked = [name for name in names if name != _BY_ITSELF and row.was_asked(name)]
    result.seen = len(asked) if row.seen else 0
    if given := sorted(row.found.intersection(asked)):
        result.fail(
            f"without an instance the driver gives functions for {result.some(given)} ({len(given)} in all)"
        )
    return result


# ---- version 7


def interface_functions(answers: Answers) -> CheckResult:
    """Check that a driver of version 7 returns its functions of the interface by lookup, without an instance."""
    entry, row = part(answers, "lookups.entry"), passed(answers, "lookups.global")
    result = CheckResult(missing="the driver is of an interface version below 7")
    if number(entry, "version") < 7 or not row.seen:
        return result
    for name in _given(answers):
        result.seen += 1
        if name not in row.found:
            result.fail(
                f"at interface version {entry['version']} vk_icdGetInstanceProcAddr(NULL) gives no {name}"
            )
    return result


def are_exported(answers: Answers, exports: Answers) -> bool:
    """Return whether the lookup lacks functions of the interface, and loaders find all of those as exports.

    The lookup is all that version 7 needs (IFACE-ICD-V7-01), and PHYSDEV-ICD-03 and NEGOTIATE-ICD-01 have the export
    or the lookup: whether a driver that exports its functions needs both, is left open (AMB-V7-EXPORTED).
    """
    found, exported = passed(answers, "lookups.global").found, part(exports, "exports.interface")
    lacking = [name for name in _given(answers) if name not in found]
    return bool(lacking) and all(exported.get(name, "null") != "null" for name in lacking)


def _given(answers: Answers) -> list[str]:
    """Return the functions of the interface that the driver has by whatever way, as far as they were looked up."""
    asked = [passed(answers, label) for label in ("lookups.global", "lookups.instance")]
    has = part(answers, "lookups.entry").get("physical", "null") != "null"
    has = has or any(GET_PHYSICAL in each.found for each in asked)
    return [name for name in (NEGOTIATE, *([GET_PHYSICAL] if has else [])) if asked[0].was_asked(name)]
