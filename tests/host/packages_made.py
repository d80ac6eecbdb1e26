"""Makes packages of every kind from a few files, right and wrong, for tests of reading them."""

import bz2
import gzip
import io
import json
import lzma
import struct
import tarfile
import zipfile
from collections.abc import Iterable, Mapping

from elf_files import Symbol, elf

FOLDER = "usr/share/vulkan/explicit_layer.d"
LIBRARY = "usr/lib/libVkLayer_good.so"
NEGOTIATES = (
    Symbol("vkNegotiateLoaderLayerInterfaceVersion"),
    Symbol("vkGetInstanceProcAddr"),
    Symbol("vkGetDeviceProcAddr"),
)


def manifest(library_path: str = "/usr/lib/libVkLayer_good.so", **changes: object) -> bytes:
    """A layer manifest that keeps the rules, with changes."""
    layer = {
        "name": "VK_LAYER_TEST_good",
        "type": "GLOBAL",
        "library_path": library_path,
        "api_version": "1.3.250",
        "implementation_version": "1",
        "description": "a layer",
        **changes,
    }
    return json.dumps({"file_format_version": "1.2.0", "layer": layer}, indent=1).encode()


def files(**changes: object) -> dict[str, bytes]:
    """A layer as a package installs it: its library, its manifest, and something else."""
    return {
        LIBRARY: elf(NEGOTIATES),
        f"{FOLDER}/good.json": manifest(**changes),
        "usr/share/doc/good/README": b"read me\n",
    }


def tar(members: Mapping[str, bytes] | Iterable[tuple[str, bytes]], *more: tarfile.TarInfo) -> bytes:
    """A tar archive with the names as they are given, and then members that have no bytes."""
    stream = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for name, data in pairs:
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
        for each in more:
            archive.addfile(each)
    return stream.getvalue()


def special(name: str, kind: bytes, target: str = "") -> tarfile.TarInfo:
    """A link, a device or a folder for a tar archive."""
    info = tarfile.TarInfo(name)
    info.type, info.linkname = kind, target
    return info


def ar(members: Mapping[str, bytes]) -> bytes:
    """An ar archive."""
    parts = [b"!<arch>\n"]
    for name, data in members.items():
        parts += [b"%-16s%-12d%-6d%-6d%-8s%-10d`\n" % (name.encode(), 0, 0, 0, b"100644", len(data))]
        parts += [data, b"\n" * (len(data) % 2)]
    return b"".join(parts)


def deb(data: bytes, suffix: str = "") -> bytes:
    """A Debian package around a tar archive."""
    return ar(
        {
            "debian-binary": b"2.0\n",
            "control.tar.gz": gzip.compress(tar({}), mtime=0),
            f"data.tar{suffix}": data,
        }
    )


def cpio(members: Mapping[str, bytes], links: Mapping[str, str] | None = None) -> bytes:
    """A cpio archive as RPM packages have it."""
    rows = [(name, 0o100644, data) for name, data in members.items()]
    rows += [(name, 0o120777, target.encode()) for name, target in (links or {}).items()]
    return b"".join(_record(f"./{name}", mode, data) for name, mode, data in rows) + _record(
        "TRAILER!!!", 0, b""
    )


def _record(name: str, mode: int, data: bytes) -> bytes:
    fields = (1, mode, 0, 0, 1, 0, len(data), 0, 0, 0, 0, len(name) + 1, 0)
    head = b"070701" + b"".join(b"%08X" % each for each in fields) + name.encode() + b"\0"
    return head + b"\0" * (-len(head) % 4) + data + b"\0" * (-len(data) % 4)


def rpm(payload: bytes, tags: Mapping[int, tuple[int, int, bytes]] | None = None) -> bytes:
    """An RPM package around a payload; tags are type, count and bytes by number."""
    signature = _rpm_header({1000: (6, 1, b"abc\0")})
    header = _rpm_header(tags or {1000: (6, 1, b"abc\0")})
    return b"\xed\xab\xee\xdb" + bytes(92) + signature + bytes(-len(signature) % 8) + header + payload


def _rpm_header(tags: Mapping[int, tuple[int, int, bytes]]) -> bytes:
    index, store = b"", b""
    for tag, (kind, count, data) in tags.items():
        index += struct.pack(">IIII", tag, kind, len(store), count)
        store += data
    return b"\x8e\xad\xe8\x01" + bytes(4) + struct.pack(">II", len(tags), len(store)) + index + store


def numbered_rpm(members: Mapping[str, bytes], also: str) -> bytes:
    """An RPM package whose payload tells members by number; ``also`` is a second name of the first of them."""
    names = [also, *members]
    rows = [b"", *members.values()]
    sizes = [len(rows[1]), *(len(row) for row in rows[1:])]
    texts = [name.rpartition("/") for name in names]
    count = len(names)
    tags = {
        1030: (3, count, struct.pack(f">{count}H", *[0o100644] * count)),
        1116: (4, count, struct.pack(f">{count}I", *range(count))),
        1117: (8, count, b"".join(name.encode() + b"\0" for _, _, name in texts)),
        1118: (8, count, b"".join(f"/{folder}/".encode() + b"\0" for folder, _, _ in texts)),
        1036: (8, count, b"\0" * count),
        1096: (4, count, struct.pack(f">{count}I", 1, *range(1, count))),
        5008: (5, count, struct.pack(f">{count}Q", *sizes)),
    }
    parts = [b"07070X%08X\0\0" % number + row for number, row in enumerate(rows)]
    payload = b"".join(part + b"\0" * (-len(part) % 4) for part in parts) + cpio({})
    return rpm(gzip.compress(payload, mtime=0), tags)


def zipped(members: Mapping[str, bytes] | Iterable[tuple[str, bytes]]) -> bytes:
    """A zip archive."""
    stream = io.BytesIO()
    pairs = members.items() if isinstance(members, Mapping) else members
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in pairs:
            archive.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_DEFLATED)
    return stream.getvalue()


def every_kind() -> dict[str, bytes]:
    """The same layer in packages of every kind that the standard library can make."""
    plain = tar({f"./{name}": data for name, data in files().items()})
    payload = cpio(files())
    return {
        "plain.deb": deb(plain),
        "gzip.deb": deb(gzip.compress(plain), ".gz"),
        "xz.deb": deb(lzma.compress(plain), ".xz"),
        "bzip2.deb": deb(bz2.compress(plain), ".bz2"),
        "lzma.deb": deb(lzma.compress(plain, lzma.FORMAT_ALONE), ".lzma"),
        "plain.rpm": rpm(payload),
        "xz.rpm": rpm(lzma.compress(payload)),
        "gzip.rpm": rpm(gzip.compress(payload)),
        "numbered.rpm": numbered_rpm(files(), also="usr/lib/other.so"),
        "tree.tar": plain,
        "tree.tar.gz": gzip.compress(plain),
        "tree.tar.xz": lzma.compress(plain),
        "below.tar.bz2": bz2.compress(tar({f"good-1.0/{name}": data for name, data in files().items()})),
        "tree.zip": zipped(files()),
        "arch.pkg.tar.xz": lzma.compress(tar({".PKGINFO": b"", ".MTREE": b"", **files()})),
        "alpine.apk": gzip.compress(tar({".PKGINFO": b""})[:512]) + gzip.compress(plain),
    }
