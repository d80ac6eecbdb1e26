"""The first line of a run's results: the subjects, the machine, and what is not tested. Runs no case."""

import os
import platform
from collections.abc import Iterable, Iterator, Mapping

from refloader import __version__
from refloader.host.machines.root import RootHost
from refloader.model.text import some, visible
from refloader.native.agent_target import agent
from refloader.native.machine_target import chosen_abi, chosen_machine
from refloader.native.root_target import chosen_root
from refloader.native.target import inside
from refloader.native.windows_target import chosen
from refloader.results import parts
from refloader.results.results_file import Header, timestamp
from refloader.results.results_file import Subject as Row
from refloader.rules import catalogue_version
from refloader.rules.suites import newest, suite
from refloader.sandbox import programs, world
from refloader.sandbox.wine.prefix import wine
from refloader.sandbox.wine.session import ISOLATION
from refloader.suite.run.host_environment import explained_environment
from refloader.suite.run.targets import KINDS, Target, wants_dropin, why_no_dropin
from refloader.suite.subjects.request import LIBRARY, RunRequest


def header(
    wanted: RunRequest,
    looked_at: tuple[Target, ...],
    rows: tuple[Row, ...],
    command: str,
    notes: Iterable[str] = (),
) -> Header:
    """Return the first line of the results; ``notes`` are added to those on what is not tested or not run."""
    root = chosen_root()
    around, unknown = explained_environment(RootHost(root.path) if root else None)
    editions = {t.edition for t in looked_at if t.kind == "loader"} or {
        wanted.edition.value if wanted.edition else "all"
    }
    return Header(
        suite_version=__version__,
        catalogue_version=catalogue_version(),
        subjects=rows,
        machine={**_machine(), **_isolation(looked_at)},
        started=timestamp(),
        edition=", ".join(sorted(editions)),
        command=command,
        notes=(*_notes(wanted), *_of_target(), *_not_run(looked_at), *unknown, *notes),
        environment=wanted.environment,
        surroundings=around,
        shard=None if wanted.shard == (1, 1) else wanted.shard,
        retry=wanted.retry,
        require=wanted.require,
        suite=_suite(wanted),
    )


def _suite(wanted: RunRequest) -> str:
    """Return the version by which subjects may be called conformant; none for what the suite does not ask about."""
    if wanted.fork or wanted.scenarios or wanted.together:
        return ""
    return (suite(wanted.suite) if wanted.suite else newest()).name


def _notes(wanted: RunRequest) -> Iterator[str]:
    reason = why_no_dropin() if wants_dropin(wanted) else ""
    if reason:
        yield f"{LIBRARY} is not judged: {reason}"
    if wanted.shard != (1, 1):
        yield parts.note(wanted.shard)


def _not_run(looked_at: Iterable[Target]) -> Iterator[str]:
    """Yield notes on subjects that can only be read: most of their cases are skipped, so no failure means little."""
    for each in looked_at:
        if each.kind != "loader" and each.detail:
            yield f"{each.name} is read and not run: {visible(each.detail)}"


def _isolation(looked_at: Iterable[Target]) -> Mapping[str, object]:
    """Return how libraries are isolated, for each kind of subject in the run."""
    if chosen():
        return {"isolation of loaders": list(ISOLATION)}
    if chosen_abi():
        return {"isolation of loaders": ["none on the device"]}
    libraries = {kind: [each.path for each in looked_at if each.kind == kind and each.path] for kind in KINDS}
    return {
        f"isolation of {kind}s": list(programs.isolation(paths)) for kind, paths in libraries.items() if paths
    }


def _machine() -> Mapping[str, object]:
    shown = world.capabilities()
    return {
        "system": platform.system(),
        "release": platform.release(),
        "machine": platform.machine(),
        "python": platform.python_version(),
        "worlds": shown.way.value,
        "refused": {way.value: reason for way, reason in shown.refused.items()},
        **_libc(),
        **_target(),
    }


def _libc() -> Mapping[str, object]:
    """Return the version of this machine's glibc, on which the end of a wrong loader may depend."""
    try:
        return {"libc": os.confstr("CS_GNU_LIBC_VERSION")}
    except (OSError, ValueError):
        return {}


def _target() -> Mapping[str, object]:
    """Return the target in which all libraries ran, and its C library; nothing on the machine itself."""
    if chosen():
        return {"target": chosen(), "libc": wine().version}
    if other := chosen_machine():
        by = f", run by {machine.emulation}" if (machine := agent()) and machine.emulator else ""
        libc = f"that of the device ({chosen_abi()})" if chosen_abi() else f"this machine's for {other}{by}"
        return {"target": other, "libc": libc}
    target = inside() or chosen_root()
    return {"target": target.name, "libc": target.libc} if target else {}


def _of_target() -> Iterator[str]:
    """Yield notes on what the target does not show, or shows of this machine."""
    if chosen():
        yield (
            "under Wine, the values of a registry key come in the order of their names: the order within a key is "
            "not judged. The integrity level of the process is answered by refloader; so are, in the cases that "
            "say so, the PnP manager, DXGI and the installed packages"
        )
    if chosen_abi():
        yield (
            "loaders ran on the device, uncontained and as the user of adb shell; scenarios that need mount "
            "namespaces or privilege are not judged there"
        )
    elif other := agent():
        arch = "in manifests, the two values of library_arch are exchanged, and " if other.bits == 32 else ""
        kind = f"a {other.bits}-bit application" if other.bits == 32 else f"an application for {other.name}"
        yield (
            f"each scenario is run as one of {kind}: {arch}in paths, x86_64-linux-gnu and {other.name}-linux-gnu "
            "are exchanged"
        )
    if root := chosen_root():
        yield (
            "refloader runs on this machine; the process that opens the loader runs in the root, in the sandbox. "
            "Layers and drivers of the root are not judged without --unsafe"
        )
    target = inside()
    lent = tuple(name for name, _ in root.lent) if root else target.lent if target else ()
    if lent:
        yield (
            f"{some(lent)}: the target lacks what refloader's Python needs, so this machine's is there; "
            "a library that needs one of these names is not told that it is missing"
        )
