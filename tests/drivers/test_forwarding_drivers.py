"""Right drivers that hand each call to an installed one and say less of it: programs suit that, and find no fault."""

import json
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.suite.subjects.driver import driver_at

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("cc") is None, reason="there is no C compiler for a driver"),
]

LAVAPIPE = Path("/usr/share/vulkan/icd.d/lvp_icd.x86_64.json")
TIMEOUT = 300
"""Seconds, for a machine that has much else to do; it takes about 5 of a quiet one's."""

FORWARDING = """
#define VK_NO_PROTOTYPES
#include <dlfcn.h>
#include <string.h>
#include "vk_core.h"

typedef PFN_vkVoidFunction (*lookup)(VkInstance, const char *);
static void *library;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties families;
static PFN_vkGetPhysicalDeviceQueueFamilyProperties2 families2;

static void open_library(void) {
    if (library == NULL) library = dlopen(LIBRARY, RTLD_NOW | RTLD_LOCAL);
}

static void get_families(VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties *rows) {
    families(device, count, rows);
    for (uint32_t i = 0; rows != NULL && i < *count; i++) rows[i].queueFlags &= FLAGS;
}

static void get_families2(VkPhysicalDevice device, uint32_t *count, VkQueueFamilyProperties2 *rows) {
    families2(device, count, rows);
    for (uint32_t i = 0; rows != NULL && i < *count; i++) rows[i].queueFamilyProperties.queueFlags &= FLAGS;
}

VkResult vk_icdNegotiateLoaderICDInterfaceVersion(uint32_t *version) {
    open_library();
    return ((VkResult (*)(uint32_t *))dlsym(library, "vk_icdNegotiateLoaderICDInterfaceVersion"))(version);
}

PFN_vkVoidFunction vk_icdGetInstanceProcAddr(VkInstance instance, const char *name) {
    open_library();
    PFN_vkVoidFunction found = ((lookup)dlsym(library, "vk_icdGetInstanceProcAddr"))(instance, name);
    if (found != NULL && strcmp(name, "vkGetPhysicalDeviceQueueFamilyProperties") == 0) {
        families = (PFN_vkGetPhysicalDeviceQueueFamilyProperties)found;
        return (PFN_vkVoidFunction)get_families;
    }
    if (found != NULL && strncmp(name, "vkGetPhysicalDeviceQueueFamilyProperties2", 41) == 0) {
        families2 = (PFN_vkGetPhysicalDeviceQueueFamilyProperties2)found;
        return (PFN_vkVoidFunction)get_families2;
    }
    return found;
}
"""
TREE = Path(__file__).resolve().parents[2]
HEADERS = [TREE / "refloader/native/generated", TREE / "refloader/native/include"]


def forwarding(folder: Path, flags: str) -> Path:
    """Build a driver over lavapipe, the queue families of which have only these flags; return its manifest."""
    if not LAVAPIPE.is_file():
        pytest.skip("lavapipe is not installed")
    (folder / "driver.c").write_text(FORWARDING)
    library = driver_at(str(LAVAPIPE)).library
    words = [f'-DLIBRARY="{library}"', f"-DFLAGS=({flags})", *(f"-I{each}" for each in HEADERS)]
    command = ["cc", "-shared", "-fPIC", "-w", *words, "-o", "libforwarding.so", "driver.c", "-ldl"]
    subprocess.run(command, cwd=folder, check=True)
    manifest = folder / "forwarding.json"
    described = {"library_path": "./libforwarding.so", "api_version": "1.3.230"}
    manifest.write_text(json.dumps({"file_format_version": "1.0.0", "ICD": described}))
    return manifest


def test_generated_programs_draw_nothing_where_nothing_draws(tmp_path: Path) -> None:
    """A device that computes and does not draw does the work of programs, and images are no part of it."""
    manifest = forwarding(tmp_path, "VK_QUEUE_COMPUTE_BIT")
    words = ["--expect", "none", "--case", "driver_programs/*few*", "-n", "0", "--out", str(tmp_path / "out")]

    ran = subprocess.run(
        [sys.executable, "-m", "refloader", "conform", "--driver", str(manifest), *words],
        capture_output=True,
        text=True,
        timeout=TIMEOUT,
        check=False,
    )

    assert ran.returncode == 0, ran.stdout[-4000:] + ran.stderr[-2000:]
    lines = (tmp_path / "out/results.ndjson").read_text().splitlines()
    verdicts = {row["case"]: row["verdict"] for row in map(json.loads, lines) if "verdict" in row}
    assert verdicts["driver_programs/what_is_found[few]"] == "pass"
