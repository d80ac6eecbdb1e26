"""Checks exports and hives for lint, and the manifests that they name if the host has them. Holds no rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from refloader.host.port import Host, Kind
from refloader.inspect.registry import sources
from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.lint import Mention, checked_registry, leftover, wrong_branch
from refloader.model.place import Use
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import some
from refloader.model.windows_registry import Registry
from refloader.rules import rule


def check_registries(
    files: Iterable[tuple[str, bytes]],
) -> tuple[tuple[Mention, ...], tuple[Reason, ...], bool]:
    """Return the manifests that exports and hives of one machine name, the findings, and whether any affect a loader.

    Each file comes with its path; a later one adds to the earlier ones, or deletes.
    """
    builder = RegistryBuilder()
    said: list[Reason] = []
    paths = []
    for path, data in files:
        said += sources.feed(data, path, builder)
        paths.append(path)
    registry, more = builder.registry(some(paths), None)
    named, reasons = checked_registry(registry)
    return named, (*said, *more, *reasons), _has_values(registry) or builder.deletions > 0


def unreadable_hive(path: str, why: str) -> Reason:
    """Return the finding on a hive in a tree that cannot be read here."""
    fact = f"{path} holds what is registered there, and is not judged: {why}"
    return Reason(rule("DISC-WINDOWS-01"), Severity.WARNING, path, fact)


def nothing_in_it(path: str) -> Reason:
    """Return the note on a registry without a key that a loader reads."""
    fact = "nothing in it is for a loader: it has none of the keys below SOFTWARE\\Khronos\\Vulkan nor of devices"
    return Reason(rule("DISC-WINDOWS-01"), Severity.NOTE, path, fact)


def leftovers(named: Sequence[Mention], host: Host) -> tuple[Reason, ...]:
    """Report the values whose manifests do not exist on the host; nothing unless the host is a Windows machine."""
    if host.platform().system is not System.WINDOWS:
        return ()
    gone = [each for each in named if host.kind(each.path) is Kind.MISSING]
    return tuple(reason for each in gone for reason in leftover(each))


def present(named: Sequence[Mention], host: Host) -> tuple[tuple[str, Use], ...]:
    """Return the named manifests that exist on a Windows host, each once for every use that keys give it."""
    if host.platform().system is not System.WINDOWS:
        return ()
    identity = host.platform().system.paths.identity
    found = {(identity(each.path), each.use): (each.path, each.use) for each in reversed(named)}
    return tuple((path, use) for path, use in reversed(found.values()) if host.kind(path) is Kind.FILE)


def wrong_branches(named: Sequence[Mention], sizes: Mapping[str, frozenset[int]]) -> Iterator[Reason]:
    """Report values that name manifests for programs that cannot load the library.

    ``sizes`` has the known word sizes of libraries by the identity of the manifest.
    """
    identity, both = System.WINDOWS.paths.identity, any(each.wow for each in named)
    for each in named:
        if each.followed:
            yield from wrong_branch(each, sizes.get(identity(each.path), frozenset()), both=both)


def _has_values(registry: Registry) -> bool:
    return any(key.values for key in registry.keys.values())
