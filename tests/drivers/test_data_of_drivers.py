"""A driver that reads a file beside its library, as products do: it is judged, or the report says what is hidden."""

import json
import shutil
import stat
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from refloader.results.coverage import lacking
from refloader.suite.subjects.driver import driver_at

pytestmark = pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a driver")

TREE = Path(__file__).resolve().parents[2]
LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
HEADERS = [TREE / "refloader/native/generated", TREE / "refloader/native/include"]
TIMEOUT = 300

SOURCE = """
#define VK_NO_PROTOTYPES
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdio.h>
#include <string.h>
#include "vk_core.h"

typedef PFN_vkVoidFunction (*lookup)(VkInstance, const char *);
static PFN_vkCreateInstance below;

static void *library(void) {
    static void *opened;
    return opened != NULL ? opened : (opened = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL));
}

static VkResult create(const VkInstanceCreateInfo *info, const VkAllocationCallbacks *callbacks, VkInstance *to) {
    char path[4096];
    Dl_info own;
    dladdr((void *)create, &own);
    snprintf(path, sizeof path, "%s", own.dli_fname);
    strcpy(strrchr(path, '/') + 1, "acme.bin");
    FILE *file = fopen(path, "r");
    if (file == NULL) return VK_ERROR_INITIALIZATION_FAILED;
    fclose(file);
    return below(info, callbacks, to);
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    return ((VkResult (*)(uint32_t *))dlsym(library(), "vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    PFN_vkVoidFunction found = ((lookup)dlsym(library(), "vk_icdGetInstanceProcAddr"))(instance, name);
    if (strcmp(name, "vkCreateInstance") != 0) return found;
    below = (PFN_vkCreateInstance)found;
    return (PFN_vkVoidFunction)create;
}
"""


def driver(folder: Path) -> Path:
    """Build the driver into a folder of its own, with its file; return its manifest."""
    if not LAVAPIPE.is_file():
        pytest.skip("lavapipe is not installed")
    folder.mkdir(parents=True)
    (folder / "driver.c").write_text(SOURCE)
    words = [f'-DLIBRARY="{driver_at(str(LAVAPIPE)).library}"', *(f"-I{each}" for each in HEADERS)]
    command = ["cc", "-shared", "-fPIC", "-w", *words, "-o", "libacme.so"]
    subprocess.run([*command, "driver.c", "-ldl"], cwd=folder, check=True)
    (folder / "driver.c").unlink()
    (folder / "acme.bin").write_text("A")
    manifest = folder / "acme_icd.json"
    described = {"library_path": "./libacme.so", "api_version": "1.3.230"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": described}))
    return manifest


@pytest.fixture
def public() -> Iterator[Path]:
    """Return a folder that every user may enter; each pytest that starts closes those of ``tmp_path`` again."""
    top = Path(tempfile.mkdtemp())
    closed = [each for each in (top, *top.parents) if not each.stat().st_mode & stat.S_IXOTH]
    modes = {each: stat.S_IMODE(each.stat().st_mode) for each in closed}
    for each, mode in modes.items():
        each.chmod(mode | stat.S_IXOTH)
    yield top / "acme"
    for each, mode in modes.items():
        each.chmod(mode)
    shutil.rmtree(top)


def answer(manifest: Path, out: Path) -> tuple[str, str]:
    """The verdict on a case that needs an instance, and its reason."""
    words = ["--expect", "none", "--case", "driver_properties/*", "-n", "0", "--out", str(out)]
    subprocess.run(
        [sys.executable, "-m", "refloader", "conform", "--driver", str(manifest), *words],
        capture_output=True,
        timeout=TIMEOUT,
        check=False,
    )
    rows = map(json.loads, (out / "results.ndjson").read_text().splitlines())
    row = next(row for row in rows if "verdict" in row)
    return str(row["verdict"]), str(row["reason"])


@pytest.mark.slow
def test_a_file_beside_the_library(public: Path, tmp_path: Path) -> None:
    """The driver finds its file where every user may read it. One that is its owner's is named as missing."""
    manifest = driver(public)

    verdict, reason = answer(manifest, tmp_path / "out")

    assert (verdict, reason) == ("pass", "")
    (public / "acme.bin").chmod(0o600)

    verdict, reason = answer(manifest, tmp_path / "private")

    assert verdict == "skip"
    assert f'; the sandbox hides "{public}/acme.bin"' in reason
    assert lacking(reason).startswith("file that may be the driver's")
