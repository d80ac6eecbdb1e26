"""Targets whose inputs are packages, one for each kind: manifests, odd names and broken archives in them."""

import bz2
import gzip
import importlib
import json
import lzma
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

import zstandard

from fuzzing.documents import TEXTS, in_folder
from fuzzing.mutation import Material, mutated
from fuzzing.of_binaries import elves
from fuzzing.of_machines import DRIVER, EXPLAINED, LAYER, LINTED, corpus
from fuzzing.target import Target, formats, put, step, verbs

made: Any = importlib.import_module("packages_made")
"""What the tests make packages with."""

Members = list[tuple[str, bytes]]

_NAMES = (
    *(
        "usr/share/vulkan/explicit_layer.d/b.json",
        "usr/share/vulkan/implicit_layer.d/a.json",
        "etc/vulkan/icd.d/d.json",
    ),
    *(
        "./usr/share/vulkan/explicit_layer.d/c.json",
        "/usr/share/vulkan/icd.d/e.json",
        "usr/share/vulkan",
        "usr/lib/x.so",
    ),
    *(
        "../../etc/passwd.json",
        "a/../../b.json",
        "C:\\x.json",
        "a\\b.json",
        "\x1b[2J.json",
        "\u202e.json",
        "x" * 300,
    ),
    *(
        "usr/",
        "usr/share/vulkan/explicit_layer.d/",
        "",
        ".",
        "/",
        "nested.zip",
        "nested.deb",
        "usr/local/share/vulkan/icd.d/f.json",
    ),
    *(
        "lib/arm64-v8a/libVkLayer_test.so",
        "lib/x86/libVkLayer_test.so",
        "lib/",
        "AndroidManifest.xml",
        "base/lib/x86_64/a.so",
    ),
    *(
        "AppxManifest.xml",
        "VFS/ProgramFilesX64/x.json",
        "x%2F..%2Fy.json",
        "x.nuspec",
        "build/x.json",
        "share/vulkan/icd.d/g.json",
    ),
    *(
        "x-1.0.data/data/share/vulkan/explicit_layer.d/h.json",
        "x-1.0.dist-info/WHEEL",
        "x-1.0.data/scripts/x",
        "metadata.json",
    ),
    *(
        ".PKGINFO",
        ".MTREE",
        ".BUILDINFO",
        "etc/ld.so.conf",
        "etc/ld.so.conf.d/x.conf",
        "info/index.json",
        "usr\0x.json",
    ),
)
_LINKS = (
    "../x",
    "/usr/lib/x.so",
    "../../../../etc/passwd",
    "usr/share/vulkan/explicit_layer.d/b.json",
    "",
    "b.json",
    "\x1b[2J",
)

_LAYERS, _DRIVERS = in_folder("layer.d/"), in_folder("icd.d/")


def _content(random: Random, name: str) -> bytes:
    if name.endswith(".json"):
        return (
            random.choice((LAYER, DRIVER))
            if random.random() < 0.6
            else random.choice((_LAYERS, _DRIVERS))(random)
        )
    if name.endswith(".so"):
        return bytes(elves.elf([elves.Symbol("vkGetInstanceProcAddr")]))
    if name == "AppxManifest.xml":
        return b'<Package><Identity Name="Microsoft.D3DMappingLayers" Version="1.0"/></Package>'
    if name.endswith("WHEEL"):
        return random.choice(
            (
                b"Tag: py3-none-any\n",
                b"Tag: cp311-cp311-win_amd64\n",
                b"Tag: x-manylinux_2_17_x86_64\n",
                b"\x1b",
            )
        )
    if name.endswith((".conf", "INFO")):
        return random.choice(
            (
                b"/usr/lib\ninclude /etc/ld.so.conf.d/*.conf\n",
                b"include /etc/ld.so.conf\n",
                b"\x1b[2J\n",
                b"pkgname = x\n",
            )
        )
    return random.choice((b"", b"x", random.randbytes(40), b"{}"))


def _members(random: Random, *more: str) -> Members:
    """A layer, what the kind of package needs, and others with names that are odd."""
    names = [*more, _NAMES[0], *(random.choice(_NAMES) for _ in range(random.choice((0, 1, 2, 4, 12))))]
    if random.random() < 0.2:
        names.append(f"usr/share/vulkan/explicit_layer.d/{random.choice(TEXTS[:60])}.json")
    names = [each.encode("utf-8", "replace").decode() for each in names]
    return [(name, _content(random, name)) for name in names]


def _tar(random: Random, *more: str) -> bytes:
    kinds = (b"1", b"2", b"3", b"4", b"5", b"6", b"L", b"x", b"S", b"7")
    odd = [
        made.special(random.choice(_NAMES), random.choice(kinds), random.choice(_LINKS))
        for _ in range(random.choice((0, 0, 1, 3)))
    ]
    members = [(name, data) for name, data in _members(random, *more) if name]
    data: bytes = made.tar(members, *(each for each in odd if each.name))
    return _spoiled(data, random)


