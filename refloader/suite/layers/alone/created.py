"""Checks on the act "create": the creations that reach the entity below a layer, and what the layer returns for them.

Source: "Layer Dispatch Initialization" with its sample code, "Layer Conventions and Rules", "Creating New
Dispatchable Objects", "Requirements of Well-Behaved Layers".
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any

from refloader.model.text import some
from refloader.suite.layers.alone.answers import FEATURE_NOT_PRESENT, INITIALIZATION_FAILED, SUCCESS
from refloader.suite.sessions.answers import Answers, part, result
from refloader.suite.sessions.check_result import CheckResult

_CREATES = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}
_OUT = {"instance": "pInstance", "device": "pDevice"}
_HANDLES = {
    "null": "NULL",
    "lower": "the instance",
    "upper": "its own handle for the instance",
    "other": "a handle that nobody below knows",
}
_APPLICATIONS = {"instance": "1000247000", "device": "1000059000"}
"""The sType of VkValidationFeaturesEXT and of VkPhysicalDeviceFeatures2: what the application has on pNext."""
_WITH_A_STRUCTURE = ("application-first", "application-between", "application-last", "offered-features")
_ERROR = "create.error"
VERSION_1_0 = "version-1.0"
"""The case in which the application and the entity below have Vulkan 1.0 and nothing newer."""

NO_APPLICATION, NO_NAME = "no-application", "no-name"
"""The cases in which pApplicationInfo is NULL, or pApplicationName, as Vulkan allows."""

OF_BELOW, _OFFERED, _EXTENSION = "extension-of-below", "offered-extension", "VK_PROBER_below_one"
"""The cases with an extension that only the entity below has, and its name. In the second it has more."""

FEW_FEATURES = "few-features"
"""Begins the cases in which the entity below refuses features that its physical devices do not list."""

_PLAINLY, _BY_STRUCTURE = "pEnabledFeatures", "VkPhysicalDeviceFeatures2"
"""The two forms in which an application enables features."""


ORDERS = (
    "usual",
    "reversed",
    "application-first",
    "application-between",
    "application-last",
    "without-features",
    "without-device-callbacks",
    "last-link",
)
"""The cases of the act that differ only in the order and the number of the structures on pNext."""

_WITH_LESS = ("without-features", "without-device-callbacks")
"""Those in which structures of the loader are missing: no sentence forbids a layer that needs one to refuse."""

BEHIND_ANOTHER = "application-first"
"""The case in which the first structure on pNext is not the loader's."""

IN_FRONT = (BEHIND_ANOTHER, "application-between")
"""The cases in which a structure stands before one of the loader's, as only those of other layers can."""

_NEVER = {
    "instance": "the layer never came to call the next vkCreateInstance",
    "device": "the layer never came to call the next vkCreateDevice",
}
_NEVER_ASKED = {
    kind: f"the layer did not ask for the next {command} when it was called"
    for kind, command in _CREATES.items()
}


class _Faults:
    """Faults with the cases in which they occur: most layers do the same in all cases."""

    def __init__(self) -> None:
        self._cases: dict[str, list[str]] = {}

    def add(self, fact: str, case: str) -> None:
        self._cases.setdefault(fact, []).append(case)

    def told(self, look: CheckResult) -> CheckResult:
        for fact, cases in self._cases.items():
            in_cases = "in the case" if len(cases) == 1 else "in the cases"
            look.fail(f"{fact} ({in_cases} {some(cases, 2)})")
        return look


# ---- the link


def instance_link_advanced(answers: Answers) -> CheckResult:
    """Check that the next vkCreateInstance finds the link behind the layer's own."""
    return _link_advanced(answers, "instance", lambda case: case != BEHIND_ANOTHER)


def device_link_advanced(answers: Answers) -> CheckResult:
    """Check that the next vkCreateDevice finds the link behind the layer's own."""
    return _link_advanced(answers, "device", lambda case: case != BEHIND_ANOTHER)


