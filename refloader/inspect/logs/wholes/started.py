"""Causes in how a program is started and how files are stored: options, sudo, bytes that no editor shows, places."""

import posixpath
import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.layer_names import REPLACED
from refloader.inspect.libraries.near_names import STEPS, near_names
from refloader.inspect.logs.reading.devices import PROCESSOR
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import BAD, Event, EventKind
from refloader.inspect.logs.reading.runs import Run
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.inspect.logs.wholes.chosen_parts import listed_twice
from refloader.inspect.logs.wholes.log_machine import typical
from refloader.inspect.logs.wholes.particular_causes import SWITCHES
from refloader.model.place import Use
from refloader.model.text import quote, some


def started(log: Log) -> Iterator[Event]:
    """Yield the causes that lie in how programs are started, and in the bytes of files."""
    yield from _arguments_alone(log)
    yield from _without_variables(log)
    yield from _privileged(log)
    yield from _kept_out_by_entry(log)
    yield from _marked(log)
    yield from _returned(log)
    yield from _chosen_for_mesa(log)
    yield from _offloaded_in_part(log)
    yield from listed_twice(log)
    yield from _nearly_a_layer(log)
    yield from _unbuilt(log)
    yield from _of_one_prefix(log)
    yield from _remote(log)
    yield from _without_nodes(log)


def _arguments_alone(log: Log) -> Iterator[Event]:
    """Yield that Steam gives variables to a game as arguments: launch options without %command% are no more."""
    line, options = log.starts.options
    names = [each.partition("=")[0] for each in options.split()]
    if not line or "%command%" in options or not any(name in SWITCHES or "_" in name for name in names):
        return
    why = (
        f"Steam's launch options {quote(options)} have no %command%: Steam then gives them to the game as arguments, "
        f"and sets no variable"
    )
    yield Event(EventKind.CONCLUDED, line, names[0], why, fix=f"in the launch options: {options} %command%")


_KEPT = re.compile(r"\s(?:-\w*E\w*|--preserve-env\b)|\s[A-Z][A-Z0-9_]+=")
_OF_LOADERS = re.compile(
    r"VK_(?:ADD_)?(?:LAYER_PATH|DRIVER_FILES|INSTANCE_LAYERS)|VK_ICD_FILENAMES|VK_LOADER_LAYERS_\w+"
)


def _without_variables(log: Log) -> Iterator[Event]:
    """Yield that sudo does not pass a variable on to the same command.

    With sudo that prints nothing, or misses a layer, and without it does not.
    """
    plain = {run.command: run for run in log.runs if run.output and not run.command.startswith("sudo ")}
    for run in log.runs:
        command = run.command.removeprefix("sudo ")
        other = plain.get(command)
        if (
            command == run.command
            or (run.output.strip(" $#%>") and not _misses_a_layer(log, run, other))
            or other is None
            or _KEPT.search(f" {run.command}")
        ):
            continue
        name = next((each for each in (*other.variables, *log.variables) if _OF_LOADERS.fullmatch(each)), "")
        if name:
            why = f"sudo does not pass {name} on to the program that it starts, unless it is asked to"
            program = shell.first_command(command) or "PROGRAM"
            fix = f'sudo env {name}="${name}" {program} (root has to be able to read what it names)'
            yield Event(EventKind.CONCLUDED, run.line, name, why, fix=fix)
            return


def _misses_a_layer(log: Log, run: Run, other: Run | None) -> bool:
    """Return whether a layer is missed by one of two runs alone."""
    if other is None:
        return False
    starts = sorted(each.line for each in log.runs)
    missed = [e.line for e in log.events if e.kind is EventKind.NOT_FOUND]

    def misses(each: Run) -> bool:
        end = next((line for line in starts if line > each.line), log.lines + 1)
        return any(each.line <= line < end for line in missed)

    return misses(run) and not misses(other)


_IGNORED = (
    "VK_DRIVER_FILES",
    "VK_ICD_FILENAMES",
    "VK_ADD_DRIVER_FILES",
    "VK_LAYER_PATH",
    "VK_ADD_LAYER_PATH",
    "VK_IMPLICIT_LAYER_PATH",
    "VK_ADD_IMPLICIT_LAYER_PATH",
)


