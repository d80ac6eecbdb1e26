"""Finds the built mock libraries of this installation. Never loads or builds one."""

import os

from refloader.native.agent_target import agent
from refloader.native.installed import folders

NOT_BUILT = "is not built: refloader's native parts are not installed"

NAMES = (
    "mock_layer",
    "mock_layer_v0",
    "mock_layer_v1",
    "mock_layer_v2",
    "mock_layer_renamed",
    "mock_layer_early",
    "mock_layer_two",
    "mock_layer_driver",
    "mock_icd",
    "mock_icd_v0",
    "mock_icd_v2",
    "mock_icd_v6",
    "mock_icd_v7",
    "mock_icd_both",
    "mock_icd_official",
    "mock_icd_symbolic",
    "mock_icd_unresolved",
    "mock_layer_free",
    "mock_layer_free_v1",
    "mock_layer_free_own",
    "mock_layer_free_many",
    "mock_icd_free",
)


def mock_library(name: str) -> str | None:
    """Return the path of a mock library, of the agent's machine if one is chosen; None if it is not installed.

    Copy the file before loading it, because the file ``<path>.flags`` next to it controls its behaviour.

    Raises:
        ValueError: no mock has that name (see ``NAMES``).
    """
    if name not in NAMES:
        raise ValueError(f"no such mock: {name}")
    other = agent()
    searched = (other.folder,) if other else folders("mocks")
    candidates = (os.path.join(folder, f"lib{name}.so") for folder in searched)
    return next((path for path in candidates if os.path.isfile(path)), None)
