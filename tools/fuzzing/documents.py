"""Grammars of structured texts: JSON and TOML documents that are nearly right. Deterministic by their Random."""

import json
from collections.abc import Iterator, Sequence
from functools import cache
from itertools import islice
from random import Random
from typing import Any

from fuzzing.extremes import Draw
from refloader.campaign.worlds.byte_source import seeded
from refloader.campaign.worlds.strategies import world_from

Path = tuple[Any, ...]

TEXTS = (
    *(
        "",
        " ",
        "x",
        "VK_LAYER_TEST_a",
        "/",
        ".",
        "..",
        "../x.so",
        "~/x",
        "C:\\x.json",
        "\\\\server\\x",
        "lib.so",
    ),
    *(
        "\x1b[2J",
        "\x1b]8;;http://x\x07",
        "\x9b31m",
        "\x00",
        "a\x00b",
        "\r\n",
        "\n",
        "\t",
        "\x7f",
        "\x85",
        "\u2028",
    ),
    *(
        "\u202egnp.exe",
        "\u2066x\u2069",
        "\u200f",
        "\ufeff",
        "\ud800",
        "\udcff",
        "\ude00\ud83d",
        "\U0001f600",
        "\xe4",
    ),
    *(
        "<script>alert(1)</script>",
        "</script><h1>",
        "\"'><img src=x onerror=alert(1)>",
        "]]>",
        "<!--",
        "&#0;",
    ),
    *(
        "=1+1",
        "@SUM(A1)",
        "+1",
        "-1",
        "a,b",
        'a"b',
        "|",
        "`",
        "``` x",
        "# x",
        "[x](javascript:alert(1))",
        "%0A::error::x",
    ),
    *(
        "::error::x",
        "::stop-commands::x",
        "##vso[task.setvariable variable=x]y",
        "##[error]x",
        "##teamcity[message text='x']",
        "x;=1+1",
        "x\n=1+1",
        "x\u200by",
        "\u00adx",
        "\U000e0041",
        "a\u3164b",
        "[[ATTACHMENT|/etc/passwd]]",
        "{{ 7 * 7 }}",
        "${HOME}",
        "$ORIGIN",
        "%s%n",
        "*",
        "**",
        "[",
        "[a-",
        "!",
    ),
    *(
        "1.3.0",
        "1.3.250",
        "0.0.0",
        "4294967296.0.0",
        "1.2.3.4",
        "9" * 5000,
        "\u0663.1.0",
        "\xb2",
        "1_0.0.0",
        " 1.0",
    ),
    *(
        "2026-11-20T21:28:58+00:00",
        "9999-12-31T23:59:59-23:59",
        "0001-01-01T00:00:00+14:00",
        "2026-13-40",
        "1e9",
    ),
    *(
        "x" * 300,
        "x" * 70_000,
        "/".join("x" * 2000),
        "sha256:",
        "0" * 64,
        "NUL",
        "CON",
        "con.json:stream",
        "~all~",
    ),
)
"""Strings that somebody could put into a document."""

NUMBERS = (
    0,
    1,
    -1,
    2,
    31,
    64,
    255,
    2**31,
    2**32,
    2**53 + 1,
    2**63,
    2**64,
    -(2**63),
    10**30,
    0.5,
    -0.0,
    1e308,
    1e-308,
)

_LITERALS = (
    "1e400",
    "-1e400",
    "NaN",
    "Infinity",
    "01",
    "1.",
    "9" * 5000,
    "True",
    "'x'",
    '"\\ud800"',
    '"\\x"',
    "[" * 400,
)
"""What stands in a text for a value and is none, or one that few readers take."""


class _Literal(str):
    """A text that is written as it stands."""

    __slots__ = ()


def odd_value(random: Random, words: Sequence[str], depth: int = 2) -> Any:
    """Any value: mostly a word or a hostile text."""
    choice = random.randrange(12)
    if choice < 3 and words:
        return random.choice(words)
    if choice < 6:
        return random.choice(TEXTS)
    if choice < 8:
        return random.choice(NUMBERS)
    if choice == 8:
        return random.choice((None, True, False, [], {}, [[]], [None], {"": ""}))
    if choice == 9 and depth:
        return [odd_value(random, words, depth - 1) for _ in range(random.choice((1, 2, 3, 40)))]
    if choice == 10 and depth:
        names = (*words, *TEXTS[:40])
        return {random.choice(names): odd_value(random, words, depth - 1) for _ in range(random.randrange(5))}
    return _Literal(random.choice(_LITERALS)) if random.random() < 0.2 else random.choice(TEXTS)


def _places(value: Any, path: Path = ()) -> Iterator[Path]:
    yield path
    rows = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for key, each in rows:
        yield from _places(each, (*path, key))


def spoiled(value: Any, random: Random, words: Sequence[str]) -> Any:
    """A copy of a JSON value with a few members replaced, renamed, repeated or left out."""
    found = json.loads(json.dumps(value))
    for _ in range(random.choice((0, 1, 1, 1, 2, 2, 3, 6))):
        found = _changed(found, random, words)
    return found


def _changed(found: Any, random: Random, words: Sequence[str]) -> Any:
    places = list(islice(_places(found), 5000))
    path = random.choice(places)
    if not path:
        return found if random.random() < 0.9 else random.choice((odd_value(random, words), [found]))
    parent = found
    for key in path[:-1]:
        parent = parent[key]
    key = path[-1]
    choice = random.randrange(10)
    if choice < 5:
        parent[key] = _other(parent[key], random, words)
    elif choice < 7:
        del parent[key]
    elif isinstance(parent, list):
        parent[key:key] = [parent[key]] * random.choice((1, 1, 2, 30))
    elif choice == 7:
        parent[random.choice((*words, *TEXTS[:40]))] = parent.pop(key)
    elif choice == 8:
        parent[random.choice((*words, "", "x"))] = odd_value(random, words)
    else:
        other = found
        for each in random.choice(places):
            other = other[each]
        parent[key] = json.loads(json.dumps(other)) if len(places) < 400 else None
    return found


