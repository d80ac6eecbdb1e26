"""Liberties in what drivers are told, which errors count, and what the loader serves or leaves to drivers."""

from typing import Any

from refloader import protocol
from refloader.core.chain import links
from refloader.core.extensions import instance_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_chain, instance_messages, physical_devices
from refloader.dropin.python.generated.commands import INSTANCE
from refloader.dropin.python.generated.layouts import VkApplicationInfo, VkResult
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance, instance_terminator
from refloader.dropin.python.loading import drivers
from refloader.dropin.python.memory.state import INSTANCES, RefusedError
from refloader.dropin.python.messages import log, messengers
from refloader.protocol import DriverEvent
from refloader.selftest.variants.marks import Original, allows, likewise

_GENERALLY = "the loader generally does not change parameters"
_GOAL = "that drivers do not interfere with one another is a goal"
_ERRORS = "no document says which error is returned"


@allows(links.told_version, "NEGOTIATE-ICD-09", _GENERALLY)
def drivers_hear_of_no_patch_version(original: Original, wanted: int, driver: int) -> Any:
    """The apiVersion that a driver is told has the patch number 0, which Vulkan ignores."""
    return original(wanted, driver) & ~0xFFF


@allows(instance_terminator._told, "NEGOTIATE-ICD-09", _GENERALLY)
def drivers_hear_of_1_0_where_nothing_is_said(
    original: Original, shared: Any, arrived: Any, names: Any
) -> Any:
    """Where the application gives no VkApplicationInfo, each driver gets one with the version 1.0."""
    memory = original(shared, arrived, names)
    if not _edge.u64(memory.address + 24):
        own = memory.address + instance_terminator._APPLICATION
        _edge.put_words(own, (0,) * (VkApplicationInfo.SIZE // 8))
        _edge.put32(own + VkApplicationInfo.apiVersion, 1 << 22)
        _edge.put64(memory.address + 24, own)
    return memory


_QUEUE_INFO = 40


@allows(device_chain.for_driver, "NEGOTIATE-ICD-09", _GENERALLY)
def queues_are_asked_for_by_family(original: Original, device: Any, info: int) -> Any:
    """The driver is told of the queues of a device in the order of their families."""
    given = original(device, info)
    count, at = _edge.u32(given.info + 20), _edge.u64(given.info + 24)
    if count > 1 and at:
        rows = sorted((_edge.u32(row + 20), row) for row in range(at, at + count * _QUEUE_INFO, _QUEUE_INFO))
        block = _edge.Memory(count * _QUEUE_INFO)
        for place, (_, row) in enumerate(rows):
            _edge.copy(block.address + place * _QUEUE_INFO, row, _QUEUE_INFO)
        given._memory.append(block)
        _edge.put64(given.info + 24, block.address)
    return given


@allows(instance_terminator._take_in, "NEGOTIATE-ICD-09", "the loader generally does not modify functions")
def newer_queries_go_by_their_names_of_core(original: Original, shared: Any, *others: Any) -> Any:
    """In a driver of Vulkan 1.1 or newer, vkX is called where the application calls vkXKHR."""
    made = others[2]
    original(shared, *others)
    table = made.drivers[-1].table.address
    for name, place in INSTANCE.items():
        core = INSTANCE.get(name.removesuffix("KHR")) if name.endswith("KHR") else None
        if core is not None and _edge.u64(table + core) and _edge.u64(table + place):
            _edge.put64(table + place, _edge.u64(table + core))


@allows(protocol.driver_answer, "NEGOTIATE-ICD-06", "what follows another error is not said")
def other_errors_of_a_negotiation_refuse(original: Original, result: int, *answer: int) -> Any:
    """A driver whose negotiation fails is not used, whatever the error."""
    return DriverEvent.FAILED if result < 0 else original(result, *answer)


@allows(physical_devices.devices_below, "DISC-DRIVER-GEN-01", _GOAL)
def one_failing_driver_fails_the_devices(original: Original, made: Any) -> Any:
    """vkEnumeratePhysicalDevices, and the query of groups, gives the error of a driver that fails its own."""
    for driver in made.drivers:
        code, _ = physical_devices._devices_of(made, driver)
        if code < 0:
            return (), code
    return original(made)


@allows(
    links.creation_result, "AMB-DRIVER-FAILS", "whether one driver's failure fails the call is not stated"
)
def one_failing_driver_fails_the_instance(original: Original, results: Any) -> Any:
    """vkCreateInstance gives the error of the first driver that fails its own, whatever the others do."""
    return next((result for result in results if result < 0), original(results))


_FAILED: list[int] = []


@allows(before._offered, "DISC-DRIVER-GEN-01", _GOAL)
def one_failing_driver_fails_the_extensions(original: Original, plan: Any) -> Any:
    """vkEnumerateInstanceExtensionProperties fails if a driver fails its own."""
    _FAILED.clear()
    offered = original(plan)
    if _FAILED:
        raise RefusedError(VkResult.ERROR_INITIALIZATION_FAILED)
    return offered


@likewise("one_failing_driver_fails_the_extensions", drivers._extensions)
def _failed(original: Original, *arguments: Any) -> Any:
    found = original(*arguments)
    if isinstance(found, str):
        _FAILED.append(1)
    return found


@allows(instance._open_layers, "", _ERRORS)
def unusable_layers_fail_the_initialization(original: Original, creation: Any) -> Any:
    """A layer that the application asks for and that cannot be loaded gives VK_ERROR_INITIALIZATION_FAILED."""
    if original(creation):
        raise RefusedError(VkResult.ERROR_INITIALIZATION_FAILED)
    return ""


@allows(instance_messages.missing, "", _ERRORS)
def missing_parameters_are_an_unknown_error(original: Original, *arguments: Any) -> Any:
    """A call without a parameter that it needs gives VK_ERROR_UNKNOWN."""
    original(*arguments)
    return -13


@allows(links.creation_result, "", "no document says which of the drivers' errors vkCreateInstance gives")
def the_first_drivers_error_is_given(original: Original, results: Any) -> Any:
    """If each driver fails, vkCreateInstance gives the error of the first one."""
    if results and 0 not in results and min(results) < 0:
        return next(each for each in results if each < 0)
    return original(results)


@likewise("the_first_drivers_error_is_given", instance_terminator._create_one)
def _of_the_first(original: Original, shared: Any, *others: Any) -> Any:
    """What has no vkCreateInstance is no driver (LDP_LOADER_1), and has given no error."""
    there = drivers.create_function(shared)
    return original(shared, *others) if there else VkResult.ERROR_INCOMPATIBLE_DRIVER


_REPORT = "VK_EXT_debug_report"


@allows(
    instance_extensions.with_drivers,
    "EXT-ENUM-01",
    "the documents speak of VK_EXT_debug_utils, portability and direct loading, and not of older messengers",
)
def the_loader_has_no_debug_reports(original: Original, others: Any, offered: Any, *more: Any) -> Any:
    """VK_EXT_debug_report is listed and works only if a layer or driver offers it."""
    own = instance_extensions.LOADER_EXTENSIONS
    kept = tuple(each for each in others if each.name != _REPORT or each not in own)
    return original(kept, offered, *more)


@likewise("the_loader_has_no_debug_reports", links.missing_extension)
def _missing(original: Original, wanted: Any, own: Any, *others: Any) -> Any:
    return original(wanted, tuple(each for each in own if each.name != _REPORT), *others)


@allows(messengers.submit_debug_utils_message_below, "", "no document says how often a message is heard")
def submitted_messages_go_to_drivers_too(
    original: Original, handle: int, severity: int, types: int, data: int
) -> Any:
    """A message that the application hands in goes to each driver that has messengers as well."""
    original(handle, severity, types, data)
    for driver in INSTANCES[handle].drivers:
        function = _edge.u64(driver.table.address + INSTANCE["vkSubmitDebugUtilsMessageEXT"])
        if function:
            _edge.call(function, driver.handle, severity, types, data)


@allows(messengers._create, "NEGOTIATE-ICD-09", "the callbacks of an instance serve what is made without any")
def messengers_take_the_callbacks_of_their_instance(
    original: Original, made: Any, names: Any, listener: Any, arguments: Any, out: int
) -> Any:
    """A messenger that is made without callbacks is made with those of its instance."""
    info, allocator = arguments
    return original(made, names, listener, (info, allocator or made.allocator), out)


@likewise("messengers_take_the_callbacks_of_their_instance", messengers.destroy_messenger_below)
def _ended(original: Original, handle: int, messenger: int, allocator: int) -> Any:
    return original(handle, messenger, allocator or INSTANCES[handle].allocator)


@allows(log.Log.say, "DEBUG-LOG-05", "the documents show samples; anything else keeps its own words")
def a_line_before_each(original: Original, heard: Any, level: str, about: str, text: str) -> Any:
    """Each message comes after a line that tells its number of letters."""
    original(heard, level, about, f"{len(text)} letters follow")
    original(heard, level, about, text)


@allows(_edge.stderr, "", "no document forbids empty lines")
def empty_lines_between_messages(original: Original, text: str) -> Any:
    """An empty line stands behind each message."""
    original(f"{text}\n")


@allows(instance_terminator._told, "NEGOTIATE-ICD-09", _GENERALLY)
def drivers_hear_of_1_0_for_the_version_0(original: Original, shared: Any, arrived: Any, names: Any) -> Any:
    """Where the application's apiVersion is 0, each driver is told 1.0, which is the same to Vulkan."""
    memory = original(shared, arrived, names)
    application = _edge.u64(memory.address + 24)
    if application and not _edge.u32(application + VkApplicationInfo.apiVersion):
        own = memory.address + instance_terminator._APPLICATION
        _edge.copy(own, application, VkApplicationInfo.SIZE)
        _edge.put32(own + VkApplicationInfo.apiVersion, 1 << 22)
        _edge.put64(memory.address + 24, own)
    return memory


@allows(instance_terminator._told, "", "no document says that the very text of a name goes down")
def drivers_get_copies_of_the_applications_names(
    original: Original, shared: Any, arrived: Any, names: Any
) -> Any:
    """Each driver gets a copy of VkApplicationInfo with copies of the names in it."""
    memory = original(shared, arrived, names)
    application = _edge.u64(memory.address + 24)
    if application:
        own = memory.address + instance_terminator._APPLICATION
        if own != application:
            _edge.copy(own, application, VkApplicationInfo.SIZE)
            _edge.put64(memory.address + 24, own)
        for place in (VkApplicationInfo.pApplicationName, VkApplicationInfo.pEngineName):
            if (given := _edge.u64(application + place)) and (text := _edge.text(given)) is not None:
                size = 6 * len(text) + 1
                copy = _edge.Memory(size)
                _edge.put_text(copy.address, text, size)
                _edge.put64(own + place, copy.address)
                arrived.kept.append(copy)
    return memory
