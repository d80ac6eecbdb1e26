"""Programs that crashed inside of a library: which layer or driver the library belongs to, by its name.

A crash inside of a library does not show that the library is at fault. Sentences say where the program crashed, and
changes leave the library out, which decides the question.
"""

import re
from collections.abc import Mapping
from dataclasses import dataclass
from functools import lru_cache

from refloader.host import shell
from refloader.inspect.logs.surroundings.sought import Sought

_LIBRARY = r"(?P<library>[\w.+-]{1,80}?\.(?:dll|so(?:\.[\d.]{1,20})?|dylib))"
_CRASHES = (
    rf"(?:0x)?C0000005\b.{{0,120}}?\b(?:in|at|module)\W{{0,4}}(?:\S{{0,300}}[\\/])?{_LIBRARY}",
    rf"(?:access violation|segmentation fault|SIGSEGV|SIGABRT|SIGILL|crash(?:ed|es)?|exception)\b.{{0,120}}?"
    rf"\b(?:in|at|module|inside)\W{{0,4}}(?:module |file )?(?:\S{{0,300}}[\\/])?{_LIBRARY}",
    rf"^(?:IMAGE_NAME|Image name|ImageName):\s{{1,8}}{_LIBRARY}",
    r"(?:Faulting module (?:name|path)|Problem module|ModName|Fault Module Name|Name des fehlerhaften Moduls"
    r"|Exception Module|Nom du module (?:défaillant|par défaut)|Nombre del módulo con errores"
    r"|Имя сбойного модуля|错误模块名称)\s{0,20}\W{1,4}"
    rf"(?:\S{{0,300}}[\\/])?{_LIBRARY}",
    rf"\bsegfault at [0-9a-f]+ ip .{{1,120}} in {_LIBRARY}\[",
    rf"^\s*#[01]\s+0x[0-9a-f.…]+ .{{0,200}}(?:from|in|\()\s?(?:\S{{0,300}}/)?{_LIBRARY}",
    rf"^\s*#0[01]\s+pc\s+[0-9a-f]{{8,16}}\s+(?:\S{{0,300}}/)?{_LIBRARY}",
    rf"^\s*(?:Stack trace of thread|Module:?)\s.{{0,60}}\b{_LIBRARY}\s*(?:\+|$)",
    rf"^#?\s*[CVJj] +\[(?:\S{{0,300}}[\\/])?{_LIBRARY}\+0x[0-9a-f]+\]",
    rf"^{_LIBRARY}\s*(?:!|\+\s?0x[0-9a-f]+).{{0,60}}(?:crash|violation)",
)
_WORDS = Sought(
    r"c0000005|image_?name|image name|access violation|segmentation|sigsegv|sigabrt|sigill|crash|exception"
    r"|faulting|modname|fault module"
    r"|problem module|segfault|stack trace|fehlerhaften|nom du module|nombre del módulo|сбойного|错误模块",
    re.IGNORECASE,
)
_HEAD_OF_FRAME = Sought(r"#[01] +0x|#0[01] +pc |^#?\s*[cvj] +\[", re.IGNORECASE)
"""How frames of a stack begin, in debuggers, in Android's tombstones and in Java's reports."""


@dataclass(frozen=True, slots=True)
class Owner:
    """Whose a library is: its name as people say it, and how it is left out; ``driver`` if it is a driver."""

    name: str
    without: str = ""
    driver: bool = False


