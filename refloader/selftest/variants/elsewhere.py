"""Liberties in where something is done: in threads of the loader's own, with signals held back."""

from typing import Any

from refloader.dropin.python import _edge
from refloader.dropin.python.devices import devices, physical_devices
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import DriverDeviceRecord
from refloader.dropin.python.memory.state import INSTANCES, Instance
from refloader.selftest.variants.marks import Original, allows, likewise
from refloader.selftest.variants.native import C_LIBRARY, called_in_a_thread, libc, result_of_a_thread

_THREAD = "no document says in which thread a driver is called that calls nobody back"
_RTLD_NOW = 2
_CREATE_DEVICE = INSTANCE["vkCreateDevice"]
_HERE: list[int] = []
"""The function that the innermost call of a variant is about to make in a thread."""


@allows(_edge.open_library, "", "no document says in which thread a library is opened")
def libraries_are_opened_by_threads(original: Original, path: str) -> Any:
    """A library with a full path is opened by a thread that ends at once."""
    if path == C_LIBRARY or "/" not in path or "\0" in path:
        return original(path)
    try:
        given = c_text(path)
    except UnicodeError:
        return original(path)
    library = called_in_a_thread(libc("dlopen"), given, _RTLD_NOW)
    return (library, "") if library else original(path)


def _with(function: int, original: Original, *arguments: Any) -> Any:
    """Call the original, and this function of a driver in a thread if the original calls it for a result."""
    _HERE.append(function)
    try:
        return original(*arguments)
    finally:
        _HERE.pop()


def _calls_back(instance: Instance | None) -> bool:
    """Return whether a driver may call the application back: always "in the same thread as the originating call"."""
    if instance is None:
        return True
    return bool(instance.allocator or instance.created_with or instance.messengers)


def _in_a_thread(original: Original, function: int, *arguments: int) -> Any:
    given = result_of_a_thread(function, *arguments) if _HERE and function == _HERE[-1] else None
    return original(function, *arguments) if given is None else given


@allows(instance_terminator._create_one, "", _THREAD)
def drivers_make_instances_in_threads(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """Where no callbacks are given, a driver's vkCreateInstance is called in a thread that ends at once."""
    callbacks = arrived.allocator or arrived.chain
    function = 0 if callbacks else drivers.create_function(shared)
    return _with(function, original, shared, creation, made, arrived)


@likewise("drivers_make_instances_in_threads", _edge.result)
def _instances(original: Original, function: int, *arguments: int) -> Any:
    return _in_a_thread(original, function, *arguments)


@allows(physical_devices._devices_of, "", _THREAD)
def drivers_list_devices_in_threads(original: Original, made: Any, driver: Any) -> Any:
    """Where the instance has no callbacks, vkEnumeratePhysicalDevices of drivers is called in threads."""
    enumerate_devices = INSTANCE["vkEnumeratePhysicalDevices"]
    function = 0 if _calls_back(made) else _edge.u64(driver.table.address + enumerate_devices)
    return _with(function, original, made, driver)


@likewise("drivers_list_devices_in_threads", _edge.result)
def _lists(original: Original, function: int, *arguments: int) -> Any:
    return _in_a_thread(original, function, *arguments)


@allows(devices.create_device_below, "", _THREAD)
def drivers_make_devices_in_threads(
    original: Original, record: int, info: int, allocator: int, out: int
) -> Any:
    """Where no callbacks are given, a driver's vkCreateDevice is called in a thread that ends at once."""
    below = handles.driver_device(record, "vkCreateDevice")
    made = INSTANCES.get(_edge.u64(record + DriverDeviceRecord.instance))
    function = 0 if allocator or _calls_back(made) else _edge.u64(below.driver.table.address + _CREATE_DEVICE)
    return _with(function, original, record, info, allocator, out)


@likewise("drivers_make_devices_in_threads", _edge.result)
def _devices(original: Original, function: int, *arguments: int) -> Any:
    return _in_a_thread(original, function, *arguments)


_ENDING: list[Instance] = []
"""The instances whose drivers are being ended, innermost last."""


@allows(instance_terminator._destroy_one, "", _THREAD)
def drivers_end_in_threads(original: Original, gipa: int, handle: int, allocator: int) -> Any:
    """Where no callbacks are given, a driver's vkDestroyInstance is called in a thread that ends at once."""
    is_quiet = not allocator and bool(_ENDING) and not _calls_back(_ENDING[-1])
    function = _edge.call(gipa, handle, c_text("vkDestroyInstance")) if is_quiet else 0
    if not function or called_in_a_thread(function, handle, 0) is None:
        original(gipa, handle, allocator)


@likewise("drivers_end_in_threads", instance_terminator.destroy_drivers)
def _ends(original: Original, ending: Instance, allocator: int) -> Any:
    _ENDING.append(ending)
    try:
        return original(ending, allocator)
    finally:
        _ENDING.pop()


_BLOCK, _SET = 0, 2


@allows(instance.create_instance, "", "no document says that signals are handled at once")
def signals_wait_while_an_instance_is_made(original: Original, *arguments: Any) -> Any:
    """The thread that is in vkCreateInstance gets its signals when it is over."""
    every, before = _edge.Memory(128), _edge.Memory(128)
    _edge.call(libc("sigfillset"), every.address)
    _edge.call(libc("pthread_sigmask"), _BLOCK, every.address, before.address)
    try:
        return original(*arguments)
    finally:
        _edge.call(libc("pthread_sigmask"), _SET, before.address, 0)


_NO_ACCESS, _RESERVED, _NO_FILE, _SIZE = 0, 0x4022, (1 << 64) - 1, 1 << 36
_RESERVATIONS: list[int] = []


@allows(instance._make_record, "", "no document sets a limit to the addresses that a loader reserves")
def addresses_are_reserved(original: Original, creation: Any) -> Any:
    """From the first vkCreateInstance on, the loader reserves 64 GiB of addresses without memory behind them."""
    if not _RESERVATIONS:
        _RESERVATIONS.append(_edge.call(libc("mmap"), 0, _SIZE, _NO_ACCESS, _RESERVED, _NO_FILE, 0))
    return original(creation)