def _other(value: Any, random: Random, words: Sequence[str]) -> Any:
    """Another value in the place of one, often of its type."""
    if isinstance(value, str) and random.random() < 0.6:
        text = random.choice(TEXTS)
        at = random.randrange(len(value) + 1)
        return random.choice((text, value + text, text + value, value[:at] + text + value[at:], value[:at]))
    if isinstance(value, int | float) and random.random() < 0.6:
        return random.choice(NUMBERS)
    return odd_value(random, words)


def written(value: Any, random: Random) -> bytes:
    """The value as JSON text in some spelling; texts that are no Unicode as escapes, or as bytes."""
    ascii_only = random.random() < 0.7
    text = _json(value, ascii_only, random.choice((None, None, 1, 2)), 0)
    return text.encode("utf-8", random.choice(("surrogatepass", "surrogatepass", "replace")))


def _json(value: Any, ascii_only: bool, indent: int | None, depth: int) -> str:
    if isinstance(value, _Literal):
        return str(value)
    if isinstance(value, dict | list):
        rows = (
            [
                f"{json.dumps(str(k), ensure_ascii=ascii_only)}: {_json(v, ascii_only, indent, depth + 1)}"
                for k, v in value.items()
            ]
            if isinstance(value, dict)
            else [_json(each, ascii_only, indent, depth + 1) for each in value]
        )
        first, last = "{}" if isinstance(value, dict) else "[]"
        pad, end = ("\n" + " " * indent * (depth + 1), "\n" + " " * indent * depth) if indent else ("", "")
        return f"{first}{pad}{f', {pad}'.join(rows)}{end}{last}" if rows else first + last
    return json.dumps(value, ensure_ascii=ascii_only)


def toml(value: Any) -> str:
    """A table of tables, arrays, texts, numbers and truths as TOML; what TOML cannot say is left out."""
    return "".join(f"{line}\n" for line in _toml_lines(value, ()))


def _toml_lines(table: dict[str, Any], path: tuple[str, ...]) -> Iterator[str]:
    below = {k: v for k, v in table.items() if isinstance(v, dict)}
    rows = {
        k: v for k, v in table.items() if isinstance(v, list) and v and all(isinstance(e, dict) for e in v)
    }
    for key, value in table.items():
        if key not in below and key not in rows and value is not None:
            yield f"{_key(key)} = {_toml_value(value)}"
    for key, value in below.items():
        yield f"[{'.'.join(map(_key, (*path, key)))}]"
        yield from _toml_lines(value, (*path, key))
    for key, values in rows.items():
        for each in values:
            yield f"[[{'.'.join(map(_key, (*path, key)))}]]"
            yield from _toml_lines(each, (*path, key))


def _key(key: str) -> str:
    return key if key.isascii() and key.replace("_", "").replace("-", "").isalnum() else json.dumps(key)


def _toml_value(value: Any) -> str:
    if isinstance(value, list):
        return f"[{', '.join(_toml_value(each) for each in value)}]"
    if isinstance(value, dict):
        return f"{{{', '.join(f'{_key(k)} = {_toml_value(v)}' for k, v in value.items() if v is not None)}}}"
    return str(value) if isinstance(value, _Literal) else json.dumps(value)


def in_folder(part: str) -> Draw:
    """Files in folders with that part in their path, in worlds such as a campaign searches."""

    def draw(random: Random) -> bytes:
        for _ in range(20):
            scenario = world_from(seeded(random.getrandbits(40)))
            found = [data for path, data in scenario.files.items() if part in path]
            if found:
                return random.choice(found)
        return b"{}"

    return draw


@cache
def _loaded(data: bytes) -> Any:
    return json.loads(data)


def from_json(seeds: Sequence[bytes], words: Sequence[str]) -> Draw:
    """Documents as the seeds are, spoiled."""
    usable = [each for each in seeds if _is_json(each)]

    def draw(random: Random) -> bytes:
        value = _loaded(random.choice(usable)) if usable else {}
        return written(spoiled(value, random, words), random)

    return draw


def _is_json(data: bytes) -> bool:
    try:
        json.loads(data)
    except (ValueError, RecursionError):
        return False
    return True


def from_toml(values: Sequence[Any], words: Sequence[str]) -> Draw:
    """TOML of such values, spoiled."""

    def draw(random: Random) -> bytes:
        value = spoiled(random.choice(values), random, words)
        if not isinstance(value, dict):
            value = {"schema": value}
        return toml(value).encode("utf-8", "surrogatepass")

    return draw


def from_lines(seeds: Sequence[bytes], words: Sequence[bytes]) -> Draw:
    """Texts of lines that stand in the seeds, in another order, repeated, with words exchanged."""
    lines = [line for seed in seeds for line in seed.splitlines(keepends=True)]

    def draw(random: Random) -> bytes:
        own = random.choice(seeds).splitlines(keepends=True)
        for _ in range(random.choice((1, 2, 4, 8))):
            at = random.randrange(len(own) + 1)
            choice = random.randrange(5)
            if choice == 0:
                own[at : at + 1] = [random.choice(lines)]
            elif choice == 1:
                own[at:at] = own[at : at + 4] * random.choice((1, 2, 20))
            elif choice == 2:
                del own[at : at + random.choice((1, 3, 10))]
            elif at < len(own):
                parts = own[at].split(b" ")
                parts[random.randrange(len(parts))] = random.choice((*words, *parts))
                own[at] = b" ".join(parts)
        return b"".join(own)

    return draw
