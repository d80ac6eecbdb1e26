"""Checks on what a driver claims: its versions, the conformance of its devices, the extensions that it offers.

The driver cannot show whether Khronos has approved a conformance version. It can show that nothing is claimed
(0.0.0.0), or that the claim cannot be true.
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from refloader.model import registry
from refloader.model.parameters import signature
from refloader.model.text import quote
from refloader.model.version import unpacked
from refloader.suite.drivers.checks.devices.properties import is_utf8
from refloader.suite.sessions.answers import Answers, number, numbers, part, result, rows
from refloader.suite.sessions.check_result import CheckResult

LIST_OF_PRODUCTS = "https://www.khronos.org/conformance/adopters/conformant-products"

_STRUCTURES = {"driver": "VkPhysicalDeviceDriverProperties", "vulkan12": "VkPhysicalDeviceVulkan12Properties"}
_SUCCESS = 0
_NONE = (0, 0, 0, 0)
_MOST_TEXT = 200
_NOT_CONFORMANT = re.compile(r"\b(not|non)([- ]?a)?[- ]?(yet )?conformant\b", re.IGNORECASE)
_WITHDRAWN = frozenset({"VK_KHR_mir_surface"})
"""Published by Khronos and withdrawn: the documents of 2018 have it, the registry does not have it any more."""

_SURFACE = re.compile(r"VK_[A-Z0-9]+_(?:[a-z0-9_]+_)?surface")
Version = tuple[int, ...]


# ---- versions


def versions_of_vulkan(answers: Answers) -> CheckResult:
    """Check that a version has variant 0 ("Version Numbers" of the Vulkan specification) and is 1.0 or newer."""
    look = CheckResult(missing="the driver has neither vkEnumerateInstanceVersion nor a physical device here")
    told = part(answers, "enumerate.version")
    code = number(told, "result")
    known = signature("vkEnumerateInstanceVersion")
    if told and known and code not in known.codes:
        look.fail(f"vkEnumerateInstanceVersion gives {result(code)}")
    if told and code == _SUCCESS:
        _check_version(look, "vkEnumerateInstanceVersion", number(told, "version"))
        if number(told, "again") != number(told, "version"):
            both = f"{_api(number(told, 'version'))}, and {_api(number(told, 'again'))}"
            look.fail(f"vkEnumerateInstanceVersion tells {both} the second time")
        beside = part(answers, "enumerate.version-beside")
        if beside and number(beside, "version") != number(told, "version"):
            both = f"{_api(number(told, 'version'))}, and {_api(number(beside, 'version'))}"
            look.fail(f"vkEnumerateInstanceVersion tells {both} while an instance lives")
    for label in answers:
        if label.startswith("enumerate.device."):
            name = quote(str(part(answers, label).get("name")))
            _check_version(look, f"apiVersion of {name}", number(part(answers, label), "api"))
    return look


def version_in_both_forms(answers: Answers) -> CheckResult:
    """Check that vkGetPhysicalDeviceProperties2 tells the apiVersion that vkGetPhysicalDeviceProperties tells."""
    look = CheckResult(missing="the driver has no vkGetPhysicalDeviceProperties2, or no physical device here")
    for name, device in _devices(answers):
        if "api2" not in device:
            continue
        look.seen += 1
        first, second = number(device, "api"), number(device, "api2")
        if first != second:
            look.fail(
                f"vkGetPhysicalDeviceProperties tells {_api(first)} for {name}, "
                f"and vkGetPhysicalDeviceProperties2 {_api(second)}"
            )
    return look


def version_fits_the_devices(answers: Answers) -> CheckResult:
    """Check that a driver with a device of Vulkan 1.1 or newer does not tell loaders that it is one of 1.0.

    Loaders take a driver for one of 1.0 if vkEnumerateInstanceVersion gives an error or a version below 1.1, and then
    put 1.0 into the application's apiVersion (APIVER-03, APIVER-04).
    """
    told = part(answers, "enumerate.version")
    devices = (part(answers, label) for label in answers if label.startswith("enumerate.device."))
    newest = max((number(each, "api") for each in devices), default=0)
    look = CheckResult(
        missing="the driver has no vkEnumerateInstanceVersion, or no device of Vulkan 1.1 or newer"
    )
    if not told or unpacked(newest).feature < (1, 1):
        return look
    look.seen = 1
    code, version = number(told, "result"), number(told, "version")
    if code != _SUCCESS or unpacked(version).feature < (1, 1):
        said = f"tells {_api(version)}" if code == _SUCCESS else f"gives {result(code)}"
        look.fail(f"vkEnumerateInstanceVersion {said}, and a device is of Vulkan {unpacked(newest)}")
    return look


def _check_version(look: CheckResult, where: str, version: int) -> None:
    look.seen += 1
    if version >> 29:
        look.fail(f"{where} tells {_api(version)}, which has variant {version >> 29}: Vulkan has 0")
    elif version >> 22 == 0:
        look.fail(f"{where} tells {_api(version)}, which is older than Vulkan 1.0")


def _api(version: int) -> str:
    major, minor, patch = _numbers(version)
    return f"{major}.{minor}.{patch} (0x{version & 0xFFFFFFFF:08x})"


def _numbers(version: int) -> tuple[int, int, int]:
    return version >> 22 & 0x7F, version >> 12 & 0x3FF, version & 0xFFF


# ---- names


def driver_names_are_texts(answers: Answers) -> CheckResult:
    """Check that driverName and driverInfo are null-terminated UTF-8 (VkPhysicalDeviceDriverProperties)."""
    look = CheckResult(missing="no physical device here has VkPhysicalDeviceDriverProperties")
    for device, told in _devices(answers):
        for key, structure in _STRUCTURES.items():
            for member, of in (("name", "driverName"), ("info", "driverInfo")):
                text = part(told, key).get(member)
                look.seen += text is not None
                where = f"{of} in {structure} of {device}"
                if part(told, key).get(f"{member}_unended"):
                    look.fail(f"{where} has no terminating NUL in its 256 bytes")
                elif not is_utf8(str(text)):
                    look.fail(f"{where} is not UTF-8: {quote(str(text))}")
    return look


# ---- conformance


def conformance_credible(answers: Answers, said: str = "") -> CheckResult:
    """Check that a conformance version is consistent and possible, and that the driver does not contradict it.

    ``said`` is what the driver wrote to the standard error output meanwhile. Passes if nothing is claimed.
    """
    look = CheckResult(missing="the driver has no physical device here that tells a conformance version")
    claims, devices = [], list(_devices(answers))
    about = said if len(devices) == 1 else ""  # with several devices, the text is ambiguous
    for name, device in devices:
        told = {key: _version(device, key) for key in _STRUCTURES if key in device}
        look.seen += 1 if told else 0
        _check_versions(look, name, told)
        claimed = max(told.values(), default=_NONE)
        if claimed != _NONE:
            claims.append(f"{name} claims {_told(claimed)}")
            _check_words(look, name, claimed, (about, *_texts(device)))
    if claims and not look.broken:
        look.seen = 0
        look.missing = (
            f"{'; '.join(claims)}: whether Khronos has approved that is not to be seen from the driver, "
            f"compare with {LIST_OF_PRODUCTS}"
        )
    return look


def _check_versions(look: CheckResult, name: str, told: Mapping[str, Version]) -> None:
    if len(set(told.values())) > 1:
        both = " and ".join(f"{_told(told[key])} in {_STRUCTURES[key]}" for key in told)
        look.fail(f"{name} tells conformance version {both}")
    for key, version in told.items():
        if version != _NONE and version[0] == 0:
            look.fail(
                f"{name} tells conformance version {_told(version)} in {_STRUCTURES[key]}: there is none"
            )


def _check_words(look: CheckResult, name: str, claimed: Version, said: Iterable[str]) -> None:
    line = next((line for text in said for line in text.splitlines() if _NOT_CONFORMANT.search(line)), "")
    if line:
        told = quote(line.strip()[:_MOST_TEXT])
        look.fail(f"{name} tells conformance version {_told(claimed)}, and the driver says {told}")


def _devices(answers: Answers) -> Iterator[tuple[str, Mapping[str, Any]]]:
    for label in answers:
        if label.startswith("claims.device."):
            device = part(answers, label)
            yield quote(str(device.get("name"))), device


def _version(device: Mapping[str, Any], key: str) -> Version:
    told = tuple(numbers(part(device, key), "conformance"))
    return told if len(told) == len(_NONE) else _NONE


def _texts(device: Mapping[str, Any]) -> Iterator[str]:
    yield str(device.get("name"))
    for key in _STRUCTURES:
        yield str(part(device, key).get("info", ""))
        yield str(part(device, key).get("name", ""))


def _told(version: Version) -> str:
    return ".".join(map(str, version))


# ---- extensions


def platform_extensions_published(answers: Answers) -> CheckResult:
    """Check that extensions for surfaces of a platform are in the registry that refloader was built with."""
    look = CheckResult(missing="the driver offers no extension of a platform's interface")
    known = registry.extensions()
    for name in sorted(_offered(answers)):
        row = known.get(name)
        if row and row.platform and row.platform != "provisional":
            look.seen += 1
        elif _SURFACE.fullmatch(name):
            look.seen += 1
            if row is None and name not in _WITHDRAWN:
                look.fail(
                    f"the driver offers {name}, which is not in the registry {registry.header_version()}"
                )
    return look


def newer_than_registry(answers: Answers) -> bool:
    """Return whether the driver was built from a newer registry, which may have more extensions."""
    ours = tuple(int(each) for each in registry.header_version().split("."))
    told = [number(part(answers, label), "api") for label in answers if label.startswith("enumerate.device.")]
    told.append(number(part(answers, "enumerate.instance"), "newest"))
    return any(_numbers(each) > ours for each in told)


def _offered(answers: Answers) -> set[str]:
    """Return the names of instance extensions, and of those of each physical device."""
    names = set()
    for label in answers:
        words = label.split(".")
        if words[-1] == "filled" and words[1:2] in (["instance-extensions"], ["device-extensions"]):
            names |= {str(row.get("name")) for row in rows(part(answers, label), "rows")}
    return names
