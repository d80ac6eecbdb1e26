"""Which of the folders that are searched without any path variable hold implicit layers as well as explicit ones."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"


def of_each_kind(world: World, base: str) -> None:
    """An implicit and an explicit layer below one base, and a driver."""
    world.driver(folder="/etc/vulkan/icd.d")
    world.implicit_layer(ONE, folder=f"{base}/vulkan/implicit_layer.d")
    world.explicit_layer(TWO, folder=f"{base}/vulkan/explicit_layer.d")


class TestFixedFolders:
    """In 2016 and 2018 each base of the list has a folder of implicit and one of explicit layers."""

    @pytest.mark.rule("DISC-LINUX-01")
    @pytest.mark.parametrize("base", ["/usr/share", "/etc", "/home/user/.local/share"])
    def test_the_three_bases_of_2016(self, world: World, subject: Trial, base: str) -> None:
        """In 2016 an implicit and an explicit layer under each fixed base are found, and the implicit is active."""
        of_each_kind(world, base)

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    @pytest.mark.rule("DISC-LINUX-02")
    @pytest.mark.parametrize("base", ["/etc", "/usr/share", "/home/user/.local/share"])
    def test_the_three_bases_of_2018(self, world: World, subject: Trial, base: str) -> None:
        """In 2018 an implicit and an explicit layer under each fixed base are found, and the implicit is active."""
        of_each_kind(world, base)

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    @pytest.mark.rule("DISC-LINUX-02")
    @pytest.mark.parametrize("base", ["/usr/local/etc", "/usr/local/share"])
    def test_the_two_bases_of_the_build(self, world: World, subject: Trial, base: str) -> None:
        """In 2018 layers of both kinds below /usr/local are found, unless the loader's build has other folders."""
        of_each_kind(world, base)

        seen = subject.observe(world)

        subject.reading(
            "AMB-BUILD-FOLDERS",
            (set(seen.layer_names), seen.chain),
            chosen=({ONE, TWO}, (ONE,)),
            tolerated=(set(), ()),
        )


class TestBases:
    """From 2022 on each base is searched for layers of both kinds."""

    @pytest.mark.rule("DISC-LINUX-03")
    @pytest.mark.parametrize(
        ("value", "base"), [("/world/config", "/world/config"), (None, "/home/user/.config")]
    )
    def test_the_configuration_home(self, world: World, subject: Trial, value: str | None, base: str) -> None:
        """Layers of both kinds below $XDG_CONFIG_HOME or its fallback are found."""
        world.variable("XDG_CONFIG_HOME", value)
        of_each_kind(world, base)

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    @pytest.mark.rule("DISC-LINUX-04")
    @pytest.mark.parametrize(
        ("value", "base"),
        [("/world/a:/world/b", "/world/a"), ("/world/a:/world/b", "/world/b"), (None, "/etc/xdg")],
    )
    def test_the_configuration_folders(
        self, world: World, subject: Trial, value: str | None, base: str
    ) -> None:
        """Layers of both kinds below each entry of $XDG_CONFIG_DIRS or below /etc/xdg are found."""
        world.variable("XDG_CONFIG_DIRS", value)
        of_each_kind(world, base)

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    @pytest.mark.rule("DISC-LINUX-05")
    def test_the_systems_configuration(self, world: World, subject: Trial) -> None:
        """Layers of both kinds below /etc are found."""
        of_each_kind(world, "/etc")

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    @pytest.mark.rule("DISC-LINUX-07")
    @pytest.mark.parametrize(
        ("value", "base"), [("/world/data", "/world/data"), (None, "/home/user/.local/share")]
    )
    def test_the_data_home(self, world: World, subject: Trial, value: str | None, base: str) -> None:
        """Layers of both kinds below $XDG_DATA_HOME or its fallback are found."""
        world.variable("XDG_DATA_HOME", value)
        of_each_kind(world, base)

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))

    @pytest.mark.rule("DISC-LINUX-08")
    @pytest.mark.parametrize(
        ("value", "base"),
        [
            ("/world/a:/world/b", "/world/a"),
            ("/world/a:/world/b", "/world/b"),
            (None, "/usr/local/share"),
            (None, "/usr/share"),
        ],
    )
    def test_the_data_folders(self, world: World, subject: Trial, value: str | None, base: str) -> None:
        """Layers of both kinds below each entry of $XDG_DATA_DIRS or below the two standard folders are found."""
        world.variable("XDG_DATA_DIRS", value)
        of_each_kind(world, base)

        seen = subject.observe(world)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, (ONE,))
