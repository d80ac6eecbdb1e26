"""Checks on the acts "exports", "negotiate" and "ages": how a driver serves loaders of each age.

Source: "Loader and Driver Interface Negotiation" with the requirements of its versions, "Driver Vulkan Entry Point
Discovery". No document says how a driver treats several offers: each is the first one in a process of its own, and
the answers after another offer are checked separately.
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.suite.sessions.answers import MEMORY, Answers, number, part, result, texts
from refloader.suite.sessions.check_result import CheckResult

SUCCESS, INITIALIZATION_FAILED, INCOMPATIBLE = 0, -3, -9
NEWEST = 7  # the newest interface version that a document describes
LARGEST = 0xFFFF_FFFF
NEGOTIATE, GET_PROC_ADDR = "vk_icdNegotiateLoaderICDInterfaceVersion", "vk_icdGetInstanceProcAddr"
GET_PHYSICAL = "vk_icdGetPhysicalDeviceProcAddr"
VERSION_0 = ("vkGetInstanceProcAddr", "vkCreateInstance", "vkEnumerateInstanceExtensionProperties")

_OFFERS = (*range(NEWEST + 2), LARGEST)
_PAIRS = ((7, 4), (2, 7), (5, 2), (6, 3), (3, 6))
_CALLS = (
    ("ages.extensions", "vkEnumerateInstanceExtensionProperties"),
    ("ages.instance", "vkCreateInstance"),
    ("ages.device", "vkCreateDevice"),
)
_NO_NEGOTIATION = "the driver has no negotiation function: it is of interface version 1 or 0"
_NOT_OPENED, _NO_MEMORY = "the driver's library could not be opened", "there is no memory for an instance"

Row = Mapping[str, Any]


# ---- exports


def version_0_exports(answers: Answers) -> CheckResult:
    """Check that a driver with the entry vkGetInstanceProcAddr exports the other functions that version 0 needs.

    Another check reports a library that exports no entry at all (GPA-ICD-01).
    """
    exports = part(answers, "exports.interface")
    look = CheckResult(
        missing="the driver exports vk_icdGetInstanceProcAddr: it is of a newer interface version"
    )
    own = [name for name in VERSION_0 if exports.get(name, "null") != "null"]
    if exports.get(GET_PROC_ADDR) == "null" and own:
        look.seen = len(VERSION_0)
        for name in (name for name in VERSION_0 if name not in own):
            look.fail(f"the library exports neither vk_icdGetInstanceProcAddr nor {name}")
    elif exports.get(GET_PROC_ADDR) == "null":
        look.missing = "the library exports no way in"
    return look


def references_stay(answers: Answers) -> CheckResult:
    """Check that beside a loader's library the driver's references to its own official names bind to itself."""
    bound = part(answers, "exports.bound")
    places = part(bound, "places")
    look = CheckResult(
        missing="the references of libraries for this machine cannot be read" if bound else _NOT_OPENED
    )
    look.seen = 1 if bound.get("reads") else 0
    lost = sorted(name for name, place in places.items() if place != "own")
    if lost:
        look.fail(
            f"beside a loader's library the driver's own references to {look.some(lost)} lead to the loader's "
            "functions: it is not linked with -Bsymbolic"
        )
    return look


def no_official_names(answers: Answers) -> CheckResult:
    """Check that the library exports nothing under the names of a loader's functions, but what version 0 needs.

    "All other Vulkan entry-points must either" not be exported or have other names; the next paragraph allows
    official names to a library on Linux "linked with -Bsymbolic", so that this is a warning alone.
    """
    official = part(answers, "exports.official")
    look = CheckResult(1 if official else 0, missing=_NOT_OPENED)
    if names := [name for name in texts(official, "own") if name not in VERSION_0]:
        look.fail(
            f"the library exports {look.some(names)}, which a program that has it before a loader calls instead of"
            " the loader's"
        )
    return look


# ---- negotiation


def offered(answers: Answers) -> CheckResult:
    """Check that a driver of version 2 or newer exports its negotiation; from 7 on a lookup may return it instead."""
    symbol = part(answers, "negotiate.symbol")
    look = CheckResult(missing=_NO_NEGOTIATION if symbol else _NOT_OPENED)
    if symbol and (symbol.get("exported") != "null" or symbol.get("queried") != "null"):
        look.seen = 1
        answer = part(part(answers, f"negotiate.{NEWEST}"), "first")
        if symbol.get("exported") == "null" and 2 <= number(answer, "version") < NEWEST:
            look.fail(
                f"the driver is of interface version {answer['version']} and does not export {NEGOTIATE}: "
                "giving it by vk_icdGetInstanceProcAddr is enough from version 7 on"
            )
    return look


def negotiable(answers: Answers) -> CheckResult:
    """Check that the offer of the newest version ends in one that loaders know."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    answer = part(part(answers, f"negotiate.{NEWEST}"), "first")
    if answer:
        look.seen = 1
        if not _is_accepted(answer):
            look.fail(f"the driver refuses interface version {NEWEST} with {result(answer.get('result'))}")
        elif number(answer, "version") > NEWEST:
            look.fail(f"the driver answers the offer of version {NEWEST} with version {answer['version']}")
    return look


