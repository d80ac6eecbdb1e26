"""Checks on the act "versions": vkCreateInstance with apiVersions of all kinds, by the negotiated interface version.

Source: the table of "Interface Version 5 Requirements", "Driver API Version", and the policies of drivers. They
contradict each other: see AMB-V5-DRIVER10 for drivers of interface version 5 or newer, AMB-V4-APIVERSION for others.
A number of another variant, for example 0xffffffff, names another API: the driver's answer is reported, not checked,
unless the driver does not return (AMB-LDP6-APIVERSION).
"""

from collections.abc import Iterator, Mapping

from refloader.model.version import ApiVersion, api_version, parse_strict, unpacked
from refloader.suite.drivers.checks.interface import INCOMPATIBLE, SUCCESS
from refloader.suite.sessions.answers import MEMORY, Answers, number, numbers, part, result
from refloader.suite.sessions.check_result import CheckResult

PLAIN = api_version(1, 0)
_NAMES = ("zero", "1.0", "1.0-later", "1.1", "1.3", "future-minor", "2.0", "last")
_UNSAID = {"none": "without a VkApplicationInfo", "zero": "for apiVersion 0"}
"""What of the act is for Vulkan 1.0 without saying so."""

_FIVE = 5
_POLICIES = 204
"""The first headers of the Vulkan release in which the documents got policies for drivers. 2018's have none."""

_NOT_MADE = "no instance of the driver could be made, of Vulkan 1.0 neither"


def supports_1_1(answers: Answers, manifest: str = "") -> bool:
    """Return whether the driver is of Vulkan 1.1 or newer, by its manifest or its own answers."""
    return _supported(answers, manifest).feature >= (1, 1)


def is_before_policies(answers: Answers, manifest: str = "") -> bool:
    """Return whether the driver was built from headers older than those of Vulkan 1.3 (1.3.204, of 2022).

    The patch number of its newest version is that of the headers. A driver that reports 0 does not tell its age.
    """
    newest = _supported(answers, manifest)
    return newest.feature < (1, 3) and 0 < newest.patch < _POLICIES


def has_older_table(lookups: Answers) -> bool:
    """Return whether no device is of Vulkan 1.3: older tables of vkGetDeviceProcAddr named all commands of core.

    That those of devices are meant came later, and no interface document says what a driver answers for others.
    """
    versions = numbers(part(lookups, "lookups.devices"), "devices")
    return unpacked(max(versions, default=0)).feature < (1, 3)


def is_of_version_5(answers: Answers) -> bool:
    """Return whether the driver agrees on interface version 5 or newer with a loader that offers the newest."""
    return number(part(answers, "versions.entry"), "version") >= 5


def gets_later_versions(answers: Answers) -> bool:
    """Return whether a loader passes apiVersions above 1.0 on to the driver.

    APIVER-03, APIVER-04: one whose vkEnumerateInstanceVersion is missing or gives less than 1.1 always gets 1.0.
    """
    return unpacked(number(part(answers, "versions.driver"), "version")).feature >= (1, 1)


def new_enough(answers: Answers, manifest: str = "") -> CheckResult:
    """Check that a driver of Vulkan 1.1 or newer supports interface version 5 or newer."""
    entry, supported = part(answers, "versions.entry"), _supported(answers, manifest)
    look = CheckResult(missing="the driver is of Vulkan 1.0")
    if "version" in entry and supported.feature >= (1, 1):
        look.seen = 1
        if number(entry, "version") < 5:
            older = is_before_policies(answers, manifest)
            age = "; its headers are older than the policies of drivers" if older else ""
            look.fail(
                f"the driver is of Vulkan {supported}, but of interface version {entry['version']}{age}"
            )
    return look


def old_loader_protected(answers: Answers) -> CheckResult:
    """Check that the driver refuses every version above 1.0 to a loader of version 4 or less."""
    look = CheckResult(missing=_NOT_MADE)
    later = {version: answer for version, answer in _tried(answers) if version.feature > (1, 0)}
    look.seen = len(later)
    _not_refused(look, later, f"{_agreed(answers)} vkCreateInstance")
    return look


def patches_taken(answers: Answers) -> CheckResult:
    """Check that a driver refuses no patch of Vulkan 1.0 to a loader of version 4 or less.

    VkApplicationInfo of Vulkan 1.0: "The patch version number specified in apiVersion is ignored when creating an
    instance object".
    """
    look = CheckResult(missing=_NOT_MADE)
    tried = {version: answer for version, answer in _tried(answers) if version.feature == (1, 0)}
    look.seen = len(tried)
    _refused(look, tried, f"{_agreed(answers)} the driver")
    return look


