"""Runs targets that are wrong on purpose, and prints what the fuzzer says of each. Started by the tests."""

import json
import os
import sys
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))

from fuzzing import trial
from fuzzing.checking import check
from fuzzing.minimising import minimised
from fuzzing.running import Pool, chunks
from fuzzing.target import Input, Run, Target

trial.MEGABYTES = trial.peak() + 48
"""What this process holds by now, and a little more: on some machines hundreds of MB take seconds to fill."""

INPUTS = 30
BAD = 17
"""The number of the only input with which something is wrong."""


def _raise(data: bytes) -> None:
    raise KeyError(data)


def _spin(data: bytes) -> None:
    end = time.process_time() + 60
    while time.process_time() < end:
        try:
            sum(range(1000))
        except Exception:  # as code that catches everything does
            continue


SLOW_ONCE = Path(os.environ.get("FAULTY_TARGET_MARK", os.devnull))
"""A file that is there once the input was slow."""


def _spin_once(data: bytes) -> None:
    if not SLOW_ONCE.exists():
        SLOW_ONCE.touch()
        _spin(data)


def _grow(data: bytes) -> None:
    assert len(bytearray(b"x") * (96 << 20)) > 0


def _ask_for_too_much(data: bytes) -> None:
    assert len(bytearray(3 << 30)) > 0


def _abort(data: bytes) -> None:
    os.abort()


def _print(data: bytes) -> None:
    check("a\x1b[2J", "text")


def _garble(data: bytes) -> None:
    check("{", "json")


WRONG = {
    "raises": _raise,
    "spins": _spin,
    "spins once": _spin_once,
    "grows": _grow,
    "asks": _ask_for_too_much,
    "aborts": _abort,
    "prints": _print,
    "garbles": _garble,
}


def _target(name: str) -> Target:
    def run(data: bytes, variant: int, folder: str) -> None:
        if b"17" in data:
            WRONG[name](data)

    chosen: Run = run
    return Target(name, chosen, 1, [], [b""])


def main() -> None:
    """Print by target what was found at how many inputs, and what the bad one was shortened to."""
    targets = {name: _target(name) for name in WRONG}
    pool = Pool(targets, lambda target, number: Input(b"%d" % number, 0), 2, lambda *told: None)
    pool.run(chunks(dict.fromkeys(targets, INPUTS)), lambda done: None)
    told = {name: {"inputs": each.inputs, "found": dict(each.found)} for name, each in pool.tallies.items()}
    shorter = minimised(targets["raises"], Input(b"xxxx17yyyyyy", 0))
    print(json.dumps({"tallies": told, "shorter": shorter.data.decode()}))


if __name__ == "__main__":
    main()
