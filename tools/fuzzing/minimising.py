"""Makes an input shorter as long as the same is wrong with it. Each try is a process of its own."""

import json
import os
import time
from collections.abc import Callable

from fuzzing.target import Input, Target
from fuzzing.trial import limit_process, tried


def key_of(target: Target, given: Input) -> str:
    """What is wrong with an input, as a key; empty for nothing. Runs in a process that may end badly."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        code = 1
        try:
            limit_process()
            finding = tried(target, given).finding
            os.write(writing, json.dumps(finding.key if finding else "").encode())
            code = 0
        finally:
            os._exit(code)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    code = os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
    return str(json.loads(told)) if code == 0 else f"ended with {code}"


def minimised(target: Target, given: Input, seconds: float = 20.0) -> Input:
    """The shortest input found within some seconds with which the same is wrong."""
    wanted = key_of(target, given)
    if not wanted:
        return given
    end = time.monotonic() + seconds

    def fits(data: bytes) -> bool:
        return time.monotonic() < end and key_of(target, Input(data, given.variant)) == wanted

    return Input(_shorter(given.data, fits), given.variant)


def _shorter(data: bytes, fits: Callable[[bytes], bool]) -> bytes:
    """Leave out parts, from halves down to single bytes, as long as that is possible."""
    size = max(1, len(data) // 2)
    while size >= 1:
        at, before = 0, len(data)
        while at < len(data):
            candidate = data[:at] + data[at + size :]
            if len(candidate) < len(data) and fits(candidate):
                data = candidate
            else:
                at += size
        if size == 1 and len(data) == before:
            break
        size = size // 2 if size > 1 else 1 if len(data) < before else 0
    return data
