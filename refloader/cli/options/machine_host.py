"""Makes the host that the options of ``cli/options/machine.py`` describe. Contradictory options are usage errors."""

import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import partial
from typing import TypedDict

import click

from refloader.cli.options.machine import Machine
from refloader.cli.terminal.output import give_up
from refloader.host import shell
from refloader.host.archives.detect import is_package
from refloader.host.builds import session_note, session_of
from refloader.host.extras import linked_with, privilege_of
from refloader.host.machines.foreign_files import ForeignFiles
from refloader.host.machines.real import RealHost
from refloader.host.port import Host, Kind
from refloader.host.steam_container import container_note, container_variables
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.reason import Reason
from refloader.model.system import System
from refloader.model.text import number_of, some, visible


def this_system() -> System:
    """Return the operating system that refloader runs on."""
    if hasattr(sys, "getandroidapilevel"):
        return System.ANDROID
    return {"win32": System.WINDOWS, "cygwin": System.WINDOWS, "darwin": System.MACOS}.get(
        sys.platform, System.LINUX
    )


def system_of(machine: Machine) -> System:
    """Return the system that --os names, else the one that other options imply, else the guessed one or this one."""
    told = dict(_implied(machine))
    if machine.system is not None:
        wanted = System(machine.system)
        for option, system in told.items():
            if system is not wanted:
                raise click.UsageError(f"{option} is for {system.label}, and --os says {wanted.value}")
        return wanted
    systems = list(dict.fromkeys(told.values()))
    if len(systems) > 1:
        both = [next(option for option in told if told[option] is system) for system in systems[:2]]
        raise click.UsageError(
            f"{both[0]} is for {systems[0].label} and {both[1]} for {systems[1].label}: leave out one of them"
        )
    return systems[0] if systems else _guessed(machine) or this_system()


_SIGNS = {
    System.WINDOWS: ("windows/system32",),
    System.MACOS: ("system/library/coreservices", "opt/homebrew"),
    System.ANDROID: ("system/build.prop",),
}
"""Paths, in lower case, each of which identifies the files of a machine."""


def _guessed(machine: Machine) -> System | None:
    """Return the system whose files a folder has, or None if it cannot be identified."""
    if machine.root is None or not os.path.isdir(machine.root):
        return None
    files = ForeignFiles()
    root = machine.root.replace("/", "\\")
    for system, signs in _SIGNS.items():
        if any(files.kind(f"{root}\\{sign}") is not Kind.MISSING for sign in signs):
            return system
    return None


def _implied(machine: Machine) -> Iterator[tuple[str, System]]:
    """Yield the given options that exist for one system only, with that system."""
    if machine.exports:
        yield "--reg", System.WINDOWS
    if machine.hives:
        yield "--hive", System.WINDOWS
    if machine.packages:
        yield "--package", System.WINDOWS
    if machine.bundle is not None:
        yield "--bundle", System.MACOS
    if machine.app_libraries:
        yield "--app-libraries", System.ANDROID
    if machine.debuggable is not None:
        yield "--debuggable", System.ANDROID


_NEEDS = {
    System.WINDOWS: "--reg FILE (an export of its registry), --hive FILE, --root DIR or --snapshot FILE",
    System.MACOS: "--root DIR (its files) or --snapshot FILE",
    System.FUCHSIA: "--root DIR (its files) or --snapshot FILE",
    System.ANDROID: "--root DIR (its files) or --snapshot FILE",
    System.LINUX: "--root DIR (its files) or --snapshot FILE",
}


@dataclass(frozen=True, slots=True)
class Made:
    """The host that the options describe, with findings and notes about the files that it was made from."""

    host: Host
    reasons: tuple[Reason, ...] = ()
    notes: tuple[str, ...] = ()


def host_of(machine: Machine, *, of_files: bool = False) -> Host:
    """Return the host that the options describe. Raises click.UsageError if they contradict each other.

    With ``of_files`` the paths under test are files of this machine, for any system and with any registry.
    """
    if of_files and not (machine.root or machine.snapshot or machine.maps):
        for path in (*machine.exports, *machine.hives):
            if not os.path.isfile(path):
                raise click.UsageError(f"{_option_of(machine, path)}: {visible(path)} is not a file")
        platform = _platform(machine, system_of(machine))
        foreign = platform.system is not this_system()
        files = ForeignFiles if foreign and platform.system is System.WINDOWS else RealHost
        return files(word_size=_bits(machine), platform=platform, foreign=foreign)
    return made_of(machine).host


def made_of(machine: Machine) -> Made:
    """Return the host that the options describe, with findings and notes about its files.

    Without --bits its processes have the word size of the program that --app names, if that is an ELF file. They have
    elevated privileges if that program's file gives such, and the options do not say otherwise.
    """
    made = _as_told(machine)
    if not machine.app or machine.snapshot is not None:
        return made
    given = privilege_of(made.host, machine.app) if machine.elevated is None else ""
    if given:
        note = f"{visible(machine.app)} has {given}, so its processes have elevated privileges"
        machine = replace(machine, elevated=True)
        made = _as_told(machine)
        made = replace(made, notes=(*made.notes, note))
    return made if machine.bits else _as_wide_as_the_program(machine, made)


