"""What the suite runs layers in: each of these once for a layer, whatever number of tests looks at it."""

from refloader.harness.layers.session import Circumstances

EVERYDAY = Circumstances(("instance", "devices", "device", "commands"))
"""A program that makes what there is and uses it."""

LAVAPIPE = Circumstances(("instance", "devices", "device", "commands"), driver="lavapipe")
"""The same on a real driver."""

NEIGHBOURS = Circumstances(("instance", "devices", "device"), neighbours=True)
"""A program with a layer above that asks for everything, and one below that has a link and functions of its own."""
