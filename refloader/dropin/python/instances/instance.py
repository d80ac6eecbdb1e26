"""The trampolines of vkCreateInstance and vkDestroyInstance, which applications call: the top of the instance chain.

Creation, step by step: read the request; decide (``core``, through ``deciding``); open the drivers and the layers;
check the extensions; create the record that becomes the VkInstance; link the layers and call the first one; look up
the functions of the top of the chain. The chain ends in ``instance_terminator``.
"""

from collections.abc import Sequence

from refloader.core.chain.links import loader_features, missing_extension, needed, next_lookups
from refloader.core.drivers.choice import brings_drivers, brings_only
from refloader.core.extensions.instance_extensions import of_loader
from refloader.core.manifests.library_path import opened_as
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import (
    VkAllocationCallbacks,
    VkInstanceCreateInfo,
    VkLayerFunction,
    VkLayerInstanceCreateInfo,
    VkLayerInstanceLink,
    VkResult,
    VkSystemAllocationScope,
)
from refloader.dropin.python.instances import creations, listing, request_messages, requests, trace
from refloader.dropin.python.instances.creations import Creation
from refloader.dropin.python.instances.instance_terminator import (
    APPLICATION,
    create_instance_below,
    destroy_drivers,
    destroy_instance_below,
    enable,
)
from refloader.dropin.python.loading import aged, deciding, drivers, layers, libraries, observing
from refloader.dropin.python.memory import handles
from refloader.dropin.python.memory.acting import AGE, EDITION
from refloader.dropin.python.memory.c_text import c_text
from refloader.dropin.python.memory.objects import INSTANCE_MAGIC, InstanceRecord, PhysicalDeviceRecord
from refloader.dropin.python.memory.state import INSTANCES, Instance, RefusedError
from refloader.dropin.python.messages import log, messengers
from refloader.model import plan as plans
from refloader.model.age import Trait
from refloader.model.layer import Layer
from refloader.protocol import LifeEvent, next_life
from refloader.rules import decides

_RESULTS = {
    plans.VkResult.LAYER_NOT_PRESENT: VkResult.ERROR_LAYER_NOT_PRESENT,
    plans.VkResult.EXTENSION_NOT_PRESENT: VkResult.ERROR_EXTENSION_NOT_PRESENT,
    plans.VkResult.INCOMPATIBLE_DRIVER: VkResult.ERROR_INCOMPATIBLE_DRIVER,
    plans.VkResult.OUT_OF_HOST_MEMORY: VkResult.ERROR_OUT_OF_HOST_MEMORY,
    plans.VkResult.INITIALIZATION_FAILED: VkResult.ERROR_INITIALIZATION_FAILED,
}
_OWN = of_loader(EDITION, AGE)
_FEATURES = loader_features(EDITION, AGE)


def create_instance(create_info: int, allocator: int, out: int) -> int:
    """Create an instance and write the VkInstance to ``out``; undo everything on an error."""
    if not create_info or not out:
        log.for_call().say("error", "", "vkCreateInstance: pCreateInfo and pInstance must not be NULL")
        return VkResult.ERROR_INITIALIZATION_FAILED
    asked = requests.read(create_info)
    plan = deciding.plan_for(asked.request)
    if AGE:
        aged.check(plan)
    creation = Creation(asked, plan, allocator, log.for_creation(asked.chain, plan.messages))
    try:
        _listen(creation)
        result = _create(creation, out)
    except RefusedError as refusal:
        result = refusal.result
    except MemoryError:
        result = VkResult.ERROR_OUT_OF_HOST_MEMORY
    if result != VkResult.SUCCESS:
        _take_back(creation)
    if log.traced():
        trace.created(creation, result)
    return result


def _listen(creation: Creation) -> None:
    """Let the callbacks in the pNext chain hear of the creation as a message about the VkInstance to come."""
    if creation.log.listened:
        creation.record = _record(creation.allocator)
        creation.log.concern(creation.record.address)


