"""What the suite runs layers in: each of these once for a layer, whatever number of tests looks at it."""

from refloader.harness.layers.session import Circumstances

EVERYDAY = Circumstances(("instance", "devices", "device", "commands"))
"""A program that makes what there is and uses it."""

LAVAPIPE = Circumstances(("instance", "devices", "device", "commands"), driver="lavapipe")
"""The same on a real driver."""

LOOKUPS = Circumstances(("lookups", "unknown"))
"""A program that asks for every function, enabled or not, and uses some that nobody has registered."""

SEVERAL = Circumstances(("several",))
"""A program with several instances and devices at once."""

FAILING = Circumstances(("failing",))
"""A program on a driver that fails where it can."""
