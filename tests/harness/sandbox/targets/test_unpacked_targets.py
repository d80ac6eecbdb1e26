"""``root:IMAGE.tar``: archives and images are unpacked as container runtimes do, and nothing lands outside."""

import gzip
import hashlib
import io
import json
import os
import tarfile
from pathlib import Path

import pytest

from refloader.host.archives.faults import Limits
from refloader.sandbox.targets.faults import TargetError
from refloader.sandbox.targets.images import layers_of, unpacked
from refloader.sandbox.targets.unpacking import unpack

pytestmark = pytest.mark.slow


def member(name: str, data: bytes = b"", **fields: object) -> tuple[tarfile.TarInfo, bytes]:
    """A member of an archive: a file, unless the fields say otherwise."""
    info = tarfile.TarInfo(name)
    info.size = len(data)
    for field, value in fields.items():
        setattr(info, field, value)
    return info, data


def link(name: str, target: str) -> tuple[tarfile.TarInfo, bytes]:
    """A symbolic link."""
    return member(name, type=tarfile.SYMTYPE, linkname=target)


def packed(*members: tuple[tarfile.TarInfo, bytes]) -> bytes:
    """An archive of these members."""
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for info, data in members:
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


class Place:
    """A folder with an archive in it, a folder to unpack it into, and one that must stay empty."""

    def __init__(self, top: Path) -> None:
        self.archive, self.root, self.outside = top / "image.tar", top / "root", top / "outside"
        self.root.mkdir()
        self.outside.mkdir()

    def unpack(self, *members: tuple[tarfile.TarInfo, bytes], whiteouts: bool = False) -> None:
        """Unpack an archive of these members."""
        self.archive.write_bytes(packed(*members))
        unpack(str(self.archive), str(self.root), whiteouts=whiteouts)

    def files(self) -> dict[str, str]:
        """The files that were unpacked, with their content."""
        paths = (path for path in self.root.rglob("*") if path.is_file() and not path.is_symlink())
        return {str(path.relative_to(self.root)): path.read_text() for path in paths}


@pytest.fixture
def place(tmp_path: Path) -> Place:
    """An empty place."""
    return Place(tmp_path)


class TestNames:
    """Every name is inside the folder, whatever it says."""

    def test_absolute(self, place: Place) -> None:
        """A leading slash is the top of the folder."""
        place.unpack(member("/etc/marker", b"here"))

        assert place.files() == {"etc/marker": "here"}

    @pytest.mark.parametrize("name", ["../outside/canary", "a/../../outside/canary", "/../outside/canary"])
    def test_upwards(self, place: Place, name: str) -> None:
        """A name that leads out ends the unpacking."""
        with pytest.raises(TargetError, match="leads out of its folder"):
            place.unpack(member(name, b"out"))

        assert list(place.outside.iterdir()) == []

    @pytest.mark.parametrize("way", ["../outside", "../../../../../../outside"])
    def test_through_a_relative_link(self, place: Place, way: str) -> None:
        """A link above the top leads to the top, as in a container."""
        place.unpack(link("door", way), member("door/canary", b"in"))

        assert list(place.outside.iterdir()) == []
        assert place.files() == {"outside/canary": "in"}

    def test_through_an_absolute_link(self, place: Place) -> None:
        """An absolute link is one of the folder."""
        place.unpack(link("door", str(place.outside)), member("door/canary", b"in"))

        assert list(place.outside.iterdir()) == []
        assert [*place.files().values()] == ["in"]

    def test_over_a_link(self, place: Place) -> None:
        """A file in the place of a link replaces the link, and not what it leads to."""
        (place.outside / "canary").write_text("as before")

        place.unpack(link("canary", str(place.outside / "canary")), member("canary", b"new"))

        assert (place.outside / "canary").read_text() == "as before"
        assert place.files() == {"canary": "new"}

    def test_a_circle_of_links(self, place: Place) -> None:
        """It is an error of the archive."""
        with pytest.raises(TargetError, match="lead in a circle"):
            place.unpack(link("a", "b"), link("b", "a"), member("a/file", b""))

    @pytest.mark.parametrize("target", ["../outside/canary", "/none", ""])
    def test_hard_links(self, place: Place, target: str) -> None:
        """One to no file of the archive is an error of it."""
        (place.outside / "canary").write_text("secret")

        with pytest.raises(TargetError):
            place.unpack(member("copy", type=tarfile.LNKTYPE, linkname=target))

        assert place.files() == {}

    def test_a_hard_link_within(self, place: Place) -> None:
        """It is the same file."""
        place.unpack(member("a/one", b"text"), member("b/two", type=tarfile.LNKTYPE, linkname="a/one"))

        assert place.files() == {"a/one": "text", "b/two": "text"}


