"""What the printed lines of ``lint`` and ``explain`` claim of releases, and what builds of these releases do."""

import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass

from manifest_faults import LIBRARY, NAME, Fault

from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import World

_RELEASE = r"(\d+\.\d+\.\d+(?:\.\d+)?)"
_SPANS = re.compile(
    rf"from {_RELEASE}, before {_RELEASE}|before {_RELEASE}|{_RELEASE} and later|{_RELEASE} to {_RELEASE}"
    rf"|(1\.0 loaders)|(1\.1 and 1\.2 loaders)|1\.3 loaders up to {_RELEASE}|from {_RELEASE}"
    rf"|(every release|any loader|by no release)|{_RELEASE}"
)
_OF_SDKS = re.compile(r"(?P<others>.*) \(of SDKs: (?P<sdks>[^)]*)\)\s*")
_CLAUSES = {
    "refused": re.compile(r"(?:not used by|is used) (?P<who>[^:;(]*(?:\(of SDKs: [^)]*\))?)"),
    "taken": re.compile(r"; (?P<who>[^;]*) takes? it all the same"),
    "harm": re.compile(
        r"with (?P<who>loaders [^;]*?), (?P<what>every program crashes|vkCreateInstance returns \w+)"
    ),
}


@dataclass(frozen=True, slots=True)
class Done:
    """What a build does: whether it uses the layer or the driver, and what it does to every other program."""

    taken: bool
    harm: str


@dataclass(frozen=True, slots=True)
class Claim:
    """A printed sentence, what it claims, and of which builds; ``what`` is the harm that it names."""

    sentence: str
    kind: str
    builds: frozenset[str]
    what: str = ""

    def wrong(self, done: Mapping[str, Done]) -> list[str]:
        """Return the builds that do otherwise."""
        return sorted(build for build in self.builds if not self._holds(done[build]))

    def _holds(self, did: Done) -> bool:
        if self.kind == "harm":
            return did.harm == self.what
        if self.kind == "no harm":
            return not did.harm
        return did.taken is (self.kind == "taken")


def builds_of(words: str, builds: Collection[str]) -> frozenset[str]:
    """Return the builds that the words for some releases mean. Raises ValueError if there are no such words."""
    of_sdks = _OF_SDKS.fullmatch(words)
    if of_sdks:
        sdks = [build for build in builds if is_of_sdk(build)]
        others = builds_of(of_sdks["others"], [build for build in builds if build not in sdks])
        return others | (builds_of(of_sdks["sdks"], sdks) if of_sdks["sdks"] != "none" else frozenset())
    spans = list(_SPANS.finditer(words))
    if not spans:
        raise ValueError(f"no releases: {words}")
    return frozenset(build for build in builds if any(_is_in(build, span.groups()) for span in spans))


def is_of_sdk(build: str) -> bool:
    """Return whether a build is of an SDK's release, which has four numbers."""
    return len(_numbers(build)) > 3


def _is_in(build: str, span: tuple[str | None, ...]) -> bool:
    begin, end, before, later, low, high, first, second, up_to, since, every, one = span
    of = _numbers(build)
    if one or (low and high):
        low, high = low or one, high or one
        exact = len(_numbers(low)) > 3 or len(_numbers(high)) > 3
        at = of if exact else of[:3]
        return _numbers(low) <= at <= _numbers(high)
    release = of[:3]
    if begin and end:
        return _numbers(begin)[:3] <= release < _numbers(end)[:3]
    if before:
        return release < _numbers(before)[:3]
    if later or since:
        return release >= _numbers(later or since)[:3]
    if up_to:
        return (1, 3, 0) <= release <= _numbers(up_to)
    if second:
        return (1, 1, 0) <= release < (1, 3, 0)
    return bool(every) and not first


def _numbers(release: str | None) -> tuple[int, ...]:
    return tuple(map(int, (release or "").split(".")))


def claims(text: str, builds: Collection[str]) -> Iterator[Claim]:
    """Yield what a report of ``lint`` claims."""
    for line in text.splitlines():
        if (
            ": error " not in line
            and ": warning " not in line
            and ": note " not in line
            and line[:4] != "    "
        ):
            continue
        for kind, clause in _CLAUSES.items():
            for found in clause.finditer(line):
                who = found["who"]
                if _SPANS.search(who):
                    yield Claim(line.strip(), kind, builds_of(who, builds), _harm(found))
        if "no loader that was tried then finds a layer" in line:
            yield Claim(line.strip(), "refused", frozenset(builds))


def _harm(found: re.Match[str]) -> str:
    what = found.groupdict().get("what") or ""
    return "crash" if "crashes" in what else what.rpartition(" ")[2]


def does(library: str, fault: Fault) -> Done:
    """Run the build of a loader on a manifest that is asked for, and again where nothing asks for it."""
    loader = ForeignLoader(library)
    asked = loader.observe(_world(fault, asked=True).scenario())
    is_same = fault.use != "explicit" and not fault.switches
    plain = asked if is_same else loader.observe(_world(fault, asked=False).scenario())
    for each in (asked, plain):
        assert each.ended in ("ok", "crash"), f"{each.ended}: {each.detail}"
    entered = asked.drivers if fault.use == "icd" else asked.chain
    harm = "crash" if plain.ended == "crash" else "" if plain.result == 0 else plain.result_name
    return Done(asked.ended == "ok" and NAME in entered, harm)


def _world(fault: Fault, *, asked: bool) -> World:
    world = World()
    world.driver()
    of_driver = fault.use == "icd"
    world.library(LIBRARY, "driver" if of_driver else "layer", {"name": NAME})
    folder = "icd.d" if of_driver else f"{fault.use}_layer.d"
    world.file(f"/usr/share/vulkan/{folder}/{fault.file}", fault.data)
    for name, value in fault.switches.items() if asked else ():
        world.variable(name, value)
    if asked and fault.use == "explicit":
        world.application(layers=(NAME,))
    return world
