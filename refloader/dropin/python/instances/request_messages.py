"""Reports what is wrong with a VkInstanceCreateInfo that does not make the creation fail. Changes nothing."""

from collections.abc import Iterable, Iterator

from refloader.core.drivers.choice import DIRECT_EXTENSION, PORTABILITY_FLAG
from refloader.dropin.python import _edge
from refloader.dropin.python.generated.layouts import (
    VkDirectDriverLoadingInfoLUNARG,
    VkDirectDriverLoadingListLUNARG,
    VkDirectDriverLoadingModeLUNARG,
)
from refloader.dropin.python.instances.requests import Asked
from refloader.dropin.python.memory.pnext import nodes
from refloader.dropin.python.messages.log import Log
from refloader.model.layer import Layer
from refloader.model.request import PORTABILITY_EXTENSION
from refloader.model.version import unpacked
from refloader.rules import decides

_VERSION_1_0 = 1 << 22
_VARIANT = 7 << 29
_LIST = "VkDirectDriverLoadingListLUNARG"


def tell_version(log: Log, version: int) -> None:
    """Log an apiVersion that Vulkan does not have. One below 1.0 is reported even if no message is requested."""
    if 0 < version < _VERSION_1_0:
        log.always(
            f"vkCreateInstance: VkApplicationInfo::apiVersion is {version}. If apiVersion is not 0, then it must be"
            " greater than or equal to VK_API_VERSION_1_0 [VUID-VkApplicationInfo-apiVersion-04010]"
        )
    elif version & _VARIANT and log.wants("warn"):
        text = f"vkCreateInstance: VkApplicationInfo::apiVersion has the variant {version >> 29} instead of 0"
        log.say("warn", "", text)


def tell_portability(log: Log, asked: Asked) -> None:
    """Log the flag for portability drivers without its extension, for which no such driver is used."""
    if asked.request.portability and PORTABILITY_EXTENSION not in asked.request.extensions:
        fact = f"flags has {PORTABILITY_FLAG}, but {PORTABILITY_EXTENSION} is not enabled"
        usage = "VUID-VkInstanceCreateInfo-flags-06559"
        log.say("error", "driver", f"vkCreateInstance: {fact}: portability drivers are not used [{usage}]")


def tell_older_layers(log: Log, version: int, layers: Iterable[Layer]) -> None:
    """Log the layers of a chain whose api_version is older than the application's, as in the field."""
    major, minor = unpacked(version).feature
    for layer in layers:
        own = layer.api_version.feature
        if own < (major, minor):
            fact = f"its api_version {own[0]}.{own[1]} is older than the application's {major}.{minor}"
            log.say("warn", "layer", f"{layer.name}: {fact}")


def tell_direct_drivers(log: Log, asked: Asked) -> None:
    """Log what keeps the loader from using the drivers that the application passes."""
    enabled = DIRECT_EXTENSION in asked.request.extensions
    lists = [address for address, kind in nodes(asked.chain) if kind == VkDirectDriverLoadingListLUNARG.TYPE]
    for address in lists:
        for level, text in _direct_drivers(address, enabled):
            log.say(level, "driver", f"vkCreateInstance: {text}")
    if enabled and not lists:
        fact = f"{DIRECT_EXTENSION} is enabled, but the pNext chain has no {_LIST}"
        log.say("warn", "driver", f"vkCreateInstance: {fact} [DIRECT-DRIVER-01]")


@decides("DIRECT-DRIVER-01", "DIRECT-DRIVER-02")
def _direct_drivers(address: int, enabled: bool) -> Iterator[tuple[str, str]]:
    row = VkDirectDriverLoadingListLUNARG
    if not enabled:
        fact = (
            f"the pNext chain has a {_LIST}, but {DIRECT_EXTENSION} is not enabled: its drivers are not used"
        )
        yield "warn", f"{fact} [DIRECT-DRIVER-01]"
        return
    mode = _edge.u32(address + row.mode)
    if mode == VkDirectDriverLoadingModeLUNARG.EXCLUSIVE:
        yield "info", f"the mode of {_LIST} is exclusive: only its drivers are used [DIRECT-DRIVER-03]"
    elif mode != VkDirectDriverLoadingModeLUNARG.INCLUSIVE:
        yield "warn", f"the mode of {_LIST} is {mode}: it is taken as inclusive [DIRECT-DRIVER-02]"
    count, drivers = _edge.u32(address + row.driverCount), _edge.u64(address + row.pDrivers)
    if not drivers:
        yield "warn", f"{_LIST} has a NULL pDrivers member [DIRECT-DRIVER-02]"
        return
    if not count:
        yield "warn", f"{_LIST} has a driverCount of 0 [DIRECT-DRIVER-02]"
    for index in range(count):
        yield _direct_driver(index, drivers + index * VkDirectDriverLoadingInfoLUNARG.SIZE)


def _direct_driver(index: int, address: int) -> tuple[str, str]:
    row = VkDirectDriverLoadingInfoLUNARG
    kind = _edge.u32(address)
    if kind != row.TYPE:
        return "warn", f"pDrivers[{index}] of {_LIST} has the sType {kind}: it is not used [DIRECT-DRIVER-02]"
    if not _edge.u64(address + row.pfnGetInstanceProcAddr):
        fact = f"pDrivers[{index}] of {_LIST} has a NULL pfnGetInstanceProcAddr: it is not used"
        return "error", f"{fact} [DIRECT-DRIVER-02]"
    return "info", f"pDrivers[{index}] of {_LIST} is added"
