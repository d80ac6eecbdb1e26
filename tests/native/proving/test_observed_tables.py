"""Tests of generated/observed.h: what it says of structures is what a C compiler makes of them."""

import re
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

GENERATED = Path(__file__).resolve().parents[3] / "refloader/native/generated"
HEADER = (GENERATED / "observed.h").read_text(encoding="utf-8")
KNOWN = (GENERATED / "vk_core.h").read_text() + (GENERATED / "vk_registry.h").read_text()
NAMES = "\0".join(re.findall(r'"(\w+)\\0"', HEADER)) + "\0"


def name_at(place: str) -> str:
    """The name that begins at this place of all names."""
    return NAMES[int(place) :].partition("\0")[0]


def rows(kind: str) -> list[list[str]]:
    """The words of each row of a table."""
    return [row.split(", ") for row in re.findall(rf"\b{kind}\(([-\w, ]+)\)(?= \\|\n)", HEADER)]


def claims() -> Iterator[str]:
    """What has to hold of the structures that are declared."""
    members = [row for row in rows("MEMBER") if row[-1].isdigit()]
    for _, name_place, size, first, count, _ in (row for row in rows("STRUCTURE") if row[0].isdigit()):
        name = name_at(name_place)
        if f"}} {name};" not in KNOWN:
            continue
        yield f"sizeof({name}) == {size}"
        for member in members[int(first) : int(first) + int(count)]:
            yield f"offsetof({name}, {name_at(member[0])}) == {member[2]}"


def test_sizes_and_offsets(tmp_path: Path) -> None:
    """Sizes of structures and offsets of members with handles."""
    if shutil.which("cc") is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    found = list(claims())
    source = tmp_path / "claims.c"
    lines = "".join(f'_Static_assert({claim}, "{claim}");\n' for claim in found)
    source.write_text(f'#include "vk_core.h"\n{lines}', encoding="utf-8")

    command = ["cc", "-std=c11", "-fsyntax-only", f"-I{GENERATED}", str(source)]
    built = subprocess.run(command, capture_output=True, text=True, check=False)

    assert built.returncode == 0, built.stderr
    assert len(found) > 150
    assert "offsetof(VkSubmitInfo, pCommandBuffers) == 48" in found
