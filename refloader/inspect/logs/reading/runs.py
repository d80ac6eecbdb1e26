"""The commands of a text, each with what holds for it: its user, its variables, and the devices that it listed.

People post one program twice, as root and as a user, or with a variable and without: what differs between two runs
shows the cause. Only what stands behind a prompt is a command. Files that a command prints may set variables.
What lines say of starts and of files is no problem by itself: ``wholes.started`` draws conclusions from it.
"""

import re
from dataclasses import dataclass, field

from refloader.inspect.logs.surroundings.sought import Sought

_PROMPT = Sought(
    r"^(?:\([\w.-]{1,40}\) ?)?(?:\[?(?P<user>[\w.-]{1,40})@[\w.-]{1,64}[: ][^#$%>\n]{0,120}[$#%>]"
    r"|\([\w.-]{1,40}@[\w.-]{1,64} [^()\n]{0,100}\)[$#]"
    r"|\[\w[\w.-]{0,30}\] ?[$#]|\(\w[\w.-]{0,30}\) ?[$#]"
    r"|(?:[~/]\S{0,60} ?)?[$%❯➜λ]"
    r"|(?:PS )?[A-Z]:\\[^<>|\"]{0,200}>) ?(?P<command>\S.{0,1000})$"
)
_WINDOWS_PROMPT = Sought(r"^(?:PS )?(?P<folder>[A-Z]:\\[^<>|\"]{0,200})>")
_EMPTY_PROMPT = Sought(r"^(?:[\w.-]{1,40}@[\w.-]{1,64}[: ][^#$%>\n]{0,120})?[$#%❯➜λ]$")
_EXPORT = Sought(
    r"^(?:export |set(?:x|env)? |\$env:)(?P<name>[A-Z_][A-Z0-9_]{1,60})(?: ?= ?|[ ])(?P<value>.{0,1000})$"
)
_UNSET = Sought(r"^unset (?P<names>[A-Z0-9_ ]{1,200})$")
_INLINE = Sought(
    r"(?:^|(?<=[\s;]))(?P<name>[A-Z_][A-Z0-9_]{2,60})=(?P<value>\"[^\"]*\"|'[^']*'|[^\s;]*)(?=\s)"
)
_SHOWS = Sought(
    r"(?:^|[;&|] ?)(?:sudo )?(?:cat|bat|tail|head|less|more|grep(?: -\w+)*(?: [^/~\s]\S*| '[^']*'| "
    r"\"[^\"]*\")) (?P<file>[~/][\w./~@*+-]{1,300})(?=\s|$|[;|&])"
)
_FILE_OF_LINE = Sought(
    r"^(?P<file>[~/][\w./~@-]{1,200}):(?:\d{1,6}:)?\s{0,8}(?:export\s|declare -x\s"
    r"|Environment=)?\"?(?P<name>[A-Z_][A-Z0-9_]{1,60})="
)
_HEADED = Sought(r"^==> (?P<file>[~/][\w./~@+-]{1,300}) <==$")
"""What head and tail print before each of several files."""

_ASSIGNS = Sought(
    r"^(?:export |declare -x |set -gx |Environment=\"?|env = )?(?P<name>[A-Z_][A-Z0-9_]{1,60})[=, ]"
)
_ASKS_GROUPS = Sought(r"(?:^|; ?|&& ?)(?:groups(?: [\w$-]+)?|id -(?:nG|Gn)(?: [\w$-]+)?)$")
_GROUPS = Sought(r"^(?:[a-z_][\w.-]{0,31} : )?(?P<names>[a-z_][\w.-]{0,31}(?: [a-z_][\w.-]{0,31}){0,60})$")
_AS_USER = Sought(r"(?:sudo|doas|runuser|su)(?: -\w)* -u ?(?!root\b)\w|su (?:- )?(?!root\b)[a-z]")
_MOST = 300
_LONGEST = 500
"""The characters that are kept of the first line that a command prints."""


@dataclass(slots=True)
class Run:
    """A command, its line, its prompt, whether root gave it, its variables, devices, and first line of output.

    ``is_over`` is whether a prompt without a command follows, so that it printed no more, and ``is_silent`` whether
    it follows at once. ``folder`` is that of a prompt of Windows.
    """

    line: int
    command: str
    is_root: bool = False
    place: str = ""
    variables: dict[str, str] = field(default_factory=dict)
    devices: list[str] = field(default_factory=list)
    output: str = ""
    is_over: bool = False
    is_silent: bool = False
    folder: str = ""


