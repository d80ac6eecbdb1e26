"""Which folders a loader of each edition searches for layer manifests on Linux, and in which order."""

import pytest
from worlds import E2016, E2018, E2022, E2026, EXPLICIT, World, enumerated, folders

from refloader.core.search.notes import search_notes
from refloader.core.search.places import layer_places
from refloader.model.age import Age, Trait
from refloader.model.edition import Edition
from refloader.model.environment import Environment
from refloader.model.paths import POSIX_PATHS
from refloader.model.place import Use
from refloader.model.request import Build

MODERN = [E2022, E2026]
CUSTOM_BUILD = Build(sysconfdir="/usr/local/etc", extrasysconfdir="/etc")


def explicit_bases(world: World, edition: Edition, build: Build | None = None) -> list[str]:
    """The bases of the search for explicit layers, without the suffix that all must have."""
    paths = folders(world.plan(edition, build=build), Use.EXPLICIT)
    assert all(path.endswith("/vulkan/explicit_layer.d") for path in paths)
    return [path.removesuffix("/vulkan/explicit_layer.d") for path in paths]


class TestReleases:
    """Many releases of a loader search the same folders."""

    def test_those_that_agree_have_the_same_places(self) -> None:
        """They are made once for all of them: a lint asks dozens of releases about each manifest."""
        first, other = (
            Build(age=Age(release, frozenset(traits)))
            for release, traits in (
                ("1.3.250", {Trait.VALUES_CUT}),
                ("1.3.239", {Trait.VALUES_CUT, Trait.LOOSE_STRINGS}),
            )
        )
        old = Build(age=Age("1.2.176", frozenset({Trait.USER_FOLDERS_LAST})))
        found = [
            layer_places(Environment({"HOME": "/h"}), each, E2026, Use.EXPLICIT)[0]
            for each in (first, other, old)
        ]

        assert all(one is same for one, same in zip(found[0], found[1], strict=True))
        assert [place.path for place in found[2]] != [place.path for place in found[0]]


class TestFixedFoldersOf2016:
    """2016 looks in /usr/share, /etc and $HOME/.local/share and nowhere else."""

    @pytest.mark.rule("DISC-LINUX-01", "DISC-LINUX-11")
    def test_explicit_and_implicit_folders(self) -> None:
        """Each of the three bases has a folder for explicit and one for implicit layers."""
        plan = World().plan(E2016)

        assert folders(plan, Use.EXPLICIT) == [
            "/usr/share/vulkan/explicit_layer.d",
            "/etc/vulkan/explicit_layer.d",
            "/home/me/.local/share/vulkan/explicit_layer.d",
        ]
        assert folders(plan, Use.IMPLICIT) == [
            "/usr/share/vulkan/implicit_layer.d",
            "/etc/vulkan/implicit_layer.d",
            "/home/me/.local/share/vulkan/implicit_layer.d",
        ]

    @pytest.mark.rule("DISC-LINUX-01")
    def test_no_home_no_folder(self) -> None:
        """Without HOME the two system bases are left."""
        world = World()
        del world.variables["HOME"]

        assert explicit_bases(world, E2016) == ["/usr/share", "/etc"]


class TestFixedFoldersOf2018:
    """2018 looks under five bases; the two in /usr/local are settings of the build."""

    @pytest.mark.rule("DISC-LINUX-02", "DISC-LINUX-11")
    def test_five_bases(self) -> None:
        """The sequence of the document, the home folder last."""
        assert explicit_bases(World(), E2018) == [
            "/usr/local/etc",
            "/usr/local/share",
            "/etc",
            "/usr/share",
            "/home/me/.local/share",
        ]

    @pytest.mark.rule("DISC-LINUX-02")
    def test_local_bases_belong_to_the_build(self) -> None:
        """Another build has other local bases at the same ranks."""
        build = Build(local_bases=("/opt/etc", "/opt/share"))

        bases = explicit_bases(World(), E2018, build)

        assert bases == ["/opt/etc", "/opt/share", "/etc", "/usr/share", "/home/me/.local/share"]

    @pytest.mark.rule("AMB-ORDER-2018")
    @pytest.mark.parametrize(
        ("edition", "first", "second"),
        [
            (E2016, "/usr/share", "/home/me/.local/share"),
            (E2018, "/usr/local/etc", "/usr/share"),
        ],
    )
    def test_the_listed_order_is_taken_as_priority(self, edition: Edition, first: str, second: str) -> None:
        """Of two layers with one name the one in the folder listed earlier is used."""
        world = World()
        world.explicit("A", folder=f"{second}/vulkan/explicit_layer.d")
        winner = world.explicit("A", folder=f"{first}/vulkan/explicit_layer.d")

        plan = world.plan(edition, layers=["A"])

        assert [layer.manifest for layer in plan.chain] == [winner]


