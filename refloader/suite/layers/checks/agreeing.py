"""Checks on questions that have one answer, in whichever way they are asked, and on states without a choice.

Source: "Layer Conventions and Rules" (LLP_LAYER_1). A layer may imitate another device. No device has one limit by
one name of a command and another by the other name: an application that meets both is on no compliant implementation.
"""

from collections.abc import Iterator, Mapping

from refloader.suite.layers.checks.results import replaces_shaders
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.session import Session

_ACT, _NAME = "agreeing", ".name"

NAMES: Mapping[str, str] = {
    "names.properties": "vkGetPhysicalDeviceProperties2 gives other properties than vkGetPhysicalDeviceProperties",
    "names.older_properties": (
        "vkGetPhysicalDeviceProperties2KHR gives other properties than vkGetPhysicalDeviceProperties"
    ),
    "names.features": "vkGetPhysicalDeviceFeatures2 gives other features than vkGetPhysicalDeviceFeatures",
    "names.older_features": "vkGetPhysicalDeviceFeatures2KHR gives other features than vkGetPhysicalDeviceFeatures",
    "names.memory": (
        "vkGetPhysicalDeviceMemoryProperties2 gives another memory than vkGetPhysicalDeviceMemoryProperties"
    ),
    "names.older_memory": (
        "vkGetPhysicalDeviceMemoryProperties2KHR gives another memory than vkGetPhysicalDeviceMemoryProperties"
    ),
    "parts.features": (
        "a feature is in VkPhysicalDeviceVulkan12Features and not in the structure of its extension, or only there"
    ),
    "groups": (
        "the physical devices in the groups of vkEnumeratePhysicalDeviceGroups are not those of"
        " vkEnumeratePhysicalDevices, each once"
    ),
}
"""The application's answers on one question that is asked in two ways, and what is wrong where they differ."""

COUNTS: Mapping[str, str] = {
    "counted.physical_devices": "vkEnumeratePhysicalDevices",
    "counted.device_extensions": "vkEnumerateDeviceExtensionProperties",
    "counted.instance_extensions": "vkEnumerateInstanceExtensionProperties",
}
"""The application's answers on lists that are asked for with as much room as was counted."""

STATES: Mapping[str, str] = {
    "mapped.behind": "memory that is mapped a second time, from byte 256 on, does not hold what was written there",
    "recorded.first": "a compute job of two equal shader modules, of which one is destroyed, is not done",
    "recorded.again": "a command buffer that is recorded again without a reset does not do what is recorded",
    "recorded.behind_another": (
        "a pipeline that is bound again behind vkCmdExecuteCommands is not the one that is used"
    ),
    "pipelines.all": (
        "vkCreateComputePipelines gives VK_SUCCESS with one of two pipelines VK_NULL_HANDLE, or an error with both"
    ),
    "pipelines.others": "vkCreateComputePipelines makes no second pipeline where the first one cannot be made",
}
"""The application's answers on what follows from its own calls, and what is wrong where it is not so."""

_RECORDED = "recorded."
"""Begins the answers on what comes of jobs that shaders do."""

LASTING: Mapping[str, str] = {
    "lasting.messages": "the callback of a VkDebugUtilsMessengerCreateInfoEXT",
    "lasting.reports": "the callback of a VkDebugReportCallbackCreateInfoEXT",
}
"""The application's answers on callbacks that are chained to the creation of an instance."""

_BEHIND, _HEAPS = "budget.behind", "budget.heaps"


def names(plain: Session, layered: Session) -> CheckResult:
    """Check that questions that can be asked in two ways have one answer, if they have without the layer."""
    result = CheckResult(missing="the application was to ask in two ways, without the layer and with it")
    return _agrees(result, NAMES, plain, layered)


def counts(plain: Session, layered: Session) -> CheckResult:
    """Check that a list has room where it is asked for with the count that was told before."""
    facts = {
        label: f"{command} has another count, or VK_INCOMPLETE, where there is room for as many as it counted before"
        for label, command in COUNTS.items()
    }
    result = CheckResult(missing="the application was to count lists, without the layer and with it")
    return _agrees(result, facts, plain, layered)


def states(plain: Session, layered: Session) -> CheckResult:
    """Check that memory, command buffers and pipelines are what the application's own calls made of them.

    What comes of jobs is not judged where the layer replaces shaders and the mock driver does not know those.
    """
    result = CheckResult(missing="the application was to use a device, without the layer and with it")
    is_other = replaces_shaders(plain, layered)
    facts = {label: fact for label, fact in STATES.items() if not (is_other and label.startswith(_RECORDED))}
    return _agrees(result, facts, plain, layered)


def lasting(plain: Session, layered: Session) -> CheckResult:
    """Check that a callback on pNext of VkInstanceCreateInfo is not called while the instance is in use.

    "This callback is only valid for the duration of the vkCreateInstance and the vkDestroyInstance call."
    """
    result = CheckResult(
        missing="the application was to make an instance with callbacks, with the layer and without"
    )
    for label, words in LASTING.items():
        answer = layered.answers.get(f"{_ACT}.{label}")
        if plain.answers.get(f"{_ACT}.{label}") == "no" or answer not in ("yes", "no"):
            continue
        result.seen += 1
        if answer == "no":
            where = "on pNext of VkInstanceCreateInfo is called after vkCreateInstance and before vkDestroyInstance"
            result.fail(f"{words} {where}")
    return result


def budgets(plain: Session, layered: Session) -> CheckResult:
    """Check that a layer which has VK_EXT_memory_budget itself writes zero for heaps that are not there.

    "The heapBudget and heapUsage values must be zero for array elements greater than or equal to
    VkPhysicalDeviceMemoryProperties::memoryHeapCount". Where the driver has it, too, a layer that hides heaps need
    not know the structure.
    """
    result = CheckResult(missing="the layer has no VK_EXT_memory_budget of its own")
    for device in _devices(plain, layered):
        if f"{device}.{_BEHIND}" in plain.answers or f"{device}.{_BEHIND}" not in layered.answers:
            continue
        result.seen += 1
        if layered.answers[f"{device}.{_BEHIND}"] == "no":
            heaps = layered.answers.get(f"{device}.{_HEAPS}")
            fact = f"is not zero behind the {heaps} heaps that there are"
            result.fail_once(f"VkPhysicalDeviceMemoryBudgetPropertiesEXT {fact}")
    return result


def _agrees(result: CheckResult, facts: Mapping[str, str], plain: Session, layered: Session) -> CheckResult:
    """Compare the answers on the devices that are the same with the layer as without it."""
    for device in _devices(plain, layered):
        for label, fact in facts.items():
            answer = layered.answers.get(f"{device}.{label}")
            if plain.answers.get(f"{device}.{label}") != "yes" or answer not in ("yes", "no"):
                continue
            result.seen += 1
            if answer == "no":
                result.fail_once(f"{fact} with the layer, and without it all is well")
    return result


def _devices(plain: Session, layered: Session) -> Iterator[str]:
    """Yield the beginnings of labels; a layer may hide devices and put them in another order."""
    for label, name in plain.answers.items():
        if (
            label.startswith(f"{_ACT}.device_")
            and label.endswith(_NAME)
            and layered.answers.get(label) == name
        ):
            yield label.removesuffix(_NAME)