class Runs:
    """The commands of a text, gathered line by line, and the files in which it shows variables to be set."""

    def __init__(self) -> None:
        self.found: list[Run] = []
        self.files: dict[str, str] = {}
        self.groups: tuple[str, ...] = ()
        self._set: dict[str, str] = {}
        self._asks = False
        self._file = ""

    def line(self, line: str, number: int) -> None:
        """Note a command, or a variable in a file that a command prints."""
        if not line:
            self._file = ""  # what follows may be of another file
        prompt = _PROMPT.match(line)
        if prompt is not None:
            place = line[: prompt.start("command")].rpartition(":")[0] or line[
                : prompt.start("command")
            ].strip(" $#%>")
            self._command(prompt["command"], number, is_root=self._root(prompt, line), place=place)
            windows = _WINDOWS_PROMPT.match(line)
            if windows is not None and self.found and self.found[-1].line == number:
                self.found[-1].folder = windows["folder"]
            return
        if self.found and _EMPTY_PROMPT.match(line):
            self.found[-1].is_over = True
            self.found[-1].is_silent |= not self.found[-1].output
            return
        if line and self.found and not self.found[-1].output:
            self.found[-1].output = line[:_LONGEST].strip()
        if self._asks and (groups := _GROUPS.match(line)) is not None:
            self.groups, self._asks = tuple(groups["names"].split()), False
        headed = _HEADED.match(line)
        if headed is not None:
            self._file = headed["file"]
        of_line = _FILE_OF_LINE.match(line)
        assigned = of_line or (_ASSIGNS.match(line) if self._file else None)
        if assigned is not None and len(self.files) < _MOST:
            self.files.setdefault(assigned["name"], of_line["file"] if of_line else self._file)

    def device(self, name: str) -> None:
        """Note a device that the last command listed."""
        if self.found and len(self.found[-1].devices) < _MOST:
            self.found[-1].devices.append(name)

    def _root(self, prompt: re.Match[str], line: str) -> bool:
        command = prompt["command"]
        if _AS_USER.match(command) is not None:
            return False
        return prompt["user"] == "root" or command.startswith(("sudo ", "doas "))

    def _command(self, command: str, number: int, *, is_root: bool, place: str) -> None:
        unset, exported, shows = _UNSET.match(command), _EXPORT.match(command), _SHOWS.search(command)
        self._file = shows["file"] if shows is not None else ""
        self._asks = not is_root and _ASKS_GROUPS.search(command) is not None
        if unset is not None:
            for name in unset["names"].split():
                self._set.pop(name, None)
        elif exported is not None:
            value = exported["value"].strip().strip("\"'")
            self._set[exported["name"]] = value
        own = {each["name"]: each["value"].strip("\"'") for each in _INLINE.finditer(command)}
        if len(self.found) < _MOST:
            self.found.append(Run(number, command, is_root, place, {**self._set, **own}))


# ---- How programs are started, and how files are stored: launch options, entries of menus, bytes.

_OPTIONS = Sought(
    r"\blaunch options?\b[^:=\n]{0,40}[:=] {0,4}[\"'`]?(?P<options>(?:[A-Z][A-Z0-9_]{2,40}=[\w./:~*-]{1,80} ?){1,8})"
    r"[\"'`]?\.?$",
    re.IGNORECASE,
)
_MARKED = Sought(r"^(?:0{7,8}:? {1,4})?(?:ef ?bb ?bf|bbef +\w\wbf)", re.IGNORECASE)
_RETURNED = Sought(
    r"(?<![A-Z0-9_])(?P<name>VK_[A-Z_]{4,40}|MANGOHUD|ENABLE_VKBASALT)=(?P<value>[\w./:~+-]{1,300})(?:\^M\$?|\\r)$"
)
_MENU_ENTRY = Sought(r"^Exec=")
_SHOWN_ENTRY = Sought(
    r"^.{0,80}?[$#%] ?(?:cat|bat|less|grep .{1,80}) (?P<file>[~/][^\s|;&<>]{1,300}\.desktop)$"
)
_SET_IN_ENTRY = Sought(
    r"(?<![A-Z0-9_])(?P<name>VK_LOADER_(?:LAYERS|DRIVERS)_[A-Z]{5,8})=(?P<value>[^\s\"']{1,300})"
)
_NO_MODULE = Sought(
    r"\bmodprobe: FATAL: Module (?P<module>nvidia[\w-]*) not found in directory "
    r"/lib/modules/(?P<kernel>[\w.+~-]{3,80})"
)
_BUILT_FOR = Sought(
    r"^nvidia\S{0,30}, (?P<kernel>[3-9]\.\d{1,2}\.[\w.+~-]{1,60}), \w{3,10}: (?:installed|built)\b"
)
"""What ``dkms status`` says of a kernel for which NVIDIA's module was built."""

_UNATTENDED = Sought(
    r"(?<!no )(?<!not )(?<!not a )(?<!without )\bcron(?:tab|job| jobs?)?\b|^\[Service\]$"
    r"|^ExecStart=|\bsystemd (?:unit|service|timer)\b"
    r"|\b(?:over|via|by|through) ssh\b|\bssh session\b",
    re.IGNORECASE,
)
"""Words of programs that are started outside of the session at the screen."""

