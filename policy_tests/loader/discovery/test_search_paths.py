"""Where layer manifests are looked for without any help from path variables, and in which order."""

from collections import Counter
from collections.abc import Sequence
from itertools import combinations

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"

BASES = (
    "/home/user/.config",
    "/etc/xdg",
    "/etc",
    "/home/user/.local/share",
    "/usr/local/share",
    "/usr/share",
)
"""The bases of the standard folders in the order of their search."""

IN_FOUND_ORDER = (
    "ORDER-CHAIN-03, by which implicit layers are considered in the order in which they are found"
)


def shown_order(subject: Trial, worlds: Sequence[World], bases: Sequence[str]) -> tuple[int, ...]:
    """The order in which these bases are searched, as numbers, by the implicit layers that are installed for it.

    A chain that has them in the order of ``bases`` shows it. Another chain may be in an order of the loader's own:
    then it is shown by which of two layers of one name is used, for each two of the bases.
    """
    alone, twins = worlds
    for place, base in enumerate(bases):
        alone.implicit_layer(f"VK_LAYER_TEST_{place}", folder=f"{base}/vulkan/implicit_layer.d")
    in_order = tuple(range(len(bases)))
    chain = subject.observe(alone).chain
    if chain == tuple(f"VK_LAYER_TEST_{place}" for place in in_order):
        return in_order
    assert {*chain} == {f"VK_LAYER_TEST_{place}" for place in in_order}
    for pair in combinations(in_order, 2):
        for place in pair:
            name, folder = "VK_LAYER_TEST_{}_{}".format(*pair), f"{bases[place]}/vulkan/implicit_layer.d"
            twins.implicit_layer(name, folder=folder, flags={"name": str(place)})
    wins = Counter(subject.observe(twins).chain)
    subject.implied(chain, tuple(f"VK_LAYER_TEST_{place}" for place in in_order), IN_FOUND_ORDER)
    return tuple(sorted(in_order, key=lambda place: -wins[str(place)]))


