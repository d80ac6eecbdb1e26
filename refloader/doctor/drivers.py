"""The drivers of a machine: which can be loaded, which give a device, and what keeps a program from the GPU."""

import grp
import os
import stat
from collections.abc import Container, Iterator, Mapping, Sequence

from refloader.core.ages import age_of
from refloader.doctor.opening import Opened
from refloader.doctor.values import DriverFound, DriverState, Finding, Topic, Weight
from refloader.host import shell
from refloader.host.port import Host
from refloader.inspect.explain import Explanation
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.packages import Part, install, install_files
from refloader.inspect.whatif.driver_repairs import change_beside_others
from refloader.inspect.whatif.installing import with_package
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import command_of, words
from refloader.model.age import Age
from refloader.model.driver import Driver
from refloader.model.plan import DriverOutcome, VkResult
from refloader.model.text import number_of, quote, some
from refloader.sandbox.isolation.device_nodes import gpu_nodes

BROKEN = (DriverState.UNLOADABLE, DriverState.CRASH, DriverState.HANG, DriverState.FAULT)
_MOST = 3
_PROCESSOR = "cpu"
_STEERING = {"VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LOADER_DRIVERS_SELECT", "VK_LOADER_DRIVERS_DISABLE"}
_FILTER = "VK_LOADER_DRIVERS_DISABLE"
_UPDATE = "update or remove the driver"


def found(host: Host, explanation: Explanation, opened: Mapping[str, Opened]) -> tuple[DriverFound, ...]:
    """Return every driver that is found, with what came of it when it was opened."""
    documented = {outcome.driver.manifest for outcome in explanation.plan.drivers if outcome.used}
    return tuple(
        _found(host, explanation, outcome, opened, documented) for outcome in explanation.here.drivers
    )


def _found(
    host: Host,
    explanation: Explanation,
    outcome: DriverOutcome,
    opened: Mapping[str, Opened],
    documented: Container[str],
) -> DriverFound:
    driver = outcome.driver
    library = explanation.libraries.get((driver.manifest, driver.library_path)) or ""
    if not outcome.used:
        why = outcome.reasons[-1].fact if outcome.reasons else ""
        return DriverFound(driver.manifest, library, DriverState.NOT_USED, detail=why)
    if obstacle := explanation.obstacle(driver):
        if is_for_others(host, driver):
            why = f"for {32 if host.word_size() != 32 else 64}-bit programs"
            return DriverFound(driver.manifest, library, DriverState.NOT_USED, detail=why)
        return DriverFound(driver.manifest, library, DriverState.UNLOADABLE, detail=obstacle)
    if library not in opened:
        why = "" if driver.manifest in documented else "the loader uses it against the documents"
        return DriverFound(driver.manifest, library, DriverState.NOT_RUN, detail=why)
    return DriverFound(driver.manifest, library, *opened[library])


def is_for_others(host: Host, driver: Driver) -> bool:
    """True if a driver's library exists only for processes of the other word size."""
    sizes = Libraries(host).word_sizes(driver)
    return bool(sizes) and host.word_size() not in sizes


def findings(
    what_if: WhatIf, explanation: Explanation, drivers: Sequence[DriverFound], *, ran: bool
) -> Iterator[Finding]:
    """Yield what is wrong with single drivers, and with the devices of the machine."""
    by_manifest = {outcome.driver.manifest: outcome.driver for outcome in explanation.here.drivers}
    told_already = explanation.result_of(explanation.here) is VkResult.INCOMPATIBLE_DRIVER
    for each in drivers:
        static = each.state is DriverState.UNLOADABLE and explanation.obstacle(by_manifest[each.manifest])
        if static and not told_already:
            yield _unloadable(what_if, each, by_manifest[each.manifest])
        elif each.missing:
            yield _lacking(what_if.host, each)
        elif each.state in BROKEN and not static:
            yield _broken(each, explanation)
    not_run = [each for each in drivers if ran and each.state is DriverState.NOT_RUN]
    if not_run:
        names = some([each.manifest.rpartition("/")[2] for each in not_run], _MOST)
        fact = f"{number_of(len(not_run), 'driver')} could not be opened: {not_run[0].detail} ({names})"
        yield Finding(Topic.DRIVERS, Weight.UNSEEN, fact)
    elif not told_already:
        steered = any(each.in_force and each.name in _STEERING for each in explanation.controls)
        yield from of_devices(what_if.host, drivers, steered=steered) if ran else ()


