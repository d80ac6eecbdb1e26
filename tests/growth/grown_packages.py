"""Makes packages of any size, and the words that name them."""

import io
import json
import tarfile
import zipfile
from pathlib import Path

from grown_manifests import layer
from packages_made import cpio, deb, rpm, tar


def _entries(total: int) -> list[tuple[str, bytes]]:
    place = "usr/share/vulkan/explicit_layer.d"
    texts = [json.dumps({"file_format_version": "1.2.0", "layer": layer(n)}) for n in range(total)]
    return [(f"{place}/{number}.json", text.encode()) for number, text in enumerate(texts)]


def a_tar(folder: Path, total: int) -> list[str]:
    """A tar archive of many entries."""
    with tarfile.open(folder / "a.tar.gz", "w:gz") as file:
        for name, data in _entries(total):
            member = tarfile.TarInfo(name)
            member.size = len(data)
            file.addfile(member, io.BytesIO(data))
    return ["lint", str(folder / "a.tar.gz")]


def a_deb(folder: Path, total: int) -> list[str]:
    """A Debian package of many manifests, whose libraries another package has to bring."""
    (folder / "a.deb").write_bytes(deb(tar(_entries(total))))
    return ["lint", str(folder / "a.deb")]


def an_rpm(folder: Path, total: int) -> list[str]:
    """The same for RPM."""
    (folder / "a.rpm").write_bytes(rpm(cpio(dict(_entries(total)))))
    return ["lint", str(folder / "a.rpm")]


def a_zip(folder: Path, total: int) -> list[str]:
    """A zip archive of many entries."""
    with zipfile.ZipFile(folder / "a.zip", "w") as file:
        for name, data in _entries(total):
            file.writestr(name, data)
    return ["lint", str(folder / "a.zip")]


def a_package_explained(folder: Path, total: int) -> list[str]:
    """The machine that a package of many entries would make."""
    return ["explain", "--root", a_tar(folder, total)[1]]


def an_image_explained(folder: Path, total: int) -> list[str]:
    """A root filesystem in a tar, unpacked."""
    return ["explain", "--container", a_tar(folder, total)[1]]


def a_long_tag_of_a_wheel(folder: Path, total: int) -> list[str]:
    """A wheel that says in one long word for which system it is."""
    path = folder / "a-1-py3-none-any.whl"
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("a-1.dist-info/WHEEL", f"Tag: py3-none-{'a' * total * 20}!\n")
        file.writestr("a-1.data/data/share/vulkan/explicit_layer.d/a.json", "{}")
    return ["lint", str(path)]


def identities_of_a_package(folder: Path, total: int) -> list[str]:
    """A package for Windows that begins to say what it is again and again."""
    with zipfile.ZipFile(folder / "a.msix", "w") as file:
        file.writestr("AppxManifest.xml", "<Identity " * total * 20)
        file.writestr("a.json", json.dumps({"file_format_version": "1.2.0", "layer": layer(0)}))
    return ["lint", str(folder / "a.msix")]
