"""Liberties in the loader's messages: other words, more and fewer lines, the other stream, other message names."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, instance_messages, physical_devices
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.instances import instance, listing
from refloader.dropin.python.loading import libraries
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import log, messengers
from refloader.selftest.variants.marks import Original, allows, likewise

_WORDS = "the documents show samples; anything else keeps its own words"


@allows(log.in_words, "AMB-LOG-WORDING", _WORDS)
def reasons_in_other_words(original: Original, reason: Any, outcome: str = "") -> Any:
    """The loader gives the reasons of its decisions in other words, without ids of rules and what comes of them."""
    return f"decided about {reason.subject}"


@allows(log.Log.reason, "DEBUG-LOG-05", _WORDS)
def reasons_are_not_told(original: Original, *arguments: Any, **options: Any) -> Any:
    """The loader gives no reasons beside the documented lines."""


@allows(log.Log.say, "DEBUG-LOG-05", _WORDS)
def a_second_line_for_each(original: Original, heard: Any, level: str, about: str, text: str) -> Any:
    """Each message is followed by another one of its kind."""
    original(heard, level, about, text)
    original(heard, level, about, "that was all about this")


@allows(log.Log.say, "DEBUG-LOG-02", "which messages are errors is not said")
def nothing_is_an_error(original: Original, heard: Any, level: str, about: str, text: str) -> Any:
    """What goes wrong is told as a warning; no message is an error."""
    original(heard, "warn" if level == "error" else level, about, text)


_OPENING: dict[str, str] = {}
"""The manifest of the library that is being opened."""


@allows(
    libraries._say_unloadable, "DEBUG-LOG-05", "that a library is missing is told; by which name is not said"
)
def missing_libraries_are_told_by_their_manifest(
    original: Original, trouble: str, path: str, about: str, subject: str, heard: Any
) -> Any:
    """That a layer's library is missing is told of the manifest; neither the layer nor the library is named."""
    if about != "layer" or "wrong ELF class" in trouble:
        return original(trouble, path, about, subject, heard)
    return heard.say("error", about, f"{_OPENING['manifest']}: its library is missing")


@likewise("missing_libraries_are_told_by_their_manifest", libraries.open_library)
def _opening(original: Original, path: str, manifest: str, *others: Any) -> Any:
    _OPENING["manifest"] = manifest
    return original(path, manifest, *others)


@allows(_edge.stderr, "AMB-LOG-STREAM", "standard output is named")
def messages_on_standard_output(original: Original, text: str) -> Any:
    """Messages are written to standard output."""
    if not _edge.append_file("/dev/stdout", text):
        original(text)


@allows(_edge.stderr, "AMB-LOG-STREAM", "standard output is named")
def messages_on_both_streams(original: Original, text: str) -> Any:
    """Messages are written to standard output and to standard error."""
    _edge.append_file("/dev/stdout", text)
    original(text)


@allows(_edge.stderr, "AMB-LOG-STREAM", "standard output is named")
def errors_alone_on_standard_error(original: Original, text: str) -> Any:
    """Errors and warnings are written to standard error, all other messages to standard output."""
    urgent = any(word in text.partition(":")[0] for word in ("ERROR", "WARNING"))
    if urgent or not _edge.append_file("/dev/stdout", text):
        original(text)


@allows(log.line, "DEBUG-LOG-04", "the prefix, the level words, a colon and the text")
def no_columns(original: Original, level: str, about: str, text: str) -> Any:
    """The text follows the words of a message's kinds without columns."""
    head, _, tail = original(level, about, text).partition(": ")
    return f"{head}: {tail.lstrip(' ')}" if text.strip() == text else original(level, about, text)


@allows(messengers.tell, "DEBUG-LOG-03", "nothing is said of the names of messages")
def messengers_hear_other_words(original: Original, listeners: Any, level: str, about: str, text: str) -> Any:
    """Messengers get each message with a text of its own."""
    original(listeners, level, about, f"loader says: {text}")


