"""All variants by name: what each does otherwise than the reference, and what leaves it open. Applies none.

The sources cannot be imported outside the drop-in library, so their marks are read.
"""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True, slots=True)
class Variant:
    """A loader that takes one liberty.

    ``does`` says in a sentence what it does; ``rests_on`` is the rule or the ambiguity that leaves it open, empty
    where the documents are silent; ``words`` is what they say, or what they do not say. ``replaces`` are the
    functions that it replaces, as its source names them: variants without a common one can be one loader.
    """

    name: str
    does: str
    rests_on: str
    words: str
    replaces: frozenset[str]


@cache
def variants() -> Mapping[str, Variant]:
    """Return every variant by name, in the order of the sources."""
    folder = files("refloader.selftest.variants")
    sources = sorted(
        (each for each in folder.iterdir() if each.name.endswith(".py")), key=lambda each: each.name
    )
    found = [variant for file in sources for variant in _of(file.read_text(encoding="utf-8"))]
    named = {each.name: each for each in found}
    assert len(named) == len(found), "two variants have one name"
    return named


def _of(text: str) -> Iterator[Variant]:
    tree = ast.parse(text)
    constants = {
        ast.unparse(node.targets[0]): node.value.value
        for node in tree.body
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant)
    }
    marks = list(_marks(tree))
    for node, mark in marks:
        if ast.unparse(mark.func) == "allows":
            rests_on, words = (_text(each, constants) for each in mark.args[1:])
            does = " ".join((ast.get_docstring(node) or "").split())
            parts = [each.args[1] for _, each in marks if ast.unparse(each.args[0]) == repr(node.name)]
            replaces = frozenset(ast.unparse(each) for each in (mark.args[0], *parts))
            yield Variant(node.name, does, rests_on, words, replaces)


def _marks(tree: ast.Module) -> Iterator[tuple[ast.FunctionDef, ast.Call]]:
    """Yield the marked functions with their marks."""
    for node in tree.body:
        for mark in node.decorator_list if isinstance(node, ast.FunctionDef) else ():
            if isinstance(node, ast.FunctionDef) and isinstance(mark, ast.Call):
                yield node, mark


def groups(chosen: Sequence[Variant], most: int) -> list[list[Variant]]:
    """Divide variants into groups of at most so many, each of which one loader can take together."""
    found: list[list[Variant]] = []
    for variant in chosen:
        fitting = [
            group
            for group in found
            if len(group) < most and all(variant.replaces.isdisjoint(each.replaces) for each in group)
        ]
        if fitting:
            fitting[0].append(variant)
        else:
            found.append([variant])
    return found


def _text(node: ast.expr, constants: Mapping[str, object]) -> str:
    """Return a text that stands in the mark itself or in a constant of its module."""
    return str(constants[node.id] if isinstance(node, ast.Name) else ast.literal_eval(node))
