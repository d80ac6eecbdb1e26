"""The lines of a text that somebody pasted, without what stands around them: quotation, times, hosts and services,
records of JSON, signs of HTML.

Each is of a fixed form, as mail programs, journals, Android, CI systems, container tools and pages write it. Levels
of the loader are no prefix.
"""

import html
import json
import re
from collections import Counter
from collections.abc import Iterator

from refloader.inspect.logs.reading.languages import in_english
from refloader.inspect.logs.surroundings.sign import Sign

_LEVEL = r"(?:ERROR|WARNING|WARN|INFO|PERF|DEBUG|LAYER|DRIVER|IMPLEM|VALIDATION|VERBOSE)\b"
_NO_COMMAND = (
    r"(?!(?:sudo )?(?:[efz]?grep|rg|tail|head|less|more|sed|awk|tee|sort|uniq|wc|xargs|cat|cut|tr|jq|column|sh|bash"
    r"|nl)\b)"
)
"""What stands before the bar is no command whose output another one reads."""

_PREFIXES = re.compile(
    r"(?:"
    r"(?:> ?){1,8}(?=\S|\s{2}|\t|$)"  # a quotation
    r"|│ ?(?=\S)"  # a box that a terminal draws
    r"|\[?\d{4}[-/.]\d\d[-/.]\d\d[T _-]\d\d[:.]\d\d[:.]\d\d(?:[.,:]\d{1,9})?"
    r"(?:Z|[+-]\d\d:?\d\d)?\]?:?(?:\[ *\d{1,4}\])? *(?:\d\d[OE](?:\+| |$))?(?=\D|$)"  # a stream of GitLab
    r"|\[?\d\d:\d\d:\d\d(?:[.,]\d{1,9})?\]?:? +(?=\S)"
    r"|[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d [\w.-]{1,64} [\w.@/-]{1,64}(?:\[\d{1,8}\])?: "  # a journal
    r"|\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d{1,7} +\d{1,7} [VDIWEF] [\w.-]{1,60} *: "  # Android
    r"|[VDIWEF]/[\w.-]{1,60} *\( *\d{1,7}\): "  # older Android
    rf"|(?!{_LEVEL})[\w.-]{{1,60}} {{1,20}}\| {_NO_COMMAND}(?=\S)"  # a service of Docker Compose
    r"|\[ *\d{1,8}\.\d{3,6}\] "  # the kernel
    r"|\[pid +\d{1,8}\] "  # strace
    r"|\s{0,12}\d{2,8}:\t"  # LD_DEBUG
    r"|\[?std(?:err|out)\]?:(?: |$)"
    r"|#\d{1,4} \d{1,5}\.\d{1,3} (?=.)"  # BuildKit
    r")"
)
_MOST = 4
_LOST_ESCAPE = re.compile(r"(?:\^\[|\\(?:e|033|x1b))?\[(?:\d{1,3}(?:;\d{1,3}){0,4})?m(?!\w*\]|[\w.-]{0,40}@)")
"""A colour of a terminal of which a forum kept all but the escape, or wrote that in signs."""
_LINE_LIMIT = 4096
_ESCAPE = re.compile(r"\x1b(?:\[[0-9;:?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")


_SERVICE = re.compile(
    r"^[A-Z][a-z]{2} +\d{1,2} \d\d:\d\d:\d\d [\w.-]{1,64} "
    r"(?P<name>jellyfin|ollama|plexmediaserver|plex|emby-server|emby|sonarr)(?:\[\d{1,9}\])?: ",
    re.MULTILINE,
)
_OF_ANDROID = re.compile(
    r"^(?:[VDIWEF]/[\w.-]{1,60} *\( *\d{1,7}\): |\d\d-\d\d \d\d:\d\d:\d\d\.\d{3} +\d{1,7} +\d{1,7} [VDIWEF] )",
    re.MULTILINE,
)
_OF_COMPOSE = re.compile(
    rf"^(?:> ?)?(?P<name>[a-z][\w.-]{{1,58}})(?:(?<=[-_]\d) ?| ) {{1,20}}\| {_NO_COMMAND}(?P<said>[^|\n]{{1,4000}})$",
    re.MULTILINE,
)
"""A line of a service: a name that Compose numbers, or another one and two blanks, then a text without a bar."""

