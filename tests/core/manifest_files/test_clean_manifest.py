"""The quick reading of clean manifests agrees with the careful one."""

from itertools import count
from typing import Any

import pytest
from clean_manifests import ENTRY, agree, changes, place, text
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.core.manifests import clean_when_many
from refloader.core.manifests.clean_manifest import clean_layer
from refloader.model.place import Use


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

        assert agree(quick, data, use)

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
