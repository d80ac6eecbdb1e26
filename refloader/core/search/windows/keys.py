"""Decides which hive and branch of the registry a loader reads, by edition, word size and privilege."""

from collections.abc import Iterator

from refloader.core.editions import Traits
from refloader.core.search.windows.roles import VALUE_NAMES
from refloader.core.search.windows.values import key_names
from refloader.model.edition import Edition, since
from refloader.model.environment import Environment
from refloader.model.place import Use
from refloader.model.reason import InFile, Reason, Severity
from refloader.model.request import Build
from refloader.model.text import quote
from refloader.model.windows_registry import MACHINE, USER, RegistryKey
from refloader.rules import decides, rule

PLAIN = "SOFTWARE\\Khronos\\Vulkan"
WOW = "SOFTWARE\\WOW6432Node\\Khronos\\Vulkan"
_E2018 = since(Edition.E2018)
_E2022 = since(Edition.E2022)


def is_wow(environment: Environment, build: Build) -> bool:
    """Return whether a 32-bit process runs on a 64-bit Windows."""
    return build.word_size == 32 and environment.platform.word_size == 64


@decides("DISC-WINDOWS-05", "DISC-DRIVER-WINDOWS-03", "AMB-WIN-WOW-EARLY")
def software_branch(environment: Environment, build: Build, facts: Traits, use: Use) -> str:
    """Return the branch under a hive: WOW6432Node for 32-bit processes (drivers since 2018, layers since 2022)."""
    known = facts.edition in (_E2018 if use is Use.DRIVER else _E2022)
    return WOW if known and is_wow(environment, build) else PLAIN


@decides("DISC-WINDOWS-06", "DISC-DRIVER-WINDOWS-03")
def hives(environment: Environment, facts: Traits, use: Use) -> tuple[str, ...]:
    """Return the hives that are read: the machine's, and for layers the user's, since 2022 only if not elevated."""
    if use is Use.DRIVER or (environment.elevated and facts.edition in _E2022):
        return (MACHINE,)
    return MACHINE, USER


@decides("DISC-WINDOWS-08", "DISC-DRIVER-WINDOWS-01")
def value_name(environment: Environment, build: Build, use: Use) -> str:
    """Return the name of the value in a device key; it ends in "Wow" for 32-bit processes on a 64-bit Windows."""
    return next(name for name, meant in VALUE_NAMES.items() if meant == (use, is_wow(environment, build)))


@decides("DISC-WINDOWS-06")
def of_user(environment: Environment, build: Build, facts: Traits, use: Use, name: str) -> Iterator[Reason]:
    """Report the manifests that a key of the user names if that key is not read."""
    if USER in hives(environment, facts, use):
        return
    key = key_at(environment, f"{USER}\\{software_branch(environment, build, facts, use)}\\{name}")
    if key is None or not (named := _named(key, use)):
        return
    if use is Use.DRIVER:
        fact = f"{key.path} names {named}; drivers are looked for in {MACHINE} alone"
        why, severity = rule("DISC-DRIVER-WINDOWS-03"), Severity.NOTE
    else:
        fact = f"{key.path} names {named}; it is not read: the process has administrative privileges"
        why, severity = rule("DISC-WINDOWS-06"), Severity.INFO
    yield Reason(why, severity, key.path, fact, _where(key))


@decides("DISC-WINDOWS-05", "AMB-WIN-WOW-EARLY")
def of_other_size(
    environment: Environment, build: Build, facts: Traits, use: Use, name: str
) -> Iterator[Reason]:
    """Report the manifests that the branch for processes of the other word size names; it is not read.

    Windows redirects 32-bit processes to WOW6432Node only under HKEY_LOCAL_MACHINE: all processes share a user's
    SOFTWARE key.
    """
    branch = software_branch(environment, build, facts, use)
    why = rule("DISC-DRIVER-WINDOWS-03" if use is Use.DRIVER else "DISC-WINDOWS-05")
    for hive in hives(environment, facts, use):
        key = key_at(environment, f"{hive}\\{PLAIN if branch is WOW else WOW}\\{name}")
        if key is None or not (named := _named(key, use)):
            continue
        fact = f"{key.path} names {named}; this {build.word_size}-bit process does not read it"
        severity = Severity.INFO
        if branch is PLAIN and hive == MACHINE and is_wow(environment, build):
            fact = f"{key.path} names {named}; the documents do not lead a 32-bit process there, but Windows does"
            why, severity = rule("AMB-WIN-WOW-EARLY"), Severity.NOTE
        yield Reason(why, severity, key.path, fact, _where(key))


def key_at(environment: Environment, path: str) -> RegistryKey | None:
    """Return the key at a path, or None if there is none or if the registry is not known."""
    registry = environment.platform.registry
    return registry.key(path) if registry is not None else None


def _named(key: RegistryKey, use: Use) -> str:
    """Return the manifests that the key names, for display, or an empty string."""
    named = [path for value in key.values for path in key_names(value, use)[0]]
    if not named:
        return ""
    more = f" and {len(named) - 1} more" if named[1:] else ""
    return f"{quote(named[0])}{more}"


def _where(key: RegistryKey) -> InFile:
    return InFile(key.span.path, key.span.line, key.span.column)