class TestXdgBases:
    """2022 and 2026: XDG config, build settings, XDG data; the user's own folder before the system's."""

    @pytest.mark.rule("DISC-LINUX-10", "DISC-LINUX-09", "DISC-LINUX-06", "AMB-RANK-1-TWICE")
    @pytest.mark.parametrize("edition", MODERN)
    def test_example_of_the_document(self, edition: Edition) -> None:
        """The search path of the fictional user "me"."""
        plan = World().plan(edition, build=CUSTOM_BUILD)

        assert folders(plan, Use.EXPLICIT) == [
            "/home/me/.config/vulkan/explicit_layer.d",
            "/etc/xdg/vulkan/explicit_layer.d",
            "/usr/local/etc/vulkan/explicit_layer.d",
            "/etc/vulkan/explicit_layer.d",
            "/home/me/.local/share/vulkan/explicit_layer.d",
            "/usr/local/share/vulkan/explicit_layer.d",
            "/usr/share/vulkan/explicit_layer.d",
        ]

    @pytest.mark.rule("DISC-LINUX-03", "DISC-LINUX-04", "AMB-RANK-1-TWICE")
    @pytest.mark.rule("DISC-LINUX-05", "DISC-LINUX-07", "DISC-LINUX-08")
    @pytest.mark.parametrize("edition", MODERN)
    def test_all_variables_at_once(self, edition: Edition) -> None:
        """Every variable moves its own part of the list and no other."""
        world = World()
        world.variables |= {
            "XDG_CONFIG_HOME": "/c",
            "XDG_CONFIG_DIRS": "/c1:/c2",
            "XDG_DATA_HOME": "/d",
            "XDG_DATA_DIRS": "/d1:/d2",
        }

        assert explicit_bases(world, edition) == ["/c", "/c1", "/c2", "/etc", "/d", "/d1", "/d2"]

    @pytest.mark.rule("DISC-LINUX-06")
    @pytest.mark.parametrize("edition", MODERN)
    def test_no_second_folder_of_the_build_by_default(self, edition: Edition) -> None:
        """EXTRASYSCONFDIR is there only when SYSCONFDIR is something else than /etc."""
        assert explicit_bases(World(), edition) == [
            "/home/me/.config",
            "/etc/xdg",
            "/etc",
            "/home/me/.local/share",
            "/usr/local/share",
            "/usr/share",
        ]

    @pytest.mark.rule("DISC-LINUX-03", "DISC-LINUX-07")
    @pytest.mark.parametrize("edition", MODERN)
    def test_without_home_the_home_bases_are_missing(self, edition: Edition) -> None:
        """The fallbacks under HOME need HOME; nothing takes their place."""
        world = World()
        del world.variables["HOME"]

        assert explicit_bases(world, edition) == ["/etc/xdg", "/etc", "/usr/local/share", "/usr/share"]

    @pytest.mark.rule("DISC-LINUX-03", "DISC-LINUX-07")
    @pytest.mark.parametrize("edition", MODERN)
    def test_a_relative_home_counts_from_the_working_directory(self, edition: Edition) -> None:
        """As in all measured loaders."""
        world = World()
        world.variables["HOME"] = "here"

        bases = explicit_bases(world, edition)
        assert bases[0].endswith("here/.config")
        assert bases[3].endswith("here/.local/share")

    @pytest.mark.rule("DISC-LINUX-09")
    @pytest.mark.parametrize("edition", MODERN)
    def test_suffix_by_kind(self, edition: Edition) -> None:
        """Implicit layers have the same bases with a suffix of their own."""
        plan = World().plan(edition)

        implicit = [path.replace("implicit_", "explicit_") for path in folders(plan, Use.IMPLICIT)]
        assert implicit == folders(plan, Use.EXPLICIT)
        assert folders(plan, Use.IMPLICIT)[0] == "/home/me/.config/vulkan/implicit_layer.d"

    @pytest.mark.rule("DISC-LINUX-09")
    @pytest.mark.parametrize("edition", MODERN)
    @pytest.mark.parametrize("folder", ["/usr/share/vulkan", f"{EXPLICIT}/deeper", "/usr/share"])
    def test_neither_parents_nor_children_are_read(self, edition: Edition, folder: str) -> None:
        """A manifest above or below the folder is not found."""
        world = World()
        world.explicit("A", folder=folder)

        assert enumerated(world.plan(edition)) == []

    @pytest.mark.rule("DISC-LINUX-09")
    @pytest.mark.parametrize("edition", MODERN)
    def test_a_colon_splits_every_base(self, edition: Edition) -> None:
        """All bases become one colon list before the elements are taken, so a home with a colon is two."""
        world = World()
        world.variables["XDG_CONFIG_HOME"] = "/a:/b"

        assert explicit_bases(world, edition)[:3] == ["/a", "/b", "/etc/xdg"]

    @pytest.mark.rule("AMB-XDG-EMPTY")
    @pytest.mark.parametrize("edition", MODERN)
    def test_empty_counts_as_unset(self, edition: Edition) -> None:
        """An empty XDG variable gives its fallback."""
        world = World()
        plain = explicit_bases(world, edition)
        for name in ("XDG_CONFIG_HOME", "XDG_CONFIG_DIRS", "XDG_DATA_HOME", "XDG_DATA_DIRS"):
            world.variables[name] = ""

        assert explicit_bases(world, edition) == plain


class TestPlainPaths:
    """Two spellings of a folder are one folder."""

    @pytest.mark.parametrize(
        ("path", "plain"),
        [
            ("/a/b", "/a/b"),
            ("//a//b//", "/a/b"),
            ("/a/b/", "/a/b"),
            ("a/b", "a/b"),
            ("a//b/", "a/b"),
            ("/", "/"),
            ("///", "/"),
            ("", "/"),
            ("a", "a"),
            ("/a/./..", "/a/./.."),
        ],
    )
    def test_separators_count_once(self, path: str, plain: str) -> None:
        """Nothing else of a path changes."""
        assert POSIX_PATHS.plain(path) == plain


@pytest.mark.rule("ENV-LAYERPATH-03")
class TestUndecodable:
    """A value that is not UTF-8 is reported, whatever the variable; other letters are no reason."""

    @pytest.mark.parametrize(
        ("value", "reported"), [("/a\udcff", True), ("/\xe4\u4e2d", False), ("/a", False)]
    )
    def test_a_note(self, value: str, reported: bool) -> None:
        """The note names the variable."""
        notes = search_notes(Environment({"HOME": "/me", "VK_LAYER_PATH": value}), E2026)

        assert [each.subject for each in notes if "is not UTF-8" in each.fact] == ["VK_LAYER_PATH"] * reported
