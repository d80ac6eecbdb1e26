"""The loader's messages about an existing instance, which are printed and sent to the instance's messengers."""

from collections.abc import Sequence

from refloader.core.manifests.library_path import opened_as
from refloader.dropin.python.devices.device_facts import facts_of
from refloader.dropin.python.generated.layouts import VkResult
from refloader.dropin.python.instances.listing import chain_lines, tell_inserted
from refloader.dropin.python.memory.state import DriverDevice, Instance
from refloader.dropin.python.messages.log import for_instance
from refloader.dropin.python.messages.messengers import of_instance
from refloader.rules import decides


def tell(instance: Instance, level: str, about: str, text: str) -> None:
    """Deliver a message about an instance, with its level and its subject ("layer", "driver" or "")."""
    for_instance(of_instance(instance), instance.plan.messages).say(level, about, text)


def missing(instance: Instance, command: str, parameters: str) -> int:
    """Log that a required parameter of a call is NULL, and return the call's result."""
    tell(instance, "error", "", f"{command}: {parameters} must not be NULL")
    return VkResult.ERROR_INITIALIZATION_FAILED


@decides("DEBUG-LOG-07")
def tell_device_chain(instance: Instance) -> None:
    """Log the layers between the application and the device that is to be created, whoever fails it later.

    The lines of layers belong to layer logging alone, as in the field; those around them to driver logging too.
    """
    log = for_instance(of_instance(instance), instance.plan.messages)
    layers = [link.layer for link in instance.layers if link.gdpa]
    for layer in reversed(layers) if log else ():
        tell_inserted(log, "device", layer)
    if not log.wants("driver", "layer"):
        return
    log.show("driver", "layer", "vkCreateDevice layer callstack setup to:")
    *rows, last = tuple(chain_lines(layers, instance.plan, "<Device>"))
    for text in rows[:_ABOVE_LAYERS]:
        log.show("driver", "layer", text)
    for text in rows[_ABOVE_LAYERS:]:
        log.say("", "layer", text)
    log.show("driver", "layer", last)


_ABOVE_LAYERS = 4
"""The lines of a chain for the application and the loader."""


def tell_order(instance: Instance, devices: Sequence[DriverDevice], *, again: bool) -> None:
    """Log the devices in the order of enumeration, and whether the loader knows them from an earlier one."""
    log = for_instance(of_instance(instance), instance.plan.messages)
    if not log.wants("info", "debug", "driver"):
        return
    log.say("info", "driver", "Physical devices in the order of enumeration:")
    for place, device in enumerate(devices):
        log.say("info", "driver", f"   [{place}] {facts_of(device).name}")
    if again:
        log.say("debug", "driver", "Their handles are those of an earlier enumeration")


def tell_device(instance: Instance, device: DriverDevice) -> None:
    """Log the driver that creates the device, below the chain."""
    log = for_instance(of_instance(instance), instance.plan.messages)
    if not log.wants("driver", "layer"):
        return
    driver = device.driver.shared.driver
    library = opened_as(driver.library_path, driver.manifest) if driver else ""
    log.show("driver", "layer", f'       Using "{facts_of(device).name}" with driver: "{library}"')
