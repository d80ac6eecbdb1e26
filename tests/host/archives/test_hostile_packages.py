"""Hostile packages: whatever is in one, it ends in faults and never in an exception, a hang or a file elsewhere."""

import gzip
import inspect
import io
import lzma
import tarfile
import tempfile
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from packages_made import (
    FOLDER,
    LIBRARY,
    ar,
    cpio,
    deb,
    every_kind,
    files,
    manifest,
    rpm,
    special,
    tar,
    zipped,
)

from refloader.host.archives.faults import Limits
from refloader.host.archives.package import Package
from refloader.host.archives.package_host import PackageHost, open_packages
from refloader.host.machines.overlay import OverlayHost
from refloader.host.port import Content, Failure, Host, Kind
from refloader.inspect.elsewhere import libraries_elsewhere
from refloader.model.reason import Severity

KINDS = every_kind()
SMALL = Limits(members=50, unpacked=1 << 20, ratio=20, ratio_from=1 << 16, texts=1 << 16, libraries=1 << 16)


def opened(folder: Path, data: bytes, limits: Limits | None = None) -> PackageHost:
    """That package as a machine."""
    path = folder / "package"
    path.write_bytes(data)
    return open_packages([str(path)], limits=limits)


def told(host: PackageHost) -> str:
    """What is wrong with the package, without the folder that it lies in."""
    return "\n".join(f"{fault.path.rpartition('/package')[2]}: {fault.fact}" for fault in host.faults)


