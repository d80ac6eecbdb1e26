"""Targets of newer readers: configurations, containers, processes, layers to bisect, answers under Wine."""

import hashlib
import io
import json
import os
import tarfile
from collections.abc import Iterator, Mapping
from contextlib import suppress
from random import Random
from typing import Any
from unittest import mock

from fuzzing.calling import judge
from fuzzing.documents import TEXTS, from_json, from_lines, from_toml
from fuzzing.of_machines import LAYER, bytes_of, corpus
from fuzzing.target import Target, put
from fuzzing.vocabulary import LOADER_WORDS, MANIFEST_KEYS
from refloader.bisect.starting import Start
from refloader.inspect.running import process
from refloader.inspect.running.installed import Installed, NotInstalledError
from refloader.inspect.running.snap import snap
from refloader.sandbox.loader import observed
from refloader.sandbox.wine import loader as wine
from refloader.scenario.scenario import Scenario

_IGNORE = {"rule": "NAMING-LAYER-01", "path": "*.json", "reason": "ours", "expires": "2999-01-01"}
_CONFIG: dict[str, Any] = {
    "schema": "refloader.config/1",
    "subjects": {
        "manifests": ["a/*.json", "b"],
        "loaders": ["libvulkan.so.1"],
        "layers": ["x"],
        "drivers": [],
    },
    "lint": {"loaders": "1.3.204.."},
    "conform": {"expect": ["e.toml"], "baseline": "b.ndjson", "require": "10%"},
    "severity": {"LLP_LAYER_3": "note", "NAMING-LAYER-01": "warning"},
    "ignore": [_IGNORE, {**_IGNORE, "path": "", "expires": "2001-01-01"}],
}
_SNAP = b"""name: game
base: core22
environment:
  XDG_DATA_DIRS: $SNAP/graphics/share:${SNAP}/usr/share
  TWICE: $XDG_DATA_DIRS$XDG_DATA_DIRS
apps:
  game:
    command: bin/game
    environment:
      HUD: '1'
plugs:
  graphics-core22:
    interface: content
    target: $SNAP/graphics
    default-provider: mesa-core22:all
"""
_FLATPAK = b"""[Application]
name=org.acme.Game
runtime=org.P/x86_64/1
[Environment]
HUD=1
[Extension org.P.GL]
directory=lib/GL
versions=1;2
subdirectories=true
merge-dirs=vulkan/icd.d;share/vulkan/implicit_layer.d
enable-if=active-gl-driver
[Extension org.P.Layer@2]
directory=lib/layers
version=1
"""
_MAPS = b"".join(
    b"7f%06x000-7f%06x000 r-xp 00000000 08:01 %d                    %s\n" % (n, n + 1, n, path)
    for n, path in enumerate(
        (
            b"/usr/bin/game",
            b"/usr/lib/libvulkan.so.1.3.239",
            b"[heap]",
            b"",
            b"/a\\012b (deleted)",
            b"/libbase.so",
        )
    )
)
_ENVIRON = (
    b"PATH=/usr/bin\0HOME=/home/u\0VK_LAYER_PATH=/x:/y\0VK_INSTANCE_LAYERS=VK_LAYER_TEST_base\0SteamAppId=6\0"
)
_AUXV = b"".join(n.to_bytes(8, "little") * 2 for n in (3, 6, 23, 0))
_EVENTS = b"".join(
    b"\n%s\n" % json.dumps(each).encode()
    for each in (
        {"event": "opened"},
        {"event": "hook", "name": "devices"},
        {"event": "call", "call": "vkCreateInstance", "result": 0, "layers": ["VK_LAYER_TEST_a"]},
        {"event": "crashed", "code": "c0000005"},
        {"event": "done"},
    )
)


def _config(data: bytes, variant: int, folder: str) -> None:
    """The files of a project, by themselves and beside findings that they rate and ignore."""
    name = "pyproject.toml" if variant % 2 else "refloader.toml"
    body = data.replace(b"[", b"[tool.refloader.").replace(
        b"[tool.refloader.[tool.refloader.", b"[[tool.refloader."
    )
    put(folder, name, body if variant == 1 else data)
    put(folder, "manifest.json", LAYER)
    with mock.patch.dict(os.environ, {"REFLOADER_CONFIG": f"{folder}/{name}"}):
        if variant < 4:
            shape = "json" if variant < 2 else "text"
            form = "json:config-show-1" if variant < 2 else "text"
            judge(["config", "show", folder, "--format", shape], form)
        else:
            judge(["lint", f"{folder}/manifest.json", "--notes"], "text")


