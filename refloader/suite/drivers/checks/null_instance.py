"""Checks on the lookup of every name without an instance, which no loader does.

Source: "Driver Vulkan Entry Point Discovery": vk_icdGetInstanceProcAddr has "very similar semantics" to
vkGetInstanceProcAddr, and global commands have to be found without an instance. The Vulkan specification ("Command
Function Pointers") has NULL for every other command there. Similar is not the same: all of this is a warning.
"""

from refloader.model import registry
from refloader.suite.drivers.checks.lookups import MADE_UP, passed
from refloader.suite.sessions.answers import Answers, part
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
    for name in passed(answers, "lookups.none").found.intersection(MADE_UP):
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
