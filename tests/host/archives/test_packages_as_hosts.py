"""Packages are read where they lie: the same layer comes out of every kind of them."""

import os
import tarfile
from pathlib import Path

import pytest
from elf_files import elf
from packages_made import FOLDER, LIBRARY, deb, every_kind, files, manifest, special, tar, zipped

from refloader.host.archives.detect import is_package
from refloader.host.archives.package_host import PackageHost, open_packages
from refloader.host.port import Content, Failure, Kind, Listing, Trouble
from refloader.model.library import Library
from refloader.model.platform import Platform
from refloader.model.system import System

KINDS = every_kind()


def opened(folder: Path, *packages: bytes) -> PackageHost:
    """Those packages as one machine."""
    paths = []
    for number, data in enumerate(packages):
        path = folder / f"package-{number}"
        path.write_bytes(data)
        paths.append(str(path))
    return open_packages(paths)


class TestKinds:
    """A package is known by its first bytes, and what it would install lies where it would be."""

    @pytest.mark.parametrize("name", KINDS)
    def test_the_same_layer(self, tmp_path: Path, name: str) -> None:
        """Manifest, library and folders are where an installation puts them, whatever packs them."""
        host = opened(tmp_path, KINDS[name])

        library = host.library(f"/{LIBRARY}")

        assert host.faults == ()
        assert host.installed
        assert host.read(f"/{FOLDER}/good.json") == Content(manifest())
        assert host.list(f"/{FOLDER}") == Listing(("good.json",))
        assert host.kind("/usr/lib") is Kind.FOLDER
        assert isinstance(library, Library)
        assert library.path == f"/{LIBRARY}"
        assert "vkGetInstanceProcAddr" in library.exports

    @pytest.mark.parametrize(
        "names",
        [
            ("manifest.json", "a.json", "b/layer.tar"),
            ("manifest.json", "a.json", f"{'0c' * 32}.tar"),
            ("oci-layout", "index.json", "blobs/sha256/0c"),
        ],
        ids=["docker", "podman", "oci"],
    )
    def test_a_container_image(self, tmp_path: Path, names: tuple[str, ...]) -> None:
        """Its layers are packed: the documents of the image are no manifests, and nothing is said of the machine."""
        host = opened(tmp_path, tar({f"./{name}": b"{}" for name in names}))

        assert [fault.fact.partition(",")[0] for fault in host.faults] == ["it is a container image"]
        assert [fault.is_ours for fault in host.faults] == [True]
        assert [host.kind(f"/{name}") for name in names] == [Kind.MISSING] * 3

    @pytest.mark.parametrize("name", ["", ".deb", ".tar.zst"])
    def test_recognising_one(self, tmp_path: Path, name: str) -> None:
        """The first bytes tell, or else the name; a manifest is none, nor is a folder or a pipe."""
        path = tmp_path / f"thing{name}"
        path.write_bytes(KINDS["xz.deb"] if not name else b"{}")
        pipe = tmp_path / "pipe.deb"
        os.mkfifo(pipe)
        text = tmp_path / "a.json"
        text.write_bytes(b"{}")

        assert is_package(str(path))
        assert not any(is_package(str(each)) for each in (pipe, text, tmp_path, tmp_path / "none.deb"))

    def test_zstd(self, tmp_path: Path) -> None:
        """A package that is packed with zstd is read where there is something that reads it."""
        zstandard = pytest.importorskip("zstandard")
        data = zstandard.ZstdCompressor().compress(tar(files()))

        host = opened(tmp_path, deb(data, ".zst"))

        assert host.read(f"/{FOLDER}/good.json") == Content(manifest())

    def test_a_missing_extra(self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        """Without it the package is not read, and the extra is named."""
        zstandard = pytest.importorskip("zstandard")
        data = zstandard.ZstdCompressor().compress(tar(files()))

        def refuse(name: str) -> None:
            raise ImportError(name)

        monkeypatch.setattr("refloader.host.archives.streams.import_module", refuse)
        host = opened(tmp_path, data)

        assert "pip install zstandard" in host.faults[0].fact
        assert host.faults[0].is_ours
        assert not host.opened


class TestAsAMachine:
    """What would be installed answers like a machine; nothing leads out of it."""

    def test_a_hard_link_to_a_link_is_that_link(self, tmp_path: Path) -> None:
        """Its target counts from the folder of either name; one that leads nowhere is in the package all the same."""
        name = LIBRARY.rpartition("/")[2]
        more = [
            special("opt/one.so", tarfile.SYMTYPE, name),
            special(f"{LIBRARY.rpartition('/')[0]}/other.so", tarfile.LNKTYPE, "./opt/one.so"),
            special("opt/dead", tarfile.SYMTYPE, "/nowhere"),
            special("etc/dead", tarfile.LNKTYPE, "./opt/dead"),
        ]

        host = opened(tmp_path, deb(tar(files(), *more)))

        assert isinstance(host.library(f"/{LIBRARY.rpartition('/')[0]}/other.so"), Library)
        assert host.real_path("/etc/dead") == "/nowhere"
        assert [fault.fact for fault in host.faults if "hard link" in fault.fact] == []

    def test_links(self, tmp_path: Path) -> None:
        """Links are followed inside: absolute ones from the package's root, hard links to their members."""
        more = [
            special("etc/vulkan", tarfile.SYMTYPE, "/usr/share/vulkan"),
            special("usr/lib/hard.so", tarfile.LNKTYPE, f"./{LIBRARY}"),
            special("usr/lib/loop", tarfile.SYMTYPE, "loop"),
        ]
        host = opened(tmp_path, deb(tar(files(), *more)))

        assert host.read("/etc/vulkan/explicit_layer.d/good.json") == Content(manifest())
        assert host.real_path("/etc/vulkan/explicit_layer.d") == f"/{FOLDER}"
        assert isinstance(host.library("/usr/lib/hard.so"), Library)
        assert host.list("/usr/lib/loop") == Failure(Trouble.LOOP)
        assert host.kind("/usr/lib/loop") is Kind.MISSING
        assert host.has("/usr/lib/loop")

    def test_what_is_not_there(self, tmp_path: Path) -> None:
        """Missing files, files taken for folders and folders taken for files are told apart."""
        host = opened(tmp_path, KINDS["plain.deb"])

        assert host.read("/etc/none") == Failure(Trouble.MISSING)
        assert host.read("/usr") == Failure(Trouble.NOT_A_FILE)
        assert host.list(f"/{LIBRARY}") == Failure(Trouble.NOT_A_FOLDER)
        assert host.list(f"/{LIBRARY}/x") == Failure(Trouble.MISSING)

    def test_one_file_under_two_names(self, tmp_path: Path) -> None:
        """Of a file with two names in an RPM package the payload has the bytes once, for both."""
        host = opened(tmp_path, KINDS["numbered.rpm"])

        assert isinstance(host.library("/usr/lib/other.so"), Library)
        assert host.faults == ()

    def test_bytes_on_demand(self, tmp_path: Path) -> None:
        """What was not kept at first is read again from the package when somebody asks."""
        host = opened(tmp_path, KINDS["xz.rpm"])

        assert host.head("/usr/share/doc/good/README", 4) == Content(b"read")
        assert host.read("/usr/share/doc/good/README") == Content(b"read me\n")
        assert isinstance(host.read(f"/{LIBRARY}", limit=10), Failure)

    def test_two_packages(self, tmp_path: Path) -> None:
        """Two packages are one machine, a later one over an earlier one, and each file says whose it is."""
        second = {f"{FOLDER}/other.json": manifest(name="VK_LAYER_TEST_other"), f"{FOLDER}/good.json": b"{}"}
        host = opened(tmp_path, KINDS["plain.deb"], deb(tar(second)))

        assert host.read(f"/{FOLDER}/good.json") == Content(b"{}")
        assert [fault.fact for fault in host.faults] == [
            "differs from the file of that path in another package"
        ]
        assert host.shown(f"/{FOLDER}/other.json") == f"{tmp_path}/package-1!/{FOLDER}/other.json"
        assert host.shown(f"/{LIBRARY}") == f"{tmp_path}/package-0!/{LIBRARY}"
        assert host.read_shown(host.shown(f"/{FOLDER}/good.json")) == b"{}"


class TestLayouts:
    """Where things go depends on the kind of package."""

    def test_a_wheel(self, tmp_path: Path) -> None:
        """What a wheel has as data goes below the prefix, all else to site-packages."""
        data = {
            "good/libVkLayer_good.so": b"",
            "good-1.data/data/share/vulkan/explicit_layer.d/good.json": manifest(),
            "good-1.data/platlib/more.py": b"",
            "good-1.dist-info/WHEEL": b"Wheel-Version: 1.0\n",
        }
        host = opened(tmp_path, zipped(data))
        place = "/usr/local/share/vulkan/explicit_layer.d/good.json"

        assert host.read(place) == Content(manifest())
        assert host.shown(place).endswith("!/good-1.data/data/share/vulkan/explicit_layer.d/good.json")
        assert host.kind("/usr/local/lib/python3/site-packages/good/libVkLayer_good.so") is Kind.FILE
        assert host.kind("/usr/local/lib/python3/site-packages/more.py") is Kind.FILE

    @pytest.mark.parametrize(
        ("tag", "system"),
        [
            ("cp311-cp311-manylinux_2_17_x86_64.manylinux2014_x86_64", System.LINUX),
            ("py3-none-macosx_11_0_arm64", System.MACOS),
            ("py3-none-any", System.LINUX),
        ],
    )
    def test_wheels_for_a_system(self, tmp_path: Path, tag: str, system: System) -> None:
        """The tags of a wheel say which system it is for."""
        data = {"x-1.dist-info/WHEEL": f"Wheel-Version: 1.0\nTag: {tag}\n".encode(), "x/a.json": b"{}"}
        host = opened(tmp_path, zipped(data))

        assert host.platform().system is system
        assert host.read("/usr/local/lib/python3/site-packages/x/a.json") == Content(b"{}")

    def test_a_wheel_for_windows(self, tmp_path: Path) -> None:
        """On Windows a wheel is a folder that no loader looks into by itself."""
        data = {
            "x-1.dist-info/WHEEL": b"Wheel-Version: 1.0\r\nTag: cp311-cp311-win_amd64\r\n",
            "x-1.data/data/share/vulkan/explicit_layer.d/x.json": b"{}",
        }
        host = opened(tmp_path, zipped(data))

        assert host.platform().system is System.WINDOWS
        assert host.read("C:\\Python\\share\\vulkan\\explicit_layer.d\\x.json") == Content(b"{}")
        assert not host.installed

    def test_an_archive_of_files(self, tmp_path: Path) -> None:
        """An archive that is no staging tree is a folder somewhere."""
        host = opened(tmp_path, zipped({"layers/good.json": manifest(), "layers/good.so": b""}))

        assert not host.installed
        assert host.read("/layers/good.json") == Content(manifest())

    def test_a_conda_package(self, tmp_path: Path) -> None:
        """What it installs lies packed in it, below a prefix."""
        zstandard = pytest.importorskip("zstandard")
        inner = zstandard.ZstdCompressor().compress(tar({"share/vulkan/icd.d/x.json": b"{}"}))
        host = opened(tmp_path, zipped({"metadata.json": b"{}", "pkg-good-1.tar.zst": inner}))

        assert host.read("/share/vulkan/icd.d/x.json") == Content(b"{}")

    def test_an_msix_package(self, tmp_path: Path) -> None:
        """A package for Windows has a folder of its own, and VFS stands for folders of the system."""
        data = {
            "AppxManifest.xml": b'<Package><Identity Publisher="x" Name="Microsoft.D3DMappingLayers" /></Package>',
            "Dzn%20icd.json": b"{}",
            "VFS/ProgramFilesX64/Layers/Good.json": manifest(".\\\\good.dll"),
        }
        host = opened(tmp_path, zipped(data))
        root = "C:\\Program Files\\WindowsApps\\Microsoft.D3DMappingLayers"

        assert host.platform() == Platform(System.WINDOWS, packages=(root,))
        assert host.read(f"{root}\\dzn ICD.json") == Content(b"{}")
        assert host.kind("c:/program files/layers/good.json") is Kind.FILE
        assert host.real_path("c:/PROGRAM FILES/layers/good.json") == "C:\\Program Files\\Layers\\Good.json"
        assert host.real_path("D:\\layers\\good.json") == "D:\\layers\\good.json"
        assert host.list("C:\\Program Files") == Listing(("WindowsApps", "Layers"))
        assert host.shown(f"{root}\\dzn icd.json").endswith("!/Dzn%20icd.json")
        assert host.kind("D:\\x.json") is Kind.UNKNOWN
        assert host.list("\\\\server\\share") == Failure(Trouble.UNKNOWN)

    def test_an_android_application(self, tmp_path: Path) -> None:
        """The libraries that an application brings lie by architecture; those of layers are known by their names."""
        libraries = {f"lib/{abi}/libVkLayer_x.so": elf() for abi in ("arm64-v8a", "armeabi-v7a")}
        host = opened(
            tmp_path, zipped({"AndroidManifest.xml": b"", "lib/x86_64/libother.so": b"", **libraries})
        )

        assert host.platform() == Platform(System.ANDROID, native_libraries=("/lib/arm64-v8a",))
        assert list(host.libraries_of_layers()) == [
            "/lib/arm64-v8a/libVkLayer_x.so",
            "/lib/armeabi-v7a/libVkLayer_x.so",
        ]
