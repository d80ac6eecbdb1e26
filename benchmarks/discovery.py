"""A pyperf script: discovery and reading of a folder of layer manifests, by the core and by a system loader.

Run by ``run.py``; the folder and the loader come from the environment (BENCH_FOLDER, BENCH_LOADER).
"""

import ctypes
import os
from collections.abc import Callable

import pyperf

from refloader.engine import decide
from refloader.host.machines.real import RealHost


def main() -> None:
    """Measure what is asked for by BENCH_WHAT: ``core`` or ``system``."""
    runner = pyperf.Runner()
    folder, what = os.environ["BENCH_FOLDER"], os.environ["BENCH_WHAT"]
    nowhere = os.path.join(folder, "nowhere")
    for name in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS", "HOME"):
        os.environ[name] = nowhere
    os.environ["VK_LAYER_PATH"] = folder
    expected = len(os.listdir(folder))
    measured = core(expected) if what == "core" else system(os.environ["BENCH_LOADER"], expected)
    runner.bench_func(f"{what}_{expected}", measured)


def core(expected: int) -> Callable[[], None]:
    """The whole decision on the real host: list, read, judge, plan."""
    host = RealHost()

    def run() -> None:
        plan = decide(host)
        if len(plan.enumerated) != expected:
            raise RuntimeError(f"{len(plan.enumerated)} layers instead of {expected}")

    return run


def system(path: str, expected: int) -> Callable[[], None]:
    """One vkEnumerateInstanceLayerProperties that asks for the count."""
    loader = ctypes.CDLL(path)
    count = ctypes.c_uint32()

    def run() -> None:
        result = loader.vkEnumerateInstanceLayerProperties(ctypes.byref(count), None)
        if result != 0 or count.value < expected:
            raise RuntimeError(f"result {result}, {count.value} layers instead of {expected}")

    return run


if __name__ == "__main__":
    main()
