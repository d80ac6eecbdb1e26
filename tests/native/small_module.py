"""Builds parts of the drop-in library's C as a module of the running Python, to test them alone."""

import importlib.util
import shutil
import subprocess
import sysconfig
from pathlib import Path
from types import ModuleType

import pytest

SOURCES = Path(__file__).resolve().parents[2] / "refloader/dropin/c/interpreter"
_MODULE = """
#include "python_edge.h"
static struct PyModuleDef module = {PyModuleDef_HEAD_INIT, .m_name = "small", .m_methods = %s};
PyMODINIT_FUNC PyInit_small(void) { return PyModule_Create(&module); }
"""


def small_module(folder: Path, methods: str, *files: str) -> ModuleType:
    """A module with the functions of one table out of these files; skips where nothing can be built."""
    compiler, include = shutil.which("cc"), Path(sysconfig.get_paths()["include"])
    if compiler is None or not (include / "Python.h").is_file():
        pytest.skip("needs a C compiler and Python.h (Debian: gcc libpython3-dev)")
    (folder / "module.c").write_text(_MODULE % methods, encoding="ascii")
    command = [compiler, "-shared", "-fPIC", "-O1", f"-I{include}", f"-I{SOURCES}", "-o", folder / "small.so"]
    subprocess.run([*command, folder / "module.c", *(SOURCES / file for file in files)], check=True)
    spec = importlib.util.spec_from_file_location("small", folder / "small.so")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module
