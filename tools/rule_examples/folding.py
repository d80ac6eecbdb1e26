"""C as it would be without its ways to be wrong: ``violates("NAME")`` and ``VIOLATES("name")`` are taken as 0.

Conditions, statements and choices that this settles are left out; what it does not settle has a 0 in its place, so
what is said stays exact. One way can be kept: then the text shows that one alone. Never looks at what the rest of the
code means.
"""

import re

_CALL = re.compile(r"(?:violates|VIOLATES)\((?:\"[^\"]*\"|\w+\[\w+\])\)")
_CHOICE = re.compile(rf"((?<![=!<>])= |return |\(|\[|, )(?:[^;?+={{}}-]*? && )?{_CALL.pattern} \? [^?:;]+ : ")
_NEVER = re.compile(r"(\breturn |(?<![=!<>])= )(?:(?!\|\||\+\+|--|[^=!<>]=[^=])[^;?{}])* && 0 \? [^?:;]+ : ")
_CHANGES = re.compile(r"\+\+|--|[^=!<>]=[^=]")
"""What a condition does beside being one: then it is not left out."""
_TRUE = ((" && !0", ""), (" || 0 ?", " ?"), ("else if (!0)", "else"))
_HEAD = re.compile(r"(?<!else )\b(if|for) \(")
_VALUE = re.compile(r"(\breturn |[^=!<>+]= )([^;{}]*?)(?=;)")
_SPACES = re.compile(r"\n{3,}")
_DEAD = re.compile(r"^( *)(return\b[^;]*;)\n(?:\1\S.*\n)+", re.MULTILINE)
"""A ``return`` and the statements behind it in its block, which nothing reaches; no label is among them."""

_LAST = re.compile(r"^    return;\n}", re.MULTILINE)
_KEPT = "WRONG_ON_PURPOSE"


_TWICE = re.compile(r"^(.+\breturn\b.+;\n)\1+", re.MULTILINE)
"""The same check twice in a row, where what stood between the two is folded away."""


def folded(text: str, keep: str = "") -> str:
    """The same without what is wrong on purpose, but for ``keep``, a call; empty where nothing (else) is."""
    if keep:
        return folded(text.replace(keep, _KEPT)).replace(_KEPT, keep)
    if not _CALL.search(text):
        return ""
    right = _CHOICE.sub(r"\1", text)
    right = _statements(right)
    right = _VALUE.sub(
        lambda found: found[1] + (_settled(found[2]) if _CALL.search(found[2]) else found[2]), right
    )
    right = _CALL.sub("0", right)
    for said, meant in _TRUE:
        right = right.replace(said, meant)
    right = _NEVER.sub(r"\1", right)
    right = _LAST.sub("}", _DEAD.sub(r"\1\2\n", right))
    return _SPACES.sub("\n\n", _TWICE.sub(r"\1", right))


def _statements(text: str) -> str:
    """Every ``if`` and ``for`` with a call in its condition, settled, the first one first."""
    at = 0
    while found := _HEAD.search(text, at):
        closed = _closing(text, found.end() - 1)
        inside = text[found.end() : closed]
        settled = _settle(text, found, closed, inside) if _CALL.search(inside) else text
        at = found.end() if settled == text else found.start()
        text = settled
    return text


def _settle(text: str, head: re.Match[str], closed: int, inside: str) -> str:
    """One statement: left out, without its condition, or with what remains of that."""
    parts = inside.split(";")
    place = 1 if head[1] == "for" else 0
    condition = _settled(parts[place])
    if condition == "0":
        return _without(text, head.start(), closed)
    if condition == "1" and head[1] == "if":
        return text[: head.start()] + text[closed + 1 :].lstrip(" ")
    parts[place] = (" " if place else "") + condition
    return text[: head.end()] + ";".join(parts) + text[closed:]


def _without(text: str, start: int, closed: int) -> str:
    """The text without a statement, or with what stands behind its ``else`` in its place."""
    end = _end_of_statement(text, closed + 1)
    other = re.compile(r"\s*else ").match(text, end)
    if other:
        return text[:start] + text[other.end() :]
    line = text.rfind("\n", 0, start) + 1
    if not text[line:start].strip() and text[end : end + 1] == "\n":
        return text[:line] + text[end + 1 :]
    return text[:start] + text[end:].lstrip(" ")


def _end_of_statement(text: str, start: int) -> int:
    """Behind the block or the statement that begins there."""
    start += len(text[start:]) - len(text[start:].lstrip())
    head = _HEAD.match(text, start)
    if head:
        return _end_of_statement(text, _closing(text, head.end() - 1) + 1)
    return _closing(text, start) + 1 if text[start] == "{" else text.index(";", start) + 1


def _closing(text: str, opening: int) -> int:
    """The place of the bracket that closes one."""
    depth = 0
    for at in range(opening, len(text)):
        depth += (text[at] in "({") - (text[at] in ")}")
        if depth == 0:
            return at
    raise ValueError(f"nothing closes the bracket in {text[opening : opening + 40]!r}")


def _settled(condition: str) -> str:
    """A condition without its calls: ``"0"``, ``"1"`` or what remains."""
    terms = [_all(term) for term in _split(condition.strip(), " || ")]
    if "1" in terms:
        return "1"
    return " || ".join(term for term in terms if term != "0") or "0"


def _all(term: str) -> str:
    factors = [_one(factor) for factor in _split(term, " && ")]
    if "0" in factors:
        return term if _CHANGES.search(" && ".join(factors[: factors.index("0")])) else "0"
    return " && ".join(factor for factor in factors if factor != "1") or "1"


def _one(factor: str) -> str:
    if not _CALL.search(factor):
        return factor
    if _CALL.fullmatch(factor):
        return "0"
    if factor.startswith("!"):
        return {"0": "1", "1": "0"}.get(inner := _one(factor[1:]), f"!{inner}")
    if factor.startswith("(") and _closing(factor, 0) == len(factor) - 1:
        inner = _settled(factor[1:-1])
        return inner if inner in ("0", "1") or not re.search(r" (?:&&|\|\|) ", inner) else f"({inner})"
    return factor


def _split(text: str, sign: str) -> list[str]:
    """The parts between signs that stand in no bracket."""
    parts, depth, begin = [], 0, 0
    for at, character in enumerate(text):
        depth += (character in "({[") - (character in ")}]")
        if depth == 0 and text.startswith(sign, at):
            parts.append(text[begin:at])
            begin = at + len(sign)
    return [*parts, text[begin:]]
