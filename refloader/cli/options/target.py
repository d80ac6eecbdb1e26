"""Where the libraries that ``conform`` judges run (this machine, a root filesystem or Wine), and what they see."""

import os
import sys
from collections.abc import Iterable, Sequence

import click

from refloader.cli.options.target_name import ROOT, is_device, is_wine, not_a_target
from refloader.cli.options.target_name import is_root as is_root_target
from refloader.cli.terminal.codes import COULD_NOT_RUN
from refloader.cli.terminal.console import Loudness
from refloader.cli.terminal.output import give_up
from refloader.host.machines.root import RootHost
from refloader.host.opening import reason_of
from refloader.host.port import Kind
from refloader.inspect.libraries.linking import Linker
from refloader.model.text import quote, visible
from refloader.native.agent_target import built, why_not_here, why_not_started
from refloader.native.installed import checkout, has_built_parts, with_programs
from refloader.native.machine_target import DEVICE, NAMES
from refloader.native.machine_target import choose as choose_agent
from refloader.native.root_target import ChosenRoot, chosen_root
from refloader.native.root_target import choose as choose_root
from refloader.native.target import MACHINE, inside
from refloader.native.windows_target import choose
from refloader.sandbox.isolation.limits import is_root
from refloader.sandbox.layouts import Way
from refloader.sandbox.view import SHOW
from refloader.sandbox.world import UNSAFE, Capabilities, capabilities, forget
from refloader.suite.subjects.request import CORES, LIBRARY, REFERENCE

_LACKING = {
    "i386": "the programs for it are not built: install refloader again where gcc makes 32-bit programs (Debian: apt "
    "install libc6-dev-i386 lib32gcc-12-dev, or the version of the installed gcc instead of 12)",
    "aarch64": "the programs for it are not built: install refloader again on an x86-64 machine that has "
    "aarch64-linux-gnu-gcc (Debian: apt install gcc-aarch64-linux-gnu libc6-dev-arm64-cross)",
}


def enter(
    target: str | None, paths: Iterable[tuple[str, str]], *, unsafe: bool, is_program: bool = False
) -> None:
    """Go on in the target, if one is asked for; that process runs the command, and this one exits with its status.

    ``paths`` are the options that name files of the target, with their values. ``unsafe`` is whether libraries of a
    root may run outside of the sandbox: refloader itself runs on the root's C library. Without it, this process goes
    on where it is, and loaders run in the root, in the sandbox. ``is_program``: the command becomes a program of the
    user's, whose end by a signal is reported as a shell reports it; refloader's own is a run that did not come off.
    """
    if target is None or inside():
        return
    paths = tuple(paths)
    if is_wine(target):
        _choose_wine(target, paths)
        return
    if target in NAMES:
        _choose_agent(target, paths)
        return
    if is_device(target):
        _choose_device(target, paths, unsafe=unsafe)
        return
    if not is_root_target(target):
        not_a_target(target)
    for option, path in paths:
        by_name = "/" not in path and not os.path.lexists(path)
        if not os.path.isabs(path) and not by_name:
            raise click.UsageError(
                f"{option}: {visible(path)} is relative; with --target the paths of subjects are those of the root"
            )
    if not unsafe:
        _choose_root(target, [option for option, _ in paths])
        return
    # Not needed without the option, and most runs have none.
    from refloader.sandbox.reference_process import as_a_shell
    from refloader.sandbox.targets import entering, images
    from refloader.sandbox.targets.faults import RefusedError, TargetError

    try:
        with images.opened(target.removeprefix(ROOT)) as root:
            status = entering.run(target, root, sys.argv[1:])
    except TargetError as error:
        raise click.UsageError(f"--target: {visible(str(error))}") from error
    except RefusedError as error:
        give_up(f"this machine allows no root filesystem as a target: {visible(str(error))}")
    except OSError as error:
        give_up(f"--target: {visible(error.filename or target)}: {reason_of(error)}")
    if not is_program and status < 0:
        status = COULD_NOT_RUN
    sys.exit(as_a_shell(status))


def who_runs() -> str:
    """Return as whom refloader's processes run, in the words of a sentence."""
    return "root" if is_root() else "you"


def _choose_root(target: str, options: Sequence[str]) -> None:
    """Have this command run loaders in the root, in the sandbox. Exits 3 if more than loaders is asked for."""
    if {*options} != {"--loader"}:
        give_up(
            f"--target: {visible(target)}: without --unsafe, only loaders that --loader names are judged: "
            f"for the rest refloader runs on the C library and other libraries of the root, as {who_runs()} and "
            "outside of the sandbox; --unsafe says that you trust the root"
        )
    # Not needed without the option, and most runs have none.
    from refloader.sandbox.targets import images
    from refloader.sandbox.targets.faults import TargetError

    name = target.removeprefix(ROOT)
    try:
        root = click.get_current_context().with_resource(images.opened(name))
    except TargetError as error:
        raise click.UsageError(f"--target: {visible(str(error))}") from error
    except OSError as error:
        give_up(f"--target: {visible(error.filename or target)}: {reason_of(error)}")
    if root.path == "/":
        raise click.UsageError(f"--target: {visible(target)} is this machine itself: leave the option out")
    lent = {**{os.path.basename(path): own for path, own in root.placed.items()}, **root.lent}
    rows = tuple(root.over.items()), tuple(lent.items()), tuple(root.placed)
    choose_root(ChosenRoot(target, root.path, root.libc, *rows))
    if (here := capabilities()).way is Way.VARIABLES:
        give_up(_why_no_root(target, here))


