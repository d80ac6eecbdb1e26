"""Compares names with patterns as shells write them (``*``, ``?``, ``[a-z]``), in time that is linear in a pattern.

The standard library looks for the end of each bracket anew, up to the end of the pattern if none is there.
"""

import fnmatch
import re


def fits_glob(name: str, pattern: str) -> bool:
    """Return whether a pattern fits a whole name. Letter case counts."""
    return fnmatch.fnmatchcase(name, _closed(pattern))


def compiled(pattern: str) -> "re.Pattern[str]":
    """Return the regular expression of a pattern, which is for whole names."""
    return re.compile(fnmatch.translate(_closed(pattern)))


def _closed(pattern: str) -> str:
    """Return a pattern that means the same, in which no bracket lacks its end: such a bracket stands for itself.

    A ``]`` directly behind the beginning of a bracket is in it and does not end it.
    """
    last, at, parts = pattern.rfind("]"), 0, list[str]()
    while (begin := pattern.find("[", at)) >= 0:
        inside = begin + 1 + (pattern[begin + 1 : begin + 2] == "!")
        inside += pattern[inside : inside + 1] == "]"
        if inside > last:
            parts += pattern[at:begin], "[[]"
            at = begin + 1
        else:
            end = pattern.index("]", inside) + 1
            parts.append(pattern[at:end])
            at = end
    return "".join(parts) + pattern[at:]


def in_braces(text: str) -> list[str]:
    """Return the texts for which a text stands in a shell by the first list in braces in it; empty if it has none."""
    found = _BRACES.search(text)
    return (
        [text[: found.start()] + each + text[found.end() :] for each in found[1].split(",")] if found else []
    )


_BRACES = re.compile(r"\{([^{},/]*+(?:,[^{},/]*+)++)\}")