def _as_wide_as_the_program(machine: Machine, made: Made) -> Made:
    """Return the host with processes of the word size of the program, if that is an ELF file."""
    program = linked_with(made.host, machine.app)
    if not isinstance(program, Library) or program.word_size == made.host.word_size():
        return made
    bits = str(program.word_size)
    note = f"{visible(machine.app)} is a {bits}-bit program, so the processes here are {bits}-bit"
    other = _as_told(replace(machine, bits=bits))
    return replace(other, notes=(*made.notes, note))


def _as_told(machine: Machine) -> Made:
    """Return the host that the options describe, with 64-bit processes if they do not say which."""
    _check(machine)
    if machine.snapshot is not None:
        return _of_snapshot(machine, machine.snapshot)
    if (
        machine.root is not None
        and is_package(machine.root)
        and not (machine.system or dict(_implied(machine)))
    ):
        return _of_package(machine, machine.root, None)
    system = system_of(machine)
    for path in machine.packages:
        if os.path.isfile(path) and is_package(path):
            raise click.UsageError(
                f"--package is the folder of an installed package; for a file: --root {shell.line([path])}"
            )
    if machine.is_this_one and system is not this_system():
        by = next(_implied(machine), None) if machine.system is None else None
        what = f"{by[0]} is for {system.label}, and this is" if by else f"--os {system.value}: this is"
        raise click.UsageError(f"{what} {this_system().label}; give {_NEEDS[system]}")
    platform = _platform(machine, system)
    made = (_with_registry if system is System.WINDOWS else _made)(machine, platform)
    made = replace(made, notes=(*made.notes, *_not_there(machine, made.host)))
    if machine.system is None and not dict(_implied(machine)) and _guessed(machine) is system:
        note = f"{visible(machine.root or '')} looks like the files of {system.label}: give --os if it is not"
        return replace(made, notes=(note, *made.notes))
    return made


def _not_there(machine: Machine, host: Host) -> Iterator[str]:
    """Yield a note on each folder or program that an option names and the machine does not have."""
    named = [("--package", each) for each in machine.packages]
    named += [("--app-libraries", each) for each in machine.app_libraries]
    named += [("--bundle", machine.bundle)] if machine.bundle else []
    for option, path in named:
        if host.kind(path) not in (Kind.FOLDER, Kind.UNKNOWN):
            yield f"{option}: there is no folder {visible(path)} on that machine"
    if machine.app and machine.is_this_one and host.kind(machine.app) is Kind.MISSING:
        unknown = "its word size, privileges and folders of libraries are taken to be the usual ones"
        yield f"--app: there is no {visible(machine.app)} here: {unknown}"


def _with_registry(machine: Machine, platform: Platform) -> Made:
    """Return a Windows host with the registry from the given files, else from the tree or from this machine."""
    from refloader.inspect.registry import sources  # needed for Windows only

    given = [*machine.exports, *machine.hives]
    for path in given:
        if not os.path.isfile(path):
            raise click.UsageError(f"{_option_of(machine, path)}: {visible(path)} is not a file")
    for path in machine.hives:
        if not sources.is_hive(path):
            raise click.UsageError(
                f"--hive: {visible(path)} is no hive; an export of the registry goes with --reg"
            )
    try:
        if given:
            registry, reasons = sources.read_registry(given)
        elif machine.is_this_one:
            registry, reasons = sources.live_registry()
        else:
            return _with_own_hives(machine, platform)
    except sources.MissingExtraError as error:
        give_up(str(error))
    devices = sources.devices_of(registry)
    made = _made(machine, replace(platform, registry=registry, devices=devices))
    notes = filter(None, map(sources.not_of_a_registry, machine.exports))
    return replace(made, reasons=(*made.reasons, *reasons), notes=(*made.notes, *notes))


def _with_own_hives(machine: Machine, platform: Platform) -> Made:
    """Return a host for a folder with a Windows installation, with the hives at their standard paths."""
    from refloader.inspect.registry import sources

    made = _made(machine, platform)
    found = sources.own_hives(made.host)
    if not found:
        why = "nothing is known of the registry: give its export with --reg FILE, or hives with --hive FILE"
        return replace(made, notes=(*made.notes, why))
    registry, reasons = sources.read_registry(found, host=made.host)
    devices = sources.devices_of(registry)
    made = _made(machine, replace(platform, registry=registry, devices=devices))
    return replace(made, reasons=(*made.reasons, *reasons))


def _option_of(machine: Machine, path: str) -> str:
    return "--reg" if path in machine.exports else "--hive"


class _Process(TypedDict):
    """The process on a machine other than this one."""

    elevated: bool
    executable: str
    word_size: int


def _process(machine: Machine) -> _Process:
    return {
        "elevated": bool(machine.elevated),
        "executable": machine.app,
        "word_size": _bits(machine) or 64,
    }


