"""Checks on the acts "names", "negotiate" and "call-down": the negotiation of a layer.

Source: "Layer Version Negotiation", in all editions since 2018. No loader offers less than 2, so offers of 0 and 1
count only for rules about refusals.
"""

from collections.abc import Iterator, Sequence

from refloader.suite.layers.alone.answers import INITIALIZATION_FAILED, SUCCESS, is_exported, is_of_layer
from refloader.suite.sessions.answers import Answers, part, result
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.subjects.layer import DEVICE_LOOKUP, INSTANCE_LOOKUP, NEGOTIATE

NEWEST = 2
"""The newest interface version that a document describes."""
_LARGEST = 0xFFFF_FFFF
_NEWER = (3, 7, _LARGEST)
_OFFERS = (2, *_NEWER)
_REFUSABLE = (*_OFFERS, 0, 1)
_MEMBERS = {
    "instance": "pfnGetInstanceProcAddr",
    "device": "pfnGetDeviceProcAddr",
    "physical": "pfnGetPhysicalDeviceProcAddr",
}
"""The members of the negotiation's structure that have lookups, by the prober's words for them."""
_NO_NEGOTIATION = "the library has no negotiation function: it is of interface version 1 or 0"


def negotiation_exported(answers: Answers) -> CheckResult:
    """Check that vkNegotiateLoaderLayerInterfaceVersion is found in the library itself."""
    export = part(part(answers, "names.exports"), NEGOTIATE)
    look = CheckResult(seen=1 if export else 0, missing="the library could not be opened")
    if export and export["place"] == "null":
        look.fail(f"the library exports no {export['name']}")
    elif export and export["place"] != "own":
        look.fail(f"{export['name']} is not in the library, but in {export['place']}")
    return look


def version_2_agreed(answers: Answers) -> CheckResult:
    """Check that the offer of 2, which all loaders with negotiation know, ends in a version that they support."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    answer = part(answers, "negotiate.2")
    if answer:
        look.seen = 1
        if answer["result"] != SUCCESS:
            look.fail(f"the layer refuses interface version 2 with {result(answer['result'])}")
        elif answer["version"] > NEWEST:
            look.fail(f"the layer answers the offer of version 2 with version {answer['version']}")
    return look


def newer_loaders_accepted(answers: Answers) -> CheckResult:
    """Check that a layer that has version 2 refuses no loader that has a newer version as well.

    "Otherwise it sets the value [...] to the latest interface version supported by both the layer and the loader": a
    loader includes the versions below its own, and only what the layer no longer supports may be refused.
    """
    look = CheckResult(missing=f"{_NO_NEGOTIATION}, or the layer refuses the offer of version 2 as well")
    if part(answers, "negotiate.2").get("result") != SUCCESS:
        return look
    for offer, answer in _answered(answers, _NEWER):
        look.seen += 1
        if answer["result"] != SUCCESS:
            refusal = f"refuses the offer of version {offer} with {result(answer['result'])}"
            look.fail(f"the layer has version 2 and {refusal}, though the loader has version 2 as well")
    return look


def shared_version(answers: Answers) -> CheckResult:
    """Check that an answer with success is a version that both sides have, and the newest of these.

    "It sets the value [...] to the latest interface version supported by both": so it is no version above the offer,
    and none below one that the layer answers to another offer and that this one includes.
    """
    look = CheckResult(missing=_NO_NEGOTIATION)
    agreed = {
        offer: answer["version"]
        for offer, answer in _answered(answers, _OFFERS)
        if answer["result"] == SUCCESS
    }
    look.seen = len(agreed)
    for offer, version in agreed.items():
        others = [other for at, other in agreed.items() if version < other <= min(offer, at)]
        if version > offer:
            look.fail(f"the layer answers the offer of version {offer} with the higher version {version}")
        elif others:
            look.fail(
                f"the layer answers the offer of version {offer} with version {version}, "
                f"though both sides have version {max(others)}"
            )
    return look


def nothing_above_the_offer(answers: Answers) -> CheckResult:
    """Check that offers of 0 and 1 are refused or answered with what was offered: the caller has nothing above it."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    for offer, answer in _answered(answers, (0, 1)):
        look.seen += 1
        if answer["result"] == SUCCESS and answer["version"] > offer:
            look.fail(
                f"the layer answers the offer of version {offer} with the higher version {answer['version']}"
            )
    return look