def _privileged(log: Log) -> Iterator[Event]:
    """Yield that a program with capabilities is given a variable that loaders then ignore."""
    program = log.signs.get(Sign.CAPABILITIES, "")
    name = next((each for each in _IGNORED if log.variables.get(each)), "")
    entries = [each.rpartition("/")[2] for each in log.variables.get(name, "").rstrip("/").split(":")]
    places = [place.rstrip("/") for search in log.searches for place in search.places]
    searched = any(place.endswith(f"/{each}") for place in places for each in entries)
    started = any(program.rpartition("/")[2] in run.command and name in run.variables for run in log.runs)
    if not program or not name or any(event.kind in BAD for event in log.events):
        return  # what the text shows of a search is worth more
    if log.searches and (searched or not started):
        return
    why = (
        f"{program} has file capabilities, and a loader ignores {name} in such a program, as it does for all with "
        f"elevated privileges"
    )
    fix = (
        f"take them away (sudo setcap -r {shell.operand(program)}), or put what {name} names into a folder that is "
        "searched all the same (/etc/vulkan/icd.d, /etc/vulkan/implicit_layer.d, /etc/vulkan/explicit_layer.d)"
    )
    kind = EventKind.CONCLUDED if log.searches else EventKind.NOTED  # the search shows it
    yield Event(kind, log.sign_lines[Sign.CAPABILITIES], name, why, fix=fix)


def _kept_out_by_entry(log: Log) -> Iterator[Event]:
    """Yield that an entry of a menu turns layers off that the same program has when it is started by hand."""
    for name, (line, value, file) in log.starts.entry.items():
        on = next((each for each in SWITCHES if each in log.variables), "")
        if name != "VK_LOADER_LAYERS_DISABLE" or not on or not ("~" in value or "*" in value):
            continue
        where = file or "the entry"
        why = f"{where} starts the program with {name}={value}, which turns layers off whatever {on} is"
        yield Event(
            EventKind.CONCLUDED, line, name, why, fix=f"take {name}={value} out of the line Exec= of {where}"
        )
        return


_UNPARSED = re.compile(r"parse|Invalid JSON|byte 0|Failed to (?:open|read) JSON", re.IGNORECASE)


_QUOTES = frozenset("'\u2018\u2019\u201a\u201b")
"""What ends a word in single quotes for PowerShell."""

_WITHOUT_MARK = "[IO.File]::WriteAllText($p, [IO.File]::ReadAllText($p))"


def _marked(log: Log) -> Iterator[Event]:
    """Yield that a manifest which a loader did not parse begins with a byte order mark."""
    line = log.starts.marked
    refused = [e for e in log.events if e.kind is EventKind.BAD_FILE and _UNPARSED.search(e.why)]
    if line and len({event.subject for event in refused}) == 1:
        path = refused[0].subject
        why = f"{quote(path)} begins with a byte order mark (EF BB BF), which is no JSON: the loader did not parse it"
        fix = f"save it as UTF-8 without one: sed -i '1s/^\\xEF\\xBB\\xBF//' {shell.operand(path)}"
        if "\\" in path and path.isprintable() and _QUOTES.isdisjoint(path):
            fix = f"save it as UTF-8 without one: in PowerShell $p='{path}'; {_WITHOUT_MARK}"
        yield Event(EventKind.CONCLUDED, line, path, why, fix=fix)


def _returned(log: Log) -> Iterator[Event]:
    """Yield that the value of a variable ends in a carriage return, as in a script with the line ends of Windows."""
    for name, (line, value) in log.starts.returned.items():
        shown = next(
            (m for run in log.runs if (m := re.match(r"cat -\w*[Ave]\w* (?P<file>\S+)$", run.command))), None
        )
        file = shown["file"] if shown is not None else "the script that sets it"
        why = (
            f"the value of {name} ends in a carriage return, as {file} has the line ends of Windows: no file is "
            f"called {quote(value)} with that at its end"
        )
        fix = (
            "dos2unix FILE, or sed -i 's/\\r$//' FILE"
            if shown is None
            else f"sed -i 's/\\r$//' {shell.operand(file)}"
        )
        yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)
        return


_NVIDIA, _OTHERS = re.compile(r"NVIDIA|GeForce|Quadro"), re.compile(r"Intel|AMD|Radeon|RADV")


def _chosen_for_mesa(log: Log) -> Iterator[Event]:
    """Yield that DRI_PRIME leaves a program on the card of Mesa's, where the other one is of NVIDIA's own driver."""
    devices = [event.subject for event in log.events if event.kind is EventKind.DEVICE]
    nvidia = next((each for each in devices if _NVIDIA.search(each) and "NVK" not in each), "")
    runs = [run for run in log.runs if run.variables.get("DRI_PRIME") and run.devices]
    run = next((each for each in runs if _OTHERS.search(each.devices[0])), None)
    if not nvidia or run is None or any(_NVIDIA.search(each) for each in run.devices):
        return
    why = (
        f"DRI_PRIME chooses among the cards of Mesa's drivers, and {quote(nvidia)} is of NVIDIA's own: the program "
        f"stays on {quote(run.devices[0])}"
    )
    fix = "start it with __NV_PRIME_RENDER_OFFLOAD=1 __VK_LAYER_NV_optimus=NVIDIA_only (prime-run sets them)"
    yield Event(EventKind.CONCLUDED, run.line, "DRI_PRIME", why, fix=fix)


