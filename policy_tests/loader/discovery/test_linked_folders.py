"""Folders and manifests that are symbolic links: a search reads what they lead to."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
SHARE = "/usr/share/vulkan"
ELSEWHERE = "/world/elsewhere"


class TestFolders:
    """A folder of the search list is read, also where its name is that of a link."""

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    @pytest.mark.editions("2022", "2026")
    def test_of_drivers(self, world: World, subject: Trial) -> None:
        """The drivers in the folder behind the link are used."""
        world.driver("linked", folder=ELSEWHERE)
        world.link(f"{SHARE}/icd.d", ELSEWHERE)

        assert subject.observe(world).drivers == ("linked",)

    @pytest.mark.rule("DISC-LINUX-09")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_of_layers(self, world: World, subject: Trial, kind: str) -> None:
        """The layers in the folder behind the link are found."""
        world.driver()
        if kind == "implicit":
            world.implicit_layer(ONE, folder=ELSEWHERE)
        else:
            world.explicit_layer(ONE, folder=ELSEWHERE)
            world.application(layers=[ONE])
        world.link(f"{SHARE}/{kind}_layer.d", ELSEWHERE)

        assert subject.observe(world).chain == (ONE,)
