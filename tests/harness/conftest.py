"""Small C libraries for tests that need a loader which misbehaves. Never asserts."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def compile_loader(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], str]:
    """Turns C text into a shared library and gives its path; skips where there is no C compiler."""
    compiler = shutil.which("cc")
    folder = tmp_path_factory.mktemp("loaders")
    # The tests' folders are private to their user, and some children give up that user.
    for each in (folder, folder.parent):
        each.chmod(0o755)

    def build(text: str) -> str:
        if compiler is None:
            pytest.skip("there is no C compiler")
        name = f"loader{len(list(folder.glob('*.c')))}"
        source = folder / f"{name}.c"
        source.write_text(text)
        library = folder / f"lib{name}.so"
        subprocess.run([compiler, "-shared", "-fPIC", "-w", "-o", library, source], check=True)
        return str(Path(library))

    return build
