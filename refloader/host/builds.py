"""What distributions of a store (NixOS, Guix) give loaders: folders of their build, and variables of each session.

They install no file into /usr. That NixOS keeps drivers in /run/opengl-driver/share is from NixOS/nixpkgs#52639; the
other folders are what such systems are known to have, as no document of the loader names them.
"""

import shlex
from collections.abc import Iterator

from refloader.host.distribution import distributions
from refloader.host.port import Content, Host, Kind, Listing
from refloader.model.request import Build
from refloader.model.system import System

_DRIVERS_OF_NIXOS = {64: "/run/opengl-driver", 32: "/run/opengl-driver-32"}
"""The links to the drivers that a NixOS machine has chosen, which are made while it starts."""

STORES = {"nixos": "/nix/store", "guix": "/gnu/store"}
"""The folders of all packages."""

_NAMES = {"nixos": "NixOS", "guix": "Guix"}
_SYSTEMS_OF_NIXOS = ("/run/current-system", "/nix/var/nix/profiles/system")
_SYSTEMS_OF_GUIX = ("/run/current-system", "/var/guix/profiles/system")
"""The links to the system: of a running machine, then of one whose files lie on a disk."""

_MOST_FILES, _MOST_BYTES = 100, 1 << 16
_FIELDS_OF_A_LINK = 7


def build_of(host: Host) -> Build:
    """Return the compile-time settings of a machine's own loaders; the documents' defaults if they are not known.

    SYSCONFDIR of NixOS's loader is the folder of the machine's drivers (DISC-LINUX-05).
    """
    build = Build(word_size=host.word_size())
    if store_of(host) != "nixos":
        return build
    folder = f"{_drivers_of_nixos(host)}/share"
    return Build(word_size=host.word_size(), sysconfdir=folder, extrasysconfdir="/etc")


def store_of(host: Host) -> str:
    """Return which distribution of a store a machine has: ``nixos``, ``guix``, or empty for any other one."""
    if host.platform().system is not System.LINUX:
        return ""
    return next((name for name in distributions(host) if name in _NAMES), "")


def session_of(host: Host) -> dict[str, str]:
    """Return the variables that each session of such a machine has, and loaders need; none if the host has them."""
    store = store_of(host)
    if not store or "XDG_DATA_DIRS" in host.variables():
        return {}
    of_nixos = f"{_first(host, _SYSTEMS_OF_NIXOS)}/sw/share"
    return {
        "XDG_DATA_DIRS": of_nixos if store == "nixos" else f"{_first(host, _SYSTEMS_OF_GUIX)}/profile/share"
    }


def session_note(host: Host) -> str:
    """Return a sentence on what is assumed of a machine for which ``session_of`` gives variables."""
    build = build_of(host)
    given = [f"{name}={value}" for name, value in session_of(host).items()]
    given += [f"SYSCONFDIR={build.sysconfdir}"] if build.sysconfdir != Build().sysconfdir else []
    options = " and --sysconfdir change" if len(given) > 1 else " changes"
    return (
        f"{_NAMES[store_of(host)]} has nothing in /usr: this is for a session and a loader as that distribution sets "
        f"them up, with {' and '.join(given)} (--env{options} that)"
    )


def missing_drivers_of_nixos(host: Host) -> str:
    """Return the folder of NixOS's drivers if it is not there; empty if it is, and on other machines."""
    folder = _drivers_of_nixos(host) if store_of(host) == "nixos" else ""
    return folder if folder and host.kind(folder) is Kind.MISSING else ""


def _first(host: Host, paths: tuple[str, ...]) -> str:
    return next((path for path in paths if host.kind(path) is Kind.FOLDER), paths[0])


def _drivers_of_nixos(host: Host) -> str:
    """Return the folder of the drivers: the link, or where tmpfiles.d(5) makes it lead when the machine starts."""
    link = _DRIVERS_OF_NIXOS[host.word_size()]
    if host.kind(link) is not Kind.MISSING:
        return link
    return next(_made_at_start(host, link), link)


def _made_at_start(host: Host, link: str) -> Iterator[str]:
    """Yield where the rules of tmpfiles.d(5) have a link lead."""
    folder = f"{_first(host, _SYSTEMS_OF_NIXOS)}/etc/tmpfiles.d"
    listing = host.list(folder)
    for name in sorted(listing.names)[:_MOST_FILES] if isinstance(listing, Listing) else ():
        answer = host.read(f"{folder}/{name}", _MOST_BYTES)
        text = answer.data.decode("utf-8", "replace") if isinstance(answer, Content) else ""
        for line in text.splitlines() if link in text else ():
            words = _words(line)
            if len(words) == _FIELDS_OF_A_LINK and link in words[:2] and words[-1].startswith("/"):
                yield words[-1]


def _words(line: str) -> list[str]:
    try:
        return shlex.split(line, comments=True)
    except ValueError:
        return []
