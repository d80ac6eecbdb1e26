"""Freezes one script as refloader.runtime.entries: ``pythonX.Y freeze_script.py SCRIPT OUT``."""

import marshal
import sys
from pathlib import Path

_PACKAGE = "import sys, _edge\nsys.modules['refloader.runtime._edge'] = _edge\n"


def main(script: str, out: str) -> None:
    """Write the C file of frozen modules."""
    texts = {
        "refloader": "",
        "refloader.runtime": _PACKAGE,
        "refloader.runtime.entries": Path(script).read_text(encoding="utf-8"),
    }
    lines = ["#include <Python.h>", "const struct _frozen refloader_frozen[] = {"]
    for name, text in texts.items():
        code = marshal.dumps(compile(text, name, "exec", dont_inherit=True))
        data = f"(const unsigned char[]){{{','.join(map(str, code))}}}"
        package = int(not name.endswith("entries"))
        lines.append(
            f'    {{.name = "{name}", .code = {data}, .size = {len(code)}, .is_package = {package}}},'
        )
    Path(out).write_text("\n".join([*lines, "    {0},", "};", ""]), encoding="ascii")


if __name__ == "__main__":
    main(*sys.argv[1:])
