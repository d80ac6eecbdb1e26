"""The lines of ``refloader explain`` on a running process: what it has mapped, and where that differs."""

from refloader.cli.terminal.output import say, say_styled
from refloader.inspect.running.in_use import InUse
from refloader.model.text import some, visible

_MOST = 6


def print_process(used: InUse) -> None:
    """Print what a process has mapped."""
    process = used.process
    say(
        f"process {process.pid}, {visible(process.executable)}{', in a root of its own' if process.root else ''}"
    )
    if not process.loaders:
        say_styled(
            [
                ("  no Vulkan loader is mapped", "warning"),
                (": this is what it would get if it opened one", ""),
            ]
        )
        say()
        return
    layers = some([visible(each) for each in used.layers], _MOST) or "none"
    drivers = some([visible(each) for each in used.drivers], _MOST) or "none"
    say(f"  mapped: {visible(some(process.loaders))}; layers: {layers}; drivers: {drivers}")
    if used.layers:
        say("  a mapped layer need not be in the chain: VK_LOADER_DEBUG=layer shows the chain")
    if used.absent:
        names = visible(some(used.absent, _MOST))
        say_styled(
            [
                (f"  not mapped: {names}", "warning"),
                (": active by its files and variables, so it made no instance yet, or has ended it", ""),
            ]
        )
    if used.others:
        names = visible(some(used.others, _MOST))
        say_styled(
            [
                (f"  mapped all the same: {names}", "warning"),
                (": it asked for it, or files or variables changed since it started", ""),
            ]
        )
    if process.replaced:
        gone = [each for each in process.replaced if each.endswith(".so") or ".so." in each]
        if gone:
            say(f"  replaced since it started, so a new start may differ: {visible(some(gone))}")
    say()
