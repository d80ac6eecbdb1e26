"""What drivers are run in where the whole stack is needed, by name: programs, loaders, company. Runs none."""

from dataclasses import replace

from refloader.suite.drivers.judges.company import NEIGHBOUR, NEIGHBOURS_DEVICE
from refloader.suite.running.session import Circumstances
from refloader.suite.subjects.layer import LayerSubject


def _program(*acts: str) -> Circumstances:
    return Circumstances(acts, observed=False, devices="shown")


NEWEST = 7
"""The driver interface version of loaders of today."""

_TOLD = (("VK_LOADER_DEBUG", "error"),)
"""Has the reference's library say why it leaves a driver out."""

SIMPLE = replace(_program("instance"), traced=True, variables=_TOLD)
"""The simplest program: an instance, and what can be asked before and of it."""

EVERYDAY = _program("instance", "devices", "device", "commands", "descriptors", "graphics", "modern")
"""A program that makes what there is on the first device, and uses it."""

EACH = replace(_program("compute-each"), mock=(("name", NEIGHBOUR), ("device_name", NEIGHBOURS_DEVICE)))
"""A job on each device with each of its queue families; also in the company of a mock driver."""

SEVERAL = _program("several", "order")
"""A program with several instances and devices at once, which end in different orders."""

AT_ONCE = _program("threads", "reentrant")
"""A program that calls from several threads, and out of a messenger's callback."""

LOOKUPS = _program("devices", "lookups", "failing", "debug")
"""A program that asks for every command, for an instance and a device that it cannot have, and names its objects."""

MANNERS = _program("manners")
"""A program that looks at what its process is like before, during and after an instance with a device."""


def at_age(interface: int) -> Circumstances:
    """A job on each device, on a loader that knows the driver interface up to this version, and Vulkan 1.0."""
    return replace(_program("compute-each"), interface=interface, api="1.0", traced=True)


def with_layer(layer: LayerSubject) -> Circumstances:
    """The simplest program with a layer on."""
    return Circumstances(("instance",), layers=(layer,), observed=False, devices="shown")
