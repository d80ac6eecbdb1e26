"""Targets whose inputs describe machines: manifests, settings files, registries, snapshots, logs, profiles."""

import json
import os
import tomllib
from collections.abc import Iterator
from glob import glob
from pathlib import Path
from random import Random

from fuzzing.calling import judge
from fuzzing.checking import TOP
from fuzzing.documents import TEXTS, from_json, from_lines, from_toml, in_folder
from fuzzing.registry_texts import exports
from fuzzing.target import Run, Target, Variant, formats, put, step, verbs_on
from fuzzing.vocabulary import LOADER_WORDS, MANIFEST_KEYS, SETTINGS_KEYS, VARIABLES
from refloader.campaign.worlds.byte_source import seeded
from refloader.campaign.worlds.strategies import world_from
from refloader.scenario.corpus import contents
from refloader.scenario.drafting import shipped_cases
from refloader.scenario.scenario import ScenarioError

LINTED = ("text", "json:lint-1", "github", "gitlab", "junit", "sarif")
EXPLAINED = ("text", "json:explain-1", "html")
LAYER = json.dumps(
    {
        "file_format_version": "1.2.0",
        "layer": {
            "name": "VK_LAYER_TEST_base",
            "type": "GLOBAL",
            "library_path": "./libbase.so",
            "api_version": "1.3.250",
            "implementation_version": "1",
            "description": "a layer",
        },
    }
).encode()
DRIVER = b'{"file_format_version": "1.0.1", "ICD": {"library_path": "libtest.so", "api_version": "1.3.0"}}'


def files(*patterns: str) -> list[bytes]:
    """The content of the files below the repository that fit, in the order of their names."""
    found = sorted(
        {
            path
            for pattern in patterns
            for path in glob(str(TOP / pattern), recursive=True, include_hidden=True)
        }
    )
    return [Path(path).read_bytes() for path in found if os.path.isfile(path)]


def corpus(name: str) -> list[bytes]:
    """The inputs of a target that are part of the repository."""
    return files(f"fixtures/fuzz/{name}/*")


def scenario_files(name: str) -> list[bytes]:
    """The files of the shipped scenarios whose paths end so, in the order of the scenarios."""
    every = (contents(case) for case in shipped_cases())
    return [data for case in every for path, data in case.items() if path.endswith(name)]


def bytes_of(words: tuple[str, ...]) -> tuple[bytes, ...]:
    """The words as they stand in a file."""
    return tuple(each.encode("utf-8", "surrogatepass") for each in words)


_BASE_LAYER = ("root/usr/share/vulkan/explicit_layer.d/base.json", LAYER)
_BASE_DRIVER = ("root/usr/share/vulkan/icd.d/base.json", DRIVER)
"""What a Linux machine below ``root`` has: a layer and a driver."""


_EXPORT = "Windows Registry Editor Version 5.00\r\n" + "".join(
    f'\r\n[HKEY_LOCAL_MACHINE\\SOFTWARE\\Khronos\\Vulkan\\{key}]\r\n"C:\\\\x\\\\{name}"=dword:00000000\r\n'
    for key, name in (
        *(("ExplicitLayers", "input.json"), ("ImplicitLayers", "input.json"), ("Drivers", "input.json")),
        ("LoaderSettings", "vk_loader_settings.json"),
    )
)


def _elsewhere(data: bytes, name: str) -> Iterator[tuple[str, bytes]]:
    """The input on machines of other systems."""
    yield "base.reg", _EXPORT.encode("utf-16")
    yield f"windows/C/x/{name}", data
    for base in ("macos/usr/local/share", "fuchsia/pkg/data", "macos/etc"):
        for place in ("explicit_layer.d", "implicit_layer.d", "icd.d", "loader_settings.d"):
            yield f"{base}/vulkan/{place}/{name}", data


_OTHERS = [
    *formats("explain --reg {}/base.reg --root {}/windows --os windows", *EXPLAINED),
    step("lint --reg {}/base.reg --root {}/windows --os windows --notes"),
    *(
        step(f"{verb} --root {{}}/{system} --os {system}")
        for verb in ("lint", "explain")
        for system in ("macos", "fuchsia")
    ),
]


def _as_layer(data: bytes) -> Iterator[tuple[str, bytes]]:
    yield from _elsewhere(data, "input.json")
    yield "input.json", data
    yield "root/usr/share/vulkan/implicit_layer.d/input.json", data
    yield "root/etc/vulkan/explicit_layer.d/input.json", data
    yield _BASE_DRIVER


def _as_driver(data: bytes) -> Iterator[tuple[str, bytes]]:
    yield from _elsewhere(data, "input.json")
    yield "input.json", data
    yield "root/usr/share/vulkan/icd.d/input.json", data
    yield _BASE_LAYER


