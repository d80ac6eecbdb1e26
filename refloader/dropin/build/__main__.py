"""Writes C files of frozen modules: ``pythonX.Y refloader/dropin/build --out frozen_modules.c --root .``."""

import argparse
import sys
from pathlib import Path

if __name__ == "__main__" and not __package__:
    sys.path[0] = str(Path(__file__).resolve().parents[3])  # run as a file: the package's own root

from refloader.dropin.build.bundle import Frozen, frozen_modules, frozen_whole
from refloader.dropin.build.problem import FreezeError
from refloader.dropin.build.sources import Sources

ROOT = Path(__file__).resolve().parents[3]
_BUILD = ("sysconfdir", "extrasysconfdir", "config_dirs", "data_dirs")


def main(arguments: list[str]) -> int:
    """Freeze the modules, write the C files and return the exit status."""
    options = _parser().parse_args(arguments)
    settings = {name: value for name in _BUILD if (value := getattr(options, name)) is not None}
    try:
        sources = Sources(options.root, build_settings(settings))
        texts = {options.out: c_source(frozen_modules(sources))}
        if options.violators is not None:
            texts[options.violators] = c_source(frozen_whole(sources))
    except FreezeError as problem:
        sys.stderr.write(f"{problem}\n")
        return 1
    for path, text in texts.items():
        path.write_text(text, encoding="ascii")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(description="Freeze the drop-in library's Python into a C file.")
    parser.add_argument("--out", type=Path, required=True)
    parser.add_argument("--root", type=Path, default=ROOT)
    parser.add_argument(
        "--violators", type=Path, help="another C file, with refloader/selftest/mutants as well"
    )
    for name in _BUILD:
        parser.add_argument(f"--{name.replace('_', '-')}")
    return parser


def build_settings(settings: dict[str, str]) -> str:
    """Return the source of the module that holds the build options of this library."""
    given = ", ".join(f"{name}={value!r}" for name, value in settings.items())
    return f"from refloader.model.request import Build\nBUILD = Build({given})\n"


def c_source(frozen: list[Frozen]) -> str:
    """Return the C source of the table ``refloader_frozen``, which ends with an empty row as CPython's own does."""
    parts = ["/* Made by refloader/dropin/build. */", "#include <Python.h>", ""]
    rows = []
    for number, module in enumerate(frozen):
        parts.append(f"static const char code_{number}[] ={_text(module.data)};")
        package = "1" if module.is_package else "0"
        rows.append(
            f'    {{.name = "{module.name}", .code = (const unsigned char *)code_{number}, '
            f".size = {len(module.data)}, .is_package = {package}}},"
        )
    parts += ["", "const struct _frozen refloader_frozen[] = {", *rows, "    {0},", "};", ""]
    return "\n".join(parts)


def _text(data: bytes) -> str:
    """Return the bytes as a C string: a compiler reads it several times faster than a list of numbers."""
    lines = (data[start : start + 32] for start in range(0, len(data), 32))
    return "".join('\n"' + "".join(f"\\{byte:03o}" for byte in line) + '"' for line in lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
