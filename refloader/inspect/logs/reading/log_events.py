"""The single lines of a log that say what became of a file, a layer or a driver, whatever release printed them.

A table of sentences, by observation of fifteen builds from 1.1.97 to 1.4.335, the loader documents, refloader's
own library, and of Mesa's drivers for device nodes. Each has a kind and says what it is about; what no row fits is
no event.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache, lru_cache

from refloader.host import shell
from refloader.inspect.logs.messages.known_messages import Weight, message_in
from refloader.inspect.logs.reading.crashes import crash_in
from refloader.inspect.logs.reading.kinds import BY_OPENGL, Event, EventKind
from refloader.inspect.logs.reading.log_rows import ABSENT, CLOSED, ROWS, UNOPENED_NODE
from refloader.inspect.logs.reading.results import lacking, named
from refloader.inspect.logs.surroundings.sought import Lookup, Sought, by_expressions

_OF_WEIGHT = {
    Weight.CAUSE: EventKind.MESSAGE,
    Weight.EFFECT: EventKind.EFFECT,
    Weight.REMARK: EventKind.REMARK,
    Weight.ELSEWHERE: EventKind.ELSEWHERE,
}

_TABLE = tuple((kind, Sought(pattern, re.IGNORECASE)) for kind, pattern in ROWS)
_WORDS = Sought(
    r"/dev/|manifest|JSON|layer|ELF|ICD|driver|Version|open|undefined symbol|symbol lookup|settings|file too short"
    r"|file data|valid GPUs|vkCreateInstance|failed to map|ET_DYN|cannot enable|elevated|vulkan|DRI3|mismatch"
    r"|Skipping: D|adapters"
    r"|LD_PRELOAD|Skipping Vulkan|entry point|ldd |=> not|ls: cannot|VulkanLayer"
    r"|static TLS|CPU ISA|DT_RELR|relocat|shared library|dlopen|segment|memory prot|object file has no|executable"
    r"|INCOMPATIBLE|devices? (?:found|detected|available)|GPUs? (?:found|detected)|incompatible arch"
    r"|Module |Permission denied|Berechtigung|accordée|denegado|nomodeset|modeset=0|GPU|adapter|device|card"
    r"|not found for |accessible devices|client has the|apparmor|avc:|firmware load|missing firmware|ZINK: "
    r"|from new location",
    re.IGNORECASE,
)
"""One of these is in each sentence of the table: a line without any is passed over at once."""

_OF_OTHERS = Sought(
    r"^libGL(?: error)?:|\blibGL error|\bMESA-LOADER: failed|libEGL (?:warning|fatal)|\bGLX\b.{0,40}(?:error|fail)"
    r"|\bvulkan_instance\.cc\(\d+\)\W{1,3}.{0,40}vkCreateInstance\(?\)? failed:? ?(?:-[39]\b|VK_ERROR_IN)"
)
"""What OpenGL says, which has drivers of its own that the linker may refuse as well; and Chromium, which tries Vulkan
first and goes on without.
"""

_RENDER_NODE = re.compile(r"/dev/dri/renderD\d{1,3}")
"""The node that OpenGL and Vulkan open alike."""

_COMPONENT = Sought(
    r"Meta-layer \W?(?P<meta>VK_LAYER_\w+)\W? can.t find component layer \W?(?P<part>VK_LAYER_\w+)"
)


_RESET = (
    "reset it in the configurator (vkconfig) that wrote it, or remove its manifest, VkLayer_override.json (in "
    "~/.local/share/vulkan/implicit_layer.d)"
)
_OVERRIDING = Sought(r"Ignoring VK_(?:ADD_)?LAYER_PATH\b.*[Oo]verride layer")
_QUOTED_PATH = Sought(r"Failed to open JSON file (?P<path>\"[^\"]{1,1024}\.json\"|'[^']{1,1024}\.json')")


def _with_quotes(body: str, number: int) -> Iterator[Event]:
    """Yield that a loader took quotation marks as a part of a path: it prints none of its own there."""
    found = _QUOTED_PATH.search(body)
    if found is not None:
        path = found["path"][1:-1]
        why = f"the loader looked for a file whose name has quotation marks: {found['path']}"
        line = f": set NAME={path}" if shell.is_path_on_windows(path) else ""
        line = f": NAME={path}" if shell.plain(path) == path else line
        fix = (
            f"take the quotation marks out of the variable's value: not everything that sets one takes them away "
            f"(set in cmd and docker --env-file keep them){line}"
        )
        yield Event(EventKind.CONCLUDED, number, path, why, fix=fix)


def _fix_of_left_out(body: str) -> str:
    """Return what mends that a loader leaves something out, if its line says enough."""
    if _OVERRIDING.search(body):
        return f"if the override layer is not wanted any more, {_RESET}"
    return _without_component(body)


def _without_component(body: str) -> str:
    """Return what mends a layer of layers that lacks one of them; empty if the line says no such thing."""
    found = _COMPONENT.search(body)
    if found is None:
        return ""
    install = f"install {found['part']}, or have VK_ADD_LAYER_PATH name its folder"
    if found["meta"] != "VK_LAYER_LUNARG_override":
        return f"{install}, or take it out of component_layers in the manifest of {found['meta']}"
    return f"if the override layer is not wanted any more, {_RESET}; else {install}"


_LEFT_OUT = Sought(
    r"^(?=.*(?:manifest|JSON|layer))(?!.*(?:already been read|duplicate))"
    r".*\b(?:skip(?:ping|ped|s)?|ignor(?:ing|ed|e)|discard(?:ing|ed)?|reject(?:ing|ed)"
    r"|not be (?:used|loaded|added))\b",
    re.IGNORECASE,
)
"""How loaders say that they leave something out, whatever it is."""

_JSON_PATH = re.compile(r"(?<![^\s\"'])(?:/|[A-Za-z]:[\\/])[^\s\"]{1,1000}\.json\b")
_OF_LOADERS = Sought(
    r"vk|vulkan|loader_|layer|\bicd|driver|\.json|instance|phys_dev|\.so\b|\.dll\b|\.dylib\b|registry|terminator_",
    re.IGNORECASE,
)
"""One of these is in each error of a loader; other programs mark their errors in the same way."""

_ASKED_VERSION = Sought(
    r"Vulkan(?: API)?(?: version)?(?: >=| at least| of)? ?v?(?P<version>1\.\d)\b", re.IGNORECASE
)
"""Which version of Vulkan a program asks for, in a message that it has no device."""

_MEANT = {
    "validation layers requested": "VK_LAYER_KHRONOS_validation",
    "validation layer requested": "VK_LAYER_KHRONOS_validation",
    "failed to find required validation layer": "VK_LAYER_KHRONOS_validation",
    "failed to find the required validation layer": "VK_LAYER_KHRONOS_validation",
    **dict.fromkeys(
        (f"{no}validation layer{s}" for no in ("", "no ") for s in ("", "s")), "VK_LAYER_KHRONOS_validation"
    ),
    "nvml: driver/library version mismatch": "NVIDIA",
    "driver/library version mismatch": "NVIDIA",
    "nvrm: api mismatch": "NVIDIA",
    "libvulkan": "libvulkan.so.1",
    "vulkan-1.dll": "vulkan-1.dll",
    "client has the version": "NVIDIA",
}
"""What programs say that do not name the layer that they ask for, or the maker of the driver."""

_MORE = {"not list inside": "it does not name the layer", "in the blacklist": "it excludes the layer"}


_NARROW = Sought(r"\bfor i386-linux-gnu\b|\bi686\.json\b|\bi386\.json\b")
"""What shows that a library was to be opened for 32-bit programs."""

_SAID_NARROW = Sought(r"\bi[36]86\b|\b32[- ]?bits?\b|\blib32\b", re.IGNORECASE)
_DONE_WITHOUT = Sought(
    r"\b(?:optional|fall(?:s|ing)? ?back|debug ?info|symbols|if|when|was missing|used to)\b|\?", re.IGNORECASE
)


def _absent(body: str) -> str | None:
    """Return the library of a loader or a driver that a line says to be missing; None if it says no such thing."""
    if "lib" not in body or _DONE_WITHOUT.search(body):
        return None
    found = next((match for pattern in ABSENT if (match := pattern.search(body)) is not None), None)
    return found["subject"] if found is not None else None


_OF_LD_DEBUG = re.compile(r": error: (?:version|symbol) lookup error: ")
"""What the linker says before a reason if LD_DEBUG is set."""

_FOLLOWING = (EventKind.LEFT_DRIVER, EventKind.NO_DRIVER, EventKind.NO_DEVICE, EventKind.NOT_PRESENT)
"""What follows from a cause that the same line may have."""


_OF_PROGRAM = "error while loading shared libraries"


_SYMBOL = re.compile(r"^(undefined symbol:? [\w@.$]{1,400}(?:,? version [\w.@]{1,60})?)`? (?=[a-z]).*$")
"""The name of a symbol, and behind it the words of people."""

_SENTENCE = Sought(r"\b[a-z]{1,20}[’']?[a-z]{1,20} (?!lib)[a-z]{1,30}: cannot open shared object")
"""The last words of a sentence before the linker's words, as in "does not load: cannot open"; no file's name."""


@cache
def _lookup() -> Lookup:
    """Return the lookup of the rows by their patterns."""
    return by_expressions(pattern for _, pattern in _TABLE)


_VARIABLES = frozenset(
    {
        "VK_LAYER_PATH",
        "VK_LAYER_SETTINGS_PATH",
        "VK_LAYER_ENABLES",
        "VK_LAYER_DISABLES",
        "VK_LAYER_MESSAGE_ID_FILTER",
        "VK_LAYER_MESA_OVERLAY_CONFIG",
        "VK_LAYER_NAME",
    }
)
"""What is spelt as a layer's name, and is none."""