class TestKinds:
    """Permissions are kept, privileges and devices are not."""

    def test_modes(self, place: Place) -> None:
        """Nothing is set-user-ID, and everything can be removed again."""
        place.unpack(member("tool", b"", mode=0o4755), member("closed", type=tarfile.DIRTYPE, mode=0o000))

        assert (place.root / "tool").stat().st_mode & 0o7777 == 0o755
        assert (place.root / "closed").stat().st_mode & 0o7777 == 0o700

    def test_devices(self, place: Place) -> None:
        """They are left out."""
        place.unpack(member("dev/mem", type=tarfile.CHRTYPE, devmajor=1, devminor=1), member("file", b"text"))

        assert place.files() == {"file": "text"}
        assert not (place.root / "dev/mem").exists()


class TestDamage:
    """A damaged archive is refused with the reason."""

    def test_cut_short(self, place: Place) -> None:
        """In the middle of a file."""
        place.archive.write_bytes(packed(member("file", b"x" * 100_000))[:50_000])

        with pytest.raises(TargetError, match=r"image\.tar.*(cut short|damaged)"):
            unpack(str(place.archive), str(place.root))

    @pytest.mark.parametrize("content", [b"", b"no archive", b"\x1f\x8b damaged", b"x" * 2000])
    def test_no_archive(self, place: Place, content: bytes) -> None:
        """Other files."""
        place.archive.write_bytes(content)

        with pytest.raises(TargetError):
            unpack(str(place.archive), str(place.root))


