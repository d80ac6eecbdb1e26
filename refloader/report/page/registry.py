"""The registry part of an explanation, as table rows. Makes no decisions."""

from collections.abc import Iterator
from dataclasses import dataclass

from refloader.model.text import NOT_TOLD
from refloader.report.objects import Object, is_true, number, objects, part, text

_MOST = 200
"""The most values of one key that the page shows; JSON has them all."""


@dataclass(frozen=True, slots=True)
class Row:
    """One value: its data, the result, the reasons (rule, fact), where it was read, and the command that fixes it."""

    name: str
    data: str
    state: str
    standing: str
    why: tuple[tuple[str, str], ...]
    where: str
    command: str


@dataclass(frozen=True, slots=True)
class Key:
    """One key, or one value of a device key, with the result of reading it; ``more`` values are not shown."""

    path: str
    use: str
    state: str
    rows: tuple[Row, ...]
    more: int = 0


def keys(document: Object) -> tuple[Key, ...]:
    """Return the keys in the order in which they are read."""
    places = (row for row in objects(document, "places") if text(row, "form").startswith("registry"))
    return tuple(_key(row) for row in places)


def _key(row: Object) -> Key:
    values = objects(row, "values")
    state = "" if text(row, "state") in ("read", "") else text(row, "detail") or text(row, "state")
    rows = tuple(_row(each) for each in values[:_MOST])
    return Key(text(row, "path"), text(row, "use"), state, rows, max(0, len(values) - _MOST))


def _row(value: Object) -> Row:
    state, standing = _state(value)
    kind = text(value, "type")
    return Row(
        text(value, "name") or "(default)",
        text(value, "data") + (f" ({kind})" if kind != "REG_DWORD" else ""),
        state,
        standing,
        tuple((text(each, "rule"), text(each, "fact")) for each in objects(value, "reasons")),
        _where(part(value, "at")),
        text(value, "command"),
    )


def _state(value: Object) -> tuple[str, str]:
    """Return the result of following the value, and the badge for it."""
    if not is_true(value, "followed"):
        wrong = any(text(each, "severity") in ("error", "warning") for each in objects(value, "reasons"))
        return "not followed", "fail" if wrong else "skip"
    states = [_said(each) for each in objects(value, "manifests")]
    worst = next((each for each in states if each not in ("read", "not known")), "")
    if worst:
        return worst, "fail"
    return ("not known", "warn") if "not known" in states else ("read", "pass")


def _said(manifest: Object) -> str:
    return "not known" if text(manifest, "state") == NOT_TOLD else text(manifest, "state")


def _where(at: Object) -> str:
    path, line, column = text(at, "path"), number(at, "line"), number(at, "column")
    return f"{path}:{line}:{column}" if path and line else path


def remarks_on_values(document: Object) -> frozenset[tuple[str, str]]:
    """Return the rule and fact of each remark on a single value, so that it is not repeated."""
    found = (each for row in objects(document, "places") for each in objects(row, "values"))
    return frozenset(
        (text(reason, "rule"), text(reason, "fact"))
        for value in found
        for reason in objects(value, "reasons")
    )


def passed_over(document: Object) -> Iterator[tuple[str, str]]:
    """Yield the keys that other loaders read, each with the reason why this one does not."""
    for row in objects(document, "passed_over"):
        values = number(row, "values") or 0
        yield f"{text(row, 'path')} ({values} value{'' if values == 1 else 's'})", text(row, "why")


def unknown(document: Object) -> Iterator[tuple[str, str]]:
    """Yield the manifests whose content is unknown, each with what names it."""
    for row in objects(document, "unknown"):
        yield text(row, "path"), f"{text(row, 'use')}, named by {text(row, 'named_by')}"