_SOME_LAYER = "a layer"
_OF_DEVICE = "the driver of the device"
_IMPLICIT = "VK_LOADER_LAYERS_DISABLE"
_OWNERS = (
    (r"rtssvklayer|rtsshooks", Owner("RivaTuner Statistics Server", "DISABLE_RTSS_LAYER=1")),
    (r"graphics-hook|obs-vulkan", Owner("OBS Studio", "DISABLE_VULKAN_OBS_CAPTURE=1")),
    (r"ow(?:vulkan|-|client|explorer|graphics)\w*", Owner("Overwolf", f"{_IMPLICIT}=VK_LAYER_OW_*")),
    (
        r"galaxyoverlay|overlay_mediator|galaxycommunication",
        Owner("GOG Galaxy", f"{_IMPLICIT}=*GALAXY*,*GOG*"),
    ),
    (r"eosovh|eosoverlay", Owner("the Epic Games overlay", f"{_IMPLICIT}=VK_LAYER_EOS_Overlay")),
    (r"steamoverlayvulkan|gameoverlayrenderer", Owner("Steam", "DISABLE_VK_LAYER_VALVE_steam_overlay_1=1")),
    (r"(?:vklayer_)?steam_?fossilize", Owner("Fossilize", f"{_IMPLICIT}=VK_LAYER_VALVE_steam_fossilize*")),
    (r"medal\b|medal[-_]", Owner("Medal", f"{_IMPLICIT}=~implicit~")),
    (r"fpsmon", Owner("FPS Monitor", f"{_IMPLICIT}=~implicit~")),
    (r"discordhook|discord_hook", Owner("Discord's overlay")),
    (r"nahimic|a-?volute", Owner("Nahimic (A-Volute)")),
    (r"reshade", Owner("ReShade", "DISABLE_VK_LAYER_reshade=1")),
    (r"mirillis", Owner("Mirillis Action!", f"{_IMPLICIT}=~implicit~")),
    (r"bdcam|bandicam", Owner("Bandicam", f"{_IMPLICIT}=~implicit~")),
    (r"mangohud", Owner("MangoHud", "DISABLE_MANGOHUD=1")),
    (r"(?:vklayer_\w{0,40})?vkbasalt", Owner("vkBasalt", "DISABLE_VKBASALT=1")),
    (r"(?:vklayer_)?(?:obs_)?vkcapture", Owner("obs-vkcapture", "DISABLE_OBS_VKCAPTURE=1")),
    (r"lsfg", Owner("lsfg-vk", f"{_IMPLICIT}=~implicit~")),
    (r"renderdoc", Owner("RenderDoc", f"{_IMPLICIT}=VK_LAYER_RENDERDOC_Capture")),
    (r"nsight|nvda?_?umdshim|ngfx", Owner("NVIDIA Nsight", f"{_IMPLICIT}=~implicit~")),
    (r"(?:vklayer_mesa_)?device_select", Owner("Mesa's layer that selects devices", "NODEVICE_SELECT=1")),
    (r"vklayer_khronos_validation|khronos_validation", Owner("the validation layer")),
    (r"vklayer|vk_layer", Owner(_SOME_LAYER, f"{_IMPLICIT}=~all~")),
    (r"[\w.-]*(?:layer|overlay)", Owner(_SOME_LAYER, f"{_IMPLICIT}=~all~")),
    (r"nvoglv|libglx_nvidia|libnvidia-glcore|libnvidia-eglcore", Owner("NVIDIA's driver", driver=True)),
    (r"amdvlk|amd-vulkan|atidxx", Owner("AMD's driver AMDVLK", driver=True)),
    (r"igvk|igc64|libvulkan_intel", Owner("Intel's driver", driver=True)),
    (r"libvulkan_\w+", Owner("Mesa's driver", driver=True)),
    (r"vulkan\.(?!so\b|dll\b|\d)\w+\.so|gles_mali\.so", Owner(_OF_DEVICE, driver=True)),
    (r"libmoltenvk", Owner("MoltenVK", driver=True)),
)


def crash_in(line: str) -> str:
    """Return the library that a line says a program crashed in, if it is known whose it is; empty otherwise."""
    is_frame = ("#" in line or "[" in line) and _HEAD_OF_FRAME.search(line) is not None
    if not is_frame and not _WORDS.search(line):
        return ""
    for pattern in _CRASHES:
        found = re.search(pattern, line, re.IGNORECASE)
        if found is not None and owner_of(found["library"]) is not None:
            return found["library"]
    if not _SURE.search(line):
        return ""
    named = (found["library"] for found in _FRAMES_LIBRARY.finditer(line))
    return next((each for each in named if owner_of(each) is not None), "")


_SAID = (
    ("rivatuner", "rtssvklayer"),
    ("afterburner", "rtssvklayer"),
    ("msi", "rtssvklayer"),
    ("rtss", "rtssvklayer"),
    ("obs-vkcapture", "vkcapture"),
    ("obs", "graphics-hook"),
    ("overwolf", "owclient"),
    ("gog", "galaxyoverlay"),
    ("epic", "eosovh"),
    ("steam", "steamoverlayvulkan"),
    ("discord", "discordhook"),
    ("bandicam", "bdcam"),
    ("fps monitor", "fpsmon"),
)
"""Programs with layers as people call them, and how the libraries of the layers begin."""


def library_of_program(name: str) -> str:
    """Return how the library of a program's layer is called; a program that is called like its library as it is."""
    small = name.lower().removeprefix("the ")
    return next((library for said, library in _SAID if small.startswith(said)), small.partition(" ")[0])