def link_advanced_behind_another(answers: Answers, kind: str) -> CheckResult:
    """Check the same where a structure that is not the loader's comes first.

    The documents have the layer find its structure in the create info; they also say that the head node is the
    loader's, and only another layer can put one before it.
    """
    return _link_advanced(answers, kind, lambda case: case == BEHIND_ANOTHER)


def _link_advanced(answers: Answers, kind: str, judged: Callable[[str], bool]) -> CheckResult:
    names = {"same": "the layer's own link", "null": "no link at all"}
    look, faults = CheckResult(missing=_NEVER[kind]), _Faults()
    for case, made in _reached(answers, kind):
        if judged(case):
            look.seen += 1
            if made["link_seen"] != "next":
                found = names.get(made["link_seen"], "another link")
                again = ", called once more after it failed," if _is_called_again(case, made) else ""
                faults.add(f"the next {_CREATES[kind]}{again} finds {found}", case)
    for case, code in _link_not_found(answers, kind):
        if judged(case):
            look.seen += 1
            faults.add(f"{_CREATES[kind]} gives {result(code)} and never calls the next", case)
    return faults.told(look)


def _is_called_again(case: str, made: Mapping[str, Any]) -> bool:
    """Return whether the layer tried a second time. The entities below have made other links theirs by then."""
    return f"create.{case}".startswith(_ERROR) and made["times"] > 1


def _link_not_found(answers: Answers, kind: str) -> Iterator[tuple[str, int]]:
    """Yield the orders in which the layer never called down, though it did in another, with its results.

    The documents have it find the structure for links in the create info, by sType and ``function``, wherever it is.
    Nothing is yielded of cases in which the loader gives less than usual.
    """
    tried = [(case, made) for case, made in _made(answers, kind) if case in ORDERS and made]
    if any(made.get("times") for _, made in tried):
        judged = ((case, made) for case, made in tried if case not in _WITH_LESS)
        yield from ((case, made["result"]) for case, made in judged if not made.get("times"))


def out_kept(answers: Answers, kind: str) -> CheckResult:
    """Check that the value at the handle parameter is passed down unchanged."""
    look, faults = CheckResult(missing=_NEVER[kind]), _Faults()
    for case, made in _reached(answers, kind):
        look.seen += 1
        if made["out"] != "kept":
            faults.add(f"what {_OUT[kind]} holds is changed before the next {_CREATES[kind]} is called", case)
    return faults.told(look)


def structures_kept(answers: Answers, kind: str) -> CheckResult:
    """Check that the structure that the application has on pNext reaches the next entity, wherever it is."""
    look, faults = CheckResult(missing=_NEVER[kind]), _Faults()
    for case, made in _reached(answers, kind):
        if case in _WITH_A_STRUCTURE:
            look.seen += 1
            if _APPLICATIONS[kind] not in made["structures"].split(","):
                faults.add(f"the next {_CREATES[kind]} does not get the structure of the application", case)
    return faults.told(look)


def names_kept(answers: Answers, kind: str) -> CheckResult:
    """Check that the extension that the application enables, and that the entity below has, reaches that entity.

    A layer may leave out an extension that it implements itself: none implements this one. A layer that hides the
    device extension from the application, as one does that imitates another device, need not pass it on.
    """
    look = CheckResult(missing=_NEVER[kind])
    for case in (OF_BELOW, _OFFERED):
        answer = part(answers, f"create.{case}.{kind}")
        made = part(answer, "made")
        if answer.get("listed") == 0:
            look.missing = f"the layer does not list {_EXTENSION}, which the entity below has"
        elif made.get("times"):
            look.seen += 1
            if _EXTENSION not in str(made.get("extensions", "")).split(","):
                look.fail(
                    f"the next {_CREATES[kind]} does not get {_EXTENSION}, which the application enables"
                )
    return look


