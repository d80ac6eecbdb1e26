"""The loader's messages about an existing instance, which are printed and sent to the instance's messengers."""

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
def tell_device_chain(instance: Instance, device: DriverDevice) -> None:
    """Log the layers between the application and the device that is being created."""
    log = for_instance(of_instance(instance), instance.plan.messages)
    layers = [link.layer for link in instance.layers if link.gdpa]
    for layer in reversed(layers) if log else ():
        tell_inserted(log, "device", layer)
    if not log.wants("driver"):
        return
    log.say("", "driver", "vkCreateDevice layer callstack setup to:")
    for text in chain_lines(layers, instance.plan, "<Device>"):
        log.say("", "driver", text)
    driver = device.driver.shared.driver
    library = opened_as(driver.library_path, driver.manifest) if driver else ""
    log.say("", "driver", f'       Using "{facts_of(device).name}" with driver: "{library}"')
