"""Targets whose inputs are libraries of three systems, and hives of a registry."""

import contextlib
import importlib
import io
import sys
from collections.abc import Callable, Iterator
from random import Random
from typing import Any

from fuzzing.checking import TOP
from fuzzing.documents import TEXTS
from fuzzing.of_machines import EXPLAINED, LAYER, LINTED, bytes_of, corpus
from fuzzing.target import Target, formats, put, step, verbs
from refloader.host.port import Content, Failure
from refloader.host.registry import hive as hives

sys.path.insert(0, str(TOP / "tests" / "host"))
elves: Any = importlib.import_module("elf_files")
pes: Any = importlib.import_module("pe_files")
machos: Any = importlib.import_module("macho_files")
hive_files: Any = importlib.import_module("hive_files")
"""What the tests write small files with."""

_FUNCTIONS = (
    *("vkNegotiateLoaderLayerInterfaceVersion", "vkGetInstanceProcAddr", "vkGetDeviceProcAddr"),
    *(
        "vk_icdNegotiateLoaderICDInterfaceVersion",
        "vk_icdGetInstanceProcAddr",
        "vk_icdGetPhysicalDeviceProcAddr",
    ),
    *("vkEnumerateInstanceLayerProperties", "vkCreateInstance", "malloc", "f" * 500),
)
_LIBRARIES = (
    "libc.so.6",
    "libvulkan.so.1",
    "KERNEL32.dll",
    "vulkan-1.dll",
    "/usr/lib/libSystem.B.dylib",
    "x" * 300,
)
_FOLDERS = ("$ORIGIN/../lib", "/usr/lib", "@loader_path/.", "@executable_path/..", ":", "", "a:b:" * 50)


def _names(random: Random, options: tuple[str, ...], most: int = 6) -> list[str]:
    """Some names, now and then one that drives a terminal. NUL would end one."""
    found = [random.choice(options) for _ in range(random.randrange(most))]
    if random.random() < 0.3:
        found.append(random.choice(TEXTS[:60]).replace("\0", ""))
    encodable = [each.encode("utf-8", "replace").decode() for each in found if each]
    return list(dict.fromkeys(encodable))


def _elf(random: Random) -> bytes:
    symbols = [
        elves.Symbol(
            name,
            random.choice((0, 1, 1, 1, 0xFFF1)),
            random.choice((0, 1, 1, 1, 2, 10)),
            random.choice((0, 0, 0, 2, 3)),
        )
        for name in _names(random, _FUNCTIONS)
    ]
    tags = [
        (
            random.choice((1, 4, 5, 6, 10, 11, 14, 15, 25, 29, 30, 0x6FFFFEF5, 0x6FFFFFFB, 0x6FFFFFFF)),
            random.choice((0, 1, 8, 1 << 16, 1 << 31)),
        )
    ]
    found: bytes = elves.elf(
        symbols,
        wide=random.random() < 0.7,
        order=random.choice("<<<>"),
        table=random.choice(("gnu", "gnu", "sysv", "")),
        kind=random.choice((3, 3, 3, 2, 1, 4, 0xFE00)),
        machine=random.choice((62, 62, 3, 183, 40, 8, 0, 0xFFFF)),
        soname=(_names(random, _LIBRARIES, 2) or [""])[0],
        needed=_names(random, _LIBRARIES),
        rpath=random.choice(_FOLDERS),
        runpath=random.choice(_FOLDERS),
        tags=tags if random.random() < 0.3 else (),
    )
    return found


def _pe(random: Random) -> bytes:
    found: bytes = pes.pe(
        _names(random, _FUNCTIONS),
        machine=random.choice((pes.AMD64, pes.AMD64, pes.I386, pes.ARM64, 0, 0x1234)),
        dll=random.random() < 0.8,
        name=(_names(random, _LIBRARIES, 2) or ["x.dll"])[0],
        needed=_names(random, _LIBRARIES),
        start=random.choice((0x80, 0x80, 0x40, 0x100)),
        count=random.choice((None, None, None, 0, 5000, 0xFFFFFFFF)),
    )
    return found


def _macho(random: Random) -> bytes:
    made = [
        machos.macho(
            _names(random, _FUNCTIONS),
            machine=random.choice((machos.ARM64, machos.X86_64, machos.I386)),
            kind=random.choice((6, 6, 8, 2, 1, 9)),
            name=(_names(random, _LIBRARIES, 2) or ["@rpath/x.dylib"])[0],
            needed=_names(random, _LIBRARIES),
            weak=_names(random, _LIBRARIES, 2),
            rpath=[each for each in _FOLDERS[:4] if random.random() < 0.3],
            trie=random.random() < 0.5,
        )
        for _ in range(random.choice((1, 1, 1, 2, 3)))
    ]
    if len(made) == 1 and random.random() < 0.7:
        return bytes(made[0])
    parts = [(random.choice((machos.ARM64, machos.X86_64, machos.I386)), each) for each in made]
    found: bytes = machos.fat(*parts, count=random.choice((None, None, 0, 44, 0xFFFFFFFF)))
    return found


