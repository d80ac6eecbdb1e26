"""The distribution that a text shows: by its name with a release, by packages and kernels, and by its commands."""

import re
from functools import cache

from refloader.inspect.logs.surroundings.sought import Lookup, Sought, by_expressions

_DISTRIBUTIONS = {
    "ubuntu": (
        "ubuntu",
        "[Uu]buntu|Kubuntu|Xubuntu|Lubuntu|Zorin(?: OS)?|elementary OS|KDE neon|TUXEDO OS|Kylin",
    ),
    "rhel": (
        "rhel",
        "Rocky Linux|Rocky|AlmaLinux|Alma|RHEL|Red Hat Enterprise Linux|CentOS(?: Stream| Linux)?|Oracle Linux",
    ),
    "mint": ("ubuntu", "Linux Mint|linux mint"),
    "pop": ("ubuntu", "Pop!_OS"),
    "debian": (
        "debian",
        "[Dd]ebian(?: GNU/Linux)?|Raspbian|Kali(?: GNU/Linux| Linux)?|MX Linux|LMDE|Devuan|Parrot(?: OS)?|[Dd]eepin"
        "|UOS|Armbian",
    ),
    "fedora": ("fedora", "[Ff]edora(?: Linux| release)?|Nobara(?: Linux)?"),
    "arch": ("arch", "Arch Linux|arch linux|Arch|EndeavourOS|CachyOS|Garuda Linux|Artix(?: Linux)?"),
    "manjaro": ("arch", "[Mm]anjaro(?: Linux)?"),
    "opensuse": ("opensuse", "openSUSE(?: Tumbleweed| Leap)?"),
    "alpine": ("alpine", "Alpine Linux|Alpine(?= \\d)|postmarketOS"),
    "nixos": ("nixos", "NixOS"),
    "gentoo": ("gentoo", "[Gg]entoo(?: Linux)?"),
    "void": ("void", "Void(?: Linux)?|void linux"),
    "solus": ("solus", "Solus(?: Linux)?"),
    "slackware": ("slackware", "Slackware(?: Linux)?"),
    "mageia": ("mageia", "Mageia"),
    "freebsd": ("freebsd", "FreeBSD"),
}
"""Distributions: the one of which they have the packages, and how they are called."""


@cache
def _named() -> Sought:
    """The pattern of a distribution's name, with its release."""
    called = "|".join(f"(?P<{key}>{names})" for key, (_, names) in _DISTRIBUTIONS.items())
    return Sought(rf"(?<!\w)(?:{called})(?P<release> \d{{1,2}}(?:\.\d{{1,2}})?)?(?![\w-])")


_HEADED = Sought(
    r"(?:PRETTY_NAME|NAME|Description|Operating System|OS(?: Version| Name)?|Distro|Distribution|System|Platform)\"?"
    r" {0,3}[:=]",
    re.IGNORECASE,
)
_BEFORE = Sought(r"\W{0,3}(?:(?:I(?:'m| am) (?:on|using)|[Oo]n|[Uu]sing|OS) )?")
"""What stands before the name of the own distribution, where a sentence or a part of one ends with that."""

_ON = Sought(r"(?:\b(?:on|using|running|under|runs|have|auf|unter|sur|sous|su|con|en)|[,;:(–—-]) ?$")
_ENDS = Sought(
    r"\s{0,2}(?:$|[.,;:)!?/|–—-]|(?:host|server|laptop|desktop|machine|PC|box|VM|guest|system|KDE|GNOME|Budgie|Cinnamon"
    r"|Tumbleweed|Leap|sid|testing|stable|unstable|glibc|musl|[Ww]ayland|X11|with|mit|avec|con|and|here|\d)\b)"
)
"""What stands before and after the name of the own distribution within a sentence."""