_SURE = Sought(
    r"access violation|unhandled exception|SIGSEGV|SIGABRT|segmentation fault|EXCEPTION_ACCESS", re.IGNORECASE
)
_SIGNAL = Sought(
    r"received signal|unhandled exception|SIGSEGV|SIGABRT|SIGBUS|segmentation fault|access violation"
    r"|EXCEPTION_ACCESS|EXC_BAD_ACCESS|fatal signal|SEGV_MAPERR|crash(?:ed)?\b|stack trace|backtrace|call stack",
    re.IGNORECASE,
)
_FRAME = Sought(
    r"^\s*(?:\[\w{1,20}\] )?(?:#?\d{1,3}[:.]?\s|at |in |\[?0x[0-9a-f]{6,16}\]?|[\w.+-]{1,60}(?:!|\s*\(|\s*\+\s*0x)"
    r"|/\S{1,300}\.so|\W{0,4}frame #\d{1,3}: )",
    re.IGNORECASE,
)
_FRAMES_LIBRARY = Sought(rf"(?:^|[\s(/\\\[]){_LIBRARY}(?=[\s+!)\]:(`]|$)", re.IGNORECASE)
_OF_WINDBG = Sought(r"^(?P<library>[A-Za-z][\w.-]{2,60})!\w")
"""A frame as debuggers of Windows print it: the module without its suffix, then the function."""

_UNREAL = re.compile(r"^Log\w{1,40}: (?:Error|Fatal): ")
"""What Unreal Engine puts before each line of a crash."""

_MODULE = Sought(r"(?P<module>[A-Za-z]\w{3,60})(?:!.{0,300})?$")
"""A frame as Unreal Engine prints it on Windows: the module with _ for what is no letter, and without its suffix."""

_MAPPED = re.compile(
    r"\s*(?:0x[0-9a-f]{6,16}\s+0x[0-9a-f]{6,16}\s+(?:Yes|No)\b|ModLoad: |Module \S+ (?:with|without|from) "
    r"|[0-9a-f]{8,16}-[0-9a-f]{8,16} [r-][w-][x-][ps] |'[^']{1,80}' \([^()]{1,80}\): Loaded '|Loaded module\b"
    r"|\[ *\d{1,4}\] [0-9A-F]{8}-[0-9A-F-]{4,30} 0x[0-9a-f]{6,16} |0x[0-9a-f]{6,16} - +0x[0-9a-f]{6,16} "
    r"|[A-Z]:\\.{1,300}\([0-9A-F]{8,16}\), size: \d)",
    re.IGNORECASE,
)
"""A library as debuggers, coredumpctl and the kernel list those that are loaded: it is no frame of a stack."""

_LISTED = Sought(
    r"^\W*(?:list of )?(?:(?:loaded |linked )?(?:modules|images|libraries|shared (?:libraries|objects)|dlls)"
    r"|binary images|dynamic libraries|modules? (?:list|information))(?: (?:that are )?loaded)?"
    r"(?: in (?:the |this )?process)?(?: \(\d{1,4}\))?\W*$",
    re.IGNORECASE,
)
"""What stands above a list of the libraries that a program has loaded, each by its path alone or with its place."""

_IN_LIST = Sought(r"\.(?:so|dll|dylib|exe|ko)\b|/\S|[A-Z]:\\\S", re.IGNORECASE)
_OF_STACK = Sought(
    r"^\W*(?:#\d|(?:call ?|native )?stack|backtrace|thread|frames?|registers|exception)\b", re.IGNORECASE
)
"""A line of a list has the name or the path of a library; one without, and a heading, end the list."""

_USUAL = Sought(
    r"^(?:lib)?(?:c|pthread|dl|stdc\+\+|vulkan|gcc_s|m|ld-linux\S*|asan|vulkan-1|ntdll|kernel\w+)\.",
    re.IGNORECASE,
)
_LOADERS = Sought(r"(?:lib)?vulkan(?:-1)?\.(?:so|dll|1?\.?dylib)", re.IGNORECASE)
_NULL = Sought(r"^\s*#0\s+0x0{8,16} in \?\? ?\(\)")
NOWHERE = "a function that is not there"
"""What stands for the library of a crash in a call through NULL."""

OF_LOADER = " of the loader"
"""What follows the command in whose function of the loader a program crashed."""

_IN_LOADER = Sought(
    r"^\s*#\d{1,2}\s+(?:0x[0-9a-f]+ in )?"
    r"(?P<command>vk(?!CreateInstance|CreateDevice\b|Enumerate|Get\w+ProcAddr)[A-Z]\w{3,80}) \(.{0,200}"
    r"(?:from|in|at) \S{0,300}libvulkan\.(?:so|1?\.?dylib)"
)
_OF_PROGRAM = Sought(r"^\s*#\d{1,2}\s+(?:0x[0-9a-f]+ in )?(?!.*\bfrom /)[^?]{1,200}")

