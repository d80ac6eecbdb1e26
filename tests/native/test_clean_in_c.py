"""The C that reads clean manifests in the drop-in library, and the Python around it, against the careful reader."""

import json
import runpy
import sys
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from clean_manifests import ENTRY, agree, changes, place, text
from hypothesis import given, settings
from hypothesis import strategies as st
from small_module import small_module

from refloader.model.layer import Layer
from refloader.model.place import Place, Use

SHIM = Path(__file__).resolve().parents[2] / "refloader/dropin/build/shims/clean_when_many.py"
EXTENSION = {
    "name": "VK_EXT_tooling_info",
    "spec_version": "1",
    "entrypoints": ["vkGetPhysicalDeviceToolPropertiesEXT"],
}
FULL = {
    **ENTRY,
    "functions": {"vkNegotiateLoaderLayerInterfaceVersion": "negotiate"},
    "instance_extensions": [{"name": "VK_EXT_debug_utils", "spec_version": "2"}],
    "device_extensions": [EXTENSION],
    "enable_environment": {"ENABLE": "1"},
    "disable_environment": {"DISABLE": "1"},
    "introduction": "clean",
    "url": "https://example.org",
    "platforms": ["LINUX"],
    "status": "STABLE",
    "features": {"settings": [{"key": "a", "default": 1.5, "expanded": True}]},
}

Reader = Callable[[bytes, str, Place], Layer | None]


@pytest.fixture(scope="module")
def shim(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Any]:
    """The module that replaces the core's, above the compiled C."""
    module = small_module(tmp_path_factory.mktemp("clean"), "edge_clean_methods", "clean.c", "json.c")
    with pytest.MonkeyPatch.context() as patch:
        patch.setitem(sys.modules, "_edge", module)
        return runpy.run_path(str(SHIM))


@pytest.fixture(scope="module")
def clean_layer(shim: dict[str, Any]) -> Reader:
    """The library's reader of clean manifests."""
    reader: Reader = shim["clean_layer"]
    return reader


class TestAgreement:
    """What C accepts, the careful reader takes without a reason, with the same result."""

    @settings(deadline=None, max_examples=400)
    @given(
        changes,
        st.sampled_from(["1.0.0", "1.1.2", "1.2.0", "1.2.1", "9.9.9"]),
        st.sampled_from([Use.IMPLICIT, Use.EXPLICIT]),
        st.sampled_from([None, 0, 4]),
    )
    def test_any_member(
        self, clean_layer: Reader, change: dict[str, Any], version: str, use: Use, indent: int | None
    ) -> None:
        """Members of any kind and value, written in any way."""
        data = json.dumps(json.loads(text({**ENTRY, **change}, version)), indent=indent).encode()

        assert agree(clean_layer(data, "/d/x.json", place(use)), data, use)

    @settings(deadline=None, max_examples=400)
    @given(
        st.integers(0, 900),
        st.sampled_from(
            [b"", b'"', b",", b":", b"\\", b"\0", b"\n", b"[", b"]", b"{", b"}", b"0", b"\xff", b"\xc3\xa9"]
        ),
        st.sampled_from([Use.IMPLICIT, Use.EXPLICIT]),
    )
    def test_any_damage(self, clean_layer: Reader, at: int, more: bytes, use: Use) -> None:
        """A byte too many, too few or another one."""
        data = text(FULL, "1.2.1")

        for damaged in (data[:at] + more + data[at + 1 :], data[:at] + more + data[at:], data[:at] + more):
            assert agree(clean_layer(damaged, "/d/x.json", place(use)), damaged, use)

    def test_every_place_is_damaged(self, clean_layer: Reader) -> None:
        """No byte of a manifest can be missing without both readers agreeing on what is left."""
        data = text(FULL, "1.2.1")

        for at in range(len(data)):
            for damaged in (data[:at] + data[at + 1 :], data[:at]):
                assert agree(clean_layer(damaged, "/d/x.json", place(Use.IMPLICIT)), damaged, Use.IMPLICIT), (
                    damaged
                )


