"""Builds the document of a snapshot: the recorded machine, and the manifests that an uninstall is checked against."""

from collections.abc import Iterable

from refloader import __version__
from refloader.core.json.reader import JsonValue
from refloader.host.port import Host
from refloader.inspect.places import places_of
from refloader.inspect.snapshots.file import SCHEMA, as_json
from refloader.inspect.snapshots.machine import record
from refloader.inspect.snapshots.recorded import recorded_json
from refloader.inspect.snapshots.redaction import redacted_member, redaction_of
from refloader.inspect.snapshots.taking import take
from refloader.model.recorded import Recorded
from refloader.model.snapshot import Snapshot


def of_host(host: Host, *, staged: bool) -> dict[str, JsonValue]:
    """Take the snapshot of a machine, or of a staging tree."""
    return _document(
        "tree" if staged else "machine",
        take(host, places_of(host), staged=staged),
        record(host, staged=staged),
    )


def of_log(recorded: Recorded) -> dict[str, JsonValue]:
    """Build the snapshot of a machine from a log. It has no digests, so that nothing can be compared with it."""
    return _document("log", Snapshot(False, (), ()), recorded)


def redacted_document(
    document: dict[str, JsonValue], users: Iterable[str] = (), hosts: Iterable[str] = ()
) -> dict[str, JsonValue]:
    """Return the document with the names of users and hosts replaced.

    ``users`` and ``hosts`` are known names, the machine's own user first; names of users in paths are replaced too.
    """
    redaction = redaction_of(document, users, hosts)
    return {key: redacted_member(key, value, redaction) for key, value in document.items()} | {
        "redacted": True
    }


def _document(source: str, known: Snapshot, recorded: Recorded) -> dict[str, JsonValue]:
    return {
        "schema": SCHEMA,
        "refloader": __version__,
        "source": source,
        "redacted": False,
        **as_json(known),
        **recorded_json(recorded),
    }