class TestTooMuch:
    """No package makes this process read, keep or count without an end."""

    def test_the_file_is_closed(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Where reading stops early nothing is left to the garbage collector, which would close it some time."""
        every, made = [], Package.entries
        monkeypatch.setattr(Package, "entries", lambda package: every.append(made(package)) or every[-1])

        host = opened(tmp_path, tar({f"usr/{number}": b"" for number in range(60)}), SMALL)

        assert "more than the 50 members" in told(host)
        assert [inspect.getgeneratorstate(each) for each in every] == [inspect.GEN_CLOSED]

    @pytest.mark.parametrize(
        "data",
        [
            deb(lzma.compress(tar({"usr/big": bytes(1 << 19)})), ".xz"),
            gzip.compress(tar({"usr/big": bytes(1 << 19)})),
            zipped({"usr/big": bytes(1 << 19)}),
            rpm(gzip.compress(cpio({"usr/big": bytes(1 << 19)}))),
        ],
        ids=["deb", "tar.gz", "zip", "rpm"],
    )
    def test_a_bomb(self, tmp_path: Path, data: bytes) -> None:
        """What unpacks to many times its size is not unpacked."""
        assert "times its size, as bombs do" in told(opened(tmp_path, data, SMALL))

    def test_too_many_bytes(self, tmp_path: Path) -> None:
        """There is an end to what is unpacked, however well it is packed."""
        many = tar({f"usr/{each}": bytes(1 << 19) for each in "abc"})

        assert "it unpacks to more than 1 MiB" in told(opened(tmp_path, many, SMALL))

    def test_too_many_members(self, tmp_path: Path) -> None:
        """There is an end to members; those up to there are judged."""
        many = {f"{FOLDER}/good.json": manifest(), **{f"usr/{each}": b"" for each in range(60)}}
        host = opened(tmp_path, zipped(many), SMALL)

        assert "more than the 50 members that are read; what comes before is judged" in told(host)
        assert host.read(f"/{FOLDER}/good.json") == Content(manifest())

    def test_too_many_folders(self, tmp_path: Path) -> None:
        """A few long names are not many folders."""
        host = opened(tmp_path, tar({f"{each}/" + "a/" * 100 + "x": b"" for each in range(10)}), SMALL)

        assert "more folders than are read" in told(host)

    def test_too_much_text(self, tmp_path: Path) -> None:
        """There is an end to the manifests that are kept; one beyond it says why it cannot be read."""
        host = opened(tmp_path, tar({f"a/{each}.json": bytes(1 << 15) for each in range(3)}), SMALL)

        answer = host.read("/a/2.json")

        assert isinstance(host.read("/a/1.json"), Content)
        assert isinstance(answer, Failure)
        assert "more text" in answer.detail

    def test_large_files(self, tmp_path: Path) -> None:
        """A manifest or library beyond the limits is told to be."""
        host = opened(
            tmp_path, tar({"a.json": bytes((4 << 20) - 9), "b.so": bytes(1 << 17)}), Limits(libraries=1 << 16)
        )
        large = opened(tmp_path, tar({"a.json": bytes((4 << 20) + 1)}))

        assert isinstance(host.library("/b.so"), Failure)
        assert isinstance(large.read("/a.json"), Failure)

    def test_long_attributes(self, tmp_path: Path) -> None:
        """A name of megabytes, and attributes of as much, are not read."""
        info = tarfile.TarInfo("x" * (2 << 20))
        attributes = tarfile.TarInfo("usr/x")
        attributes.pax_headers = {"comment": "x" * (2 << 20)}
        gnu, pax = io.BytesIO(), io.BytesIO()
        with tarfile.open(fileobj=gnu, mode="w", format=tarfile.GNU_FORMAT) as archive:
            archive.addfile(info)
        with tarfile.open(fileobj=pax, mode="w", format=tarfile.PAX_FORMAT) as archive:
            archive.addfile(attributes)

        assert "more than are read" in told(opened(tmp_path, gnu.getvalue()))
        assert "more than are read" in told(opened(tmp_path, pax.getvalue()))

    def test_attributes_for_the_whole_archive(self, tmp_path: Path) -> None:
        """They are held in memory until the end, so that all together have a limit: 1 MB by gzip took 500 MB."""
        parts = []
        for key in ("one", "two"):
            record = f" {key}={'x' * 900_000}\n"
            record = f"{len(record) + 6}{record}"
            header = tarfile.TarInfo("g")
            header.type, header.size = tarfile.XGLTYPE, len(record)
            parts += [header.tobuf(tarfile.USTAR_FORMAT), record.encode(), bytes(-len(record) % 512)]
        rest = tarfile.TarInfo("usr/x").tobuf(tarfile.USTAR_FORMAT) + bytes(1024)

        assert not told(opened(tmp_path, b"".join([*parts[:3], rest])))
        assert "more attributes" in told(opened(tmp_path, b"".join([*parts, rest])))

    @pytest.mark.parametrize("size", ["-5", "9" * 30])
    def test_impossible_sizes(self, tmp_path: Path, size: str) -> None:
        """A member that says to be larger than any disk, or smaller than nothing, is not waited for."""
        info = tarfile.TarInfo("usr/x")
        info.pax_headers = {"size": size}
        stated = io.BytesIO()
        with tarfile.open(fileobj=stated, mode="w", format=tarfile.PAX_FORMAT) as archive:
            archive.addfile(info)
        encoded = tarfile.TarInfo("usr/x")
        encoded.size = (1 << 62) * (-1 if size.startswith("-") else 1)

        assert "a member states a size of" in told(opened(tmp_path, stated.getvalue()))
        assert "a member states a size of" in told(
            opened(tmp_path, encoded.tobuf(tarfile.GNU_FORMAT) + bytes(1024))
        )

    def test_sparse_files(self, tmp_path: Path) -> None:
        """A sparse file is not read, and its map is passed over; what follows is there."""
        old = bytearray(tar({"usr/x.json": b""})[:512])
        old[156:157], old[124:136] = b"S", b"%011o\0" % 512  # its type, and the size of its pieces
        old[482], old[483:495] = (
            1,
            b"%011o\0" % (1 << 32),
        )  # a further block of its map, and its size on a disk
        old[148:156] = b" " * 8
        old[148:156] = b"%06o\0 " % sum(old)
        block = bytearray(512)
        one = bytes(old) + bytes(block) + bytes(512)
        block[504] = 1
        host = opened(tmp_path, one + tar({"etc/y.json": b"{}"}))
        endless = opened(tmp_path, bytes(old) + bytes(block) * 2000)

        assert host.read("/etc/y.json") == Content(b"{}")
        assert isinstance(host.read("/usr/x.json"), Failure)
        assert "larger than is read" in told(endless)

    def test_newer_sparse_files(self, tmp_path: Path) -> None:
        """So it is with those whose map is at the start of their bytes."""
        info = tarfile.TarInfo("GNUSparseFile.0/x.json")
        info.pax_headers = {
            "GNU.sparse.major": "1",
            "GNU.sparse.minor": "0",
            "GNU.sparse.realsize": "99999999999",
        }
        info.size = 1024
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode="w", format=tarfile.PAX_FORMAT) as archive:
            archive.addfile(info, io.BytesIO(b"99999999999\n" + b"1\n" * 500 + bytes(100)))
            archive.addfile(tarfile.TarInfo("etc/y.json"))

        host = opened(tmp_path, stream.getvalue())

        assert host.read("/etc/y.json") == Content(b"")
        assert isinstance(host.read("/GNUSparseFile.0/x.json"), Failure)

    def test_members_that_overlap(self, tmp_path: Path) -> None:
        """A zip archive whose members share their bytes is not read."""
        data = bytearray(zipped([("a", bytes(200)), ("b", b"")]))
        second = data.rindex(b"PK\x01\x02")
        data[second + 20 : second + 24] = len(data).to_bytes(4, "little")  # its compressed size

        assert "overlap" in told(opened(tmp_path, bytes(data)))


class TestNames:
    """No name leads out of the package, and what systems would take differently is told."""

    @pytest.mark.parametrize(
        ("name", "what"),
        [
            ("../../etc/vulkan/icd.d/x.json", 'json" is left out: its name leads out of its folder by ".."'),
            ("/etc/vulkan/icd.d/x.json", "is absolute"),
            ("C:\\vulkan\\x.json", "begins with a drive"),
            ("etc\\vulkan\\x.json", "holds backslashes"),
            ("etc/x\x1b[31m.json", "holds control characters"),
            ("x" * 5000, "takes 5000 characters"),
        ],
    )
    def test_odd_names(self, tmp_path: Path, name: str, what: str) -> None:
        """A name that climbs, is absolute, has a drive or cannot be shown."""
        before = set(tmp_path.parent.rglob("*"))
        host = opened(tmp_path, tar([(name, b"{}"), ("etc/y", b"")]))

        assert what in told(host)
        assert set(tmp_path.parent.rglob("*")) - before == {tmp_path / "package"}

    def test_names_that_are_no_text(self, tmp_path: Path) -> None:
        """Bytes that are not UTF-8 stay as they are."""
        host = opened(tmp_path, tar({"etc/\udcff.json": b"{}"}))

        assert host.faults == ()
        assert host.read("/etc/\udcff.json") == Content(b"{}")

    def test_twice(self, tmp_path: Path) -> None:
        """Of two members of one name the last one counts, and it is said."""
        host = opened(tmp_path, deb(tar([("./usr/x.json", b"1"), ("./usr/x.json", b"2")])))

        assert told(host) == "!/usr/x.json: is in the package twice; the last one counts"
        assert host.read("/usr/x.json") == Content(b"2")

    def test_a_library_twice(self, tmp_path: Path) -> None:
        """The last one counts of a library, too, which is read only once a manifest names it."""
        host = opened(tmp_path, deb(tar([("./usr/layer.bin", b"1"), ("./usr/layer.bin", b"2")])))

        assert host.read("/usr/layer.bin") == Content(b"2")


class TestFoldersReplaced:
    """No installer removes a folder with files for the sake of a member of its name."""

    @pytest.mark.parametrize("kind", [tarfile.REGTYPE, tarfile.SYMTYPE], ids=["file", "link"])
    def test_the_folder_stays(self, tmp_path: Path, kind: bytes) -> None:
        """Nothing that was in the folder goes unjudged, and it is said."""
        host = opened(tmp_path, deb(tar({"usr/a/x.json": b"{}"}, special("usr/a", kind, "/etc"))))

        assert told(host) == "!/usr/a: is in the place of a folder with files; the folder counts"
        assert host.read("/usr/a/x.json") == Content(b"{}")

    def test_an_empty_folder(self, tmp_path: Path) -> None:
        """An empty folder gives way to a link, as tar has it."""
        link = special("usr/a", tarfile.SYMTYPE, "b")
        host = opened(tmp_path, deb(tar([("usr/b/x.json", b"{}")], special("usr/a", tarfile.DIRTYPE), link)))

        assert host.read("/usr/a/x.json") == Content(b"{}")


class TestLinks:
    """Links lead nowhere but into the package."""

    def test_out_of_it(self, tmp_path: Path) -> None:
        """A link above the top ends at the top; one to an absolute path starts there."""
        more = [
            special("usr/up.json", tarfile.SYMTYPE, "../../../../etc/passwd"),
            special("usr/passwd.json", tarfile.SYMTYPE, "/etc/passwd"),
        ]
        host = opened(tmp_path, deb(tar({}, *more)))

        assert "!/usr/up.json: is a link that leads out of the package" in told(host)
        assert isinstance(host.read("/usr/up.json"), Failure)
        assert isinstance(host.read("/usr/passwd.json"), Failure)

    def test_to_a_folder_above(self, tmp_path: Path) -> None:
        """A link to the top is no folder to look into, whatever changes are tried on the package."""
        links = [special(name, tarfile.SYMTYPE, "/") for name in ("again", "opt/once-more")]
        host: Host = opened(tmp_path, deb(tar({"usr/lib/x/libtest.so": b""}, *links)))

        for _ in range(3):
            assert libraries_elsewhere(host, "libtest.so") == ("/usr/lib/x/libtest.so",)
            host = OverlayHost(host)

    def test_a_file_below_a_link(self, tmp_path: Path) -> None:
        """A member below a link of the same package lies where the link leads, inside, and it is said."""
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode="w") as archive:
            archive.addfile(special("usr", tarfile.SYMTYPE, "/tmp"))
            info = tarfile.TarInfo("usr/x.json")
            info.size = 2
            archive.addfile(info, io.BytesIO(b"{}"))
        host = opened(tmp_path, deb(stream.getvalue()))

        assert 'lies below "usr", which is a symbolic link' in told(host)
        assert host.read("/tmp/x.json") == Content(b"{}")

    def test_hard_links_to_nowhere(self, tmp_path: Path) -> None:
        """A hard link to what the package does not hold is told."""
        host = opened(tmp_path, deb(tar({}, special("usr/x.json", tarfile.LNKTYPE, "etc/shadow"))))

        assert 'is a hard link to "/etc/shadow", which is not in the package' in told(host)

    def test_devices(self, tmp_path: Path) -> None:
        """A device is a note, and is never opened."""
        host = opened(tmp_path, deb(tar({}, special("usr/x.json", tarfile.CHRTYPE))))

        assert [fault.severity for fault in host.faults] == [Severity.NOTE]
        assert host.kind("/usr/x.json") is Kind.OTHER
        assert isinstance(host.read("/usr/x.json"), Failure)


class TestDamage:
    """Cut, broken and foreign files are told to be; what could be read is judged."""

    @pytest.mark.parametrize("name", KINDS)
    def test_cut_in_half(self, tmp_path: Path, name: str) -> None:
        """A package of any kind that stops early has a fault."""
        data = KINDS[name]

        assert told(opened(tmp_path, data[: min(len(data) // 2, 1100)]))
        assert told(opened(tmp_path, data[:300]))

    @pytest.mark.parametrize(
        ("data", "what"),
        [
            (b"", "is empty"),
            (b"hello", "the file name of a package and the content of something else"),
            (
                b"\x7fELF\2\1\1\0AI\2" + bytes(100),
                "is an AppImage, which is not read: unpack it and judge the folder",
            ),
            (b"MSCF" + bytes(100), "is a cabinet file, which is not read: unpack it and judge the folder"),
            (ar({"other": b""}), "no Debian package"),
            (ar({"debian-binary": b"2.0\n"}), "there is no data.tar"),
            (b"!<arch>\n" + b"x" * 60, "a header of its ar archive is damaged"),
            (gzip.compress(b"hello"), "no archive"),
            (gzip.compress(KINDS["plain.deb"]), "is packed in it"),
            (b"\xed\xab\xee\xdb" + bytes(200), "a header of the RPM package is damaged"),
            (rpm(cpio({})[:-40]), "cut short"),
            (rpm(b"070701" + b"x" * 200), "a header of its cpio payload is damaged"),
            (rpm(b"07070X00000000\0\0" + bytes(200)), "does not tell its files"),
            (b"PK\x03\x04" + bytes(100), "cut short"),
            (tar(files())[:1024] + b"\1" * 2048, "header"),
            (tar(files())[:700], "cut short"),
        ],
        ids=lambda value: value if isinstance(value, str) else "",
    )
    def test_wrong_marks(self, tmp_path: Path, data: bytes, what: str) -> None:
        """What is no package, or none any longer, says so."""
        assert what in told(opened(tmp_path, data))

    @pytest.mark.parametrize(
        ("data", "is_ours"),
        [
            (b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + bytes(100), True),
            (b"hsqs" + bytes(100), True),
            (b"hello", False),
            (b"PK\x03\x04" + bytes(100), False),
        ],
        ids=["msi", "snap", "no-package", "cut-zip"],
    )
    def test_whose_fault_it_is(self, tmp_path: Path, data: bytes, is_ours: bool) -> None:
        """A format that is not read is no fault of the package: it is not judged."""
        [fault] = opened(tmp_path, data).faults

        assert fault.is_ours is is_ours

    def test_a_broken_checksum(self, tmp_path: Path) -> None:
        """A member of a zip whose checksum is wrong, and a gzip file whose is, are not taken for whole."""
        stored = io.BytesIO()
        with zipfile.ZipFile(stored, "w") as archive:
            archive.writestr("etc/x.json", b'{"a": 1}')
        broken = stored.getvalue().replace(b'{"a": 1}', b'{"a": 2}')
        packed = bytearray(gzip.compress(tar(files())))
        packed[-5] ^= 1

        answer = opened(tmp_path, broken).read("/etc/x.json")

        assert isinstance(answer, Failure)
        assert "CRC" in answer.detail
        assert "crc" in told(opened(tmp_path, bytes(packed)))

    def test_an_encrypted_member(self, tmp_path: Path) -> None:
        """A member that takes a password says so when it is asked for."""
        data = bytearray(zipped({"etc/x.json": b"{}"}))
        data[6] |= 1
        data[data.index(b"PK\x01\x02") + 8] |= 1

        answer = opened(tmp_path, bytes(data)).read("/etc/x.json")

        assert isinstance(answer, Failure)
        assert answer.detail == "it is encrypted"

    def test_a_package_in_a_package(self, tmp_path: Path) -> None:
        """It is not opened; a note says so."""
        host = opened(tmp_path, zipped({"dist/good.deb": KINDS["plain.deb"]}))

        assert (
            told(host)
            == "!/dist/good.deb: is a package in a package, which is not opened: judge it by itself"
        )

    @given(
        name=st.sampled_from(sorted(KINDS)),
        at=st.integers(0, 1 << 14),
        what=st.binary(min_size=1, max_size=8),
    )
    def test_any_change(self, name: str, at: int, what: bytes) -> None:
        """Whatever is changed in a package, it can be opened, listed and asked for its library."""
        data = bytearray(KINDS[name])
        at %= len(data)
        data[at : at + len(what)] = what
        with tempfile.NamedTemporaryFile() as file:
            file.write(data)
            file.flush()
            host = open_packages([file.name], limits=SMALL)

            host.list(f"/{FOLDER}")
            host.library(f"/{LIBRARY}")
