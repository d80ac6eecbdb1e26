"""The beginnings that many scripts share: an instance, a device, command buffers. Runs nothing."""

from refloader.scenario.script import Argument, Script, Via, of_instance, out, pair

_POOL_INFO, _BUFFER_INFO, _BEGIN_INFO = 39, 40, 42

INSTANCE: Via = of_instance("instance")

PROTECTED_MEMORY: Argument = [1000145001, None, 1]
"""A VkPhysicalDeviceProtectedMemoryFeatures, without which a queue cannot be protected."""


def with_instance(**options: Argument) -> Script:
    """Return a script that creates an instance and enumerates its devices; options are those of ``Script.create``."""
    script = Script()
    script.create(**options)
    script.devices()
    return script


def with_device(**options: Argument) -> Script:
    """Return the same script, followed by a device on the first physical device and the device's first queue."""
    script = with_instance(**options)
    script.device()
    script.queue()
    return script


def command_buffer(
    script: Script, device: str = "device", label: str = "buffer", *, via: Via = INSTANCE
) -> str:
    """Add the allocation of a primary command buffer from a new pool; return the name of its handle."""
    info = [_POOL_INFO, None, pair(0, 0)]
    script.call(
        "vkCreateCommandPool", device, info, None, out(f"{label}.pool"), via=via, label=f"{label}.pool"
    )
    allocation: Argument = [_BUFFER_INFO, None, f"{label}.pool", pair(0, 1)]
    script.call("vkAllocateCommandBuffers", device, allocation, out(label), via=via, label=label)
    return label


def recorded(script: Script, buffer: str = "buffer", *, via: Via = INSTANCE) -> str:
    """Add vkBeginCommandBuffer and vkEndCommandBuffer; return the label of the last step."""
    script.call("vkBeginCommandBuffer", buffer, [_BEGIN_INFO, None, 0, None], via=via)
    return script.call("vkEndCommandBuffer", buffer, via=via)
