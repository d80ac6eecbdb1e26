"""The packages that a text shows to be installed: what package managers print, and the commands that install them."""

import re

from refloader.inspect.logs.surroundings.sought import Sought

_ROWS = (
    Sought(r"^[ih]i +(?P<name>[a-z0-9][a-z0-9.+-]{1,80})(?::(?P<arch>\w{2,10}))? +\d\S*"),
    Sought(r"^(?:local|core|extra|multilib|community|cachyos\S{0,20})/(?P<name>[a-z0-9][\w.+-]{1,80}) \d\S*"),
    Sought(
        r"^(?P<name>[A-Za-z][\w.+-]{1,80}?)-(?:\d{1,3}:)?\d[\w.~^+]*-[\w.~^+]+\.(?P<arch>x86_64"
        r"|i[3-6]86|noarch|aarch64)$"
    ),
    Sought(r"^(?P<name>[a-z0-9][\w.+-]{1,80}) (?:\d{1,3}:)?\d[\w.:~+]*-[\d.]{1,6}$"),
    Sought(r"^(?P<name>[a-z0-9][a-z0-9.+-]{1,80})/\S{1,60},now \S+ (?P<arch>\w{2,10}) \[installed"),
    Sought(r"^(?P<name>[a-z0-9][\w.+-]{1,80}?)-\d[\w.]*-r\d{1,4} (?P<arch>\w{2,10}) \{.{1,80}\[installed\]"),
    Sought(r"^ii (?P<name>[A-Za-z][\w.+-]{1,80}?)-\d[\w.+~]*_\d{1,3}(?: {2,}|$)"),
    Sought(r"^Package (?P<name>\S{2,80}) is already installed"),
    Sought(r"^(?P<name>[a-z0-9][a-z0-9.+-]{1,80})(?::(?P<arch>\w{2,10}))? is already the newest version"),
    Sought(r"^warning: (?P<name>[a-z0-9][\w.+-]{1,80}?)-\d\S* is up to date -- reinstalling"),
)
"""Lines of dpkg, pacman, rpm, apt and dnf on a package that is there."""

_NAMES = Sought(
    r"(?<![\w/])(?P<name>[a-z][a-z0-9.+]*(?:-[a-z0-9.+]+){1,8}|libvulkan1|mesa|amdvlk)(?::(?P<arch>i386"
    r"|amd64))?(?![\w/])"
)
_INSTALLS = Sought(
    r"\b(?:apt(?:-get)?|dnf|yum|zypper|pacman|apk)\b(?: -\S{1,80}){0,12} (?:(?:install|in|add)\b"
    r"|-S\w*)(?P<names>[^;|>#]{1,1000})"
)
_NOT_FOUND = Sought(
    r"^(?=.*['\"‘“„»«]\s?[\w.+-]{1,60}\s?['\"’”“»«])(?!.*\b(?:I|we|ich|wir|je|j'ai)\b).*"
    r"(?:not found|nicht gefunden|introuvable|pas été trouvée?|no encontrad[oa]|no se (?:ha )?encontr(?:ó|ado)"
    r"|non (?:è stato )?trovat[oa]|не найден[оа]?|未找到|not installed\.)[^:：]{0,120}[:：]\s*$"
)
_OFFERED = Sought(r"^\s*(?:sudo )?(?:apt(?:-get)?|dnf|snap|pacman|zypper) (?:install|-S) ")
"""How a shell says that a command is not there, and a line of those that it offers to install it."""

_UNOWNED = Sought(
    r"(?:^file (?=.* is not owned by any package)|no path found matching pattern |No package owns "
    r"|Kein Paket besitzt |Aucun paquet ne possède |Ningún paquete posee "
    r"|Nessun pacchetto possiede )(?P<path>/[^\s:]{1,300})"
)
_ABSENT = Sought(
    r"^(?:package (?P<rpm>[a-z][\w.+-]{1,80}) is not installed"
    r"|error: package '(?P<pacman>[\w.+-]{1,80})' was not found"
    r"|dpkg-query: (?:no packages found matching|package) '?(?P<dpkg>[a-z][\w.+:-]{1,80}?)'?"
    r"(?: is not installed.{0,80}| ?(?:相匹配的软件包|passt))?)$"
)
"""Lines of rpm, pacman and dpkg on a package that is not there."""
_LEFT = Sought(r"(?:^|[\s(])rc +(?P<name>[a-z0-9][a-z0-9.+-]{1,80})(?::(?P<arch>\w{2,10}))?(?=[\s,)]|$)")
"""What dpkg says of a package that is removed, and whose configuration files are left."""