_IN_PROGRAM = Sought(
    r"^\s*#0\s+(?:0x[0-9a-f]+ in )?(?!0x|\?\?|_|raise\b|abort\b|free\b|\w{0,8}alloc\b|mem|str|pthread)"
    r"[\w:~<>,&*$ ]{2,200}\((?!.*(?:\bfrom /|\.so\b|\.dll\b|\.dylib\b)).*\)"
    r"(?: at (?!\S*(?:sysdeps|nptl|malloc|stdlib|string|libio|csu|elf|signal)/)\S{1,300}:\d{1,7}"
    r"| /\S{1,300}\.(?:cc?|c(?:pp|xx)|h|hpp|rs|mm?):\d[\d:]{0,12})?\s*$"
    r"|^\W{0,6}frame #0: 0x[0-9a-f]+ (?!\S{0,80}\.(?:dylib|so)\b)[\w .+-]{1,80}`"
)
"""The innermost frame, where it is of no library: debuggers name that of others, and sources of the C library are
none of the program's."""

_FRAMES = 12
"""How many lines after a signal the frame stands at most in which a program crashed."""

_NEAR = 3
"""How many lines below a frame the next one stands at most: debuggers break long ones."""


class Loaded:
    """Finds the lines that list the libraries which a program has loaded: those are no frames of a stack."""

    def __init__(self) -> None:
        self._below = self._headed = False

    def lists(self, line: str) -> bool:
        """Whether a line is one of such a list, by its own form or by the line above the list."""
        is_heading = _LISTED.search(line) is not None
        if self._headed and not line.strip():  # between the heading and its list
            return False
        self._below = is_heading or (
            self._below and _IN_LIST.search(line) is not None and not _OF_STACK.search(line)
        )
        self._headed = is_heading
        return self._below or _MAPPED.match(line) is not None


class Crash:
    """The crash of a text: its first frame in a library that is known as that of a layer or a driver."""

    def __init__(self) -> None:
        self._from = self._before = -_FRAMES
        self._unknown = "", 0
        self._command = "", 0
        self._at_module = False
        self._in_program = -_NEAR
        self._loaded = Loaded()

    def is_caller(self, line: str, number: int) -> bool:
        """Whether a line is the frame that has called the program's own function in which the program crashed."""
        if "#0" in line and _IN_PROGRAM.match(line):
            self._before = self._from
            self._in_program, self._from = number, -_FRAMES
        elif number - self._in_program <= _NEAR and line.lstrip().startswith(("from /", "() from /")):
            self._in_program, self._from = -_NEAR, self._before  # gdb has broken the line: it is of a library
        return 0 < number - self._in_program <= _NEAR and line.lstrip().startswith("#1 ")

    def frame_in(self, line: str, number: int) -> tuple[str, int]:
        """Return the library of the frame in which the program crashed and its line, as soon as that is known.

        A library that is not known is that of a layer or a driver if the loader has called it.
        """
        line = _UNREAL.sub("", line)
        if self._loaded.lists(line):
            return "", 0
        found = (
            _FRAMES_LIBRARY.search(line) if number - self._from <= _FRAMES and _FRAME.match(line) else None
        )
        if _SIGNAL.search(line):
            self._from, self._unknown, self._command = number, ("", 0), ("", 0)
            self._at_module = "EXCEPTION_ACCESS" in line
        elif self._at_module and line.strip():
            module = _MODULE.match(line.strip())
            self._at_module = False
            if module is not None and owner_of(module["module"]) is not None:
                self._from = -_FRAMES
                return module["module"], number
        if number - self._from <= _FRAMES and _NULL.match(line):
            self._unknown = NOWHERE, number
        command, at = self._command
        own = _IN_LOADER.match(line) if number == self._from + 1 or command else None
        self._command = (own["command"], number) if own is not None else ("", 0)
        if command and own is None and found is None and _OF_PROGRAM.match(line):
            self._from = -_FRAMES
            return command + OF_LOADER, at  # the program itself has called it
        module = _OF_WINDBG.match(line) if found is None and number - self._from <= _FRAMES else None
        if module is not None and owner_of(module["library"]) is not None:
            self._from = -_FRAMES
            return f"{module['library']}.dll", number
        if found is None:
            return "", 0
        if self._unknown[0] and _LOADERS.match(found["library"]):
            self._from = -_FRAMES
            return self._unknown
        if owner_of(found["library"]) is None:
            if not _USUAL.match(found["library"]):
                self._unknown = self._unknown if self._unknown[0] else (found["library"], number)
            return "", 0
        self._from = -_FRAMES
        return ("", 0) if self._unknown[0] else (found["library"], number)  # it crashed elsewhere


