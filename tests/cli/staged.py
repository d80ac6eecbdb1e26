"""Files of a staging tree: a layer, a driver and their libraries, as the tests of ``explain`` put them."""

import json
from pathlib import Path
from typing import Any

from verbs import manifest

NAME = "VK_LAYER_TEST_good"
SHARE = "usr/share/vulkan"


def implicit(root: Path, **fields: Any) -> str:
    """An implicit layer in a staging tree."""
    switch = {"disable_environment": {"DISABLE_GOOD": "1"}}
    return manifest(root / SHARE / "implicit_layer.d", **{**switch, **fields})


def explicit(root: Path, **fields: Any) -> str:
    """An explicit layer in a staging tree."""
    return manifest(root / SHARE / "explicit_layer.d", **fields)


ELF_HEAD = b"\x7fELF\x02\x01\x01" + bytes(9) + b"\x03\x00\x3e\x00"


def library(root: Path, name: str, head: bytes = ELF_HEAD) -> None:
    """The first bytes of a 64-bit x86 library in the tree's library folder."""
    (root / "usr/lib").mkdir(parents=True, exist_ok=True)
    (root / "usr/lib" / name).write_bytes(head)


def driver(root: Path) -> None:
    """A driver in a staging tree, library included."""
    library(root, "libvulkan_x.so")
    folder = root / SHARE / "icd.d"
    folder.mkdir(parents=True)
    text = {"file_format_version": "1.0.0", "ICD": {"library_path": "libvulkan_x.so", "api_version": "1.3.0"}}
    (folder / "x.json").write_text(json.dumps(text))
