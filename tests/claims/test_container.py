"""The file of a claim: one shape, and nothing else is taken for it."""

import io
import struct
import zipfile
import zlib
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refloader.claims import container
from refloader.claims.container import (
    FIRST,
    LARGEST,
    MOST_MEMBERS,
    Bundle,
    DamagedError,
    NotABundleError,
    TooLargeError,
    packed,
)

MEMBERS = {
    FIRST: b'{"a": 1}\n',
    "results/1.ndjson": b"line\n" * 50,
    "attached/R/1-x": b"",
    "manifest/1.json": b"{}",
}


def members(data: bytes) -> dict[str, bytes]:
    """What a bundle unpacks to."""
    bundle = Bundle(data)
    return {name: bundle.read(name) for name in bundle.names}


def zipped(*entries: tuple[str, bytes], **written: object) -> bytes:
    """A zip of these entries as Python writes it."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as file:
        for name, data in entries:
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type = zipfile.ZIP_DEFLATED
            info.external_attr = 0o100644 << 16
            for field, value in written.items():
                setattr(info, field, value)
            file.writestr(info, data)
    return out.getvalue()


class TestShape:
    """The same members give the same bytes, and any reader of zips opens them."""

    def test_it_comes_back(self) -> None:
        """Each member as it was; the document first, and the others by their names."""
        found = members(packed(MEMBERS))

        assert found == MEMBERS
        assert list(found) == [FIRST, "attached/R/1-x", "manifest/1.json", "results/1.ndjson"]

    def test_the_order_of_members_is_nobodys(self) -> None:
        """However they are given."""
        assert packed(dict(reversed(MEMBERS.items()))) == packed(MEMBERS)

    def test_other_readers_open_it(self) -> None:
        """Names, bytes, an ordinary file that can be read, and no time."""
        with zipfile.ZipFile(io.BytesIO(packed(MEMBERS))) as file:
            assert file.testzip() is None
            assert {each.filename: file.read(each) for each in file.infolist()} == MEMBERS
            assert {each.external_attr >> 16 for each in file.infolist()} == {0o100644}
            assert {each.date_time for each in file.infolist()} == {(1980, 1, 1, 0, 0, 0)}

    def test_python_writes_the_same(self) -> None:
        """Nothing in the shape is of our own making."""
        assert zipped((FIRST, b"a" * 100), ("b", b"")) == packed({FIRST: b"a" * 100, "b": b""})

    @pytest.mark.parametrize(
        "name", ["../a", "/a", "a//b", "a/", "a\\b", ".a", "a/..", "", "a\0b", "ä", "n" * 201]
    )
    def test_names_that_are_refused(self, name: str) -> None:
        """None that leads elsewhere can be packed."""
        with pytest.raises(ValueError, match="no name"):
            packed({FIRST: b"", name: b""})

    def test_more_members_than_a_reader_takes(self) -> None:
        """Who packs is told."""
        with pytest.raises(TooLargeError, match=str(MOST_MEMBERS)):
            packed({FIRST: b"", **{f"m/{number}": b"" for number in range(MOST_MEMBERS)}})


class TestDamage:
    """Every byte of a bundle matters, but for how hard it was compressed."""

    def test_a_flipped_bit(self) -> None:
        """Anywhere: it is refused, or what it unpacks to is the same."""
        data = packed(MEMBERS)
        accepted = 0
        for number in range(len(data) * 8):
            flipped = bytearray(data)
            flipped[number // 8] ^= 1 << number % 8
            try:
                assert members(bytes(flipped)) == MEMBERS
                accepted += 1
            except (DamagedError, NotABundleError):
                continue

        assert accepted <= 7 * len(MEMBERS), "only the last bits of what is packed may be anything"

    def test_a_cut(self) -> None:
        """A bundle of any other length is none."""
        data = packed(MEMBERS)

        for length in range(len(data)):
            with pytest.raises((DamagedError, NotABundleError)):
                members(data[:length])

    @given(st.binary(max_size=400), st.booleans())
    def test_any_bytes(self, noise: bytes, follows: bool) -> None:
        """Nothing else is raised for them, wherever they are put."""
        data = packed({FIRST: b"{}"})

        with pytest.raises((DamagedError, NotABundleError)):
            members(data + noise + b"x" if follows else noise + data[:-1])


def _with_sizes(data: bytes, size: int) -> bytes:
    """The bundle of one member with another size in both places."""
    changed = bytearray(data)
    struct.pack_into("<I", changed, 22, size)
    struct.pack_into("<I", changed, changed.index(b"PK\1\2") + 24, size)
    return bytes(changed)


def _bomb() -> bytes:
    """A gigabyte of nothing, in as few bytes as zip has for it."""
    making = zlib.compressobj(9, zlib.DEFLATED, -15)
    deflated = b"".join(making.compress(bytes(1 << 20)) for _ in range(8)) + making.flush()
    data = packed({FIRST: b"", "b": b""})
    name = b"b"
    fields = (20, 0, 8, 0, 0x21, 0, len(deflated), LARGEST, 1, 0)
    local = struct.pack("<4sHHHHHIIIHH", b"PK\3\4", *fields) + name + deflated
    offset = 30 + len(FIRST) + 2
    first = data[data.index(b"PK\1\2") :][: 46 + len(FIRST)]
    second = (
        struct.pack("<4sHHHHHHIIIHHHHHII", b"PK\1\2", 3 << 8 | 20, *fields, 0, 0, 0, 0o100644 << 16, offset)
        + name
    )
    end = struct.pack("<4sHHHHIIH", b"PK\5\6", 0, 0, 2, 2, len(first + second), offset + len(local), 0)
    return data[:offset] + local + first + second + end


HOSTILE: dict[str, Callable[[], bytes]] = {
    "up and away": lambda: zipped((FIRST, b"{}"), ("../../etc/cron.d/x", b"")),
    "an absolute path": lambda: zipped((FIRST, b"{}"), ("/etc/passwd", b"")),
    "a path of another system": lambda: zipped((FIRST, b"{}"), ("a\\..\\b", b"")),
    "a folder": lambda: zipped((FIRST, b"{}"), ("results/", b"")),
    "a link": lambda: zipped((FIRST, b"/etc/shadow"), external_attr=0o120777 << 16),
    "a program": lambda: zipped((FIRST, b"{}"), external_attr=0o104755 << 16),
    "a name twice": lambda: packed({FIRST: b"{}", "a": b"1", "b": b"2"}).replace(b"b", b"a"),
    "the document twice": lambda: packed({FIRST: b"{}", "z" * len(FIRST): b"2"}).replace(
        b"z" * len(FIRST), FIRST.encode()
    ),
    "out of order": lambda: zipped((FIRST, b"{}"), ("b", b""), ("a", b"")),
    "a comment": lambda: packed(MEMBERS)[:-2] + b"\1\0x",
    "something before": lambda: b"#!/bin/sh\n" + packed(MEMBERS),
    "something after": lambda: packed(MEMBERS) + b"x",
    "extra fields": lambda: zipped((FIRST, b"{}"), extra=b"\x99\x99\1\0x"),
    "another day": lambda: zipped((FIRST, b"{}"), date_time=(2026, 1, 1, 0, 0, 0)),
    "stored": lambda: zipped((FIRST, b"{}"), compress_type=zipfile.ZIP_STORED),
    "smaller than it is": lambda: _with_sizes(packed({FIRST: b"a" * 1000}), 10),
    "larger than it is": lambda: _with_sizes(packed({FIRST: b"a" * 1000}), 2000),
    "larger than anything": lambda: _with_sizes(packed({FIRST: b"a" * 1000}), 0xFFFFFFFF),
    "a bomb": _bomb,
}


@pytest.mark.parametrize("which", HOSTILE)
def test_hostile_zips(which: str) -> None:
    """What a zip can be besides a bundle is told, before anything is unpacked that is larger than said."""
    data = HOSTILE[which]()

    with pytest.raises((DamagedError, NotABundleError)):
        members(data)


@pytest.mark.parametrize(
    "data", [b"", b"PK", b"PK\3\4", b"PK\5\6" + bytes(18), b"\x7fELF" + bytes(60), b"{}\n" * 90]
)
def test_what_is_no_bundle(data: bytes) -> None:
    """It is told from a bundle that is damaged."""
    with pytest.raises(NotABundleError):
        Bundle(data)


def test_more_members_than_a_bundle_holds(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are not read to their end, however many there are."""
    data = packed({FIRST: b"{}", **{f"m{number:03}": b"" for number in range(500)}})
    read: list[int] = []
    entry = Bundle._entry
    monkeypatch.setattr(container, "MOST_MEMBERS", 10)
    monkeypatch.setattr(Bundle, "_entry", lambda bundle, offset: read.append(offset) or entry(bundle, offset))

    with pytest.raises(DamagedError, match="more than 10 members"):
        Bundle(data)

    assert len(read) == 11