def _why_no_root(target: str, with_it: Capabilities) -> str:
    """Return why nothing runs in the chosen root: the machine, if its own loaders get no namespaces either."""
    choose_root(None)
    forget()
    here = capabilities()
    if here.way is Way.VARIABLES:
        reasons = "; ".join(dict.fromkeys(here.refused.values()))
        return f"this machine allows no root filesystem as a target: {visible(reasons)}"
    return (
        f"--target: {visible(target)}: refloader's Python does not start in this root, on its dynamic linker and "
        f"C library: {visible(with_it.refused[here.way])}"
    )


def in_chosen_root(loader: str) -> str:
    """Return where a loader that the user named is on this machine: in the folder of the root, if there is one."""
    root = chosen_root()
    if root is None or loader in (REFERENCE, LIBRARY, *CORES):
        return loader
    there = RootHost(root.path)
    path = there.real_path(loader if "/" in loader else Linker(there).find(loader, "") or f"/{loader}")
    if there.kind(path) is not Kind.FILE:
        raise click.UsageError(f"--loader: {visible(loader)} is no file of the root")
    return root.path + path


def _choose_agent(target: str, paths: Sequence[tuple[str, str]]) -> None:
    """Have this command run loaders in the agent for another machine, if it was built."""
    _refuse_all_but_loaders(f"--target {target} judges loaders", paths)
    if reason := why_not_here(target):
        raise click.UsageError(f"--target {target}: {visible(reason)}")
    _build_programs(target, paths)
    if built(target) is None:
        raise click.UsageError(f"--target {target}: {_LACKING[target]}")
    if reason := why_not_started(target):
        raise click.UsageError(f"--target {target}: {visible(reason)}")
    choose_agent(target)


def _choose_device(target: str, paths: Sequence[tuple[str, str]], *, unsafe: bool) -> None:
    """Have this command run loaders on a device. Exits 3 if it is not there, or refloader has no programs for it."""
    _refuse_all_but_loaders("--target adb: judges loaders", paths)
    # Not needed without the option, and most runs have none.
    from refloader.sandbox.agent.adb import Device, DeviceError, check_folder, check_programs

    for option, path in paths:
        if option == "--loader" and not os.path.isfile(path):
            raise click.UsageError(
                f"--loader: {quote(path)} is no file of this machine, from which loaders go to the device"
            )
    if not unsafe:
        give_up(
            f"--target: {visible(target)}: on a device nothing contains the loader: it can do what adb shell can; "
            "--unsafe says that it may"
        )
    serial = target.removeprefix(DEVICE)
    try:
        device = Device(serial)
        check_folder(device)
        device.check()
        abi = device.abi()
        check_programs(serial, abi)
    except DeviceError as error:
        give_up(f"--target: {visible(str(error))}")
    choose_agent(target, abi)


def _refuse_all_but_loaders(what: str, paths: Sequence[tuple[str, str]]) -> None:
    options = {option for option, _ in paths}
    if "--loader" not in options or options & {"--layer", "--driver"}:
        raise click.UsageError(f"{what}: name one with --loader, and no layer or driver")


def _build_programs(target: str, paths: Iterable[tuple[str, str]]) -> None:
    """Build the programs for a target if refloader came from a checkout without them, and a compiler is here.

    Exits with 3 if the build fails, or if refloader came from elsewhere and has no native parts at all. A loader that
    does not exist is refused before the minutes of a build.
    """
    from refloader.cli.terminal.parts import can_build, needed  # not needed without the option

    if with_programs(target):
        return
    for option, path in paths:
        if option == "--loader" and "/" in path and not os.path.lexists(path):
            raise click.UsageError(f"{quote(path)} does not exist: name the file of a loader")
    builds = can_build(target)
    if builds or not (has_built_parts() or checkout()):
        command = click.get_current_context()
        level = Loudness.QUIET if command.params.get("quiet") else Loudness.NORMAL
        needed(command.info_name or "", tests=False, target=target if builds else "", level=level)


def _choose_wine(target: str, paths: Sequence[tuple[str, str]]) -> None:
    """Have this command run Windows loaders, once Wine and its prefix are ready. Exits 3 if the machine lacks one."""
    _refuse_all_but_loaders("--target wine judges Windows loaders", paths)
    # Not needed without the option, and most runs have none.
    from refloader.sandbox.wine.faults import PrefixError, WineError
    from refloader.sandbox.wine.prefix import wine
    from refloader.sandbox.wine.session import ready_prefix

    name, _, prefix = target.partition(":")
    choose(f"{name}:{os.path.abspath(prefix)}" if prefix else name)
    try:
        wine()
        _build_programs(name, paths)
        ready_prefix()
    except PrefixError as error:
        raise click.UsageError(f"--target: {visible(str(error))}") from error
    except WineError as error:
        give_up(f"--target wine: {visible(str(error))}")
    except OSError as error:
        give_up(f"--target wine: {visible(error.filename or target)}: {reason_of(error)}")


def on_machine(path: str) -> str:
    """Return the path of a file of this machine that the user named, in a target too: there, relative paths work."""
    target = inside()
    return os.path.relpath(MACHINE + path, target.folder) if target and os.path.isabs(path) else path


def loosen(show: tuple[str, ...], *, unsafe: bool) -> None:
    """Set the environment variables that loosen the sandbox; the processes that run cases inherit them."""
    for path in show:
        if not os.path.exists(path):
            raise click.UsageError(f"--show: {visible(path)} does not exist")
        if ":" in path:
            raise click.UsageError(f"--show: {visible(path)}: a path with a colon cannot be shown")
    if show:
        os.environ[SHOW] = ":".join(os.path.abspath(path) for path in show)
    if unsafe and not inside():  # of a target, it says that the root is trusted
        os.environ[UNSAFE] = "1"