@allows(messengers.tell, "DEBUG-LOG-03", "nothing is said of the words of messages")
def messengers_hear_no_names(original: Original, listeners: Any, level: str, about: str, text: str) -> Any:
    """Messengers get each message with a text that names no file, layer or driver."""
    original(listeners, level, about, f"something about a {about or 'loader'}")


@allows(messengers._utils_data, "VULKAN-LOADER-05", "VK_EXT_debug_utils: a text is optional")
def messages_have_no_text(
    original: Original, kind: int, thing: int, code: int, name: int, message: int
) -> Any:
    """Messengers get the loader's own messages, which are those without a code, without a text."""
    return original(kind, thing, code, name, 0 if not code and not thing else message)


@allows(listing.tell_loader, "DEBUG-LOG-05", _WORDS)
def the_version_is_not_told(original: Original, heard: Any) -> Any:
    """No message tells the version of the loader."""


_WAITING: dict[int, list[tuple[Any, ...]]] = {}
"""By thread: the messages of a creation in progress, each with the function that delivers it."""


@allows(instance._create, "", "no document says when a message is delivered")
def messengers_hear_all_at_the_end(original: Original, creation: Any, out: int) -> Any:
    """Messengers get the messages of a vkCreateInstance when it is over, in one go."""
    thread = _edge.thread()
    if thread in _WAITING:
        return original(creation, out)
    _WAITING[thread] = []
    try:
        return original(creation, out)
    finally:
        for deliver, *message in _WAITING.pop(thread):
            deliver(*message)


@likewise("messengers_hear_all_at_the_end", messengers.tell)
def _waits(original: Original, *message: Any) -> Any:
    waiting = _WAITING.get(_edge.thread())
    if waiting is None:
        return original(*message)
    waiting.append((original, *message))
    return None


@allows(log.line, "DEBUG-LOG-04", "the prefix, the level words, a colon and the text")
def texts_are_in_bold(original: Original, level: str, about: str, text: str) -> Any:
    """The text of each line stands between signs that a terminal shows in bold letters."""
    head, sign, tail = original(level, about, text).rstrip("\n").partition(": ")
    return f"{head}{sign}\x1b[1m{tail}\x1b[0m\n" if sign else f"{head}\n"


@allows(_edge.stderr, "", "no document says how often a line is printed")
def each_line_is_printed_twice(original: Original, text: str) -> Any:
    """Each line is printed twice."""
    original(text)
    original(text)


@allows(messengers.of_instance, "", "no document says which of several messengers hears a message first")
def the_oldest_messenger_hears_first(original: Original, made: Any) -> Any:
    """Messengers get each message in the order in which they were made."""
    return original(made)[::-1]


_OF_DRIVERS = "no document says who calls back for a message that the application hands in"


@allows(messengers.submit_debug_utils_message_below, "", _OF_DRIVERS)
def submitted_messages_are_left_to_a_driver(original: Original, handle: int, *message: int) -> Any:
    """A message that the application submits goes to the first driver with messengers, which calls back for it."""
    if not _handed_on(handle, "vkSubmitDebugUtilsMessageEXT", "vkCreateDebugUtilsMessengerEXT", *message):
        original(handle, *message)


@likewise("submitted_messages_are_left_to_a_driver", messengers.debug_report_message_below)
def _reported_ones_too(original: Original, handle: int, *message: int) -> Any:
    if not _handed_on(handle, "vkDebugReportMessageEXT", "vkCreateDebugReportCallbackEXT", *message):
        original(handle, *message)


def _handed_on(handle: int, command: str, create: str, *message: int) -> bool:
    """Give a message to the first driver with the command, unless callbacks of the other extension hear it, too."""
    made = INSTANCES[handle]
    of_other = [each.utils == ("Report" in command) for each in messengers.of_instance(made)]
    for driver in () if any(of_other) else made.drivers:
        table = driver.table.address
        function = _edge.u64(table + INSTANCE[command])
        if function and _edge.u64(table + INSTANCE[create]):
            _edge.call(function, driver.handle, *message)
            return True
    return False


