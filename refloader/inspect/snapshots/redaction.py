"""Replaces the names of users in a document by ``user1``, ``user2`` and so on, each by the same word everywhere.

No I/O: the caller passes the name of the machine's own user. A name that also occurs in the vocabulary of loaders,
manifests and standard paths (a user called "vulkan") is replaced only as a folder of users in a path, a short name
only as a whole word.
"""

import base64
import json
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from urllib.parse import unquote

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.core.json.reader import JsonValue
from refloader.model.system import System

_CHARACTER = r"(?:\\u[0-9A-Fa-f]{4}|[^/\\:;,\s\"'<>|*?()\[\]{}$%]|%[0-9A-Fa-f]{2})"
_POSIX = re.compile(rf"(?:/|%2[fF])(?:home|Users)(?:\\?/|%2[fF])+({_CHARACTER}+)")
_LIBERAL = re.compile(r"""(?:^|[":])/(?:home|Users)/+([^/"\\:;,<>|*?\s$%{}]{2,64})(?=[/":]|$)""")
"""A complete folder name in a path with clear delimiters on both sides, so that it may contain an apostrophe."""
_WINDOWS = re.compile(
    r"(?:\\|%5c|(?<=:)/|%3a%2f)(?:Users|Documents and Settings)(?:[\\/]|%5c)+"
    r"((?:[^\\/:*?\"<>|\r\n;%,]|%[0-9A-Fa-f]{2})+)",
    re.IGNORECASE,
)
_UNIX_ID = re.compile(r"(?<=/run/user/)[0-9]+")
_SID = re.compile(r"S-1-5-21(?:-[0-9]+){3,4}", re.IGNORECASE)
_NOBODY = frozenset(
    {"shared", "public", "default", "all users", "default user", "default.migrated", "root", "guest"}
    | {"linuxbrew", "user", "username", "name", "me", "you"}
)
"""Names of folders next to those of users, and placeholders in examples. None is the name of a user."""
_SOMEBODY, _OTHER_ID, _OTHER_SID = "user0", "0", "S-1-5-21-0-0-0-1000"
"""What stands for a name or a number that only the replacement of others has made."""
_PLACEHOLDER = re.compile(r"user[0-9]+")
_SHORT = 4
_ANYWHERE = 64
"""The most names, besides known users, that are replaced anywhere in a text: each is compared with all of it."""
_WORDS = (
    "vulkan explicit_layer.d implicit_layer.d icd.d loader_settings.d vk_loader_settings.json json share local "
    "etc config lib lib32 lib64 libx32 x86_64 aarch64 i386 i686 armhf riscv64 linux gnu android debug data bundle "
    "contents macos resources frameworks software khronos explicitlayers implicitlayers drivers loadersettings "
    "hkey_local_machine hkey_current_user hkey_users wow6432node currentcontrolset control class system32 windows "
    "program files appdata roaming programdata driverstore filerepository xdg var tmp opt srv run media mnt proc "
    "sys dev bin sbin snap flatpak app container usr root home users build work test admin runner localhost "
    "ld.so.conf multiarch egl glx nvidia intel amd radeon mesa lvp llvm xcb wayland lunarg valve steam obs "
    "renderdoc mangohud fossilize gamescope overlay validation swiftshader lavapipe mobile layer layers library "
    "library_path library_arch api_version implementation_version description instance global device functions "
    "extensions enable_environment disable_environment file_format_version settings components component_layers "
    "app_keys blacklisted_layers override_paths pre_instance_functions schema refloader snapshot source machine "
    "tree log redacted staged places manifests notes platform system registry packages devices debuggable "
    "native_libraries adapters word_size processor elevated executable variables withheld paths path missing "
    "unknown kind file folder other explicit implicit driver names content lines head real_path trouble detail "
    "exports_left_out left_out truncated soname needed links linked symbolic format shared rpath runpath others "
    "introspected keys key values value type whole at text line column use sha256 entries references version name "
    "component luid base64 permission denied not a regular larger than the limit loop of cannot be read part what "
    "in time is known nothing installed that reads it reg_none reg_sz reg_expand_sz reg_binary reg_dword_big_endian "
    "reg_link reg_multi_sz reg_resource_list reg_full_resource_descriptor reg_resource_requirements_list "
    "reg_qword an elf pe mach-o vkgetinstanceprocaddr vkgetdeviceprocaddr vk_icdgetinstanceprocaddr "
    "vk_icdnegotiateloadericdinterfaceversion vkgetphysicaldeviceprocaddr vknegotiateloaderlayerinterfaceversion "
)
"""The words that snapshot documents and loaders' searches consist of; replacing a part of one would corrupt it."""
_VOCABULARY = " ".join((_WORDS, *LOADER_VARIABLES, *SEARCH_VARIABLES, *System)).lower()
_DIGITS = re.compile(r"[0-9a-f]*")
_LONGEST = 255
"""The most characters in the name of a folder on any system. A longer name is not that of a user."""

