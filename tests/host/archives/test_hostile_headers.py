"""Headers of archives at which Python's own readers take hours, or read more than a limit says."""

import io
import struct
import tarfile
import time
from pathlib import Path

import pytest
from packages_made import FOLDER, manifest

from refloader.host.archives import zip_members
from refloader.host.archives.package_host import PackageHost, open_packages
from refloader.host.port import Content, Kind

MANIFEST = f"{FOLDER}/a.json"


def opened(folder: Path, data: bytes) -> PackageHost:
    """That package as a machine."""
    path = folder / "package"
    path.write_bytes(data)
    return open_packages([str(path)])


def facts(host: PackageHost) -> list[str]:
    """What is wrong with the package."""
    return [fault.fact for fault in host.faults]


def header(name: str, data: bytes, kind: bytes = tarfile.REGTYPE) -> bytes:
    """A member of a tar archive."""
    info = tarfile.TarInfo(name)
    info.type, info.size = kind, len(data)
    return info.tobuf(tarfile.USTAR_FORMAT) + data + b"\0" * (-len(data) % 512)


def with_attributes(attributes: bytes, kind: bytes = tarfile.XHDTYPE) -> bytes:
    """A tar archive of a manifest with these attributes."""
    text = manifest("a")
    return header("attributes", attributes, kind) + header(MANIFEST, text) + b"\0" * 1024


def record(name: str, value: str) -> bytes:
    """An attribute, behind its own length."""
    rest = len(f" {name}={value}\n".encode())
    length = rest + len(str(rest + len(str(rest))))
    return f"{length} {name}={value}\n".encode()


class TestAttributes:
    """What stands before a member is read in linear time, whatever it is (Python before 3.11.10 searches it)."""

    @pytest.mark.parametrize(
        "attributes",
        [b"1" * 100_000, record("comment", "1" * 100_000), record("GNU.sparse.size", "9") + b"1" * 100_000],
        ids=["no record", "a long number", "behind a sparse file"],
    )
    def test_long_numbers(self, tmp_path: Path, attributes: bytes) -> None:
        """A search for a record whose length comes first tries each digit of it."""
        before = time.process_time()

        opened(tmp_path, with_attributes(attributes))

        assert time.process_time() - before < 5.0

    @pytest.mark.parametrize(
        "attributes",
        [
            b"path=a\n",
            b"x path=a\n",
            b"99 path=a\n",
            b"4 path=a\n",
            b"0 path=a\n",
            b"9 path:a\n",
            b"9 path=ab",
            b"9" * 30 + b" path=a\n",
        ],
    )
    def test_damaged_ones(self, tmp_path: Path, attributes: bytes) -> None:
        """The member that they belong to may be another than it says."""
        assert facts(opened(tmp_path, with_attributes(attributes))) == [
            "the attributes of a member are damaged"
        ]

    def test_a_path(self, tmp_path: Path) -> None:
        """An attribute replaces what the header says."""
        host = opened(tmp_path, with_attributes(record("path", f"{FOLDER}/other.json")))

        assert facts(host) == []
        assert host.kind(f"/{FOLDER}/other.json") is Kind.FILE
        assert host.kind(f"/{MANIFEST}") is Kind.MISSING

    def test_a_size(self, tmp_path: Path) -> None:
        """The next member begins behind the size that the attribute states."""
        text = manifest("a")
        info = tarfile.TarInfo(MANIFEST)
        content = text + b"\0" * (-len(text) % 512)
        one = header("x", record("size", str(len(text))), tarfile.XHDTYPE)
        other = header(f"{FOLDER}/b.json", text)

        host = opened(tmp_path, one + info.tobuf(tarfile.USTAR_FORMAT) + content + other + b"\0" * 1024)

        assert facts(host) == []
        assert host.read(f"/{MANIFEST}") == Content(text)
        assert host.read(f"/{FOLDER}/b.json") == Content(text)

    def test_those_of_the_whole_archive(self, tmp_path: Path) -> None:
        """They hold for each member that has none of its own."""
        attributes = record("path", f"{FOLDER}/other.json")

        host = opened(tmp_path, with_attributes(attributes, tarfile.XGLTYPE))

        assert host.kind(f"/{FOLDER}/other.json") is Kind.FILE

    def test_padding(self, tmp_path: Path) -> None:
        """A NUL ends them, as Python has it."""
        host = opened(tmp_path, with_attributes(record("comment", "a") + b"\0\0\0"))

        assert facts(host) == []

    @pytest.mark.parametrize("name", ["a", "\u00e4", "\udcff", "n" * 300])
    def test_names_of_any_kind(self, tmp_path: Path, name: str) -> None:
        """Python writes names that a header cannot hold as attributes, and they come back."""
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
            info = tarfile.TarInfo(f"{FOLDER}/{name}.json")
            info.size = 2
            archive.addfile(info, io.BytesIO(b"{}"))

        host = opened(tmp_path, stream.getvalue())

        assert host.read(f"/{FOLDER}/{name}.json") == Content(b"{}")


ENTRY = b"PK\1\2" + struct.pack("<HHHHHHIIIHHHHHII", 20, 20, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0) + b"a"


def with_directory(size: int, offset: bytes, *, further: bool) -> bytes:
    """A zip archive whose directory has 1,000 entries and states that size; ``further`` states it once more."""
    directory = ENTRY * 1000
    larger = (
        b"PK\6\6"
        + struct.pack("<QHHIIQQQQ", 44, 45, 45, 0, 0, 1000, 1000, len(directory), 0)
        + b"PK\6\7"
        + struct.pack("<IQI", 0, len(directory), 1)
    )
    end = b"PK\5\6" + struct.pack("<HHHHI4sH", 0, 0, 1000, 1000, size, offset, 0)
    return directory + (larger if further else b"") + end


class TestDirectories:
    """A directory is as large as the place says by which it is read."""

    @pytest.mark.parametrize(
        "data",
        [
            with_directory(len(ENTRY) * 1000, b"\0\0\0\0", further=False),
            with_directory(len(ENTRY) * 1000, b"PK\5\6", further=False),
            with_directory(0, b"\0\0\0\0", further=True),
        ],
        ids=["plain", "a mark in the last place", "in a place for larger archives"],
    )
    def test_the_limit(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, data: bytes) -> None:
        """The mark of the end may stand in the end itself, and another place may state another size."""
        monkeypatch.setattr(zip_members, "_DIRECTORY_LIMIT", 10_000)
        data = b"PK\3\4" + b"\0" * 26 + data

        (fact,) = facts(opened(tmp_path, data))
        assert fact.startswith("its directory takes more than the")


class TestTypes:
    """What a member is."""

    @pytest.mark.parametrize(
        ("kind", "fact"),
        [(b"V", "is of a type of file that is not known"), (tarfile.FIFOTYPE, "is a device or a pipe")],
    )
    def test_no_file(self, tmp_path: Path, kind: bytes, fact: str) -> None:
        """A member of an unknown type, such as the label of a volume, is not called a device."""
        archive = header("label", b"", kind) + header(MANIFEST, manifest("a")) + b"\0" * 1024

        said = facts(opened(tmp_path, archive))

        assert [fact in each for each in said] == [True]
