"""The libraries that code in a process asked for and did not get, by the dynamic linker's own log. Judges nothing.

The log is that of glibc, which writes it to the standard error of a process with LD_DEBUG: each library that is asked
for with the file that asks, and each one that is mapped. Where there is no log, nothing is known to be missing.
"""

import re

LOGGED = (("LD_DEBUG", "files"),)
"""The variables with which the dynamic linker writes the log."""

_MOST = 16
_ASKED = re.compile(r"file=(\S.*?) \[\d+\];  (?:needed|dynamically loaded) by \S.* \[\d+\]$")
_MAPPED = re.compile(r"file=(\S.*?) \[\d+\];  generating link map$")


def not_found(log: str, library: str) -> tuple[str, ...]:
    """Return what was asked for in vain once a library was mapped; ``library`` is the path that it was opened by.

    A name that differs from a mapped one only behind ".so" may be another name of the same file: it is left out.
    """
    mapped: set[str] = set()
    asked: dict[str, None] = {}
    is_opened = False
    for line in log.splitlines():
        if found := _MAPPED.search(line):
            mapped.add(_stem(found[1]))
            is_opened = is_opened or found[1] == library
        elif is_opened and (wanted := _ASKED.search(line)):
            asked[wanted[1]] = None
    return tuple(name for name in asked if _stem(name) not in mapped)[:_MOST]


def _stem(name: str) -> str:
    return name.rpartition("/")[2].partition(".so")[0]
