"""``lint`` and ``explain`` of a package: the modes of its files, and the processor that it is for."""

import gzip
import io
import json
import tarfile
from collections.abc import Mapping
from pathlib import Path

import pytest
from elf_files import Symbol, elf
from field_problems import EXPORTS
from packages_made import FOLDER, LIBRARY, ar, files, numbered_rpm, tar
from verbs import Run

pytestmark = pytest.mark.slow(daily=True)

MANIFEST = f"{FOLDER}/good.json"
ACTIVE = "VK_INSTANCE_LAYERS=VK_LAYER_TEST_good"


def package(
    folder: Path, modes: Mapping[str, int] | None = None, architecture: str = "", group: int = 0
) -> str:
    """A Debian package of a layer, some files of which have other modes, for an architecture."""
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, data in files().items():
            info = tarfile.TarInfo(f"./{name}")
            info.size, info.mode, info.gid = len(data), (modes or {}).get(name, 0o644), group
            archive.addfile(info, io.BytesIO(data))
    control = (
        f"Package: good\nArchitecture: {architecture}\nDescription: x\n".encode() if architecture else b""
    )
    parts = {
        "debian-binary": b"2.0\n",
        "control.tar.gz": gzip.compress(tar({"./control": control} if control else {}), mtime=0),
        "data.tar.gz": gzip.compress(stream.getvalue(), mtime=0),
    }
    path = folder / "good.deb"
    path.write_bytes(ar(parts))
    return str(path)


class TestModes:
    """A file that the package manager installs for root alone gives other users no layer."""

    @pytest.mark.parametrize(
        ("mode", "who"),
        [(0o600, "only its owner"), (0o700, "only its owner"), (0o640, "only root and its group")],
    )
    @pytest.mark.parametrize("name", [MANIFEST, LIBRARY])
    def test_a_closed_file(self, run: Run, tmp_path: Path, name: str, mode: int, who: str) -> None:
        """It is a warning on the manifest, and the layer is active for some users alone."""
        path = package(tmp_path, {name: mode})

        linted = run("lint", path)
        explained = run("explain", "--root", path, "--env", ACTIVE, "test_good").stdout

        what = "the manifest" if name == MANIFEST else f'the library "/{LIBRARY}"'
        assert f"warning LLP_LAYER_6: by its mode, {who} may read {what}" in linted.stdout
        assert linted.exit_code == 0
        assert explained.startswith(
            f'VK_LAYER_TEST_good is active, but not for every user: {who} may read "/{name}"'
        )

    @pytest.mark.parametrize(("mode", "group"), [(0o644, 0), (0o444, 0), (0o640, 1000)])
    def test_an_open_one(self, run: Run, tmp_path: Path, mode: int, group: int) -> None:
        """One that others may read, or a group whose members are not known, is none."""
        path = package(tmp_path, {MANIFEST: mode, LIBRARY: mode}, group=group)

        assert "by its mode" not in run("lint", path).stdout
        assert run("explain", "--root", path, "--env", ACTIVE, "test_good").stdout.startswith(
            "VK_LAYER_TEST_good is active: "
        )

    def test_an_archive_that_anybody_unpacks(self, run: Run, tmp_path: Path) -> None:
        """Its owner is then who unpacks it."""
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode="w") as archive:
            for name, data in files().items():
                info = tarfile.TarInfo(name)
                info.size, info.mode = len(data), 0o600
                archive.addfile(info, io.BytesIO(data))
        path = tmp_path / "good.tar"
        path.write_bytes(stream.getvalue())

        assert "by its mode" not in run("lint", str(path)).stdout

    def test_a_staging_tree(self, run: Run, tmp_path: Path) -> None:
        """A note, as what makes a package of it may change the modes."""
        for name, data in files().items():
            (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / name).write_bytes(data)
            (tmp_path / name).chmod(0o644)
        before = run("lint", "--root", str(tmp_path), "--notes").stdout
        (tmp_path / MANIFEST).chmod(0o600)

        text = run("lint", "--root", str(tmp_path), "--notes").stdout

        assert "by its mode" not in before
        assert "note LLP_LAYER_6: by its mode, only its owner may read the manifest" in text