_OFFLOAD, _ALONE = "__NV_PRIME_RENDER_OFFLOAD", "__VK_LAYER_NV_optimus"


def _offloaded_in_part(log: Log) -> Iterator[Event]:
    """Yield that a program takes another card than NVIDIA's, with one of the two variables for that card alone."""
    devices = [event.subject for event in log.events if event.kind is EventKind.DEVICE]
    nvidia = next((each for each in devices if _NVIDIA.search(each) and "NVK" not in each), "")
    runs = [run for run in log.runs if run.variables.get(_OFFLOAD) == "1" and len(run.devices) == 1]
    run = next((each for each in runs if _OTHERS.search(each.devices[0])), None)
    set_alone = any(_ALONE in each.command for each in log.runs)
    if not nvidia or run is None or set_alone or _NVIDIA.search(run.devices[0]):
        return
    why = f"{_OFFLOAD}=1 leaves {quote(run.devices[0])} among the devices, and the program takes that one"
    fix = (
        f"start it with {_ALONE}=NVIDIA_only as well (prime-run sets both), which leaves {quote(nvidia)} alone; that "
        "needs NVIDIA's layer: nvidia_layers.json in /usr/share/vulkan/implicit_layer.d"
    )
    yield Event(EventKind.CONCLUDED, run.line, _OFFLOAD, why, fix=fix)


_WELL_KNOWN = (
    "VK_LAYER_KHRONOS_validation",
    "VK_LAYER_KHRONOS_profiles",
    "VK_LAYER_KHRONOS_synchronization2",
    "VK_LAYER_KHRONOS_shader_object",
    "VK_LAYER_LUNARG_api_dump",
    "VK_LAYER_LUNARG_monitor",
    "VK_LAYER_LUNARG_screenshot",
    "VK_LAYER_LUNARG_gfxreconstruct",
    "VK_LAYER_LUNARG_crash_diagnostic",
    "VK_LAYER_MANGOHUD_overlay",
    "VK_LAYER_VKBASALT_post_processing",
    "VK_LAYER_MESA_overlay",
    "VK_LAYER_MESA_device_select",
    "VK_LAYER_RENDERDOC_Capture",
)
_A_LAYER = re.compile(r"VK_LAYER_\w{1,200}")
_SURE, _MOST = 0.94, 32


