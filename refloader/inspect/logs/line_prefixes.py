"""What stands before a line that somebody pasted: marks of quotation, times, names of hosts and services.

Each is of a fixed form, as mail programs, journals, Android, CI systems and container tools write it. Levels of the
loader are no prefix.
"""

import re

_LEVEL = r"(?:ERROR|WARNING|WARN|INFO|PERF|DEBUG|LAYER|DRIVER|IMPLEM|VALIDATION|VERBOSE)\b"
_PREFIXES = re.compile(
    r"(?:"
    r"(?:> ?){1,8}(?=\S)"  # a quotation
    r"|│ ?(?=\S)"  # a box that a terminal draws
    r"|\[?\d{4}[-/.]\d\d[-/.]\d\d[T _-]\d\d[:.]\d\d[:.]\d\d(?:[.,:]\d{1,9})?(?:Z|[+-]\d\d:?\d\d)?\]?:?(?:\[ *\d{1,4}\])? *(?=\D)"
    r"|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?:? +(?=\S)"
    r"|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d [\w.-]{1,64} [\w.@/-]{1,64}(?:\[\d{1,8}\])?: "  # a journal
    r"|\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d{1,7} +\d{1,7} [VDIWEF] [\w.-]{1,60} *: "  # Android
    r"|[VDIWEF]/[\w.-]{1,60} *\( *\d{1,7}\): "  # older Android
    rf"|(?!{_LEVEL})[\w.-]{{1,60}} {{1,20}}\| (?=\S)"  # a service of Docker Compose
    r"|\[ *\d{1,8}\.\d{3,6}\] "  # the kernel
    r"|\[pid +\d{1,8}\] "  # strace
    r")"
)
_MOST = 4


def without_prefix(line: str) -> str:
    """Return a line without what was put before it; blanks before a quotation count as none."""
    for _ in range(_MOST):
        found = _PREFIXES.match(line)
        if found is None:
            return line
        line = line[found.end() :]
    return line
