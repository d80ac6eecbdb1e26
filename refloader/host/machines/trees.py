"""Creates the host of a folder that represents a machine, according to its system and its recognised layout."""

import os
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from refloader.host.machines.real import RealHost
from refloader.host.machines.root import RootHost
from refloader.host.machines.windows_root import WindowsRootHost
from refloader.host.port import Content
from refloader.model.platform import LINUX, Platform
from refloader.model.system import System
from refloader.model.text import quote

_METADATA_LIMIT = 1 << 20
_BUNDLE = "an OCI bundle: its rootfs is the root; the variables that its config.json sets are not read"


class Layout(NamedTuple):
    """The recognised layout of a folder: ``root`` is the content's path on this machine, ``at`` its path in the tree.

    ``maps`` are further folders by their path in the tree, ``words`` describe the layout for the user, and
    ``problem`` says why the folder cannot be read as a tree.
    """

    root: str
    at: str = "/"
    maps: Mapping[str, str] = {}
    words: str = ""
    problem: str = ""


def tree_host(
    root: str,
    variables: Mapping[str, str] | None = None,
    *,
    elevated: bool = False,
    executable: str = "",
    word_size: int = 64,
    platform: Platform = LINUX,
    maps: Mapping[str, str] | None = None,
    under: Sequence[str] = (),
) -> RootHost | WindowsRootHost:
    """Create the host of a folder.

    ``maps`` are folders from elsewhere, by the path prefix that they provide; ``under`` are lower layers of an image.

    Raises:
        ValueError: the folder has a layout that cannot be read directly.
    """
    if platform.system is System.WINDOWS:
        return WindowsRootHost(
            root,
            variables,
            elevated=elevated,
            executable=executable,
            word_size=word_size,
            platform=platform,
            maps=maps,
        )
    layout = layout_of(root)
    if layout.problem:
        raise ValueError(layout.problem)
    return RootHost(
        layout.root,
        variables,
        elevated=elevated,
        executable=executable,
        word_size=word_size,
        platform=platform,
        maps={**layout.maps, **(maps or {})},
        under=under,
        at=layout.at,
        layout=layout.words,
    )


def parse_map(text: str) -> tuple[str, str]:
    """Parse ``PREFIX=DIR`` (for example ``/app=DIR``) into the prefix and the folder.

    Raises:
        ValueError: the text does not have that form, or the folder does not exist.
    """
    prefix, equals, place = text.partition("=")
    if not equals or not (prefix.startswith(("/", "\\")) or prefix[1:2] == ":"):
        raise ValueError(f"{quote(text)} is not PREFIX=DIR with a full path as PREFIX")
    if not os.path.isdir(place):
        raise ValueError(f"{quote(place)} is not a folder")
    return prefix, place


def layout_of(root: str) -> Layout:
    """Recognise the layout of a folder. A folder without a special layout is itself the root of the tree."""
    if os.path.isfile(f"{root}/oci-layout") and os.path.isdir(f"{root}/blobs"):
        problem = (
            f"{quote(root)} is an OCI image layout, whose layers are packed: unpack it and name its rootfs"
        )
        return Layout(root, problem=problem)
    if os.path.isfile(f"{root}/config.json") and os.path.isdir(f"{root}/rootfs"):
        return Layout(f"{root}/rootfs", words=_BUNDLE)
    if os.path.isfile(f"{root}/metadata") and os.path.isdir(f"{root}/files"):
        return _flatpak(root)
    if os.path.isdir(f"{root}/share/vulkan") and not os.path.isdir(f"{root}/usr"):
        return _prefix(root)
    return Layout(root)


def _prefix(root: str) -> Layout:
    """Return the layout of the usr of a tree, or of its usr/local; other prefixes are taken as they are."""
    path = os.path.abspath(root)
    at = next((each for each in ("/usr/local", "/usr") if path.endswith(each)), "")
    if not at:
        return Layout(root)
    above = path.removesuffix(at) or "/"
    words = f"the {at[1:]} of a tree: its files are {at}; what lies beside it is read with --root {above}"
    merged = _merged(root) if at == "/usr" else {}
    merged.pop("/etc", None)  # of a system, /etc is no link to /usr/etc
    return Layout(root, at, merged, words)


_MERGED = ("bin", "etc", "lib", "lib32", "lib64", "sbin")
"""The folders that are links into /usr in a Flatpak sandbox."""


def _merged(files: str) -> dict[str, str]:
    return {f"/{each}": f"{files}/{each}" for each in _MERGED if os.path.isdir(f"{files}/{each}")}


def _flatpak(root: str) -> Layout:
    files = f"{root}/files"
    groups = groups_of(f"{root}/metadata")
    if "Application" in groups:
        return Layout(files, "/app", words="a Flatpak application: its files are /app")
    name = groups.get("Runtime", {}).get("name", "")
    if "ExtensionOf" in groups:
        at = _extension_point(name)
        return Layout(files, at, words=f"a Flatpak extension: its files are {at}") if at else Layout(root)
    if "Runtime" not in groups:
        return Layout(root)
    return Layout(files, "/usr", _merged(files), "a Flatpak runtime: its files are /usr")


def _extension_point(name: str) -> str:
    """Return the mount point of an extension, by its name (org.freedesktop.Platform: metadata); empty if unknown."""
    _, found, layer = name.partition(".VulkanLayer.")
    return f"/usr/lib/extensions/vulkan/{layer}" if found and layer and "/" not in layer else ""


def groups_of(path: str) -> dict[str, dict[str, str]]:
    """Return the groups of a key file with their keys; none if the file cannot be read."""
    answer = RealHost({}).read(path, _METADATA_LIMIT)
    groups: dict[str, dict[str, str]] = {}
    group: dict[str, str] = {}
    for line in answer.data.decode("utf-8", "replace").splitlines() if isinstance(answer, Content) else ():
        line = line.strip()
        if line.startswith("[") and line.endswith("]"):
            group = groups.setdefault(line[1:-1], {})
        elif "=" in line and not line.startswith("#"):
            key, _, value = line.partition("=")
            group[key.strip()] = value.strip()
    return groups
