"""The quick reading of clean manifests agrees with the careful one."""

import json
from itertools import count
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.core.json import reader
from refloader.core.manifests import clean_when_many
from refloader.core.manifests.clean_manifest import clean_layer
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
                        "disable_environment", "component_layers", "library_arch", "Name", "status"])  # fmt: skip
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


class TestAgreement:
    """A manifest is read in one step only if the careful reading finds nothing to remark on, with the same result."""

    @settings(deadline=None, max_examples=400)
    @given(
        changes,
        st.sampled_from(["1.0.0", "1.1.2", "1.2.1", "9.9.9"]),
        st.sampled_from([Use.IMPLICIT, Use.EXPLICIT]),
    )
    def test_the_same_layer_comes_out(self, change: dict[str, Any], version: str, use: Use) -> None:
        """Whatever the quick reading takes, the careful one takes without a reason and in the same way."""
        data = text({**ENTRY, **change}, version)

        quick = clean_layer(data, "/d/x.json", place(use))

        if quick is not None:
            slow = careful(data, use)
            assert slow.reasons == ()
            assert [getattr(quick, name) for name in FIELDS] == [getattr(slow, name) for name in FIELDS]
            assert quick.where.span == slow.where.span

    def test_a_common_manifest_is_taken(self) -> None:
        """The shape that most manifests have is read in one step; else the step would be worth nothing."""
        entry = {
            **ENTRY,
            "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "negotiate"},
            "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "2"}],
            "enable_environment": {"ENABLE": "1"},
            "disable_environment": {"DISABLE": "1"},
        }

        layer = clean_layer(text(entry), "/d/x.json", place(Use.IMPLICIT))

        assert layer is not None
        assert layer.name == "VK_LAYER_TEST_clean"

    @pytest.mark.parametrize(
        "data",
        [
            text(ENTRY).replace(b'"type"', b'"name": "VK_LAYER_TEST_other", "type"'),
            text(ENTRY).replace(b'"type"', b'"type": "GLOBAL", "type"'),
            text(ENTRY).replace(b'"layer"', b'"layer": {}, "layer"'),
            text(ENTRY).replace(b"clean", b"cl\\u0065an"),
            b"\xef\xbb\xbf" + text(ENTRY),
            text(ENTRY) + b"x",
            text(ENTRY).replace(b'"1"', b"1"),
        ],
        ids=[
            "name twice",
            "type twice",
            "layer twice",
            "escape",
            "byte order mark",
            "trailing text",
            "number",
        ],
    )
    def test_what_readers_may_read_differently_is_left_alone(self, data: bytes) -> None:
        """Repeated keys, escapes, marks and numbers go to the careful reading."""
        assert clean_layer(data, "/d/x.json", place(Use.EXPLICIT)) is None


def test_the_first_few_are_left_to_the_full_reader(monkeypatch: pytest.MonkeyPatch) -> None:
    """To import what reads them fast takes longer than to read them."""
    monkeypatch.setattr(clean_when_many, "_seen", count())
    few = clean_when_many.FEW

    read = [
        clean_when_many.clean_layer(text(ENTRY), "/d/x.json", place(Use.EXPLICIT)) for _ in range(few + 1)
    ]

    assert [layer is None for layer in read] == [True] * few + [False]