def _create(creation: Creation, out: int) -> int:
    if creation.asked.api_version:
        request_messages.tell_version(creation.log, creation.asked.api_version)
    if creation.log:
        listing.tell_loader(creation.log)
        request_messages.tell_portability(creation.log, creation.asked)
        request_messages.tell_direct_drivers(creation.log, creation.asked)
        listing.tell_plan(creation.log, creation.plan)
    _refuse_by_plan(creation)
    _open_drivers(creation)
    if creation.plan.result is plans.VkResult.EXTENSION_NOT_PRESENT:  # found as late as by most releases
        raise RefusedError(VkResult.ERROR_EXTENSION_NOT_PRESENT)
    by_manifest = AGE.has(Trait.EXTENSIONS_OF_UNLOADABLE_LAYERS_COUNT) or not creation.drivers
    if by_manifest:
        _check_extensions(creation, creation.plan.chain)
    lost = _open_layers(creation)
    if not by_manifest:
        _check_extensions(creation, [link.layer for link in creation.links])
    if lost:
        text = f"vkCreateInstance: the application asks for {lost}, which cannot be used"
        creation.log.say("error", "layer", text)
        raise RefusedError(VkResult.ERROR_LAYER_NOT_PRESENT)
    instance = _make_record(creation)
    if creation.log:
        chain = (link.layer for link in creation.links)
        request_messages.tell_older_layers(creation.log, creation.asked.api_version, chain)
        listing.tell_chain(creation.log, creation)
    result = _call_chain(creation, instance)
    if result == VkResult.SUCCESS:
        _finish(creation, instance)
        _edge.put64(out, instance.handle)
    return result


# ---- the plan, and what can be opened of it -----------------------------------------------------------------------


def _refuse_by_plan(creation: Creation) -> None:
    refused = _RESULTS.get(creation.plan.result)
    if AGE and aged.goes_on(creation.plan, creation.asked.request, creation.log):
        return
    alone = brings_only(creation.asked.request, EDITION) and not any(creation.asked.lookups)
    drivers_come_first = alone or (not AGE and bool(drivers.used(creation.plan)))
    if refused is not None and not (drivers_come_first and refused == VkResult.ERROR_EXTENSION_NOT_PRESENT):
        raise RefusedError(refused)


@decides("LDP_LOADER_1", "DIRECT-DRIVER-01", "DIRECT-DRIVER-05")
def _open_drivers(creation: Creation) -> None:
    """Open the drivers that the application passes, and then those found, in the order of discovery."""
    knows = not AGE.has(Trait.DIRECT_DRIVERS_UNKNOWN)
    if creation.asked.lookups and knows and brings_drivers(creation.asked.request, EDITION):
        for lookup in creation.asked.lookups:
            shared = drivers.given(lookup, creation.log)
            if shared is not None:
                creation.drivers.append(shared)
    creation.drivers += drivers.borrow(drivers.used(creation.plan), creation.log)
    if not creation.drivers and not AGE.has(Trait.EXTENSIONS_CHECKED_BEFORE_DRIVERS):
        creation.log.say("error", "driver", "vkCreateInstance: no driver can be used")
        raise RefusedError(VkResult.ERROR_INCOMPATIBLE_DRIVER)


def _open_layers(creation: Creation) -> str:
    """Open the layers of the plan, drivers first, and omit those that fail.

    Return the name of one that the application requests, or an empty text. A missing extension is an earlier error.
    """
    lost = ""
    if AGE:
        _open_layers_of_age(creation)
        return lost
    for layer in reversed(creation.plan.chain):
        link = layers.open_layer(layer, creation.log)
        if link is not None:
            creation.links.insert(0, link)
            _tell_inserted(creation, layer)
        elif needed(layer, creation.asked.request.layers):
            lost = lost or layer.name
    return lost


def _tell_inserted(creation: Creation, layer: Layer) -> None:
    if creation.log:
        listing.tell_inserted(creation.log, "instance", layer)


def _open_layers_of_age(creation: Creation) -> None:
    creation.links += aged.open_layers(
        creation.plan, creation.log, lambda layer: _tell_inserted(creation, layer)
    )
    if aged.is_lost(creation.plan, creation.links, creation.asked.request.layers):
        creation.log.say("error", "layer", "vkCreateInstance: a layer that is asked for cannot be used")
        raise RefusedError(
            VkResult.ERROR_LAYER_NOT_PRESENT if creation.drivers else VkResult.ERROR_INCOMPATIBLE_DRIVER
        )


def _check_extensions(creation: Creation, active: Sequence[Layer]) -> None:
    """Refuse a requested extension that neither the loader, a driver nor one of the layers offers."""
    offered = (shared.extensions for shared in creation.drivers)
    missing = missing_extension(creation.asked.request.extensions, _OWN, active, offered)
    if missing is not None:
        text = f"vkCreateInstance: neither loader, layer nor driver offers the extension {missing}"
        creation.log.say("error", "", text)
        raise RefusedError(VkResult.ERROR_EXTENSION_NOT_PRESENT)


# ---- the record and the chain --------------------------------------------------------------------------------


