"""Puts an installed Flatpak application together from its folders: application, runtime, and their extensions.

Where each extension lies, and which of its folders are merged, is taken from the metadata of the runtime and the
application. What Flatpak decides when it starts one (permissions of other files, drivers of the host) is not known.
"""

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from refloader.host.machines.real import RealHost
from refloader.host.machines.trees import groups_of
from refloader.host.port import Content, Listing
from refloader.inspect.running.installed import Installed, Lacking, NotInstalledError
from refloader.model.text import quote

_EXTENSION = "Extension "
_ACTIVE_DRIVER = "active-gl-driver"
_NVIDIA = "/sys/module/nvidia/version"
_VARIABLES = {"XDG_DATA_DIRS": "/app/share:/usr/share", "XDG_CONFIG_DIRS": "/app/etc/xdg:/etc/xdg"}
_USR_MERGED = ("/usr", "/app")
_REFERENCE = re.compile(r"[\w-][\w.-]*/\w+/[\w-][\w.-]*")
_PART = re.compile(r"[\w-][\w.-]*")
"""Names and versions of extensions: metadata may not lead out of the folder of installations."""
_LONGEST_PATH = 2048
"""In bytes: half of the kernel's 4096, as what is mounted there needs room too."""


@dataclass(frozen=True, slots=True)
class _Extension:
    """One that is installed: its name, the files on this machine, and where they are mounted."""

    name: str
    files: str
    at: str
    point: str
    merged: tuple[str, ...]


def bases(variables: Mapping[str, str]) -> tuple[str, ...]:
    """Return the folders of installations, the user's first."""
    home = variables.get("HOME", "")
    data = variables.get("XDG_DATA_HOME") or f"{home}/.local/share"
    user = variables.get("FLATPAK_USER_DIR") or f"{data}/flatpak"
    return (user, variables.get("FLATPAK_SYSTEM_DIR") or "/var/lib/flatpak")


def flatpak(app: str, variables: Mapping[str, str]) -> Installed:
    """Return an application as a machine, for the user with these variables.

    Raises:
        NotInstalledError: the application or its runtime is not installed.
    """
    where = bases(variables)
    place = _first(f"{base}/app/{app}/current/active" for base in where)
    if place is None or "/" in app or not app:
        raise NotInstalledError(f"the Flatpak {quote(app)} is not installed in {' or '.join(where)}")
    own = groups_of(f"{place}/metadata")
    runtime = own.get("Application", {}).get("runtime", "")
    whole = _REFERENCE.fullmatch(runtime) is not None
    base = _first(f"{each}/runtime/{runtime}/active" for each in where) if whole else None
    if base is None:
        raise NotInstalledError(
            f"the runtime {quote(runtime)} of {app} is not installed in {' or '.join(where)}"
        )
    groups = groups_of(f"{base}/metadata")
    arch, branch = runtime.split("/")[1:3]
    extensions = [
        *_extensions(groups, "/usr", where, arch, branch),
        *_extensions(own, "/app", where, arch, branch),
    ]
    home = variables.get("HOME", "")
    data = f"{home}/.var/app/{app}"
    given = {
        **{name: value for name, value in variables.items() if not name.startswith(("XDG_", "LD_"))},
        **_VARIABLES,
        **groups.get("Environment", {}),
        **own.get("Environment", {}),
        **_overrides(where, app),
        "XDG_DATA_HOME": f"{data}/data",
        "XDG_CONFIG_HOME": f"{data}/config",
        "FLATPAK_ID": app,
    }
    maps = {each.at: each.files for each in extensions}
    maps |= {"/app": f"{place}/files"}
    maps |= {data: data} if home and os.path.isdir(data) else {}
    names = ", ".join(sorted(each.name for each in extensions)) or "none"
    notes = (
        f"the Flatpak {app} with the runtime {runtime}; extensions: {names}",
        "not known before it runs: files of the host that its permissions show; --pid of the running one has them",
    )
    lacking = (*_lacking(groups, where, arch, branch), *_lacking(own, where, arch, branch))
    return Installed(base, maps, given, _merged(extensions), notes, tuple(dict.fromkeys(lacking)))


def _extensions(
    groups: Mapping[str, Mapping[str, str]], prefix: str, where: Sequence[str], arch: str, branch: str
) -> Iterator[_Extension]:
    """Yield the installed extensions of the points that some metadata has."""
    for group, keys in groups.items():
        mounted = keys.get("directory", "")
        if not group.startswith(_EXTENSION) or not _can_be_a_folder(mounted):
            continue
        point = group.removeprefix(_EXTENSION).partition("@")[0]
        directory = f"{prefix}/{mounted.strip('/')}"
        versions = _versions(keys, branch)
        merged = tuple(each for each in keys.get("merge-dirs", "").split(";") if each and ".." not in each)
        several = keys.get("subdirectories") == "true"
        for name in _named(point, where, several=several):
            files = _first(
                f"{base}/runtime/{name}/{arch}/{each}/active/files"
                for each in versions
                for base in where
                if _PART.fullmatch(name) and _PART.fullmatch(each)
            )
            suffix = name.removeprefix(f"{point}.")
            if files is None or not _is_enabled(keys.get("enable-if", ""), suffix):
                continue
            at = f"{directory}/{suffix}" if several else directory
            yield _Extension(name, files, at, directory, merged)