def refuses_every_offer(answers: Answers) -> int:
    """Return the error by which the driver refuses every offer; 0 if it accepts one, or refuses with several.

    VK_ERROR_INCOMPATIBLE_DRIVER is the answer to a version that is not supported (NEGOTIATE-ICD-05). Any other error
    to every version says nothing of versions: NVIDIA's drivers give VK_ERROR_INITIALIZATION_FAILED on a machine
    without their device, or without a library that they open. Given to some versions alone, it is a breach.
    """
    codes = {number(answer, "result") for _, answer in _first_answers(answers)}
    return min(codes.pop(), SUCCESS) if len(codes) == 1 else SUCCESS


def common_version(answers: Answers) -> CheckResult:
    """Check that the answer to each offer is the newest version that both sides have.

    The driver has the versions that it answers any offer with.
    """
    look = CheckResult(missing=_NO_NEGOTIATION)
    newest = _newest(answers)
    own = {number(answer, "version") for _, answer in _first_answers(answers) if _is_accepted(answer)}
    for offer, answer in _first_answers(answers):
        if not _is_accepted(answer):
            continue
        look.seen += 1
        version = number(answer, "version")
        if version > offer:
            look.fail(f"the driver answers the offer of version {offer} with the higher version {version}")
        elif version < (known := max(each for each in own if each <= max(offer, version))):
            look.fail(
                f"the driver answers the offer of version {offer} with version {version}, though it supports {known}"
            )
    if newest == LARGEST:
        look.fail(
            f"the driver agrees to version {LARGEST}, which nobody has: the answer is the newest that it knows"
        )
    return look


def none_left_out(answers: Answers) -> CheckResult:
    """Check that a driver has all versions below its newest; no sentence says that a version includes older ones."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    newest = _newest(answers)
    for offer, answer in _first_answers(answers):
        version = number(answer, "version")
        look.seen += _is_accepted(answer)
        if _is_accepted(answer) and version < min(offer, newest):
            look.fail(
                f"the driver answers the offer of version {offer} with version {version}, and has {newest}"
            )
    return look


def newer_accepted(answers: Answers) -> CheckResult:
    """Check that the driver accepts the offer of a loader that is newer than itself."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    agreed = [number(answer, "version") for _, answer in _first_answers(answers) if _is_accepted(answer)]
    newest = max((version for version in agreed if version <= NEWEST), default=LARGEST)
    for offer, answer in _first_answers(answers):
        if offer > newest:
            look.seen += 1
            if not _is_accepted(answer):
                look.fail(
                    f"the driver supports version {newest} and refuses the offer of {offer} with "
                    f"{result(answer.get('result'))}"
                )
    return look