_COMMAND = re.compile(r"vk[A-Z_]")


@dataclass(frozen=True, slots=True)
class Redaction:
    """The replacements of a document: the word for each name, and the patterns that find the names in a text."""

    words: Mapping[str, str]
    hosts: Mapping[str, str]
    _pattern: re.Pattern[str]
    _order: Sequence[str]
    _in_paths: re.Pattern[str] | None
    _numbers: Mapping[str, str]
    _rest: frozenset[str]

    def text(self, text: str) -> str:
        """Return the text with every name replaced. Numbers come first: a name may be a part of one."""
        text = _UNIX_ID.sub(lambda match: self._numbers.get(match[0], _OTHER_ID), text)
        text = _SID.sub(lambda match: self._numbers.get(match[0].upper(), _OTHER_SID), text)
        text = self._pattern.sub(self._word, text)
        if self._in_paths is not None:
            text = self._in_paths.sub(lambda match: match[1] + self._word_of(_decoded(match[2])), text)
        for pattern in (_POSIX, _LIBERAL, _WINDOWS) if self._rest else ():
            text = pattern.sub(self._placed, text)
        return text

    def _placed(self, match: re.Match[str]) -> str:
        """Return the match with the name in it replaced, if it is one of the many that are replaced there alone."""
        name = _decoded(match[1]).rstrip(" .").lower()
        start, end = match.start(1) - match.start(), match.end(1) - match.start()
        return f"{match[0][:start]}{self.words[name]}{match[0][end:]}" if name in self._rest else match[0]

    def _word_of(self, name: str) -> str:
        """Return the word for a name that a pattern finds, which takes more letters for equal than ``lower``."""
        return self.words.get(name.lower()) or self.words.get(name.casefold(), _SOMEBODY)

    def _word(self, match: re.Match[str]) -> str:
        return self._order[(match.lastindex or 1) - 1]

    def data(self, data: bytes) -> bytes:
        """Return the bytes with every name replaced, whether it is encoded in UTF-8 or UTF-16."""
        for encoding in ("utf-16-le", "utf-16-be") if b"\0" in data else ():
            first = ((name, word) for name, word in self.words.items() if name not in self._rest)
            for name, word in (*first, *self.hosts.items()):
                pattern = re.escape(name.encode(encoding, "surrogatepass"))
                data = re.sub(pattern, word.encode(encoding), data, flags=re.IGNORECASE)
        return self.text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def redaction_of(document: JsonValue, users: Iterable[str] = (), hosts: Iterable[str] = ()) -> Redaction:
    """Return the replacements for a document. ``users`` and ``hosts`` are known names, the machine's user first."""
    texts = list(_texts(document))
    known = dict.fromkeys(each.lower() for each in users if _is_somebody(each))
    found = sorted({name.lower() for text in texts for name in names_in(text)} - known.keys())
    names = [*known, *found]
    words = {name: f"user{number}" for number, name in enumerate(names, 1)}
    machines = [each.lower() for each in hosts if len(each) >= _SHORT and each.lower() not in words]
    called = {name: f"host{at}" for at, name in enumerate(machines, 1) if not _is_common(name)}
    first, rest = names[: len(known) + _ANYWHERE], frozenset(names[len(known) + _ANYWHERE :])
    common = [name for name in first if _is_common(name)]
    order = sorted({*first, *called}.difference(common), key=lambda name: (-len(name), name))
    both = {**called, **words}
    return Redaction(
        words,
        called,
        _anywhere(order),
        [both[name] for name in order],
        _only_in_paths(common),
        _numbers(texts),
        rest,
    )


def redacted(document: JsonValue, redaction: Redaction) -> JsonValue:
    """Return the document with the names replaced in every string, including keys and the contents of files."""
    if isinstance(document, str):
        return redaction.text(document)
    if isinstance(document, list):
        return [redacted(each, redaction) for each in document]
    if isinstance(document, dict):
        return {
            redaction.text(key): redacted_member(key, value, redaction) for key, value in document.items()
        }
    return document


def restored(data: bytes, users: Iterable[str]) -> bytes:
    """Return the text of a redacted document with the known users of the machine restored."""
    known = {each.lower(): each for each in reversed(list(users)) if _is_somebody(each)}
    for number, name in enumerate(dict.fromkeys(each.lower() for each in users if _is_somebody(each)), 1):
        written = json.dumps(known[name])[1:-1].encode("ascii")
        data = re.sub(rb"user%d(?![0-9])" % number, written.replace(b"\\", rb"\\"), data)
    return data


def redacted_member(key: str, value: JsonValue, redaction: Redaction) -> JsonValue:
    """Return the redacted value of a member. Digests, headers and names of Vulkan commands stay unchanged."""
    if _is_digits(key, value):
        return value
    if key == "base64" and isinstance(value, str):
        data = redaction.data(base64.b64decode(value))
        return base64.b64encode(data).decode("ascii")
    if key == "exports" and isinstance(value, list):
        return [each if _is_command(each) else redacted(each, redaction) for each in value]
    return redacted(value, redaction)