def unsaid_taken(answers: Answers) -> CheckResult:
    """Check that an instance for which no version is said is made as one of Vulkan 1.0 is.

    VkApplicationInfo: "Providing a NULL VkInstanceCreateInfo::pApplicationInfo or providing an apiVersion of 0 is
    equivalent to providing an apiVersion of VK_MAKE_API_VERSION(0,1,0,0)".
    """
    look = CheckResult(missing=_NOT_MADE)
    for name, what in _UNSAID.items() if _gives_plain(answers) else ():
        row = part(answers, f"versions.{name}")
        look.seen += 1 if row else 0
        if number(row, "result") < SUCCESS and number(row, "result") not in MEMORY:
            look.fail(
                f"{_agreed(answers)} vkCreateInstance gives {result(number(row, 'result'))} {what},"
                " and VK_SUCCESS for apiVersion 1.0.0"
            )
    return look


def unsupported_refused(answers: Answers, manifest: str = "") -> CheckResult:
    """Check that a driver that has agreed on version 4 or less refuses what it cannot support."""
    look = CheckResult(missing="the driver has agreed on interface version 5 or newer")
    supported = _supported(answers, manifest)
    if number(part(answers, "versions.entry"), "version") > 4:
        return look
    look.missing = _NOT_MADE
    tried = {version: answer for version, answer in _tried(answers) if version.feature > supported.feature}
    look.seen = len(tried)
    _not_refused(look, tried, f"{_agreed(answers)} vkCreateInstance of a driver of Vulkan {supported}")
    return look


def later_refused(answers: Answers) -> CheckResult:
    """Check that a driver that has agreed on version 4 or less refuses a newer loader every version above 1.0."""
    if number(part(answers, "versions.entry"), "version") > 4:
        return CheckResult(missing="the driver has agreed on interface version 5 or newer")
    return old_loader_protected(answers)


def any_accepted(answers: Answers, *, of_1_0: bool, manifest: str = "") -> CheckResult:
    """Check that a driver that has agreed on version 5 or newer refuses no version.

    ``of_1_0`` says whether drivers of Vulkan 1.0 alone are judged, of which another rule asks the opposite, or all
    others alone.
    """
    look = CheckResult(missing="the driver has agreed on an interface version below 5")
    if supports_1_1(answers, manifest) == of_1_0:
        look.missing = f"the driver is of Vulkan {'1.1 or newer' if of_1_0 else '1.0'}"
    elif number(part(answers, "versions.entry"), "version") >= 5:
        look.missing = _NOT_MADE
        tried = dict(_tried(answers))
        look.seen = len(tried)
        _refused(look, tried, f"{_agreed(answers)} the driver")
    return look


def accepted_on_threads(answers: Answers, manifest: str = "") -> CheckResult:
    """Check that on another thread than that of the negotiation a driver refuses no version that it takes there.

    LDP_DRIVER_10 names the interface version that driver and loader have agreed on, and no thread. It is about
    refusals because of a version: a driver that makes no instance of 1.0 there either is not judged by it.
    """
    look = CheckResult(missing="the driver has agreed on an interface version below 5, or is of Vulkan 1.0")
    there, here = part(answers, "versions.thread"), part(answers, "versions.1.1")
    if not supports_1_1(answers, manifest) or not is_of_version_5(answers):
        return look
    look.missing = _NOT_MADE
    if there.get("plain") == SUCCESS and here.get("result") == SUCCESS:
        look.seen = 1
        if there.get("result") == INCOMPATIBLE:
            look.fail(
                f"{_agreed(answers)} the driver refuses apiVersion {unpacked(number(there, 'api_version'))} with"
                f" {result(INCOMPATIBLE)} on another thread than that of the negotiation, and takes it on that one"
            )
    return look


def accepted_for_the_next_loader(answers: Answers, manifest: str = "") -> CheckResult:
    """Check that a version is taken where one loader has agreed on version 4, and the next one on 5 or more.

    That the last negotiation counts is implied: the documents know one loader.
    """
    look = CheckResult(
        missing="no second loader agrees on version 5 or newer, or the driver is of Vulkan 1.0"
    )
    then, first = part(answers, "versions.anew"), part(answers, "versions.1.1")
    if number(then, "interface") < _FIVE or not supports_1_1(answers, manifest):
        return look
    if then.get("plain") == SUCCESS and first.get("result") == SUCCESS:
        look.seen = 1
        if then.get("result") == INCOMPATIBLE:
            look.fail(
                f"after a loader of version 4 the driver refuses apiVersion 1.1.0 of a later loader with"
                f" {result(INCOMPATIBLE)}, which has agreed on version {number(then, 'interface')}"
            )
    return look


