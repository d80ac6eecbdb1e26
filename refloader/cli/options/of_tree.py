"""Commands that an answer on a staging tree proposes, so that they work from outside of the tree."""

from collections.abc import Iterable
from dataclasses import replace

from refloader.host import shell
from refloader.inspect.explain.answer import Answer

_LINT = "refloader lint "


def lint_in(root: str | None, text: str) -> str:
    """Return a text in which ``refloader lint`` of a path in the tree names the tree; as it is without a tree."""
    return text.replace(_LINT, f"{_LINT}{shell.line(['--root', root])} ") if root is not None else text


def answers_in(root: str | None, answers: Iterable[Answer]) -> tuple[Answer, ...]:
    """Return the answers with the commands of their changes for the tree."""
    return tuple(
        replace(each, changes=tuple(replace(made, what=lint_in(root, made.what)) for made in each.changes))
        for each in answers
    )
