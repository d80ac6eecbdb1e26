"""Hostile numbers and names in packages: small files that made much to read, to keep or to put together."""

import gzip
import struct
import tarfile
import time
from pathlib import Path

import pytest
from packages_made import cpio, deb, rpm, special, tar, zipped

from refloader.host.archives import rpm_payload
from refloader.host.archives.faults import Limits
from refloader.host.archives.package_host import PackageHost, open_packages
from refloader.host.archives.rpm_payload import rpm_files
from refloader.host.port import Kind, Listing

DAMAGED = "a header of its cpio payload is damaged"


def told(folder: Path, data: bytes, limits: Limits | None = None) -> str:
    """What is wrong with that package."""
    path = folder / "package.rpm"
    path.write_bytes(data)
    return "\n".join(fault.fact for fault in open_packages([str(path)], limits=limits).faults)


class TestNumbersOfCpio:
    """A number has digits alone. Python also reads signs, blanks and underscores."""

    @pytest.mark.parametrize("number", [b"-0000001", b"+0000001", b"    0001", b"0000_001"])
    @pytest.mark.parametrize("field", range(13))
    def test_in_a_header(self, tmp_path: Path, number: bytes, field: int) -> None:
        """A size of -1 had the whole payload read: 900 KB by gzip took 1.9 GB of memory."""
        payload = cpio({"usr/share/vulkan/implicit_layer.d/a.json": b"{}"})
        start = 6 + 8 * field

        found = told(tmp_path, rpm(payload[:start] + number + payload[start + 8 :]))

        assert DAMAGED in found

    @pytest.mark.parametrize("number", [b"-0000001", b"+0000000", b"00000001"])
    def test_of_a_file(self, tmp_path: Path, number: bytes) -> None:
        """The number of a file in the header of the RPM package is one of those that are there."""
        found = told(tmp_path, rpm(b"07070X" + number + bytes(2) + cpio({}), files_in("usr/", 1)))

        assert DAMAGED in found


def files_in(folder: str, count: int) -> dict[int, tuple[int, int, bytes]]:
    """The tags of that many empty files in one folder."""
    return {
        1028: (4, count, bytes(4 * count)),
        1030: (3, count, struct.pack(f">{count}H", *[0o100644] * count)),
        1036: (8, count, bytes(count)),
        1096: (4, count, struct.pack(f">{count}I", *range(count))),
        1116: (4, count, bytes(4 * count)),
        1117: (8, count, b"".join(b"%d\0" % number for number in range(count))),
        1118: (8, 1, folder.encode() + b"\0"),
    }


class TestHeaderOfAnRpm:
    """What a header says takes no more memory than the header."""

    def test_many_files_in_a_long_folder(self, tmp_path: Path) -> None:
        """3,000 files in a folder with a name of a megabyte took 3 GB."""
        folder = "d" * 100_000
        path = tmp_path / "package.rpm"
        path.write_bytes(rpm(b"", files_in(folder, 300)))
        with path.open("rb") as file:
            every = rpm_files(file, path.stat().st_size)

        assert len(every) == 300
        assert len({id(each.folder) for each in every}) == 1

    def test_path_that_is_too_long(self, tmp_path: Path) -> None:
        """It is a fault of the package."""
        payload = b"07070X00000000" + bytes(2) + cpio({})

        assert "a path of more than the 4096 characters" in told(
            tmp_path, rpm(payload, files_in("d" * 5000, 1))
        )
        assert "a path of" not in told(tmp_path, rpm(payload, files_in("d" * 4000, 1)))

    def test_many_tags(self) -> None:
        """Those that nothing asks for are not kept: four million of them took 800 MB."""
        rows = b"".join(struct.pack(">IIII", 10_000 + number, 4, 0, 1) for number in range(1000))
        tags = rpm_payload._Tags(bytes(8) + struct.pack(">II", 1000, 4) + rows + bytes(4))

        assert tags._index == {}


