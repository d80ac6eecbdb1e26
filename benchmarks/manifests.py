"""Makes folders of layer manifests for the benchmarks. Never measures."""

import json
from pathlib import Path


def make(folder: Path, count: int) -> Path:
    """A folder with that many different, clean manifests of common size (about 900 bytes each)."""
    folder.mkdir(parents=True)
    for number in range(count):
        text = json.dumps(_manifest(number), indent=4)
        (folder / f"layer{number:05d}.json").write_text(text, encoding="utf-8")
    return folder


def _manifest(number: int) -> dict[str, object]:
    return {
        "file_format_version": "1.2.0",
        "layer": {
            "name": f"VK_LAYER_BENCH_number_{number:05d}",
            "type": "GLOBAL",
            "library_path": f"./libVkLayer_number_{number:05d}.so",
            "api_version": "1.3.239",
            "implementation_version": "1",
            "description": "A layer that exists to be read",
            "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "negotiate"},
            "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "2"}],
            "device_extensions": [
                {
                    "name": "VK_EXT_tooling_info",
                    "spec_version": "1",
                    "entrypoints": ["vkGetPhysicalDeviceToolPropertiesEXT"],
                }
            ],
        },
    }
