"""Corrects single entries of lists of paths: blanks, quotes, braces and variables that no shell has taken away."""

import re
from collections.abc import Mapping, Sequence

from refloader.host.globs import fits_glob, in_braces

QUOTES = "\"'\u201c\u201d\u201e\u2018\u2019\u201a\u00ab\u00bb`"
INVISIBLE = "\u200b\u200c\u200d\u2060\ufeff\u00ad"
AROUND = f" \t\r\n\u00a0{QUOTES}"
"""What is taken off both ends of an entry: blanks, and quotes that no shell took away."""

ASSIGNMENT = re.compile(r"(?:export\s+)?[A-Z_][A-Z0-9_]+=")

_VARIABLE = re.compile(r"\$(?:\{(\w+)\}|(\w+))", re.ASCII)

MOST_ENTRIES, _LONGEST = 64, 4096
"""The most entries of a list that are compared with the manifests, and the most characters of one: those of a path.

What an entry in braces and with variables stands for can be much longer than the entry.
"""


def tidied(entry: str, variables: Mapping[str, str], manifests: Sequence[str]) -> tuple[str, str]:
    """Return what an entry of a list is meant to be, and what is wrong with it."""
    if len(entry) > _LONGEST:
        return entry, ""
    why = ""
    if set(entry) & set(INVISIBLE):
        entry = entry.translate(dict.fromkeys(map(ord, INVISIBLE)))
        why = "it has signs in it that are not visible, and they count"
    if entry != entry.strip():
        blank = "a line break" if set(entry) & set("\r\n") else "a blank"
        entry, why = entry.strip(), f"{blank} before or behind a path counts as a part of it"
    if set(entry[:1] + entry[-1:]) & set(QUOTES):
        entry, why = entry.strip(QUOTES), "quotes count as a part of the path, as no shell takes them away"
    if ASSIGNMENT.match(entry):
        entry, why = ASSIGNMENT.sub("", entry, count=1), "the name of a variable and = count as a part of it"
    if entry.startswith("~/") and variables.get("HOME"):
        entry, why = f"{variables['HOME']}{entry[1:]}", "no loader replaces ~ or $HOME by the home folder"
    if "$" in entry:
        names = [match[1] or match[2] for match in _VARIABLE.finditer(entry)]
        if sum(len(variables.get(name, "")) for name in names) > _LONGEST:
            return entry, why
        entry = _VARIABLE.sub(lambda match: variables.get(match[1] or match[2], match[0]), entry)
        first = f"${names[0]} by its value" if names else "$"
        home = "~ or $HOME by the home folder" if "HOME" in names else first
        why = f"no loader replaces {home}"
    if entry and not entry.startswith(("/", "~", "$")) and not set(entry) & set("*?[\\"):
        there = [path for path in manifests if _ends(path, entry)]
        files = [path for path in there if path.endswith(f"/{_bare(entry)}")]
        found = files or [path.rpartition("/")[0] for path in there]
        if found:
            entry, why = (
                found[0],
                "it is no full path, and a loader takes it from the program's working directory",
            )
    known = frozenset(manifests) if "{" in entry else frozenset()
    braced = [path for path in in_braces(entry) if path in known]
    if braced and entry not in manifests:
        entry, why = ":".join(braced), "no loader replaces braces by the names that they stand for"
    if set(entry) & set("*?["):
        found = [path for path in manifests if fits_glob(path, entry)]
        entry, why = ":".join(found), "no loader replaces a pattern by the files that it matches"
    return entry, why


def _bare(entry: str) -> str:
    while entry.startswith(("./", "../")):
        entry = entry.partition("/")[2]
    return entry.rstrip("/")


def _ends(path: str, entry: str) -> bool:
    """True if the path of a manifest, or of its folder, ends in a relative path."""
    bare = _bare(entry)
    return bool(bare) and (path.endswith(f"/{bare}") or path.rpartition("/")[0].endswith(f"/{bare}"))
