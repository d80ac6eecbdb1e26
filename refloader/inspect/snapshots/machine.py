"""Records a host: runs every decision of every edition and lint on it, and keeps the facts that they read."""

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from itertools import islice

from refloader.core.editions import LOADER_VARIABLES, SEARCH_VARIABLES
from refloader.core.json import reader
from refloader.core.json.reader import JsonValue
from refloader.core.manifests.manifest_kind import use_of_folder
from refloader.engine import decide
from refloader.host.builds import build_of
from refloader.host.distribution import OS_RELEASE
from refloader.host.machines.recording import Memory, RecordingHost, recording_of
from refloader.host.port import SIZE_LIMIT, Host, Kind, Trouble
from refloader.inspect.explain import explain
from refloader.inspect.explain.containers import ASKED_FOR, VARIABLES
from refloader.inspect.explain.devices import CHOICES, of_devices
from refloader.inspect.explain.driver_names import libraries_alone
from refloader.inspect.explain.gathering import far_manifests
from refloader.inspect.explain.stray_settings import settings_files
from refloader.inspect.layer_names import READ_BY_ONE
from refloader.inspect.libraries.linker_folders import linker_folders
from refloader.inspect.libraries.loader_file import LIBRARY, loader_file
from refloader.inspect.libraries.manifest_libraries import Libraries
from refloader.inspect.lint.manifests import Linter
from refloader.inspect.snapshots.lint_targets import check_machine
from refloader.inspect.whatif.loading import loading_changes
from refloader.inspect.whatif.smallest import WhatIf
from refloader.model.driver import Driver
from refloader.model.edition import LATEST, Edition
from refloader.model.layer import Layer
from refloader.model.library import Library
from refloader.model.magic import Magic, is_universal, magic_of
from refloader.model.paths import PathRules
from refloader.model.plan import Plan
from refloader.model.platform import Platform
from refloader.model.recorded import Exports, Names, Recorded, RecordedAnswers, Refusal
from refloader.model.request import Request
from refloader.model.system import System

_SECRET = re.compile(r"SECRET|TOKEN|PASSW|CREDENTIAL|APIKEY|_KEY\b|PRIVATE", re.IGNORECASE)
_WITHHELD = "(withheld)"
_OWN = LOADER_VARIABLES | SEARCH_VARIABLES
_TOLD_OF = READ_BY_ONE | {"VULKAN_SDK"}
"""Variables that no loader reads, and that answers speak of."""
_SWITCHES, _DEEPEST = ("enable_environment", "disable_environment"), 4
"""The keys with the variables that switch a layer, and how deep in a manifest they are looked for."""
_NO_LAYER = "VK_LAYER_REFLOADER_nobody_has_this"
_HEADER, _START = 64, 264
"""Bytes recorded of a file, more than a loader reads: of ELF, Mach-O and (from its own header on) PE; of others."""
_RELEVANT = re.compile(r"vk|vulkan|ProcAddr|LayerInterface", re.IGNORECASE)


@dataclass(slots=True)
class _Heard:
    """The places, variables and functions that the plans name, in addition to what they read from the host."""

    system: System
    places: set[str] = field(default_factory=set)
    variables: set[str] = field(default_factory=set)
    functions: set[str] = field(default_factory=set)
    lent: dict[str, frozenset[str]] = field(default_factory=dict)

    @property
    def paths(self) -> PathRules:
        """The path rules of the system."""
        return self.system.paths

    def plan(self, plan: Plan) -> None:
        """Add the places of a plan, and the variables and functions that its layers' manifests name."""
        self.places |= {place.path for place in plan.places}
        for outcome in plan.layers:
            layer = outcome.layer
            self.places.add(layer.manifest)
            self.variables |= {each.variable for each in (layer.enable, layer.disable) if each}
            self.functions |= {value for _, value in (*layer.functions, *layer.pre_instance)}
        self.places |= {outcome.driver.manifest for outcome in plan.drivers}
        self.places |= {file.path for file in plan.unread}


def record(host: Host, *, staged: bool = False) -> Recorded:
    """Record what loaders of any edition, ``explain`` and ``lint`` read from the host.

    Covers the host's process, and for loaders also processes with other variables or privilege. With ``staged``,
    lint walks the whole tree.
    """
    recording = recording_of(host)
    heard = _Heard(host.platform().system)
    looks: dict[bool, _Libraries] = {}
    for variables, elevated in _processes(host):
        seen = recording.seen_as(variables, elevated=elevated)
        _decisions(seen, heard, looks.setdefault(elevated, _Libraries(seen, heard)))
    for edition in Edition:
        asked = _asked_for(recording, edition)
        explanation = explain(recording, Request(), edition, build_of(host), asked)
        deque(of_devices(explanation, recording), maxlen=0)
    libraries_alone(WhatIf(recording, Request(), LATEST, build_of(host)))
    deque(settings_files(recording), maxlen=0)
    for path in ASKED_FOR:
        recording.kind(path)
    for path in OS_RELEASE:
        recording.read(path)
    check_machine(Linter(recording, registered=staged), staged=staged)
    _own_loader(recording)
    linker_folders(recording, recording.word_size())
    heard.variables |= set(_switches(recording.memory))
    misspelt = {name for name in host.variables() if name.startswith("VK_")}
    names = _OWN | VARIABLES | CHOICES | _TOLD_OF | misspelt | recording.memory.names | heard.variables
    variables, withheld = _kept(host.variables(), names, heard.variables)
    return Recorded(
        platform=_platform(host.platform()),
        word_size=host.word_size(),
        processor=host.machine(),
        elevated=host.elevated(),
        executable=host.executable(),
        variables=variables,
        entries=tuple(_trimmed(recording.memory, heard)),
        withheld=withheld,
        staged=staged,
        elsewhere=tuple(recording.memory.elsewhere),
    )


