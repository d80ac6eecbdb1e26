"""Debug report callbacks and debug utils messengers: the loader's own messages to them, and their commands.

Below the layers, a messenger is a record of the messengers that the drivers created for it, and a listener for the
loader's own messages. Never prints: ``log`` does.
"""

from collections.abc import Iterator

from refloader.core.chain.listening import REPORT_BITS, UTILS_BITS, hears
from refloader.core.chain.translated import as_report, as_utils, reported_object, utils_object
from refloader.dropin.python._edge import Memory, call, put, put32, put64, put_text, result, u32, u64
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import (
    VkDebugReportCallbackCreateInfoEXT,
    VkDebugReportObjectTypeEXT,
    VkDebugUtilsMessageTypeFlagBitsEXT,
    VkDebugUtilsMessengerCallbackDataEXT,
    VkDebugUtilsMessengerCreateInfoEXT,
    VkDebugUtilsObjectNameInfoEXT,
    VkResult,
    VkSystemAllocationScope,
)
from refloader.dropin.python.memory.containers import callbacks_copy, copied_callbacks
from refloader.dropin.python.memory.pnext import nodes
from refloader.dropin.python.memory.state import INSTANCES, Instance, Listener, Messenger

_GENERAL = VkDebugUtilsMessageTypeFlagBitsEXT.GENERAL
_PREFIX = b"Loader Message\0"
_REPORT_MESSAGE = INSTANCE["vkDebugReportMessageEXT"]
_MOST_BYTES = 6
"""Maximum number of bytes for one character; a lone surrogate is written as an escape."""
_OBJECT = VkDebugUtilsMessengerCallbackDataEXT.SIZE
"""Where the object of a message stands, behind the message's own structure."""

# ---- the loader's own messages -----------------------------------------------------------------------------


def in_chain(chain: int, instance: int = 0) -> tuple[Listener, ...]:
    """Return the callbacks in the pNext chain of a VkInstanceCreateInfo, which receive messages of the creation.

    As in the field, those of debug reports hear a message first, wherever they are, and of one extension the last.
    """
    return tuple(sorted(_listeners(chain, instance), key=_is_report))[::-1]


def _is_report(listener: Listener) -> bool:
    return not listener.utils


def _listeners(chain: int, instance: int) -> Iterator[Listener]:
    for info, kind in nodes(chain):
        if kind == VkDebugUtilsMessengerCreateInfoEXT.TYPE:
            yield _utils_listener(info, instance)
        elif kind == VkDebugReportCallbackCreateInfoEXT.TYPE:
            yield _report_listener(info, instance)


def _utils_listener(info: int, instance: int) -> Listener:
    layout = VkDebugUtilsMessengerCreateInfoEXT
    function, user = u64(info + layout.pfnUserCallback), u64(info + layout.pUserData)
    kinds, types = u32(info + layout.messageSeverity), u32(info + layout.messageType)
    return Listener(True, function, user, kinds, types, instance)


def _report_listener(info: int, instance: int) -> Listener:
    layout = VkDebugReportCallbackCreateInfoEXT
    function, user = u64(info + layout.pfnCallback), u64(info + layout.pUserData)
    return Listener(False, function, user, u32(info + layout.flags), _GENERAL, instance)


def of_instance(instance: Instance) -> tuple[Listener, ...]:
    """Return the callbacks that the application has created with the instance, the newest first, as in the field."""
    if not instance.messengers:
        return ()
    return tuple(each.listener for each in tuple(instance.messengers.values())[::-1])


def tell(listeners: tuple[Listener, ...], level: str, about: str, text: str) -> None:
    """Send one message of the loader to the listeners that accept its level."""
    wanted = [
        each for each in listeners if each.function and hears(each.utils, each.kinds, each.types, level)
    ]
    if not wanted:
        return
    room = _MOST_BYTES * len(text) + 1
    words = Memory(len(_PREFIX) + room)
    name, message = words.address, words.address + len(_PREFIX)
    put(name, _PREFIX)
    put_text(message, text, room)
    kind = VkDebugReportObjectTypeEXT.INSTANCE  # VkObjectType has the same number for it
    data = _utils_data(kind, 0, 0, name, message)
    for each in wanted:
        if each.utils:
            put64(data.address + _OBJECT + VkDebugUtilsObjectNameInfoEXT.objectHandle, each.instance)
            call(each.function, UTILS_BITS[level], _GENERAL, data.address, each.user)
        else:
            call(each.function, REPORT_BITS[level], kind, each.instance, 0, 0, name, message, each.user)


def _utils_data(kind: int, thing: int, code: int, name: int, message: int) -> Memory:
    """Return a VkDebugUtilsMessengerCallbackDataEXT with one object, which follows it in memory."""
    data = Memory(_OBJECT + VkDebugUtilsObjectNameInfoEXT.SIZE)
    put64(data.address, VkDebugUtilsMessengerCallbackDataEXT.TYPE)
    put64(data.address + VkDebugUtilsMessengerCallbackDataEXT.pMessageIdName, name)
    put32(data.address + VkDebugUtilsMessengerCallbackDataEXT.messageIdNumber, code & 0xFFFFFFFF)
    put64(data.address + VkDebugUtilsMessengerCallbackDataEXT.pMessage, message)
    put64(data.address + VkDebugUtilsMessengerCallbackDataEXT.objectCount, 1)
    put64(data.address + VkDebugUtilsMessengerCallbackDataEXT.pObjects, data.address + _OBJECT)
    put64(data.address + _OBJECT, VkDebugUtilsObjectNameInfoEXT.TYPE)
    put64(data.address + _OBJECT + VkDebugUtilsObjectNameInfoEXT.objectType, kind)
    put64(data.address + _OBJECT + VkDebugUtilsObjectNameInfoEXT.objectHandle, thing)
    return data


