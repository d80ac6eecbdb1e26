"""Decides which branch of the registry is read and whose: by edition, size of the process and privilege."""

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
    """Whether a 32-bit process runs on a 64-bit Windows."""
    return build.word_size == 32 and environment.platform.word_size == 64


@decides("DISC-WINDOWS-05", "DISC-DRIVER-WINDOWS-03", "AMB-WIN-WOW-EARLY")
def software_branch(environment: Environment, build: Build, facts: Traits, use: Use) -> str:
    """The branch under a hive: that of 32-bit programs in place of the plain one, for drivers since 2018."""
    known = facts.edition in (_E2018 if use is Use.DRIVER else _E2022)
    return WOW if known and is_wow(environment, build) else PLAIN


@decides("DISC-WINDOWS-06", "DISC-DRIVER-WINDOWS-03")
def hives(environment: Environment, facts: Traits, use: Use) -> tuple[str, ...]:
    """Whose keys are read: the machine's; of layers the user's too, since 2022 without administrative privileges."""
    if use is Use.DRIVER or (environment.elevated and facts.edition in _E2022):
        return (MACHINE,)
    return MACHINE, USER


@decides("DISC-WINDOWS-08", "DISC-DRIVER-WINDOWS-01")
def value_name(environment: Environment, build: Build, use: Use) -> str:
    """The value of a device key: a 32-bit process on a 64-bit Windows reads the one whose name ends in Wow."""
    return next(name for name, meant in VALUE_NAMES.items() if meant == (use, is_wow(environment, build)))


@decides("DISC-WINDOWS-06")
def of_user(environment: Environment, build: Build, facts: Traits, use: Use, name: str) -> Iterator[Reason]:
    """What a key of the user names that is not read."""
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
    """What the branch for processes of the other size names; it is not read.

    Windows leads 32-bit processes to WOW6432Node under HKEY_LOCAL_MACHINE alone: SOFTWARE of a user is one for all.
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
    """The key at a path; None where there is none, or where nothing is known of the registry."""
    registry = environment.platform.registry
    return registry.key(path) if registry is not None else None


def _named(key: RegistryKey, use: Use) -> str:
    """The manifests that the key would have a loader read, for people; empty where it names none."""
    named = [path for value in key.values for path in key_names(value, use)[0]]
    if not named:
        return ""
    more = f" and {len(named) - 1} more" if named[1:] else ""
    return f"{quote(named[0])}{more}"


def _where(key: RegistryKey) -> InFile:
    return InFile(key.span.path, key.span.line, key.span.column)
