"""Manifests for runs: any layer becomes an explicit one whose library is where it is said to be."""

import json
from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from refloader.suite.sessions import run_manifests

LIBRARY = "/opt/libone.so"
LAYER = {"name": "VK_LAYER_TEST_one", "type": "GLOBAL", "library_path": "./x.so", "api_version": "1.3.0"}


def rewritten(root: object, name: str = "VK_LAYER_TEST_one") -> Any:
    """What becomes of a manifest with this content."""
    return json.loads(run_manifests.explicit(json.dumps(root).encode(), name, LIBRARY))


class TestExplicit:
    """What makes a layer implicit is left out; the rest stays."""

    def test_the_library(self) -> None:
        """It has the full path instead of what the manifest says."""
        seen = rewritten({"file_format_version": "1.2.0", "layer": LAYER})

        assert seen == {"file_format_version": "1.2.0", "layer": {**LAYER, "library_path": LIBRARY}}

    def test_switches_of_implicit_layers(self) -> None:
        """Neither switches nor intercepts before the instance are for explicit layers."""
        of_implicit = {
            "enable_environment": {"ONE": "1"},
            "disable_environment": {"NO_ONE": "1"},
            "pre_instance_functions": {"vkEnumerateInstanceVersion": "x"},
            "app_keys": ["/bin/x"],
        }

        seen = rewritten({"file_format_version": "1.1.2", "layer": {**LAYER, **of_implicit}})

        assert seen["layer"] == {**LAYER, "library_path": LIBRARY}

    def test_one_of_several(self) -> None:
        """Of a file with several layers only the one that was asked for is there."""
        other = {**LAYER, "name": "VK_LAYER_TEST_two", "device_extensions": []}

        seen = rewritten({"file_format_version": "1.1.2", "layers": [LAYER, other]}, "VK_LAYER_TEST_two")

        assert seen["layer"] == {**other, "library_path": LIBRARY}

    def test_what_is_wrong_stays_wrong(self) -> None:
        """A run shows what a loader makes of it."""
        assert rewritten({"layer": {**LAYER, "api_version": 7}})["layer"]["api_version"] == 7

    @given(
        st.binary()
        | st.recursive(st.none() | st.text(), lambda x: st.lists(x)).map(lambda x: json.dumps(x).encode())
    )
    def test_any_bytes(self, data: bytes) -> None:
        """A file that is no manifest gives one all the same, for the library alone."""
        seen = json.loads(run_manifests.explicit(data, "VK_LAYER_TEST_one", LIBRARY))

        assert (seen["layer"]["name"], seen["layer"]["library_path"]) == ("VK_LAYER_TEST_one", LIBRARY)


class TestForLibrary:
    """A library without a manifest gets one."""

    def test_functions(self) -> None:
        """The names that are not the usual ones are in it."""
        names = {"vkGetInstanceProcAddr": "one_lookup"}

        seen = json.loads(run_manifests.for_library(LIBRARY, "VK_LAYER_TEST_one", names))

        assert seen["layer"]["functions"] == names