# ---- messengers that an application makes ------------------------------------------------------------------


def create_debug_utils_messenger_below(handle: int, info: int, allocator: int, out: int) -> int:
    """The terminator of vkCreateDebugUtilsMessengerEXT."""
    names = ("vkCreateDebugUtilsMessengerEXT", "vkDestroyDebugUtilsMessengerEXT")
    return _create(INSTANCES[handle], names, _utils_listener(info, handle), (info, allocator), out)


def create_debug_report_callback_below(handle: int, info: int, allocator: int, out: int) -> int:
    """The terminator of vkCreateDebugReportCallbackEXT."""
    names = ("vkCreateDebugReportCallbackEXT", "vkDestroyDebugReportCallbackEXT")
    return _create(INSTANCES[handle], names, _report_listener(info, handle), (info, allocator), out)


def _create(
    instance: Instance, names: tuple[str, str], listener: Listener, arguments: tuple[int, int], out: int
) -> int:
    create, destroy = INSTANCE[names[0]], INSTANCE[names[1]]
    allocator = arguments[1]
    kept = callbacks_copy(allocator)
    record = Memory(8 * max(1, len(instance.drivers)), allocator, VkSystemAllocationScope.OBJECT)
    messenger = Messenger(record, listener, destroy)
    for driver in instance.drivers:
        function = u64(driver.table.address + create)
        if not function:
            continue
        code = result(function, driver.handle, *arguments, record.address + 8 * driver.index)
        if code < 0:
            put64(record.address + 8 * driver.index, 0)
            _unmake(instance, messenger, allocator)
            return code
    instance.messengers[record.address] = messenger
    if kept:
        instance.made_with[record.address] = kept
    put64(out, record.address)
    return VkResult.SUCCESS


def destroy_messenger_below(handle: int, messenger: int, allocator: int) -> None:
    """The terminator of vkDestroyDebugUtilsMessengerEXT and vkDestroyDebugReportCallbackEXT."""
    instance = INSTANCES[handle]
    known = instance.messengers.pop(messenger, None)
    if known is not None:
        instance.made_with.pop(messenger, None)
        _unmake(instance, known, allocator)


def destroy_left_messengers(instance: Instance) -> None:
    """Destroy the messengers that an application has not destroyed before its instance, with their own callbacks."""
    while instance.messengers:
        handle, messenger = instance.messengers.popitem()
        _unmake(instance, messenger, copied_callbacks(instance, handle))


def _unmake(instance: Instance, messenger: Messenger, allocator: int) -> None:
    for driver in instance.drivers:
        own = u64(messenger.record.address + 8 * driver.index)
        function = u64(driver.table.address + messenger.destroy)
        if own and function:
            call(function, driver.handle, own, allocator)
    messenger.record.free(allocator)


# ---- messages that an application or a layer hands in ------------------------------------------------------


def submit_debug_utils_message_below(handle: int, severity: int, types: int, data: int) -> None:
    """The terminator of vkSubmitDebugUtilsMessageEXT: the loader sends the message to each callback once."""
    # Drivers do not get the message: one with a messenger for the same callback would send it a second time.
    flags = as_report(severity, types)
    for each in of_instance(INSTANCES[handle]):
        if not each.function:
            continue
        if not each.utils and each.kinds & flags:
            call(each.function, flags, *_as_report(data), each.user)
        elif each.utils and each.kinds & severity and each.types & types:
            call(each.function, severity, types, data, each.user)


def _as_report(data: int) -> tuple[int, int, int, int, int, int]:
    """Return what a debug report callback is told of a message: its first object, location, code and texts."""
    layout = VkDebugUtilsMessengerCallbackDataEXT
    first = u64(data + layout.pObjects) if u32(data + layout.objectCount) else 0
    kind = reported_object(u32(first + VkDebugUtilsObjectNameInfoEXT.objectType)) if first else 0
    thing = u64(first + VkDebugUtilsObjectNameInfoEXT.objectHandle) if first else 0
    code = u32(data + layout.messageIdNumber)
    return kind, thing, 0, code, u64(data + layout.pMessageIdName), u64(data + layout.pMessage)


def debug_report_message_below(
    handle: int,
    flags: int,
    kind: int,
    thing: int,
    location: int,
    code: int,
    prefix: int,
    message: int,
) -> None:
    """The terminator of vkDebugReportMessageEXT: drivers get the message, and each callback gets it from the loader.

    In the field, drivers do, from 1.1.97 to 1.4.335; of vkSubmitDebugUtilsMessageEXT they never hear.
    """
    instance = INSTANCES[handle]
    for driver in instance.drivers:
        function = u64(driver.table.address + _REPORT_MESSAGE)
        if function:
            call(function, driver.handle, flags, kind, thing, location, code, prefix, message)
    severity, types = as_utils(flags)
    for each in of_instance(instance):
        if not each.function:
            continue
        if not each.utils and each.kinds & flags:
            call(each.function, flags, kind, thing, location, code, prefix, message, each.user)
        elif each.utils and each.kinds & severity and each.types & types:
            data = _utils_data(utils_object(kind), thing, code, prefix, message)
            call(each.function, severity, types, data.address, each.user)