def common_version(answers: Answers, may_refuse_newer: bool = False) -> CheckResult:
    """Check that any offer is answered with success, and with a version that documents describe.

    The function came with version 2, so a layer that has it has that version. A layer that hands back whatever it is
    offered agrees to versions that it cannot have, but loaders of all editions offer 2 alone. ``may_refuse_newer``:
    in 2018 a layer that does not support the offer may return an error.
    """
    look = CheckResult(missing=_NO_NEGOTIATION)
    unknown = []
    refused: dict[str, list[int]] = {}
    for offer, answer in _answered(answers, _OFFERS):
        look.seen += 1
        version = answer["version"]
        if answer["result"] != SUCCESS:
            if offer <= NEWEST or not may_refuse_newer:
                refused.setdefault(result(answer["result"]), []).append(offer)
        elif version < NEWEST:
            look.fail(
                f"the layer answers the offer of version {offer} with version {version}, "
                f"though the function that it answers with came with version {NEWEST}"
            )
        elif NEWEST < version <= offer:
            unknown.append(version)
    for code, offers in refused.items():
        look.fail(f"the layer refuses the offer of {_versions(offers)} with {code}")
    if unknown:
        look.fail(
            f"the layer agrees to {_versions(unknown)}, though no document describes one beyond {NEWEST}: "
            "the answer is the newest version that it knows"
        )
    return look


def refusal_code(answers: Answers) -> CheckResult:
    """Check that the layer refuses an offer with VK_ERROR_INITIALIZATION_FAILED."""
    look = CheckResult(missing="the layer refuses no offer")
    for offer, answer in _answered(answers, _REFUSABLE):
        code = answer["result"]
        if code != SUCCESS:
            look.seen += 1
            if code != INITIALIZATION_FAILED:
                look.fail(f"the layer refuses the offer of version {offer} with {result(code)}")
    return look


def pointers_filled(answers: Answers) -> CheckResult:
    """Check that a layer that reports version 2 or more fills in the two lookups, with its own functions."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    wrong: dict[str, list[int]] = {}
    for offer, answer in _answered(answers, _OFFERS):
        if _has_members(answer):
            look.seen += 1
            for member in ("instance", "device"):
                if not is_of_layer(answer[member]):
                    wrong.setdefault(f"{_MEMBERS[member]} is {_said(answer[member])}", []).append(offer)
    for fact, offers in wrong.items():
        look.fail(f"{fact} in the answer to the offer of {_versions(offers)}")
    return look


def members_written(answers: Answers) -> CheckResult:
    """Check that a layer that reports version 2 or more writes to all members, NULL to that of a lookup it lacks.

    A member with NULL is written to: whether NULL may stand there, ``pointers_filled`` judges.
    """
    look = CheckResult(missing=_NO_NEGOTIATION)
    answer = part(answers, "negotiate.rubbish")
    if answer and _has_members(answer):
        look.seen = 1
        for member, name in _MEMBERS.items():
            if answer[member] == "untouched":
                look.fail(f"{name} still has the rubbish that was there before the layer answered")
    return look


def _has_members(answer: Answers) -> bool:
    """Return whether an answer is of a version that has the lookups as members."""
    return bool(answer["result"] == SUCCESS and answer["version"] >= NEWEST)


def _versions(versions: Sequence[int]) -> str:
    """Return interface versions as text."""
    if len(versions) == 1:
        return f"version {versions[0]}"
    return f"the versions {', '.join(map(str, versions[:-1]))} and {versions[-1]}"


def _said(place: str) -> str:
    return "NULL" if place == "null" else f"a function of {place}"


def nothing_called(answers: Answers) -> CheckResult:
    """Check that the layer calls no command of the loader's library while it negotiates."""
    look = CheckResult(missing=_NO_NEGOTIATION)
    answer = part(answers, "call-down.negotiation")
    if answer:
        look.seen = 1
        for command in answer["called"]:
            look.fail(f"the layer calls {command} while it negotiates")
    return look


def lookups_exported(answers: Answers, negotiated: Answers) -> CheckResult:
    """Check that a layer of version 1 or 0 exports its two lookups, under names that the manifest may change.

    Such a layer has no negotiation, or answers the offer of version 2 with an older version.
    """
    exports, agreed = part(answers, "names.exports"), part(negotiated, "negotiate.2")
    look = CheckResult(missing="the library negotiates: its lookups need not be exported")
    is_older = bool(agreed) and agreed["result"] == SUCCESS and agreed["version"] < NEWEST
    if exports and (is_older or part(exports, NEGOTIATE)["place"] != "own"):
        for function in (INSTANCE_LOOKUP, DEVICE_LOOKUP):
            look.seen += 1
            found = _lookup_exports(exports, function)
            if not any(is_exported(name, place) for name, place in found.items()):
                look.fail(f"the library exports none of {' and '.join(sorted(found))}")
    return look


def _lookup_exports(exports: Answers, function: str) -> dict[str, str]:
    """Return the places of one lookup's names: the manifest's, and in version 0 that with the layer's name."""
    ending = function.removeprefix("vk")
    rows = [part(exports, key) for key in exports if key == function or key.endswith(ending)]
    return {row["name"]: row["place"] for row in rows}


def _answered(answers: Answers, offers: tuple[int, ...]) -> Iterator[tuple[int, Answers]]:
    for offer in offers:
        answer = part(answers, f"negotiate.{offer}")
        if answer:
            yield offer, answer
