"""The places that loaders of any edition search on a machine. Does not open any of them."""

import re
from collections.abc import Iterable, Sequence

from refloader.core.search.environment import visible_environment
from refloader.core.search.places import driver_places, layer_places, settings_places
from refloader.host.builds import build_of
from refloader.host.port import Host
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.place import Form, Place, Use


def places_of(host: Host, editions: Iterable[Edition] = Edition, *, usual: bool = False) -> tuple[str, ...]:
    """Return the folders and files that loaders of these editions search, without those that VK_* variables name.

    The ``usual`` ones are those that they search where no XDG variable is set.
    """
    found: dict[str, None] = {}
    build = build_of(host)
    for edition in reversed(tuple(editions)):
        environment = _environment(host, edition, usual=usual)
        places = [
            *layer_places(environment, build, edition, Use.IMPLICIT)[0],
            *layer_places(environment, build, edition, Use.EXPLICIT)[0],
            *driver_places(environment, build, edition)[0],
            *settings_places(environment, edition, build),
        ]
        found |= dict.fromkeys(path for place in places for path in _files_of(environment, place))
    paths = host.platform().system.paths
    return tuple(path for path in found if paths.is_full(path))


def _files_of(environment: Environment, place: Place) -> Sequence[str]:
    """Return the file system paths of a place: its own, or the manifests that its registry key or value names."""
    if place.form in (Form.KEY, Form.VALUE):
        from refloader.core.search.windows.named import named_files  # Windows only

        return named_files(environment, place)[0]
    return [place.path]


def _environment(host: Host, edition: Edition, *, usual: bool) -> Environment:
    without = ("VK_", "XDG_") if usual else ("VK_",)
    bases = {name: value for name, value in host.variables().items() if not name.startswith(without)}
    return visible_environment(
        bases,
        elevated=host.elevated(),
        executable=host.executable(),
        edition=edition,
        platform=host.platform(),
    )


_OF_FLATPAK = re.compile(r"(?P<root>/(?:.+/)?flatpak)/(?:runtime|app)/[^/]+/[^/]+/[^/]+/[^/]+/files/.+")


def installation_of_flatpak(path: str) -> str:
    """Return the installation of Flatpak that a file belongs to: it is read in a sandbox, under another path."""
    found = _OF_FLATPAK.fullmatch(path)
    return found["root"] if found is not None else ""
