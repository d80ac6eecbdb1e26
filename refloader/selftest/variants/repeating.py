"""Liberties in how often, and in which order, a loader asks what it asks anyway, and how much it asks at a time."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from refloader.core.chain import groups as group_order
from refloader.core.chain.links import driver_extensions
from refloader.dropin.python import _edge
from refloader.dropin.python.devices import device_extensions, groups, physical_devices, surfaces
from refloader.dropin.python.generated.layouts import VkLayerProperties, VkResult
from refloader.dropin.python.instances import globals as before
from refloader.dropin.python.instances import instance_terminator
from refloader.dropin.python.loading import deciding, drivers, layers
from refloader.dropin.python.loading.edge_host import EdgeHost
from refloader.dropin.python.memory import counted
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.state import INSTANCES
from refloader.dropin.python.messages import messengers
from refloader.host.port import Listing
from refloader.selftest.variants.marks import Original, allows

_TIMES = "no document says how often a driver is asked"
_ORDER = "no document gives an order to what is enumerated"
_CALLED = "no document says in which order drivers are called"


@allows(counted.ask, "", _TIMES)
def lists_are_counted_twice(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """The length of a driver's list is asked for once more before the list."""
    count = _edge.Memory(8)
    _edge.result(function, *arguments, count.address, 0)
    return original(function, arguments, size, prepare)