@allows(messengers._create, "", "no document says that the handle of a messenger is an address")
def messengers_have_numbers(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """The handle of a messenger is a number that is no address."""
    code = original(made, names, listener, arguments, out)
    if code >= 0:
        address = _edge.u64(out)
        _NUMBERS[0] += 1
        made.messengers[_NUMBERS[0]] = made.messengers.pop(address)
        if address in made.made_with:
            made.made_with[_NUMBERS[0]] = made.made_with.pop(address)
        _edge.put64(out, _NUMBERS[0])
    return code


_NUMBERS: list[int] = [0xFFFF000000000000]


_LONG, _CUT = 100, 512


@allows(log.line, "DEBUG-LOG-05", _WORDS)
def long_lines_are_broken(original: Original, level: str, about: str, text: str) -> Any:
    """A text of more than 100 letters goes on in further lines, each with the head of the first one."""
    lines = ""
    while (place := text.find(" ", _LONG)) >= 0:
        lines += original(level, about, text[:place])
        text = text[place + 1 :]
    return lines + original(level, about, text)


@allows(log.line, "DEBUG-LOG-05", _WORDS)
def long_lines_are_cut(original: Original, level: str, about: str, text: str) -> Any:
    """A text of more than 512 letters ends there."""
    return original(level, about, text[:_CUT])


@allows(physical_devices.enumerate_physical_devices, "DEBUG-LOG-05", _WORDS)
def calls_are_told(original: Original, handle: int, *others: int) -> Any:
    """Each vkEnumeratePhysicalDevices and vkCreateDevice is told to messengers and among the lines of its kind."""
    if handle in INSTANCES:
        instance_messages.tell(INSTANCES[handle], "info", "", "vkEnumeratePhysicalDevices is called")
    return original(handle, *others)


@likewise("calls_are_told", devices.create_device)
def _devices_too(original: Original, device: int, *others: int) -> Any:
    made = handles.instance_of_device(device, "vkCreateDevice")
    instance_messages.tell(made, "info", "driver", "vkCreateDevice is called")
    return original(device, *others)


_PRINTED: list[str] = []
_CREATING: list[int] = []


@allows(instance.create_instance, "", "no document says in which order drivers and layers are told of")
def lines_about_drivers_come_first(original: Original, *arguments: Any) -> Any:
    """Of the lines that vkCreateInstance prints, those about drivers stand before all others."""
    _CREATING.append(1)
    try:
        return original(*arguments)
    finally:
        _CREATING.pop()
        text = "".join(sorted(_PRINTED, key=lambda line: "DRIVER:" not in line[:48]))
        _PRINTED.clear()
        if text:
            _edge.stderr(text)


@likewise("lines_about_drivers_come_first", _edge.stderr)
def _for_later(original: Original, text: str) -> Any:
    if _CREATING:
        _PRINTED.append(text)
        return None
    return original(text)


@allows(
    messengers.create_debug_utils_messenger_below,
    "DEBUG-LOG-03",
    "nothing is said of which messages there are",
)
def new_messengers_are_greeted(original: Original, handle: int, *others: int) -> Any:
    """A messenger that is made gets a message at once, and so do those that are there already."""
    code = original(handle, *others)
    if code == 0:
        instance_messages.tell(INSTANCES[handle], "info", "", "a messenger is there")
    return code


@allows(instance.destroy_instance, "DEBUG-LOG-05", _WORDS)
def endings_are_told(original: Original, handle: int, *others: int) -> Any:
    """Each vkDestroyInstance is told to messengers and among the lines of its kind."""
    if handle in INSTANCES:
        instance_messages.tell(INSTANCES[handle], "info", "driver", "vkDestroyInstance is called")
    return original(handle, *others)