def features_kept(answers: Answers) -> CheckResult:
    """Check that a feature is enabled below in either form of the request if it is enabled there in one of them.

    A layer may leave out a feature that its device lacks. No device has it in one form of the same request alone.
    """
    look = CheckResult(
        missing="robustBufferAccess was to be enabled below in one of the two forms of the request"
    )
    plain = part(part(answers, "create.features.device"), "made")
    if not plain.get("times"):
        return look
    forms = {_PLAINLY: {"features": plain.get("is_robust")}, _BY_STRUCTURE: dict[str, Any]()}
    for case, made in _reached(answers, "device"):
        if case in _WITH_A_STRUCTURE:
            forms[_BY_STRUCTURE][case] = made.get("is_robust")
    faults = _Faults()
    for form, other in ((_PLAINLY, _BY_STRUCTURE), (_BY_STRUCTURE, _PLAINLY)):
        if 1 not in forms[other].values():
            continue
        look.seen += len(forms[form])
        for case, is_robust in forms[form].items():
            if is_robust == 0:
                faults.add(
                    f"robustBufferAccess, which the application enables by {form}, is not enabled"
                    f" for the next vkCreateDevice; by {other} it is",
                    case,
                )
    return faults.told(look)


def features_had(answers: Answers) -> CheckResult:
    """Check that a device can be made with features that it has: the layer enables no others without asking.

    "If any requested feature is not supported on that device, vkCreateDevice must return
    VK_ERROR_FEATURE_NOT_PRESENT": so does the entity below. A layer may try a second time without them.
    """
    look = CheckResult(missing=_NEVER["device"])
    for case, made in _reached(answers, "device"):
        look.seen += case.startswith(FEW_FEATURES)
        if case.startswith(FEW_FEATURES) and made["result"] == FEATURE_NOT_PRESENT:
            form = _BY_STRUCTURE if case != FEW_FEATURES else _PLAINLY
            fact = f"where the application enables by {form} what the device has"
            look.fail(f"vkCreateDevice gives VK_ERROR_FEATURE_NOT_PRESENT {fact}: the layer asks for others")
    return look


# ---- the next function


def next_create_instance_asked(answers: Answers) -> CheckResult:
    """Check that the layer looks up the next vkCreateInstance without an instance."""
    return _asked_as(answers, "instance", "null")


def next_create_device_asked(answers: Answers, instance: str) -> CheckResult:
    """Check that the layer looks up the next vkCreateDevice with an instance or NULL, as the edition says.

    ``instance`` is "lower" for the instance as the next entity knows it, or "null".
    """
    others = "of 2016 and 2018" if instance == "lower" else "since 2022"
    return _asked_as(answers, "device", instance, f", as the documents {others} say")


def _asked_as(answers: Answers, kind: str, wanted: str, aside: str = "") -> CheckResult:
    """Check only the lookups before the call down: later ones fill tables and ask for every name."""
    look, faults = CheckResult(missing=_NEVER_ASKED[kind]), _Faults()
    for case, handles in _asked(answers, kind):
        look.seen += 1
        if wanted not in handles:
            given = " and ".join(sorted({_HANDLES[handle] for handle in handles}))
            why = aside if {"null", "lower"}.issuperset(handles) else ""
            fact = (
                f"the layer asks for the next {_CREATES[kind]} with {given}{why}, not with {_HANDLES[wanted]}"
            )
            faults.add(fact, case)
    return faults.told(look)


def strange_instances(answers: Answers) -> CheckResult:
    """Check that the layer looks up the next vkCreateDevice with NULL or an instance known to the next entity."""
    look, faults = CheckResult(missing=_NEVER_ASKED["device"]), _Faults()
    for case, handles in _asked(answers, "device"):
        look.seen += 1
        if not {"null", "lower"}.issuperset(handles):
            faults.add(f"the layer asks for the next vkCreateDevice with {_HANDLES['other']}", case)
    return faults.told(look)


# ---- failing


def failures_passed_up(answers: Answers, kind: str) -> CheckResult:
    """Check that the layer's creation fails if the one below fails."""
    look = CheckResult(missing=_NEVER[kind])
    for below, made in _errors(answers, kind):
        look.seen += 1
        if made["result"] >= SUCCESS:
            look.fail(
                f"{_CREATES[kind]} gives {result(made['result'])} though below it failed with {result(below)}"
            )
    return look


