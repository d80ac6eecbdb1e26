#!/usr/bin/env python3
"""Feeds refloader with inputs that are wrong in every way, and tells what it cannot take.

    fuzz.py                                      all targets, 10,000 inputs, one process for each core
    fuzz.py --inputs 1000000 --jobs 16           a million of them
    fuzz.py --corpus                             what is in fixtures/fuzz, in every way
    fuzz.py reg log --inputs 5000 --seed 7       two targets, with other inputs
    fuzz.py --again FINDING                      run one that was found again, and show what is wrong
    fuzz.py --minimise FINDING                   make it as short as it can be
    fuzz.py --corpora DIR                        write corpora and dictionaries for the fuzz targets of others

Every input follows from the seed and its number. What is found lies in --out, with the command that shows it again;
findings with the same cause are there once. Exits 1 if there is any. docs/fuzzing.md describes it.
"""

import argparse
import hashlib
import json
import os
import signal
import sys
import time
from collections.abc import Iterator

from fuzzing import corpora, of_machines
from fuzzing.calling import warm_up
from fuzzing.minimising import minimised
from fuzzing.running import Make, Pool, Tally, chunks
from fuzzing.target import Input, Target
from fuzzing.targets import targets
from fuzzing.trial import KINDS, Finding, tried

from refloader.host.stopping import sender, stoppable

_EVERY = 15.0
"""Seconds between lines on what is done."""


def main() -> int:
    """Do what the command line says."""
    options = _options()
    if options.again or options.minimise:
        return _one(options.again or options.minimise, minimise=bool(options.minimise))
    known = targets()
    if options.corpora:
        print("\n".join(corpora.write(known, options.corpora, options.seed)))
        return 0
    unknown = [name for name in options.targets if name not in known]
    if unknown:
        sys.exit(f"there is no target {', '.join(unknown)}; there are {', '.join(known)}")
    chosen = {name: known[name] for name in options.targets or known}
    os.makedirs(options.out, exist_ok=True)
    make, numbers = _corpus(chosen) if options.corpus else _made(chosen, options.seed, options.inputs)
    pool = Pool(chosen, make, options.jobs, lambda *told: save(options.out, options.seed, *told))
    begun, last = time.monotonic(), [time.monotonic()]

    def tell(done: int) -> None:
        if time.monotonic() - last[0] > _EVERY:
            last[0] = time.monotonic()
            print(
                f"{done} of {sum(numbers.values())} inputs, {last[0] - begun:.0f} s",
                file=sys.stderr,
                flush=True,
            )

    warm_up()
    try:
        with stoppable():  # or the folder in memory would stay
            pool.run(chunks(numbers), tell)
    except KeyboardInterrupt as stop:
        print(f"ended by {sender(stop)}", file=sys.stderr)
        return 128 + signal.Signals[sender(stop)]
    text = "\n".join(summary(pool.tallies, time.monotonic() - begun))
    print(text)
    with open(os.path.join(options.out, "summary.txt"), "w", encoding="utf-8") as file:
        file.write(f"{text}\n")
    return int(any(each.found for each in pool.tallies.values()))


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("targets", nargs="*", metavar="TARGET", help="only these; default: all")
    parser.add_argument(
        "--inputs", type=int, default=10_000, metavar="N", help="inputs of all targets together"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--jobs", type=int, default=os.cpu_count() or 1, metavar="J", help="processes at a time"
    )
    parser.add_argument("--out", default="build/fuzz", metavar="DIR", help="where findings go")
    parser.add_argument(
        "--corpus", action="store_true", help="run the inputs in fixtures/fuzz in every variant"
    )
    parser.add_argument("--again", metavar="FINDING", help="run one input that was found, a folder in --out")
    parser.add_argument(
        "--minimise", metavar="FINDING", help="make such an input shorter, and write it beside"
    )
    parser.add_argument("--corpora", metavar="DIR", help="write what OSS-Fuzz takes as seed corpora")
    return parser.parse_args()


