"""Layers that stand for a list of other layers."""

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A = "VK_LAYER_TEST_a"
B = "VK_LAYER_TEST_b"
C = "VK_LAYER_TEST_c"
META = "VK_LAYER_TEST_meta"
INNER = "VK_LAYER_TEST_inner"
USED = "META-03: components of other versions keep a meta-layer from being used, and nothing is said of its listing"


def nested(world: World, components: tuple[str, ...], levels: int) -> None:
    """A meta-layer that holds the components so many levels down: each level is the only component of the next."""
    for level in range(levels, 1, -1):
        world.meta_layer(f"{INNER}_{level}", components=components)
        components = (f"{INNER}_{level}",)
    world.meta_layer(INNER, components=components)


class TestComponents:
    """A meta-layer can be used only if the loader finds every component; their order is the chain's."""

    @pytest.mark.rule("META-04")
    @pytest.mark.parametrize("components", [(A, B, C), (C, A, B)], ids=["abc", "cab"])
    def test_the_list_is_the_order(self, world: World, subject: Trial, components: tuple[str, ...]) -> None:
        """The first component of a meta-layer is nearest to the application, the last nearest to the driver."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.meta_layer(META, components=components)
        world.application(layers=[META])

        seen = subject.observe(world)

        assert seen.chain == components

    @pytest.mark.rule("META-04", "ORDER-CHAIN-02")
    @pytest.mark.editions("2018", "2026")
    def test_components_stand_where_the_meta_layer_was_asked_for(self, world: World, subject: Trial) -> None:
        """Components of a requested meta-layer stand between the layers that are requested before and after it."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.meta_layer(META, components=[B])
        world.application(layers=[C, META, A])

        seen = subject.observe(world)

        assert seen.chain == (C, B, A)

    @pytest.mark.rule("META-04")
    @pytest.mark.parametrize(
        ("outer", "inner", "expected"),
        [((INNER, C), (A, B), (A, B, C)), ((A, INNER), (C, B), (A, C, B)), ((A, INNER, C), (B,), (A, B, C))],
        ids=["first", "last", "between"],
    )
    @pytest.mark.parametrize("levels", [1, 2, 3])
    def test_nested_components_stand_where_their_meta_layer_is_listed(
        self,
        world: World,
        subject: Trial,
        outer: tuple[str, ...],
        inner: tuple[str, ...],
        expected: tuple[str, ...],
        levels: int,
    ) -> None:
        """Components of a nested meta-layer stand at its place in the outer meta-layer's list, in their own order."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        nested(world, inner, levels)
        world.meta_layer(META, components=outer)
        world.application(layers=[META])

        seen = subject.observe(world)

        forbidden = ("VK_ERROR_LAYER_NOT_PRESENT",)
        subject.reading(
            "AMB-META-RECURSE",
            (seen.result_name, *seen.chain),
            chosen=("VK_SUCCESS", *expected),
            tolerated=forbidden,
        )

    @pytest.mark.rule("META-02", "LLP_LAYER_7", "LLP_LOADER_10")
    def test_a_missing_component_takes_the_meta_layer_away(self, world: World, subject: Trial) -> None:
        """A meta-layer with one of two components missing is not offered; the other component is."""
        world.explicit_layer(A)
        world.meta_layer(META, components=[A, "VK_LAYER_TEST_missing"])

        seen = subject.observe(world)

        assert seen.layer_names == (A,)

    @pytest.mark.rule("META-02", "LLP_LAYER_7", "LLP_LOADER_10")
    @pytest.mark.parametrize("place", [2, 0, 1, 3], ids=["third", "first", "second", "last"])
    def test_one_of_four_components_is_missing(self, world: World, subject: Trial, place: int) -> None:
        """A meta-layer that lacks a component is not offered, wherever the missing one stands."""
        components = [A, B, C]
        for name in components:
            world.explicit_layer(name)
        components.insert(place, "VK_LAYER_TEST_missing")
        world.meta_layer(META, components=components)

        seen = subject.observe(world)

        assert set(seen.layer_names) == {A, B, C}

    @pytest.mark.rule("META-02", "LLP_LOADER_10")
    def test_a_missing_component_cannot_be_asked_for(self, world: World, subject: Trial) -> None:
        """Asking for a meta-layer with a missing component ends in VK_ERROR_LAYER_NOT_PRESENT."""
        world.driver()
        world.explicit_layer(A)
        world.meta_layer(META, components=[A, "VK_LAYER_TEST_missing"])
        world.application(layers=[META])

        seen = subject.observe(world)

        assert seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    @pytest.mark.rule("LLP_LOADER_10")
    @pytest.mark.parametrize(
        "inner", [(A, "VK_LAYER_TEST_missing"), ("VK_LAYER_TEST_missing", A)], ids=["last", "first"]
    )
    def test_a_component_of_a_component_is_missing(
        self, world: World, subject: Trial, inner: tuple[str, ...]
    ) -> None:
        """A meta-layer is not loaded in part if a meta-layer among its components lacks a component."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.meta_layer(INNER, components=[A])
        world.meta_layer(META, components=[INNER, C])
        world.application(layers=[META])
        needs_in_chain(world, subject, A, C)
        world.meta_layer(INNER, components=inner)

        seen = subject.observe(world)

        assert seen.chain == ()
        subject.implied(set(seen.layer_names), {A, C}, by="META-02")

    @pytest.mark.rule("META-02", "LLP_LOADER_10")
    @pytest.mark.parametrize("requested", [META, INNER], ids=["found-first", "found-next"])
    def test_neighbours_lack_a_component(self, world: World, subject: Trial, requested: str) -> None:
        """Of two meta-layers found one after the other, neither of which has all components, none is loaded."""
        world.driver()
        world.explicit_layer(A)
        lacking = [A, "VK_LAYER_TEST_missing"]
        places = {META: "/home/user/.config/vulkan/explicit_layer.d", INNER: "/etc/vulkan/explicit_layer.d"}
        world.application(layers=[requested])
        world.meta_layer(requested, components=[A], folder=places[requested])
        needs_in_chain(world, subject, A)
        world.meta_layer(META, components=lacking, folder=places[META])
        world.meta_layer(INNER, components=lacking, folder=places[INNER])

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.rule("META-05", "META-02")
    @pytest.mark.parametrize("name", ["a.json", "/usr/share/vulkan/explicit_layer.d/a.json"])
    def test_components_are_layer_names(self, world: World, subject: Trial, name: str) -> None:
        """A meta-layer whose component_layers holds a file name or a path should not be enumerated."""
        world.explicit_layer(A, file="a.json")
        world.meta_layer(META, components=[name])

        seen = subject.observe(world)

        by = "META-05, which binds manifests: no sentence says that a loader finds nothing by another name"
        subject.implied(seen.layer_names, (A,), by)

    @pytest.mark.rule("ENV-INSTLAYERS-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("requested", [(), (C,)], ids=["alone", "beside-a-request"])
    def test_the_variable_names_meta_layers(
        self, world: World, subject: Trial, requested: tuple[str, ...]
    ) -> None:
        """A meta-layer in VK_INSTANCE_LAYERS brings its components in, besides what the application asks for."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.meta_layer(META, components=[A, B])
        world.variable("VK_INSTANCE_LAYERS", META)
        world.application(layers=requested)

        seen = subject.observe(world)

        assert set(seen.chain) == {A, B, *requested}


class TestKinds:
    """A meta-layer may be explicit or implicit; its presence alone does not make it active."""

    @pytest.mark.rule("META-08")
    def test_an_explicit_one_waits(self, world: World, subject: Trial) -> None:
        """An explicit meta-layer that is not requested adds no layer."""
        world.driver()
        world.explicit_layer(A)
        world.meta_layer(META, components=[A])

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("META-08", "ACT-IMPLICIT-01")
    @pytest.mark.editions("2022", "2026")
    def test_an_implicit_one_is_active(self, world: World, subject: Trial) -> None:
        """An implicit meta-layer is active without a request and brings its explicit component in."""
        world.driver()
        world.explicit_layer(A)
        world.meta_layer(META, components=[A], implicit=True)

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("META-08", "ACT-IMPLICIT-05", "LLP_LOADER_7")
    @pytest.mark.editions("2022", "2026")
    def test_an_implicit_one_can_be_disabled(self, world: World, subject: Trial) -> None:
        """The disable variable of an implicit meta-layer keeps its components out."""
        world.driver()
        world.explicit_layer(A)
        world.meta_layer(META, components=[A], implicit=True, disable_environment={"META_OFF": "1"})
        world.variable("META_OFF", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("LLP_LOADER_6")
    @pytest.mark.parametrize(("value", "chain"), [(None, ()), ("yes", (A,))], ids=["unset", "set"])
    def test_an_implicit_one_waits_for_its_enable_variable(
        self, world: World, subject: Trial, value: str | None, chain: tuple[str, ...]
    ) -> None:
        """An implicit meta-layer with an enable variable brings its component in only if that variable is set."""
        world.driver()
        world.explicit_layer(A)
        world.meta_layer(META, components=[A], implicit=True, enable_environment={"META_ON": "yes"})
        world.variable("META_ON", value)

        seen = subject.observe(world)

        assert seen.chain == chain


@pytest.mark.rule("META-03", "LLP_LAYER_8", "LLP_LOADER_10")
@pytest.mark.editions("2022", "2026")
class TestVersions:
    """Each component has to be at the Vulkan version of its meta-layer or above, patch number aside."""

    def test_an_older_component_takes_the_meta_layer_away(self, world: World, subject: Trial) -> None:
        """A meta-layer with a component of a lower minor version is not loaded."""
        world.driver()
        world.explicit_layer(A, api_version="1.3.0")
        world.meta_layer(META, components=[A], api_version="1.3.0")
        world.application(layers=[META])
        needs_in_chain(world, subject, A)
        world.explicit_layer(A, api_version="1.2.0")

        seen = subject.observe(world)

        assert seen.chain == ()
        subject.implied(seen.layer_names, (A,), USED)

    @pytest.mark.parametrize("component", ["1.9.0", "1.2.0"])
    def test_a_version_of_two_digits(self, world: World, subject: Trial, component: str) -> None:
        """A meta-layer of Vulkan 1.10 is not loaded with a component of 1.9 or 1.2: versions are numbers.

        Both readings of AMB-META-VERSION leave it out: the component is neither of that version nor of a newer one.
        """
        world.driver()
        world.explicit_layer(A, api_version="1.10.0")
        world.meta_layer(META, components=[A], api_version="1.10.0")
        world.application(layers=[META])
        needs_in_chain(world, subject, A)
        world.explicit_layer(A, api_version=component)

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.parametrize("components", [(A, B), (B, A), (A, C, B)], ids=["ab", "ba", "acb"])
    def test_one_older_component_suffices(
        self, world: World, subject: Trial, components: tuple[str, ...]
    ) -> None:
        """A meta-layer is not loaded if one of its components has a lower minor version, whichever it is."""
        world.driver()
        for name in (A, B, C):
            world.explicit_layer(name, api_version="1.3.0")
        world.meta_layer(META, components=components, api_version="1.3.0")
        world.application(layers=[META])
        needs_in_chain(world, subject, A, B)
        world.explicit_layer(B, api_version="1.1.0")

        seen = subject.observe(world)

        assert seen.chain == ()
        subject.implied(set(seen.layer_names), {A, B, C}, USED)

    def test_an_equal_component_is_fine(self, world: World, subject: Trial) -> None:
        """A component whose api_version equals that of the requested meta-layer is loaded."""
        world.driver()
        world.explicit_layer(A, api_version="1.2.0")
        world.meta_layer(META, components=[A], api_version="1.2.0")
        world.application(layers=[META])

        seen = subject.observe(world)

        assert seen.chain == (A,)

    def test_an_older_patch_is_fine(self, world: World, subject: Trial) -> None:
        """A component that is older than its meta-layer by the patch number alone should be loaded."""
        world.driver()
        world.explicit_layer(A, api_version="1.2.1")
        world.meta_layer(META, components=[A], api_version="1.2.100")
        world.application(layers=[META])

        seen = subject.observe(world)

        subject.reading("AMB-META-VERSION", seen.chain, chosen=(A,), tolerated=())

    def test_a_newer_component_is_fine(self, world: World, subject: Trial) -> None:
        """A meta-layer with a component of a higher minor version should be enumerated."""
        world.explicit_layer(A, api_version="1.3.0")
        world.meta_layer(META, components=[A], api_version="1.2.0")

        seen = subject.observe(world)

        subject.reading("AMB-META-VERSION", set(seen.layer_names), chosen={A, META}, tolerated={A})


@pytest.mark.rule("META-03")
@pytest.mark.editions("2018")
class TestVersionsOf2018:
    """In 2018 all components of a meta-layer have one version."""

    def test_unequal_components_take_the_meta_layer_away(self, world: World, subject: Trial) -> None:
        """A meta-layer with components of two versions is not used."""
        world.driver()
        world.explicit_layer(A, api_version="1.0.0")
        world.explicit_layer(B, api_version="1.0.0")
        world.meta_layer(META, components=[A, B], api_version="1.0.0")
        world.application(layers=[META])
        needs_in_chain(world, subject, A, B)
        world.explicit_layer(B, api_version="1.1.0")

        seen = subject.observe(world)

        assert seen.chain == ()
        subject.implied(set(seen.layer_names), {A, B}, USED)

    @pytest.mark.parametrize("components", [(A, B, C), (A, C, B), (C, A, B)], ids=["abc", "acb", "cab"])
    def test_one_unequal_component_suffices(
        self, world: World, subject: Trial, components: tuple[str, ...]
    ) -> None:
        """A meta-layer is not used if one of three components has another version, whichever it is."""
        world.driver()
        for name in (A, B, C):
            world.explicit_layer(name, api_version="1.1.0")
        world.meta_layer(META, components=components, api_version="1.1.0")
        world.application(layers=[META])
        needs_in_chain(world, subject, A, B, C)
        world.explicit_layer(C, api_version="1.0.0")

        seen = subject.observe(world)

        assert seen.chain == ()
        subject.implied(set(seen.layer_names), {A, B, C}, USED)

    def test_equal_components_are_fine(self, world: World, subject: Trial) -> None:
        """Components of one version should be loaded, whatever the version of their meta-layer is."""
        world.driver()
        world.explicit_layer(A, api_version="1.0.0")
        world.explicit_layer(B, api_version="1.0.0")
        world.meta_layer(META, components=[A, B], api_version="1.1.0")
        world.application(layers=[META])

        seen = subject.observe(world)

        subject.reading("AMB-META-VERSION", seen.chain, chosen=(A, B), tolerated=())


class TestExtensions:
    """Asked for a meta-layer's extensions, the loader gives those of all its components."""

    @pytest.mark.rule("META-07")
    def test_the_components_extensions_are_put_together(self, world: World, subject: Trial) -> None:
        """Both components' instance extensions are reported under the meta-layer's name."""
        world.explicit_layer(A, instance_extensions=[{"name": "VK_EXT_test_a", "spec_version": "1"}])
        world.explicit_layer(B, instance_extensions=[{"name": "VK_EXT_test_b", "spec_version": "1"}])
        world.meta_layer(META, components=[A, B])

        seen = subject.observe(world)

        assert set(seen.extension_names(META)) == {"VK_EXT_test_a", "VK_EXT_test_b"}

    @pytest.mark.rule("META-07")
    @pytest.mark.parametrize("without", [A, B, C])
    def test_a_component_without_extensions(self, world: World, subject: Trial, without: str) -> None:
        """A meta-layer reports its components' extensions, also those listed behind a component that has none."""
        for name in (A, B, C):
            extensions = [{"name": f"VK_EXT_of_{name[-1]}", "spec_version": "1"}]
            world.explicit_layer(name, instance_extensions=[] if name == without else extensions)
        world.meta_layer(META, components=[A, B, C])

        seen = subject.observe(world)

        others = {A, B, C} - {without}
        assert set(seen.extension_names(META)) == {f"VK_EXT_of_{name[-1]}" for name in others}

    @pytest.mark.rule("META-07")
    @pytest.mark.parametrize("levels", [1, 2, 3])
    def test_the_extensions_of_nested_components_are_among_them(
        self, world: World, subject: Trial, levels: int
    ) -> None:
        """A meta-layer reports its components' instance extensions, and should report those of nested components."""
        world.explicit_layer(A, instance_extensions=[{"name": "VK_EXT_test_a", "spec_version": "1"}])
        world.explicit_layer(B, instance_extensions=[{"name": "VK_EXT_test_b", "spec_version": "1"}])
        nested(world, (A,), levels)
        world.meta_layer(META, components=[INNER, B])

        seen = subject.observe(world)

        if META not in seen.layer_names:
            subject.reading("AMB-META-RECURSE", META in seen.layer_names, chosen=True)
            return
        names = set(seen.extension_names(META))
        assert "VK_EXT_test_b" in names
        # Whether it lists what a component only has by its own components is not written: it may depend on which of
        # the files is read first.
        subject.reading("AMB-META-RECURSE", names, chosen={"VK_EXT_test_a", "VK_EXT_test_b"})
