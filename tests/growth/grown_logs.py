"""Texts of many lines with one trigger, for which ``explain --log`` looks at all lines together."""

from collections.abc import Callable, Sequence

CARD = "Selected GPU 0: AMD Radeon RX 5500 XT (RADV NAVI14), type: DiscreteGpu"
INTEL = "Selected GPU 0: Intel(R) UHD Graphics 620 (KBL GT2), type: IntegratedGpu"


def _repeated(lines: Sequence[str], last: Sequence[str]) -> Callable[[int], str]:
    """Return the function that makes a text which says ``lines`` once for each number, and ``last`` once."""
    return lambda total: "\n".join([*(line.format(n) for n in range(total) for line in lines), *last, ""])


REPEATED = {
    "layers_left_out": _repeated(
        ["ERROR: /home/g/{0}/steamoverlayvulkanlayer.so: cannot open shared object file: No such file"],
        [CARD],
    ),
    "drivers_left_out": _repeated(
        ["ERROR: /usr/lib/libvulkan_intel{0}.so: cannot open shared object file: No such file"],
        [CARD],
    ),
    "manifests_left_out": _repeated(
        ["WARNING: loader_get_json: Failed to open JSON file /etc/vulkan/implicit_layer.d/{0}.json"],
        [CARD],
    ),
    "drivers_that_refuse": _repeated(
        [
            "ERROR: loader_scanned_icd_add: Could not get 'vkCreateInstance' via 'vk_icdGetInstanceProcAddr' for "
            "ICD libGLX_nvidia.so.{0}"
        ],
        ["$ vkcube", INTEL],
    ),
    "drivers_of_a_removed_package": _repeated(
        ["ERROR: libGLX_nvidia.so.{0}: cannot open shared object file: No such file or directory"],
        ["rc  nvidia-vulkan-icd:amd64 525.147", CARD],
    ),
    "crashes_of_what_was_removed": _repeated(
        ["#0 0x7f in ?? () from /usr/lib/librenderdoc.so", "SIGSEGV {0}"],
        ["I uninstalled renderdoc. Still crashes."],
    ),
    "listed_folders": _repeated(["$ ls /opt/{0}/etc/vulkan/icd.d", "driver{0}.json"], ["$ vkcube", CARD]),
    "modules_and_devices": _repeated(
        ["\tdeviceName = AMD Radeon RX {0}", "modprobe: ERROR: could not insert 'nvidia': No such device"],
        ["GPU0:", CARD],
    ),
}


def devices_without_layers(total: int) -> str:
    """Many runs that turn many layers off, of which half list a device more."""
    text = [f"VK_LAYER_TEST_{number}  Layer  1.3.217  version 1" for number in range(total)]
    text += ["$ vulkaninfo", "\tdeviceName = AMD Radeon 1"]
    for number in range(total):
        names = ",".join(f"VK_LAYER_TEST_{each}" for each in range(number, number + 40))
        text += [f"$ VK_LOADER_LAYERS_DISABLE={names} vulkaninfo", "\tdeviceName = AMD Radeon 1"]
        text += [f"\tdeviceName = AMD Radeon {number}"] if number % 2 else []
    return "\n".join([*text, ""])
