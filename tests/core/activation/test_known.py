"""Which of the layers found a loader knows: every usable one, one per name, from its manifest alone."""

import pytest
from worlds import (
    ALL,
    E2016,
    E2018,
    E2022,
    E2026,
    EXPLICIT,
    World,
    chain,
    enumerated,
    names,
    outcome,
    rules_in,
)

from refloader.core.manifests.library_path import candidates, linker_search
from refloader.engine import decide
from refloader.host.machines.memory import MemoryHost
from refloader.host.port import Failure
from refloader.model.edition import Edition
from refloader.model.layer import Extension
from refloader.model.library import Library

MODERN = [E2022, E2026]
HOME_FOLDER = "/home/me/.config/vulkan/explicit_layer.d"


class SealedHost(MemoryHost):
    """A machine on which looking at a library is a mistake."""

    def library(self, path: str) -> Library | Failure:
        """Refuses."""
        raise AssertionError(f"{path} was looked at")


class TestDiscoveryReportsEveryLayer:
    """Discovery establishes name, version and extensions of every layer, and the enumeration has them all."""

    @pytest.mark.rule("DISC-GEN-01", "LLP_LOADER_1")
    @pytest.mark.parametrize("edition", ALL)
    def test_enumeration_has_layers_of_both_kinds(self, edition: Edition) -> None:
        """Implicit and explicit layers are reported whether they are on or not."""
        world = World()
        world.explicit("E")
        world.implicit("I")
        world.implicit("off")
        world.variables["DISABLE_off"] = "1"

        plan = world.plan(edition)

        assert sorted(enumerated(plan)) == ["E", "I", "off"]

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_what_is_established(self, edition: Edition) -> None:
        """Name, versions, description and extensions of a layer."""
        world = World()
        world.explicit(
            "A",
            api_version="1.1.7",
            implementation_version="3",
            description="a layer",
            instance_extensions=[{"name": "VK_EXT_debug_report", "spec_version": "9"}],
            device_extensions=[{"name": "VK_EXT_tooling_info", "spec_version": "1"}],
        )

        (layer,) = world.plan(edition).enumerated

        assert (layer.name, str(layer.api_version), layer.implementation_version) == ("A", "1.1.7", 3)
        assert layer.description == "a layer"
        assert layer.instance_extensions == (Extension("VK_EXT_debug_report", 9),)
        assert [extension.name for extension in layer.device_extensions] == ["VK_EXT_tooling_info"]

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_device_layers_are_no_instance_layers(self, edition: Edition) -> None:
        """vkEnumerateInstanceLayerProperties reports no layer of type DEVICE in any edition."""
        world = World()
        world.explicit("A", type="DEVICE")
        world.explicit("B")

        assert enumerated(world.plan(edition)) == ["B"]

    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.parametrize("edition", ALL)
    def test_no_library_is_looked_at(self, edition: Edition) -> None:
        """Everything comes from the manifests: the whole plan is made without a single library."""
        world = World()
        world.explicit("A")
        world.implicit("I")

        plan = decide(SealedHost(files=world.files, environment=world.variables), edition=edition)

        assert sorted(enumerated(plan)) == ["A", "I"]

    @pytest.mark.rule("LLP_LOADER_4")
    @pytest.mark.parametrize("edition", ALL)
    def test_a_layer_of_another_api_is_unknown(self, edition: Edition) -> None:
        """An api_version of a non-zero variant is incompatible with the loader; only that layer is lost."""
        world = World()
        world.explicit("strange", api_version="1.1.3.0")
        world.explicit("A")

        plan = world.plan(edition, layers=["strange"])

        assert enumerated(plan) == ["A"]
        assert plan.result == "VK_ERROR_LAYER_NOT_PRESENT"


