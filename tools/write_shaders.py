"""Turns the application's shaders into words of SPIR-V, a header for each folder, with glslangValidator.

``--check`` only compares. Where spirv-val is installed, it judges each module; either is said.

Another version of the compiler may give other words for the same program: then they are to be written anew.
"""

import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

SHADERS = Path(__file__).resolve().parent.parent / "refloader" / "probes" / "application" / "shaders"
HEAD = """\
// Written by tools/write_shaders.py from the shaders beside it. Do not edit.
#ifndef REFLOADER_APPLICATION_{guard}_H
#define REFLOADER_APPLICATION_{guard}_H

#include <stdint.h>
"""


FOLDERS = (SHADERS, SHADERS / "computed")
STAGES = (".vert", ".tesc", ".tese", ".geom", ".frag", ".comp")
VALIDATOR = "spirv-val"
LATER = {
    "subgroup": "vulkan1.1",
    "halves": "vulkan1.1",
    "bytes": "vulkan1.1",
    "demoted": "vulkan1.3",
    "octets": "vulkan1.2",
    "address": "vulkan1.2",
    "wide_atomics": "vulkan1.2",
    "own_index": "vulkan1.2",
    "parameters": "vulkan1.1",
    "viewed": "vulkan1.1",
    "half_numbers": "vulkan1.2",
    "zeroed": "vulkan1.3",
}
"""The versions of Vulkan that brought what shaders use, by the beginnings of their names."""


def main() -> int:
    """Write the headers, or with ``--check`` fail if one would change."""
    changed = 0
    for folder in FOLDERS:
        target = folder / f"{folder.name}.h"
        head = HEAD.format(guard=folder.name.upper())
        text = "\n".join(
            (
                head,
                *map(_words, sorted(each for each in folder.iterdir() if each.suffix in STAGES)),
                "#endif\n",
            )
        )
        if "--check" in sys.argv[1:]:
            changed |= target.read_text(encoding="utf-8") != text
        else:
            target.write_text(text, encoding="utf-8")
    told = "each module is valid" if shutil.which(VALIDATOR) else "not installed, no module is judged"
    print(f"{VALIDATOR}: {told}")
    return int(changed)


def _words(source: Path) -> str:
    version = LATER.get(source.stem) or LATER.get(source.stem.partition("_")[0], "vulkan1.0")
    with tempfile.NamedTemporaryFile(suffix=".spv") as made:
        subprocess.run(
            ["glslangValidator", "--quiet", "-V", "--target-env", version, "-o", made.name, str(source)],
            check=True,
        )
        if shutil.which(VALIDATOR):
            subprocess.run([VALIDATOR, "--target-env", version, made.name], check=True)
        data = Path(made.name).read_bytes()
    words = [f"0x{int.from_bytes(data[at : at + 4], 'little'):08X}," for at in range(0, len(data), 4)]
    rows = ("    " + " ".join(words[at : at + 9]) for at in range(0, len(words), 9))
    return "\n".join((f"static const uint32_t {source.stem}_words[] = {{", *rows, "};\n"))


if __name__ == "__main__":
    raise SystemExit(main())