def _switches(memory: Memory) -> Iterator[str]:
    """Yield the variables that switch the layers of all manifests that were read, searched or not."""
    for data in (answers.get("data") for answers in memory.answers.values()):
        if isinstance(data, bytes) and b"_environment" in data:
            yield from _switches_in(reader.read(data).value, _DEEPEST)


def _switches_in(value: JsonValue, depth: int) -> Iterator[str]:
    """Yield the variables of a part of a manifest: the object of a layer may stand where none is expected."""
    members = (
        value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    )
    for key, each in members:
        if key in _SWITCHES and isinstance(each, dict):
            yield from each
        elif depth:
            yield from _switches_in(each, depth - 1)


def _asked_for(host: RecordingHost, edition: Edition) -> tuple[str, ...]:
    """Return the layers of which ``explain`` is asked: one that nobody has, and those that no loader finds here."""
    far = far_manifests(host, decide(host, edition=edition, build=build_of(host)))
    names = dict.fromkeys(name for each in far for name in each.names)
    return (_NO_LAYER, *islice(names, _MOST_FAR))


def _own_loader(host: Host) -> None:
    """Look at the machine's own loader as ``explain`` and ``doctor`` do: its name, its header, what it needs."""
    for executable in (host.executable(), ""):  # without one, the linker looks at other files
        path = loader_file(host, executable)
        if path is not None:
            host.real_path(path)
            Libraries(host).obstacle(path, "")
    linker = Libraries(host).linker
    for folder in dict.fromkeys(each for size in (64, 32) for each in linker.folders(size).all):
        other = f"{folder.rstrip('/')}/{LIBRARY}"
        if host.kind(other) is Kind.FILE:
            host.real_path(other)  # two paths may lead to one file


def _processes(host: Host) -> Iterator[tuple[Mapping[str, str], bool]]:
    """Yield the variables and privilege of the process, and those of processes that differ in either.

    Without a variable, loaders search other places. Recording these too allows a later ``explain`` without it.
    """
    variables, elevated = host.variables(), host.elevated()
    yield variables, elevated
    yield variables, not elevated
    steering = sorted(name for name in _OWN & variables.keys() if name != "HOME")
    if steering:
        yield {name: value for name, value in variables.items() if name not in steering}, elevated
    for each in steering if len(steering) > 1 else ():
        yield {name: value for name, value in variables.items() if name != each}, elevated


_MOST_FAR = 8
"""The most layers that no loader finds of which ``explain`` is asked for the snapshot."""

_MOST_CHANGES = 12
"""The most changes for one library that cannot be loaded whose questions are recorded."""


class _Libraries:
    """Inspects the libraries of plans as ``explain`` does, each library once."""

    def __init__(self, host: Host, heard: _Heard) -> None:
        self._host, self._heard = host, heard
        self._libraries = Libraries(host)
        self._seen: set[tuple[str, str]] = set()

    def at(self, plan: Plan) -> None:
        """Inspect the libraries of layers and drivers, used or not."""
        named: list[Layer | Driver] = [outcome.layer for outcome in plan.layers]
        named += [outcome.driver for outcome in plan.drivers]
        for each in named:
            if each.library_path and (each.manifest, each.library_path) not in self._seen:
                self._seen.add((each.manifest, each.library_path))
                self._look(each)

    def _look(self, named: Layer | Driver) -> None:
        self._libraries.find(named.library_path, named.manifest)
        if self._libraries.obstacle(named.library_path, named.manifest):
            keys = named.keys if isinstance(named, Layer) else ("ICD",)
            deque(islice(loading_changes(self._host, named, keys), _MOST_CHANGES), 0)
        if isinstance(named, Layer):
            self._libraries.of_layer(named)
            self._find_lent(named)

    def _find_lent(self, layer: Layer) -> None:
        path = self._libraries.find(layer.library_path, layer.manifest, layer.library_arch)
        library = self._host.library(path) if path is not None else None
        if path is not None and isinstance(library, Library):
            self._heard.lent[path] = self._libraries.lent(layer, library)


def _decisions(host: RecordingHost, heard: _Heard, looks: _Libraries) -> None:
    build = build_of(host)
    for edition in Edition:
        plan = decide(host, edition=edition, build=build)
        heard.plan(plan)
        looks.at(plan)