def _unloadable(what_if: WhatIf, each: DriverFound, driver: Driver) -> Finding:
    """Return the finding on a driver whose file shows that it cannot be loaded."""
    change = change_beside_others(what_if, driver)
    change = with_package(what_if.host, change) if change is not None else None
    because = change.because if change is not None else ""
    fact = because or f"{quote(each.manifest)}: its library cannot be loaded: {each.detail}"
    command = command_of(change, what_if.host.platform().system) if change is not None else ""
    advice = words((change,)) if change is not None else ""
    return Finding(Topic.DRIVERS, Weight.WRONG, fact, command, advice, "MANIFEST-ICD-03", each.manifest)


def _lacking(host: Host, each: DriverFound) -> Finding:
    """Return the finding on a driver that opens libraries which are not there, and gives no device."""
    fact = f"the driver {quote(each.manifest)} {each.state}: {each.detail}"
    command = install_files(host, each.missing, host.word_size() or 64)
    advice = f"install what has {some([quote(name) for name in each.missing], _MOST)}"
    return Finding(Topic.DRIVERS, Weight.WRONG, fact, command, advice, "", each.manifest)


def _broken(each: DriverFound, explanation: Explanation) -> Finding:
    """Return the finding on a driver that did not survive being opened."""
    fact = f"the driver {quote(each.manifest)} {each.state}: {each.detail}"
    age = age_of(explanation.own.release) if explanation.own is not None else Age()
    if _FILTER in age.unread:
        return Finding(Topic.DRIVERS, Weight.WRONG, fact, "", _UPDATE, "", each.manifest)
    command = f"export {_FILTER}={shell.line([each.manifest.rpartition('/')[2]])}"
    return Finding(
        Topic.DRIVERS, Weight.WRONG, fact, command, f"this keeps it out; then {_UPDATE}", "", each.manifest
    )


def of_devices(host: Host, drivers: Sequence[DriverFound], *, steered: bool = False) -> Iterator[Finding]:
    """Yield what is wrong if no driver gives a device, or none but the processor though the machine has a GPU.

    ``steered`` is whether variables choose the drivers: then it may be on purpose that the GPU's is not among them.
    """
    opened = [each for each in drivers if each.state is not DriverState.NOT_USED]
    kinds = {device.type for each in drivers for device in each.devices}
    nodes = gpu_nodes()
    if not opened or kinds - {_PROCESSOR} or (kinds and steered):
        return
    closed = [node for node in nodes if not os.access(node, os.R_OK | os.W_OK)]
    what = "no driver gives a device" if not kinds else "the only device is the processor (no GPU)"
    if closed:
        fact = f"{what}: this user may not open {some(closed, _MOST)}"
        groups = [name for name in map(_group, closed) if name]
        command = f'sudo usermod -aG {",".join(dict.fromkeys(groups))} "$USER"' if groups else ""
        yield Finding(Topic.DRIVERS, Weight.WRONG, fact, command, "then log in again", path=closed[0])
    elif nodes:
        fact = f"{what}, and the machine has {some(list(nodes), _MOST)}: no driver for it is installed, or it fails"
        yield Finding(Topic.DRIVERS, Weight.WRONG, fact, "", "install the driver of the GPU's vendor")
    elif not kinds:
        fact = f"{what}, and no GPU is to be seen here; a driver for the processor would give one"
        yield Finding(Topic.DRIVERS, Weight.WRONG, fact, install(host, Part.DRIVERS), "install lavapipe")


def _group(node: str) -> str:
    """Return the name of the group that may open a device; empty if it is root's, or has no name."""
    status = os.stat(node)
    try:
        shared = status.st_gid and status.st_mode & stat.S_IRGRP and status.st_mode & stat.S_IWGRP
        return grp.getgrgid(status.st_gid).gr_name if shared else ""
    except KeyError:
        return ""