def _nearly_a_layer(log: Log) -> Iterator[Event]:
    """Yield that a variable names nearly a well-known layer, and none of that name is in the text."""
    inside = {*log.inserted, *(name for chain in log.chains for name in chain)}
    searched = log.chains or any(search.use is not Use.DRIVER for search in log.searches)
    known = (*_WELL_KNOWN, *log.available)
    for variable in ("VK_LOADER_LAYERS_ENABLE", "VK_INSTANCE_LAYERS") if searched else ():
        for name in _A_LAYER.findall(log.variables.get(variable, ""))[:_MOST]:
            if name in known or name in REPLACED or name in log.defined or name in inside:
                continue
            near = next(iter(near_names(name, known, 1, _SURE, STEPS // _MOST)), "")
            if not near or near in inside or near.rstrip("_0123456789") == name.rstrip("_0123456789"):
                continue
            why = f"{variable} names {name}, and no line shows a layer of that name: the well-known one is {near}"
            line = log.variable_lines.get(variable, 0)
            yield Event(EventKind.CONCLUDED, line, name, why, fix=f"correct it: {near} instead of {name}")
            return


def _unbuilt(log: Log) -> Iterator[Event]:
    """Yield that the running kernel has no module of NVIDIA: it was built for other kernels, or for none."""
    line, kernel = log.starts.unbuilt
    runs, built = log.signs.get(Sign.KERNEL, ""), log.starts.built_for
    lacks = any(e.kind is EventKind.NO_MODULE for e in log.events) or (
        bool(built) and (Sign.COMPLAINT in log.signs or _lacks_card(log))
    )
    if not line and runs and runs not in built and lacks:
        line, kernel = next(iter(built.values()), 0), runs
    if not line or Sign.SECURE_BOOT in log.signs:
        return
    log.events[:] = [each for each in log.events if each.kind is not EventKind.NO_MODULE]
    cards = [e.subject for e in log.events if e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject)]
    named = (*log.graphics, *log.named_cards)
    if cards and not any(_NVIDIA.search(each) for each in (*cards, *named)):
        return  # another card is used, and none of NVIDIA's is there
    others = f", but for {some(list(built), 3)}" if built else ""
    why = f"NVIDIA's kernel module is not there for the kernel that runs, {kernel}: none was built for it{others}"
    fix = (
        "install the module for this kernel again: its headers, then sudo dkms autoinstall (dkms status shows for "
        "which kernels it was built; a new one may need a newer driver), and restart; or start the kernel before it"
    )
    if re.search(r"\.fc\d\d", kernel):
        fix = (
            f"build the module for this kernel: sudo dnf install kernel-devel-{kernel}, sudo akmods --force "
            f"--kernels {kernel}, then restart; if that fails, start the kernel before it, and update the driver"
        )
    yield Event(EventKind.CONCLUDED, line, "nvidia", why, fix=fix)


_PREFIX = re.compile(r"^(?P<prefix>(?:/[\w.@+-]{1,80}){1,12}?)(?:/etc|/share)/vulkan/icd\.d/?$")
_USUAL = ("/usr", "/usr/local", "/etc", "/run", "/gnu", "/nix", "/app", "/var", "/snap")
_HOME = re.compile(r"^(?:/home/[^/]+|/root|/Users/[^/]+)/\.(?:config|local/share)/")


def _of_one_prefix(log: Log) -> Iterator[Event]:
    """Yield that a loader searches the folders of its own prefix alone, and finds no driver there."""
    search = typical(log.searches, Use.DRIVER)
    none_left = next((each for each in log.events if each.kind is EventKind.NO_DRIVER), None)
    if search is None or search.files or none_left is None or "XDG_DATA_DIRS" in log.variables:
        return
    places = [each for each in search.places if not _HOME.match(each)]
    found = {match["prefix"] for each in places if (match := _PREFIX.match(each)) is not None}
    prefix = next(iter(found), "")
    if len(found) != 1 or len(places) < 1 or len(places) != len([p for p in places if _PREFIX.match(p)]):
        return
    has_etc = any(each.startswith(f"{prefix}/etc/") for each in places)
    if not has_etc or prefix.startswith(_USUAL) or log.signs.get(Sign.LINKED_LOADER):
        return
    listed = [
        posixpath.join(folder, name)
        for folder in log.listings.folders
        if folder.endswith("/icd.d")
        for name in log.listings.holds(folder)
        if name.endswith(".json")
    ]
    why = (
        f"the loader that the program got is one of {prefix} (conda, vcpkg and the like): it searches the manifests "
        "of drivers in that prefix and the user's folders alone, and the drivers of the system are not there"
    )
    named = (
        shell.assigned(listed[0])
        if len(listed) == 1
        else "/usr/share/vulkan/icd.d/NAME.json (as in that folder or /etc/vulkan/icd.d)"
    )
    fix = (
        f"have the program get the system's loader (run it outside of that environment, or without {prefix}/lib in "
        f"LD_LIBRARY_PATH and its run path), or name the drivers: export VK_DRIVER_FILES={named}"
    )
    yield Event(EventKind.CONCLUDED, search.line, prefix, why, fix=fix)


_LACKS = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.EFFECT, EventKind.ONLY_SOFTWARE)


def _lacks_card(log: Log) -> bool:
    """Return whether programs of the text get no card."""
    named = any(e.kind is EventKind.DEVICE and not PROCESSOR.search(e.subject) for e in log.events)
    fails = any(
        e.kind in _LACKS or (e.message is not None and "INITIALIZATION" in e.message.says) for e in log.events
    )
    return fails and not named


def _remote(log: Log) -> Iterator[Event]:
    """Yield that a program which gets no card runs in a session of remote desktop."""
    if log.starts.remote and Sign.BASIC_ADAPTER not in log.signs and _lacks_card(log):
        why = "the program runs in a session of remote desktop, in which Windows may keep the card from programs"
        fix = (
            "start it at the machine's own screen (or by Parsec, Sunshine or VNC), or switch the group policy on: "
            "Use hardware graphics adapters for all Remote Desktop Services sessions"
        )
        yield Event(EventKind.CONCLUDED, log.starts.remote, "remote desktop", why, fix=fix)


def _without_nodes(log: Log) -> Iterator[Event]:
    """Yield that NVIDIA's device nodes are not there on a machine whose hardware has a card of NVIDIA's."""
    card = next((each for each in log.graphics if "NVIDIA" in each), "")
    told = (
        any(e.kind in (EventKind.NO_MODULE, EventKind.MISMATCH) for e in log.events) or log.starts.unbuilt[0]
    )
    if not log.starts.no_nodes or not card or told or Sign.CONTAINER in log.signs or not _lacks_card(log):
        return
    why = (
        f"/dev/nvidia0 and /dev/nvidiactl are not there: NVIDIA's kernel module is not loaded for {card}, or nothing "
        "has made them"
    )
    fix = (
        "sudo modprobe nvidia (and nvidia-modprobe -u -c=0, which makes the nodes where no X server does); if there "
        "is no such module, install NVIDIA's driver with that of this kernel"
    )
    yield Event(EventKind.CONCLUDED, log.starts.no_nodes, "nvidia", why, fix=fix)
