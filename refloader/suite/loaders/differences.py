"""The words for a comparison that did not hold, as results and reports say it. Makes no verdict."""

from collections.abc import Mapping, Set

from refloader.model.registry import results

_LONG = 600
"""The limit in characters for one side of a comparison."""


def said(seen: object, expected: object) -> str:
    """Return one sentence on a difference."""
    return f"actual: {plain(seen)}; expected: {plain(expected)}"


def unlike(operator: str, left: object, right: object) -> str | None:
    """Return one sentence on a comparison of a test that did not hold; None if Python's own words are as good."""
    match operator:
        case "==":
            return said(left, right)
        case "!=":
            return f"both are {plain(right)}"
        case "in":
            return _absent(left, right)
        case "not in":
            return f"{plain(left)} is among {plain(right)}"
        case "<=" if isinstance(left, Set) and isinstance(right, Set):
            return _absent(left - right, right)
        case "<=" if isinstance(left, int):
            return f"{left} is more than {right}"
        case ">=" if isinstance(left, int):
            return f"{left} is less than {right}"
        case "<" if right == 0 and isinstance(left, int):
            return f"{_result(left)} is returned, and that is no error"
    return None


def plain(value: object) -> str:
    """Return a value as text; of a set in the order of the alphabet, of what is long the beginning."""
    if isinstance(value, Mapping):
        text = ", ".join(f"{key}: {_within(each)}" for key, each in value.items()) or "nothing"
    elif isinstance(value, tuple | list | set | frozenset):
        every = map(plain, value)
        text = ", ".join(sorted(every) if isinstance(value, set | frozenset) else every) or "nothing"
    else:
        text = str(value) if value != "" else "nothing"
    return text if len(text) <= _LONG else f"{text[:_LONG]}..."


def _result(value: int) -> str:
    return next((name for name, number in results().items() if number == value), str(value))


def _within(value: object) -> str:
    """Return a value of a mapping as text, in parentheses if it has several parts."""
    text = plain(value)
    return f"({text})" if ", " in text else text


def _absent(what: object, among: object) -> str:
    there = plain(among)
    return (
        f"{plain(what)} not found: there is nothing"
        if there == "nothing"
        else f"{plain(what)} not among {there}"
    )
