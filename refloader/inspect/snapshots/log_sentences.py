"""The sentences on the events of a log: what is a problem, and what is not. Holds no decision."""

from refloader.inspect.snapshots.log_events import EventKind

BAD = {
    EventKind.BAD_FILE: "{subject} was refused: {why}",
    EventKind.META: 'a layer was left out: its manifest has both "library_path" and "component_layers"',
    EventKind.NOT_FOUND: "{subject} was asked for and not found",
    EventKind.NOT_LISTED: "the program asks for a layer that is not available, number {subject} of its list",
    EventKind.FAILED: "the library of {subject} {why}",
    EventKind.LINKER: "the dynamic linker refused {subject}: {why}",
    EventKind.DRIVER_FAILED: "the driver's library {subject} could not be loaded",
    EventKind.PORTABILITY: "portability drivers are left out, as the program does not ask for such",
    EventKind.NO_DRIVER: "no driver is left: vkCreateInstance fails",
    EventKind.CLOSED: "the driver could not open {subject}: {why}; the user needs the group that owns it, usually "
    "render or video, and a container needs the node",
    EventKind.MISMATCH: "NVIDIA's kernel module and libraries are of different versions: its driver gives no device",
    EventKind.NO_MODULE: "NVIDIA's kernel module does not answer: it is not loaded, or does not fit the libraries",
    EventKind.NO_LOADER: "the program could not load the loader {subject} of its own word size",
    EventKind.TOO_OLD: "DXVK passes over a device: {why}",
    EventKind.NO_DEVICE: "no driver gives a device",
    EventKind.ERROR: "an error: {why}",
}
"""What is a problem."""

PLAIN = {
    EventKind.VERSION: "the loader is release {subject}",
    EventKind.OFF: "{subject} was left out: {why}",
    EventKind.FORCED: "{subject} was {why}",
    EventKind.OVERRIDE: "an override layer is in force: {subject}",
    EventKind.SETTINGS: "the settings file {subject} is in force",
    EventKind.DRIVER_OFF: "the driver {subject} was left out: {why}",
    EventKind.USED: "the driver {subject} is used for the device {why}",
    EventKind.DEVICE: "a device: {subject}",
    EventKind.ASKED: "{why} asks for {subject}",
    EventKind.PRELOAD: "{subject} of LD_PRELOAD was left out ({why}): usual with Steam, which names it for both "
    "word sizes",
    EventKind.NO_DRI3: "the X server has no DRI3, without which Mesa's drivers cannot show pictures in a window",
    EventKind.OTHER_BITS: "{subject} is for the other word size: usual where both are installed",
    EventKind.ELEVATED: "{subject} is said to be ignored because of privileges; "
    "release 1.2.135 says so of variables that are not set, too",
}
"""What is none."""