_RAW = Material([], [b"ustar\0", b"070701", b"\0" * 512, b"0000644\0", b"path=x\n", b"size=99999999999\n"])


def _spoiled(data: bytes, random: Random) -> bytes:
    """What is inside, mutated before it is packed: what is packed does not survive a flipped bit."""
    return mutated(data, random, _RAW) if random.random() < 0.4 else data


_PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "": lambda data: data,
    ".gz": lambda data: gzip.compress(data, 1, mtime=0),
    ".bz2": lambda data: bz2.compress(data, 1),
    ".xz": lambda data: lzma.compress(data, preset=0),
    ".lzma": lambda data: lzma.compress(data, lzma.FORMAT_ALONE, preset=0),
    ".zst": lambda data: zstandard.ZstdCompressor(1).compress(data),
}


def _packed(data: bytes, random: Random, *suffixes: str) -> tuple[str, bytes]:
    suffix = random.choice(suffixes or tuple(_PACKERS))
    found = _PACKERS[suffix](data)
    if random.random() < 0.1:
        found += random.choice((found, b"\0" * 100, b"x", _PACKERS[".gz"](data[:512])))
    return suffix, found


def _deb(random: Random) -> bytes:
    suffix, data = _packed(_tar(random), random)
    return bytes(made.deb(data, random.choice((suffix, suffix, suffix, ".gz", ""))))


def _rpm(random: Random) -> bytes:
    members = {name: data for name, data in _members(random) if name and "\0" not in name}
    if random.random() < 0.3:
        return bytes(made.numbered_rpm(members, also=random.choice(_NAMES).replace("\0", "")))
    links = {random.choice(_NAMES[:8]): random.choice(_LINKS)} if random.random() < 0.3 else {}
    _, payload = _packed(_spoiled(made.cpio(members, links), random), random)
    return bytes(made.rpm(payload))


def _zip(*more: str) -> Callable[[Random], bytes]:
    def draw(random: Random) -> bytes:
        members = {name: data for name, data in _members(random, *more) if name}
        return bytes(made.zipped(members))

    return draw


def _conda(random: Random) -> bytes:
    inner = _packed(_tar(random, "share/vulkan/explicit_layer.d/z.json"), random, ".zst", ".zst", ".gz")[1]
    name = random.choice(("pkg-x-1.0-0.tar.zst", "pkg-x-1.0-0.tar.zst", "pkg-.tar.zst", "x.tar.zst"))
    meta = json.dumps({"conda_pkg_format_version": 2}).encode()
    return bytes(made.zipped({"metadata.json": meta, name: inner, "info-x-1.0-0.tar.zst": b""}))


def _plain_tar(random: Random) -> bytes:
    return _packed(_tar(random, *random.choice(((), ("good-1.0/usr/share/vulkan/icd.d/x.json",)))), random)[1]


def _arch(random: Random) -> bytes:
    return _packed(_tar(random, ".PKGINFO", ".MTREE"), random, ".zst", ".xz", ".gz")[1]


def _alpine(random: Random) -> bytes:
    head = made.tar({".PKGINFO": b"pkgname = x\n"})[: random.choice((512, 1024, 10240))]
    return gzip.compress(head, mtime=0) + gzip.compress(_tar(random), mtime=0)


_KINDS: dict[str, tuple[str, Callable[[Random], bytes]]] = {
    "deb": ("input.deb", _deb),
    "rpm": ("input.rpm", _rpm),
    "zip": ("input.zip", _zip()),
    "whl": (
        "input.whl",
        _zip("x-1.0.dist-info/WHEEL", "x-1.0.data/data/share/vulkan/explicit_layer.d/h.json"),
    ),
    "msix": ("input.msix", _zip("AppxManifest.xml", "VFS/ProgramFilesX64/x.json")),
    "apk": ("input.apk", _zip("AndroidManifest.xml", "lib/arm64-v8a/libVkLayer_test.so")),
    "nupkg": ("input.nupkg", _zip("x.nuspec", "build/native/x.json")),
    "tar": ("input.tar", _plain_tar),
    "conda": ("input.conda", _conda),
    "arch": ("input.pkg.tar.zst", _arch),
    "alpine": ("input.apk", _alpine),
}


def targets() -> Iterator[Target]:
    """One for each kind of package."""
    for name, (file, draw) in _KINDS.items():
        seeds = [draw(Random(number)) for number in range(6)] + corpus(name)
        yield Target(
            name, *_judged(file), [draw], seeds, [b"PK\3\4", b"ustar", b"!<arch>\n"], share=0.8, file=file
        )


def _judged(file: str) -> tuple[Callable[[bytes, int, str], None], int]:
    def lay(data: bytes, folder: str) -> None:
        put(folder, file, data)

    steps = [
        *formats(f"lint {{}}/{file}", *LINTED),
        step(f"lint {{}}/{file} --notes --context --strict"),
        *formats(f"explain --root {{}}/{file}", *EXPLAINED),
    ]
    return verbs(lay, *steps)
