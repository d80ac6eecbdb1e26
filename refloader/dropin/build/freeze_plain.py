"""Freezes Python modules into C source that defines TABLE: ``pythonX.Y freeze_plain.py OUT TABLE NAME=FILE...``.

An empty FILE gives an empty module. A module is a package if another of the modules is inside it.
"""

import marshal
import sys
from pathlib import Path


def main(out: str, table: str, *modules: str) -> None:
    """Write the C file."""
    files = dict(each.split("=", 1) for each in modules)
    rows = [
        _row(name, file, any(other.startswith(f"{name}.") for other in files)) for name, file in files.items()
    ]
    lines = [
        "#include <Python.h>",
        f"extern const struct _frozen {table}[];",
        f"const struct _frozen {table}[] = {{",
    ]
    Path(out).write_text("\n".join([*lines, *rows, "    {0},", "};", ""]), encoding="ascii")


def _row(name: str, file: str, package: bool) -> str:
    text = Path(file).read_text(encoding="utf-8") if file else ""
    code = marshal.dumps(compile(text, f"<{name}>", "exec", dont_inherit=True))
    data = f"(const unsigned char[]){{{','.join(map(str, code))}}}"
    return f'    {{.name = "{name}", .code = {data}, .size = {len(code)}, .is_package = {int(package)}}},'


if __name__ == "__main__":
    main(*sys.argv[1:])