def _library(name: str, system: str, make: Callable[[Random], bytes], share: float) -> Target:
    file = {"linux": "input.so", "windows": "input.dll", "macos": "input.dylib"}[system]
    manifest = LAYER.replace(b"libbase.so", file.encode())

    def lay(data: bytes, folder: str) -> None:
        put(folder, file, data)
        put(folder, "layer.json", manifest)
        put(folder, f"root/usr/lib/{file}", data)
        put(folder, "root/usr/share/vulkan/explicit_layer.d/x.json", manifest.replace(b"./", b"/usr/lib/"))

    steps = [
        *formats(f"lint {{}}/{file} --os {system}", *LINTED),
        *formats(f"lint {{}}/layer.json --os {system} --notes", "text", "json:lint-1"),
        step(f"lint {{}}/{file} --notes --context --strict"),
    ]
    if system == "linux":
        steps += formats("lint --root {}/root --os linux --notes", "text", "json:lint-1")
        steps += formats("explain --root {}/root --os linux --request VK_LAYER_TEST_base", *EXPLAINED)
    seeds = [make(Random(number)) for number in range(12)] + corpus(name)
    words = bytes_of((*_FUNCTIONS, *_LIBRARIES, *_FOLDERS))
    return Target(name, *verbs(lay, *steps), [make], seeds, words, share=share, file=file)


_KEYS = (
    "Khronos",
    "Vulkan",
    "ExplicitLayers",
    "ImplicitLayers",
    "Drivers",
    "Microsoft",
    "Classes",
    "Wow6432Node",
    "x\xe4",
)
_PATH = "C:\\layers\\x.json".encode("utf-16-le") + b"\0\0"
_DATA = (
    (4, bytes(4)),
    (4, b"\1\0\0\0"),
    (1, _PATH),
    (7, _PATH + _PATH + b"\0\0"),
    (3, b"x" * 40),
    (11, bytes(8)),
    (99, b""),
)


def _values(random: Random) -> dict[str, Any]:
    names = (
        "C:\\layers\\a.json",
        "C:\\b.json",
        "",
        "VulkanDriverName",
        "\x1b[2J",
        "\u202e",
        "Current",
        "\xe4.json",
    )
    return {random.choice(names): random.choice(_DATA) for _ in range(random.randrange(4))}


def _tree(random: Random) -> dict[str, Any]:
    vulkan = {each: _values(random) for each in _KEYS[2:5] if random.random() < 0.8}
    khronos = {"Khronos": {"Vulkan": {**vulkan, **_values(random)}}}
    choice = random.randrange(4)
    if choice == 0:
        return {**khronos, "Microsoft": {}, "WOW6432Node": khronos}
    if choice == 1:
        return {"SOFTWARE": {**khronos, "Wow6432Node": khronos}, random.choice(_KEYS): {}}
    if choice == 2:
        kinds = ("{4d36e968-e325-11ce-bfc1-08002be10318}", "{5c4c3332-344d-483c-8739-259e934c9cc8}", "x")
        devices = {random.choice(kinds): {f"{n:04}": _values(random) for n in range(3)} for _ in range(2)}
        return {"Select": {"Current": (4, b"\1\0\0\0")}, "ControlSet001": {"Control": {"Class": devices}}}
    return {random.choice(_KEYS): _values(random) for _ in range(3)}


def _hive(random: Random) -> bytes:
    found: bytes = hive_files.hive(
        _tree(random), dirty=random.random() < 0.1, lists=random.choice(("lf", "li", "ri"))
    )
    return found


def _in_process(module: str, arguments: list[str], **_: int) -> Content | Failure:
    """What the child that reads a hive would print, read in this process, which has limits of its own."""
    out = io.StringIO()
    with contextlib.redirect_stdout(out):
        importlib.import_module(module).main(*arguments)
    return Content(out.getvalue().encode())


def _hive_target() -> Target:
    vars(hives)["run_limited"] = _in_process  # a child for each input would take most of the time
    lay = lambda data, folder: put(folder, "SOFTWARE", data)  # noqa: E731
    steps = [
        *formats("lint {}/SOFTWARE", *LINTED),
        *formats("explain --hive {}/SOFTWARE --os windows", *EXPLAINED),
    ]
    seeds = [_hive(Random(number)) for number in range(8)] + corpus("hive")
    words = [b"nk", b"vk", b"lf", b"lh", b"li", b"ri", b"db", b"hbin", b"regf"]
    return Target("hive", *verbs(lay, *steps), [_hive], seeds, words, share=1, file="SOFTWARE")


def targets() -> Iterator[Target]:
    """All of them."""
    yield _library("elf", "linux", _elf, 3)
    yield _library("pe", "windows", _pe, 1.5)
    yield _library("macho", "macos", _macho, 1.5)
    yield _hive_target()