@pytest.mark.rule("DISC-LINUX-03")
class TestConfigHome:
    """The first base is $XDG_CONFIG_HOME; where it is not defined, $HOME/.config stands in."""

    def test_config_home_is_searched(self, world: World, subject: Trial) -> None:
        """A layer under $XDG_CONFIG_HOME is found."""
        world.variable("XDG_CONFIG_HOME", "/world/config")
        world.explicit_layer(ONE, folder="/world/config/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    def test_unset_config_home_is_dot_config(self, world: World, subject: Trial) -> None:
        """Without XDG_CONFIG_HOME a layer under $HOME/.config is found."""
        world.explicit_layer(ONE, folder="/home/user/.config/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    def test_set_config_home_replaces_dot_config(self, world: World, subject: Trial) -> None:
        """With XDG_CONFIG_HOME set, $HOME/.config is not searched."""
        world.variable("XDG_CONFIG_HOME", "/world/config")
        world.explicit_layer(ONE, folder="/home/user/.config/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == ()

    def test_empty_config_home_is_unset(self, world: World, subject: Trial) -> None:
        """An empty XDG_CONFIG_HOME counts as not defined, or as one that leads to no folder."""
        world.variable("XDG_CONFIG_HOME", "")
        world.explicit_layer(ONE, folder="/home/user/.config/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-XDG-EMPTY", seen.layer_names, chosen=(ONE,), tolerated=())


@pytest.mark.rule("DISC-LINUX-04")
class TestConfigDirs:
    """Next come the entries of $XDG_CONFIG_DIRS, a colon list; not defined, it is /etc/xdg."""

    def test_each_entry_of_config_dirs_is_searched(self, world: World, subject: Trial) -> None:
        """Layers under both entries of $XDG_CONFIG_DIRS are found."""
        world.variable("XDG_CONFIG_DIRS", "/world/a:/world/b")
        world.explicit_layer(ONE, folder="/world/a/vulkan/explicit_layer.d")
        world.explicit_layer("VK_LAYER_TEST_two", folder="/world/b/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, "VK_LAYER_TEST_two"}

    def test_unset_config_dirs_is_etc_xdg(self, world: World, subject: Trial) -> None:
        """Without XDG_CONFIG_DIRS a layer under /etc/xdg is found."""
        world.explicit_layer(ONE, folder="/etc/xdg/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    def test_set_config_dirs_replaces_etc_xdg(self, world: World, subject: Trial) -> None:
        """With XDG_CONFIG_DIRS set, /etc/xdg is not searched."""
        world.variable("XDG_CONFIG_DIRS", "/world/a")
        world.explicit_layer(ONE, folder="/etc/xdg/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == ()

    def test_empty_config_dirs_is_unset(self, world: World, subject: Trial) -> None:
        """An empty XDG_CONFIG_DIRS counts as not defined, or as one that leads to no folder."""
        world.variable("XDG_CONFIG_DIRS", "")
        world.explicit_layer(ONE, folder="/etc/xdg/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-XDG-EMPTY", seen.layer_names, chosen=(ONE,), tolerated=())


@pytest.mark.rule("DISC-LINUX-05", "DISC-LINUX-06")
class TestSystemConfiguration:
    """SYSCONFDIR comes third, /etc unless it was built otherwise; then EXTRASYSCONFDIR, /etc, follows."""

    def test_etc_is_searched(self, world: World, subject: Trial) -> None:
        """A layer under /etc is found, and reported once."""
        world.explicit_layer(ONE, folder="/etc/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)


@pytest.mark.rule("DISC-LINUX-07")
class TestDataHome:
    """The fifth base is $XDG_DATA_HOME; where it is not defined, $HOME/.local/share stands in."""

    def test_data_home_is_searched(self, world: World, subject: Trial) -> None:
        """A layer under $XDG_DATA_HOME is found."""
        world.variable("XDG_DATA_HOME", "/world/data")
        world.explicit_layer(ONE, folder="/world/data/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    def test_unset_data_home_is_local_share(self, world: World, subject: Trial) -> None:
        """Without XDG_DATA_HOME a layer under $HOME/.local/share is found."""
        world.explicit_layer(ONE, folder="/home/user/.local/share/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    def test_set_data_home_replaces_local_share(self, world: World, subject: Trial) -> None:
        """With XDG_DATA_HOME set, $HOME/.local/share is not searched."""
        world.variable("XDG_DATA_HOME", "/world/data")
        world.explicit_layer(ONE, folder="/home/user/.local/share/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == ()


@pytest.mark.rule("DISC-LINUX-08")
class TestDataDirs:
    """The last base is the colon list $XDG_DATA_DIRS; not defined, it is /usr/local/share/:/usr/share/."""

    def test_each_entry_of_data_dirs_is_searched(self, world: World, subject: Trial) -> None:
        """Layers under both entries of $XDG_DATA_DIRS are found."""
        world.variable("XDG_DATA_DIRS", "/world/a:/world/b")
        world.explicit_layer(ONE, folder="/world/a/vulkan/explicit_layer.d")
        world.explicit_layer("VK_LAYER_TEST_two", folder="/world/b/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert set(seen.layer_names) == {ONE, "VK_LAYER_TEST_two"}

    @pytest.mark.parametrize("base", ["/usr/local/share", "/usr/share"])
    def test_unset_data_dirs_is_two_folders(self, world: World, subject: Trial, base: str) -> None:
        """Without XDG_DATA_DIRS layers under /usr/local/share and /usr/share are found."""
        world.explicit_layer(ONE, folder=f"{base}/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.parametrize("base", ["/usr/local/share", "/usr/share"])
    def test_set_data_dirs_replaces_both(self, world: World, subject: Trial, base: str) -> None:
        """With XDG_DATA_DIRS set, neither /usr/local/share nor /usr/share is searched."""
        world.variable("XDG_DATA_DIRS", "/world/a")
        world.explicit_layer(ONE, folder=f"{base}/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == ()

    def test_empty_data_dirs_is_unset(self, world: World, subject: Trial) -> None:
        """An empty XDG_DATA_DIRS counts as not defined, or as one that leads to no folder."""
        world.variable("XDG_DATA_DIRS", "")
        world.explicit_layer(ONE, folder="/usr/share/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-XDG-EMPTY", seen.layer_names, chosen=(ONE,), tolerated=())


class TestOrderOfBases:
    """The bases are searched in a fixed order, and the first occurrence of a layer is the one used."""

    @pytest.mark.rule("DISC-GEN-02", "DISC-LINUX-10")
    @pytest.mark.parametrize(
        ("earlier", "later"),
        [
            ("/home/user/.config", "/etc/xdg"),
            ("/etc/xdg", "/etc"),
            ("/etc", "/home/user/.local/share"),
            ("/home/user/.local/share", "/usr/local/share"),
            ("/usr/local/share", "/usr/share"),
        ],
        ids=["config-home", "config-dirs", "etc", "data-home", "data-dirs"],
    )
    def test_the_earlier_base_wins(self, world: World, subject: Trial, earlier: str, later: str) -> None:
        """Of one layer in two base folders the one in the folder that is searched first is loaded."""
        world.driver()
        world.explicit_layer(ONE, folder=f"{later}/vulkan/explicit_layer.d", flags={"name": "later"})
        world.explicit_layer(ONE, folder=f"{earlier}/vulkan/explicit_layer.d", flags={"name": "earlier"})
        world.application(layers=[ONE])

        chain = subject.observe(world).chain

        if later == "/etc/xdg":
            subject.reading("AMB-RANK-1-TWICE", chain, chosen=("earlier",), tolerated=("later",))
        else:
            assert chain == ("earlier",)

    @pytest.mark.rule("DISC-LINUX-04")
    def test_config_dirs_are_searched_in_order(self, world: World, subject: Trial) -> None:
        """Of one layer under two entries of $XDG_CONFIG_DIRS the one under the first entry is loaded."""
        world.driver()
        world.variable("XDG_CONFIG_DIRS", "/world/z:/world/a")
        world.explicit_layer(ONE, folder="/world/a/vulkan/explicit_layer.d", flags={"name": "second"})
        world.explicit_layer(ONE, folder="/world/z/vulkan/explicit_layer.d", flags={"name": "first"})
        world.application(layers=[ONE])

        seen = subject.observe(world)

        assert seen.chain == ("first",)

    @pytest.mark.rule("DISC-LINUX-08")
    def test_data_dirs_are_searched_in_order(self, subject: Trial) -> None:
        """The entries of $XDG_DATA_DIRS are searched in their order: by the chain, or else by which of twins is used.

        That a chain has implicit layers in the order of the search is another rule's.
        """
        bases = ["/world/z", "/world/m", "/world/a"]
        worlds = [World(), World()]
        for world in worlds:
            world.driver(folder="/etc/vulkan/icd.d")
            world.variable("XDG_DATA_DIRS", ":".join(bases))

        found = shown_order(subject, worlds, bases)

        assert found == (0, 1, 2)

    @pytest.mark.rule("ORDER-CHAIN-03")
    def test_implicit_layers_stand_as_they_are_found(self, world: World, subject: Trial) -> None:
        """Implicit layers of three folders stand in the chain in the order in which the folders are searched."""
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_c", folder="/usr/share/vulkan/implicit_layer.d")
        world.implicit_layer("VK_LAYER_TEST_b", folder="/etc/vulkan/implicit_layer.d")
        world.implicit_layer("VK_LAYER_TEST_a", folder="/home/user/.config/vulkan/implicit_layer.d")

        seen = subject.observe(world)

        subject.order(seen.chain, ("VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_c"))

    @pytest.mark.rule("DISC-LINUX-10")
    def test_the_order_of_the_bases(self, subject: Trial) -> None:
        """Six base folders are searched in their order: by the chain, or else by which of twins is used."""
        worlds = [World(), World()]
        for world in worlds:
            world.driver()

        found = shown_order(subject, worlds, BASES)

        in_order = (0, 1, 2, 3, 4, 5)
        subject.reading("AMB-RANK-1-TWICE", found, chosen=in_order, tolerated=(1, 0, 2, 3, 4, 5))


@pytest.mark.rule("DISC-LINUX-09")
class TestOnlyTheFolderItself:
    """Each base gets the suffix of the layer's kind, and only that folder is read."""

    @pytest.mark.parametrize(
        "folder",
        [
            "/etc",
            "/etc/vulkan",
            "/etc/vulkan/explicit_layer.d/below",
            "/etc/explicit_layer.d",
            "/etc/vulkan/layers.d",
        ],
    )
    def test_manifests_beside_the_folder_are_missed(self, world: World, subject: Trial, folder: str) -> None:
        """A layer manifest above, below or beside a searched explicit_layer.d folder is not found."""
        world.explicit_layer("VK_LAYER_TEST_good", folder="/etc/vulkan/explicit_layer.d")
        world.explicit_layer("VK_LAYER_TEST_lost", folder=folder)

        seen = subject.observe(world)

        assert seen.layer_names == ("VK_LAYER_TEST_good",)


class TestFixedFolders:
    """Before the XDG scheme the folders were a fixed list, and no XDG variable moved them."""

    @pytest.mark.rule("DISC-LINUX-01")
    @pytest.mark.parametrize("base", ["/usr/share", "/etc", "/home/user/.local/share"])
    def test_the_three_folders_of_2016_are_searched(self, world: World, subject: Trial, base: str) -> None:
        """In 2016 an explicit layer under /usr/share, /etc or $HOME/.local/share is found."""
        world.explicit_layer(ONE, folder=f"{base}/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        assert seen.layer_names == (ONE,)

    @pytest.mark.rule("DISC-LINUX-01")
    @pytest.mark.parametrize("base", ["/usr/local/share", "/etc/xdg", "/home/user/.config"])
    def test_no_other_folder_of_2016_is_searched(self, world: World, subject: Trial, base: str) -> None:
        """In 2016 a layer in /usr/local/share, /etc/xdg or $HOME/.config should not be found."""
        world.explicit_layer(ONE, folder=f"{base}/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-MORE-FOLDERS", seen.layer_names, chosen=(), tolerated=(ONE,))

    @pytest.mark.rule("DISC-LINUX-02")
    @pytest.mark.parametrize(
        "base", ["/usr/local/etc", "/usr/local/share", "/etc", "/usr/share", "/home/user/.local/share"]
    )
    def test_the_five_folders_of_2018_are_searched(self, world: World, subject: Trial, base: str) -> None:
        """In 2018 a layer under each of five fixed bases is found, unless the build moves those below /usr/local."""
        world.explicit_layer(ONE, folder=f"{base}/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        moved = () if base.startswith("/usr/local/") else (ONE,)
        subject.reading("AMB-BUILD-FOLDERS", seen.layer_names, chosen=(ONE,), tolerated=moved)

    @pytest.mark.rule("DISC-LINUX-01", "DISC-LINUX-02")
    def test_xdg_variables_mean_nothing(self, world: World, subject: Trial) -> None:
        """In 2016 and 2018 a layer under $XDG_DATA_DIRS is not found; nothing forbids a loader to look further."""
        world.variable("XDG_DATA_DIRS", "/world/a")
        world.explicit_layer(ONE, folder="/world/a/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-MORE-FOLDERS", seen.layer_names, chosen=(), tolerated=(ONE,))
