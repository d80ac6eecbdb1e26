"""What an extension depends on, as the registry says it: others of its instance or device, or a version of Vulkan."""

import re
from collections.abc import Callable, Collection, Iterable, Iterator
from dataclasses import dataclass

from refloader.model import registry

Has = Callable[[str], bool]
"""Whether an extension, or a version as in "VK_VERSION_1_1", is there."""

VERSION = re.compile(r"VK_VERSION_(\d+)_(\d+)")
_TOKEN = re.compile(r"\w+|[+,()]")


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a dependency: a name, or what "and" or "or" joins."""

    word: str
    parts: tuple["Part", ...] = ()

    def holds(self, has: Has) -> bool:
        """Return whether the part is there."""
        if not self.parts:
            return has(self.word)
        return (all if self.word == "and" else any)(each.holds(has) for each in self.parts)

    def lacking(self, has: Has) -> Iterator["Part"]:
        """Yield the smallest parts that all are needed and do not hold."""
        if self.word == "and" and self.parts:
            for each in self.parts:
                yield from each.lacking(has)
        elif not self.holds(has):
            yield self

    def __str__(self) -> str:
        if not self.parts:
            return VERSION.sub(r"Vulkan \1.\2", self.word)
        return f" {self.word} ".join(f"({each})" if each.parts else str(each) for each in self.parts)


def parsed(expression: str) -> Part:
    """Return the parts of an expression: "+" is "and", "," is "or", from left to right."""
    tokens = _TOKEN.findall(expression)

    def operand() -> Part:
        token = tokens.pop(0)
        if token != "(":
            return Part(token)
        inner = joined()
        tokens.pop(0)
        return inner

    def joined() -> Part:
        left = operand()
        while tokens and tokens[0] != ")":
            word = "and" if tokens.pop(0) == "+" else "or"
            same = left.parts if left.word == word and left.parts else (left,)
            left = Part(word, (*same, operand()))
        return left

    return joined()


def is_complete(name: str, enabled: Collection[str], version: tuple[int, int]) -> bool:
    """Return whether all that an extension depends on is enabled, or in this version of Vulkan."""

    def has(part: str) -> bool:
        number = VERSION.fullmatch(part)
        if number:
            return (int(number[1]), int(number[2])) <= version
        known = registry.extension(part)
        core = VERSION.fullmatch((known and known.promoted_to) or "")
        return part in enabled or (core is not None and has(core[0]))

    known = registry.extension(name)
    return known is None or not known.depends or parsed(known.depends).holds(has)


def possible(names: Iterable[str], others: Collection[str], version: tuple[int, int]) -> list[str]:
    """Return the extensions of these that an application may enable together, beside ``others``, in their order."""
    left = list(names)
    while True:
        enabled = {*left, *others}
        kept = [name for name in left if is_complete(name, enabled, version)]
        if len(kept) == len(left):
            return kept
        left = kept