@decides("OBJMODEL-01")
def _make_record(creation: Creation) -> Instance:
    """Create the record behind the application's VkInstance, which layers identify by its first word."""
    allocator = creation.allocator
    record = creation.record or _record(allocator)
    table = _edge.Memory(_edge.INSTANCE_TABLE, allocator, VkSystemAllocationScope.INSTANCE)
    request = creation.asked.request
    instance = Instance(record, table, creation.plan, creation.asked.api_version, request.extensions)
    instance.layers = tuple(creation.links)
    if creation.asked.chain:
        instance.created_with = messengers.in_chain(creation.asked.chain, record.address)
    if allocator:  # the application may free its structure before the instance is used
        callbacks = _edge.Memory(VkAllocationCallbacks.SIZE, allocator, VkSystemAllocationScope.INSTANCE)
        _edge.copy(callbacks.address, allocator, VkAllocationCallbacks.SIZE)
        instance.allocator = callbacks.address
        instance.keep.append(callbacks)
    lookup, devices = _bottom()
    if creation.links:
        lookup = creation.links[0].gipa
        devices = next((link.gpdpa for link in creation.links if link.gpdpa), devices)
    lookup, devices = observing.top(creation.links, (lookup, devices))
    handle = record.address
    _edge.put_words(handle, (table.address, INSTANCE_MAGIC, handle, lookup, devices))
    _edge.put64(handle + InstanceRecord.api_version, instance.api_version)
    lower = [link.gpdpa for link in creation.links if link.gpdpa][1:]
    if lower:
        lookups = _edge.Memory(8 * (len(lower) + 1), allocator, VkSystemAllocationScope.INSTANCE)
        _edge.put_words(lookups.address, (*lower, 0))
        _edge.put64(handle + InstanceRecord.lower_gpdpas, lookups.address)
        instance.keep.append(lookups)
    enable(handle, request.extensions, APPLICATION)
    creation.instance = INSTANCES[handle] = instance
    return instance


def _record(allocator: int) -> _edge.Memory:
    return _edge.Memory(InstanceRecord.SIZE, allocator, VkSystemAllocationScope.INSTANCE)


def _bottom() -> tuple[int, int]:
    return _edge.entry("terminator_vkGetInstanceProcAddr"), _edge.entry("terminator_gpdpa")


def _call_chain(creation: Creation, instance: Instance) -> int:
    """Call the top of the chain and store the handle that it returns in the record."""
    handle = instance.handle
    chain = _linked(creation, handle)
    start, out = chain.address, chain.address + _OUT
    creations.begin(creation, handle)
    try:
        if creation.links or observing.on():
            first = observing.lookups(None, creation.links[0] if creation.links else None)
            function = _edge.call(first.gipa, 0, c_text("vkCreateInstance"))
            if not function:
                creation.log.say("error", "layer", f"{creation.links[0].layer.name} has no vkCreateInstance")
                return VkResult.ERROR_INITIALIZATION_FAILED
            result = _edge.result(function, start, creation.allocator, out)
        else:
            result = create_instance_below(start, creation.allocator, out)
    finally:
        creations.end(creation, handle)
    out_of_memory = result == VkResult.ERROR_OUT_OF_HOST_MEMORY  # returned, also where the release crashes
    late = result < 0 and creation.taken_down and not out_of_memory
    if late and AGE.has(Trait.LATE_LAYER_FAILURE_CRASHES):
        aged.crash("a layer destroys the instance below it and then fails vkCreateInstance")
    inner = _edge.u64(out)
    if result == VkResult.SUCCESS and inner:
        _edge.put64(handle + InstanceRecord.inner, inner)
        return result
    result = result if result != VkResult.SUCCESS else VkResult.ERROR_INITIALIZATION_FAILED
    if creation.links and (creation.created_below or not creation.answers):  # it is not a driver that failed
        called = (link.layer for link in creation.links)
        creation.log.say("error", "layer", listing.failed_layer("vkCreateInstance", called, result))
    return result


_NODE = VkLayerInstanceCreateInfo.SIZE
_LINK_SIZE = VkLayerInstanceLink.SIZE
_OUT = VkInstanceCreateInfo.SIZE  # the VkInstance that layers write; it begins as the record's address
_LINK = _OUT + 16
_DATA, _DEVICES, _SORTING, _LINKS = (_LINK + _NODE * index for index in (1, 2, 3, 4))