_BREW = Sought(r"\bbrew (?:list|ls|leaves)\b")
_FORMULA = Sought(r"^(?P<name>(?:vulkan|molten|spirv)-[a-z]{2,30})(?: \d\S*)*$")
"""A line of what Homebrew lists."""

_ASKS_NAMES = Sought(
    r"(?:dpkg -l|dpkg --get-selections|apt list|rpm -qa|pacman -Q\w*q?|apk (?:info|list)|xbps-query -l)\b.{0,160}"
    r"(?:\bawk\b|\bcut\b|-Qq)|\bpacman -Qq|\bapk info\b|\bdpkg --get-selections\b"
)
"""A command that prints the names of packages alone, one a line."""

_ASKING = ("awk", "cut ", "-Qq", "apk info", "get-selections")
_BARE = Sought(r"^(?P<name>[a-z0-9][a-z0-9.+-]{1,80})(?::(?P<arch>\w{2,10}))?(?:\s+install)?$")
_IN_SENTENCE = Sought(
    r"(?<![\w/.-])(?P<name>[a-z][a-z0-9]*(?:-[a-z0-9]+){1,5}) (?:\d:)?\d[\w.~+]*-\d{1,3}(?:\.\d{1,2})?(?=[,;)\s.]|$)"
)
"""A package with its release among other words, as Arch writes them."""

_REMOVED = Sought(r"\b(?:remove|purge|autoremove|uninstall|-R\w*)\b")
_NARROW = {"i386", "i486", "i586", "i686"}
_MOST = 2000
_NOT_THERE = Sought(
    r"remov|uninstall|downgrad|conflict|not |candidate|available|replac|require|->|\bfrom\b", re.IGNORECASE
)
"""Words by which a sentence says of packages that they are not there, or two of their releases."""

_LONGEST = 1000
"""The most characters of a line whose packages among other words count."""


class Installed:
    """The packages of a text, by name, with ``:i386`` for 32-bit ones, and the line that shows each.

    ``absent`` are those of which a package manager says that they are not there, ``left`` those of which dpkg says
    that they are removed and have left files behind.
    """

    def __init__(self) -> None:
        self.found: dict[str, int] = {}
        self.ordered: dict[str, int] = {}
        self.unowned: dict[str, int] = {}
        self.absent: dict[str, int] = {}
        self.left: dict[str, int] = {}
        self._goes_on = False
        self._lists = False
        self._bare = False
        self._offers = False

    def line(self, line: str, number: int) -> None:
        """Note the packages of a line: what is there, and apart from that what a command orders."""
        self._offers = _NOT_FOUND.search(line) is not None or (self._offers and bool(_OFFERED.match(line)))
        command = _INSTALLS.search(line) if not (self._offers and _OFFERED.match(line)) else None
        if (command is not None or self._goes_on) and not _REMOVED.search(line):
            for found in _NAMES.finditer(command["names"] if command is not None else line):
                self._note(self.ordered, found["name"], found["arch"], number)
        self._goes_on = (command is not None or self._goes_on) and line.rstrip().endswith("\\")
        unowned = _UNOWNED.search(line)
        if unowned is not None and len(self.unowned) < _MOST:
            self.unowned.setdefault(unowned["path"].strip(" '"), number)
        absent = _ABSENT.match(line)
        if absent is not None:
            self._note(self.absent, absent["rpm"] or absent["pacman"] or absent["dpkg"], None, number)
        for left in _LEFT.finditer(line) if "rc " in line else ():
            self._note(self.left, left["name"], left["arch"], number)
        self._lists = _BREW.search(line) is not None or (self._lists and bool(line.strip()))
        if self._lists and (formula := _FORMULA.match(line)) is not None:
            self._note(self.found, formula["name"], None, number)
        asks = any(word in line for word in _ASKING) and _ASKS_NAMES.search(line) is not None
        bare = _BARE.match(line) if self._bare and not asks else None
        self._bare = asks or bare is not None
        if bare is not None:
            self._note(self.found, bare["name"], bare["arch"], number)
        there = next((match for each in _ROWS if (match := each.match(line)) is not None), None)
        if there is not None:
            self._note(self.found, there["name"], there.groupdict().get("arch"), number)
        elif "-" in line and len(line) <= _LONGEST and not _NOT_THERE.search(line):
            for each in _IN_SENTENCE.finditer(line):
                self._note(self.found, each["name"], None, number)

    def _note(self, names: dict[str, int], name: str, arch: str | None, number: int) -> None:
        if len(names) < _MOST:
            names.setdefault(f"{name}:i386" if arch in _NARROW else name, number)
