"""What drivers are run in where the whole stack is needed, by name: programs, loaders, company. Runs none."""

from refloader.harness.layers.subject import LayerSubject
from refloader.harness.running.session import Circumstances

SIMPLE = Circumstances(("instance",), observed=False, devices="shown")
"""The simplest program: an instance, and what can be asked before and of it."""

COMPUTE = Circumstances(("compute",), observed=False, devices="shown")
"""A job on the first device."""


def with_layer(layer: LayerSubject) -> Circumstances:
    """The simplest program with a layer on."""
    return Circumstances(("instance",), layers=(layer,), observed=False, devices="shown")