def _is_digits(key: str, value: JsonValue) -> bool:
    return key in ("sha256", "head") and isinstance(value, str) and _DIGITS.fullmatch(value) is not None


def _is_command(value: JsonValue) -> bool:
    return isinstance(value, str) and _COMMAND.match(value) is not None


def names_in(text: str) -> Iterator[str]:
    """Yield the names of users that occur in the paths of a text."""
    for match in _POSIX.finditer(text):
        yield from _somebody(match[1])
    for match in _LIBERAL.finditer(text):
        if _POSIX.fullmatch(f"/home/{match[1]}") is None:
            yield from _somebody(match[1])
    for match in _WINDOWS.finditer(text):
        yield from _somebody(match[1])
        if " " in match[1] and match.end() < len(text) and text[match.end()] not in "\\/":
            yield from _somebody(match[1].partition(" ")[0])  # other text may follow the space


def _somebody(text: str) -> Iterator[str]:
    name = _decoded(text).rstrip(" .")
    if _is_somebody(name):
        yield name


def _is_somebody(name: str) -> bool:
    return 1 < len(name) <= _LONGEST and name[0] not in "$%{<*.~" and name.lower() not in _NOBODY


def _decoded(text: str) -> str:
    """Return the text with JSON escapes and percent escapes decoded."""
    if "\\u" in text:
        text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unquote(text, errors="surrogateescape") if "%" in text else text


def _is_common(name: str) -> bool:
    """True if replacing the name everywhere would also change a word of the vocabulary."""
    if name.isascii() and name.lower() not in _VOCABULARY:  # it has no escapes, and a pattern takes its time
        return False
    return _anywhere([name]).search(_VOCABULARY) is not None


def _anywhere(names: Sequence[str]) -> re.Pattern[str]:
    """Return a pattern with one group for each name, in every spelling; short names match only as whole words."""
    parts = (_spelt(name) if len(name) >= _SHORT else _whole(_spelt(name)) for name in names)
    return re.compile("|".join(f"({part})" for part in parts) or r"(?!)", re.IGNORECASE)


def _whole(pattern: str) -> str:
    return rf"(?<![A-Za-z0-9]){pattern}(?![A-Za-z0-9])"


def _only_in_paths(names: Sequence[str]) -> re.Pattern[str] | None:
    if not names:
        return None
    spelt = "|".join(_spelt(name) for name in sorted(names, key=len, reverse=True))
    return re.compile(rf"([\\/](?:home|Users)\\*[\\/]+)({spelt})(?![A-Za-z0-9_.-])", re.IGNORECASE)


def _spelt(name: str) -> str:
    """Return a pattern for a name in which each character may be literal, JSON-escaped, or percent-encoded."""
    return "".join(map(_spelt_character, name))


def _spelt_character(character: str) -> str:
    forms = dict.fromkeys((character.lower(), character.upper()))
    spellings = (spelling for form in forms for spelling in (form, _escaped(form), _percent(form)))
    return f"(?:{'|'.join(re.escape(each) for each in dict.fromkeys(spellings))})"


def _escaped(text: str) -> str:
    data = text.encode("utf-16-be", "surrogatepass")
    return "".join(f"\\u{data[at]:02x}{data[at + 1]:02x}" for at in range(0, len(data), 2))


def _percent(text: str) -> str:
    odd = (
        "surrogateescape"
        if all("\udc80" <= each <= "\udcff" for each in text if _is_half(each))
        else "surrogatepass"
    )
    return "".join(f"%{byte:02x}" for byte in text.encode("utf-8", odd))


def _is_half(character: str) -> bool:
    return "\ud800" <= character <= "\udfff"


def _numbers(texts: Sequence[str]) -> dict[str, str]:
    """Return the replacements for numbers that identify users: Unix user ids and Windows security identifiers."""
    ids = sorted(
        {match[0] for text in texts for match in _UNIX_ID.finditer(text)}, key=lambda each: (len(each), each)
    )
    sids = sorted({match[0].upper() for text in texts for match in _SID.finditer(text)})
    numbers = {each: f"{at}" for at, each in enumerate(ids, 1)}
    return numbers | {each: f"S-1-5-21-0-0-0-{1000 + at}" for at, each in enumerate(sids, 1)}


def _texts(value: Any) -> Iterator[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict):
        for key, each in value.items():
            yield key
            if key == "base64" and isinstance(each, str):
                yield from _in_bytes(each)
            elif not _is_digits(key, each):
                yield from _texts(each)
    elif isinstance(value, list):
        for each in value:
            yield from _texts(each)


def _in_bytes(encoded: str) -> Iterator[str]:
    data = base64.b64decode(encoded)
    yield data.decode("utf-8", "surrogateescape")
    if b"\0" in data:
        yield data.decode("utf-16-le", "replace")
        yield data.decode("utf-16-be", "replace")
