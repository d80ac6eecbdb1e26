"""Causes beside the loader's files: a switch without its program, a leftover, a kernel older than the card."""

import re
from collections.abc import Iterator

from refloader.host import shell
from refloader.inspect.logs.reading.crashes import change_of_crash, library_of_program
from refloader.inspect.logs.reading.facts import Log
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sign import Sign
from refloader.model.layer import OVERRIDE_NAME
from refloader.model.text import quote, some

_FAILING = (EventKind.FAILED, EventKind.EFFECT)
_UNFOUND = (EventKind.NOT_FOUND, EventKind.NOT_PRESENT, EventKind.NOT_LISTED)


def beside(log: Log) -> Iterator[Event]:
    """Yield the causes that lie beside the loader."""
    yield from _outside_gamescope(log)
    yield from _left_by_configurator(log)
    yield from _not_debuggable(log)
    yield from _with_capabilities(log)
    yield from _works_without(log)
    yield from _works_with(log)
    yield from _outside_flatpak(log)
    yield from _wants_processor(log)


def _works_without(log: Log) -> Iterator[Event]:
    """Yield that somebody says that a program works without another one that has a layer in it."""
    if any(event.kind is EventKind.CRASHED for event in log.events):
        return  # which names the library
    for name, line in log.prose.blamed.items():
        program = name.removeprefix("the ")
        why = (
            f"by the text it works without {program}, which puts a layer of its own into programs with Vulkan"
        )
        fix = change_of_crash(library_of_program(name), log.variable_files, log.particulars.switches)
        yield Event(EventKind.CONCLUDED, line, program, why, fix=fix)
        return


_HELPFUL = (
    (
        r"GGML_VK_DISABLE_(?:COOPMAT2?|INTEGER_DOT_PRODUCT|F16|BFLOAT16)",
        "keeps llama.cpp from a part of the driver (matrices or numbers of its shaders): "
        "that part has a fault in this driver",
        "keep {set} for the program, and update the driver (Mesa) and llama.cpp",
    ),
    (
        r"GGML_VK_VISIBLE_DEVICES|MESA_VK_DEVICE_SELECT|DRI_PRIME|__NV_PRIME_RENDER_OFFLOAD|DXVK_FILTER_DEVICE_NAME"
        r"|VKD3D_FILTER_DEVICE_NAME",
        "has the program take another card: the one that it takes by itself is the wrong one, or fails",
        "keep {set} for the program",
    ),
    (
        r"VK_(?:ICD_FILENAMES|DRIVER_FILES|LOADER_DRIVERS_(?:SELECT|DISABLE))|AMD_VULKAN_ICD",
        "chooses the driver: another driver that is installed fails, or is taken in its place",
        "keep {set} for the program, or remove or update the other driver "
        "(ls /usr/share/vulkan/icd.d /etc/vulkan/icd.d)",
    ),
    (
        r"DISABLE_\w{3,50}|VK_LOADER_LAYERS_DISABLE|NODEVICE_SELECT|(?:MANGOHUD|ENABLE_VKBASALT)(?==0)",
        "turns a layer off: that layer has the fault",
        "keep {set} for the program, and update or remove the program that the layer is of",
    ),
    (
        r"RADV_(?:DEBUG|PERFTEST)|ANV_\w{2,30}|MESA_\w{2,40}|INTEL_DEBUG|NVK_\w{2,30}",
        "changes how Mesa's driver works: what it turns off has the fault",
        "keep {set} for the program, update Mesa, and report it there",
    ),
    (
        r"GSK_RENDERER|GDK_(?:DISABLE|DEBUG|BACKEND)|QT_QPA_PLATFORM|QSG_RHI_BACKEND|SDL_VIDEO_?DRIVER|WLR_RENDERER"
        r"|PROTON_USE_WINED3D|PROTON_ENABLE_WAYLAND",
        "has the program draw otherwise, or in another kind of window: "
        "what fails is the driver or the compositor with "
        "the usual one, and not the loader",
        "keep {set} for the program, and update the driver and the compositor",
    ),
)
"""Variables with which somebody says that a program works: what that shows, and what to do then."""


def _works_with(log: Log) -> Iterator[Event]:
    """Yield what it shows that by the text a program works with a variable, if nothing else shows a cause."""
    name, value, line = log.prose.helping
    row = next((each for each in _HELPFUL if re.match(rf"(?:{each[0]})=", f"{name}={value}")), None)
    if row is None or any(event.kind in (EventKind.CONCLUDED, EventKind.CRASHED) for event in log.events):
        return
    setting = f"{name}={value}"
    why = f"by the text it works with {setting}, which {row[1]}"
    yield Event(
        EventKind.CONCLUDED, line, name, why, fix=row[2].format(set=f"{name}={shell.assigned(value)}")
    )


def _outside_gamescope(log: Log) -> Iterator[Event]:
    """Yield that gamescope's layer is switched on where no gamescope runs, if something failed."""
    name, line = "ENABLE_GAMESCOPE_WSI", log.particulars.gamescope
    started = (run.command for run in log.runs if "grep" not in run.command)
    inside = any(re.search(r"(?:^|[\s/])gamescope\b", command) for command in started)
    failed = log.trouble is not None or any(each.kind in _FAILING for each in log.events)
    if not line or inside or not failed or log.variables.get(name) != "1":
        return
    why = f"{name}=1 switches gamescope's layer on, and it reaches no gamescope: it is for programs in one"
    file = log.variable_files.get(name, "")
    fix = f"unset {name}" + (f", and remove it from {file}, which sets it" if file else "")
    yield Event(EventKind.CONCLUDED, line, name, why, fix=fix)


