"""Finds manifests and libraries that lie where a loader does not search. Looks at a limited number of folders.

Of a machine that is recorded, what is found is noted, and not the folders that were looked at: a snapshot answers
with what was found on its machine.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.core.manifests.manifest_kind import kind_of, use_of_folder
from refloader.host.extras import Around, Walkable
from refloader.host.machines.overlay import OverlayHost
from refloader.host.machines.real import RealHost
from refloader.host.machines.recording import RecordingHost
from refloader.host.port import Content, Failure, Host, Kind, Listing
from refloader.inspect.places import installation_of_flatpak
from refloader.model.place import Use
from refloader.model.system import System

_MOST_FOLDERS = 1500
"""The most folders that are listed."""

_MOST_OF_THIS = 300
"""The same on the machine that refloader runs on, where listing may be slow."""

_DEEPEST = 12
_SKIPPED = frozenset({"/proc", "/sys", "/dev", "/usr/share/doc", "/usr/share/locale", "/usr/share/man"})
_USUAL = (
    "/etc",
    "/etc/xdg",
    "/usr/local/etc",
    "/usr/local/share",
    "/usr/share",
    "/usr/local",
    "/usr",
    "/app/share",
    "/app/etc",
    "/run/opengl-driver/share",
    "/run/opengl-driver-32/share",
    "/run/current-system/sw/share",
    "/run/current-system/profile/share",
    "/run/host/etc",
    "/run/host/usr/share",
    "/run/host/usr/local/share",
    "/usr/lib/extensions",
    "/usr/lib/x86_64-linux-gnu/GL",
    "/usr/lib/i386-linux-gnu/GL",
    "/usr/lib/pressure-vessel/overrides/share",
    "/var/lib/flatpak/exports/share",
    "/opt",
)
"""Bases with a ``vulkan`` folder on some distributions and in some containers."""

_OF_HOME = (
    ".config",
    ".local/share",
    ".nix-profile/share",
    ".guix-profile/share",
    "snap",
    ".var/app",
    ".local/share/Steam",
)


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """A manifest outside of the search: the layers that it defines, each with the variable that enables it
    and its library_path.

    ``names`` is empty for a driver.
    """

    path: str
    use: Use
    names: tuple[str, ...] = ()
    enables: Mapping[str, tuple[str, str]] = field(default_factory=dict)
    libraries: Mapping[str, str] = field(default_factory=dict)

    @property
    def folder(self) -> str:
        """The folder of the manifest."""
        return self.path.rpartition("/")[0] or "/"


def manifests_elsewhere(
    host: Host, near: Iterable[str] = (), known: Iterable[str] = ()
) -> tuple[Elsewhere, ...]:
    """Return the manifests in folders where one may lie, without those at the paths in ``known``.

    A file that a known path leads to by links is that manifest, and no other one. ``near`` are further folders to
    look at, without the folders in them.
    """
    known, quiet = tuple(known), unrecorded(host)
    seen, reached = set(known), set[str]()
    found: dict[str, Elsewhere] = {}
    for named in _json_files(host, near):
        path = f"/{named.lstrip('/')}" if named.startswith("//") else named
        if path in seen or installation_of_flatpak(path):
            continue
        seen.add(path)
        answer = quiet.read(path)
        if isinstance(answer, Content) and (b"layer" in answer.data or b"ICD" in answer.data):
            each = _manifest(path, answer.data)
            reached = reached or {host.real_path(known) for known in known}
            if each is not None and host.real_path(path) not in reached:
                _note(host, path)
                host.read(path)
                found.setdefault(host.real_path(path), each)
    return tuple(found.values())


_BELOW_PREFIX = ("", "vulkan/", "share/vulkan/", "etc/vulkan/")
_OF_MANIFESTS = ("explicit_layer.d", "implicit_layer.d", "icd.d")


def below_prefix(host: Host, folder: str) -> Iterator[str]:
    """Yield the folders of manifests below one that is named by mistake: the prefix of an installation, or a base."""
    join = host.platform().system.paths.join
    if host.kind(folder) is not Kind.FOLDER:
        return
    for each in (f"{base}{name}" for base in _BELOW_PREFIX for name in _OF_MANIFESTS):
        path = join(folder, each)
        if host.kind(path) is Kind.FOLDER:
            yield path


def manifest_at(host: Host, path: str) -> Elsewhere | None:
    """Return the manifest at a path; None if there is none."""
    answer = host.read(path)
    return _manifest(path, answer.data) if isinstance(answer, Content) else None


def _manifest(path: str, data: bytes) -> Elsewhere | None:
    """Return what a file defines, or is meant to define if it is no valid JSON; None if that is nothing."""
    value = reader.read(data).value
    if value is None and any(word in data for word in (b'"layer"', b'"layers"', b'"ICD"')):
        from refloader.inspect.json_repair import repaired  # here, as most manifests are sound

        right = repaired(data)
        value = reader.read(right.data).value if right is not None else None
    if not isinstance(value, dict):
        return None
    driver = value.get("ICD")
    if isinstance(driver, dict):
        return Elsewhere(path, Use.DRIVER, libraries={"": str(driver.get("library_path", ""))})
    layers = list(_layers(value))
    if not layers:
        return None
    enables = {str(layer["name"]): switch for layer in layers if (switch := _switch(layer))}
    folder, _, name = path.rpartition("/")
    use = use_of_folder(folder)
    use = use if use in (Use.IMPLICIT, Use.EXPLICIT) else kind_of(value, name)  # by its content
    use = use if use is Use.IMPLICIT else Use.EXPLICIT
    libraries = {str(layer["name"]): str(layer.get("library_path", "")) for layer in layers}
    return Elsewhere(path, use, tuple(libraries), enables, libraries)


def _layers(value: dict[str, JsonValue]) -> Iterator[dict[str, JsonValue]]:
    several = value.get("layers")
    for each in several if isinstance(several, list) else [value.get("layer")]:
        if isinstance(each, dict) and isinstance(each.get("name"), str):
            yield each


def _switch(layer: dict[str, JsonValue]) -> tuple[str, str] | None:
    enable = layer.get("enable_environment")
    pairs = list(enable.items()) if isinstance(enable, dict) else []
    return (pairs[0][0], str(pairs[0][1])) if pairs else None


def libraries_elsewhere(host: Host, name: str, near: Iterable[str] = ()) -> tuple[str, ...]:
    """Return the files of a name in folders where libraries may lie; those in ``near`` come first."""
    first = [f"{folder.rstrip('/')}/{name}" for folder in near]
    found = dict.fromkeys(path for path in first if host.kind(path) is Kind.FILE)
    bases = ("/usr/lib", "/usr/lib64", "/usr/local/lib", "/opt", *homes(host))
    found |= dict.fromkeys(_walked_files(host, bases, lambda _, names: [name] if name in names else []))
    there = tuple(path for path in found if host.kind(path) is Kind.FILE)
    for path in there:
        _note(host, path)
    return there


def homes(host: Host) -> tuple[str, ...]:
    """Return the home folders of a machine, that of HOME first."""
    own = host.variables().get("HOME", "")
    listing = host.list("/home")
    users = [f"/home/{name}" for name in sorted(listing.names)] if isinstance(listing, Listing) else []
    return tuple(dict.fromkeys([*([own] if own.startswith("/") else []), *users, "/root"]))


def _json_files(host: Host, near: Iterable[str]) -> Iterator[str]:
    system = host.platform().system
    for folder in near:
        listing = host.list(folder)
        if isinstance(listing, Listing):
            yield from (system.paths.join(folder, name) for name in names_of_manifests(folder, listing.names))
    yield from _walked_files(host, _bases(host), names_of_manifests)


def names_of_manifests(folder: str, names: Iterable[str]) -> Iterator[str]:
    """Yield the names that manifests may have; in a folder of manifests also those with no suffix or a near one."""
    every = use_of_folder(folder) in (Use.EXPLICIT, Use.IMPLICIT, Use.DRIVER)
    for name in sorted(names):
        if ".json" in name.lower() or (every and ("." not in name or _NEARLY.search(name))):
            yield name


_NEARLY = re.compile(r"\.(?:jsn|jso|jsom|jason|js|txt|conf|cfg|manifest)$", re.IGNORECASE)
"""The suffixes that people and editors give a manifest instead of .json."""


def name_wanted(name: str) -> str:
    """Return the name that a loader takes for a manifest with a name that it passes over."""
    end = name.lower().find(".json")
    return f"{name[:end] if end >= 0 else _NEARLY.sub('', name)}.json"


def _bases(host: Host) -> Iterator[str]:
    """Yield where to begin on the machine that refloader runs on."""
    variables = host.variables()
    listed = [variables.get(name, "") for name in ("XDG_DATA_DIRS", "XDG_CONFIG_DIRS")]
    own = [variables.get(name, "") for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME")]
    bases = [*_USUAL, *(entry for value in listed for entry in value.split(":")), *own]
    for base in dict.fromkeys(base for base in bases if base.startswith("/")):
        yield base if base in ("/opt", "/usr/lib/extensions") else f"{base}/vulkan"
    for home in homes(host):
        for folder in _OF_HOME:
            yield f"{home}/{folder}" if folder in ("snap", ".var/app") else f"{home}/{folder}/vulkan"


def machine_below(host: Host) -> Host:
    """Return the machine itself below the changes that are tried on it, of which one may be on top of another."""
    while isinstance(host, OverlayHost | RecordingHost):
        host = host.base
    return host


def _recording(host: Host) -> RecordingHost | None:
    while isinstance(host, OverlayHost):
        host = host.base
    return host if isinstance(host, RecordingHost) else None


def unrecorded(host: Host) -> Host:
    """Return what is looked at, so that a snapshot does not get what is of no use to it."""
    return machine_below(host) if _recording(host) is not None else host


def _note(host: Host, path: str) -> None:
    """Note a file that was found, if the machine is recorded."""
    recording = _recording(host)
    if recording is not None:
        recording.found(path)


def _walked_files(
    host: Host, bases: Iterable[str], chosen: Callable[[str, Sequence[str]], Iterable[str]]
) -> Iterator[str]:
    """Yield the files below some bases that are chosen by their folder and their names.

    A snapshot has no other files than those that were found on its machine.
    """
    paths, base = host.platform().system.paths, machine_below(host)
    if isinstance(base, Around):
        for path in base.found_around():
            folder, name = paths.split(path)
            yield from (path for _ in chosen(folder, (name,)))
        return
    for folder, names in _walked(unrecorded(host), bases):
        yield from (paths.join(folder, name) for name in chosen(folder, names))


def _walked(host: Host, bases: Iterable[str]) -> Iterator[tuple[str, Sequence[str]]]:
    """Yield the folders below some bases with their names; of another machine's files, all folders."""
    here = isinstance(machine_below(host), RealHost)
    paths = host.platform().system.paths
    left = _MOST_OF_THIS if here else _MOST_FOLDERS
    pending = [(base, 0) for base in bases] if here else [(root, 0) for root in _roots(host)]
    seen: set[str] = set()
    while pending and left:
        folder, depth = pending.pop(0)
        if folder in seen or folder in _SKIPPED:
            continue
        seen.add(folder)
        names, folders = _members(host, folder)
        left -= 1
        if names:
            yield folder, names
        if depth < (_DEEPEST if not here else 4):
            pending += [(paths.join(folder, name), depth + 1) for name in folders]


def _roots(host: Host) -> Sequence[str]:
    if host.platform().system is not System.WINDOWS:
        return ["/"]
    from refloader.host.machines.windows_root import WindowsRootHost  # Windows only

    base = machine_below(host)
    return base.drives() if isinstance(base, WindowsRootHost) else ["/"]


def _members(host: Host, folder: str) -> tuple[Sequence[str], Sequence[str]]:
    """Return the names in a folder, and those of them that are folders and no links."""
    base = machine_below(host)
    if isinstance(base, Walkable):
        found = base.members(folder)
        return ((), ()) if isinstance(found, Failure) else (found.names, sorted(found.folders))
    listing = host.list(folder)
    if not isinstance(listing, Listing):
        return (), ()
    join = host.platform().system.paths.join
    return listing.names, [name for name in listing.names if host.kind(join(folder, name)) is Kind.FOLDER]