class TestSeveral:
    """A manifest that shares members with the one before is read from a copy of that one's layer."""

    @pytest.mark.parametrize(
        "change",
        [
            {},
            {"api_version": "1.2.0"},
            {"functions": {"vkNegotiateLoaderLayerInterfaceVersion": "other"}},
            {"instance_extensions": [{"name": "VK_EXT_debug_report", "spec_version": "2"}]},
            {"device_extensions": []},
            {"enable_environment": {"ENABLE": "2"}},
            {"disable_environment": {"DISABLE_IT": "1"}},
        ],
    )
    def test_two_in_a_row(self, clean_layer: Reader, change: dict[str, Any]) -> None:
        """The second is as the careful reader has it, wherever they differ, and so is the first after it."""
        first = text(FULL, "1.2.1")
        own = {"name": "VK_LAYER_TEST_next", "description": "next", "library_path": "./libnext.so"}
        second = text({**FULL, **own, "type": "INSTANCE", "implementation_version": "7", **change}, "1.2.1")

        layers = [
            clean_layer(data, "/d/x.json", place(Use.IMPLICIT)) for data in (first, first, second, first)
        ]

        assert None not in layers
        for layer, data in zip(layers, (first, first, second, first), strict=True):
            assert agree(layer, data, Use.IMPLICIT)

    @settings(deadline=None, max_examples=100)
    @given(
        st.lists(
            st.tuples(
                st.sampled_from([ENTRY, FULL]),
                st.just({}) | changes,
                st.sampled_from(["1.1.2", "1.2.0", "1.2.1"]),
                st.sampled_from([Use.IMPLICIT, Use.EXPLICIT]),
            ),
            min_size=2,
            max_size=8,
        )
    )
    def test_a_series(
        self, clean_layer: Reader, series: list[tuple[dict[str, Any], dict[str, Any], str, Use]]
    ) -> None:
        """Each is as the careful reader has it, also when those after it have been read."""
        manifests = [(text({**entry, **change}, version), use) for entry, change, version, use in series] * 2

        layers = [clean_layer(data, "/d/x.json", place(use)) for data, use in manifests]

        for layer, (data, use) in zip(layers, manifests, strict=True):
            assert agree(layer, data, use)

    @pytest.mark.parametrize(("version", "is_same"), [("1.2.1", True), ("1.2.0", False)])
    def test_what_is_shared_is_one_object(self, shim: dict[str, Any], version: str, is_same: bool) -> None:
        """Which saves making it anew for each manifest."""
        shared = shim["clean_manifest"](text(FULL, "1.2.1"), None)[0]

        again = shim["clean_manifest"](text({**FULL, "description": "another"}, version), shared)[0]

        assert (again is shared) is is_same

    def test_a_longer_or_shorter_format(self, clean_layer: Reader) -> None:
        """The version of the format counts among what is shared."""
        versions = ("1.2.0", "1.2.1", "1.2.0")

        layers = [clean_layer(text(FULL, each), "/d/x.json", place(Use.IMPLICIT)) for each in versions]

        assert [layer and layer.format_version for layer in layers] == list(versions)

    def test_each_has_its_own_path_and_place(self, clean_layer: Reader) -> None:
        """Neither is shared."""
        data = text(FULL, "1.2.1")
        here, there = place(Use.IMPLICIT), replace(place(Use.IMPLICIT), path="/elsewhere")

        first, second = clean_layer(data, "/d/x.json", here), clean_layer(data, "/elsewhere/y.json", there)

        assert first is not None
        assert second is not None
        assert [first.manifest, first.place, first.where.span.path] == ["/d/x.json", here, "/d/x.json"]
        assert [second.manifest, second.place] == ["/elsewhere/y.json", there]
        assert second.where.span.path == "/elsewhere/y.json"


