"""Checks on the act "create": whether the create infos that reach the entity below are valid in themselves.

What a layer wants for itself, a feature or a queue, it has to put where the application's own request leaves room for
it: what is asked for in two places is an invalid call. Source: "Requirements of Well-Behaved Layers", LLP_LAYER_2.
"""

import re

from refloader.model.text import some
from refloader.suite.layers.alone.answers import EXTENSION_NOT_PRESENT
from refloader.suite.layers.alone.created import FEW_FEATURES
from refloader.suite.sessions.answers import Answers, part
from refloader.suite.sessions.check_result import CheckResult

_NEVER = "the layer never came to call the next vkCreateDevice"
_SLOT = "the layer makes a private data slot on a device for which the privateData feature is not enabled"
_OF_DEVICE = re.compile(r"create\.(.+)\.device")


def device_infos_valid(answers: Answers) -> CheckResult:
    """Check that what the next vkCreateDevice gets does not ask for one thing in two places.

    VUID-VkDeviceCreateInfo-pNext-00373: "If the pNext chain includes a VkPhysicalDeviceFeatures2 structure, then
    pEnabledFeatures must be NULL"; -02829, -02830 and -06532 say the same of the features of a version and of
    structures with members of it, and -queueFamilyIndex-02802 of two elements for the queues of one family.
    VUID-VkDeviceQueueCreateInfo-pQueuePriorities-00383: "Each element of pQueuePriorities must be between 0.0 and
    1.0": behind the application's array stands none that is, which a layer finds that asks for one more queue.
    -sType-unique: "The sType value of each struct in the pNext chain must be unique".
    VUID-vkCreatePrivateDataSlot-privateData-04564: "The privateData feature must be enabled", for a slot of its own.
    The application's own create info is valid.
    """
    look = CheckResult(missing=_NEVER)
    cases: dict[str, list[str]] = {}
    for label in answers:
        match = _OF_DEVICE.fullmatch(label)
        made = part(part(answers, label), "made")
        if match is None or not made.get("times"):
            continue
        look.seen += 1
        for what in filter(None, str(made.get("invalid", "")).split(",")):
            cases.setdefault(f"the next vkCreateDevice gets {what}", []).append(match[1])
        if made.get("has_slots_without"):
            cases.setdefault(_SLOT, []).append(match[1])
    for fact, names in cases.items():
        in_cases = "in the case" if len(names) == 1 else "in the cases"
        look.fail(f"{fact} ({in_cases} {some(names, 2)})")
    return look


def extensions_had(answers: Answers) -> CheckResult:
    """Check that a device can be made that the application wants no extensions of: the layer enables none unasked.

    "If any of the requested extensions is not supported on that device, vkCreateDevice must return
    VK_ERROR_EXTENSION_NOT_PRESENT": so does the entity below. A layer may try a second time without them.
    """
    look = CheckResult(missing=_NEVER)
    for label in answers:
        match = _OF_DEVICE.fullmatch(label)
        made = part(part(answers, label), "made")
        if match is None or not match[1].startswith(FEW_FEATURES) or not made.get("times"):
            continue
        look.seen += 1
        names = str(made.get("lacked", "")).replace(",", ", ")
        if made["result"] == EXTENSION_NOT_PRESENT and names:
            fact = f"the layer asks for {names}, which the device does not have"
            look.fail(
                f"vkCreateDevice gives VK_ERROR_EXTENSION_NOT_PRESENT where the application enables none: {fact}"
            )
    return look
