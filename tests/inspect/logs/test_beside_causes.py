"""Causes beside the loader's files: what looks like one and has another cause is not taken for it."""

import pytest
from click.testing import CliRunner

from refloader.cli.main import main

NO_DEVICE = "vkCreateInstance failed: VK_ERROR_INCOMPATIBLE_DRIVER\n"
ARC = "03:00.0 VGA compatible controller [0300]: Intel Corporation DG2 [Arc A750] [8086:56a1] (rev 08)\n"
UNREACHED = (
    "[Gamescope WSI] Failed to connect to gamescope socket: gamescope-0. Bypass layer will be unavailable.\n"
)
OVERRIDE = """$ cat ~/.local/share/vulkan/implicit_layer.d/VkLayer_override.json
{
  "file_format_version": "1.1.2",
  "layer": {
    "name": "VK_LAYER_LUNARG_override",
    "type": "GLOBAL",
    "api_version": "1.3.204",
    "implementation_version": "1",
    "description": "LunarG Override Layer",
    "component_layers": ["VK_LAYER_KHRONOS_validation"],%s
    "disable_environment": {"DISABLE_VK_LAYER_LUNARG_override": "1"}
  }
}
"""
VARIABLE = "VK_LOADER_LAYERS_ENABLE=VK_LAYER_LUNARG_api_dump\n"
LISTING = "$ ls /usr/share/vulkan/icd.d\nlvp_icd.x86_64.json  radeon_icd.x86_64.json\n"
PINNED = "$ VK_ICD_FILENAMES=/usr/share/vulkan/icd.d/{} vkcube\n" + NO_DEVICE + LISTING


def said(text: str) -> str:
    """What is said of a text."""
    result = CliRunner().invoke(main, ["explain", "--log", "-"], input=text, env={"COLUMNS": "300"})
    assert result.exception is None or isinstance(result.exception, SystemExit)
    return result.output


@pytest.mark.parametrize(
    ("text", "cause"),
    [
        (f"ENABLE_GAMESCOPE_WSI=1\n{UNREACHED}vkcube: vkCreateSwapchainKHR failed\n", "reaches no gamescope"),
        (OVERRIDE % "", "which a configurator writes"),
        (f"$ uname -r\n5.15.0-91-generic\n{ARC}\tKernel modules: i915\n{NO_DEVICE}", "by itself from 6.2 on"),
        (f"{VARIABLE}libvulkan1:\n  Installed: 1.3.204.1-2\n", "is read from 1.3.234 on"),
        (PINNED.format("radeon_icd.json"), 'has no "radeon_icd.json"'),
    ],
)
def test_a_cause(text: str, cause: str) -> None:
    """It comes first."""
    assert cause in said(text).splitlines()[0]


@pytest.mark.parametrize(
    ("text", "never"),
    [
        pytest.param(f"ENABLE_GAMESCOPE_WSI=1\n{UNREACHED}", "reaches no gamescope", id="nothing failed"),
        pytest.param(
            f"$ ENABLE_GAMESCOPE_WSI=1 gamescope -- ./game\n{UNREACHED}game: vkCreateSwapchainKHR failed\n",
            "reaches no gamescope",
            id="in gamescope",
        ),
        pytest.param(OVERRIDE % ' "app_keys": ["/usr/bin/a"],', "a configurator writes", id="of one program"),
        pytest.param(
            f"$ uname -r\n6.8.0-45-generic\n{ARC}\tKernel modules: i915\n{NO_DEVICE}",
            "from 6.2 on",
            id="newer kernel",
        ),
        pytest.param(
            f"$ uname -r\n5.17.0-1020-oem\n{ARC}\tKernel driver in use: i915\n\tKernel modules: i915\n{NO_DEVICE}",
            "from 6.2 on",
            id="a module drives it",
        ),
        pytest.param(
            f"$ uname -r\n5.15.0-91-generic\n{ARC.replace('56a1', '5917')}\tKernel modules: i915\n{NO_DEVICE}",
            "from 6.2 on",
            id="another card",
        ),
        pytest.param(f"{VARIABLE}libvulkan1:\n  Installed: 1.3.275.0-1\n", "from 1.3.234", id="newer loader"),
        pytest.param(
            f"{VARIABLE}vulkan-tools:\n  Installed: 1.3.204.0-1\n", "from 1.3.234", id="another package"
        ),
        pytest.param(PINNED.format("radeon_icd.x86_64.json"), "has no", id="the manifest is there"),
        pytest.param(
            PINNED.format("radeon_icd.i386.json"), "icd.d/radeon_icd.x86_64.json, or", id="another word size"
        ),
        pytest.param(
            "$ sudo setcap -r /usr/bin/gamescope\n$ VK_ICD_FILENAMES=/home/u/a.json gamescope -- vkcube\n",
            "is ignored",
            id="capabilities taken off",
        ),
        pytest.param(
            "$ sudo setcap 'CAP_NET_RAW=eip' /usr/bin/ping\n$ VK_ICD_FILENAMES=/home/u/a.json vkcube\n",
            "is ignored",
            id="another program has them",
        ),
        pytest.param(
            'E/linker: dlopen failed: library "libvulkan.so" not found\nAndroid 6\n',
            "libvulkan-dev",
            id="Android",
        ),
        pytest.param(
            'I/GraphicsEnv: com.acme.game is debuggable\nE/vulkan : requested layer "VK_LAYER_A_b" not present\n',
            "the application is not debuggable",
            id="debuggable",
        ),
        pytest.param(
            "$ ls ~/.var/app/com.valvesoftware.Steam/data/vulkan/implicit_layer.d\na.json\n"
            "$ flatpak run com.valvesoftware.Steam\n",
            "which does not read",
            id="the folder of the Flatpak",
        ),
    ],
)
def test_what_looks_like_one(text: str, never: str) -> None:
    """It has another cause, or none."""
    assert never not in said(text)
