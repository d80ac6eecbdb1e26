"""Judges exports and hives as lint does, and the manifests that they name where their files are known. No rules."""

from collections.abc import Iterable, Iterator, Mapping, Sequence

from refloader.host.port import Host, Kind
from refloader.inspect.registry import sources
from refloader.inspect.registry.build import RegistryBuilder
from refloader.inspect.registry.lint import Mention, judged, leftover, wrong_branch
from refloader.model.place import Use
from refloader.model.reason import Reason, Severity
from refloader.model.system import System
from refloader.model.text import some
from refloader.model.windows_registry import Registry
from refloader.rules import rule


def judge_together(
    files: Iterable[tuple[str, bytes]],
) -> tuple[tuple[Mention, ...], tuple[Reason, ...], bool]:
    """What exports and hives of one machine name, what there is to say, and whether they are about a loader at all.

    Each comes with its path; what comes later adds to what came before, or deletes it.
    """
    builder = RegistryBuilder()
    said: list[Reason] = []
    paths = []
    for path, data in files:
        said += sources.feed(data, path, builder)
        paths.append(path)
    registry, more = builder.registry(some(paths), None)
    named, reasons = judged(registry)
    return named, (*said, *more, *reasons), _has_values(registry) or builder.deletions > 0


def not_judged(path: str, why: str) -> Reason:
    """What to say of a hive of a tree that cannot be read here."""
    fact = f"{path} holds what is registered there, and is not judged: {why}"
    return Reason(rule("DISC-WINDOWS-01"), Severity.WARNING, path, fact)


def nothing_in_it(path: str) -> Reason:
    """What to say of a registry without a key that a loader reads."""
    fact = "nothing in it is for a loader: it has none of the keys below SOFTWARE\\Khronos\\Vulkan nor of devices"
    return Reason(rule("DISC-WINDOWS-01"), Severity.NOTE, path, fact)


def leftovers(named: Sequence[Mention], host: Host) -> tuple[Reason, ...]:
    """The values whose manifests are gone from a Windows machine; nothing where nobody knows what it has."""
    if host.platform().system is not System.WINDOWS:
        return ()
    gone = [each for each in named if host.kind(each.path) is Kind.MISSING]
    return tuple(reason for each in gone for reason in leftover(each))


def present(named: Sequence[Mention], host: Host) -> tuple[tuple[str, Use], ...]:
    """The manifests that are there on a Windows machine, each once for every use that keys give it."""
    if host.platform().system is not System.WINDOWS:
        return ()
    identity = host.platform().system.paths.identity
    found = {(identity(each.path), each.use): (each.path, each.use) for each in reversed(named)}
    return tuple((path, use) for path, use in reversed(found.values()) if host.kind(path) is Kind.FILE)


def wrong_branches(named: Sequence[Mention], sizes: Mapping[str, frozenset[int]]) -> Iterator[Reason]:
    """The values that name manifests for programs which cannot load the library, of the ``sizes`` known."""
    identity, both = System.WINDOWS.paths.identity, any(each.wow for each in named)
    for each in named:
        if each.followed:
            yield from wrong_branch(each, sizes.get(identity(each.path), frozenset()), both=both)


def _has_values(registry: Registry) -> bool:
    return any(key.values for key in registry.keys.values())
