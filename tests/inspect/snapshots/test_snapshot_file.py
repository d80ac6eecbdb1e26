"""Snapshot files: what is written comes back, and whatever else is in one is a finding with its place."""

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.inspect.snapshots.file import FIRST_SCHEMA, SCHEMA, as_json, read_snapshot
from refloader.model.place import Use
from refloader.model.reason import Span
from refloader.model.snapshot import KnownEntry, KnownLibrary, KnownManifest, Mention, Snapshot

PATH = "/tmp/snapshot.json"
SNAPSHOT = Snapshot(
    True,
    ("/etc/vulkan/icd.d", "/home/m\udcff/vulkan"),
    (
        KnownManifest(
            "/etc/vulkan/icd.d/\udcfe.json",
            Use.DRIVER,
            "aa",
            (KnownEntry(Mention("", 3, 5), "1.3.0", KnownLibrary(Mention("a.so", 4, 9), "/a.so", "bb", 64)),),
        ),
        KnownManifest(
            "/x.json",
            Use.IMPLICIT,
            "cc",
            (KnownEntry(Mention("VK_LAYER_A_b", 1, 2), "1", None, (Mention("VK_LAYER_A_c", 6, 7),)),),
            (Mention("/y.json", 8, 9),),
        ),
    ),
)
json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=5),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3),
    max_leaves=8,
)


FIRST = {"schema": FIRST_SCHEMA, **as_json(SNAPSHOT)}


def written(snapshot: Snapshot, schema: str = FIRST_SCHEMA) -> bytes:
    """The file of a snapshot, without the machine that a later one holds as well."""
    later = {} if schema == FIRST_SCHEMA else {"redacted": snapshot.redacted}
    return json.dumps({"schema": schema, **later, **as_json(snapshot)}).encode()


def places(value: Any, keys: tuple[str | int, ...] = ()) -> "list[tuple[str | int, ...]]":
    """The way to every value in a document."""
    inner = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    return [keys, *(found for key, each in inner for found in places(each, (*keys, key)))]


def put(document: Any, keys: tuple[str | int, ...], value: Any) -> Any:
    """The document with another value at one place."""
    if not keys:
        return value
    copy = dict(document) if isinstance(document, dict) else list(document)
    copy[keys[0]] = put(document[keys[0]], keys[1:], value)  # type: ignore[index, call-overload]
    return copy


class TestReading:
    """A snapshot survives its file, odd bytes in paths included."""

    def test_what_is_written_comes_back(self) -> None:
        """The same value, without a reason, of a file of either version."""
        redacted = replace(SNAPSHOT, redacted=True)

        assert read_snapshot(written(SNAPSHOT), PATH) == (SNAPSHOT, ())
        assert read_snapshot(written(SNAPSHOT, SCHEMA), PATH) == (SNAPSHOT, ())
        assert read_snapshot(written(redacted, SCHEMA), PATH) == (redacted, ())

    def test_fields_of_a_later_version_are_passed_over(self) -> None:
        """More may be added to the file."""
        document = {**FIRST, "machine": "x86_64"}

        assert read_snapshot(json.dumps(document).encode(), PATH) == (SNAPSHOT, ())


class TestHostile:
    """A file that is no snapshot is a finding that says where."""

    @pytest.mark.parametrize(
        ("data", "span", "fact"),
        [
            (b"", Span(PATH, 1, 1), "this is no snapshot: "),
            (b"\x7fELF\0\0", Span(PATH, 1, 1), "this is no snapshot: "),
            (b"[]", Span(PATH, 1, 1), "this is no snapshot: the document is a list, not an object"),
            (
                b'{\n "schema": "refloader.lint/1"}',
                Span(PATH, 2, 12),
                'this is no snapshot: its schema is "refloader.lint/1", not refloader.snapshot/2',
            ),
            (
                b'{"schema": "refloader.snapshot/1", "places": ["/etc",\n"../.."]}',
                Span(PATH, 2, 1),
                "this is no snapshot: a place is no absolute path",
            ),
            (
                b'{"schema": "refloader.snapshot/1", "places": [],\n"staged": 1}',
                Span(PATH, 2, 11),
                'this is no snapshot: "staged" is neither true nor false',
            ),
        ],
    )
    def test_the_place_is_told(self, data: bytes, span: Span, fact: str) -> None:
        """Line and column of what cannot be."""
        snapshot, (reason,) = read_snapshot(data, PATH)

        assert snapshot is None
        assert (reason.severity.value, reason.span) == ("error", span)
        assert reason.fact.startswith(fact)

    def test_places_without_number_are_refused(self) -> None:
        """What would be listed folder by folder has a limit."""
        document = {**FIRST, "places": ["/proc"] * 257}

        snapshot, (reason,) = read_snapshot(json.dumps(document).encode(), PATH)

        assert snapshot is None
        assert reason.fact == "this is no snapshot: it has 257 places"

    @given(st.sampled_from(places(FIRST)), json_values)
    def test_any_value_anywhere_is_read_or_told(self, keys: tuple[str | int, ...], value: Any) -> None:
        """One value put in place of another gives a snapshot or one reason with a place."""
        document = put(FIRST, keys, value)

        snapshot, reasons = read_snapshot(json.dumps(document).encode(), PATH)

        assert (snapshot is None) == (len(reasons) == 1)

    @given(st.binary(max_size=60))
    def test_any_bytes_are_no_snapshot(self, data: bytes) -> None:
        """Nothing raises."""
        snapshot, reasons = read_snapshot(data, PATH)

        assert snapshot is None
        assert len(reasons) == 1
