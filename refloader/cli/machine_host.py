"""Makes the host that the shared options of ``cli/machine.py`` mean. Wrong combinations are wrong usage."""

import os
import sys
from collections.abc import Iterator

import click

from refloader.cli.machine import Machine
from refloader.host.port import Host
from refloader.host.real import RealHost
from refloader.host.root import RootHost
from refloader.host.unknown_files import UnknownFiles
from refloader.model.platform import Platform
from refloader.model.system import System
from refloader.model.text import visible


def this_system() -> System:
    """The system that this runs on."""
    if hasattr(sys, "getandroidapilevel"):
        return System.ANDROID
    return {"win32": System.WINDOWS, "cygwin": System.WINDOWS, "darwin": System.MACOS}.get(
        sys.platform, System.LINUX
    )


def system_of(machine: Machine) -> System:
    """The system that is meant: the one that --os names, else the one that other options are for, else this one."""
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
    return systems[0] if systems else this_system()


def _implied(machine: Machine) -> Iterator[tuple[str, System]]:
    """The options of one system that are given."""
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


def host_of(machine: Machine) -> Host:
    """The machine and the process that the options mean. Raises click.UsageError where they make no sense."""
    system = system_of(machine)
    if machine.is_this_one and system is not this_system():
        raise click.UsageError(f"--os {system.value}: this is {this_system().label}; give {_NEEDS[system]}")
    _check(machine)
    bits = int(machine.bits) if machine.bits else None
    platform = _platform(machine, system)
    if machine.root is not None:
        return RootHost(
            machine.root,
            machine.variables({}),
            elevated=bool(machine.elevated),
            executable=machine.app,
            word_size=bits or 64,
            platform=platform,
        )
    if not machine.is_this_one:
        return UnknownFiles(
            machine.variables({}),
            platform=platform,
            elevated=bool(machine.elevated),
            executable=machine.app,
            word_size=bits or 64,
        )
    return RealHost(
        machine.variables(os.environ),
        elevated=machine.elevated,
        executable=machine.app or None,
        word_size=bits,
        platform=platform,
    )


def _check(machine: Machine) -> None:
    """Refuse what makes no sense together, and folders that are none."""
    if machine.root is not None and not os.path.isdir(machine.root):
        raise click.UsageError(f"--root: {visible(machine.root)} is not a folder")
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
    """The bundle given, or the one that the program lies in as macOS lays bundles out."""
    if machine.bundle is not None:
        return machine.bundle.rstrip("/")
    folder, _, name = machine.app.rpartition("/Contents/MacOS/")
    return folder if folder.endswith(".app") and name and "/" not in name else ""