class TestLayers:
    """A layer is written over those below it."""

    def test_a_whiteout(self, place: Place) -> None:
        """It removes one entry of the layers below, and is none itself."""
        place.unpack(member("etc/one", b"1"), member("etc/two", b"2"), whiteouts=True)
        place.unpack(member("etc/.wh.one"), whiteouts=True)

        assert place.files() == {"etc/two": "2"}

    def test_an_opaque_folder(self, place: Place) -> None:
        """It has the entries of its own layer only, in whatever order they come."""
        place.unpack(member("etc/one", b"1"), member("etc/deep/two", b"2"), whiteouts=True)
        place.unpack(member("etc/new", b"3"), member("etc/.wh..wh..opq"), whiteouts=True)

        assert place.files() == {"etc/new": "3"}

    @pytest.mark.parametrize("whiteout", ["etc/.wh..wh..opq", ".wh.etc"])
    def test_a_whiteout_above_what_the_layer_has(self, place: Place, whiteout: str) -> None:
        """It removes what the layers below have there, at any depth, and leaves what its own has."""
        place.unpack(member("etc/deep/old", b"1"), member("etc/old", b"2"), whiteouts=True)
        place.unpack(member("etc/deep/new", b"3"), member(whiteout), whiteouts=True)

        assert place.files() == {"etc/deep/new": "3"}

    def test_a_folder_is_listed_once(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        """However many whiteouts say that it is opaque: 40 kB of them would take half a minute."""
        listed: list[str] = []
        names = os.listdir

        def listing(path: str) -> list[str]:
            listed.append(path)
            return names(path)

        monkeypatch.setattr(os, "listdir", listing)

        place.unpack(member("etc/new", b"1"), *[member("etc/.wh..wh..opq")] * 20, whiteouts=True)

        assert listed == [str(place.root / "etc")]

    @pytest.mark.parametrize("name", [".wh...", ".wh.."])
    def test_a_whiteout_of_the_folder_itself(self, place: Place, name: str) -> None:
        """It removes nothing."""
        (place.outside / "canary").write_text("as before")
        place.unpack(member("one", b"1"), whiteouts=True)
        place.unpack(member(name), whiteouts=True)

        assert place.files() == {"one": "1"}
        assert (place.outside / "canary").read_text() == "as before"

    def test_a_folder_becomes_a_file(self, place: Place) -> None:
        """The folder is gone with its content."""
        place.unpack(member("etc/deep/file", b"1"), whiteouts=True)
        place.unpack(member("etc/deep", b"2"), whiteouts=True)

        assert place.files() == {"etc/deep": "2"}

    @pytest.mark.parametrize("kind", [tarfile.CHRTYPE, tarfile.BLKTYPE, tarfile.FIFOTYPE])
    @pytest.mark.parametrize("below", ["etc/one", "etc/one/deep/file"])
    def test_a_device_or_a_pipe(self, place: Place, kind: bytes, below: str) -> None:
        """What the layers below have in its place is gone, as a container shows the device instead."""
        place.unpack(member(below, b"1"), member("etc/two", b"2"), whiteouts=True)
        place.unpack(member("etc/one", type=kind), whiteouts=True)

        assert place.files() == {"etc/two": "2"}
        assert not (place.root / "etc/one").exists()

    @pytest.mark.parametrize("kind", [b"V", b"M", b"Z"])
    @pytest.mark.parametrize("below", ["etc", "etc/one"])
    def test_an_unknown_type(self, place: Place, kind: bytes, below: str) -> None:
        """It may be the label of a volume, as V is, or something else that is no file: nothing is removed."""
        place.unpack(member("etc/one", b"1"), whiteouts=True)
        place.unpack(member(below, type=kind), whiteouts=True)

        assert place.files() == {"etc/one": "1"}

    def test_a_device_behind_a_link(self, place: Place) -> None:
        """It replaces what lies inside the folder alone, and the link itself if it has its name."""
        (place.outside / "canary").write_text("as before")
        place.unpack(
            link("door", str(place.outside)), link("canary", str(place.outside / "canary")), whiteouts=True
        )
        place.unpack(
            member("door/canary", type=tarfile.CHRTYPE),
            member("canary", type=tarfile.CHRTYPE),
            whiteouts=True,
        )

        assert (place.outside / "canary").read_text() == "as before"
        assert not os.path.lexists(place.root / "canary")


class TestImages:
    """The layers of an image come in the order of its manifest."""

    def test_no_image(self, tmp_path: Path) -> None:
        """A folder without manifests is a root filesystem."""
        assert layers_of(str(tmp_path), "image") is None

    def test_docker(self, tmp_path: Path) -> None:
        """``docker save`` lists them."""
        (tmp_path / "b.tar").write_bytes(b"")
        (tmp_path / "a.tar").write_bytes(b"")
        (tmp_path / "manifest.json").write_text(json.dumps([{"Layers": ["b.tar", "a.tar"]}]))

        assert layers_of(str(tmp_path), "image") == (str(tmp_path / "b.tar"), str(tmp_path / "a.tar"))

    def test_oci(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """An index leads to the manifest of this processor, and that to the layers."""
        monkeypatch.setattr("platform.machine", lambda: "x86_64")
        layers = [gzip.compress(packed(member("a", b"1"))), packed(member("b", b"2"))]
        manifest = {"layers": [{"digest": self._blob(tmp_path, each)} for each in layers]}
        mine, other = ({"digest": self._text(tmp_path, each)} for each in (manifest, {"layers": []}))
        index = {
            "manifests": [
                {**other, "platform": {"architecture": "arm64"}},
                {**mine, "platform": {"architecture": "amd64"}},
            ]
        }
        (tmp_path / "index.json").write_text(json.dumps(index))

        found = layers_of(str(tmp_path), "image")

        assert found is not None
        assert [Path(path).read_bytes() for path in found] == layers

    def test_none_for_this_processor(self, tmp_path: Path) -> None:
        """The processors that it has are named."""
        (tmp_path / "blobs").mkdir()
        manifest = {"digest": "sha256:" + "0" * 64, "platform": {"architecture": "s390x"}}
        (tmp_path / "index.json").write_text(json.dumps({"manifests": [manifest]}))

        with pytest.raises(TargetError, match="s390x"):
            layers_of(str(tmp_path), "image")

    @pytest.mark.parametrize(
        "manifest",
        [
            "",
            "[]",
            "{}",
            "[1]",
            '[{"Layers": [1]}]',
            '[{"Layers": ["none"]}]',
            '[{"Layers": ["../../etc/passwd"]}]',
        ],
    )
    def test_damaged(self, tmp_path: Path, manifest: str) -> None:
        """A manifest that lists no layers of the image."""
        (tmp_path / "manifest.json").write_text(manifest)

        with pytest.raises(TargetError):
            layers_of(str(tmp_path), "image")

    def test_a_layer_behind_a_link(self, tmp_path: Path) -> None:
        """A link out of the image is no layer of it."""
        (tmp_path / "image").mkdir()
        (tmp_path / "secret").write_bytes(b"")
        (tmp_path / "image/layer.tar").symlink_to("../secret")
        (tmp_path / "image/manifest.json").write_text('[{"Layers": ["layer.tar"]}]')

        with pytest.raises(TargetError, match="lacks"):
            layers_of(str(tmp_path / "image"), "image")

    @staticmethod
    def _blob(folder: Path, data: bytes) -> str:
        digest = hashlib.sha256(data).hexdigest()
        (folder / "blobs/sha256").mkdir(parents=True, exist_ok=True)
        (folder / "blobs/sha256" / digest).write_bytes(data)
        return f"sha256:{digest}"

    def _text(self, folder: Path, document: object) -> str:
        return self._blob(folder, json.dumps(document).encode("utf-8"))


class TestBounds:
    """A small archive does not keep the reader busy, however its members are arranged."""

    def test_a_deep_folder(self, place: Place) -> None:
        """It would take steps by the square of its depth, and more of the stack than there is to remove it."""
        with pytest.raises(TargetError, match="more folders than are followed"):
            place.unpack(member("a/" * 1900 + "file", b"1"), member("a", b"2"))

    def test_a_folder_as_deep_as_allowed_is_replaced(self, place: Place) -> None:
        """By a file of its name."""
        place.unpack(member("a/" * 250 + "file", b"1"), member("a", b"2"))

        assert place.files() == {"a": "2"}

    def test_long_ways_through_links(self, place: Place) -> None:
        """The steps of links count."""
        doors = [link(f"door{number}", f"{'x/../' * 300}door{number + 1}") for number in range(30)]

        with pytest.raises(TargetError, match="more folders than are followed"):
            place.unpack(*doors, member("door0/file", b""))

    def test_one_layer_many_times(self, place: Place, monkeypatch: pytest.MonkeyPatch) -> None:
        """The limit is on all layers together."""
        monkeypatch.setattr("refloader.sandbox.targets.unpacking.LIMITS", Limits(unpacked=21_000))
        image = json.dumps([{"Layers": ["layer.tar"] * 4}]).encode()
        layer = packed(member("file", b"x" * 6000))
        place.archive.write_bytes(packed(member("manifest.json", image), member("layer.tar", layer)))

        with pytest.raises(TargetError, match=r"layer 4 of 4.*unpacks to more"), unpacked(str(place.archive)):
            pass

    @pytest.mark.parametrize("name", ["a\0b", "\ud800", "\x1b"])
    def test_a_layer_that_no_file_can_be(self, place: Place, name: str) -> None:
        """It is missing, as any other that is not there."""
        image = json.dumps([{"Layers": [name]}]).encode()
        place.archive.write_bytes(packed(member("manifest.json", image)))

        with pytest.raises(TargetError, match="it lacks"), unpacked(str(place.archive)):
            pass