def lower_for_the_next_loader(answers: Answers) -> CheckResult:
    """Check that a loader of version 4 gets no higher version than that while an instance of another one lives."""
    row = part(answers, "versions.lower")
    look = CheckResult(1 if row else 0, missing="no instance was made for a loader of version 5 or newer")
    if row.get("result") == SUCCESS and number(row, "version") > number(row, "offered"):
        look.fail(
            f"while an instance of another loader lives, the driver answers the offer of version"
            f" {number(row, 'offered')} with the higher {number(row, 'version')}"
        )
    return look


def not_refused_otherwise(answers: Answers) -> CheckResult:
    """Check that a driver that has agreed on version 5 or newer returns no error for a version but lack of memory.

    Another check covers VK_ERROR_INCOMPATIBLE_DRIVER. Nothing is checked if no instance of 1.0 can be made.
    """
    look = CheckResult(missing="the driver has agreed on an interface version below 5")
    if number(part(answers, "versions.entry"), "version") >= 5:
        look.missing = _NOT_MADE
        tried = dict(_tried(answers))
        look.seen = len(tried)
        for answer in sorted({*tried.values()} - {INCOMPATIBLE}):
            versions = ", ".join(str(version) for version, found in tried.items() if found == answer)
            if answer < SUCCESS:
                look.fail(
                    f"{_agreed(answers)} the driver refuses apiVersion {versions} with {result(answer)}"
                )
    return look


def supported_accepted(answers: Answers, manifest: str = "") -> CheckResult:
    """Check that a driver that has agreed on version 5 or newer accepts what it supports."""
    look = CheckResult(missing="the driver has agreed on an interface version below 5")
    supported = _supported(answers, manifest)
    if number(part(answers, "versions.entry"), "version") >= 5:
        look.missing = _NOT_MADE
        tried = {
            version: answer for version, answer in _tried(answers) if version.feature <= supported.feature
        }
        look.seen = len(tried)
        _refused(look, tried, f"{_agreed(answers)} the driver of Vulkan {supported}")
    return look


def fits_the_driver(answers: Answers, manifest: str = "") -> CheckResult:
    """Check that a driver of Vulkan 1.0 refuses what it does not support.

    Checked only if no other rule says the opposite, as LDP_DRIVER_10 does from version 5 on. That one of 1.1 or newer
    refuses nothing is checked together with that rule (``any_accepted``), below version 5 LDP_DRIVER_9 says the
    opposite.
    """
    version = number(part(answers, "versions.entry"), "version")
    if supports_1_1(answers, manifest):
        return CheckResult(missing="the driver is of Vulkan 1.1 or newer")
    if version < 5:
        return unsupported_refused(answers, manifest)
    return CheckResult(
        missing=f"of a driver of Vulkan 1.0 at interface version {version} another rule says the opposite"
    )


def _not_refused(look: CheckResult, tried: Mapping[ApiVersion, int], who: str) -> None:
    for answer in sorted({*tried.values()} - {INCOMPATIBLE}):
        versions = ", ".join(str(version) for version, found in tried.items() if found == answer)
        look.fail(f"{who} returns {result(answer)} for apiVersion {versions}")


def _refused(look: CheckResult, tried: Mapping[ApiVersion, int], who: str) -> None:
    versions = ", ".join(str(version) for version, answer in tried.items() if answer == INCOMPATIBLE)
    if versions:
        look.fail(f"{who} refuses apiVersion {versions} with {result(INCOMPATIBLE)}")


def _supported(answers: Answers, manifest: str) -> ApiVersion:
    """Return the driver's newest Vulkan: by its manifest, vkEnumerateInstanceVersion, or a device."""
    said = part(answers, "versions.driver")
    found = [unpacked(each) for each in (number(said, "version"), *numbers(said, "devices"))]
    return max([PLAIN, parse_strict(manifest) or PLAIN, *found])


def _tried(answers: Answers) -> Iterator[tuple[ApiVersion, int]]:
    """Yield each version with the result, if instances of Vulkan 1.0 can be made; want of memory is none."""
    for name in _NAMES if _gives_plain(answers) else ():
        row = part(answers, f"versions.{name}")
        if row and number(row, "result") not in MEMORY:
            yield unpacked(number(row, "api_version")), number(row, "result")


def _gives_plain(answers: Answers) -> bool:
    return part(answers, "versions.1.0").get("result") == SUCCESS


def _agreed(answers: Answers) -> str:
    entry = part(answers, "versions.entry")
    if entry.get("negotiation") == "none":
        return "without a negotiation"
    return f"at interface version {entry.get('version')}"
