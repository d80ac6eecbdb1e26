"""Which file a profile of AppArmor denies to a program, by the rules that begin with deny. Asks no kernel.

Whether a profile is loaded is not known from its file, and what a profile does not allow is not judged: what it
includes would have to be read for that.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache

from refloader.host.port import Content, Host, Kind, Listing

_PROFILES = "/etc/apparmor.d"
_MOST_FILES, _MOST_BYTES, _MOST_LINES, _LONGEST = 300, 1 << 17, 4000, 400
_LONGEST_PATH = 4096
_SIGN = re.compile(r"\*\*|.", re.DOTALL)
_HEADER = re.compile(
    r'\s*(?:profile\s+(?:"[^"]*"|[^\s{"]+)\s+)?"?(?P<program>/[^\s"]+|@\{exec_path\})"?'
    r"\s+(?:xattrs=\([^)]*\)\s*)?(?:(?:flags\s*=\s*)?\((?P<flags>[^)]*)\)\s*)?\{"
)
_DENY = re.compile(
    r"\s*(?:audit\s+)?deny\s+(?:owner\s+)?(?:"
    r'"?(?P<path>/[^"\s]+|/[^"]+(?="))"?\s+(?P<mode>[a-zA-Z]+)|(?P<first>[a-z]+)\s+"?(?P<last>/[^"\s,]+)"?)\s*,'
)


@dataclass(frozen=True, slots=True)
class Denial:
    """A rule that denies a file to a program: the file of the profile, the line, the rule as written, the path."""

    profile: str
    line: int
    rule: str
    path: str


def denial(host: Host, program: str, paths: Sequence[str]) -> Denial | None:
    """Return the first rule by which a program may not read one of some files; None if there is none."""
    if not program.startswith("/"):
        return None
    listing = host.list(_PROFILES)
    for name in sorted(listing.names)[:_MOST_FILES] if isinstance(listing, Listing) else ():
        path = f"{_PROFILES}/{name}"
        if host.kind(path) is not Kind.FILE or host.kind(f"{_PROFILES}/disable/{name}") is not Kind.MISSING:
            continue
        answer = host.read(path, _MOST_BYTES)
        text = answer.data.decode("utf-8", "replace") if isinstance(answer, Content) else ""
        for line, rule, pattern in _rules(text, program) if "deny" in text else ():
            found = next((each for each in paths if _matches(pattern, each)), None)
            if found is not None:
                return Denial(path, line, rule, found)
    return None


def _rules(text: str, program: str) -> Iterator[tuple[int, str, str]]:
    """Yield the rules that deny reading in the profiles of a program: line, text and pattern."""
    inside, depth = False, 0
    for number, line in enumerate(text.splitlines()[:_MOST_LINES], 1):
        plain = line[:_LONGEST].partition(" #")[0].rstrip()
        if plain.lstrip().startswith("#"):
            continue
        header = _HEADER.match(plain) if depth == 0 else None
        if header is not None:
            flags = {each.strip() for each in (header["flags"] or "").split(",")}
            is_in_force = not flags & {"complain", "unconfined", "default_allow"}
            inside, depth = is_in_force and _matches(header["program"], program), 1
            continue
        depth += _braces(plain, "{") - _braces(plain, "}")
        rule = _DENY.match(plain) if inside and depth == 1 else None
        if rule is not None and set(rule["mode"] or rule["first"]) & {"r", "m"}:
            yield number, plain.strip(), rule["path"] or rule["last"]
        inside = inside and depth > 0


def _braces(line: str, brace: str) -> int:
    """Return how many braces of a line begin or end a block, and are no part of a pattern or a variable."""
    return 1 if line.rstrip().endswith(brace) and (brace == "{" or line.strip() == "}") else 0


def _matches(pattern: str, path: str) -> bool:
    """Return whether a pattern of AppArmor matches a path: ** crosses folders, * and ? do not, {a,b} is a choice.

    ``reached`` has a bit for each place of the path that what was read of the pattern can end at, so that the time
    does not depend on how many ways lead there.
    """
    if "@{" in pattern or len(path) > _LONGEST_PATH:
        return False
    where, plain = _places(path)
    whole = (1 << len(path) + 1) - 1
    reached, choices = 1, [[0, 0]]
    for sign in _SIGN.findall(pattern[:_LONGEST]):
        if sign == "**":
            reached = reached and whole & -(reached & -reached)
        elif sign == "*":
            inside = reached & plain
            reached |= inside + plain ^ plain
        elif sign == "?":
            reached = (reached & plain) << 1
        elif sign == "{":
            choices.append([reached, 0])
        elif sign == "}" and len(choices) > 1:
            reached |= choices.pop()[1]
        elif sign == "," and len(choices) > 1:
            choices[-1][1] |= reached
            reached = choices[-1][0]
        else:
            reached = (reached & where.get(sign, 0)) << 1
    return any((each | reached) >> len(path) & 1 for _, each in choices)


@lru_cache(maxsize=16)
def _places(path: str) -> tuple[dict[str, int], int]:
    """Return a bit for each place of each sign of a path, and those of all signs but /."""
    where: dict[str, int] = {}
    for at, sign in enumerate(path):
        where[sign] = where.get(sign, 0) | 1 << at
    return where, (1 << len(path)) - 1 & ~where.get("/", 0)
