"""What the suite runs layers in: each once for a layer, however many tests look at it. Runs nothing itself."""

from collections.abc import Mapping
from dataclasses import replace
from typing import get_args

from refloader.suite.running.session import Circumstances, Driver, OwnDriver

_ACTS = (
    "instance",
    "devices",
    "device",
    "commands",
    "descriptors",
    "compute",
    "graphics",
    "debug",
    "present",
    "modern",
)

SIMPLEST: Mapping[Driver, Circumstances] = {
    driver: Circumstances(("instance", "devices", "device"), driver=driver) for driver in get_args(OwnDriver)
}
"""A program that makes an instance and a device, by driver."""

EVERYDAY = Circumstances(_ACTS)
"""A program that makes what there is and uses it."""

LAVAPIPE = Circumstances(_ACTS, driver="lavapipe")
"""The same on a real driver."""

WINDOWS = Circumstances(("present-x11",), driver="lavapipe", display=True)
"""A program that draws to windows, on a real driver."""

NEIGHBOURS = Circumstances(("instance", "devices", "device"), neighbours=True)
"""A program with a layer above that asks for everything, and one below that has a link and functions of its own."""

LOOKUPS = Circumstances(("lookups", "unknown"), variables=(("VK_LOADER_DISABLE_INST_EXT_FILTER", "1"),))
"""A program that asks for every function, enabled or not, and uses extensions that nobody has registered."""

SEVERAL = Circumstances(("several", "order"))
"""A program with several instances and devices at once, which end in different orders."""

FAILING = Circumstances(("failing",))
"""A program that asks the driver for an instance and a device which it refuses, and then for others."""

CALLBACKS = Circumstances(("instance", "devices", "device", "commands"), allocator=True)
"""A program that gives allocation callbacks wherever it can."""

CALLBACKS_WATCHED = Circumstances(
    ("instance", "devices", "device", "commands"), allocator=True, watch_malloc=True
)
"""The same with a watch on malloc."""

AT_ONCE = Circumstances(("threads",), mock=(("meet", "1"),))
"""A program that calls from several threads, of which two meet in the driver."""

AT_ONCE_ON_LAVAPIPE = Circumstances(("threads",), driver="lavapipe")
"""The same on a real driver."""

POOR = Circumstances(("device",), mock=(("features", "robustBufferAccess"),))
"""A program on a device that has nothing but what every device has."""

AGAIN = Circumstances(("again",), observed=False)
"""A program that makes and ends everything many times. Its calls are too many to be worth a recording."""

REENTRANT = Circumstances(("reentrant",), observed=False)
"""A program that asks for functions while it makes objects on another thread, and from within its callbacks."""

REENTRANT_ON_LAVAPIPE = Circumstances(("reentrant",), driver="lavapipe", observed=False)
"""The same on a real driver."""

_VALIDATED = tuple(act for act in _ACTS if act != "debug")
"""What a program listens to itself a validation layer does not print."""

VALIDATED = Circumstances(_VALIDATED, allocator=True, observed=False)
"""A program that uses allocation callbacks, for the validation layer to look at."""

VALIDATED_WINDOWS = replace(WINDOWS, observed=False)
"""One that draws to windows."""

VALIDATED_ON_LAVAPIPE = Circumstances(_VALIDATED, driver="lavapipe", observed=False)
"""One without, on a real driver."""

PROGRAMS: Mapping[str, Circumstances] = {
    "everyday": EVERYDAY,
    "lavapipe": LAVAPIPE,
    "windows": WINDOWS,
    "several": SEVERAL,
    "neighbours": NEIGHBOURS,
    "at once": AT_ONCE,
}
"""What a layer is run in where all that a program does can show something, by the names of the tests' cases."""
