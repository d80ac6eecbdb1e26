"""Lists the differences between a claimed document and the one derived from the results. No I/O."""

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

_LONGEST = 120


def differences(told: Any, found: Any, place: str = "") -> Iterator[str]:
    """Yield a sentence for each value that differs between the claim (``told``) and the results (``found``)."""
    if isinstance(told, Mapping) and isinstance(found, Mapping):
        for name in dict.fromkeys((*told, *found)):
            where = f"{place}.{name}" if place else name
            yield from differences(told.get(name), found.get(name), where)
    elif isinstance(told, Sequence) and isinstance(found, Sequence) and not isinstance(told, str):
        yield from _of_lists(told, found, place)
    elif told != found or type(told) is not type(found):
        yield f"{place}: {_short(told)} is claimed, and the results give {_short(found)}"


def _of_lists(told: Sequence[Any], found: Sequence[Any], place: str) -> Iterator[str]:
    if len(told) != len(found):
        yield f"{place}: {len(told)} are claimed, and the results give {len(found)}"
        return
    for number, (one, other) in enumerate(zip(told, found, strict=True)):
        yield from differences(one, other, f"{place}[{_name(one, number)}]")


def _name(value: Any, number: int) -> str:
    """Return the name of a list item, or its number if it has no name."""
    names = (value.get(key) for key in ("name", "rule", "member")) if isinstance(value, Mapping) else ()
    return next((each for each in names if isinstance(each, str) and each), str(number))


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=True)
    return text if len(text) <= _LONGEST else f"{text[:_LONGEST]}..."
