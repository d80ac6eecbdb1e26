"""The single lines of a log that say what became of a file, a layer or a driver, whatever release printed them.

A table of sentences, by observation of fifteen builds from 1.1.97 to 1.4.335, the loader documents, refloader's
own library, and of Mesa's drivers for device nodes. Each has a kind and says what it is about; what no row fits is
no event.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum

from refloader.inspect.posted.crashes import crash_in
from refloader.inspect.posted.linkers import LINKER_WORDS
from refloader.inspect.posted.messages import Found, Weight, message_in


class EventKind(StrEnum):
    """What a line of a log says."""

    VERSION = "the loader says its release"
    MANIFEST_READ = "a layer's manifest was read"
    DRIVER_READ = "a driver's manifest was read"
    BAD_FILE = "a file was refused"
    ASKED = "a variable asks for layers"
    META = "a layer has a library and components"
    FORCED = "a filter turned a layer on"
    OFF = "a layer was turned off"
    NOT_FOUND = "a layer was asked for and not found"
    NOT_LISTED = "a layer that the program asks for is not available"
    NOT_PRESENT = "a program asks for layers of which one is not there"
    LOADING = "a layer's library is opened"
    FAILED = "a layer's library could not be loaded"
    OLDER = "a layer is of an older API version than the program asks for"
    INSERTED = "a layer was inserted"
    OVERRIDE = "an override layer is in force"
    SETTINGS = "a settings file is in force"
    LINKER = "the dynamic linker refused a library"
    EXTENSION = "an extension of Flatpak with a layer is installed"
    OTHER_BRANCH = "an extension is of another branch than the program's runtime"
    LDD = "ldd is asked of a library"
    GONE = "a file that is named does not exist"
    OTHER_BITS = "a library is for the other word size"
    DRIVER_OFF = "a driver was left out by a variable"
    DRIVER_FAILED = "a driver's library could not be loaded"
    NO_DRIVER = "no driver is left"
    PORTABILITY = "portability drivers were left out"
    IN_CHAIN = "a layer is in the printed chain"
    AVAILABLE = "a layer is listed"
    USED = "a driver is used for a device"
    DEVICE = "a device is listed"
    CLOSED = "a device node could not be opened"
    UNLOADABLE = "a report says that a driver's library cannot be loaded"
    NO_VULKAN = "a report says that Vulkan does not work for some programs"
    DENIED = "a security module of the kernel denied a file"
    NO_DEVICE = "no driver gives a device"
    FIRMWARE = "the kernel's module of a graphics card has no firmware"
    NOT_IMPORTED = "Steam's container left a manifest out"
    NO_LOADER = "a program could not load the loader"
    MISMATCH = "NVIDIA's kernel module and libraries are of different versions"
    NO_MODULE = "NVIDIA's kernel module does not answer"
    REFUSING = "a driver's library gives no vkCreateInstance"
    TOO_OLD = "DXVK passes over a device"
    ONLY_SOFTWARE = "the processor is the only device"
    OLD_LOADER = "a loader that lacks a command was loaded"
    LEFT_DRIVER = "a driver was left out, as it made no instance"
    SEPARATOR = "a variable separates its entries wrongly"
    PRELOAD = "a library of LD_PRELOAD was left out"
    NO_DRI3 = "the X server has no DRI3"
    ELEVATED = "a variable is ignored because of privileges"
    CRASHED = "a program crashed in a library"
    TWINS = "two drivers list one card"
    UNDRIVEN = "a card has no driver in the listed folders"
    MESSAGE = "a message of another program than the loader"
    EFFECT = "a message whose cause is elsewhere"
    ELSEWHERE = "a message that is not of Vulkan"
    REMARK = "a message that is no problem"
    ERROR = "another error"


@dataclass(frozen=True, slots=True)
class Event:
    """What one line says: its number, the name, path or library that it is about, and why."""

    kind: EventKind
    line: int
    subject: str = ""
    why: str = ""
    message: Found | None = None


_OF_WEIGHT = {
    Weight.CAUSE: EventKind.MESSAGE,
    Weight.EFFECT: EventKind.EFFECT,
    Weight.REMARK: EventKind.REMARK,
    Weight.ELSEWHERE: EventKind.ELSEWHERE,
}

_NAME = r"\"?(?P<subject>VK_LAYER_\w+)\"?"
_FILE = r"(?P<subject>(?:/|[A-Za-z]:[\\/]|\\\\)[^\x00-\x1f\"*<>|]{0,1024}?\.json)\b"
_WORD = r"(?:^|(?<=[\s\"]))(?P<subject>[^\s\"]{1,1024})"
"""A library or a file without blanks. It begins a word, so that a long line is searched once."""

_OF_VULKAN = r"[^\"]{0,1024}(?:\.json|vulkan|/dev/dri|renderD\d|/dev/nvidia|/dev/dxg)[^\"]{0,200}"
"""What a driver or a loader opens; what a kernel denies besides is no matter of theirs."""

_UNFOUND = r"(?:(?:(?:unable|failed) to|could not|couldn't|cannot|can't) (?:find|locate)|missing|unknown)"
_NOT_THERE = r"(?:not (?:found|available|present|installed)\b|(?:unavailable|missing|not supported)\W{0,3}$)"
_ADJECTIVES = r"(?: (?:the|a|required|requested|vulkan|instance|device|validation|debug|explicit)){0,4}"
_OF_MACOS = r"^[^(]{0,200}dlopen\((?P<subject>/[^,\s]{1,1024}), 0x\w{1,8}\)"

_ROWS = (
    (
        EventKind.DENIED,
        r"apparmor=\"DENIED\"(?=.{0,400}profile=\"(?P<why>[^\"]{1,200})\")"
        rf".{{0,400}}\bname=\"(?P<subject>{_OF_VULKAN})\"",
    ),
    (
        EventKind.DENIED,
        r"avc: {1,4}denied {1,4}\{(?P<acts>[\w ]{1,80})\}(?!.*permissive=1)"
        rf"(?=.{{0,600}}tcontext=(?P<why>[\w:,.-]{{1,200}})).{{0,400}}\b(?:name|path)=\"(?P<subject>{_OF_VULKAN})\"",
    ),
    (
        EventKind.MISMATCH,
        r"(?P<subject>NVML: Driver/library version mismatch|NVRM: API mismatch|client has the version)",
    ),
    (
        EventKind.FIRMWARE,
        r"Direct firmware load for (?P<subject>(?:amdgpu|radeon|i915|xe|nouveau|nvidia)/[\w./-]{1,100}) failed with "
        r"error (?P<why>-2)\b",
    ),
    (
        EventKind.NOT_IMPORTED,
        rf"pressure-vessel\S{{0,40}}: W: .{{0,80}}Failed to load Vulkan .{{0,20}} from \"?{_FILE}\"?: "
        r"(?P<why>.{1,200})",
    ),
    (EventKind.NO_DEVICE, r"(?P<subject>ZINK: (?:failed to choose pdev|vkEnumeratePhysicalDevices failed))"),
    (EventKind.NO_MODULE, r"(?P<subject>NVIDIA-SMI has failed because it couldn't communicate)"),
    (
        EventKind.NO_LOADER,
        r"(?:err:vulkan:\S{1,60}|dlopen|could not|unable to).{0,40}"
        r"\bload (?P<subject>libvulkan\.so\.1|vulkan-1\.dll|libvulkan\.1\.dylib)",
    ),
    (
        EventKind.NO_LOADER,
        r"error while loading shared libraries: (?P<subject>libvulkan\.so\.1): cannot open",
    ),
    (
        EventKind.TOO_OLD,
        r"(?P<subject>Skipping) (?P<why>Vulkan 1\.[012] adapter: (?!llvmpipe).{1,100})",
    ),
    (
        EventKind.TOO_OLD,
        r"(?P<subject>Skipping): (?P<why>(?:Device|Driver) does not support .{1,100})",
    ),
    (EventKind.NO_DEVICE, r"(?P<subject>DXVK: No adapters found|No Vulkan adapters found)"),
    (
        EventKind.PRELOAD,
        r"object '(?P<subject>[^']{1,1024})' from LD_PRELOAD cannot be preloaded \((?P<why>[^)]{1,200})\)",
    ),
    (EventKind.NO_DRI3, r"(?P<subject>No DRI3 support detected)"),
    (EventKind.NOT_FOUND, r"(?P<subject>validation layers requested), but not available"),
    (
        EventKind.LINKER,
        r"Failed to open dynamic library \"(?P<subject>[^\"\s]{1,1024})\" with error \"(?P<why>.{1,300}?)\"?$",
    ),
    (
        EventKind.LINKER,
        r"Failed to open dynamic library \"(?P<subject>[^\"]{1,1024})\" with (?P<why>error \d{1,5})\b",
    ),
    (
        EventKind.LINKER,
        rf"{_OF_MACOS}.{{0,2048}}(?P<why>code signature .{{1,200}} not valid for use in process)",
    ),
    (EventKind.LINKER, rf"{_OF_MACOS}.{{0,2048}}(?P<why>library load disallowed by system policy)"),
    (
        EventKind.LINKER,
        rf"{_OF_MACOS}.{{0,2048}}(?P<why>incompatible architecture \(have '\w+', need '\w+'\))",
    ),
    (EventKind.LINKER, rf"{_OF_MACOS}.{{0,2048}}(?P<why>no such file|image not found)"),
    (
        EventKind.OLD_LOADER,
        r"symbol lookup error: (?!\S*\.so)\S{1,200}: undefined symbol: (?P<subject>vk[A-Z]\w{1,100})",
    ),
    (
        EventKind.EXTENSION,
        r"(?P<subject>org\.freedesktop\.Platform\.VulkanLayer\.\w{1,60})\b.{0,60}?(?<![\d.])(?P<why>2\d\.08)(?![\d.])",
    ),
    (EventKind.LDD, r"(?:^|[\s$#`])ldd (?:-r )?(?P<subject>/[^\s|;`]{1,1024})"),
    (EventKind.LINKER, r"^(?P<subject>lib[^\s/]{1,200}) => (?P<why>not found)"),
    (
        EventKind.GONE,
        r"\bls: cannot access '?(?P<subject>/[^\s']{1,1024}\.(?:json|dylib|so[\d.]{0,20}))'?: (?P<why>No such file)",
    ),
    (
        EventKind.OLD_LOADER,
        r"procedure entry point (?P<subject>vk[A-Z]\w{1,100}) could not be located",
    ),
    (
        EventKind.LEFT_DRIVER,
        r"Received return code (?P<why>-\d{1,10}) from call to vkCreateInstance in (?:ICD|driver) "
        r"\"?(?P<subject>\S{1,1024}?)\"?\.? Skipping",
    ),
    (EventKind.VERSION, r"Vulkan Loader Version (?P<subject>[0-9][0-9.]*)"),
    (EventKind.DRIVER_READ, rf"Found ICD manifest file {_FILE}"),
    (EventKind.MANIFEST_READ, rf"Found manifest file {_FILE}"),
    (
        EventKind.BAD_FILE,
        rf"(?P<why>Failed to (?:parse|open|read|load)[^/\\]{{0,40}}|Invalid JSON)[^/\\]{{0,20}} file,? {_FILE}",
    ),
    (EventKind.BAD_FILE, r"(?P<why>Failed to open) JSON file (?P<subject>[^/\s\"][^\s\"]{0,1024}\.json)\b"),
    (
        EventKind.BAD_FILE,
        rf"{_WORD}(?<=\.json)\"?,? (?P<why>(?:is not|does not|is missing|cannot|could not|has no)\b.{{0,200}})",
    ),
    (EventKind.META, r"(?P<subject>component_layers), but also defining layer library path"),
    (EventKind.FORCED, rf"layer {_NAME} (?P<why>forced enabled .{{0,200}})"),
    (EventKind.OFF, rf"layer {_NAME} (?P<why>(?:forced )?(?:disabled|ignored|removed) .{{0,200}})"),
    (EventKind.OFF, rf"layer {_NAME} (?P<why>library architecture doesn't match)"),
    (EventKind.OFF, rf"Disabling implicit layer {_NAME} for (?P<why>using an old API version .{{0,200}})"),
    (
        EventKind.OFF,
        rf"(?P<why>(?:Override layer is|Implicit meta-layers are) active),? and layer {_NAME} "
        r"is (?P<more>not list inside|in the blacklist)",
    ),
    (EventKind.NOT_FOUND, rf"Layer {_NAME} was not found but was requested by (?P<why>.{{0,100}})"),
    (
        EventKind.SEPARATOR,
        r"Layer \"(?P<subject>VK_LAYER_\w{1,200}[;:, ][^\"]{1,1024})\" was not found but was requested by env var "
        r"'?(?P<why>VK_\w+)",
    ),
    (EventKind.NOT_FOUND, rf"Failed to find layer name {_NAME} to activate"),
    (EventKind.NOT_FOUND, rf"{_UNFOUND}{_ADJECTIVES} layers?\b[^\w\"]{{0,4}}[\"'`\[]{{0,2}}{_NAME}"),
    (EventKind.NOT_FOUND, rf"layer\b.{{0,12}}{_NAME}['`\]]?:?(?: is| was)? {_NOT_THERE}"),
    (EventKind.NOT_FOUND, rf"^(?:.{{0,60}}[:\]] )?{_NAME}['`\]]?:?(?: is| was)? {_NOT_THERE}"),
    (EventKind.NOT_FOUND, r"(?P<subject>failed to find (?:the )?required validation layer)"),
    (EventKind.NOT_PRESENT, r"\b(?P<subject>(?:VK_)?ERROR_LAYER_NOT_PRESENT)\b"),
    (EventKind.NOT_LISTED, r"Layer (?P<subject>[0-9]{1,9}) does not exist in the list of available layers"),
    (
        EventKind.ASKED,
        r"env var '?(?P<why>VK_\w+)'? defined and adding layers \"?(?P<subject>[\w:;,]{1,1024})",
    ),
    (EventKind.FAILED, rf"Requested layer {_NAME} (?P<why>failed to load|was wrong bit-type)"),
    (
        EventKind.OLDER,
        rf"Layer {_NAME} uses (?P<why>API version [\d.]{{1,20}} which is older than the application specified "
        r"API version of [\d.]{1,20})",
    ),
    (EventKind.INSERTED, rf"Insert instance layer {_NAME}(?: \((?P<why>[^)]{{0,1024}})\))?"),
    (EventKind.LOADING, r"Loading layer library \"?(?P<subject>[^\s\"]{1,1024})"),
    (EventKind.OVERRIDE, r"Override layer has override paths set to (?P<subject>.{1,1024})"),
    (EventKind.OVERRIDE, r"(?P<subject>Using the (?:global|app specific) override layer)"),
    (EventKind.SETTINGS, rf"(?:loader settings from|settings file at) {_FILE}"),
    (EventKind.OTHER_BITS, rf"{_WORD}\"?: (?P<why>wrong ELF class.{{0,100}})"),
    (
        EventKind.OTHER_BITS,
        r"Requested (?:ICD|driver|layer) \"?(?P<subject>[^\s\"]{1,1024})\"? was (?P<why>wrong bit-type)",
    ),
    (
        EventKind.LINKER,
        rf"{_WORD}\"?: (?P<why>(?:cannot open|{LINKER_WORDS}).{{0,200}})",
    ),
    (
        EventKind.LINKER,
        r"(?P<why>Error loading) shared library (?P<subject>[^\s:]{1,1024}): "
        r"(?P<more>.{1,60}? \(needed by [^)]{1,1024}\))",
    ),
    (
        EventKind.LINKER,
        r"(?P<why>Error relocating) (?P<subject>[^\s:]{1,1024}): (?P<more>\w{1,200}: symbol not found)",
    ),
    (
        EventKind.LINKER,
        r"dlopen failed: (?P<why>cannot locate symbol \"\w{1,200}\") referenced by \"(?P<subject>[^\"]{1,1024})\"",
    ),
    (
        EventKind.LINKER,
        r"dlopen failed: (?:library )?\"(?P<subject>[^\"]{1,1024})\":? (?P<why>(?:not found|is |has |needed or|"
        r"program alignment).{0,300})",
    ),
    (
        EventKind.DRIVER_OFF,
        r"Driver \"?(?P<subject>[^\"]{1,200}?)\"? ignored because (?P<why>.{1,200})",
    ),
    (
        EventKind.REFUSING,
        r"Could not get '?vkCreateInstance'? via '?vk_icdGetInstanceProcAddr'? for (?:ICD )?"
        r"(?P<subject>[^\s\"]{1,1024})",
    ),
    (
        EventKind.DRIVER_FAILED,
        r"Failed (?:to add|loading library associated with) ICD JSON (?P<subject>[^\s\"]{1,1024}?)"
        r"\.\s{0,8}(?:Skip|Ignor)",
    ),
    (EventKind.PORTABILITY, r"(?P<subject>Found drivers that contain devices which support the portability)"),
    (EventKind.NO_DRIVER, r"(?P<subject>Found no drivers)"),
    (EventKind.NO_DRIVER, r"(?P<subject>vkCreateInstance failed with (?:VK_)?ERROR_INCOMPATIBLE_DRIVER)"),
    (
        EventKind.CLOSED,
        r"open(?:ing)? (?:the )?(?:device |node )?(?P<subject>/dev/[\w/]{1,60}):? {0,2}(?:failed:)? {0,2}\(?"
        r"(?P<why>Permission denied|No such file)",
    ),
    (EventKind.NO_DEVICE, r"(?P<subject>Failed to detect any valid GPUs|reported zero accessible devices)"),
    (EventKind.NO_DRIVER, r"(?P<subject>Cannot find a compatible Vulkan installable client driver)"),
    (
        EventKind.ELEVATED,
        r"elevated permissions\. {1,4}Environment variable (?P<subject>\w+) will be ignored",
    ),
)
_TABLE = tuple((kind, re.compile(pattern, re.IGNORECASE)) for kind, pattern in _ROWS)
_WORDS = re.compile(
    r"manifest|JSON|layer|ELF|ICD|driver|Version|open|undefined symbol|symbol lookup|settings|file too short"
    r"|file data|valid GPUs|vkCreateInstance|failed to map|ET_DYN|cannot enable|elevated|vulkan|DRI3|mismatch"
    r"|Skipping: D|adapters"
    r"|LD_PRELOAD|Skipping Vulkan|entry point|ldd |=> not|ls: cannot|VulkanLayer"
    r"|static TLS|CPU ISA|DT_RELR|relocat|shared library|dlopen|segment|memory prot|object file has no|executable"
    r"|accessible devices|client has the|apparmor|avc:|firmware load|ZINK: ",
    re.IGNORECASE,
)
"""One of these is in each sentence of the table: a line without any is passed over at once."""

_MEANT = {
    "validation layers requested": "VK_LAYER_KHRONOS_validation",
    "failed to find required validation layer": "VK_LAYER_KHRONOS_validation",
    "failed to find the required validation layer": "VK_LAYER_KHRONOS_validation",
    "nvml: driver/library version mismatch": "NVIDIA",
    "nvrm: api mismatch": "NVIDIA",
    "client has the version": "NVIDIA",
}
"""What programs say that do not name the layer that they ask for, or the maker of the driver."""

_MORE = {"not list inside": "it does not name the layer", "in the blacklist": "it excludes the layer"}


def events_of(body: str, number: int, *, error: bool) -> Iterator[Event]:
    """Yield what a line says; ``error`` is whether the loader marks it as an error."""
    rows = _TABLE if _WORDS.search(body) else ()
    for kind, pattern in rows:
        found = pattern.search(body)
        if found is None:
            continue
        groups = found.groupdict(default="")
        why = groups.get("why", "").strip(" .,")
        more = _MORE.get(groups.get("more", "").lower(), groups.get("more", ""))
        subject = _MEANT.get(groups["subject"].lower(), groups["subject"])
        if kind is EventKind.DENIED:
            why = f"SELinux (label {why})" if "acts" in groups else f"AppArmor (profile {why})"
        yield Event(kind, number, subject, f"{why}: {more}" if more else why)
        return
    library, message = crash_in(body), message_in(body)
    if library:
        yield Event(EventKind.CRASHED, number, library)
    elif message is not None:
        kind = _OF_WEIGHT[message.message.weight]
        yield Event(kind, number, message.subject, message.why, message)
    elif error:
        yield Event(EventKind.ERROR, number, why=body)


BAD = {
    EventKind.DENIED: "{subject} was denied to the program by {why}",
    EventKind.UNLOADABLE: "the driver's library {subject} {why} cannot be loaded, says the report",
    EventKind.NO_VULKAN: "{subject} have no Vulkan that works, says the report: {why}",
    EventKind.BAD_FILE: "{subject} was refused: {why}",
    EventKind.META: 'a layer was left out: its manifest has both "library_path" and "component_layers"',
    EventKind.NOT_FOUND: "{subject} was asked for and not found",
    EventKind.NOT_LISTED: "the program asks for a layer that is not available, number {subject} of its list",
    EventKind.NOT_PRESENT: "the program asks for layers of which one is not there (VK_ERROR_LAYER_NOT_PRESENT)",
    EventKind.FAILED: "the library of {subject} {why}",
    EventKind.LINKER: "the dynamic linker refused {subject}: {why}",
    EventKind.DRIVER_FAILED: "the driver's library {subject} could not be loaded",
    EventKind.REFUSING: "the driver's library {subject} was opened and refuses to work: it gives no vkCreateInstance",
    EventKind.PORTABILITY: "portability drivers are left out, as the program does not ask for such",
    EventKind.NO_DRIVER: "no driver is left: vkCreateInstance fails",
    EventKind.CLOSED: "the driver could not open {subject}: {why}; the user needs the group that owns it, usually "
    "render or video, and a container needs the node",
    EventKind.MISMATCH: "NVIDIA's kernel module and libraries are of different versions: its driver gives no device",
    EventKind.FIRMWARE: "the kernel found no firmware {subject}, without which its module may not drive the card",
    EventKind.NOT_IMPORTED: "Steam's container left {subject} out: {why}",
    EventKind.NO_MODULE: "NVIDIA's kernel module does not answer: it is not loaded, or does not fit the libraries",
    EventKind.NO_LOADER: "the program could not load the loader {subject} of its own word size",
    EventKind.TOO_OLD: "DXVK passes over a device: {why}",
    EventKind.NO_DEVICE: "no driver gives a device",
    EventKind.ONLY_SOFTWARE: "the only device is {subject}, which is the processor",
    EventKind.OTHER_BRANCH: "the program's runtime does not take {subject}: it is of {why}",
    EventKind.GONE: "{subject} does not exist",
    EventKind.OLD_LOADER: "the program got a loader that is older than it needs: it has no {subject}",
    EventKind.SEPARATOR: "{why} was read as one name, {subject}, which no layer has",
    EventKind.UNDRIVEN: "{subject} has no driver for Vulkan: no manifest in {why} is one of its maker",
    EventKind.CRASHED: "the program crashed in {subject}",
    EventKind.MESSAGE: "",
    EventKind.EFFECT: "",
    EventKind.ELSEWHERE: "",
    EventKind.ERROR: "an error: {why}",
}
"""What is a problem; a message has its sentence in its own table."""

PLAIN = {
    EventKind.VERSION: "the loader is release {subject}",
    EventKind.OFF: "{subject} was left out: {why}",
    EventKind.FORCED: "{subject} was {why}",
    EventKind.OLDER: "the loader warns that {subject} uses {why}",
    EventKind.OVERRIDE: "an override layer is in force: {subject}",
    EventKind.SETTINGS: "the settings file {subject} is in force",
    EventKind.DRIVER_OFF: "the driver {subject} was left out: {why}",
    EventKind.LEFT_DRIVER: "the driver {subject} was left out: its vkCreateInstance returned {why}",
    EventKind.USED: "the driver {subject} is used for the device {why}",
    EventKind.DEVICE: "a device: {subject}",
    EventKind.ASKED: "{why} asks for {subject}",
    EventKind.PRELOAD: "{subject} of LD_PRELOAD was left out ({why}): usual with Steam, which names it for both "
    "word sizes",
    EventKind.NO_DRI3: "the X server has no DRI3, without which Mesa's drivers cannot show pictures in a window",
    EventKind.TWINS: "{subject} are listed for the same kind of card by two drivers, {why}",
    EventKind.REMARK: "",
    EventKind.OTHER_BITS: "{subject} is for the other word size: usual where both are installed",
    EventKind.ELEVATED: "{subject} is said to be ignored because of privileges; "
    "release 1.2.135 says so of variables that are not set, too",
}
"""What is none."""
