"""Manifests whose content a text has: behind ``cat``, or where a JSON object with their keys stands by itself.

``lint`` judges them. Only what has a loader refuse the file counts; a document that is cut counts as none.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from refloader.host.machines.memory import MemoryHost
from refloader.inspect.logs.reading.kinds import Event, EventKind
from refloader.inspect.logs.surroundings.sought import Sought
from refloader.model.edition import Edition

_COMMAND = Sought(
    r"(?:^|[$#%>❯➜λ] ?)(?:sudo )?(?:cat|bat|less|more|type|gc|Get-Content|head|jq \.)\b(?: -\w+)* "
    r"\"?(?P<path>[~/A-Za-z][^\"|;&<>]{1,1000}?\.json|\$\{?[A-Z_]{2,60}\}?)\"?(?: ?\|.{0,60})?$"
)
_TITLE = Sought(
    r"^(?:[#*`\-=>\s]{0,10})(?P<path>(?:[~/]|[A-Za-z]:\\)[^\"|;&<>`:*=%$#]{1,1000}?\.json)[`*:=\s\-]{0,10}$"
)
_SPOKEN = Sought(
    r"^(?!.*\b(?i:examples?|compar\w+|works?|unlike|template|another|other|explicit (?:one|layer))\b)"
    r".{0,200}?(?i:\b(?:put|saved?|placed?|created?|this is|here is|contents? of)\b[^.]{0,40}?)"
    r"(?<![\w/.~-])(?P<path>~?/[^\s\"'`,;:<>|*]{0,300}/(?:icd|(?:im|ex)plicit_layer)\.d/[\w.+-]{1,100}\.json)(?![\w/])"
)
"""A manifest that a sentence names, as before its content."""

_NEAR = 3
_KEYS = re.compile(r"\"(?:file_format_version|library_path|ICD|layers?|component_layers)\"")
_SETTINGS = Sought(r"\"settings(?:_array)?\"\s*:")
_CUT = Sought(r"^\s*(?:\.\.\.|…|\[\.\.\.\]|\[snip\]|<snip>)\s*$", re.IGNORECASE)
_PROMPT = Sought(r"^(?:\S{1,60}@\S{1,60}[:~ ].{0,100}|[~/]\S{0,60} ?)?[$#%❯➜] |^```|^[A-Z]:\\[^\"]{0,200}>")
_MOST_LINES, _MOST_DOCUMENTS = 200, 20


@dataclass(slots=True)
class Document:
    """A JSON document of a text: its path as the text has it, its first line, and its lines."""

    path: str
    first: int
    lines: list[str] = field(default_factory=list)
    is_cut: bool = False

    @property
    def is_manifest(self) -> bool:
        """True if it has keys of a manifest and all of its lines."""
        text = "\n".join(self.lines)
        return not (self.is_cut or self.is_settings) and len(_KEYS.findall(_plain(text))) > 1

    @property
    def is_settings(self) -> bool:
        """True if it has the key that settings files have and manifests have not."""
        return _SETTINGS.search("\n".join(self.lines)) is not None


_TYPOGRAPHIC = re.compile("[“”„‟«»]")


def _plain(text: str) -> str:
    return _TYPOGRAPHIC.sub('"', text)


class PastedFiles:
    """The documents of a text, gathered line by line."""

    def __init__(self) -> None:
        self.documents: list[Document] = []
        self._path = ""
        self._spoken: tuple[str, int] = ("", -_NEAR)
        self._titled = 0
        self._depth = 0
        self._open: Document | None = None

    def line(self, line: str, number: int) -> None:
        """Note a line: one that names a file, or one of a document."""
        text = line.strip()
        if self._open is not None:
            if not _PROMPT.match(text):
                self._inside(line)
                return
            self._open.is_cut = True
            self._end()
        command = _COMMAND.search(text)
        named = command or _TITLE.match(text)
        if named is not None:
            is_list = command is None and number == self._titled + 1 and self._path != named["path"].strip()
            self._path = "" if is_list else named["path"].strip()
            self._titled = number if command is None else 0
        elif text.startswith("{") and (text == "{" or text[1:].lstrip().startswith(('"', "“"))):
            spoken, at = self._spoken
            path = self._path or (spoken if number - at <= _NEAR else "")
            self._open, self._depth, self._path = Document(path, number), 0, ""
            self._inside(line)
        elif ".d/" in text and (found := _SPOKEN.search(text)) is not None:
            last, at = self._spoken
            is_list = number - at <= _NEAR and last != found["path"]
            self._spoken = ("" if is_list else found["path"]), number

    def _inside(self, line: str) -> None:
        document = self._open
        assert document is not None
        document.lines.append(line)
        document.is_cut |= _CUT.match(line) is not None
        bare = re.sub(r"\"(?:[^\"\\]|\\.)*\"", "", line)
        self._depth += bare.count("{") + bare.count("[") - bare.count("}") - bare.count("]")
        if self._depth <= 0 or len(document.lines) >= _MOST_LINES:
            document.is_cut |= self._depth > 0
            self._end()

    def _end(self) -> None:
        if self._open is not None and len(self.documents) < _MOST_DOCUMENTS:
            self.documents.append(self._open)
        self._open = None

    def end(self) -> None:
        """Finish the text: a document without an end is cut."""
        if self._open is not None:
            self._open.is_cut = True
            self._end()

    def manifests(self) -> list[Document]:
        """Return the documents that are manifests."""
        return [each for each in self.documents if each.is_manifest]

    def settings(self) -> list[Document]:
        """Return the documents that are settings files."""
        return [each for each in self.documents if each.is_settings]


def refused(documents: list[Document]) -> Iterator[Event]:
    """Yield why a loader does not use the manifests of a text."""
    for document in documents:
        finding = _refusal(document)
        if finding is not None:
            line, message, fix = finding
            number = document.first + max(0, line - 1)
            more = f": {fix}" if fix else ""
            name = document.path or "the manifest"
            yield Event(EventKind.PASTED, number, name, message, fix=f"correct line {line} of {name}{more}")


def _refusal(document: Document) -> tuple[int, str, str] | None:
    """Return the line, the message and the fix of what has a loader refuse a manifest; None if nothing has."""
    from refloader.inspect.lint.manifests import Linter  # few texts have a manifest

    text = "\n".join(document.lines)
    typographic = _TYPOGRAPHIC.search(text)
    if typographic is not None:
        line = text[: typographic.start()].count("\n") + 1
        return (
            line,
            f"its quotation marks are typographic ({typographic[0]}), which JSON does not know",
            'write " there',
        )
    of_linux = document.path.startswith(("/", "~")) and "drive_c" not in document.path
    of_windows = _WINDOWS_LIBRARY.search(text) if of_linux else None
    if of_windows is not None:
        line = text[: of_windows.start()].count("\n") + 1
        message = (
            f'its library is one of Windows, "{of_windows["library"]}", which no loader of Linux can load'
        )
        return (
            line,
            message,
            "name a library of Linux (.so), or remove the manifest: this layer is for Windows",
        )
    is_driver = re.search(r"\"ICD\"", text, re.IGNORECASE) or "icd" in document.path.lower()
    folder = "/usr/share/vulkan/icd.d" if is_driver else "/usr/share/vulkan/explicit_layer.d"
    folder = folder.replace("explicit", "implicit") if "implicit_layer.d" in document.path else folder
    name = re.split(r"[\\/]", document.path)[-1] or "pasted.json"
    data = text.encode("utf-8", "surrogateescape")
    linter = Linter(MemoryHost({f"{folder}/{name}": data}), libraries=False)
    linter.judge_given(data, f"{folder}/{name}")
    all_found = linter.report.findings
    fatal = [each for each in all_found if (each.rejects or each.releases) and Edition.E2026 in each.editions]
    found = sorted(fatal, key=lambda each: each.span.line)
    if (
        found
        and (other := _OTHER_CASE.search(text)) is not None
        and other["key"] not in ("ICD", "layer", "layers")
    ):
        right = "ICD" if other["key"].lower() == "icd" else other["key"].lower()
        line = text[: other.start()].count("\n") + 1
        return (
            line,
            f'its key is "{other["key"]}", and has to be "{right}": letter case counts',
            f'write "{right}"',
        )
    return (found[0].span.line, found[0].message, found[0].remedy) if found else None


_WINDOWS_LIBRARY = Sought(r"\"library_path\"\s*:\s*\"(?P<library>[^\"]{1,300}\.dll)\"", re.IGNORECASE)
_OTHER_CASE = Sought(r"\"(?P<key>icd|layers?)\"\s*:\s*[\[{]", re.IGNORECASE)