def _can_be_a_folder(path: str) -> bool:
    """Return whether a folder of a machine can have this path; the kernel takes no longer one."""
    return 0 < len(path.encode()) < _LONGEST_PATH and path.isprintable()


def _lacking(
    groups: Mapping[str, Mapping[str, str]], where: Sequence[str], arch: str, branch: str
) -> Iterator[Lacking]:
    """Yield the extensions with layers or drivers that are installed and are not for this runtime or this machine."""
    for group, keys in groups.items():
        point = group.removeprefix(_EXTENSION).partition("@")[0]
        several = keys.get("subdirectories") == "true" and "vulkan" in keys.get("merge-dirs", "")
        if not group.startswith(_EXTENSION) or not several:
            continue
        versions = [each for each in _versions(keys, branch) if _PART.fullmatch(each)]
        names = [name for name in _named(point, where, several=True) if _PART.fullmatch(name)]
        for name in names if keys.get("enable-if", "") != _ACTIVE_DRIVER else ():
            there = sorted({each for base in where for each in _listed(f"{base}/runtime/{name}/{arch}")})
            there = [each for each in there if _PART.fullmatch(each)]
            if there and versions and not set(there) & set(versions):
                why = f"the extension {name} is installed as {' and '.join(there)}, and the runtime takes "
                why += f"{' or '.join(versions)}: the Flatpak does not get it"
                wanted = f"{name}//{versions[0]}"
                yield Lacking(name.removeprefix(f"{point}."), why, wanted, f"flatpak install {wanted}")
        if keys.get("enable-if", "") == _ACTIVE_DRIVER:
            yield from _of_nvidia(point, names)


def _of_nvidia(point: str, names: Sequence[str]) -> Iterator[Lacking]:
    """Yield the extension for the kernel module of NVIDIA's that runs, if it is not among those installed."""
    suffix = _running_module()
    if not suffix or f"{point}.{suffix}" in names:
        return
    others = [name for name in names if name.startswith(f"{point}.nvidia-")]
    there = f", and there is {' and '.join(others)}" if others else ""
    why = f"the extension {point}.{suffix} for NVIDIA's kernel module that runs is not installed{there}: the Flatpak "
    why += "has no driver for that card"
    yield Lacking("nvidia", why, f"{point}.{suffix}", f"flatpak install {point}.{suffix}")


def _versions(keys: Mapping[str, str], branch: str) -> list[str]:
    """Return the branches of an extension that its point takes."""
    return (keys.get("versions") or keys.get("version") or branch).strip(";").split(";")


def _listed(folder: str) -> tuple[str, ...]:
    answer = RealHost({}).list(folder)
    return answer.names if isinstance(answer, Listing) else ()


def _named(point: str, where: Sequence[str], *, several: bool) -> list[str]:
    """Return the extensions of a point that are there: the one of its name, or all whose names begin with it."""
    if not several:
        return [point]
    names: set[str] = set()
    for base in where:
        names.update(_listed(f"{base}/runtime"))
    return sorted(name for name in names if name.startswith(f"{point}."))


def _is_enabled(condition: str, suffix: str) -> bool:
    """Return whether an extension is used here: that of NVIDIA's driver only beside the same kernel module."""
    if condition != _ACTIVE_DRIVER or not suffix.startswith("nvidia"):
        return True
    return suffix == _running_module()


def _running_module() -> str:
    """Return the end of the name of the extension for NVIDIA's kernel module that runs; empty if none runs."""
    answer = RealHost({}).read(_NVIDIA)
    version = answer.data.decode("ascii", "replace").strip() if isinstance(answer, Content) else ""
    return f"nvidia-{version.replace('.', '-')}" if re.fullmatch(r"[0-9.]{3,30}", version) else ""


def _merged(extensions: Sequence[_Extension]) -> dict[str, dict[str, str]]:
    """Return the merged folders of manifests: the names in each, with the files that they lead to."""
    links: dict[str, dict[str, str]] = {}
    for each in extensions:
        for folder in each.merged:
            answer = RealHost({}).list(f"{each.files}/{folder}") if "vulkan" in folder else None
            for name in answer.names if isinstance(answer, Listing) else ():
                links.setdefault(f"{each.point}/{folder}", {}).setdefault(name, f"{each.at}/{folder}/{name}")
    return links


def _overrides(where: Sequence[str], app: str) -> dict[str, str]:
    """Return the variables that the user or the administrator has set for all applications or this one."""
    found: dict[str, str] = {}
    for base in reversed(where):
        for name in ("global", app):
            found |= groups_of(f"{base}/overrides/{name}").get("Environment", {})
    return found


def _first(paths: Iterator[str]) -> str | None:
    return next((path for path in paths if os.path.isdir(path)), None)
