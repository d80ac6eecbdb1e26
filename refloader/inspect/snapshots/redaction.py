"""Replaces the names of people in a document by ``user1``, ``user2``..., the same name by the same word everywhere.

Pure: what is known of the machine's own user is given. A name that is also a word of loaders, manifests or standard
paths (somebody called "vulkan") is replaced only where a path makes it somebody's; a short one only as a whole word.
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
"""A folder's whole name where a path begins and ends plainly: people are called O'Brien."""
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
"""Folders beside those of users, and what stands for a name in examples."""
_PLACEHOLDER = re.compile(r"user[0-9]+")
_SHORT = 4
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
    "is known nothing installed that reads it reg_none reg_sz reg_expand_sz reg_binary reg_dword_big_endian "
    "reg_link reg_multi_sz reg_resource_list reg_full_resource_descriptor reg_resource_requirements_list "
    "reg_qword an elf pe mach-o vkgetinstanceprocaddr vkgetdeviceprocaddr vk_icdgetinstanceprocaddr "
    "vk_icdnegotiateloadericdinterfaceversion vkgetphysicaldeviceprocaddr vknegotiateloaderlayerinterfaceversion "
)
"""What a snapshot's document and the search of loaders consist of: replaced in the middle, they would be others."""
_VOCABULARY = " ".join((_WORDS, *LOADER_VARIABLES, *SEARCH_VARIABLES, *System)).lower()
_DIGITS = re.compile(r"[0-9a-f]*")
_LONGEST = 255
"""Characters of a folder's name on any system: what is longer is nobody's home."""

_COMMAND = re.compile(r"vk[A-Z_]")


@dataclass(frozen=True, slots=True)
class Redaction:
    """Which name becomes which word, and what stands in their place in a text."""

    words: Mapping[str, str]
    hosts: Mapping[str, str]
    _pattern: re.Pattern[str]
    _order: Sequence[str]
    _in_paths: re.Pattern[str] | None
    _numbers: Mapping[str, str]

    def text(self, text: str) -> str:
        """The text with every name replaced."""
        text = self._pattern.sub(self._word, text)
        if self._in_paths is not None:
            text = self._in_paths.sub(lambda match: match[1] + self.words[_decoded(match[2]).lower()], text)
        text = _UNIX_ID.sub(lambda match: self._numbers[match[0]], text)
        return _SID.sub(lambda match: self._numbers[match[0].upper()], text)

    def _word(self, match: re.Match[str]) -> str:
        return self._order[(match.lastindex or 1) - 1]

    def data(self, data: bytes) -> bytes:
        """The same for bytes that are no UTF-8: names in UTF-8 and Latin-1, and in UTF-16."""
        for encoding in ("utf-16-le", "utf-16-be") if b"\0" in data else ():
            for name, word in (*self.words.items(), *self.hosts.items()):
                pattern = re.escape(name.encode(encoding, "surrogatepass"))
                data = re.sub(pattern, word.encode(encoding), data, flags=re.IGNORECASE)
        return self.text(data.decode("utf-8", "surrogateescape")).encode("utf-8", "surrogateescape")


def redaction_of(document: JsonValue, users: Iterable[str] = (), hosts: Iterable[str] = ()) -> Redaction:
    """What a document calls for; ``users`` are names that are known, the machine's own user first."""
    texts = list(_texts(document))
    known = dict.fromkeys(each.lower() for each in users if _is_somebody(each))
    found = sorted({name.lower() for text in texts for name in names_in(text)} - known.keys())
    names = [*known, *found]
    words = {name: f"user{number}" for number, name in enumerate(names, 1)}
    machines = [each.lower() for each in hosts if len(each) >= _SHORT and each.lower() not in words]
    called = {name: f"host{at}" for at, name in enumerate(machines, 1) if not _is_common(name)}
    common = [name for name in names if _is_common(name)]
    order = sorted({*names, *called}.difference(common), key=lambda name: (-len(name), name))
    both = {**called, **words}
    return Redaction(
        words,
        called,
        _anywhere(order),
        [both[name] for name in order],
        _only_in_paths(common),
        _numbers(texts),
    )


def redacted(document: JsonValue, redaction: Redaction) -> JsonValue:
    """The document with every text of it replaced, names of members and the contents of files included."""
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
    """The text of a redacted document with the machine's own users in it again, as far as they are known."""
    known = {each.lower(): each for each in reversed(list(users)) if _is_somebody(each)}
    for number, name in enumerate(dict.fromkeys(each.lower() for each in users if _is_somebody(each)), 1):
        written = json.dumps(known[name])[1:-1].encode("ascii")
        data = re.sub(rb"user%d(?![0-9])" % number, written.replace(b"\\", rb"\\"), data)
    return data


def redacted_member(key: str, value: JsonValue, redaction: Redaction) -> JsonValue:
    """The value of a member; digests, headers and the names of Vulkan's commands stay as they are."""
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
    """The names of users that the paths in a text tell."""
    for match in _POSIX.finditer(text):
        yield from _somebody(match[1])
    for match in _LIBERAL.finditer(text):
        if _POSIX.fullmatch(f"/home/{match[1]}") is None:
            yield from _somebody(match[1])
    for match in _WINDOWS.finditer(text):
        yield from _somebody(match[1])
        if " " in match[1] and match.end() < len(text) and text[match.end()] not in "\\/":
            yield from _somebody(match[1].partition(" ")[0])  # it may be a sentence that goes on


def _somebody(text: str) -> Iterator[str]:
    name = _decoded(text).rstrip(" .")
    if _is_somebody(name):
        yield name


def _is_somebody(name: str) -> bool:
    return 1 < len(name) <= _LONGEST and name[0] not in "$%{<*.~" and name.lower() not in _NOBODY


def _decoded(text: str) -> str:
    """The text with JSON's and percent escapes read."""
    if "\\u" in text:
        text = re.sub(r"\\u([0-9A-Fa-f]{4})", lambda match: chr(int(match[1], 16)), text)
        text = text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return unquote(text, errors="surrogateescape") if "%" in text else text


def _is_common(name: str) -> bool:
    """Whether what replaces the name would also replace a part of these words."""
    return _anywhere([name]).search(_VOCABULARY) is not None


def _anywhere(names: Sequence[str]) -> re.Pattern[str]:
    """Every spelling of some names, one group for each; short names only as whole words."""
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
    """What matches a name however it is written: each character as it is, escaped as in JSON, or percent-encoded."""
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
    """Numbers that stand for users: the ids of Unix in the order of the numbers, security identifiers too."""
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