def _bits(machine: Machine) -> int | None:
    return int(machine.bits) if machine.bits else None


def _made(machine: Machine, platform: Platform) -> Made:
    """Return the host of a tree, of this machine, or one without known files."""
    if machine.root is not None:
        return _of_tree(machine, machine.root, platform)
    if not machine.is_this_one:
        from refloader.host.machines.unknown_files import UnknownFiles  # rarely needed

        return Made(UnknownFiles(machine.variables({}), platform=platform, **_process(machine)))
    return Made(
        RealHost(
            machine.variables(os.environ),
            elevated=machine.elevated,
            executable=machine.app or None,
            word_size=_bits(machine),
            platform=platform,
        )
    )


def _of_package(machine: Machine, path: str, platform: Platform | None) -> Made:
    """Return a host with the content of a package, as if it were installed on an otherwise empty machine.

    Without a platform, the host has the platform of the package.
    """
    from refloader.host.archives.package_host import open_packages  # rarely needed
    from refloader.inspect.lint.packages import reasons

    if machine.maps:
        raise click.UsageError("--map needs a folder as --root")
    host = open_packages(
        [path],
        machine.variables({}),
        **_process(machine),
        platform=platform,
    )
    if not host.opened:
        fault = f": {host.faults[0].fact}" if host.faults else ""
        raise click.UsageError(f"--root: {visible(f'{path}{fault}')}")
    return Made(host, tuple(reasons(host.faults)))


def _of_tree(machine: Machine, root: str, platform: Platform) -> Made:
    if not os.path.isdir(root):
        return _of_package(machine, root, platform)
    # Imported here, as most runs are about this machine.
    from refloader.host.machines.trees import parse_map, tree_host

    try:
        maps = dict(parse_map(each) for each in machine.maps)
    except ValueError as error:
        raise click.UsageError(f"--map: {error}") from error
    make = partial(tree_host, root, **_process(machine), platform=platform, maps=maps)
    try:
        host = make(machine.variables({}))
    except ValueError as error:
        raise click.UsageError(f"--root: {error}") from error
    notes = (f"{visible(root)}: {host.layout}",) if host.layout else ()
    if session := session_of(host):
        return Made(make(machine.variables(session)), notes=(*notes, session_note(host)))
    if given := container_variables(host):
        return Made(make(machine.variables(given)), notes=(*notes, container_note(host)))
    return Made(host, notes=notes)


def _of_snapshot(machine: Machine, path: str) -> Made:
    """Return the host of a snapshot; other options must not contradict it."""
    from refloader.inspect.snapshots.taking import SnapshotError, load

    try:
        host = load(path)
    except SnapshotError as error:
        raise click.UsageError(f"--snapshot: {error}") from error
    system = host.platform().system
    told = {"--os": machine.system} if machine.system else {}
    for option, wanted in {**{o: s.value for o, s in _implied(machine)}, **told}.items():
        if wanted != system.value:
            raise click.UsageError(
                f"--snapshot is of {system.label}, and {option} is for {System(wanted).label}"
            )
    return Made(
        host.changed(
            variables=machine.variables(host.variables()),
            elevated=machine.elevated,
            executable=machine.app or None,
            word_size=_bits(machine),
        ),
        notes=host.notes,
    )


def _check(machine: Machine) -> None:
    """Refuse options that exclude each other, and a --root that is neither a folder nor a package."""
    if machine.root is not None and not os.path.isdir(machine.root) and not is_package(machine.root):
        raise click.UsageError(f"--root: {visible(machine.root)} is neither a folder nor a package")
    if machine.maps and machine.root is None and machine.snapshot is None:
        raise click.UsageError("--map needs --root DIR, the tree of which PREFIX is a part")
    told = [
        ("--root", machine.root),
        ("--reg", machine.exports),
        ("--hive", machine.hives),
        ("--map", machine.maps),
    ]
    other = next((option for option, given in told if given), "")
    if machine.snapshot is not None and other:
        raise click.UsageError(f"--snapshot is a whole machine: leave out {other}")


def _platform(machine: Machine, system: System) -> Platform:
    return Platform(
        system,
        packages=machine.packages,
        bundle=_bundle(machine) if system is System.MACOS else "",
        debuggable=bool(machine.debuggable),
        native_libraries=machine.app_libraries,
    )


def _bundle(machine: Machine) -> str:
    """Return the given bundle, or the one that the program lies in by the usual layout of macOS bundles."""
    if machine.bundle is not None:
        return machine.bundle.rstrip("/")
    folder, _, name = machine.app.rpartition("/Contents/MacOS/")
    return folder if folder.endswith(".app") and name and "/" not in name else ""


def not_held(host: Host) -> tuple[str, ...]:
    """Return a sentence on the paths that were requested from a snapshot and that it does not contain."""
    from refloader.host.machines.snapshot import SnapshotHost

    paths = host.unknown() if isinstance(host, SnapshotHost) else ()
    if not paths:
        return ()
    return (
        f"the snapshot does not have {number_of(len(paths), 'path')} that the answer depends on: {some(paths)}",
    )
