"""Checks on the acts "queries" and "at-once": structures in pNext are filled, and a command tells the same each time.

Source, in the Vulkan specification: "Features" and "Limits" (what is chained to VkPhysicalDeviceFeatures2 and
VkPhysicalDeviceProperties2 is filled, "behaves similarly to" the older command; the structures of a version have the
members of others), "Valid Usage for Structure Pointer Chains" (sType and pNext are the program's), "Lifetime of
Retrieved Results", and "Threading Behavior": "All commands support being called concurrently from multiple threads",
and none of these has a parameter that is externally synchronized. Only structures of core are asked for, of versions
that device and instance have.
"""

from collections.abc import Iterator

from refloader.suite.sessions.answers import Answers, number, part, texts
from refloader.suite.sessions.check_result import CheckResult

_ALONE, _TOGETHER, _ORDERS, _HEADS, _FORMS, _FORMATS, _SAMPLES, _LIMITS, _LEVELS, _BUDGET, _EXTERNALS = (
    f"queries.{name}."
    for name in (
        "alone",
        "together",
        "orders",
        "heads",
        "forms",
        "formats",
        "samples",
        "samples_of_limits",
        "levels",
        "budget",
        "externals",
    )
)
_AT_ONCE = "at-once.device."
_NOTHING = "the driver has no physical device of Vulkan 1.1 or newer here"
_NO_LEVELS = "the driver has no physical device of Vulkan 1.1 or newer without VK_KHR_portability_subset here"
_MOST = 3


def structures_filled(answers: Answers) -> CheckResult:
    """Check that no structure comes back as it was, and no feature of one that is filled."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _ALONE):
        look.seen += number(row, "asked")
        if whole := texts(row, "unwritten"):
            look.fail(f"physical device {device} leaves {look.some(whole, _MOST)} in pNext unwritten")
        features = [name for name in texts(row, "members") if "Features." in name]
        if features:
            look.fail(f"physical device {device} leaves {look.some(features, _MOST)} unwritten")
    for device, row in _rows(answers, _FORMATS):
        look.seen += number(row, "asked")
        if formats := texts(row, "unwritten"):
            look.fail(f"physical device {device} leaves {look.some(formats, _MOST)} in pNext unwritten")
    return look


def members_filled(answers: Answers) -> CheckResult:
    """Check that a properties structure that is filled is filled as a whole."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _ALONE):
        look.seen += number(row, "asked")
        members = [name for name in texts(row, "members") if "Features." not in name]
        if members:
            look.fail(f"physical device {device} leaves {look.some(members, _MOST)} unwritten")
    return look


def nothing_else_written(answers: Answers) -> CheckResult:
    """Check that sType and pNext stay as they are, and that nothing is written behind a structure."""
    look = CheckResult(missing=_NOTHING)
    for start in (_ALONE, _TOGETHER, _ORDERS, _HEADS):
        for device, row in _rows(answers, start):
            look.seen += number(row, "asked")
            heads, behind = list(dict.fromkeys(texts(row, "heads"))), texts(row, "overrun")
            if unknown := texts(row, "unknown"):
                look.fail(
                    f"physical device {device} writes to a structure of no known type in pNext of"
                    f" {look.some(unknown, _MOST)}"
                )
            if heads:
                look.fail(
                    f"physical device {device} changes the head (sType, pNext) of {look.some(heads, _MOST)}"
                )
            if behind:
                look.fail(f"physical device {device} writes behind the end of {look.some(behind, _MOST)}")
    return look


def same_in_a_chain(answers: Answers) -> CheckResult:
    """Check that a structure has in a chain with all others, behind one that nobody knows, what it has alone."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _TOGETHER):
        look.seen += number(row, "asked")
        if found := texts(row, "different"):
            look.fail(
                f"physical device {device} tells {look.some(found, _MOST)} otherwise "
                "in a chain of several structures, of which the first is of no known type, than alone"
            )
    return look


def same_in_each_order(answers: Answers) -> CheckResult:
    """Check that a structure has what it has alone in chains of all, each once directly behind each other one."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _ORDERS):
        look.seen += number(row, "asked")
        if found := texts(row, "different"):
            look.fail(f"physical device {device} tells {look.some(found, _MOST)} otherwise than alone")
    return look