def refusal_code(answers: Answers) -> CheckResult:
    """Check that the driver refuses with VK_ERROR_INCOMPATIBLE_DRIVER; refusing every offer is not checked."""
    look = CheckResult(missing="the driver refuses no offer")
    first = dict(_first_answers(answers))
    if first and not any(map(_is_accepted, first.values())):
        look.missing = "the driver refuses every offer, so none as one that it has dropped"
        return look
    for offer, answer in first.items():
        if not _is_accepted(answer):
            look.seen += 1
            if answer.get("result") != INCOMPATIBLE:
                look.fail(
                    f"the driver refuses the offer of version {offer} with {result(answer.get('result'))}"
                )
    return look


def same_at_once(answers: Answers) -> CheckResult:
    """Check that an offer that is made again has the same answer, and that no answer is above its offer.

    Whatever was offered before, a version above the offer is none that "both the driver and the loader" have.
    """
    look = CheckResult(missing=_NO_NEGOTIATION)
    for before, offer, first, again in _second_answers(answers):
        look.seen += 1
        if before == (offer,) and _said(again) != _said(first):
            look.fail(
                f"the driver answers the offer of version {offer} with {_said(first)}, and made again at once with "
                f"{_said(again)}"
            )
        elif _is_accepted(again) and number(again, "version") > offer:
            look.fail(
                f"{_after(before)} the driver answers the offer of version {offer} with the higher "
                f"{_said(again)}"
            )
    return look


def same_again(answers: Answers) -> CheckResult:
    """Check that an offer has after other offers the answer that it has alone."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    for before, offer, first, again in _second_answers(answers):
        if before == (offer,):
            continue
        look.seen += 1
        if _said(again) != _said(first):
            look.fail(
                f"{_after(before)} the driver answers that of {offer} with {_said(again)}; "
                f"alone with {_said(first)}"
            )
    return look


def _after(before: tuple[int, ...]) -> str:
    return f"after the offer of version {' and of '.join(map(str, before))}"


def _second_answers(answers: Answers) -> Iterator[tuple[tuple[int, ...], int, Row, Row]]:
    """Yield what was offered before, the offer, its answer alone and the one that it has after the others."""
    firsts = dict(_first_answers(answers))
    orders = [
        *((f"negotiate.{offer}", (offer,), offer) for offer in _OFFERS),
        *((f"negotiate.{before}.{offer}", (before,), offer) for before, offer in _PAIRS),
        *((f"negotiate.{before}.{offer}.again", (before, offer), before) for before, offer in _PAIRS),
    ]
    for label, before, offer in orders:
        again, first = part(part(answers, label), "again"), firsts.get(offer)
        if again and first is not None:
            yield before, offer, first, again


def _newest(answers: Answers) -> int:
    """Return the driver's newest version: its answer to the largest offer that it accepts."""
    first = _first_answers(answers)
    accepted = {offer: number(answer, "version") for offer, answer in first if _is_accepted(answer)}
    return accepted[max(accepted)] if accepted else 0


def _first_answers(answers: Answers) -> Iterator[tuple[int, Row]]:
    for offer in _OFFERS:
        answer = part(part(answers, f"negotiate.{offer}"), "first")
        if answer:
            yield offer, answer


def _is_accepted(answer: Row) -> bool:
    return answer.get("result") == SUCCESS


def _said(answer: Row) -> str:
    if _is_accepted(answer):
        return f"version {number(answer, 'version')}"
    return result(answer.get("result"))


# ---- loaders of each age


def no_instances(answers: Answers) -> str:
    """Return the error by which vkCreateInstance says that there are no instances here; "" if it does not.

    A driver may return these two for reasons of its own ("Instances" of the Vulkan specification), for example
    because it finds no device of its kind.
    """
    made = part(answers, "ages.instance")
    is_refused = made.get("found") is True and made.get("result") in (INITIALIZATION_FAILED, INCOMPATIBLE)
    return result(made["result"]) if is_refused else ""