class TestProcessors:
    """The libraries of a package are compared with the processor that it is for."""

    @pytest.mark.parametrize("architecture", ["arm64", "riscv64"])
    def test_another_one(self, run: Run, tmp_path: Path, architecture: str) -> None:
        """The library is for x86-64, so that it cannot be loaded where the package is installed."""
        path = package(tmp_path, architecture=architecture)

        linted, explained = run("lint", path), run("explain", "--root", path, "--env", ACTIVE, "test_good")

        assert "warning DEBUG-WRONGARCH-01: the library is for X86_64 and the machine is " in linted.stdout
        assert "its library cannot be loaded" in explained.stdout
        assert explained.exit_code == 1

    @pytest.mark.parametrize("architecture", ["amd64", "all", "", "hurd-amd64", "any"])
    def test_its_own_or_an_unknown_one(self, run: Run, tmp_path: Path, architecture: str) -> None:
        """Nothing is said where it fits, or where it is not known what fits."""
        path = package(tmp_path, architecture=architecture)

        assert "DEBUG-WRONGARCH-01" not in run("lint", path).stdout
        assert run("explain", "--root", path, "--env", ACTIVE, "test_good").stdout.startswith(
            "VK_LAYER_TEST_good is active: "
        )

    @pytest.mark.parametrize(
        ("manifest", "folder", "says"),
        [
            ("acme.x86_64.json", "usr/lib", "the manifest is called as one for X86_64"),
            ("acme.json", "usr/lib/x86_64-linux-gnu", "its folder is called as one for X86_64"),
            ("acme.aarch64.json", "usr/lib/x86_64-linux-gnu", ""),
            ("acme.json", "usr/lib/aarch64-linux-gnu", ""),
            ("acme.json", "usr/lib", ""),
        ],
    )
    def test_a_staging_tree_whose_names_say_one(
        self, run: Run, tmp_path: Path, manifest: str, folder: str, says: str
    ) -> None:
        """Which processor it is for is not known else; the library is for AArch64."""
        library = tmp_path / folder / "libvulkan_acme.so"
        library.parent.mkdir(parents=True)
        library.write_bytes(elf([Symbol(each) for each in EXPORTS["driver"]], machine=183))
        (tmp_path / "usr/share/vulkan/icd.d").mkdir(parents=True)
        entry = {"library_path": f"/{folder}/libvulkan_acme.so", "api_version": "1.3.0"}
        text = json.dumps({"file_format_version": "1.0.0", "ICD": entry})
        (tmp_path / "usr/share/vulkan/icd.d" / manifest).write_text(text)

        linted = run("lint", "--root", str(tmp_path)).stdout
        explained = run("explain", "--root", str(tmp_path)).stdout

        assert ("DEBUG-WRONGARCH-01: the library is for AARCH64 and" in linted) is bool(says)
        assert says in linted
        assert ("it is for another machine (AARCH64)" in explained) is bool(says)

    def test_a_machine_whose_c_library_is_for_another_one(self, run: Run, tmp_path: Path) -> None:
        """The C library of a tree shows its processor."""
        folder = tmp_path / "usr/lib/aarch64-linux-gnu"
        folder.mkdir(parents=True)
        (folder / "libc.so.6").write_bytes(elf([Symbol("malloc")], machine=183))
        (folder / "libvulkan_acme.so").write_bytes(elf([Symbol(each) for each in EXPORTS["driver"]]))
        (tmp_path / "usr/share/vulkan/icd.d").mkdir(parents=True)
        entry = {"library_path": "libvulkan_acme.so", "api_version": "1.3.0"}
        text = json.dumps({"file_format_version": "1.0.0", "ICD": entry})
        (tmp_path / "usr/share/vulkan/icd.d/acme.json").write_text(text)

        assert (
            "the library is for X86_64 and the machine is AARCH64"
            in run("lint", "--root", str(tmp_path)).stdout
        )

    @pytest.mark.parametrize("damage", [b"", b"\x1f\x8b\x08", b"no archive"])
    def test_a_damaged_control_file(self, run: Run, tmp_path: Path, damage: bytes) -> None:
        """The files of the package are read all the same."""
        parts = {"debian-binary": b"2.0\n", "control.tar.gz": damage, "data.tar": tar(files())}
        path = tmp_path / "good.deb"
        path.write_bytes(ar(parts))

        assert "1 manifest: 0 errors, 0 warnings" in run("lint", str(path)).stdout

    def test_an_rpm_package_without_one(self, run: Run, tmp_path: Path) -> None:
        """A header that names no processor says nothing of the libraries."""
        path = tmp_path / "good.rpm"
        path.write_bytes(numbered_rpm(files(), also="usr/lib/other.so"))

        assert "DEBUG-WRONGARCH-01" not in run("lint", str(path)).stdout