def same_again(answers: Answers) -> CheckResult:
    """Check that a structure is filled alike each time, and as the one of a version that repeats its members."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _ALONE):
        look.seen += number(row, "asked")
        if again := texts(row, "again"):
            look.fail(f"physical device {device} tells {look.some(again, _MOST)} otherwise the second time")
        if repeated := texts(row, "repeated"):
            look.fail(
                f"physical device {device} tells {look.some(repeated, _MOST)} otherwise "
                "than the structure of the version that has the same member"
            )
    return look


def same_in_both_forms(answers: Answers) -> CheckResult:
    """Check that a command and its newer form, the name of which ends in 2, tell the same."""
    look = CheckResult(missing=_NOTHING)
    for start in (_FORMS, _FORMATS):
        for device, row in _rows(answers, start):
            look.seen += number(row, "asked")
            if found := texts(row, "different"):
                look.fail(
                    f"physical device {device} tells {look.some(found, _MOST)} otherwise "
                    "than by the newer form of the command (its name ends in 2)"
                )
    return look


def same_by_extension(answers: Answers, core: Answers) -> CheckResult:
    """Check that commands leave nothing unwritten by the names of their extension that they write by those of core.

    ``core`` are the answers by the latter: what is wrong by both names is another check's. The commands of a
    promoted extension are aliases of core's.
    """
    look = CheckResult(missing=f"{_NOTHING} that offers VK_KHR_get_physical_device_properties2")
    for start in (_ALONE, _FORMS, _FORMATS):
        for device, row in _rows(answers, start):
            other = part(core, f"{start}{device}")
            look.seen += number(row, "asked") if other else 0
            for key in ("unwritten", "members", "different"):
                if other and (less := [name for name in texts(row, key) if name not in texts(other, key)]):
                    look.fail(
                        f"by the names that end in 2KHR physical device {device} leaves unwritten or tells otherwise,"
                        f" and not by those of core, {look.some(less, _MOST)}"
                    )
    return look


def unsupported_cleared(answers: Answers) -> CheckResult:
    """Check that VkImageFormatProperties is filled with zero where the format is not supported.

    If the parameters are "not supported by the implementation for use in vkCreateImage, then all members of
    VkImageFormatProperties will be filled with zero"; a note there calls that an exception to the rule by which
    structures have no defined content after an error.
    """
    return _none_listed(
        answers,
        _FORMATS,
        "kept",
        "physical device {} gives VK_ERROR_FORMAT_NOT_SUPPORTED and does not fill the structure with zero: {}",
    )


def one_sample(answers: Answers) -> CheckResult:
    """Check that images are said to have one sample per texel where the specification leaves no other number.

    sampleCounts "will be set to VK_SAMPLE_COUNT_1_BIT" for linear tiling, for types other than 2D and for images of
    which cubes can be made.
    """
    sentence = "sampleCounts of physical device {} has more than VK_SAMPLE_COUNT_1_BIT for {}"
    return _none_listed(answers, _SAMPLES, "several", sentence)


def samples_of_limits(answers: Answers) -> CheckResult:
    """Check that images that are attachments or sampled have all sample counts that the limits list.

    Where sampleCounts is not VK_SAMPLE_COUNT_1_BIT alone, it is "a superset of" the limit for usage and format.
    """
    sentence = "sampleCounts of physical device {} has fewer than {}"
    return _none_listed(answers, _LIMITS, "fewer", sentence)


def large_resources(answers: Answers) -> CheckResult:
    """Check that images may be as large as any device has to let them: maxResourceSize "must be at least 2^31"."""
    sentence = "maxResourceSize of physical device {} is less than 2147483648 bytes for {}"
    return _none_listed(answers, _LEVELS, "light", sentence, missing=_NO_LEVELS)


def all_levels(answers: Answers) -> CheckResult:
    """Check that images can have all mipmaps down to one texel, or one level alone.

    maxMipLevels "must be equal to the number of levels in the complete mipmap chain based on" maxExtent, or may be 1.
    """
    sentence = "maxMipLevels of physical device {} is neither 1 nor that of all mipmaps for {}"
    return _none_listed(answers, _LEVELS, "wrong", sentence, missing=_NO_LEVELS)


def _none_listed(
    answers: Answers, start: str, key: str, sentence: str, missing: str = _NOTHING
) -> CheckResult:
    """Check that no device's row lists anything under a key; the sentence has places for the device and the list."""
    look = CheckResult(missing=missing)
    for device, row in _rows(answers, start):
        look.seen += number(row, "asked")
        if listed := texts(row, key):
            look.fail(sentence.format(device, look.some(listed, _MOST)))
    return look


def mipmaps_offered(answers: Answers) -> CheckResult:
    """Check that of some format, images that are larger than one texel have mipmaps.

    maxMipLevels "must be equal to the number of levels in the complete mipmap chain", and may be 1 for linear tiling,
    external memory or formats of several planes, of which none is asked for ("VkImageFormatProperties"; the first
    texts had linear tiling alone). One format with 1 is let pass, for exceptions that come later.
    """
    look = CheckResult(missing=_NO_LEVELS)
    for device, row in _rows(answers, _LEVELS):
        if "complete" not in row:
            continue
        look.seen += number(row, "asked")
        if number(row, "asked") and not number(row, "complete"):
            look.fail(f"maxMipLevels of physical device {device} is 1 for images of every format and type")
    return look