@allows(counted.ask, "", _TIMES)
def lists_are_fetched_twice(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """A driver's list is fetched twice; the second answer counts."""
    original(function, arguments, size, prepare)
    return original(function, arguments, size, prepare)


@allows(counted.ask, "", "no document says with how much room a list is asked for")
def lists_are_first_asked_for_with_room_for_one(
    original: Original, function: int, arguments: Any, size: int, prepare: Any = None
) -> Any:
    """A driver's list is first asked for with room for one element; the whole list is fetched afterwards."""
    count, memory = _edge.Memory(8), _edge.Memory(size)
    _edge.put32(count.address, 1)
    if prepare:
        prepare(memory.address, 1)
    _edge.result(function, *arguments, count.address, memory.address)
    return original(function, arguments, size, prepare)


@allows(instance_terminator._create_one, "", _TIMES)
def drivers_make_an_instance_on_trial(
    original: Original, shared: Any, creation: Any, made: Any, arrived: Any
) -> Any:
    """Each driver makes an instance that is destroyed at once, and then the one that is used."""
    function = drivers.create_function(shared)
    names = driver_extensions(arrived.extensions, shared.extensions)
    told = instance_terminator._told(shared, arrived, names)
    out = told.address + instance_terminator._OUT
    if function and _edge.result(function, told.address, arrived.allocator, out) == VkResult.SUCCESS:
        handle = _edge.u64(out)
        if handle:
            instance_terminator._destroy_one(shared.gipa, handle, arrived.allocator)
    return original(shared, creation, made, arrived)


@allows(drivers.borrow, "", "no document says in which order drivers are opened")
def drivers_are_opened_from_the_last(original: Original, found: Any, heard: Any) -> Any:
    """The driver that is found last is opened first; they are used in the order of discovery."""
    listed = tuple(found)
    return list(reversed(original(reversed(listed), heard)))


@allows(drivers._described, "", "no document says for which names a driver's lookup is called")
def drivers_are_asked_for_their_interface_again(
    original: Original, driver: Any, library: int, version: int, gipa: int, *others: Any
) -> Any:
    """After the negotiation, a driver is asked for the functions of the interface by name."""
    if version >= 2:
        for name in ("vk_icdNegotiateLoaderICDInterfaceVersion", "vk_icdGetPhysicalDeviceProcAddr"):
            _edge.call(gipa, 0, c_text(name))
    return original(driver, library, version, gipa, *others)


@allows(drivers._api_version, "", "no document forbids to ask a driver of 1.0 for its version")
def every_driver_is_asked_for_its_version(original: Original, driver: Any, gipa: int, heard: Any) -> Any:
    """Also a driver whose manifest says 1.0 is asked for its version; the manifest counts."""
    function, version = _edge.call(gipa, 0, c_text("vkEnumerateInstanceVersion")), _edge.Memory(8)
    if function:
        _edge.result(function, version.address)
    return original(driver, gipa, heard)


@allows(layers.open_layer, "", "no document says for which names a layer's lookup is called")
def layers_are_asked_for_their_end_first(original: Original, *arguments: Any) -> Any:
    """A layer is asked for commands of instances and for names that nobody knows as soon as it is open."""
    link = original(*arguments)
    if link is not None:
        for name in ("vkGetInstanceProcAddr", "vkDestroyInstance", "vkNobodyKnowsThis"):
            _edge.call(link.gipa, 0, c_text(name))
    return link


@allows(deciding.plan_for, "", "no document says how often files are read")
def everything_is_decided_twice(original: Original, request: Any, repeated: bool = False) -> Any:
    """Folders, files and variables are read anew for each decision, and once more to be sure."""
    deciding._known.clear()
    original(request, repeated)
    deciding._known.clear()
    return original(request, repeated)


@allows(_edge.getenv, "", "no document says how often a variable is read")
def variables_are_read_twice(original: Original, name: str) -> Any:
    """Each variable is read twice."""
    original(name)
    return original(name)


@allows(device_extensions._names, "", _TIMES)
def device_extensions_are_listed_twice(original: Original, function: int, device: int) -> Any:
    """A driver is asked twice for the extensions of a device that the loader needs."""
    original(function, device)
    return original(function, device)


@allows(groups._groups_of, "", _TIMES)
def groups_of_each_driver_are_asked_for_twice(original: Original, *arguments: Any) -> Any:
    """Each driver is asked twice for its groups of devices."""
    original(*arguments)
    return original(*arguments)


@allows(group_order.grouped, "", _ORDER)
def groups_are_listed_backwards(original: Original, found: Any, order: Any) -> Any:
    """The groups of devices are listed in the opposite order."""
    return tuple(reversed(original(found, order)))


@allows(before.enumerate_instance_layer_properties_below, "", _ORDER)
def layers_are_listed_backwards(original: Original, chain: int, count: int, out: int) -> Any:
    """The layers are listed in the opposite order."""
    cell = _edge.Memory(8)
    code = original(chain, cell.address, 0)
    number, size = _edge.u32(cell.address), VkLayerProperties.SIZE
    if code < 0 or not out or not number:
        return original(chain, count, out)
    memory = _edge.Memory(number * size)
    original(chain, cell.address, memory.address)
    rows = [memory.address + place * size for place in range(_edge.u32(cell.address))]
    return counted.answer(
        count, out, size, rows[::-1], lambda at, row: _edge.copy(at, row, VkLayerProperties.SIZE)
    )


@allows(before._through_layers, "", "no document says how often a loader walks a chain for one call")
def chains_before_an_instance_are_walked_twice(
    original: Original, command: str, below: Any, *arguments: int
) -> Any:
    """The layers that intercept a command without an instance are called for the number first, then as asked."""
    cell = _edge.Memory(8)
    counting = (
        (*arguments[:-2], cell.address, 0)[-len(arguments) :] if len(arguments) > 1 else (cell.address,)
    )
    original(command, below, *counting)
    return original(command, below, *arguments)


@contextmanager
def _last_first(drivers: list[Any]) -> Iterator[None]:
    """Reverse the drivers of an instance while they are called."""
    drivers.reverse()
    try:
        yield
    finally:
        drivers.reverse()


@allows(messengers._unmake, "", _CALLED)
def messengers_are_destroyed_by_the_last_driver_first(
    original: Original, made: Any, messenger: Any, allocator: int
) -> Any:
    """The drivers destroy their messengers in the opposite order."""
    with _last_first(made.drivers):
        original(made, messenger, allocator)


@allows(surfaces._unmake, "", _CALLED)
def surfaces_are_destroyed_by_the_last_driver_first(
    original: Original, made: Any, surface: Any, allocator: int
) -> Any:
    """The drivers destroy their surfaces in the opposite order."""
    with _last_first(made.drivers):
        original(made, surface, allocator)


@allows(physical_devices.enumerate_physical_devices_below, "", "no document says when groups are asked for")
def groups_are_asked_for_with_the_devices(original: Original, handle: int, count: int, out: int) -> Any:
    """At each enumeration of devices the drivers are asked for their groups, too."""
    made = INSTANCES.get(handle)
    if made is not None and count:
        found, failure = physical_devices.devices_below(made)
        for driver in made.drivers if failure is None else ():
            groups._groups_of(made, driver, found)
    return original(handle, count, out)


_LISTED: dict[str, Any] = {}


@allows(EdgeHost.list, "", "no document says when a loader looks at its folders again")
def folders_are_listed_once(original: Original, host: Any, path: str) -> Any:
    """The list of files in a folder that could be read holds for the life of the process."""
    if path not in _LISTED:
        found = original(host, path)
        if not isinstance(found, Listing):
            return found
        _LISTED[path] = found
    else:
        original(host, path)
    return _LISTED[path]