def _platform(platform: Platform) -> Platform:
    """Return the platform with only those registry keys that a loader reads, or whose paths contain "vulkan"."""
    if platform.registry is None:
        return platform
    from refloader.core.search.windows.roles import role_of  # Windows only
    from refloader.model.windows_registry import registry_of

    keys = [
        key for key in platform.registry.keys.values() if role_of(key.path) or "vulkan" in key.path.lower()
    ]
    return replace(platform, registry=registry_of(keys, platform.registry.source, platform.registry.whole))


def _kept(
    variables: Mapping[str, str], names: Iterable[str], of_manifests: set[str]
) -> tuple[dict[str, str], tuple[str, ...]]:
    """Return the variables that were read, and the names of those whose values are withheld.

    A value is withheld if only a manifest names the variable and the name suggests a secret.
    """
    present = sorted(name for name in set(names) if name in variables)
    withheld = tuple(name for name in present if name in of_manifests - _OWN and _SECRET.search(name))
    return {name: _WITHHELD if name in withheld else variables[name] for name in present}, withheld


def _trimmed(memory: Memory, heard: _Heard) -> Iterator[RecordedAnswers]:
    entries = memory.entries()
    others = {path for each in entries for path in _others(each, memory, heard)}
    for each in entries:
        if each.path not in others:
            yield _trim(each, others, heard)


def _others(entry: RecordedAnswers, memory: Memory, heard: _Heard) -> Iterator[str]:
    """Yield the files in a folder that are unrelated to loaders. The snapshot omits their names for privacy.

    A folder where loaders search for manifests has none, and what answers depend on (``ASKED_FOR``) is none.
    """
    if (
        not isinstance(entry.names, Names)
        or entry.path in heard.places
        or use_of_folder(entry.path) is not None
    ):
        return
    for name in entry.names.names:
        path = heard.paths.join(entry.path, name)
        if path in ASKED_FOR:
            continue
        answers = memory.answers.get(path, {})
        data = answers.get("data")
        another = (
            isinstance(data, bytes)
            and answers.keys() <= {"kind", "data"}
            and _is_somebody_elses(path, data, heard)
        )
        if another or (answers.keys() <= {"kind"} and answers.get("kind") != str(Kind.FOLDER)):
            yield path


def _trim(entry: RecordedAnswers, others: set[str], heard: _Heard) -> RecordedAnswers:
    names, data, head, library = entry.names, entry.data, entry.head, entry.library
    if isinstance(names, Names) and others:
        kept = tuple(name for name in names.names if heard.paths.join(entry.path, name) not in others)
        names = _fewer(names, kept)
    if isinstance(data, bytes) and heard.system is System.ANDROID and isinstance(library, Exports):
        data = _names_in(data)
    elif isinstance(data, bytes) and _is_somebody_elses(entry.path, data, heard):
        data = Refusal(
            str(Trouble.TOO_LARGE), f"its {len(data)} bytes are no manifest and were left out of the snapshot"
        )
    if isinstance(library, Exports):
        library = _relevant(library.library, heard.functions)
        lent = heard.lent.get(entry.path, frozenset())  # the dependencies' symbols are not recorded
        library = library._replace(library=replace(library.library, exports=library.library.exports | lent))
    if isinstance(head, bytes):
        head = head[: _header(head)]
    return replace(entry, names=names, data=data, head=head, library=library)


def _names_in(data: bytes) -> bytes:
    """Return only the names of layers in the bytes of a library: what Android needs without calling the library."""
    from refloader.core.search.android.libraries import names_in  # Android only

    return b"\0".join((b"", *names_in(data), b""))


def _header(head: bytes) -> int:
    """Return how many of the bytes to record: those of the header, without code or text after it."""
    kind = magic_of(head)
    if kind is Magic.PE and len(head) >= 0x40:
        return int.from_bytes(head[0x3C:0x40], "little") + _HEADER
    size = 8 + 32 * head[7] if is_universal(head) else _HEADER if kind in (Magic.ELF, Magic.MACHO) else _START
    return size if magic_of(head[:size]) is kind else len(head)


def _fewer(names: Names, kept: tuple[str, ...]) -> Names:
    """Return the listing reduced to the names in ``kept``, and count the others as left out."""
    return names._replace(names=kept, left_out=names.left_out + len(names.names) - len(kept))


def _is_somebody_elses(path: str, data: bytes, heard: _Heard) -> bool:
    """True if a .json file that lint read is not a manifest: neither in a search place nor similar to a manifest."""
    if len(data) > SIZE_LIMIT:
        return True
    folder = heard.paths.split(path)[0]
    if not heard.paths.is_manifest(path) or path in heard.places or folder in heard.places:
        return False
    return use_of_folder(folder) is None and not any(
        word in data for word in (b'"layer', b'"ICD"', b'"settings')
    )


def _relevant(library: Library, functions: set[str]) -> Exports:
    """Return the facts without the exports that have nothing to do with Vulkan, but for one if all are such."""
    kept = frozenset(name for name in library.exports if _RELEVANT.search(name) or name in functions)
    kept = kept or frozenset(sorted(library.exports)[:1])  # so that it is known that there are others
    others = tuple(_relevant(each, functions).library for each in library.others)
    return Exports(replace(library, exports=kept, others=others), len(library.exports) - len(kept))