@lru_cache(maxsize=4096)
def _row_of(body: str) -> tuple[EventKind, Mapping[str, str]] | None:
    """Return the first row of the table that a line has, with what it names. A log repeats most of its lines."""
    for index in _lookup().rows(body):
        kind, pattern = _TABLE[index]
        found = pattern.confirm(body)
        by_loader = "requested" in body  # which then has been asked for a layer of that name
        if found and kind is EventKind.NOT_FOUND and found["subject"] in _VARIABLES and not by_loader:
            continue
        if found is not None and not (kind is EventKind.LINKER and _SENTENCE.search(body)):
            groups = found.groupdict(default="")
            if _OF_OTHERS.search(body):
                is_closed = kind is EventKind.CLOSED and _RENDER_NODE.fullmatch(found["subject"])
                return (kind, {**groups, "by": BY_OPENGL}) if is_closed else None
            return (kind, groups) if _WORDS.search(body) else None
    return None


_OWN_REFUSAL = Sought(
    r"^(?P<why>.{1,2000}); the (?:layer|driver) is left out"
    r" \((?P<subject>[^()]{1,1000}):\d+:\d+\) \[[A-Z0-9_-]{3,40}\]$"
)
"""How refloader's own library warns of a manifest that costs a layer or driver."""


def _own_refusal(body: str, number: int) -> Event | None:
    """Return what such a warning says; None if the line is none."""
    found = _OWN_REFUSAL.search(body)
    if found is None:
        return None
    path = found["subject"]
    return Event(EventKind.BAD_FILE, number, path, found["why"].removeprefix(f"{path}: "))