def _as_settings(data: bytes) -> Iterator[tuple[str, bytes]]:
    yield from _elsewhere(data, "vk_loader_settings.json")
    yield from (_BASE_LAYER, _BASE_DRIVER)
    yield "vk_loader_settings.json", data
    yield "root/etc/vulkan/loader_settings.d/vk_loader_settings.json", data


_STAGED = "--root {}/root --os linux"


def _manifests(name: str) -> list[Variant]:
    linted, explained = formats(f"lint {{}}/{name}", *LINTED), formats(f"explain {_STAGED}", *EXPLAINED)
    more = [
        step(f"lint {{}}/{name} --notes --context"),
        step(f"lint {{}}/{name} --strict --edition 2016 --os windows"),
        *formats(f"lint {_STAGED}", "text", "json:lint-1", "sarif"),
        step(f"lint {_STAGED} --notes /"),
        step(f"explain {_STAGED} --edition 2018 --env VK_INSTANCE_LAYERS=VK_LAYER_TEST_a:VK_LAYER_TEST_m"),
        step(
            f"explain {_STAGED} --request VK_LAYER_TEST_a --api 1.3 --env VK_LOADER_LAYERS_ENABLE=* --elevated"
        ),
        step(f"explain {_STAGED} -v --as-loader 1.3.204 --env DISABLE_A=1"),
        step(f"explain {_STAGED} --as-loader all --format json", "json:explain-by-release-1"),
        step(f"explain {_STAGED} VK_LAYER_TEST_a VK_LAYER_TEST_b --app /usr/bin/app --env DISABLE_A=1"),
        step(f"snapshot {_STAGED} -o -", "json:snapshot-2"),
    ]
    return [*linted, *explained, *more, *_OTHERS]


def of_manifests() -> Iterator[Target]:
    """Manifests of layers and drivers, settings files, and whole worlds of them."""
    trees = "fixtures/trees/**"
    layers = files("fixtures/manifests/**/*layer*/*.json", f"{trees}/*layer*.d/*.json") + corpus(
        "layer-manifest"
    )
    drivers = files("fixtures/manifests/**/icd.d/*.json", f"{trees}/icd.d/*.json") + corpus("driver-manifest")
    settings = [*corpus("settings"), *scenario_files("/vk_loader_settings.json")]
    words = (*MANIFEST_KEYS, *LOADER_WORDS)
    yield Target(
        "layer-manifest",
        *verbs_on(_as_layer, *_manifests("input.json")),
        [in_folder("layer.d/"), from_json(layers, words)],
        layers,
        bytes_of(words),
        share=4,
    )
    yield Target(
        "driver-manifest",
        *verbs_on(_as_driver, *_manifests("input.json")),
        [in_folder("icd.d/"), from_json(drivers, words)],
        drivers,
        bytes_of(words),
        share=2,
    )
    words = (*SETTINGS_KEYS, *LOADER_WORDS)
    yield Target(
        "settings",
        *verbs_on(_as_settings, *_manifests("vk_loader_settings.json")),
        [from_json(settings, words)],
        settings,
        bytes_of(words),
        share=2,
    )
    yield Target("world", _explain_world, 6, [_world], [seeded(number) for number in range(8)], share=1)
    yield Target(
        "variables", _explain_variables, 6, [_variables], [b"VK_LAYER_PATH=/x:/y\0HOME=/home/u"], share=1
    )


def _world(random: Random) -> bytes:
    return seeded(random.getrandbits(40))


def _arguments(folder: str, variables: dict[str, str]) -> list[str]:
    settings = [f"{name}={value}" for name, value in variables.items() if name]
    words = ["--root", f"{folder}/root", "--os", "linux"]
    return [*words, *(word for each in settings for word in ("--env", each))]


def _explain_world(data: bytes, variant: int, folder: str) -> None:
    """A world of a campaign, as its bytes make it, on a disk."""
    try:
        scenario = world_from(data[:400])
    except ScenarioError:
        return
    os.makedirs(f"{folder}/root", exist_ok=True)
    for path, content in scenario.files.items():
        try:
            put(folder, f"root/{path}", content)
        except (OSError, ValueError):  # a name that no file system takes, or a file where a folder is
            continue
    words = _arguments(folder, dict(scenario.variables))
    words += [word for each in scenario.application.layers for word in ("--request", each)]
    if variant < len(EXPLAINED):
        form = EXPLAINED[variant]
        judge(["explain", *words, "--format", form.partition(":")[0]], form)
    else:
        form = LINTED[variant - len(EXPLAINED)]
        judge(["lint", *words[:4], "--format", form.partition(":")[0]], form)