_BUDGETS = {
    "none": "heapBudget of {count} heaps is zero",
    "over": "heapBudget of {count} heaps is larger than the size of the heap",
    "beyond": "{count} elements of heapBudget and heapUsage behind memoryHeapCount are not zero",
}


def budget_told(answers: Answers) -> CheckResult:
    """Check that the core command, too, writes the budgets of memory of a device that offers to tell them."""
    look = CheckResult(
        missing="the driver has no physical device of Vulkan 1.1 with VK_EXT_memory_budget here"
    )
    for device, row in _rows(answers, _BUDGET):
        look.seen += number(row, "asked")
        if left := number(row, "unwritten"):
            look.fail(
                f"physical device {device} offers VK_EXT_memory_budget, and"
                f" vkGetPhysicalDeviceMemoryProperties2 leaves heapBudget of {left} heaps unwritten"
            )
    return look


def budgets_within_heaps(answers: Answers) -> CheckResult:
    """Check each number of VkPhysicalDeviceMemoryBudgetPropertiesEXT, which its own section bounds.

    heapBudget "must be non-zero for array elements less than" memoryHeapCount and "must be less than or equal to
    VkMemoryHeap::size"; what stands behind these elements "must be zero".
    """
    look = CheckResult(
        missing="the driver has no physical device of Vulkan 1.1 with VK_EXT_memory_budget here"
    )
    for device, row in _rows(answers, _BUDGET):
        if "beyond" not in row or number(row, "unwritten"):
            continue
        look.seen += number(row, "asked")
        for name, sentence in _BUDGETS.items():
            if count := number(row, name):
                look.fail(f"of physical device {device}, {sentence.format(count=count)}")
    return look


def same_in_each_instance(answers: Answers) -> CheckResult:
    """Check that deviceUUID and driverUUID are those of the device and the driver, not of an instance."""
    identities = part(answers, "queries.identities")
    look = CheckResult(number(identities, "asked"), missing=_NOTHING)
    if look.seen and identities.get("same") is not True:
        look.fail("deviceUUID or driverUUID of a physical device is another one in the next instance")
    return look


def external_memory_is_compatible(answers: Answers) -> CheckResult:
    """Check that a type that memory is imported from or exported to is compatible with itself.

    "compatibleHandleTypes must include at least handleType" (VkExternalMemoryProperties). The sections on fences and
    semaphores have no such sentence; a type with which nothing can be done is not judged.
    """
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _EXTERNALS):
        look.seen += number(row, "asked")
        if apart := texts(row, "memory"):
            look.fail(
                f"vkGetPhysicalDeviceExternalBufferProperties of physical device {device} gives"
                " externalMemoryFeatures and compatibleHandleTypes without the type itself for"
                f" {look.some(apart, _MOST)}"
            )
    return look


def externals_written(answers: Answers) -> CheckResult:
    """Check that each member is written for each type of handles: of one that is not supported, the features.

    "If handleType is not supported by the implementation, then VkExternalFenceProperties::externalFenceFeatures will
    be set to zero": the other members are left out of that sentence.
    """
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _EXTERNALS):
        look.seen += number(row, "asked")
        if left := texts(row, "unwritten"):
            look.fail(
                f"physical device {device} leaves members of the properties of external handles unwritten for"
                f" {look.some(left, _MOST)}"
            )
    return look


def external_types_agree(answers: Answers) -> CheckResult:
    """Check that what is said of one type agrees, where no sentence says so in as many words."""
    look = CheckResult(missing=_NOTHING)
    for device, row in _rows(answers, _EXTERNALS):
        look.seen += number(row, "asked")
        if apart := texts(row, "others"):
            look.fail(
                f"physical device {device} can import or export {look.some(apart, _MOST)}, of which"
                " compatibleHandleTypes does not have the type itself"
            )
        if never := texts(row, "unimportable"):
            look.fail(
                f"physical device {device} can import nothing from {look.some(never, _MOST)}, of which"
                " exportFromImportedHandleTypes has types"
            )
        if left := texts(row, "unsupported"):
            look.fail(
                f"physical device {device} leaves members unwritten beside features of zero for"
                f" {look.some(left, _MOST)}"
            )
    return look


def same_at_once(answers: Answers) -> CheckResult:
    """Check that threads that ask at once are told what one thread alone is told.

    Nothing is judged that one thread alone is told as well when signals stop it ("interrupted").
    """
    look = CheckResult(missing="the driver has no physical device here")
    for _, row in _rows(answers, _AT_ONCE):
        look.seen += number(row, "rounds")
        if found := texts(row, "different"):
            look.fail(f"while two threads ask, {look.some(found, _MOST)} tells otherwise than to one alone")
    return look


def _rows(answers: Answers, start: str) -> Iterator[tuple[str, Answers]]:
    for label in answers:
        if label.startswith(start):
            yield label.removeprefix(start), part(answers, label)
