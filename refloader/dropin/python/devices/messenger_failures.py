"""The terminators of the commands that create messengers: they report the drivers that may have failed one."""

from refloader.dropin.python._edge import u64
from refloader.dropin.python.devices.instance_messages import tell
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers


def create_debug_utils_messenger_below(handle: int, info: int, allocator: int, out: int) -> int:
    """The terminator of vkCreateDebugUtilsMessengerEXT."""
    code = messengers.create_debug_utils_messenger_below(handle, info, allocator, out)
    return _reported(handle, "vkCreateDebugUtilsMessengerEXT", code)


def create_debug_report_callback_below(handle: int, info: int, allocator: int, out: int) -> int:
    """The terminator of vkCreateDebugReportCallbackEXT."""
    code = messengers.create_debug_report_callback_below(handle, info, allocator, out)
    return _reported(handle, "vkCreateDebugReportCallbackEXT", code)


def _reported(handle: int, command: str, code: int) -> int:
    """Log a failure, and return the result. The drivers that have the command are called one after the other."""
    if code < 0:
        instance = INSTANCES[handle]
        called = [each for each in instance.drivers if u64(each.table.address + INSTANCE[command])]
        names = ", ".join(driver.shared.name for driver in called)
        who = names if len(called) == 1 else f"one of the drivers {names}"
        tell(instance, "error", "driver", f"{who}: {command} gives {code}")
    return code
