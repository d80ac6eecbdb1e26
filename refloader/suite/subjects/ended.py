"""A subject that did not end by itself, in the words of the calls that it was in. Runs nothing."""

from collections.abc import Mapping, Sequence

from refloader.results.results_file import Verdict
from refloader.scenario.actions import Action

_DURING = " during "
_COMMANDS: Mapping[str, str] = {
    "version": "vkEnumerateInstanceVersion",
    "layers": "vkEnumerateInstanceLayerProperties",
    "extensions": "vkEnumerateInstanceExtensionProperties",
    "instance": "vkCreateInstance",
    "create": "vkCreateInstance",
    "destroy": "vkDestroyInstance",
    "devices": "vkEnumeratePhysicalDevices",
    "device": "vkCreateDevice",
    "destroy_device": "vkDestroyDevice",
    "queue": "vkGetDeviceQueue",
    "lookup": "vkGetInstanceProcAddr",
    "device_lookup": "vkGetDeviceProcAddr",
    "device_extensions": "vkEnumerateDeviceExtensionProperties",
    "device_layers": "vkEnumerateDeviceLayerProperties",
}
"""The command that an action calls, by the verb of the action."""

_NAMED: Mapping[str, str] = {"call": "name", "groups": "command"}
"""The option that names the command, by the verb of the step."""


class EndedError(Exception):
    """The subject did not end by itself; ``verdict`` says who is to blame."""

    def __init__(self, verdict: Verdict, detail: str) -> None:
        super().__init__(detail)
        self.verdict = verdict


def in_words(detail: str, actions: Sequence[Action]) -> str:
    """Return how a loader ended, with the command of the action that it was in; unchanged if that is none of them."""
    ending, during, action = detail.rpartition(_DURING)
    verb, _, label = action.partition(" ")
    if not during:
        return detail
    if action == "dlopen":
        return f"{ending} while the library was opened"
    command = _COMMANDS.get(verb, "")
    for step in actions:
        if verb in _NAMED and step[:2] == (verb, label):
            command = step[2].get(_NAMED[verb], "")
    return f"{ending} in {command}" if command else detail