def events_of(body: str, number: int, *, error: bool, is_warning: bool = False) -> Iterator[Event]:
    """Yield what a line says; ``error`` is whether the loader marks it as an error."""
    if is_warning and (refusal := _own_refusal(body, number)) is not None:
        yield refusal
        return
    body = _OF_LD_DEBUG.sub(": ", named(body)).removesuffix(" (fatal)")
    if (said := _row_of(body)) is not None:
        kind, groups = said
        why = groups.get("why", "").strip(" .,").partition('". ')[0]  # behind a quotation
        why = _SYMBOL.sub(r"\1", why) if why.startswith("undefined symbol") else why
        why = why.removesuffix('"') if why.count('"') == 1 else why  # that of ltrace around the whole
        more = _MORE.get(groups.get("more", "").lower(), groups.get("more", ""))
        subject = _MEANT.get(groups["subject"].lower(), groups["subject"])
        if kind is EventKind.DENIED:
            why = f"SELinux (label {why})" if "acts" in groups else f"AppArmor (profile {why})"
        closed = CLOSED.search(body) if kind in _FOLLOWING else None
        if closed is not None:
            yield Event(EventKind.CLOSED, number, closed["subject"], closed["why"])
        remark = message_in(body) if kind is EventKind.LINKER else None
        weight = remark.message.weight if remark is not None else None
        own = weight is Weight.ELSEWHERE and _OF_PROGRAM in body  # a library that the program itself needs
        if remark is not None and (weight is Weight.REMARK or own):
            yield Event(_OF_WEIGHT[remark.message.weight], number, remark.subject, remark.why, remark)
            return
        if kind is EventKind.LINKER and _NARROW.search(body) and "i386" not in why + subject:
            why += " (i386-linux-gnu)"
        cause = message_in(body) if kind in _FOLLOWING and closed is None else None
        if cause is not None and cause.message.weight is Weight.CAUSE:
            yield Event(EventKind.MESSAGE, number, cause.subject, cause.why, cause)
        elif closed is None and kind in _FOLLOWING and (node := UNOPENED_NODE.search(body)) is not None:
            yield Event(EventKind.CLOSED, number, node["subject"], node["why"])
        why += groups.get("by", "")
        yield Event(kind, number, subject, f"{why}: {more}" if more else why)
        return
    library, message, lacked = crash_in(body), message_in(body), lacking(body)
    if library:
        yield Event(EventKind.CRASHED, number, library)
    elif lacked is not None:
        name, is_needed, on_device = lacked
        kind = EventKind.LACKED if is_needed or error else EventKind.DONE_WITHOUT
        yield Event(kind, number, name, "no device" if on_device else "no driver and no layer")
    elif message is not None:
        kind = _OF_WEIGHT[message.message.weight]
        version = _ASKED_VERSION.search(body) if message.message.deviceless and not message.why else None
        yield Event(kind, number, message.subject, version["version"] if version else message.why, message)
    elif (absent := _absent(body)) is not None:
        is_loader = absent.startswith("libvulkan.so")
        why = "not found (i386-linux-gnu)" if _SAID_NARROW.search(body) else "not found"
        yield Event(EventKind.NO_LOADER if is_loader else EventKind.LINKER, number, absent, why)
    elif (error or is_warning) and _LEFT_OUT.search(body) and _OF_LOADERS.search(body):
        path = next(iter(_JSON_PATH.findall(body)), "")
        yield Event(EventKind.LEFT_OUT, number, path, body.strip(" .,"), fix=_fix_of_left_out(body))
    elif error and (quoted := list(_with_quotes(body, number))):
        yield from quoted
    elif error and _OF_LOADERS.search(body) and "VK_SUCCESS" not in body:
        yield Event(EventKind.ERROR, number, why=body)
