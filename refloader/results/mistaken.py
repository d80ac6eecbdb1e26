"""Says what a file is that somebody took for results or a claim, and which command it is for."""

_ELF = b"\x7fELF"
_ZIP = b"PK\3\4"

_MEANT = (
    (_ELF, "a library: name the folder that refloader conform --out writes for it"),
    (
        _ZIP,
        "a zip file: if refloader claim wrote it, refloader verify-claim checks it, and results/ in it has results",
    ),
    (b"<!doctype html", "a page for readers: name results.ndjson, which lies beside a report.html"),
    (b"<?xml", "XML: name results.ndjson, which lies beside a junit.xml"),
    (b"refloader ", "a text for readers: name results.ndjson, which lies beside a summary.txt"),
)

_LONGEST = max(len(start) for start, _ in _MEANT)


def meant_for(start: bytes) -> str:
    """Return what a file is by its first bytes, and what to name in its place; empty if that is not known."""
    head = start[:_LONGEST].lower()
    return next((what for begin, what in _MEANT if head.startswith(begin.lower())), "")


def is_page(start: bytes) -> bool:
    """Return whether a file is a page of HTML by its first bytes."""
    return start[:_LONGEST].lower().startswith(b"<!doctype html")