class TestWhatIsClean:
    """The manifests that most layers have are read in C; else it would be worth nothing."""

    @pytest.mark.parametrize("left_out", [(), ("enable_environment",), ("features", "status", "url")])
    def test_a_full_manifest(self, clean_layer: Reader, left_out: tuple[str, ...]) -> None:
        """One with all members that an implicit layer with a library commonly has."""
        data = text({key: value for key, value in FULL.items() if key not in left_out}, "1.2.1")

        layer = clean_layer(data, "/d/x.json", place(Use.IMPLICIT))

        assert layer is not None
        assert layer.device_extensions[0].entrypoints == ("vkGetPhysicalDeviceToolPropertiesEXT",)
        assert agree(layer, data, Use.IMPLICIT)

    def test_functions_of_an_old_format(self, clean_layer: Reader) -> None:
        """Formats up to 1.0.1 rename the two lookups."""
        names = {"vkGetInstanceProcAddr": "one", "vkGetDeviceProcAddr": "two"}
        data = text({**ENTRY, "functions": names}, "1.0.0")

        layer = clean_layer(data, "/d/x.json", place(Use.EXPLICIT))

        assert layer is not None
        assert dict(layer.functions) == names

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'"type"', b'"name": "VK_LAYER_TEST_other", "type"'),
            (b'"layer"', b'"layer": {}, "layer"'),
            (b'"layer"', b'"layer": {"url": ""}, "layer"'),
            (b"libclean", b"lib\\u0063lean"),
            (b'"VK_LAYER_TEST_clean"', b'"VK_LAYER_test_clean"'),
            (b'"1.3.0"', b'"2.0.0"'),
            (b'{"DISABLE": "1"}', b"{}"),
            (b'{"DISABLE": "1"}', b'"DISABLE"'),
            (b'["LINUX"]', b'["LINUX",]'),
            (b"https", b"\xff"),
            (b"https", b"\0"),
            (b'"description": "clean"', b'"description": "%s"' % (b"d" * 256)),
            (b"VK_LAYER_TEST_clean", b"VK_LAYER_TEST_" + b"n" * 50),
            (b"VK_LAYER_TEST_clean", b"VK_LAYER__clean"),
            (b"VK_LAYER_TEST_clean", b"VK_LAYER_TEST_cle-n"),
            (b'"implementation_version": "1"', b'"implementation_version": "4294967296"'),
            (b"libclean.so", b"C:clean.so"),
            (b"libclean.so", b"libclean.dll"),
            (b'"1.2.1"', b'"1.1.2"'),  # which has no members for tools
            (b'"1.2.1"', b'"1.2.2"'),
            (b'"1.2.1"', b'"1.2.0", "file_format_version": "1.2.1"'),
            (b', "url": "https://example.org"', b'}, "layer": {"url": "https://example.org"'),
            (b'"spec_version": "2"', b'"spec_version": "2", "x": "1"'),
        ],
    )
    def test_what_is_left_to_the_careful_reader(self, clean_layer: Reader, old: bytes, new: bytes) -> None:
        """Repeated keys, escapes and everything that has a finding."""
        data = text(FULL, "1.2.1").replace(old, new)

        assert old in text(FULL, "1.2.1")
        assert clean_layer(data, "/d/x.json", place(Use.IMPLICIT)) is None

    @pytest.mark.parametrize(
        ("old", "new"),
        [
            (b'"description": "clean"', b'"description": "%s"' % (b"d" * 255)),
            (b"VK_LAYER_TEST_clean", b"VK_LAYER_TEST_" + b"n" * 49),
            (b'"implementation_version": "1"', b'"implementation_version": "999999999"'),
            (b'"1.2.1"', b'"1.2.0"'),
        ],
    )
    def test_what_is_just_clean(self, clean_layer: Reader, old: bytes, new: bytes) -> None:
        """The longest texts that fit."""
        data = text(FULL, "1.2.1").replace(old, new)

        layer = clean_layer(data, "/d/x.json", place(Use.IMPLICIT))

        assert new in data
        assert layer is not None
        assert agree(layer, data, Use.IMPLICIT)


class TestWhatIsRemembered:
    """What manifests share stays until the process ends, so it is little."""

    def test_nothing_long(self, shim: dict[str, Any], clean_layer: Reader) -> None:
        """A manifest of 100 KB is read, and nothing of it remembered."""
        name = "n" * 100_000
        data = text({**ENTRY, "functions": {"vkNegotiateLoaderLayerInterfaceVersion": name}}, "1.2.1")

        layer = clean_layer(data, "/d/x.json", place(Use.EXPLICIT))

        assert layer is not None
        assert agree(layer, data, Use.EXPLICIT)
        assert name not in str(shim["_known"])

    def test_few(self, shim: dict[str, Any], clean_layer: Reader) -> None:
        """Manifests that share nothing do not add up."""
        for number in range(1000):
            clean_layer(text({**ENTRY, "api_version": f"1.3.{number}"}), "/d/x.json", place(Use.EXPLICIT))

        assert len(shim["_known"][Use.EXPLICIT]) <= 256