_ATTACHING = re.compile(
    r"^(?:> ?)?Attaching to (?P<names>[a-z][\w.-]{1,58}(?:, [a-z][\w.-]{1,58}){0,30})$", re.MULTILINE
)
_OF_RULES = frozenset("-=+| ")
_LOGGED = re.compile(
    r"[\[{]|\d{4}-\d\d|\d\d:\d\d|level=|time=|(?:GET|POST) /|exited with|(?:fail|unable|cannot)\w* |MESA\b"
    r"|(?=[a-z\d]{1,40}_)\w{3,80}: "
    r"|(?:\S{1,60}:? )?(?:error|warn(?:ing)?|info|debug|fatal)\b[]:]? ?\S",
    re.IGNORECASE,
)
"""How lines of logs begin, and cells of tables hardly."""

_START = 100_000
"""How far a text is read for such prefixes."""
_USERS = {"plexmediaserver": "plex", "emby-server": "emby"}


def signs_of_prefixes(text: str) -> dict[Sign, str]:
    """Return what the prefixes of a text show, which its lines no longer have when they are read.

    They show the user of a well-known service in a journal, the log of Android, and a container of Docker Compose.
    """
    found: dict[Sign, str] = {}
    service = _SERVICE.search(text)
    if service is not None:
        found[Sign.UNIT_USER] = _USERS.get(service["name"], service["name"])
    if _OF_ANDROID.search(text[:_START]) is not None:
        found[Sign.ANDROID] = "logcat"
    service_name = _service_of_compose(text[:_START])
    if service_name:
        found[Sign.CONTAINER] = service_name
    return found


def _service_of_compose(text: str) -> str:
    """Return the service of Docker Compose whose lines a text has most; empty if they may be of a table or a pipe."""
    for found in _ATTACHING.finditer(text):
        for each in found["names"].split(", "):
            if re.search(rf"^{re.escape(each)} +\| ", text, re.MULTILINE) is not None:
                return each
    lines = [(each["name"], each["said"]) for each in _OF_COMPOSE.finditer(text)]
    names = Counter(name for name, _ in lines).most_common(1)
    if not names:
        return ""
    name, times = names[0]
    logged = any(_LOGGED.match(said) for each, said in lines if each == name)
    return name if times > 1 and logged and not any(map(_is_of_table, text.splitlines())) else ""


def _is_of_table(line: str) -> bool:
    """True if a line is a row of a table between two bars, or a rule of one with a place where columns meet."""
    if len(line) > 2 and line[0] == line[-1] == "|":
        return True
    return ("---" in line or "===" in line) and ("+" in line or "|" in line) and _OF_RULES.issuperset(line)


def without_prefix(line: str) -> str:
    """Return a line without what was put before it; blanks before a quotation count as none."""
    for _ in range(_MOST):
        found = _PREFIXES.match(line)
        if found is None:
            return line
        line = line[found.end() :]
    return line


_KINDS = ("INFO | ", "DEBUG | ", "WARNING | ", "ERROR | ")
PRINTED = ("[Vulkan Loader]", "LAYER:  ", "DRIVER:  ", *_KINDS)
"""How lines of a loader begin, and no sentences of people."""


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


_KEYS = ("MESSAGE", "log", "message", "msg", "line")
"""What journald, container engines and structured logs call the text that a program printed."""

_RECORD = re.compile(rf'\s*\{{.{{0,2000}}"(?:{"|".join(_KEYS)})" ?: ?["\[]')
_FIELD = re.compile(r'\s*"MESSAGE" : (?P<value>".*"),?$')
"""The text in what ``journalctl -o json-pretty`` writes."""