def _made(chosen: dict[str, Target], seed: int, inputs: int) -> tuple[Make, dict[str, int]]:
    return lambda target, number: target.input(seed, number), counts(chosen, inputs)


def _corpus(chosen: dict[str, Target]) -> tuple[Make, dict[str, int]]:
    """Each input of the repository in each variant of its target."""
    found = {name: of_machines.corpus(name) for name in chosen}

    def make(target: Target, number: int) -> Input:
        return Input(found[target.name][number // target.variants], number % target.variants)

    return make, {name: len(found[name]) * target.variants for name, target in chosen.items()}


def counts(chosen: dict[str, Target], inputs: int) -> dict[str, int]:
    """How many inputs each target gets, by its share; as many as are asked for together."""
    whole = sum(each.share for each in chosen.values())
    found = {name: int(inputs * each.share / whole) for name, each in chosen.items()}
    found[next(iter(found))] += inputs - sum(found.values())
    return found


def save(out: str, seed: int, target: Target, given: Input, number: int, finding: Finding) -> None:
    """Write an input and what is wrong with it, unless there is one with the same cause."""
    folder = os.path.join(out, target.name, hashlib.sha256(finding.key.encode()).hexdigest()[:12])
    try:
        os.makedirs(folder)
    except FileExistsError:
        return
    with open(os.path.join(folder, target.file), "wb") as file:
        file.write(given.data)
    told = {
        "target": target.name,
        "variant": given.variant,
        "seed": seed,
        "number": number,
        "key": finding.key,
    }
    with open(os.path.join(folder, "finding.json"), "w", encoding="utf-8") as text:
        text.write(json.dumps({**told, "text": finding.text}, indent=1) + "\n")


def _one(folder: str, *, minimise: bool) -> int:
    """Run one finding again, or make it shorter."""
    with open(os.path.join(folder, "finding.json"), encoding="utf-8") as file:
        told = json.load(file)
    target = targets()[told["target"]]
    with open(os.path.join(folder, target.file), "rb") as data:
        given = Input(data.read(), told["variant"])
    if minimise:
        shorter = minimised(target, given)
        place = os.path.join(folder, f"minimised-{target.file}")
        with open(place, "wb") as written:
            written.write(shorter.data)
        print(f"{place}: {len(shorter.data)} bytes of {len(given.data)}")
        return 0
    came = tried(target, given)
    print(f"{came.seconds:.2f} s, {came.megabytes} MB")
    print(ascii(came.finding.text).replace("\\n", "\n") if came.finding else "nothing is wrong")
    return int(came.finding is not None)


def summary(tallies: dict[str, Tally], seconds: float) -> Iterator[str]:
    """A table with a row for each target, and the causes of what was found."""
    titles = (
        "inputs",
        *(f"{kind}s" if kind in KINDS[:2] else kind for kind in KINDS),
        "CPU s",
        "slowest s",
        "MB",
    )
    yield f"{'target':<16}" + "".join(f"{each:>{max(9, len(each) + 2)}}" for each in titles)
    whole = Tally()
    for name, each in [*tallies.items(), ("all", whole)]:
        kinds = [sum(n for key, n in each.found.items() if key.startswith(f"{kind}:")) for kind in KINDS]
        cells = (each.inputs, *kinds, f"{each.seconds:.0f}", f"{each.slowest:.2f}", each.largest)
        row = zip(cells, titles, strict=True)
        yield f"{name:<16}" + "".join(f"{cell!s:>{max(9, len(title) + 2)}}" for cell, title in row)
        whole.inputs, whole.seconds = whole.inputs + each.inputs, whole.seconds + each.seconds
        whole.slowest, whole.largest = max(whole.slowest, each.slowest), max(whole.largest, each.largest)
        whole.found.update(each.found)
    yield f"{seconds:.0f} s on the clock"
    for name, each in tallies.items():
        yield from (f"{name}: {count} x {ascii(key)[1:-1]}" for key, count in each.found.most_common())


if __name__ == "__main__":
    sys.exit(main())
