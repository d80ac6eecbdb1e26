"""Results files that the tests of reading and writing begin with."""

from pathlib import Path

from refloader.results.results_file import (
    Header,
    Result,
    Subject,
    Verdict,
    Writer,
)

SUBJECT = Subject("loader", "system", "/usr/lib/libvulkan.so.1", "1.3.239", "ab" * 32)
PASS = Result("LLP_LAYER_9", "system", "plain", Verdict.PASS, seconds=0.5)
FAIL = Result("LLP_LAYER_9", "system", "missing", Verdict.FAIL, "loaded", {"chain": ["a"]}, "conform")


def header(*subjects: Subject) -> Header:
    """A header of one subject, or of those given."""
    return Header(
        suite_version="0.1.0",
        catalogue_version="c0ffee",
        subjects=subjects or (SUBJECT,),
        machine={"system": "Linux", "cores": 2},
        started="2026-03-01T10:00:00+00:00",
        edition="2026",
        command="refloader conform",
    )


def written(folder: Path, *results: Result) -> Path:
    """A finished file with these results."""
    path = folder / "results.ndjson"
    with Writer(str(path), header()) as writer:
        for result in results:
            writer.write(result)
        writer.finish("2026-03-01T10:01:00+00:00")
    return path