_ID = Sought(r"^ID=\"?(?P<id>[a-z][\w.-]{0,40})\"?$")
_RELEASE = Sought(r"^VERSION_ID=\"?(?P<release>[\d.]{1,10})\"?$")
_OF_IMAGE = r"(?:^FROM |\bimage:? {0,2}[\"']?|\bdocker run (?:-\S{1,60} ){0,12})"
"""What stands before the name of a container's image."""

_BUILDS = (
    ("void", Sought(r"(?:^|[$#] ?)(?:sudo )?xbps-\w+ |\bVoid (?:Linux|glibc|musl)\b")),
    ("nixos", Sought(r"\bnixos-(?:version|rebuild)\b|@nixos[:\s]|/etc/nixos/|\bsteam-run \.|^NixOS\b")),
    ("arch", Sought(r"\b\d+\.\d+\.\d+(?:\.\w+)?-arch\d+-\d+\b")),
    ("fedora", Sought(r"\.fc(?P<release>\d\d)\b")),
    (
        "ubuntu",
        Sought(r"-\d+ubuntu\d[\d.~]*|~(?P<release>2[0-9]\.04)\.\d|\bLinux (?P<version>\d\d\.\d\d) Ubuntu\b"),
    ),
    ("arch", Sought(r"(?:^|[$#] ?)(?:sudo )?pamac \w|@(?:manjaro|arch|archlinux|endeavour|cachyos)\b")),
    (
        "fedora",
        Sought(r"(?:^|[$#] ?)(?:sudo )?dnf (?:-y )?(?:install|update|upgrade|list)|@(?:fedora|nobara)\b"),
    ),
    ("opensuse", Sought(r"(?:^|[$#>] ?)(?:sudo )?zypper \w|@(?:opensuse|tumbleweed)\b")),
    ("debian", Sought(r"(?:^|[$#] ?)(?:sudo )?dpkg -[lLS]|^ii  \S+ .{1,80}|@(?:debian|raspberrypi)\b")),
    ("alpine", Sought(r"(?:^|[$#] ?)(?:sudo )?apk (?:add|info|list)\b|/etc/alpine-release\b")),
    ("guix", Sought(r"\bguix (?:shell|install|system|package)\b|/gnu/store/|\.guix-profile")),
    (
        "nixos",
        Sought(r"/run/current-system/(?!profile)|/run/opengl-driver(?!'?/?'?: No such file)|/nix/var/nix/"),
    ),
    (
        "gentoo",
        Sought(r"(?:^|[$#] ?)(?:sudo )?(?:emerge|equery|eix) |@gentoo\b|-gentoo-|Running Steam on gentoo"),
    ),
    ("arch", Sought(r"(?:^|[\s$#`])(?:sudo )?(?:pacman|yay|paru) -[SQ]\w*\b")),
    ("rhel", Sought(r"\.el(?:7|8|9|10)(?:_\d{1,2})?\.(?:x86_64|aarch64|noarch)\b")),
    (
        "ubuntu",
        Sought(
            rf"{_OF_IMAGE}\S{{0,100}}ubuntu:?(?P<release>2\d\.04)?|{_OF_IMAGE}\S{{0,100}}:(?:\S{{1,40}}-)?(?:jammy"
            rf"|noble|focal)\b"
        ),
    ),
    ("debian", Sought(rf"{_OF_IMAGE}\S{{0,100}}(?:debian|bookworm|bullseye|trixie)")),
    ("debian", Sought(r"\bDebian (?:bullseye|bookworm|trixie|forky|testing|sid|unstable)\b")),
    ("ubuntu", Sought(r"\bUbuntu (?:focal|jammy|noble|plucky)\b|\(Ubuntu (?P<release>2\d\.04)")),
    ("opensuse", Sought(r"\b(?:openSUSE )?Tumbleweed\b|\bopenSUSE Leap\b")),
    ("alpine", Sought(r"(?:^|\s)[\w./-]{2,80}:[\w.-]{0,40}\balpine[\w.-]{0,20}$")),
    ("alpine", Sought(rf"{_OF_IMAGE}\S{{0,100}}alpine")),
    ("rhel", Sought(rf"{_OF_IMAGE}\S{{0,100}}(?:rockylinux|almalinux|ubi[89]|centos)")),
    ("fedora", Sought(rf"{_OF_IMAGE}\S{{0,100}}fedora:")),
    ("arch", Sought(rf"{_OF_IMAGE}\S{{0,100}}archlinux")),
    ("fedora", Sought(r"\brpm-ostree\b|\b(?:Silverblue|Kinoite|Bazzite|Bluefin)\b", re.IGNORECASE)),
)
"""Kernels and packages whose release has the mark of a distribution, and the command of its package manager."""


