"""All targets, by name."""

from functools import cache

from fuzzing import (
    of_binaries,
    of_containers,
    of_evidence,
    of_machines,
    of_packages,
    of_results,
    of_texts,
)
from fuzzing.target import Target


@cache
def targets() -> dict[str, Target]:
    """Each target with its seeds read and made; the same in every process."""
    modules = (of_machines, of_results, of_evidence, of_binaries, of_packages, of_containers, of_texts)
    return {each.name: each for module in modules for each in module.targets()}
