"""The global commands that need no instance, and the chains of implicit layers that intercept them.

A layer takes part for one call only: its library is opened before the call and closed after it (PREINST-05).
"""

from collections.abc import Callable, Sequence

from refloader.core.activation.known import by_name
from refloader.core.chain.links import pre_instance_chain
from refloader.core.drivers.choice import enumeration
from refloader.core.extensions.instance_extensions import of_layer, with_drivers
from refloader.core.manifests.names import could_name_a_layer, fits_name
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import (
    VkEnumerateInstanceExtensionPropertiesChain,
    VkEnumerateInstanceLayerPropertiesChain,
    VkEnumerateInstanceVersionChain,
    VkExtensionProperties,
    VkLayerProperties,
    VkResult,
)
from refloader.dropin.python.instances import listing
from refloader.dropin.python.loading import aged, deciding, drivers, libraries
from refloader.dropin.python.loading.deciding import BUILD
from refloader.dropin.python.memory.acting import AGE, EDITION
from refloader.dropin.python.memory.counted import answer
from refloader.dropin.python.memory.properties import write_extension, write_layer
from refloader.dropin.python.memory.state import RefusedError
from refloader.dropin.python.messages import log
from refloader.model.environment import Environment
from refloader.model.layer import Extension, Layer
from refloader.model.place import Use
from refloader.model.plan import Plan
from refloader.rules import decides

_VERSION = "vkEnumerateInstanceVersion"
_EXTENSIONS = "vkEnumerateInstanceExtensionProperties"
_LAYERS = "vkEnumerateInstanceLayerProperties"
_TYPES = {
    _EXTENSIONS: VkEnumerateInstanceExtensionPropertiesChain.TYPE,
    _LAYERS: VkEnumerateInstanceLayerPropertiesChain.TYPE,
    _VERSION: VkEnumerateInstanceVersionChain.TYPE,
}
_QUERIES = {_EXTENSIONS: "extensions", _LAYERS: "layers", _VERSION: "version"}
"""The names of the commands in ``Plan.failures`` and ``Plan.crashing``."""
_HEADER_VERSION = 1
_CHAIN_SIZE = VkEnumerateInstanceVersionChain.SIZE  # the three chains have the same members
_FILTER = "VK_LOADER_DISABLE_INST_EXT_FILTER"
_ENUMERATION = enumeration()

# ---- as applications call them --------------------------------------------------------------------------------


def enumerate_instance_version(version: int) -> int:
    """The trampoline of vkEnumerateInstanceVersion."""
    if not version:
        return _without(_VERSION, "pApiVersion")
    return _through_layers(_VERSION, enumerate_instance_version_below, version)


def enumerate_instance_extension_properties(layer: int, count: int, out: int) -> int:
    """The trampoline of vkEnumerateInstanceExtensionProperties."""
    if not count:
        return _without(_EXTENSIONS, "pPropertyCount")
    return _through_layers(_EXTENSIONS, enumerate_instance_extension_properties_below, layer, count, out)


def enumerate_instance_layer_properties(count: int, out: int) -> int:
    """The trampoline of vkEnumerateInstanceLayerProperties."""
    if not count:
        return _without(_LAYERS, "pPropertyCount")
    return _through_layers(_LAYERS, enumerate_instance_layer_properties_below, count, out)


def _without(command: str, parameter: str) -> int:
    log.for_call().say("error", "", f"{command}: {parameter} must not be NULL")
    if command == _VERSION:
        return VkResult.ERROR_OUT_OF_HOST_MEMORY  # the only error that the command has; as in the field
    return VkResult.ERROR_INITIALIZATION_FAILED


def _decided() -> Plan:
    """Return the plan of an enumeration. Applications call these commands twice, for the number and for the list."""
    return deciding.plan_for(_ENUMERATION, repeated=True)


@decides("PREINST-03", "PREINST-05")
def _through_layers(command: str, below: Callable[..., int], *arguments: int) -> int:
    """Call the first layer that intercepts the command, or else the terminator."""
    plan = _decided()
    if AGE:
        of_layer = _is_of_layer(command, arguments)
        aged.check(plan, "layers" if of_layer else _QUERIES[command])
        if not of_layer and (failure := aged.failure(plan, _QUERIES[command])):
            return failure
    parts = pre_instance_chain(plan, command)
    if not parts:
        return below(plan, *arguments)
    heard = log.for_call(plan.messages)
    _tell_search(heard, plan, Use.IMPLICIT)
    opened: list[int] = []
    try:
        functions = [
            function for layer, symbol in parts if (function := _opened(layer, symbol, opened, heard))
        ]
        if not functions:  # as a layer would: the implicit search is in the log
            return below(0, *arguments)
        chain = _linked(command, functions)
        return _edge.result(functions[0], chain.address, *arguments)
    finally:
        for library in opened:
            libraries.close_library(library)