def served(answers: Answers, newest: Answers) -> CheckResult:
    """Check that a loader that can enter the driver gets what the newest loader gets.

    ``newest`` are the answers to a loader of version 7; what even that loader does not get is no breach here. The
    driver may refuse a loader from before negotiation, and memory may be short for one loader.
    """
    way = part(answers, "ages.way")
    look = CheckResult(missing=str(way.get("why", _NO_MEMORY if way else _NOT_OPENED)))
    if not way.get("found"):
        return look
    may_refuse = number(way, "version") < 2 and number(part(newest, "ages.way"), "version") >= 2
    for label, command in _CALLS:
        row = part(answers, label)
        is_known = bool(row) and row.get("result") not in MEMORY
        look.seen += label != _CALLS[0][0] and is_known
        is_lost = is_known and not _is_given(row) and _is_given(part(newest, label))
        if is_lost and (_is_accepted(row) or not may_refuse):
            look.fail(
                f"{command} {_returned(row)} ({_agreed(way)}); to a loader of version {NEWEST} VK_SUCCESS"
            )
    return look


def _is_given(row: Row) -> bool:
    """Return whether a call has returned what was requested."""
    return _is_accepted(row) and row.get("handle", "own") == "own"


def _returned(row: Row) -> str:
    if row.get("found") is False:
        return "is not there"
    if not _is_accepted(row):
        return f"returns {result(row.get('result'))}"
    return (
        f"returns VK_SUCCESS with {'NULL' if row.get('handle') == 'null' else 'a handle that points nowhere'}"
    )


def served_at(answers: Answers, version: int, newest: Answers) -> CheckResult:
    """Check that a driver of this version, without a negotiation, gives the newest loader what it needs."""
    way, best = part(answers, "ages.way"), part(newest, "ages.way")
    look = CheckResult(missing=f"the driver is not of interface version {version}")
    if number(best, "version") == version and way.get("found") and best.get("negotiation") == "none":
        for label, command in _CALLS[:2]:
            row = part(answers, label)
            look.seen += 1 if row else 0
            if row and not _is_given(row) and not (command == "vkCreateInstance" and no_instances(answers)):
                look.fail(f"{command} {_returned(row)} ({_agreed(way)})")
    return look


def marked(answers: Answers) -> CheckResult:
    """Check that from version 2 on the first word of the driver's objects has ICD_LOADER_MAGIC."""
    way = part(answers, "ages.way")
    look = CheckResult(missing="there is no interface version of 2 or more to agree on, or nothing was made")
    if not way.get("found") or number(way, "version") < 2:
        return look
    for label, kind in (("ages.instance", "VkInstance"), ("ages.device", "VkDevice")):
        made = part(answers, label)
        if made.get("handle") == "own":
            look.seen += 1
            if not made.get("magic"):
                look.fail(f"the first word of the {kind} is not ICD_LOADER_MAGIC ({_agreed(way)})")
    return look


def recognised(answers: Answers, newest: Answers) -> CheckResult:
    """Check that a driver of version 7 without an exported negotiation recognises a loader by its first lookup."""
    way = part(answers, "ages.way")
    look = CheckResult(missing="the driver exports its negotiation, or has none")
    if way and way.get("negotiation") == "queried":
        look = served(answers, newest)
        if not way.get("found"):
            look.seen = 1
            look.fail(f"asked for {NEGOTIATE} first, the driver gives it and then refuses: {_agreed(way)}")
    return look


def serves_directly(answers: Answers, newest: Answers) -> CheckResult:
    """Check that a driver of version 7 can be used by its vk_icdGetInstanceProcAddr alone."""
    agreed = part(newest, "ages.way")
    version = number(agreed, "version") if agreed.get("found") else 0
    look = CheckResult(
        missing=f"the driver is of interface version {version}: without exports it cannot be used"
    )
    if agreed and not agreed.get("found"):
        look.missing = "the driver agrees with no loader, whoever hands it over"
    way = part(answers, "ages.way")
    if way and version >= NEWEST:
        look = served(answers, newest)
        if not way.get("found"):
            look.seen = 1
            look.fail(
                f"the driver is of interface version {version}, but handed over directly: {way.get('why')}"
            )
    return look


def _agreed(way: Row) -> str:
    """Return the outcome of the negotiation, for a sentence."""
    if way.get("negotiation") == "none":
        return f"interface version {number(way, 'version')}, without a negotiation"
    if number(way, "result") != SUCCESS:
        return f"the negotiation ends in {result(way.get('result'))}"
    return f"interface version {number(way, 'version')}"
