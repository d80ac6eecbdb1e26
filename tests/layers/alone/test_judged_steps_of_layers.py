"""Where an act of the layer prober may end early, a case says so: an end that no case is about is told nowhere."""

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

_PROJECT = Path(__file__).parents[3]
_SOURCES = _PROJECT / "refloader" / "probes" / "layer_prober"
_CASES = _PROJECT / "policy_tests" / "layer"
_MADE_IN_THE_SAME_WAY = "the instance is made as in create.usual, which a case is about"
_NOTHING_CALLED = "nothing of the layer's is called"
_OWN_PROCESSES = "the calls have processes of their own, whose ends the act tells"
_ELSEWHERE = {
    "carry.calls": _OWN_PROCESSES,
    "programs.play": _OWN_PROCESSES,
    "create.own-failures": "no sentence has a layer bear the failure of a call of its own",
    "effects.device": "the device is made as in create.usual, which a case is about",
    "effects.instance": _MADE_IN_THE_SAME_WAY,
    "enabled.allocations": "runs of programs that allocate are judged for it, above a whole driver",
    "enabled.device": "features of a device are enabled in same_work, which cases are about",
    "enabled.frames": "runs of programs that present are judged for it, above a whole driver",
    "enabled.instance": _MADE_IN_THE_SAME_WAY,
    "enabled.values": "runs of programs that submit are judged for it, above a whole driver",
    "enumerate.instance": _MADE_IN_THE_SAME_WAY,
    "introspect.exports": _NOTHING_CALLED,
    "lookups.closed": _MADE_IN_THE_SAME_WAY,
    "lookups.none": "the check itself says where the lookups end",
    "lookups.offered": _MADE_IN_THE_SAME_WAY,
    "lookups.offered.instance": "names are looked up as in lookups.open.instance, which a case is about",
    "lookups.open": _MADE_IN_THE_SAME_WAY,
    "manners.negotiate": "the whole act must come to its end",
    "manners.unload": "the whole act must come to its end",
    "names.exports": _NOTHING_CALLED,
    "presentations.device": "the device is made as in create.usual, which a case is about",
    "presentations.frames": "runs of programs that present are judged for it, above a whole driver",
    "presentations.instance": _MADE_IN_THE_SAME_WAY,
}
_OWN_BEGIN = r"^static uint64_t begin\("
"""A module that has another function of this name."""


def _texts() -> Iterator[str]:
    for path in sorted(_SOURCES.rglob("*.c")):
        text = path.read_text()
        if not re.search(_OWN_BEGIN, text, re.MULTILINE):
            yield text


def _stated() -> set[str]:
    """Return the names of steps that the acts state as a whole."""
    begins = r'\b(?:begin|made_instance|made_device|look_all_up|look_up_names|refuse_in)\("([a-z0-9._-]+)"'
    return {name for text in _texts() for name in re.findall(begins, text)}


def _put_together() -> set[str]:
    """Return the beginnings of those with a part put in, whose first part is the act."""
    acts = re.findall(r'\{"([a-z-]+)", probe_', (_SOURCES / "main.c").read_text())
    labels = rf'\bsnprintf\((?:label|maker), [a-z ]+, "((?:{"|".join(acts)})\.[a-z.-]*)%[su]'
    return {name for text in _texts() for name in re.findall(labels, text)}


def _named(value: ast.expr, constants: dict[str, ast.expr]) -> Iterator[str]:
    """Yield the beginnings of steps in an argument; of a text with a part put in, what is before that part."""
    match value:
        case ast.Constant(value=str(text)):
            yield text
        case ast.JoinedStr(values=[ast.Constant(value=str(text)), *_]):
            yield text
        case ast.Tuple(elts=elements):
            for each in elements:
                yield from _named(each, constants)
        case ast.Name(id=name) if name in constants:
            yield from _named(constants[name], constants)


def _constants(body: list[ast.stmt]) -> dict[str, ast.expr]:
    return {
        target.id: node.value
        for node in body
        if isinstance(node, ast.Assign)
        for target in node.targets
        if isinstance(target, ast.Name)
    }


def _judged() -> set[str]:
    """Return the beginnings of the steps that cases are about."""
    found = set()
    for path in sorted(_CASES.rglob("*.py")):
        tree = ast.parse(path.read_text())
        constants = _constants(tree.body)
        for function in (node for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)):
            known = {**constants, **_constants(function.body)}
            for node in ast.walk(function):
                if isinstance(node, ast.keyword) and node.arg == "step":
                    found |= {*_named(node.value, known)}
    return found - {""}


@pytest.mark.parametrize("step", sorted(_stated()))
def test_each_step_is_some_cases(step: str) -> None:
    """A step begins as one that a case is about, or there is a reason why none is."""
    judged = tuple(each for each in _judged() if not each.endswith(".") or each.count(".") > 1)
    assert step in _ELSEWHERE or step.startswith(judged)


@pytest.mark.parametrize("act", sorted(_put_together()))
def test_steps_with_a_part_put_in_are_some_cases(act: str) -> None:
    """Some case is about a step of such a name."""
    assert any(step.startswith((act, act.removesuffix("."))) for step in _judged())


@pytest.mark.parametrize("step", sorted(_judged()))
def test_each_case_is_about_a_step(step: str) -> None:
    """A case names a step that an act has: one of a name that none has tells nothing."""
    known = {*_stated(), *_put_together()}
    assert any(each.startswith(step) for each in known) or step.startswith(tuple(_put_together()))
