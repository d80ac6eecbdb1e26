"""Judges of the act "create": what reaches the entity below a layer, and what the layer makes of its answer.

Source: "Layer Dispatch Initialization" with its sample code, "Layer Conventions and Rules", "Creating New
Dispatchable Objects", "Requirements of Well-Behaved Layers".
"""

from collections.abc import Iterator, Mapping
from typing import Any

from refloader.model.text import some
from refloader.suite.layers.alone.answers import INITIALIZATION_FAILED, SUCCESS
from refloader.suite.running.look import Look
from refloader.suite.running.reading import Answers, part, result

_CREATES = {"instance": "vkCreateInstance", "device": "vkCreateDevice"}
_OUT = {"instance": "pInstance", "device": "pDevice"}
_HANDLES = {
    "null": "NULL",
    "lower": "the instance",
    "upper": "its own handle for the instance",
    "other": "a handle that nobody below knows",
}
_ERROR = "create.error"
_NEVER = {
    "instance": "the layer never came to call the next vkCreateInstance",
    "device": "the layer never came to call the next vkCreateDevice",
}
_NEVER_ASKED = {
    kind: f"the layer did not ask for the next {command} when it was called"
    for kind, command in _CREATES.items()
}


class _Faults:
    """What is wrong, and in which cases: most layers do the same in all of them."""

    def __init__(self) -> None:
        self._cases: dict[str, list[str]] = {}

    def add(self, fact: str, case: str) -> None:
        self._cases.setdefault(fact, []).append(case)

    def told(self, look: Look) -> Look:
        for fact, cases in self._cases.items():
            in_cases = "in the case" if len(cases) == 1 else "in the cases"
            look.fail(f"{fact} ({in_cases} {some(cases, 2)})")
        return look


# ---- the link


def instance_link_advanced(answers: Answers) -> Look:
    """The next vkCreateInstance finds the link behind the layer's own."""
    return _link_advanced(answers, "instance")


def device_link_advanced(answers: Answers) -> Look:
    """The next vkCreateDevice finds the link behind the layer's own."""
    return _link_advanced(answers, "device")


def _link_advanced(answers: Answers, kind: str) -> Look:
    names = {"same": "the layer's own link", "null": "no link at all"}
    look, faults = Look(missing=_NEVER[kind]), _Faults()
    for case, made in _reached(answers, kind):
        look.seen += 1
        if made["link_seen"] != "next":
            found = names.get(made["link_seen"], "another link")
            faults.add(f"the next {_CREATES[kind]} finds {found}", case)
    return faults.told(look)


def out_kept(answers: Answers, kind: str) -> Look:
    """What the handle parameter holds comes down as it was."""
    look, faults = Look(missing=_NEVER[kind]), _Faults()
    for case, made in _reached(answers, kind):
        look.seen += 1
        if made["out"] != "kept":
            faults.add(f"what {_OUT[kind]} holds is changed before the next {_CREATES[kind]} is called", case)
    return faults.told(look)


# ---- the next function


def next_create_instance_asked(answers: Answers) -> Look:
    """The next vkCreateInstance is asked for without an instance."""
    return _asked_as(answers, "instance", "null")


def next_create_device_asked(answers: Answers, instance: str) -> Look:
    """The next vkCreateDevice is asked for with what the edition says: "lower", the instance, or "null"."""
    others = "of 2016 and 2018" if instance == "lower" else "since 2022"
    return _asked_as(answers, "device", instance, f", as the documents {others} say")


def _asked_as(answers: Answers, kind: str, wanted: str, aside: str = "") -> Look:
    """Only questions before the call down count: tables are filled after it, and ask for every name."""
    look, faults = Look(missing=_NEVER_ASKED[kind]), _Faults()
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


def strange_instances(answers: Answers) -> Look:
    """The instance with which the next vkCreateDevice is asked for is one that the next entity knows, or NULL."""
    look, faults = Look(missing=_NEVER_ASKED["device"]), _Faults()
    for case, handles in _asked(answers, "device"):
        look.seen += 1
        if not {"null", "lower"}.issuperset(handles):
            faults.add(f"the layer asks for the next vkCreateDevice with {_HANDLES['other']}", case)
    return faults.told(look)


# ---- failing


def failures_passed_up(answers: Answers, kind: str) -> Look:
    """What fails below fails above."""
    look = Look(missing=_NEVER[kind])
    for below, made in _errors(answers, kind):
        look.seen += 1
        if made["result"] >= SUCCESS:
            look.fail(
                f"{_CREATES[kind]} gives {result(made['result'])} though below it failed with {result(below)}"
            )
    return look


def failures_unchanged(answers: Answers, kind: str) -> Look:
    """What fails below fails above with the same result."""
    look = Look(missing=_NEVER[kind])
    for below, made in _errors(answers, kind):
        look.seen += 1
        if made["result"] != below:
            look.fail(
                f"{_CREATES[kind]} gives {result(made['result'])} where below it failed with {result(below)}"
            )
    return look


def missing_function_refused(answers: Answers, kind: str) -> Look:
    """Where the next entity has no such function, VK_ERROR_INITIALIZATION_FAILED is returned."""
    case = "none-below" if kind == "instance" else "no-device-below"
    answer = part(answers, f"create.{case}.{kind}")
    look = Look(missing=f"the layer never asked for the next {_CREATES[kind]}")
    if answer and answer["asked_with"]:
        look.seen = 1
        code = part(answer, "made")["result"]
        if code != INITIALIZATION_FAILED:
            look.fail(f"{_CREATES[kind]} gives {result(code)} though the next entity has no such function")
    return look


# ---- what a layer does not know


def made_up_extension_accepted(answers: Answers) -> Look:
    """vkCreateInstance does not fail for an extension that nobody knows."""
    return _accepted(answers, "made-up-extension", "instance")


def made_up_layer_accepted(answers: Answers) -> Look:
    """vkCreateInstance does not fail for a layer that nobody knows."""
    return _accepted(answers, "made-up-layer", "instance")


def unknown_structure_accepted(answers: Answers, kind: str) -> Look:
    """Creation does not fail for a structure of a type that nobody knows."""
    return _accepted(answers, "unknown-structure", kind)


def made_up_names_of_device_accepted(answers: Answers) -> Look:
    """vkCreateDevice does not fail for an extension that nobody knows."""
    return _accepted(answers, "made-up-extension", "device")


def _accepted(answers: Answers, case: str, kind: str) -> Look:
    """Judged only where the same goes well without it; the entity below accepts everything."""
    usual = part(part(answers, f"create.usual.{kind}"), "made")
    made = part(part(answers, f"create.{case}.{kind}"), "made")
    look = Look(missing="the creation does not succeed without it either")
    if made and (not usual or usual["result"] == SUCCESS):
        look.seen = 1
        if made["result"] != SUCCESS:
            look.fail(f"{_CREATES[kind]} gives {result(made['result'])} ({case}), which nothing below does")
    return look


# ---- objects of a layer's own


def first_words_copied(answers: Answers) -> Look:
    """Without the loader's callbacks, objects of the layer begin with the dispatch pointer of their parent."""
    look = Look(missing="the layer puts no objects of its own in the place of others")
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
    """The cases of one kind with what came of them."""
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
    """The cases in which the layer asked for the next function, and with which handles."""
    for label, answer in answers.items():
        words = label.split(".")
        if len(words) == 3 and words[0] == "create" and words[2] == kind and answer["asked_with"]:
            yield words[1], answer["asked_with"]
