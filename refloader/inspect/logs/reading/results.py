"""What programs print of a VkResult, by name or by number, and of extensions: the same facts in many words."""

import re

from refloader.inspect.logs.surroundings.sought import Sought

RESULTS = {
    -1: "VK_ERROR_OUT_OF_HOST_MEMORY",
    -2: "VK_ERROR_OUT_OF_DEVICE_MEMORY",
    -3: "VK_ERROR_INITIALIZATION_FAILED",
    -4: "VK_ERROR_DEVICE_LOST",
    -5: "VK_ERROR_MEMORY_MAP_FAILED",
    -6: "VK_ERROR_LAYER_NOT_PRESENT",
    -7: "VK_ERROR_EXTENSION_NOT_PRESENT",
    -8: "VK_ERROR_FEATURE_NOT_PRESENT",
    -9: "VK_ERROR_INCOMPATIBLE_DRIVER",
    -10: "VK_ERROR_TOO_MANY_OBJECTS",
    -11: "VK_ERROR_FORMAT_NOT_SUPPORTED",
    -1000000000: "VK_ERROR_SURFACE_LOST_KHR",
    -1000000001: "VK_ERROR_NATIVE_WINDOW_IN_USE_KHR",
}
"""The results that a program may print as numbers."""

_OF_VULKAN = Sought(r"\bvk(?:::)?[A-Z]\w+|vulkan|VkResult|failed to create instance! \(-\d", re.IGNORECASE)
_NUMBER = Sought(
    r"(?:(?:VkResult|result|res|return(?:ed|s|ing)?|return code|fail(?:ed|s)?|falhou|falló|échoué?e?"
    r"|fehlgeschlagen|fallit[oa]|ошибка|error(?: code)?|code|vr|status|"
    r"create (?:[\w ]{1,21})?(?:instance|device))\b(?: (?:with|is|of|was|me|code|result|error)){0,2}"
    r"|\bvk[A-Z]\w{3,60}(?:\(\))?(?: (?:gives?|gave|got|yields?|->|=>))?)"
    r"[^\w-]{1,6}(?P<number>-\d{1,10})\b",
    re.IGNORECASE,
)
_SYSTEM_CALL = Sought(
    r"\b(?:hw_get_module\w{0,20}|open(?:at)?|ioctl|mmap|access|connect|socket|stat|read|drm[A-Z]\w{2,40}|gbm_\w{2,40})"
    r"\([^()]{0,300}\)\W{0,3}(?:has )?(?:failed|returned|fails|=)(?:[^\w-]{1,6}-\d{1,10}\b)?"
)
"""A call of the system or of a library of its own numbers, whose -2 is another one."""

_CAMEL = Sought(r"\b(?:vk::Result::e|vk::|Result::)?Error(?P<name>(?:[A-Z][a-z]+){2,4})(?:KHR)?\b")
_EXTENSION = Sought(
    r"(?<!\w)(?P<name>VK_(?:KHR|EXT|NVX?|AMDX?|INTEL|ARM|QCOM|MESA|GOOGLE|VALVE|MVK|ANDROID|IMG|LUNARG)_[a-z0-9_]{2,80})\b"
)
_LACKING = Sought(
    r"missing|not (?:found|supported|available|present|installed|enabled)|unsupported|unavailable|lack(?:s|ing)?\b"
    r"|(?:does not|doesn.t|cannot|can.t) (?:support|find)|(?:could not|failed to|unable to) find|no support for",
    re.IGNORECASE,
)
_NEEDED = Sought(r"require(?:d|s|ments?)?\b|needs?\b|must\b|fatal|error|fail|\berr:", re.IGNORECASE)
_OF_INSTANCE = Sought(
    r"surface|display|portability_enumeration|VK_EXT_debug_(?:utils|report)|VK_EXT_(?:validation|layer_settings|"
    r"swapchain_colorspace|application_info|direct_mode)|_capabilities$|get_physical_device_properties2|"
    r"device_group_creation|direct_driver_loading",
    re.IGNORECASE,
)
"""Extensions of instances, which loaders, layers and drivers have; all others are those of devices."""

_ON_DEVICE = Sought(r"device|GPU|adapter|card", re.IGNORECASE)


_CODE = (
    r"^\s*(?:\}?\s*(?:else )?if\s*\(.{0,100}?[=!]=\s*|\}?\s*while\s*\(.{0,100}?[=!]=\s*|case\s+"
    r"|return\s+)VK_ERROR_\w{2,60}\s*(?:[):;&|{]|$)"
)
"""A condition, a case or a return of C: what a program does if a call has failed, and no call that has."""

_RULE = (
    r"\bvk[A-Z]\w{2,60}(?:\(\))? (?:may|shall|must)(?: also| only)? return [`'\"]?VK_ERROR_"
    r"|^\W*(?:[Ww]hen|[Uu]nder which conditions?) (?:does|can|may|must|should) vk[A-Z]\w{2,60}(?:\(\))? return "
    r"[`'\"]?VK_ERROR_"
)
"""A rule of the specification, or a line that begins with the question when a command returns a result."""

_THEORY = Sought(rf"{_CODE}|{_RULE}")


def is_theory(line: str) -> bool:
    """Return whether a line has a result in code that tests for it or in a rule, so that nothing has failed."""
    return "VK_ERROR_" in line and _THEORY.search(line) is not None


def named(line: str) -> str:
    """Return a line with the names of the results that it has as numbers or in the words of other languages."""
    if ("-" not in line or not _OF_VULKAN.search(line)) and "Error" not in line:
        return line
    other = _SYSTEM_CALL.search(line)
    found = _NUMBER.search(line, other.end() if other is not None else 0)
    name = RESULTS.get(int(found["number"]), "") if found is not None else ""
    camel = _CAMEL.search(line)
    if camel is not None and not name:
        words = re.findall(r"[A-Z][a-z]+", camel["name"])
        spelt = "VK_ERROR_" + "_".join(words).upper()
        name = next((each for each in RESULTS.values() if each.removesuffix("_KHR") == spelt), "")
    return f"{line} {name}" if name and name not in line else line


def lacking(line: str) -> tuple[str, bool, bool] | None:
    """Return the extension that a line says to be missing, whether it is needed, and whether a device lacks it.

    None if the line says no such thing. Programs that can do without an extension say so without a word of need.
    """
    extension = _EXTENSION.search(line) if "VK_" in line else None
    if extension is None or not _LACKING.search(line):
        return None
    rest = line.replace(extension["name"], "").replace("VK_ERROR", "")
    on_device = _ON_DEVICE.search(rest) is not None or _OF_INSTANCE.search(extension["name"]) is None
    return extension["name"], _NEEDED.search(rest) is not None, on_device and "instance" not in rest.lower()