def _snap(data: bytes, variant: int, folder: str) -> None:
    put(folder, "game/current/meta/snap.yaml", data)
    for name in ("core22", "mesa-core22"):
        put(folder, f"{name}/current/share/vulkan/implicit_layer.d/base.json", LAYER)

    def of_folder(name: str, variables: Mapping[str, str]) -> Installed:
        return snap(name, variables, (folder,))

    with mock.patch("refloader.inspect.running.snap.snap", of_folder):
        shape = ("text", "json:explain-1")[variant]
        judge(["explain", "--container", "snap:game", "--format", shape.partition(":")[0]], shape)
    with suppress(NotInstalledError):
        assert sum(map(len, snap("game", {}, (folder,)).variables.values())) < 8 << 20


def _flatpak(data: bytes, variant: int, folder: str) -> None:
    put(folder, "app/game/current/active/metadata", _FLATPAK if variant % 2 else data)
    put(folder, "runtime/org.P/x86_64/1/active/metadata", data)
    for name in ("org.P.GL", "org.P.GL.default", "org.P.Layer"):
        put(folder, f"runtime/{name}/x86_64/1/active/files/vulkan/icd.d/base.json", LAYER)
    given = {"FLATPAK_USER_DIR": folder, "FLATPAK_SYSTEM_DIR": f"{folder}/none"}
    with mock.patch.dict(os.environ, given):
        shape = ("text", "json:explain-1")[variant // 2]
        judge(["explain", "--container", "flatpak:game", "--format", shape.partition(":")[0]], shape)


def _tar(members: dict[str, bytes]) -> bytes:
    file = io.BytesIO()
    with tarfile.open(fileobj=file, mode="w") as archive:
        for name, data in members.items():
            info = tarfile.TarInfo(name)
            info.size = len(data)
            archive.addfile(info, io.BytesIO(data))
    return file.getvalue()


_LAYER = _tar(
    {"usr/share/vulkan/implicit_layer.d/base.json": LAYER, "usr/.wh.old": b"", "etc/.wh..wh..opq": b""}
)
_OF_LAYER = f"blobs/sha256/{hashlib.sha256(_LAYER).hexdigest()}"
_OF_MANIFEST = f"blobs/sha256/{'0' * 64}"
_DIGEST = {"digest": _OF_LAYER.removeprefix("blobs/").replace("/", ":")}
_OCI = json.dumps(
    {"manifests": [{"digest": f"sha256:{'0' * 64}", "platform": {"architecture": "amd64"}}]}
).encode()
_DOCUMENTS = [
    json.dumps([{"Config": "c", "Layers": ["layer.tar", _OF_LAYER]}]).encode(),
    _OCI,
    json.dumps({"layers": [_DIGEST, _DIGEST]}).encode(),
]


def _image(data: bytes, variant: int, folder: str) -> None:
    """A document of an image beside right ones, a layer, or the archive itself."""
    parts = {_OF_LAYER: _LAYER, _OF_MANIFEST: _DOCUMENTS[2]}
    names = ({"manifest.json": data}, {"index.json": data}, {"index.json": _OCI, _OF_MANIFEST: data})
    beside = {"manifest.json": _DOCUMENTS[0], _OF_LAYER: _LAYER, "layer.tar": data}
    whole = _tar({**parts, **names[variant]} if variant < 3 else beside) if variant < 4 else data
    put(folder, "image.tar", whole)
    judge(["explain", "--container", f"{folder}/image.tar"], "text")


def _process(data: bytes, variant: int, folder: str) -> None:
    """A process with these variables, these mappings or this auxiliary vector, in a root of its own."""
    put(folder, "root/usr/share/vulkan/explicit_layer.d/base.json", LAYER)
    told = {"environ": _ENVIRON, "maps": _MAPS, "auxv": _AUXV}
    told[("environ", "maps", "auxv")[variant % 3]] = data
    paths = tuple(process._mapped(told["maps"]))
    found = process.Process(
        4242,
        paths[0] if paths else "/usr/bin/game",
        process._variables(told["environ"]),
        f"{folder}/root",
        process._elevated(told["auxv"], 64 if variant % 2 else 32),
        64,
        paths,
        tuple(each for each in paths if each.endswith(" (deleted)")),
    )
    shape = ("text", "json:explain-1")[variant // 3]
    with mock.patch("refloader.inspect.running.process.read_process", return_value=found):
        judge(["explain", "--pid", "4242", "--format", shape.partition(":")[0]], shape)


def _bisect(data: bytes, variant: int, folder: str) -> None:
    """A layer of this manifest makes a program fail that is not started."""
    put(folder, "vulkan/implicit_layer.d/input.json", data)
    put(folder, "vulkan/implicit_layer.d/base.json", LAYER.replace(b"1.2.0", b"1.1.0"))

    def start(_command: object, variables: dict[str, str], *_: object) -> Start:
        for name, value in variables.items():  # what the kernel refuses
            assert name
            assert not {"=", "\0"} & {*name, *value.replace("=", "")}, name
            os.fsencode(name + value)
        off = variables.get("VK_LOADER_LAYERS_DISABLE", "") + variables.get("VK_LOADER_LAYERS_ENABLE", "")
        bad = not off and not variables.keys() - os.environ.keys()
        return Start(bad, "exit code 1" if bad else "exit code 0", "exit code 1" if bad else "", 0.01)

    given = {
        "XDG_DATA_HOME": folder,
        "XDG_DATA_DIRS": "/nowhere",
        "XDG_CONFIG_DIRS": "/nowhere",
        "HOME": folder,
    }
    shape = ("text", "json:bisect-1")[variant // 2]
    loader = ("1.3.239", "1.3.200")[variant % 2]
    words = ["bisect", "--as-loader", loader, "--on", "machine", "--format", shape.partition(":")[0]]
    with mock.patch.dict(os.environ, given), mock.patch("refloader.bisect.bisecting.start", start):
        judge([*words, "--", "/bin/true"], shape)


def _wine(data: bytes, variant: int, folder: str) -> None:
    """What an agent under Wine has written: events, a trace, output."""
    told = {
        "problem": "",
        "timed_out": False,
        "status": 0,
        "left": (),
        "trace": b"",
        "stdout": b"",
        "stderr": b"",
    }
    told |= {"events": _EVENTS, ("events", "trace", "stdout", "events")[variant]: data}
    wine._answered(Scenario(), observed(wine._said({**told, "timed_out": variant == 3}), 1.0))


def targets() -> Iterator[Target]:
    """All of them."""
    words = (*MANIFEST_KEYS, *LOADER_WORDS)
    config_words = (
        *_CONFIG,
        *_CONFIG["subjects"],
        *_CONFIG["conform"],
        *_IGNORE,
        "LLP_LAYER_3",
        "error",
        "note",
    )
    toml = from_toml([_CONFIG], config_words)
    seed = toml(Random(2))
    yield Target(
        "config", _config, 6, [toml], [seed, *corpus("config")], bytes_of(config_words), file="input.toml"
    )
    given = bytes_of(("$SNAP", "${A}", "base:", "environment:", "plugs:", "target:", "../..", *TEXTS[:30]))
    for name, run, variants, start in (("snap", _snap, 2, _SNAP), ("flatpak", _flatpak, 4, _FLATPAK)):
        seeds = [start, *corpus(name)]
        yield Target(name, run, variants, [from_lines(seeds, given)], seeds, given, file="input.txt")
    seeds = [*_DOCUMENTS, *corpus("image")]
    archives = [_LAYER, _tar({"manifest.json": _DOCUMENTS[0], "layer.tar": _LAYER, _OF_LAYER: _LAYER})]
    draws = [from_json(seeds, ("Layers", "layers", "digest", "manifests", "platform", "../x", "layer.tar"))]
    yield Target("image", _image, 5, draws, [*seeds, *archives], [b"sha256:", b"../"], file="input.bin")
    seeds = [_ENVIRON, _MAPS, _AUXV, *corpus("process")]
    draws = [from_lines([_MAPS, _ENVIRON.replace(b"\0", b"\n")], bytes_of(LOADER_WORDS[:30]))]
    yield Target(
        "process", _process, 6, draws, seeds, [b" (deleted)", b"\\012", b"\0", b"="], file="input.bin"
    )
    seeds = [LAYER, *corpus("bisect"), *corpus("layer-manifest")]
    yield Target("bisect", _bisect, 4, [from_json(seeds, words)], seeds, bytes_of(words))
    seeds = [_EVENTS, *corpus("wine")]
    draws = [from_lines(seeds, bytes_of(LOADER_WORDS[:30])), _forged]
    yield Target("wine", _wine, 4, draws, seeds, [b"event", b"crashed", b"code"], file="input.ndjson")


def _forged(random: Random) -> bytes:
    """Events with other values."""
    rows = [row for row in _EVENTS.splitlines() if row]
    draw = from_json(rows, ("event", "crashed", "code", "call", "result", "hook", "done", "left"))
    return b"".join(b"\n%b\n" % draw(random).replace(b"\n", b"") for _ in range(random.choice((1, 3, 9))))
