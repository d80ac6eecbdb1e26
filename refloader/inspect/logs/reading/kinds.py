"""What the lines of a log say: the kinds of events, and the sentence of each.

``log_events`` has the sentences by which a line is known to be one.
"""

from dataclasses import dataclass
from enum import StrEnum

from refloader.inspect.logs.messages.known_messages import Found


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
    LACKED = "an extension that a program needs is not there"
    DONE_WITHOUT = "an extension is not there, and the program may do without"
    HIDDEN_CARD = "a card is not among the devices"
    MESSAGE = "a message of another program than the loader"
    EFFECT = "a message whose cause is elsewhere"
    ELSEWHERE = "a message that is not of Vulkan"
    REMARK = "a message that is no problem"
    PASTED = "the content of a manifest that a loader refuses"
    NOMODESET = "the kernel's command line keeps modules of graphics cards off"
    UNFIT = "a device has not what a program needs"
    LEFT_OUT = "a loader left something out"
    OTHER_VERSION = "Flatpak has no driver of the version of NVIDIA's kernel module"
    USERS_KEY = "the user's key of the registry is not searched"
    FILE_FOR_FOLDER = "a variable that wants folders names a file"
    NOT_SELECTED = "a driver that a variable selects has no manifest"
    OTHER_PROCESSOR = "a library is for another processor"
    NOT_ENABLED = "the variable that enables a layer is not set"
    NEWER_MANIFEST = "a manifest is of a newer format than the loader knows"
    OLDER_LOADER = "the loader is older than the layers of an SDK"
    NAMED_TWICE = "two manifests name one driver"
    UNSEARCHED = "manifests of drivers lie where nothing searches"
    OWN_LOADER = "a program has a loader of its own"
    CONCLUDED = "a cause that the text as a whole shows"
    NOTED = "what the text as a whole shows, and may be meant so"
    OVERCOME = "something is not there, and the program went on without it"
    STALE = "a manifest is not there, and another one of that name is"
    ERROR = "another error"


BY_OPENGL = " (says OpenGL)"
"""How the reason ends for which OpenGL may not open a node that Vulkan opens as well."""


@dataclass(frozen=True, slots=True)
class Event:
    """What one line says: its number, the name, path or library that it is about, and why.

    ``fix`` is what mends it, if that is known with the event itself.
    """

    kind: EventKind
    line: int
    subject: str = ""
    why: str = ""
    message: Found | None = None
    fix: str = ""

    @property
    def is_withheld(self) -> bool:
        """Whether a device node is closed by the devices cgroup (EPERM), and not by its mode (EACCES)."""
        why = self.why.removesuffix(BY_OPENGL).lower()
        return self.kind is EventKind.CLOSED and why in ("operation not permitted", "eperm")


BAD = {
    EventKind.DENIED: "{subject} was denied to the program by {why}",
    EventKind.UNLOADABLE: "the driver's library {subject} {why} cannot be loaded, says the report",
    EventKind.NO_VULKAN: "{subject} have no Vulkan that works, says the report: {why}",
    EventKind.BAD_FILE: "{subject} was refused: {why}",
    EventKind.PASTED: "{subject}, whose content the text has, is refused by loaders: {why}",
    EventKind.NOMODESET: "the kernel was started with {subject}, so that no module drives the graphics card",
    EventKind.UNFIT: "the device {subject} has not what the program needs: {why}",
    EventKind.LEFT_OUT: "the loader left something out: {why}",
    EventKind.OTHER_VERSION: "Flatpak has NVIDIA's driver of version {subject}, and the kernel's module is {why}: "
    "programs in it get no driver of the card",
    EventKind.USERS_KEY: "layers that {subject} names are not found: the program runs as administrator, for which "
    "the user's key is not searched",
    EventKind.FILE_FOR_FOLDER: "{subject} names the file {why}, and has to name its folder",
    EventKind.NOT_SELECTED: "{subject} selects a driver that has no manifest in {why}",
    EventKind.OTHER_PROCESSOR: "the library {subject} is for another processor: {why}",
    EventKind.NOT_ENABLED: "{subject} is off, as its manifest has it active only if {why} is set",
    EventKind.OLDER_LOADER: "the loader is older than the layers: it does not know format {why} of {subject}",
    EventKind.NAMED_TWICE: "devices are listed twice, as two manifests name one driver, {subject}: {why}",
    EventKind.UNSEARCHED: "the drivers' manifests in {subject} are not found: that folder is not searched",
    EventKind.OWN_LOADER: "the program runs with the loader {subject}, not with that of the system",
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
    EventKind.SEPARATOR: "{why} was read as one name, {subject}: its separator is another one",
    EventKind.UNDRIVEN: "{subject} has no driver for Vulkan: no manifest in {why} is one of its maker",
    EventKind.LACKED: "the program asks for {subject}, which {why} here has",
    EventKind.HIDDEN_CARD: "{subject} is not among the devices: {why}",
    EventKind.CRASHED: "the program crashed in {subject}",
    EventKind.CONCLUDED: "{why}",
    EventKind.MESSAGE: "",
    EventKind.EFFECT: "",
    EventKind.ELSEWHERE: "",
    EventKind.ERROR: "an error: {why}",
}
"""What is a problem; a message has its sentence in its own table."""

PLAIN = {
    EventKind.OVERCOME: "{subject} is not there; the program went on without it and failed later, for another reason",
    EventKind.STALE: "{subject} is named and not there ({why}); another manifest of that name was read",
    EventKind.NEWER_MANIFEST: "the loader warns that {subject} is of format {why}, which is newer than it knows: "
    "it reads the file all the same",
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
    EventKind.DONE_WITHOUT: "{subject} is not there, says the program, which may do without",
    EventKind.NOTED: "{why}",
    EventKind.REMARK: "",
    EventKind.OTHER_BITS: "{subject} is for the other word size: usual where both are installed; if it is what a "
    "program lacks, install the build for that program's word size",
    EventKind.ELEVATED: "{subject} is said to be ignored because of privileges; "
    "release 1.2.135 says so of variables that are not set, too",
}
"""What is none."""