def _variables(random: Random) -> bytes:
    """A few variables of loaders with values that are odd."""
    parts = []
    for _ in range(random.randrange(1, 6)):
        values = [random.choice((*LOADER_WORDS, *TEXTS[:90])) for _ in range(random.randrange(1, 5))]
        parts.append(
            f"{random.choice(VARIABLES)}={random.choice((':', ',', '', '/'))}".join(["", *values])[:3000]
        )
    rows = [
        f"{random.choice(VARIABLES)}={random.choice((':', ',', ';')).join(part.split('='))}" for part in parts
    ]
    return "\0".join(row.replace("\0", "") for row in rows).encode("utf-8", "surrogatepass")


def _explain_variables(data: bytes, variant: int, folder: str) -> None:
    """Variables apart by NUL, as a process has them."""
    for place in (_BASE_LAYER, _BASE_DRIVER):
        put(folder, *place)
    rows = [each.decode("utf-8", "surrogateescape") for each in data.split(b"\0")]
    variables = {name: value for name, _, value in (row.partition("=") for row in rows)}
    form = EXPLAINED[variant % 3]
    more = ["VK_LAYER_TEST_base"] if variant >= 3 else []
    judge(["explain", *_arguments(folder, variables), "--format", form.partition(":")[0], *more], form)


def of_records() -> Iterator[Target]:
    """Files that stand for machines: exports of registries, snapshots, logs, profiles."""
    words = bytes_of(LOADER_WORDS)
    registries = [*files("fixtures/registry/*.reg"), *corpus("reg")]
    explained = formats("explain --reg {}/input.reg --os windows", *EXPLAINED)
    linted = formats("lint {}/input.reg", *LINTED)
    both = [*linted, *explained, step("lint {}/input.reg --notes --context --strict")]
    yield Target("reg", *_laid("input.reg", *both), [exports], registries, words, share=4, file="input.reg")
    yield from _snapshots()
    logs = [*files("fixtures/logs/*"), *corpus("log")]
    taken = step("snapshot --from-log {}/input.log -o {}/made.json")
    steps: list[Variant] = [(taken, each) for each in formats("explain --snapshot {}/made.json", *EXPLAINED)]
    steps += [
        step("snapshot --from-log {}/input.log -o -", "json:snapshot-2"),
        (taken, step("lint --snapshot {}/made.json --format json", "json:lint-1")),
        (taken, step("explain --snapshot {}/made.json VK_LAYER_KHRONOS_validation")),
    ]
    yield Target(
        "log", *_laid("input.log", *steps), [from_lines(logs, words)], logs, words, share=2, file="input.log"
    )
    profiles = [*files("fixtures/profiles/*.toml"), *corpus("profile")]
    values = [tomllib.loads(each.decode()) for each in files("fixtures/profiles/*.toml")]
    explained = formats(f"explain {_STAGED} --profile {{}}/input.toml", *EXPLAINED)
    keys = ("search", "bases", "implicit_layers", "variables", "features", "deviations", "ignored", "renamed")
    yield Target(
        "profile",
        *_laid(
            "input.toml",
            *explained,
            step(f"explain {_STAGED} --profile {{}}/input.toml --env VULKAN_DATA=/x"),
        ),
        [from_toml(values, (*keys, *LOADER_WORDS))],
        profiles,
        words,
        file="input.toml",
    )


def _laid(name: str, *steps: Variant) -> tuple[Run, int]:
    return verbs_on(lambda data: (_BASE_LAYER, _BASE_DRIVER, (name, data)), *steps)


def _snapshots() -> Iterator[Target]:
    snapshots = [*files("fixtures/snapshots/*.json"), *corpus("snapshot")]
    explained = formats("explain --snapshot {}/input.json", *EXPLAINED)
    more = [
        step("explain --snapshot {}/input.json VK_LAYER_TEST_a VK_LAYER_KHRONOS_validation"),
        *formats("lint --snapshot {}/input.json", "text", "json:lint-1", "sarif"),
        *formats(f"lint --since {{}}/input.json {_STAGED}", "text", "json:lint-1", "gitlab"),
        step(f"lint --since {{}}/input.json --uninstalled {_STAGED}"),
        step("lint {}/input.json"),
    ]
    words = (*MANIFEST_KEYS, *LOADER_WORDS)
    yield Target(
        "snapshot",
        *_laid("input.json", *explained, *more),
        [from_json(snapshots, words)],
        snapshots,
        bytes_of(words),
        share=2,
    )


def targets() -> Iterator[Target]:
    """All of them."""
    yield from of_manifests()
    yield from of_records()
