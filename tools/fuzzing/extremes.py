"""Inputs that are one thing many times: depth, length, number. What takes more than its share of time shows here."""

import json
from collections.abc import Callable, Sequence
from random import Random

Draw = Callable[[Random], bytes]

_SIZES = (300, 1_000, 5_000, 20_000, 60_000, 120_000)

_OPENING = (
    b"[",
    b'{"a":',
    b"[[",
    b"{",
    b"(",
    b'[{"layers":',
    b"[[]",
    b'{"":',
    b"{'",
    b"[-HKEY_LOCAL_MACHINE\\",
)
_UNITS = (
    b'"',
    b"\\",
    b"\n",
    b"\r\n",
    b"\0",
    b"\t",
    b" ",
    b"a",
    b"\xff",
    b"{}",
    b"[],",
    b'"\\u0000"',
    b"*",
    b"//\n",
    b"#",
    b"/*",
)


def repeated(seeds: Sequence[bytes]) -> Draw:
    """A part of a seed many times over, in its place; or nothing but one short unit, or brackets that open."""

    def draw(random: Random) -> bytes:
        size = random.choice(_SIZES)
        choice = random.randrange(8)
        if choice == 0:
            opening = random.choice(_OPENING)
            return random.choice((b"", b"x = ", b'{"layer": ', b'{"a": 1, "b": ')) + opening * (
                size // len(opening)
            )
        if choice == 1:
            unit = random.choice(_UNITS)
            return unit * (size // len(unit))
        seed = random.choice(seeds) if seeds else b""
        if choice == 2:
            at = random.randrange(len(seed) + 1)
            unit = random.choice((*_UNITS, *_OPENING))
            return seed[:at] + unit * (size // len(unit)) + seed[at:]
        if choice < 5:
            lines = seed.splitlines(keepends=True) or [b"\n"]
            at = random.randrange(len(lines))
            part = b"".join(lines[at : at + random.choice((1, 1, 2, 5))])
            return b"".join(lines[:at]) + part * (size // max(1, len(part))) + b"".join(lines[at:])
        start = random.randrange(len(seed) + 1)
        part = seed[start : start + random.choice((1, 4, 20, 200))] or b" "
        return seed[:start] + part * (size // len(part)) + seed[start:]

    return draw


def crowded(seeds: Sequence[bytes]) -> Draw:
    """A JSON document of which one list or object has very many members, each a little different."""
    values = []
    for seed in seeds:
        try:
            values.append(json.loads(seed))
        except (ValueError, RecursionError):
            continue

    def draw(random: Random) -> bytes:
        value = json.loads(json.dumps(random.choice(values))) if values else {}
        holders: list[object] = []
        _holders(value, holders)
        chosen = random.choice(holders) if holders else value
        number = random.choice((50, 500, 3000))
        if isinstance(chosen, list) and chosen:
            chosen += [_numbered(random.choice(chosen), each) for each in range(number)]
        elif isinstance(chosen, dict):
            member = random.choice(list(chosen.values())) if chosen else "x"
            chosen |= {f"{next(iter(chosen), 'x')}{each}": member for each in range(number)}
        text = json.dumps(value).encode()
        return text if len(text) < 600_000 else text[:600_000]

    return draw


def _holders(value: object, found: list[object]) -> None:
    if isinstance(value, dict | list):
        found.append(value)
        for each in value.values() if isinstance(value, dict) else value:
            _holders(each, found)


def _numbered(value: object, number: int) -> object:
    """The value with a number in its first text."""
    if isinstance(value, str):
        return f"{value}{number}"
    if isinstance(value, dict):
        key = next((key for key, each in value.items() if isinstance(each, str)), None)
        return value if key is None else {**value, key: f"{value[key]}{number}"}
    return value