def _tell_search(heard: log.Log, plan: Plan, *uses: Use) -> None:
    """Log what the command searched. Without a log, the code that does it is not loaded."""
    if heard:
        listing.tell_search(heard, plan, *uses)


def _is_of_layer(command: str, arguments: tuple[int, ...]) -> bool:
    return command == _EXTENSIONS and bool(_edge.text(arguments[0]))


def _opened(layer: Layer, symbol: str, opened: list[int], heard: log.Log) -> int:
    """Open the layer's library and return its function; log a failure and return 0."""
    library = libraries.open_library(layer.library_path, layer.manifest, "layer", layer.name, heard)
    if not library:
        return 0
    opened.append(library)
    function = _edge.symbol(library, symbol)
    if not function:
        heard.say("error", "layer", f"{layer.name} does not export {symbol}, which its manifest names")
    return function


def _linked(command: str, functions: Sequence[int]) -> _edge.Memory:
    """Return a chain with one structure per layer: a header, the next function and the structure to pass to it."""
    memory = _edge.Memory(_CHAIN_SIZE * len(functions))
    at, values = memory.address, list[int]()
    bottom = _edge.entry(f"terminator_{command}")
    for index, following in enumerate((*functions[1:], bottom), 1):
        link = at + _CHAIN_SIZE * index if following != bottom else 0
        values += (_TYPES[command] | _HEADER_VERSION << 32, _CHAIN_SIZE, following, link)
    _edge.put_words(at, values)
    return memory


# ---- below all layers -------------------------------------------------------------------------------------------

From = int | Plan
"""What a terminator gets first: the plan of this call, or from a layer the link, which says nothing."""


def _plan(above: From) -> Plan:
    return _decided() if isinstance(above, int) else above


@decides("APIVER-01")
def enumerate_instance_version_below(above: From, version: int) -> int:
    """The terminator: the version of this loader, whatever the drivers support."""
    if not isinstance(above, int):
        _tell_search(log.for_call(above.messages), above, Use.IMPLICIT)
    _edge.put32(version, BUILD.version.packed)
    return VkResult.SUCCESS


def enumerate_instance_extension_properties_below(above: From, layer: int, count: int, out: int) -> int:
    """The terminator: what loader, drivers and implicit layers offer or, with a name, what that layer offers."""
    plan = _plan(above)
    name = _edge.text(layer)
    if not name:
        _tell_search(log.for_call(plan.messages), plan, Use.IMPLICIT, Use.DRIVER)
        try:
            offered = _offered(plan)
        except RefusedError as refusal:
            return refusal.result
        return answer(count, out, VkExtensionProperties.SIZE, offered, write_extension)
    if not could_name_a_layer(name):
        return VkResult.ERROR_EXTENSION_NOT_PRESENT  # as in the field
    _tell_search(log.for_call(plan.messages), plan, Use.IMPLICIT, Use.EXPLICIT)
    known = by_name(plan.enumerated)
    if name not in known and AGE and aged.is_built_in(plan, name):
        return answer(count, out, VkExtensionProperties.SIZE, (), write_extension)
    if name not in known:
        return VkResult.ERROR_LAYER_NOT_PRESENT
    if AGE:
        extensions = aged.of_layer(plan, known[name], known)
    else:
        extensions = tuple(filter(_fits, of_layer(known[name], known)))
    return answer(count, out, VkExtensionProperties.SIZE, extensions, write_extension)


def _fits(named: Layer | Extension) -> bool:
    """Return whether the name of a layer or an extension fits its array: a part of it could not be requested."""
    return fits_name(named.name)


def _offered(plan: Plan) -> tuple[Extension, ...]:
    borrowed = drivers.borrow(drivers.used(plan), log.for_call(plan.messages))
    try:
        offered = [shared.extensions for shared in borrowed]
        others = aged.extensions(plan, _ENUMERATION, BUILD) if AGE else plan.extensions
        found = with_drivers(others, offered, _environment(), EDITION)
        return found if AGE else tuple(filter(_fits, found))
    finally:
        drivers.keep(borrowed)


def _environment() -> Environment:
    value = _edge.getenv(_FILTER)
    return Environment({} if value is None else {_FILTER: value}, unheard=AGE.unheard)


def enumerate_instance_layer_properties_below(above: From, count: int, out: int) -> int:
    """The terminator: the layers that an application can enable, from their manifests only."""
    plan = _plan(above)
    _tell_search(log.for_call(plan.messages), plan, Use.IMPLICIT, Use.EXPLICIT)
    if AGE:
        return answer(count, out, VkLayerProperties.SIZE, aged.enumerated(plan), write_layer)
    layers = tuple(each for each in plan.enumerated if _fits(each))
    return answer(count, out, VkLayerProperties.SIZE, layers, write_layer)
