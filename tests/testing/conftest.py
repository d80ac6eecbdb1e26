"""A vendor's project: a layer of its own, built in a folder, and pytest run there as the vendor would."""

import shutil
import subprocess
from pathlib import Path

import pytest
from vendors import Vendor, run_pytest

from refloader.cli.main import main

HEADER = Path("/usr/include/vulkan/vk_layer.h")


@pytest.fixture(scope="session")
def layer_folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder with the layer that ``refloader init-layer`` begins, built. Skips where nothing can be built."""
    missing = [tool for tool in ("cc", "cmake") if shutil.which(tool) is None]
    if missing or not HEADER.exists():
        pytest.skip(f"there is no {missing[0] if missing else HEADER}")
    folder = tmp_path_factory.mktemp("layer") / "source"
    with pytest.raises(SystemExit):
        main(["init-layer", "VK_LAYER_ACME_frame_counter", "--implicit", "--dir", str(folder)])
    for words in (["-S", str(folder), "-B", str(folder / "build")], ["--build", str(folder / "build")]):
        subprocess.run(["cmake", *words], check=True, capture_output=True)
    return folder / "build"


@pytest.fixture
def vendor(tmp_path: Path) -> Vendor:
    """Runs pytest in a new project with these files, by name, and these words more."""

    def run(*words: str, xdist: bool = False, **files: str) -> "subprocess.CompletedProcess[str]":
        for name, text in files.items():
            (tmp_path / f"{name}.py").write_text(text)
        if not (tmp_path / "pyproject.toml").exists():
            (tmp_path / "pytest.ini").touch()
        return run_pytest(tmp_path, *words, xdist=xdist)

    return run


@pytest.fixture
def crashing(tmp_path: Path) -> str:
    """A loader that answers everything but ends its process in vkCreateInstance."""
    compiler = shutil.which("cc")
    if compiler is None:
        pytest.skip("there is no C compiler (Debian: gcc)")
    library = tmp_path / "libcrashing.so"
    source = """
        #include <signal.h>
        #include <string.h>
        static int none(const void *a, unsigned *count, void *b) { *count = 0; return 0; }
        static int layers(unsigned *count, void *room) { *count = 0; return 0; }
        static int create(const void *a, const void *b, void **c) { raise(SIGSEGV); return 0; }
        void *vkGetInstanceProcAddr(void *instance, const char *name) {
            if (!strcmp(name, "vkEnumerateInstanceExtensionProperties")) return none;
            if (!strcmp(name, "vkEnumerateInstanceLayerProperties")) return layers;
            return strcmp(name, "vkCreateInstance") ? 0 : create;
        }
    """
    subprocess.run(
        [compiler, "-shared", "-fPIC", "-w", "-x", "c", "-", "-o", library],
        input=source.encode(),
        check=True,
    )
    return str(library)