class TestNamesTogether:
    """Names are kept in memory, so that all together have a limit: 3 MB by gzip took 1.2 GB."""

    @pytest.mark.parametrize("kind", [tar, cpio])
    def test_limit(self, tmp_path: Path, kind: object) -> None:
        """What comes before it is judged."""
        assert callable(kind)
        archive = kind({f"usr/{number}/{'x' * 100}": b"" for number in range(100)})
        packed = rpm(archive) if kind is cpio else gzip.compress(archive)

        assert "names take more than the 5000 characters" in told(tmp_path, packed, Limits(names=5000))
        assert "names take" not in told(tmp_path, packed, Limits(names=50_000))

    def test_names_of_files_that_come_later(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Hard links come before their content, and are kept until then: 5 MB by gzip could take a gigabyte."""
        monkeypatch.setattr("refloader.host.archives.cpio_members._LENGTH_LIMIT", 5000)
        archive = bytearray(cpio({f"usr/{number}/{'x' * 100}": b"" for number in range(100)}))
        start = 0
        while (start := archive.find(b"070701", start)) >= 0:
            archive[start + 38 : start + 46] = b"00000002"  # the number of links
            start += 46

        assert "more names of files that come later" in told(tmp_path, rpm(bytes(archive)))

    def test_targets_of_links(self, tmp_path: Path) -> None:
        """They count as well."""
        archive = rpm(cpio({}, {f"usr/{number}": "x" * 100 for number in range(100)}))

        assert "names take more than the 5000 characters" in told(tmp_path, archive, Limits(names=5000))


class TestDeepNames:
    """16,000 members in 2,000 folders each, 300 KB by gzip, took a minute of processor time."""

    def test_limit(self, tmp_path: Path) -> None:
        """A member in more folders than are read is left out, and the others are judged."""
        assert told(tmp_path, gzip.compress(tar({f"usr/{'a/' * 255}x": b""}))) == ""
        assert "is left out: it lies in more folders than are followed (257)" in told(
            tmp_path, gzip.compress(tar({f"usr/{'a/' * 256}x": b"", "usr/y": b""}))
        )


class TestLongWays:
    """Who alone may open a file is asked once for each folder on the way, however the way is written."""

    def test_many_steps(self, tmp_path: Path) -> None:
        """Each step was followed from the beginning: 20 libraries with 2,000 steps each took three seconds."""
        folder, file = special("usr/lib/own", tarfile.DIRTYPE), special("usr/lib/own/x.so", tarfile.REGTYPE)
        folder.mode, file.mode = 0o700, 0o644
        path = tmp_path / "package.deb"
        path.write_bytes(deb(gzip.compress(tar({"usr/lib/a.so": b""}, folder, file)), ".gz"))
        host = open_packages([str(path)])
        start = time.process_time()

        assert host.closed_to(f"/usr/lib/{'./' * 20_000}own/x.so") == "only its owner"
        assert host.closed_to(f"/usr/lib/{'./' * 20_000}a.so") == ""
        assert time.process_time() - start < 2


class TestNamesThatAreDecoded:
    """In packages for Windows, names are written as in the web. What they stand for is checked as well."""

    def told_of(self, folder: Path, name: str) -> tuple[PackageHost, str]:
        """That package with such a name in it, and what is wrong with it."""
        path = folder / "package.msix"
        path.write_bytes(zipped({"AppxManifest.xml": b'<Identity Name="Acme.Layers"/>', name: b""}))
        host = open_packages([str(path)])
        return host, "\n".join(fault.fact for fault in host.faults)

    @pytest.mark.parametrize("name", ["x/%2e%2e/", "x/%2e./", "%2e%2e/%2e%2e/x.json", "x%2f..%2fy"])
    def test_folder_above(self, tmp_path: Path, name: str) -> None:
        """A folder named ".." was walked again and again: one manifest had forty findings."""
        host, told = self.told_of(tmp_path, name)

        assert 'is left out: its name leads out of its folder by ".."' in told
        assert host.list(TOP) == Listing(("AppxManifest.xml",), False)

    def test_odd_characters(self, tmp_path: Path) -> None:
        """A NUL is in no name; control characters are warned about, as elsewhere."""
        assert "is left out: its name holds a NUL character" in self.told_of(tmp_path, "x/%00.json")[1]
        assert "its name holds control characters" in self.told_of(tmp_path, "x/%1b.json")[1]

    def test_ordinary_ones(self, tmp_path: Path) -> None:
        """A blank, a percent sign and a separator are taken for what they are."""
        host, told = self.told_of(tmp_path, "a%20b/50%25/c%2fd.json")

        assert told == ""
        assert host.kind(f"{TOP}/a b/50%/c/d.json") is Kind.FILE


TOP = "C:/Program Files/WindowsApps/Acme.Layers"