class TestFirstOfAName:
    """A layer that occurs in several places is used from the place that comes first in the search."""

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.parametrize("edition", MODERN)
    def test_the_earlier_folder_wins(self, edition: Edition) -> None:
        """The user's folder is searched before the system's, whatever the file names are."""
        world = World()
        loser = world.explicit("A", folder=EXPLICIT, file="0")
        winner = world.explicit("A", folder=HOME_FOLDER, file="z")

        plan = world.plan(edition, layers=["A"])

        assert [layer.manifest for layer in plan.chain] == [winner]
        assert "DISC-GEN-02" in rules_in(outcome(plan, loser).reasons)
        assert outcome(plan, winner).active
        assert not outcome(plan, loser).active

    @pytest.mark.rule("DISC-GEN-02")
    @pytest.mark.parametrize("edition", MODERN)
    def test_an_unusable_entry_hides_nobody(self, edition: Edition) -> None:
        """A broken manifest in the first place leaves the good one in the second place usable."""
        world = World()
        world.explicit("A", folder=HOME_FOLDER, type="BOTH")
        good = world.explicit("A")

        plan = world.plan(edition, layers=["A"])

        assert [layer.manifest for layer in plan.chain] == [good]

    @pytest.mark.rule("DISC-GEN-02", "META-08")
    @pytest.mark.parametrize("edition", MODERN)
    def test_a_shadowed_meta_layer_is_not_active(self, edition: Edition) -> None:
        """Of two meta-layers with one name only the first one is used and said to be active."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        first = world.meta("M", ["A"], folder=HOME_FOLDER)
        second = world.meta("M", ["B"])

        plan = world.plan(edition, layers=["M"])

        assert chain(plan) == ["A"]
        assert outcome(plan, first).active
        assert not outcome(plan, second).active

    @pytest.mark.rule("DISC-GEN-03")
    @pytest.mark.parametrize("edition", MODERN)
    @pytest.mark.parametrize(("one", "two"), [("a", "b"), ("b", "a")])
    def test_inside_a_folder_the_listing_decides(self, edition: Edition, one: str, two: str) -> None:
        """Two manifests of one layer in a folder are read as readdir yields them, never sorted by name."""
        world = World()
        first = world.explicit("A", file=one)
        world.explicit("A", file=two)

        plan = world.plan(edition, layers=["A"])

        assert [layer.manifest for layer in plan.chain] == [first]

    @pytest.mark.rule("AMB-DUP-ENUM")
    @pytest.mark.parametrize("edition", ALL)
    def test_a_name_is_enumerated_once(self, edition: Edition) -> None:
        """The enumeration holds unique names with the data of the first one."""
        world = World()
        world.explicit("A", file="first", description="the first")
        world.explicit("A", file="second", description="the second")

        plan = world.plan(edition)

        assert [layer.description for layer in plan.enumerated] == ["the first"]

    @pytest.mark.rule("DISC-GEN-02", "DISC-GEN-06")
    def test_one_file_under_two_kinds_keeps_its_reasons_apart(self) -> None:
        """A folder that is implicit and explicit gives two entries, and only the second is a duplicate."""
        world = World()
        path = world.implicit("A")
        world.variables["VK_LAYER_PATH"] = "/usr/share/vulkan/implicit_layer.d"

        plan = world.plan(E2026)

        implicit, explicit = [each for each in plan.layers if each.layer.manifest == path]
        assert implicit.active
        assert "DISC-GEN-02" not in rules_in(implicit.reasons)
        assert "DISC-GEN-02" in rules_in(explicit.reasons)
        assert "ACT-IMPLICIT-01" not in rules_in(explicit.reasons)


class TestWordSize:
    """A layer may name its word size, and a loader of another one passes it over."""

    @pytest.mark.rule("MANIFEST-LAYER-09")
    @pytest.mark.parametrize(("edition", "known"), [(E2016, ["A"]), (E2018, ["A"]), (E2022, []), (E2026, [])])
    def test_the_other_size_is_unknown_from_2022_on(self, edition: Edition, known: list[str]) -> None:
        """A 64-bit process does not know a 32-bit layer; older editions do not know the field."""
        world = World()
        world.explicit("A", library_arch="32")

        assert enumerated(world.plan(edition)) == known

    @pytest.mark.rule("MANIFEST-LAYER-09")
    def test_it_hides_no_layer_of_the_right_size(self) -> None:
        """Two manifests of one layer, one per word size: each process finds its own."""
        world = World()
        narrow = world.explicit("A", file="a32", library_arch="32")
        wide = world.explicit("A", file="a64", library_arch="64")

        in_64 = world.plan()
        world.bits = 32
        in_32 = world.plan()

        assert [layer.manifest for layer in in_64.enumerated] == [wide]
        assert [layer.manifest for layer in in_32.enumerated] == [narrow]


class TestPathVariablesDoNotFindLibraries:
    """Path variables direct the search for manifests; libraries are found by the form of their path."""

    @pytest.mark.rule("DISC-GEN-10")
    def test_full_and_relative_paths_need_no_linker(self) -> None:
        """A full path is itself; a relative one lies against the manifest, wherever the linker looks."""
        manifest = "/build/layers/a.json"

        assert candidates("/opt/liba.so", manifest, ["/lib"]) == ("/opt/liba.so",)
        assert candidates("sub/liba.so", manifest, ["/lib"]) == ("/build/layers/sub/liba.so",)

    @pytest.mark.rule("DISC-GEN-10")
    def test_a_bare_name_is_not_found_beside_its_manifest(self) -> None:
        """It goes to the dynamic linker alone, so naming the folder in VK_LAYER_PATH does not help."""
        found = candidates("liba.so", "/build/layers/a.json", ["/lib", "/usr/lib"])

        assert found == ("/lib/liba.so", "/usr/lib/liba.so")

    @pytest.mark.rule("DISC-GEN-10")
    def test_ld_library_path_is_the_remedy(self) -> None:
        """The folders of LD_LIBRARY_PATH are looked in before all others of the linker."""
        search = linker_search("/build/layers", ["/usr/local/lib"])

        assert search[:2] == ("/build/layers", "/usr/local/lib")
        assert candidates("liba.so", "/x/a.json", search)[0] == "/build/layers/liba.so"


class TestDisabledLayersInEnumeration:
    """A layer that nobody can ask for is hidden; one that merely is off is reported."""

    @pytest.mark.rule("AMB-DISABLE-ENUM")
    def test_filtered_layers_are_hidden(self) -> None:
        """A layer the disable filter keeps out is not enumerated, unless something undoes the filter."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.explicit("C")
        world.variables |= {"VK_LOADER_LAYERS_DISABLE": "~all~", "VK_LOADER_LAYERS_ALLOW": "B"}
        world.variables["VK_INSTANCE_LAYERS"] = "C"

        assert enumerated(world.plan()) == ["B", "C"]

    @pytest.mark.rule("AMB-DISABLE-ENUM")
    @pytest.mark.parametrize("edition", MODERN)
    def test_blacklisted_layers_are_hidden(self, edition: Edition) -> None:
        """A layer on the blacklist of the override layer is not enumerated."""
        world = World()
        world.explicit("A")
        world.explicit("B")
        world.override(["B"], blacklisted_layers=["A"])

        assert "A" not in names(world.plan(edition).enumerated)
        assert "B" in names(world.plan(edition).enumerated)
