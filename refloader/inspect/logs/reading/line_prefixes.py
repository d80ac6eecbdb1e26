"""The lines of a text that somebody pasted, without what stands before them: quotation, times, hosts and services.

Each is of a fixed form, as mail programs, journals, Android, CI systems and container tools write it. Levels of the
loader are no prefix.
"""

import re
from collections.abc import Iterator

from refloader.inspect.logs.reading.languages import in_english

_LEVEL = r"(?:ERROR|WARNING|WARN|INFO|PERF|DEBUG|LAYER|DRIVER|IMPLEM|VALIDATION|VERBOSE)\b"
_PREFIXES = re.compile(
    r"(?:"
    r"(?:> ?){1,8}(?=\S)"  # a quotation
    r"|│ ?(?=\S)"  # a box that a terminal draws
    r"|\[?\d{4}[-/.]\d\d[-/.]\d\d[T _-]\d\d[:.]\d\d[:.]\d\d(?:[.,:]\d{1,9})?"
    r"(?:Z|[+-]\d\d:?\d\d)?\]?:?(?:\[ *\d{1,4}\])? *(?=\D)"
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
_LOST_ESCAPE = re.compile(r"(?:\^\[|\\(?:e|033|x1b))?\[(?:\d{1,3}(?:;\d{1,3}){0,4})?m(?!\w*\])")
"""A colour of a terminal of which a forum kept all but the escape, or wrote that in signs."""
_LINE_LIMIT = 4096
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


def without_prefix(line: str) -> str:
    """Return a line without what was put before it; blanks before a quotation count as none."""
    for _ in range(_MOST):
        found = _PREFIXES.match(line)
        if found is None:
            return line
        line = line[found.end() :]
    return line


def text_of(data: bytes) -> str:
    """Decode a pasted log: UTF-8, or UTF-16 as PowerShell redirects it, with or without a byte order mark."""
    for mark, encoding in (
        (b"\xef\xbb\xbf", "utf-8"),
        (b"\xff\xfe", "utf-16-le"),
        (b"\xfe\xff", "utf-16-be"),
    ):
        if data.startswith(mark):
            return data[len(mark) :].decode(encoding, "replace")
    start = data[:1000]
    for zeros, encoding in ((start[1::2], "utf-16-le"), (start[::2], "utf-16-be")):
        if len(start) > 3 and zeros.count(0) > 0.8 * len(zeros):
            return data.decode(encoding, "replace")
    return data.decode("utf-8", "surrogateescape")


_MARKS = re.compile(
    r"`(?P<code>[^`']{2,300})`|\*\*(?P<bold>[^*\s][^*]{0,200})\*\*|\[/?(?:code|quote|spoiler|b)(?:=[^\]]{0,40})?\]"
)


def without_marks(line: str) -> str:
    """Return a line without the marks that forums take: code between backticks, bold words, tags in brackets."""
    if "`" not in line and "**" not in line and "[" not in line:
        return line
    return _MARKS.sub(_bare, line)


def _bare(found: re.Match[str]) -> str:
    """Return what a mark stands around; a comma or a full stop behind code is kept apart from it."""
    after = found.string[found.end() : found.end() + 1]
    return (found["code"] or found["bold"] or "") + (
        " " if found["code"] and after in ",.;:)" and after else ""
    )


def _without_colours(line: str) -> str:
    """Return a line without the signs that colour it, whole or without their escape."""
    line = _ESCAPE.sub("", line)
    return _LOST_ESCAPE.sub("", line) if "m" in line and "[" in line else line


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text as far as they are read, without colours and what stands before them."""
    for line in text.replace("\r\n", "\n").replace("\r", "\n").split("\n"):
        yield in_english(without_marks(without_prefix(_without_colours(line[:_LINE_LIMIT]))))