def _left_by_configurator(log: Log) -> Iterator[Event]:
    """Yield that a text has the override layer of a configurator, which switches layers on, and no other trouble."""
    if log.events or log.trouble is not None or log.searches:
        return
    for document in log.pasted:
        text = "\n".join(document.lines)
        components = re.search(r'"component_layers"\s*:\s*\[(?P<names>[^\]]{1,4000})\]', text)
        names = re.findall(r'"(VK_LAYER_\w{1,200})"', components["names"]) if components is not None else []
        if f'"{OVERRIDE_NAME}"' not in text or not names or '"app_keys"' in text:
            continue
        where = document.path or "the manifest"
        why = f"the override layer in {where}, which a configurator writes, has every program use {some(names, 3)}"
        fix = (
            f"reset it in the configurator (vkconfig) before that is closed, or rm {shell.operand(document.path)}"
            if document.path
            else "reset it in the configurator (vkconfig), or remove that manifest"
        )
        yield Event(EventKind.CONCLUDED, document.first, OVERRIDE_NAME, why, fix=fix)
        return


def _not_debuggable(log: Log) -> Iterator[Event]:
    """Yield that Android says that an application is not debuggable, if a layer is not found in it."""
    line, missing = log.particulars.not_debuggable, next((e for e in log.events if e.kind in _UNFOUND), None)
    if not line or missing is None:
        return
    why = "the application is not debuggable: Android then gives it no layers from outside of its own APK"
    fix = (
        'build it with android:debuggable="true" (a debug build), or have the manifest of the application allow it: '
        '<meta-data android:name="com.android.graphics.injectLayers.enable" android:value="true"/>'
    )
    yield Event(EventKind.CONCLUDED, line, missing.subject, why, fix=fix)


_SETCAP = re.compile(
    r"\bsetcap (?!-r)(?P<quote>['\"]?)(?i:cap_\w+)(?:,(?i:cap_\w+))*[=+][eip]{1,3}(?P=quote) "
    r"(?:\"?\$\((?:which|command -v) |`which )?(?P<path>[\w./-]{1,300})"
)
_NAMING = ("VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "VK_ADD_DRIVER_FILES")


def _with_capabilities(log: Log) -> Iterator[Event]:
    """Yield that a program was given capabilities, so that a variable in the command that starts it is ignored."""
    given = _SETCAP.search(log.particulars.setcap)
    name = next((each for each in _NAMING if log.variables.get(each)), "")
    if given is None or not name or log.searches or any(e.kind is EventKind.ELEVATED for e in log.events):
        return
    program = given["path"].rpartition("/")[2]
    run = next((run for run in log.runs if f"{name}=" in run.command and _starts(program, run.command)), None)
    if run is None:
        return
    why = (
        f"{name} is ignored, as {program} has elevated privileges (setcap gave it capabilities): the loader then "
        "reads neither such variables nor the folders of the user"
    )
    folder = "explicit_layer.d" if "LAYER" in name else "icd.d"
    fix = (
        f'sudo setcap -r "$(command -v {program})", or put the manifest into /etc/vulkan/{folder}, which is searched '
        "all the same"
    )
    yield Event(EventKind.CONCLUDED, log.variable_lines.get(name, 0), program, why, fix=fix)


def _starts(program: str, command: str) -> bool:
    """Return whether a command starts a program."""
    words = [word for word in command.split() if "=" not in word]
    return bool(words) and words[0].rpartition("/")[2] == program


def _wants_processor(log: Log) -> Iterator[Event]:
    """Yield how a program is given the processor, if somebody wants that."""
    if Sign.WANTS_PROCESSOR not in log.signs or any(event.kind in _WITHOUT for event in log.events):
        return
    why = "somebody wants a program to run on the processor: which driver it gets is a matter of variables"
    fix = (
        "VK_DRIVER_FILES=/usr/share/vulkan/icd.d/lvp_icd.json in front of the program (VK_ICD_FILENAMES before "
        "release "
        "1.3.207; the name by ls /usr/share/vulkan/icd.d: older Mesa calls it lvp_icd.x86_64.json), or leave the "
        "other "
        "drivers out: VK_LOADER_DRIVERS_DISABLE with a part of their names; with Mesa alone LP_NUM_THREADS=1 has it "
        "draw alike each time"
    )
    line = log.sign_lines[Sign.WANTS_PROCESSOR]
    yield Event(EventKind.NOTED, line, "llvmpipe", why, fix=fix)


_WITHOUT = (EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.ONLY_SOFTWARE)


def _outside_flatpak(log: Log) -> Iterator[Event]:
    """Yield that a program of Flatpak has a folder of its own in the place of the user's, if a text has just both."""
    app, folder = log.signs.get(Sign.FLATPAK_APP, ""), log.signs.get(Sign.USERS_FOLDER, "")
    if (
        not app
        or "_layer.d" not in folder
        or "/.var/app/" in folder
        or log.events
        or log.searches
        or log.trouble
    ):
        return
    own = f"~/.var/app/{app}/data/vulkan/{'implicit' if 'implicit' in folder else 'explicit'}_layer.d"
    why = f"{app} is a Flatpak, which does not read {folder}: the folder of its data is another one"
    fix = (
        f"install the layer as an extension of Flatpak (flatpak search {quote('VulkanLayer')}), or copy its manifest "
        f"to {own} and its library to where that leads, such as ~/.var/app/{app}/data"
    )
    yield Event(EventKind.CONCLUDED, log.sign_lines[Sign.USERS_FOLDER], folder, why, fix=fix)