@lru_cache(maxsize=1024)
def owner_of(library: str) -> Owner | None:
    """Return whose library it is; None if that is not known."""
    return next(
        (owner for pattern, owner in _OWNERS if re.match(pattern, _stem(library), re.IGNORECASE)), None
    )


def _stem(library: str) -> str:
    """Return the name without the ``lib`` that most have, unless a row wants it."""
    name = library.lower()
    name = (
        name if "." in name else name.replace("_win64_", "-win64-").replace("graphics_hook", "graphics-hook")
    )
    kept = name.startswith(("libglx", "libnvidia", "libvulkan_", "libmoltenvk"))
    return name if kept else name.removeprefix("lib")


def crashed(library: str, layer: str = "") -> str:
    """Return what a crash in a library means; ``layer`` is the one that a loader inserted with that library."""
    if library == NOWHERE:
        return (
            "the program crashed as the loader called a function that is not there (NULL): a layer or a driver gave "
            "none, or the program called one of an extension that it did not enable"
        )
    if library.endswith(OF_LOADER):
        return (
            f"the program crashed in {library}, which it has called itself: mostly as it hands over an object that "
            "was destroyed or never made"
        )
    owner = owner_of(library)
    if layer:
        return f"the program crashed in {library}, the library of {layer}"
    if owner is not None and owner.name == _SOME_LAYER:
        return f"the program crashed in {library}, by its name the library of a layer"
    if owner is not None and owner.name == _OF_DEVICE:
        return f"the program crashed in {library}, {owner.name}"
    whose = f", which belongs to {owner.name}" if owner else ", which the loader calls: a layer or a driver"
    return f"the program crashed in {library}{whose}"


def change_of_crash(
    library: str, files: Mapping[str, str], switches: Mapping[str, str], layer: str = ""
) -> str:
    """Return what shows whether the library is at fault, and is a way around it.

    ``files`` set variables; ``switches`` are those that manifests of the text have for leaving layers out, and
    ``layer`` is the one that a loader inserted with the library.
    """
    owner = owner_of(library)
    if (owner is None or owner.name == _SOME_LAYER) and len(switches) == 1:
        name, value = next(iter(switches.items()))
        setting = f"{name}={shell.plain(value or '1')}"
        return (
            f"try without that layer: set {setting} for the program, as its manifest has it; if that "
            f"helps, update or remove the package that has {library}"
        )
    if layer and (owner is None or owner.name == _SOME_LAYER):
        return f"try without it: set {_IMPLICIT}={layer} for the program; if that helps, update or remove that layer"
    if library.endswith(OF_LOADER):
        return (
            "have the validation layer say what the program does wrong: "
            "VK_INSTANCE_LAYERS=VK_LAYER_KHRONOS_validation"
        )
    if library == NOWHERE:
        return (
            f"try without layers: set {_IMPLICIT}=~implicit~ for the program; if that does not help, try each driver "
            "alone (VK_DRIVER_FILES with its manifest), and the program with VK_LAYER_KHRONOS_validation"
        )
    if owner is None:
        return (
            f"try without layers: set {_IMPLICIT}=~implicit~ for the program; if that helps, update or remove the "
            f"package that has {library}"
        )
    if owner.name.endswith("AMDVLK") and ".so" in library:
        return (
            "have Mesa's driver draw: AMD_VULKAN_ICD=RADV for the program (or remove the package amdvlk, of which no "
            "newer release comes); before that, try without layers: VK_LOADER_LAYERS_DISABLE=~implicit~"
        )
    if owner.name == _OF_DEVICE:
        return (
            "try without debug layers (adb shell settings put global enable_gpu_debug_layers 0); if it crashes as "
            "well, try with the validation layer, which says what the program does wrong, and update the driver"
        )
    if owner.driver:
        return (
            "try without layers (VK_LOADER_LAYERS_DISABLE=~implicit~): crashes there are often those of an overlay "
            "above the driver; if it crashes as well, update the driver"
        )
    if not owner.without:
        return f"switch {owner.name} off for this program, or update it"
    whose = "that layer" if owner.name == _SOME_LAYER else owner.name
    word = owner.without.partition("=")[0].removeprefix("DISABLE_")
    on = (
        next((name for name in files if word in name and "DISABLE" not in name), "")
        if "DISABLE_" in owner.without
        else ""
    )
    more = f" ({on}, which switches it on for all programs, is set in {files[on]})" if on else ""
    return (
        f"try without it: set {owner.without} for the program{more}; if that helps, update or remove {whose}"
    )
