"""The runs of drivers in the whole stack: programs, loaders, neighbours. Runs nothing itself."""

from dataclasses import replace

from refloader.suite.drivers.checks.stack.neighbours import NEIGHBOUR, NEIGHBOURS_DEVICE
from refloader.suite.sessions.session import Circumstances
from refloader.suite.subjects.layer import LayerSubject


def _program(*acts: str) -> Circumstances:
    return Circumstances(acts, observed=False, devices="shown")


NEWEST = 7
"""The driver interface version of current loaders."""

_TOLD = (("VK_LOADER_DEBUG", "error"),)
"""Makes the reference's library report why it leaves a driver out."""

SIMPLE = replace(_program("instance"), traced=True, variables=_TOLD)
"""The simplest program: an instance, and the calls that are possible before it and with it."""

EVERYDAY = _program("instance", "devices", "device", "commands", "descriptors", "graphics", "modern")
"""A program that makes objects of every kind on the first device, and uses them."""

EACH = replace(_program("compute-each"), mock=(("name", NEIGHBOUR), ("device_name", NEIGHBOURS_DEVICE)))
"""A compute job on each queue family of each device; also used beside a mock driver."""

SEVERAL = _program("several", "order")
"""A program with several instances and devices at once, which end in different orders."""

ALIKE = _program("alike", "many")
"""A program that does the same work in several forms of the same calls, and much of it."""

STATES = _program("states")
"""A program that asks objects for their states: alone, on two threads, of two devices."""

FEATURED = _program("featured")
"""The same of a device that is made with all that it offers. It has a time of its own, so that it does not depend on
how long the other one took."""

PRESENT = replace(_program("present", "present-x11", "present-both"), display=True)
"""A program that shows frames on a surface without a window, in windows of an X server, and on two at once."""

AT_ONCE = _program("threads", "reentrant")
"""A program that calls on several threads, and from within a messenger's callback."""

LOOKUPS = _program("devices", "lookups", "failing", "debug")
"""A program that asks for every command, for an instance and a device that it cannot get, and names its objects."""

MANNERS = replace(_program("manners"), variables=(("LC_ALL", "C.UTF-8"),))
"""A program that inspects its process before, during and after an instance with a device.

The locale of its user is another one than that of a program that sets none: setting it shows.
"""


def at_age(interface: int) -> Circumstances:
    """Return a job on each device, on a loader with driver interfaces up to this version and Vulkan 1.0."""
    return replace(_program("compute-each"), interface=interface, api="1.0", traced=True)


def with_layer(layer: LayerSubject) -> Circumstances:
    """Return the simplest program with a layer enabled."""
    return Circumstances(("instance",), layers=(layer,), observed=False, devices="shown")
