"""Changes bytes a little: flips, splices, numbers at the edge, words of a dictionary. Deterministic by its Random."""

from collections.abc import Callable, Sequence
from random import Random

Change = Callable[[bytearray, Random, "Material"], None]

_MOST = 1 << 18
"""Bytes that an input grows to at most by mutation."""

_NUMBERS = tuple(
    number.to_bytes(size, order)
    for size in (1, 2, 4, 8)
    for number in (0, 1, (1 << 8 * size - 1) - 1, 1 << 8 * size - 1, (1 << 8 * size) - 1, 1 << 8 * size - 2)
    for order in ("little", "big")
)

HOSTILE = (
    *(
        b"\x1b[2J",
        b"\x1b]0;x\x07",
        b"\x9b2J",
        b"\xc2\x9b31m",
        b"\r",
        b"\x00",
        b"\x7f",
        b"\x0c",
        b"\x08",
        b"\x85",
    ),
    *(
        "\u202e",
        "\u2066",
        "\u2028",
        "\u200f",
        "\u061c",
        "\ufeff",
        "\U0001f600",
        "\xe4",
        "\ufffe",
        "\U000e0001",
    ),
    *(b"\xed\xa0\x80", b"\xff", b"\xc0\xaf", b"\xf4\x90\x80\x80", b"\xef\xbb\xbf", b"\xff\xfe"),
    *(b"\\ud800", b"\\u0000", b"\\u001b[2J", b"\\u202e", b"\\udc80", b"\\ud83d", b"\\x1b"),
    *(
        b"<script>alert(1)</script>",
        b"</script>",
        b"]]>",
        b"<!--",
        b"-->",
        b"&#0;",
        b'"><img src=x>',
        b"{{7*7}}",
    ),
    *(
        b"::error::x",
        b"%0A::warning::",
        b"|",
        b"`",
        b"```",
        b"=1+1",
        b"../" * 12,
        b"..\\",
        b"%s%n",
        b"${HOME}",
    ),
    *(
        b"$",
        b"~",
        b"*",
        b"?",
        b"[",
        b"\\",
        b'"',
        b"'",
        b",",
        b":",
        b";",
        b"{",
        b"}",
        b"[[",
        b"]",
        b"#",
        b"//",
    ),
    *(
        b"1e400",
        b"-0",
        b"9" * 40,
        b"NaN",
        b"Infinity",
        b"0x10",
        b"-1",
        b"4294967296",
        b"18446744073709551616",
    ),
    *(
        b"9" * 5000,
        "\u0663".encode(),
        "\xb2".encode(),
        b"1_000",
        b"null",
        b"true",
        b"[" * 300,
        b'{"a":' * 200,
    ),
)
"""What makes trouble in texts of any kind: escapes, markup, paths, numbers."""

TOKENS = tuple(each if isinstance(each, bytes) else each.encode() for each in HOSTILE)


class Material:
    """What mutations take from: other inputs of the kind, and the words of its dictionary."""

    def __init__(self, seeds: Sequence[bytes], words: Sequence[bytes]) -> None:
        self.seeds = tuple(seeds) or (b"",)
        self.words = (*words, *TOKENS)


def mutated(data: bytes, random: Random, material: Material) -> bytes:
    """The bytes after some changes, mostly few."""
    found = bytearray(data)
    for _ in range(random.choice((1, 1, 1, 2, 2, 3, 5, 8, 16))):
        random.choice(_CHANGES)(found, random, material)
        del found[_MOST:]
    return bytes(found)


def _span(data: bytearray, random: Random, most: int = 64) -> tuple[int, int]:
    """The two ends of a part of the data."""
    start = random.randrange(len(data) + 1)
    most = len(data) if random.random() < 0.1 else most
    return start, min(len(data), start + 1 + random.randrange(most or 1))


def _flip(data: bytearray, random: Random, material: Material) -> None:
    if data:
        data[random.randrange(len(data))] ^= 1 << random.randrange(8)


def _byte(data: bytearray, random: Random, material: Material) -> None:
    if data:
        data[random.randrange(len(data))] = random.randrange(256)


def _delete(data: bytearray, random: Random, material: Material) -> None:
    start, end = _span(data, random)
    del data[start:end]


def _duplicate(data: bytearray, random: Random, material: Material) -> None:
    start, end = _span(data, random)
    data[start:start] = bytes(data[start:end]) * random.choice((1, 1, 2, 8, 50))


def _move(data: bytearray, random: Random, material: Material) -> None:
    start, end = _span(data, random)
    part = bytes(data[start:end])
    del data[start:end]
    at = random.randrange(len(data) + 1)
    data[at:at] = part


def _number(data: bytearray, random: Random, material: Material) -> None:
    number = random.choice(_NUMBERS)
    start = random.randrange(len(data) + 1)
    data[start : start + len(number)] = number


def _insert(data: bytearray, random: Random, material: Material) -> None:
    at = random.randrange(len(data) + 1)
    data[at:at] = random.choice(material.words)


def _replace(data: bytearray, random: Random, material: Material) -> None:
    start, end = _span(data, random, 16)
    data[start:end] = random.choice(material.words)


def _splice(data: bytearray, random: Random, material: Material) -> None:
    other = bytearray(random.choice(material.seeds))
    start, end = _span(other, random, 400)
    at = random.randrange(len(data) + 1)
    data[at : at + random.choice((0, end - start))] = other[start:end]


def _cut(data: bytearray, random: Random, material: Material) -> None:
    if random.random() < 0.3:
        del data[random.randrange(len(data) + 1) :]


def _digits(data: bytearray, random: Random, material: Material) -> None:
    """Another number where one is written in digits."""
    places = [at for at, byte in enumerate(data[:4096]) if 48 <= byte < 58]
    if places:
        start = random.choice(places)
        end = start + 1
        while end < len(data) and 48 <= data[end] < 58:
            end += 1
        data[start:end] = random.choice((b"0", b"-1", b"1e9", b"4294967295", b"9" * 25, b"00", b"1.5", b""))


_CHANGES: tuple[Change, ...] = (
    *(_flip, _byte, _delete, _delete, _duplicate, _move, _number),
    *(_insert, _insert, _insert, _replace, _replace, _splice, _splice, _cut, _digits),
)
