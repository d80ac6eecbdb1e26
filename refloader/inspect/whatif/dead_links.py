"""Links to nowhere, of manifests and of searched folders, that keep a loader from a manifest which lies elsewhere."""

from collections.abc import Container, Iterator
from dataclasses import replace

from refloader.host.port import Content, Host, Kind, Listing
from refloader.inspect.elsewhere import Elsewhere
from refloader.inspect.whatif.change import Change, ChangeKind
from refloader.inspect.whatif.installing import to_mount
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.place import Form, Use
from refloader.model.text import quote

_MOST_NAMES = 400


def dead_target(host: Host, path: str) -> str:
    """Return what a link that leads nowhere names; empty for what is there, and for what is no link."""
    folder, _, name = path.rpartition("/")
    target = host.real_path(path) if folder else path
    is_link = target not in (path, f"{host.real_path(folder)}/{name}" if folder else path)
    return target if is_link and host.kind(path) is Kind.MISSING else ""


def dead_links(what_if: WhatIf, uses: Container[Use]) -> Iterator[str]:
    """Yield the manifests in folders that are searched and that are links to nowhere."""
    host = what_if.host
    for place in what_if.plan.places:
        listing = host.list(place.path) if place.use in uses and place.form is Form.FOLDER else None
        names = listing.names[:_MOST_NAMES] if isinstance(listing, Listing) else ()
        paths = (f"{place.path.rstrip('/')}/{name}" for name in names if name.endswith(".json"))
        yield from (path for path in paths if host.kind(path) is Kind.MISSING)


def linked_anew(what_if: WhatIf, far: Elsewhere) -> Change | None:
    """Return the link that finds a manifest again: one of its name that leads nowhere, made anew; None if none."""
    host, name = what_if.host, far.path.rpartition("/")[2]
    answer = host.read(far.path)
    for path in dead_links(what_if, (far.use,)) if isinstance(answer, Content) else ():
        if path.rpartition("/")[2] != name or not isinstance(answer, Content):
            continue
        because = (
            f"{quote(path)} is a link to {quote(host.real_path(path))}, which does not exist; the manifest is "
            f"{quote(far.path)}"
        )
        files: tuple[tuple[str, bytes | None], ...] = ((path, answer.data),)
        return Change(ChangeKind.LINK, path, far.path, files=files, because=because)
    return None


def with_dead_folder(
    what_if: WhatIf, uses: Container[Use], changes: tuple[Change, ...]
) -> tuple[Change, ...]:
    """Return changes by which a manifest elsewhere is found, with the folder that leads nowhere as their reason."""
    gone = to_mount(what_if, uses) if changes and changes[0].because else None
    if gone is None:
        return changes
    return (replace(changes[0], because=f"{gone.because}; {changes[0].because}"), *changes[1:])
