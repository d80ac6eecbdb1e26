"""The document of a snapshot: the machine as it was recorded, with what an uninstall is judged by."""

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
    """The snapshot of a machine, or of a staging tree."""
    return _document(
        "tree" if staged else "machine",
        take(host, places_of(host), staged=staged),
        record(host, staged=staged),
    )


def of_log(recorded: Recorded) -> dict[str, JsonValue]:
    """The snapshot of what a log tells. It knows no digests, so that nothing can be compared with it."""
    return _document("log", Snapshot(False, (), ()), recorded)


def redacted_document(
    document: dict[str, JsonValue], users: Iterable[str] = (), hosts: Iterable[str] = ()
) -> dict[str, JsonValue]:
    """The document with other names for its users; the known ones, the machine's own first, and those in paths."""
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
