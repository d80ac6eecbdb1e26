"""Listings of folders as people post them: what ``ls`` printed of a path, with or without ``-l``.

Only what stands behind a prompt with the command counts: lines that look like a listing and have no command name no
folder. A folder whose listing may be cut is known by what it has, not by what it lacks.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.sought import Sought

_COMMAND = Sought(
    r"^(?:[^$#%>]{0,120}[$#%>] ?|)(?:sudo )?ls(?: -{1,2}[\w=]{1,20}){0,8}"
    r"(?P<paths>(?: [\"']?[~/][^|;&><]{0,1000})?)\s*(?P<more>[|;&>].*)?$"
)
_LONG = Sought(
    r"^(?P<kind>[dlcbps-])(?P<mode>[rwxsStT-]{9})[.+@]? +\d+ +(?P<owner>\S{1,40}) +(?P<group>\S{1,40}) +"
    r"(?P<size>[\d.,KMG]+)(?: +\d+)? +(?:(?:\w{3,5}\.?|\d{1,2} ?月) +\d{1,2} +[\d:]{4,5}"
    r"|\d{1,2}\.? +\w{3,5}\.? +[\d:]{4,5}"
    r"|\d{4}-\d\d-\d\d +\d\d:\d\d\S*(?: [+-]\d{4})?) +(?P<name>.{1,1000}?)(?: -> (?P<target>.{1,1000}))?$"
)
_PROMPT = Sought(r"^(?:\S{1,60}@\S{1,60}[:~ ].{0,100})?[$#%] |^\(\w+\) \S+@|^```")
_HEADER = Sought(r"^(?P<path>[~/][^:]{0,1000}):$")
_NAME = Sought(r"[\w.+@-]{1,200}")
_TOTAL = Sought(r"\w{3,12} [\d.,]+[KMGТ]?$")
"""The first line of a listing with details, whose word is of the language of the machine."""

_ABSENT = (
    re.compile(
        r"(?:cannot (?:access|open|statx?)|can't (?:access|open|stat)|nicht möglich, auf|impossible d'accéder à"
        r"|no se puede acceder a|impossibile accedere a|невозможно получить доступ к|无法访问|Zugriff auf) ?"
        r"[\"'‘«](?P<path>[~/][^\"'’»]{1,1000})[\"'’»]"
    ),
    re.compile(
        r"^(?:ls|cat|stat|file|head|tail|cd|(?:ba|z|da)?sh: cd)(?:: cannot \w+)?: (?P<path>[~/][^\"':]{1,1000}): "
        r"(?:No such file|No existe|Aucun fichier|Datei oder Verzeichnis nicht)"
    ),
)
"""What commands say of a path that is not there, in the languages of their users."""

_GONE = Sought(
    r"No such file|nicht gefunden|Aucun fichier|No existe|File o directory non|Нет такого|没有那个文件"
)
_HOME = re.compile(r"^(?:/home/[^/]+|/root|/Users/[^/]+)/")

_MOST = 2000


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in a listing; ``mode`` is empty if the listing has names alone, ``target`` is that of a link."""

    path: str
    line: int
    kind: str = "-"
    mode: str = ""
    owner: str = ""
    group: str = ""
    target: str = ""
    size: str = ""

    @property
    def closed(self) -> bool:
        """True if others than the owner and the group may not read it, and root owns it."""
        return bool(self.mode) and self.mode[6] != "r" and self.owner == "root" and self.kind == "-"


@dataclass(slots=True)
class Listings:
    """The listings of a text: files by path, and the folders whose content is listed as a whole.

    ``absent`` are the paths of which a command says that they are not there, with the lines.
    """

    files: dict[str, Entry] = field(default_factory=dict)
    folders: dict[str, int] = field(default_factory=dict)
    absent: dict[str, int] = field(default_factory=dict)
    _names_in: dict[str, list[str]] = field(default_factory=dict)
    _folder: str = ""
    _asked: tuple[str, ...] = ()
    _on: bool = False

    def line(self, line: str, number: int) -> None:
        """Note what a line lists."""
        if ":" in line and _GONE.search(line) and len(self.absent) < _MOST:
            found = next((match for each in _ABSENT if (match := each.search(line)) is not None), None)
            if found is not None:
                self.absent.setdefault(found["path"].rstrip("/"), number)
        if (command := _COMMAND.match(line)) is not None:
            self._begin(command, number)
        elif self._on and ((not line and len(self._asked) < 2) or _PROMPT.match(line)):
            self._on = False
        elif self._on:
            self._entry(line, number)

    def _begin(self, command: re.Match[str], number: int) -> None:
        paths = [each.strip("\"'") for each in command["paths"].split()]
        self._on = bool(paths) and not any("~" in each.removeprefix("~/") or "*" in each for each in paths)
        self._asked = tuple(each.rstrip("/") or "/" for each in paths)
        self._folder = self._asked[0] if len(paths) == 1 else ""
        whole = (
            self._on and self._folder and not command["more"] and not self._folder.endswith((".json", ".so"))
        )
        if whole and len(self.folders) < _MOST:
            self.folders[self._folder] = number

    def _entry(self, line: str, number: int) -> None:
        if not line:
            return
        header, long = _HEADER.match(line), _LONG.match(line)
        if line.startswith("ls: "):
            for path in self._asked:
                if path in line:
                    self.folders.pop(path, None)
        elif header is not None and header["path"].rstrip("/") in self._asked:
            self._folder = header["path"].rstrip("/")
            if len(self.folders) < _MOST:
                self.folders[self._folder] = number
        elif long is not None:
            self._add(long["name"], number, long)
        elif not _TOTAL.match(line):
            self._names(line, number)

    def _names(self, line: str, number: int) -> None:
        names = line.split()
        if all(_NAME.fullmatch(name) for name in names) and self._folder:
            for name in names:
                self._add(name, number, None)
        elif len(names) == 1 and names[0] in self._asked:
            self._add(names[0], number, None)
        else:
            self._on = False

    def _add(self, name: str, number: int, long: re.Match[str] | None) -> None:
        path = name if name.startswith("/") else f"{self._folder}/{name}"
        if name.startswith("/"):
            self.folders.pop(name, None)
        elif not self._folder:
            return
        if len(self.files) >= _MOST or name in (".", ".."):
            return
        facts = (
            {key: long[key] or "" for key in ("kind", "mode", "owner", "group", "target", "size")}
            if long
            else {}
        )
        if path not in self.files:
            folder, _, own = path.rpartition("/")
            self._names_in.setdefault(folder, []).append(own)
        self.files[path] = Entry(path, number, **facts)

    def lacks(self, path: str) -> str:
        """Return the path, or the folder above it, of which a command says that it is not there; else nothing."""
        if not self.absent:
            return ""
        short = _HOME.sub("~/", path)
        above = (each for whole in (path, short) for each in _upwards(whole))
        return next((each for each in above if each in self.absent), "")

    @property
    def has_node(self) -> bool:
        """True if a folder's listing has the node of a card by which drivers reach it."""
        return any(name.startswith("renderD") for name in self.holds("/dev/dri"))

    def holds(self, folder: str) -> list[str]:
        """Return the names of the files that a folder has, by its listing."""
        return [*self._names_in.get(folder, ())]


def _upwards(path: str) -> Iterator[str]:
    """Yield a path and the folders above it."""
    while path.count("/") > 1 or path.startswith("~/"):
        yield path
        path = path.rpartition("/")[0]
