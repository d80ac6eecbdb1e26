"""What a layer finds below it: commands that are not enabled are not there, whatever a driver returns."""

from collections.abc import Callable

import pytest
from mock_world import MockWorld
from scripts import Script

pytestmark = pytest.mark.slow

ASKED = ("vkSetDebugUtilsObjectNameEXT", "vkCmdInsertDebugUtilsLabelEXT", "vkCreateDebugUtilsMessengerEXT")


class TestDebugUtils:
    """VK_EXT_debug_utils is an instance extension, and so are its device commands those of the instance."""

    @pytest.mark.rule("CONV-LAYER-09")
    @pytest.mark.parametrize("name", ASKED)
    @pytest.mark.parametrize("enabled", [[], ["VK_EXT_debug_utils"]], ids=["without", "with"])
    def test_the_next_lookup(
        self, script: Script, world: MockWorld, compiled: Callable[..., str], enabled: list[str], name: str
    ) -> None:
        """A driver that returns its functions all the same is not asked without the extension."""
        world.driver("plain", complete="1")
        library = compiled("subjects/steady_layer", "-shared", "-fPIC", f'-DASKED="{name}"')
        world.layer_manifest("VK_LAYER_TEST_asks", library)

        found = script(f"""
            s = Session({enabled})
            say([s.result, ctypes.c_int.in_dll(ctypes.CDLL({library!r}), "found_below").value])
        """)

        assert found == [0, int(bool(enabled))]