@cache
def _builds() -> Lookup:
    """Return the lookup of these marks."""
    return by_expressions(pattern for _, pattern in _BUILDS)


_COMPILER = Sought(r"\b(?:gcc|clang)\b", re.IGNORECASE)
_MOST = 50
_OWN_RELEASES = frozenset({"ubuntu", "debian", "fedora"})
"""The distributions whose release is that of the packages named."""


def _key_of(named: re.Match[str]) -> str:
    """Return which distribution a match names."""
    return next(key for key in _DISTRIBUTIONS if named[key])


def _is_own(line: str, named: re.Match[str]) -> bool:
    """Return whether a line says without a release which distribution it is: behind a heading, or by itself."""
    if _HEADED.search(line, 0, named.start()) is not None:
        return True
    within = _ON.search(line[: named.start()]) is not None and _ENDS.match(line, named.end()) is not None
    if within and named[0] != "Rocky" and _named().search(line, named.end()) is None:
        return True
    alone = _BEFORE.fullmatch(line, 0, named.start()) is not None and line[named.end() :][:1] in (
        "",
        ".",
        ",",
        ";",
    )
    return alone and _named().search(line, named.end()) is None


class Distributions:
    """The distributions that the lines of a text name; if they are several, none is known."""

    def __init__(self) -> None:
        self._families: dict[str, str] = {}
        self._ids: dict[str, None] = {}
        self._releases: dict[str, None] = {}

    def os_release(self) -> str:
        """Return what the file os-release of this machine says, as far as it is known; empty if not at all."""
        if {*self._families} == {"debian", "ubuntu"}:
            del self._families["debian"]  # dpkg is of both
        if len(self._ids) > 1 or (not self._ids and len(self._families) != 1):
            return ""
        family = next(iter(self._ids or self._families))
        release = next(iter(self._releases), "") if self._ids else self._families[family]
        return f"ID={family}\nVERSION_ID={release}\n" if release else f"ID={family}\n"

    def line(self, line: str) -> None:
        """Note the distribution that a line names."""
        if len(self._families) >= _MOST:
            return
        own, version = _ID.match(line), _RELEASE.match(line)
        if own is not None:
            self._ids[own["id"]] = None
        if version is not None:
            self._releases[version["release"]] = None
        if _COMPILER.search(line):
            return  # it was built there, and need not run there
        for index in _builds().rows(line):
            family, pattern = _BUILDS[index]
            found = pattern.confirm(line)
            if found is not None:
                groups = found.groupdict()
                self._note(family, groups.get("release") or groups.get("version") or "")
        named = _named().search(line)
        if named is not None and self._counts(line, named):
            key = named.lastgroup if named.lastgroup != "release" else _key_of(named)
            family, _ = _DISTRIBUTIONS[str(key)]
            own_release = key in _OWN_RELEASES and named["release"]
            self._note(family, named["release"].strip() if own_release else "")

    @staticmethod
    def _counts(line: str, named: re.Match[str]) -> bool:
        """Return whether a name is that of the machine: in brackets, as builds have it, only behind a heading."""
        in_brackets = line[: named.start()].endswith("(")
        headed = _HEADED.search(line, 0, named.start()) is not None
        return headed or (not in_brackets and (bool(named["release"]) or _is_own(line, named)))

    def _note(self, family: str, release: str) -> None:
        if not self._families.get(family):
            self._families[family] = release