def failures_unchanged(answers: Answers, kind: str) -> CheckResult:
    """Check that the layer's creation fails with the same result as the one below."""
    look = CheckResult(missing=_NEVER[kind])
    for below, made in _errors(answers, kind):
        look.seen += 1
        if made["result"] != below:
            look.fail(
                f"{_CREATES[kind]} gives {result(made['result'])} where below it failed with {result(below)}"
            )
    return look


def missing_function_refused(answers: Answers, kind: str) -> CheckResult:
    """Check that the layer returns VK_ERROR_INITIALIZATION_FAILED if the next entity has no such function."""
    case = "none-below" if kind == "instance" else "no-device-below"
    answer = part(answers, f"create.{case}.{kind}")
    look = CheckResult(missing=f"the layer never asked for the next {_CREATES[kind]}")
    if answer and answer["asked_with"]:
        look.seen = 1
        code = part(answer, "made")["result"]
        if code != INITIALIZATION_FAILED:
            look.fail(f"{_CREATES[kind]} gives {result(code)} though the next entity has no such function")
    return look


# ---- unknown names and structures


def made_up_extension_accepted(answers: Answers) -> CheckResult:
    """Check that vkCreateInstance does not fail for an unknown extension."""
    return _accepted(answers, "made-up-extension", "instance")


def made_up_layer_accepted(answers: Answers) -> CheckResult:
    """Check that vkCreateInstance does not fail for an unknown layer."""
    return _accepted(answers, "made-up-layer", "instance")


def nameless_application_accepted(answers: Answers, usual: Answers) -> CheckResult:
    """Check that vkCreateInstance does not fail for an application without a name. ``usual`` has one with a name."""
    case = f"create.{NO_NAME}.instance"
    return _accepted({case: part(answers, case), **usual}, NO_NAME, "instance")


def unknown_structure_accepted(answers: Answers, kind: str) -> CheckResult:
    """Check that the creation does not fail for a structure of an unknown type."""
    return _accepted(answers, "unknown-structure", kind)


def made_up_names_of_device_accepted(answers: Answers) -> CheckResult:
    """Check that vkCreateDevice does not fail for an unknown extension."""
    return _accepted(answers, "made-up-extension", "device")


def _accepted(answers: Answers, case: str, kind: str) -> CheckResult:
    """Check only if the creation succeeds without the unknown part; the entity below accepts everything."""
    usual = part(part(answers, f"create.usual.{kind}"), "made")
    made = part(part(answers, f"create.{case}.{kind}"), "made")
    look = CheckResult(missing="the creation does not succeed without it either")
    if made and (not usual or usual["result"] == SUCCESS):
        look.seen = 1
        if made["result"] != SUCCESS:
            look.fail(f"{_CREATES[kind]} gives {result(made['result'])} ({case}), which nothing below does")
    return look


# ---- objects of a layer's own


def first_words_copied(answers: Answers) -> CheckResult:
    """Check that without the loader's callbacks the layer's objects begin with their parent's dispatch pointer."""
    look = CheckResult(missing="the layer puts no objects of its own in the place of others")
    for kind, row in part(answers, "create.old-loader.objects").items():
        if row["handle"] == "upper":
            look.seen += 1
            if row.get("first_word") != "parent's":
                look.fail(
                    f"the {kind} that the layer hands up does not begin with its parent's dispatch pointer"
                )
    return look


# ---- reading


def _made(answers: Answers, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the cases of one kind with the outcome of their creation."""
    for label in answers:
        words = label.split(".")
        if len(words) == 3 and words[0] == "create" and words[2] == kind:
            yield words[1], part(part(answers, label), "made")


def _reached(answers: Answers, kind: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    return ((case, made) for case, made in _made(answers, kind) if made.get("times"))


def _errors(answers: Answers, kind: str) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for case, made in _reached(answers, kind):
        if f"create.{case}".startswith(_ERROR):
            yield int(case.removeprefix("error")), made


def _asked(answers: Answers, kind: str) -> Iterator[tuple[str, list[str]]]:
    """Yield the cases in which the layer looked up the next function, with the handles that it used."""
    for label, answer in answers.items():
        words = label.split(".")
        if len(words) == 3 and words[0] == "create" and words[2] == kind and answer["asked_with"]:
            yield words[1], answer["asked_with"]
