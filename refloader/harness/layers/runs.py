"""What the suite runs layers in: each of these once for a layer, whatever number of tests looks at it."""

from collections.abc import Mapping

from refloader.harness.layers.session import Circumstances

EVERYDAY = Circumstances(("instance", "devices", "device", "commands"))
"""A program that makes what there is and uses it."""

LAVAPIPE = Circumstances(("instance", "devices", "device", "commands"), driver="lavapipe")
"""The same on a real driver."""

NEIGHBOURS = Circumstances(("instance", "devices", "device"), neighbours=True)
"""A program with a layer above that asks for everything, and one below that has a link and functions of its own."""

CALLBACKS = Circumstances(("instance", "devices", "device", "commands"), allocator=True)
"""A program that gives allocation callbacks wherever it can."""

CALLBACKS_WATCHED = Circumstances(
    ("instance", "devices", "device", "commands"), allocator=True, watch_malloc=True
)
"""The same with a watch on malloc."""

PROGRAMS: Mapping[str, Circumstances] = {"everyday": EVERYDAY, "lavapipe": LAVAPIPE}
"""What a layer is run in where all that a program does can show something, by the names of the tests' cases."""