@decides(
    "CHAIN-INIT-01", "CHAIN-INIT-02", "CHAIN-INIT-03", "LLP_LOADER_8", "OBJECTS-LAYER-02", "LLP_LOADER_1"
)
def _linked(creation: Creation, handle: int) -> _edge.Memory:
    """Return a copy of the create info, with the layers' structures in front of its pNext chain.

    It is one block: the VkInstanceCreateInfo, pInstance, four VkLayerInstanceCreateInfo, a link for each layer. The
    chain has the four in the opposite order, as in the field.
    """
    size = _LINKS + _LINK_SIZE * len(creation.links)
    memory = _edge.Memory(size, creation.allocator, VkSystemAllocationScope.COMMAND)
    at = memory.address
    first, chain, *rest = creation.asked.words
    if not creation.links:
        _edge.put_words(at, (first, chain, *rest, handle))
        return memory
    kind = VkLayerInstanceCreateInfo.TYPE
    set_data = _edge.entry("set_instance_loader_data")
    values = [first, at + _SORTING, *rest, handle, 0]
    values += (kind, chain, VkLayerFunction.LINK_INFO, at + _LINKS, 0)
    values += (kind, at + _LINK, VkLayerFunction.LOADER_DATA_CALLBACK, set_data, 0)
    values += (kind, at + _DATA, VkLayerFunction.LOADER_LAYER_CREATE_DEVICE_CALLBACK)
    values += (_edge.entry("layer_create_device"), _edge.entry("layer_destroy_device"))
    values += (kind, at + _DEVICES, VkLayerFunction.LOADER_FEATURES, _FEATURES, 0)
    lookups = next_lookups([(link.interface, link.gipa, link.gpdpa) for link in creation.links], *_bottom())
    for index, (lookup, devices) in enumerate(observing.between(creation.links, lookups), 1):
        following = at + _LINKS + _LINK_SIZE * index if index < len(lookups) else 0
        values += (following, lookup, devices)
    _edge.put_words(at, values)
    return memory


def _finish(creation: Creation, instance: Instance) -> None:
    """Complete a successful creation: look up the functions, release drivers that created no instance."""
    _edge.fill_instance_table(instance.handle)
    used = {id(driver.shared) for driver in instance.drivers}
    instance.borrowed = [shared for shared in creation.drivers if id(shared) in used]
    drivers.give_back(shared for shared in creation.drivers if id(shared) not in used)
    drivers.close_unused()
    libraries.close_left()
    _advance(instance, LifeEvent.CREATED)
    _edge.add_instance(instance.handle)


def _take_back(creation: Creation) -> None:
    """Undo everything that a failed creation has created."""
    instance = creation.instance
    if instance is not None:
        _advance(instance, LifeEvent.FAILED)
        destroy_drivers(instance, creation.allocator)
        del INSTANCES[instance.handle]
        _free(instance, creation.allocator)
    elif creation.record is not None:
        creation.record.free(creation.allocator)
    for link in creation.links:
        libraries.close_library(link.library)
    drivers.give_back(creation.drivers)


# ---- destruction ----------------------------------------------------------------------------------------------


def destroy_instance(handle: int, allocator: int) -> None:
    """Destroy an instance through its chain. Ignores NULL; aborts the process if the handle is not an instance."""
    if not handle:
        return
    instance = handles.instance_of(handle, "vkDestroyInstance")
    if not _advance(instance, LifeEvent.DESTROY):
        handles.wrong("vkDestroyInstance", "VkInstance")
    instance.allocator = allocator or instance.allocator  # what is freed from here on is freed with these
    if log.traced():
        trace.destroyed(instance)
    if instance.layers or observing.on():
        _, _, inner, lookup = _edge.words(handle, 4)
        function = _edge.call(lookup, inner, c_text("vkDestroyInstance"))
        if function:
            _edge.call(function, inner, allocator)
    else:
        destroy_instance_below(handle, allocator)
    _release(instance, allocator)


def _advance(instance: Instance, event: LifeEvent) -> bool:
    """Apply an event to the instance's life cycle; return False if its state does not allow the event."""
    following = next_life(instance.life, event)
    if following is None:
        return False
    instance.life = following
    return True


def _release(instance: Instance, allocator: int) -> None:
    destroy_drivers(instance, allocator)  # a layer may not have passed the call down
    _edge.remove_instance(instance.handle)
    del INSTANCES[instance.handle]
    _advance(instance, LifeEvent.DESTROYED)
    drivers.give_back(instance.borrowed)
    said = log.for_instance(instance.created_with, instance.plan.messages)
    for link in instance.layers:
        if said.wants("debug", "layer"):
            path = opened_as(link.layer.library_path, link.layer.manifest)
            said.say("debug", "layer", f"Unloading layer library {path}")
        libraries.let_go(link.library)
    _free(instance, allocator)


def _free(instance: Instance, allocator: int) -> None:
    _edge.put64(instance.handle + InstanceRecord.magic, 0)
    for memory in instance.devices_above.values():
        _edge.put64(memory.address + PhysicalDeviceRecord.magic, 0)
    for memory in (*instance.devices_above.values(), *instance.surfaces.values()):
        memory.free(allocator)
    for device in instance.devices.values():  # not destroyed, or by a layer without the loader's knowledge
        _edge.remove_device(device.table.address)
        device.table.free()
    instance.devices.clear()
    for kept in instance.keep:
        kept.free(allocator)
    instance.table.free(allocator)
    instance.record.free(allocator)
