"""Layer manifests with few findings or none, to compare readers of clean ones with the careful reader."""

import json
from typing import Any

from hypothesis import strategies as st

from refloader.core.json import reader
from refloader.core.manifests.layer_manifest import read_layer_file
from refloader.model.layer import Layer
from refloader.model.place import Form, Place, Use
from refloader.rules import rule

ENTRY = {
    "name": "VK_LAYER_TEST_clean",
    "type": "GLOBAL",
    "library_path": "libclean.so",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "clean",
}
FIELDS = [name for name in Layer.__slots__ if name != "where"]


def place(use: Use) -> Place:
    """A place for manifests of one kind."""
    return Place("/d", use, Form.FOLDER, "a test", rule("DISC-LINUX-08"))


def careful(data: bytes, use: Use) -> Layer:
    """The only layer of a manifest as the field-by-field reading sees it."""
    (layer,) = read_layer_file(reader.read(data), "/d/x.json", place(use)).layers
    return layer


def text(entry: dict[str, Any], version: str = "1.2.0") -> bytes:
    """A manifest with one layer."""
    return json.dumps({"file_format_version": version, "layer": entry}).encode()


odd = st.sampled_from(
    [
        "",
        "x",
        "\\",
        '"',
        "1",
        "1.0.0",
        "2.0.0",
        "1.3",
        "STABLE",
        "C:a.so",
        "é" * 200,
        "VK_LAYER_x",
        "a.so",
        "\ud800",
        1,
        None,
        [],
        {},
    ]
)
keys = st.sampled_from([*ENTRY, "functions", "instance_extensions", "device_extensions", "enable_environment",
                        "disable_environment", "component_layers", "library_arch", "Name", "status",
                        "introduction", "url", "platforms", "features"])  # fmt: skip
pairs = st.dictionaries(
    st.sampled_from(["A", "B=C", "", "vkGetInstanceProcAddr", "vkNegotiateLoaderLayerInterfaceVersion"]),
    odd | st.just("1"),
    max_size=2,
)
extension = st.fixed_dictionaries(
    {
        "name": st.sampled_from(["VK_EXT_debug_utils", "VK_EXT_tooling_info", "VK_X", ""]),
        "spec_version": st.sampled_from(["1", 1, "x"]),
    },
    optional={
        "entrypoints": st.sampled_from(
            [[], ["vkGetPhysicalDeviceToolPropertiesEXT"], ["vkCreateDevice"], "x"]
        )
    },
)
values = odd | pairs | st.lists(extension, max_size=2)
changes = st.dictionaries(keys, values, max_size=3)


def agree(quick: Layer | None, data: bytes, use: Use) -> bool:
    """Whether a quick reader left the manifest alone, or took what the careful one takes without a reason."""
    if quick is None:
        return True
    slow = careful(data, use)
    same = [getattr(quick, name) for name in FIELDS] == [getattr(slow, name) for name in FIELDS]
    return same and slow.reasons == () and quick.where.span == slow.where.span