_ENTITY = re.compile(r"&(?:[a-z]{2,8}|#\d{1,5}|#x[0-9a-f]{1,4});", re.IGNORECASE)
_TAG = re.compile(
    r"</?(?:br|p|pre|code|div|span|blockquote|li|ul|b|i|em|strong|tt|details|summary|t[dhr]|table)\b"
    r"(?: [^<>]{0,200})?/?>",
    re.IGNORECASE,
)


def unwrapped(line: str) -> str:
    """Return what a program printed, if a line is a record around that, or a page's source; else the line."""
    if ("&" in line and _ENTITY.search(line)) or "<" in line:
        line = html.unescape(_TAG.sub("", line))
    field = _FIELD.match(line) if '"MESSAGE" : ' in line else None
    record = f'{{"MESSAGE":{field["value"]}}}' if field is not None else line
    if field is None and _RECORD.match(line) is None:
        return line
    try:
        fields = json.loads(record)
    except (ValueError, RecursionError):
        return line
    return _text_in(fields) or line


def _text_in(fields: dict[str, object]) -> str:
    """Return the text in a record, in one line; journald writes one with other bytes than ASCII as numbers."""
    value = next((fields[key] for key in _KEYS if fields.get(key)), "")
    if isinstance(value, list) and all(isinstance(each, int) and 0 <= each < 256 for each in value):
        value = bytes(value).decode("utf-8", "replace")
    return " ".join(value.splitlines()) if isinstance(value, str) else ""


def _without_colours(line: str) -> str:
    """Return a line without the signs that colour it, whole or without their escape."""
    line = _ESCAPE.sub("", line)
    return _LOST_ESCAPE.sub("", line) if "m" in line and "[" in line else line


_BLANKS = {0xA0: " ", 0x202F: " ", 0x2007: " ", 0x200B: "", 0xFEFF: ""}
"""Blanks that pages and chats write for plain ones, and signs without a width."""

_NUMBERED = re.compile(r"(?P<blanks> {0,6})(?P<number>\d{1,6})(?:(?P<tab>\t)|:(?!\d\d\b| \S))")
_FEWEST = 3
"""How many lines in a row have to be numbered, as ``cat -n`` and ``grep -n`` do, each higher than the one before."""


def _without_numbers(lines: list[str]) -> list[str]:
    """Return lines without their numbers, where so many in a row have some that they are none of a program's."""
    found: list[int] = []
    last = 0
    bare = list(lines)
    for index, line in enumerate((*lines, "")):
        match = _NUMBERED.match(line) if line[:7].strip()[:1].isdigit() else None
        number = int(match["number"]) if match is not None else 0
        if match is not None and (number == last + 1 if match["tab"] and found else number > last):
            found.append(index)
            last = number
            continue
        for each in found if len(found) >= _FEWEST else ():
            bare[each] = _NUMBERED.sub("", lines[each], count=1)
        found, last = ([index], number) if match is not None else ([], 0)
    return bare


_BLOCK = 4
"""How far forums have code set in."""


def _set_out(lines: list[str]) -> list[str]:
    """Return lines without the blanks of code that is set in: each block is the first, or after a blank line."""
    bare = list(lines)
    begin = 0
    for index, line in enumerate((*lines, "end")):
        if line.startswith(" " * _BLOCK) or not line:
            continue
        block = [each for each in lines[begin:index] if each]
        starts = block and (begin == 0 or not lines[begin])
        if starts and min(len(each) - len(each.lstrip(" ")) for each in block) == _BLOCK:
            bare[begin:index] = [each[_BLOCK:] for each in lines[begin:index]]
        begin = index + 1
    return bare


def lines_of(text: str) -> Iterator[str]:
    """Yield the lines of a text as far as they are read, without colours and what stands around them."""
    plain = text.replace("\r\n", "\n").replace("\r", "\n").translate(_BLANKS)
    for line in _without_numbers(_set_out([each.rstrip(" ") for each in plain.split("\n")])):
        bare = _without_colours(unwrapped(line[: 4 * _LINE_LIMIT])[:_LINE_LIMIT])
        yield in_english(without_marks(without_prefix(bare)))