_REMOTE = Sought(r"^>?\s{0,4}rdp-tcp#\d{1,4}\s.{1,80}\bActive$")
_NO_NODES = Sought(r"^ls: cannot access '?/dev/nvidia(?:\*|0|ctl)'?: No such file")
_OF_NVIDIA = Sought(
    r"^(?:local/|extra/|multilib/)?(?P<name>(?:lib32-)?nvidia(?:-\d{3}xx)?-utils) (?P<version>\d{3}\.\d[\d.]{1,8})"
    r"-[\d.]{1,6}(?P<rest>.*)$"
)
"""NVIDIA's libraries as pacman lists them, with their version."""

_THERE = Sought(
    r" \[(?:installed|installiert|installato|instal\w{0,8})(?:: (?P<version>\d{3}\.\d[\d.]{1,8})-\d[\d.]{0,5})?\]$"
)
"""The end of such a row of a repository, if the package is installed, perhaps in another version."""


_RUNTIME = Sought(
    r"\borg\.(?:freedesktop\.Platform(?:/\w{2,10}/|\s{1,40})(?P<own>2\d\.08)(?![\w.])|(?P<other>(?!freedesktop)\w{2,20})\.Platform\b)"
)


@dataclass(slots=True)
class Starts:
    """What lines of a text say of starts and of files.

    ``options`` are Steam's launch options that only set variables, and ``marked`` is the line of a dump of bytes that
    begins with a byte order mark. ``returned`` are variables with a carriage return at the end of their value, and
    ``entry`` the variables that an entry of a menu sets, with its file. ``unbuilt`` is the kernel that has no module
    of NVIDIA, ``built_for`` are those for which one was built, ``remote`` is a line of Windows on the session of
    remote desktop in use, and ``no_nodes`` one that shows no device nodes of NVIDIA. ``runtimes`` are the branches of
    Freedesktop's runtimes in Flatpak and the makers of other ones, and ``nvidia`` the versions of the packages of
    NVIDIA's libraries. ``unattended`` is a line by which programs are started outside of the session at the screen.
    """

    options: tuple[int, str] = (0, "")
    marked: int = 0
    returned: dict[str, tuple[int, str]] = field(default_factory=dict)
    entry: dict[str, tuple[int, str, str]] = field(default_factory=dict)
    unbuilt: tuple[int, str] = (0, "")
    built_for: dict[str, int] = field(default_factory=dict)
    remote: int = 0
    unattended: int = 0
    no_nodes: int = 0
    runtimes: dict[str, int] = field(default_factory=dict)
    nvidia: dict[str, tuple[int, str]] = field(default_factory=dict)
    _file: str = ""

    def line(self, line: str, number: int) -> None:
        """Note what a line says."""
        text = line.strip()
        options = _OPTIONS.search(text) if "ptions" in text or "PTIONS" in text else None
        if options is not None and not self.options[0]:
            self.options = number, options["options"].strip()
        if not self.marked and _MARKED.match(text):
            self.marked = number
        returned = _RETURNED.search(text) if text.endswith(("^M$", "^M", "\\r")) else None
        if returned is not None and len(self.returned) < _MOST:
            self.returned.setdefault(returned["name"], (number, returned["value"]))
        shown = _SHOWN_ENTRY.match(text) if text.endswith(".desktop") else None
        if shown is not None:
            self._file = shown["file"]
        for each in _SET_IN_ENTRY.finditer(text) if _MENU_ENTRY.match(text) else ():
            self.entry.setdefault(each["name"], (number, each["value"], self._file))
        unbuilt = _NO_MODULE.search(text) if "FATAL" in text else None
        if unbuilt is not None and not self.unbuilt[0]:
            self.unbuilt = number, unbuilt["kernel"]
        built = _BUILT_FOR.match(text) if text.startswith("nvidia") else None
        if built is not None and len(self.built_for) < _MOST:
            self.built_for.setdefault(built["kernel"], number)
        if not self.unattended and _UNATTENDED.search(text):
            self.unattended = number
        if not self.remote and _REMOTE.match(text):
            self.remote = number
        package = _OF_NVIDIA.match(text) if "nvidia" in text else None
        if package is not None and len(self.nvidia) < _MOST:
            version = _installed(package)
            if version:
                self.nvidia[package["name"]] = number, version
        runtime = _RUNTIME.search(text) if ".Platform" in text else None
        branch = (runtime["own"] or runtime["other"]) if runtime is not None else ""
        if branch and len(self.runtimes) < _MOST:
            self.runtimes.setdefault(branch, number)
        if not self.no_nodes and _NO_NODES.match(text):
            self.no_nodes = number


def _installed(row: re.Match[str]) -> str:
    """Return the version of a package that is installed, by its row; empty if it is a newer one, or not installed."""
    there = _THERE.match(row["rest"])
    if there is not None:
        return there["version"] or row["version"]
    is_offered = "->" in row["rest"] or row.string.startswith(("extra/", "multilib/"))
    return "" if is_offered else row["version"]
