"""One kind of input: how it is made, and what is done with it. Inputs follow from a seed and a number."""

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from random import Random
from typing import NamedTuple

from fuzzing.calling import judge
from fuzzing.extremes import Draw, crowded, repeated
from fuzzing.mutation import Material, mutated

Run = Callable[[bytes, int, str], None]
"""Does everything with an input in a new folder, in one of the target's variants. Raises what is a finding."""


class Input(NamedTuple):
    """The bytes that are fed in, and the number of what is done with them."""

    data: bytes
    variant: int


@dataclass(frozen=True)
class Target:
    """``draws`` are grammars, ``seeds`` real inputs that are mutated, ``words`` the dictionary.

    ``extreme`` is the part of inputs that are one thing many times: they take long.
    ``share`` is the target's part of all inputs, beside those of the others. ``file`` is how its inputs are called.
    """

    name: str
    run: Run
    variants: int
    draws: Sequence[Draw]
    seeds: Sequence[bytes]
    words: Sequence[bytes] = ()
    share: float = 1.0
    file: str = "input.json"
    extreme: float = 0.01

    @cached_property
    def extremes(self) -> Sequence[Draw]:
        """Grammars of inputs that are one thing many times."""
        return [repeated(self.seeds), repeated(self.seeds), crowded(self.seeds)]

    @cached_property
    def material(self) -> Material:
        """What mutations of its inputs take from."""
        return Material(self.seeds, self.words)

    def input(self, seed: int, number: int) -> Input:
        """The input of a number: of a grammar, a seed with mutations, or both; always the same."""
        random = Random(f"{seed}:{self.name}:{number}")
        variant = random.randrange(self.variants)
        if random.random() < self.extreme:
            return Input(random.choice(self.extremes)(random), variant)
        by_grammar = bool(self.draws) and (not self.seeds or random.random() < 0.65)
        data = random.choice(self.draws)(random) if by_grammar else random.choice(self.seeds)
        if not by_grammar or random.random() < 0.4:
            data = mutated(data, random, self.material)
        return Input(data, variant)


class Step(NamedTuple):
    """A verb with its words, ``{}`` for the folder of the input, and the form of what it prints."""

    words: tuple[str, ...]
    form: str


Variant = Step | Sequence[Step]
"""One verb, or several of which each needs what the one before has made."""

Lay = Callable[[bytes, str], None]
"""Puts an input into a folder as the steps expect it."""


def step(line: str, form: str = "text") -> Step:
    """The step of a command line whose words are apart by single spaces."""
    return Step(tuple(line.split(" ")), form)


def formats(line: str, *forms: str) -> list[Step]:
    """The step once for each form: ``json:lint-1`` is ``--format json``."""
    return [step(f"{line} --format {form.partition(':')[0]}", form) for form in forms]


Files = Callable[[bytes], Iterable[tuple[str, bytes]]]
"""The files, by their names in the folder, as which an input is laid out."""


def verbs(lay: Lay, *variants: Variant) -> tuple[Run, int]:
    """What does one or several steps for each variant, and the number of variants."""

    def run(data: bytes, variant: int, folder: str) -> None:
        lay(data, folder)
        _do(_steps(variants[variant]), folder)

    return run, len(variants)


def verbs_on(files: Files, *variants: Variant) -> tuple[Run, int]:
    """The same of files. Written are those that the words of a variant name, alone or by the folder at their top."""
    tops = [frozenset(_tops(_steps(each))) for each in variants]

    def run(data: bytes, variant: int, folder: str) -> None:
        for name, content in files(data):
            if name.partition("/")[0] in tops[variant]:
                put(folder, name, content)
        _do(_steps(variants[variant]), folder)

    return run, len(variants)


def _steps(variant: Variant) -> Sequence[Step]:
    return [variant] if isinstance(variant, Step) else variant


def _tops(steps: Sequence[Step]) -> Iterator[str]:
    named = (word for each in steps for word in each.words if word.startswith("{}/"))
    return (word.split("/")[1] for word in named)


def _do(steps: Sequence[Step], folder: str) -> None:
    for each in steps:
        words = [word.replace("{}", folder) for word in each.words]
        if judge(words, each.form).code >= 2:
            return


def put(folder: str, name: str, data: bytes) -> None:
    """Write a file below a folder."""
    path = f"{folder}/{name}"
    parent = path.rpartition("/")[0]
    if not os.path.isdir(parent):
        os.makedirs(parent, exist_ok=True)
    with open(path, "wb") as file:
        file.write(data)
