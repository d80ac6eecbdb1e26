"""Splits a sentence into prose, code names, and ids of rules. Independent of any markup language."""

import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from refloader.rules.registry import is_known

_NAME = (
    r"(?:(?:PFN_vk|pfn[A-Z]|vk_?[A-Z]|Vk[A-Z]|VK_[A-Z]|LD_[A-Z]|XDG_[A-Z])"  # prefixes of interface names
    r"(?:\w|:(?=\w|:\w)|<\w+>|->|\.(?=\w))*"  # members, and placeholders
    r"|(?:\*|u\.)?pp?[A-Z]\w+(?:->\w+)*"  # pointer parameters and members
    r"|[a-z]+(?:_[a-z0-9]+)+)"  # keys of manifests
    r"(?:\(\))?"
)
_PATH = r"\$?[\w.]*(?:/[\w.*$<>-]+){2,}/?|\*?\.json|\b[\w-]+\.json"
_QUOTED = r'"[a-z]+(?:_[a-z0-9]+)*"'
"""A key in quotation marks, as in a manifest."""

_RULE = r"[A-Z][A-Z0-9]*(?:[-_][A-Z0-9]+)+"
_PIECE = re.compile(
    rf"`(?P<ticked>[^`]+)`|(?<![\w/])(?:(?P<rule>{_RULE})(?!\w)|(?P<code>{_NAME}|{_PATH}|{_QUOTED}))"
)


class Piece(NamedTuple):
    """A part of a sentence: prose, code, or the id of a rule."""

    kind: Literal["prose", "code", "rule"]
    text: str


def pieces(text: str) -> Iterator[Piece]:
    """Yield the parts of a sentence in their order; together they are the sentence without its backticks."""
    at = 0
    for found in _PIECE.finditer(text):
        piece = _piece(found)
        if piece is None:
            continue
        if found.start() > at:
            yield Piece("prose", text[at : found.start()])
        yield piece
        at = found.end()
    if at < len(text):
        yield Piece("prose", text[at:])


def _piece(found: re.Match[str]) -> Piece | None:
    if found["rule"]:
        if is_known(found["rule"]):
            return Piece("rule", found["rule"])
        is_name = re.fullmatch(_NAME, found["rule"]) or "_" in found["rule"]
        return Piece("code", found["rule"]) if is_name else None
    return Piece("code", found["ticked"] or found["code"])
