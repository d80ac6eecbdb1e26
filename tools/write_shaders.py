"""Turns the application's shaders into words of SPIR-V in a header, with glslangValidator. ``--check`` only compares.

Another version of the compiler may give other words for the same program: then they are to be written anew.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

SHADERS = Path(__file__).resolve().parent.parent / "refloader" / "probes" / "application" / "shaders"
HEAD = """\
// Written by tools/write_shaders.py from the shaders beside it. Do not edit.
#ifndef REFLOADER_APPLICATION_SHADERS_H
#define REFLOADER_APPLICATION_SHADERS_H

#include <stdint.h>
"""


def main() -> int:
    """Write the header, or with ``--check`` fail if it would change."""
    target = SHADERS / "shaders.h"
    text = "\n".join((HEAD, *map(_words, sorted(SHADERS.glob("*.[cvf]*[gmtp]"))), "#endif\n"))
    if "--check" in sys.argv[1:]:
        return int(target.read_text(encoding="utf-8") != text)
    target.write_text(text, encoding="utf-8")
    return 0


def _words(source: Path) -> str:
    with tempfile.NamedTemporaryFile(suffix=".spv") as made:
        subprocess.run(
            ["glslangValidator", "--quiet", "-V", "--target-env", "vulkan1.0", "-o", made.name, str(source)],
            check=True,
        )
        data = Path(made.name).read_bytes()
    words = [f"0x{int.from_bytes(data[at : at + 4], 'little'):08X}," for at in range(0, len(data), 4)]
    rows = ("    " + " ".join(words[at : at + 9]) for at in range(0, len(words), 9))
    return "\n".join((f"static const uint32_t {source.stem}_words[] = {{", *rows, "};\n"))


if __name__ == "__main__":
    raise SystemExit(main())
