"""Two rules on what is on hold at once: conditions and filters, lists and filters, meta-layers and others."""

from collections.abc import Sequence
from itertools import permutations, product

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from policy_tests.loader.implied import OF_EMPTY
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A, B, C, D = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_c", "VK_LAYER_TEST_d"
META, OTHER = "VK_LAYER_TEST_meta", "VK_LAYER_TEST_other"
NAMES = [A, B, C]
ORDERS = [list(each) for each in permutations(NAMES)]
EACH_ORDER = pytest.mark.parametrize("asked", ORDERS, ids=lambda names: "".join(name[-1] for name in names))


def explicit(world: World, *names: str) -> None:
    """A driver and explicit layers of these names."""
    world.driver()
    for name in names or NAMES:
        world.explicit_layer(name)


def grouped(chain: Sequence[str], group: Sequence[str]) -> list[str]:
    """The chain with the members of the group in alphabetical order at the places that they have."""
    members = iter(sorted(group))
    return [next(members, name) if name in group else name for name in chain]


class TestLists:
    """What several lists name stands where the first of them puts it."""

    @pytest.mark.rule("FILTER-LAYER-ENABLE-02")
    @pytest.mark.editions("2026")
    @EACH_ORDER
    @pytest.mark.parametrize("matched", NAMES)
    def test_filter_and_application(
        self, world: World, subject: Trial, asked: list[str], matched: str
    ) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches comes before the other layers that the application names."""
        explicit(world)
        world.variable("VK_LOADER_LAYERS_ENABLE", matched)
        world.application(layers=asked)

        others = [name for name in asked if name != matched]

        subject.order(grouped(subject.observe(world).chain, others), (matched, *sorted(others)))

    @pytest.mark.rule("ENV-INSTLAYERS-04")
    @EACH_ORDER
    @pytest.mark.parametrize("number", [2, 1])
    def test_variable_and_application(
        self, world: World, subject: Trial, asked: list[str], number: int
    ) -> None:
        """Layers that VK_INSTANCE_LAYERS names come before the others that the application names."""
        explicit(world)
        named = [C, B][:number]
        world.variable("VK_INSTANCE_LAYERS", ":".join(named))
        world.application(layers=asked)

        others = [name for name in asked if name not in named]

        subject.order(grouped(subject.observe(world).chain, named), (*sorted(named), *others))

    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize(
        "asked",
        [
            pytest.param([C], id="other", marks=pytest.mark.rule("ENV-INSTLAYERS-04")),
            pytest.param([C, A], id="other-first", marks=pytest.mark.rule("META-06")),
            pytest.param([B, C], id="part-other", marks=pytest.mark.rule("META-06")),
        ],
    )
    def test_a_meta_layer_of_the_variable(self, world: World, subject: Trial, asked: list[str]) -> None:
        """Components of a meta-layer in VK_INSTANCE_LAYERS come before the application's layers, none of them twice.

        Only ENV-INSTLAYERS-04 says which list comes first; by META-06 a repeated one stays at its first place.
        """
        explicit(world)
        world.meta_layer(META, components=[A, B])
        world.variable("VK_INSTANCE_LAYERS", META)
        world.application(layers=asked)

        chain = subject.observe(world).chain

        # Which list comes first is ENV-INSTLAYERS-04's question, and 2022 does not say it.
        other = tuple(dict.fromkeys([*asked, A, B]))
        subject.order(chain, other if asked != [C] and chain == other else (A, B, C))

    @pytest.mark.rule("ORDER-DUP-01", "LLP_LOADER_3")
    @pytest.mark.parametrize(
        "asked",
        [[A, A], [A, B, A], [A, B, C, A], [A, B, A, B], [A, A, B, A]],
        ids=lambda each: str(len(each)),
    )
    def test_repeated_names(self, world: World, subject: Trial, asked: list[str]) -> None:
        """A layer that the application names repeatedly is in the chain once, at the place of its first name."""
        explicit(world)
        world.application(layers=asked)

        assert subject.observe(world).chain == tuple(dict.fromkeys(asked))

    @pytest.mark.rule("ENV-INSTLAYERS-02")
    @pytest.mark.parametrize("value", [f"{A}:none:{B}", f":{A}:{B}", f"{A}::{B}", f"{A}:::{B}", f"{A}:{B}:"])
    def test_empty_names(self, world: World, subject: Trial, value: str) -> None:
        """VK_INSTANCE_LAYERS enables its layers beside an unknown name, and should beside an empty one."""
        explicit(world)
        world.variable("VK_INSTANCE_LAYERS", value)

        seen = subject.observe(world)

        if seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT":
            pytest.skip("the loader makes no instance where a name in the variable is no layer's or empty")
        if "" in value.split(":"):
            subject.implied({*seen.chain}, {A, B}, by=OF_EMPTY)
        else:
            assert {*seen.chain} == {A, B}

    @pytest.mark.rule("FILTER-GEN-03")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("value", [f",{A},{B}", f"{A},,{B}", f"{A},,,{B}", f"{A},{B},", f"{A},none,{B}"])
    @pytest.mark.parametrize("variable", ["VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE"])
    def test_empty_elements(self, world: World, subject: Trial, variable: str, value: str) -> None:
        """Elements of VK_LOADER_LAYERS_ENABLE or _DISABLE act beside an unmatched and should beside an empty one."""
        world.driver()
        for name in NAMES:
            install = world.implicit_layer if variable.endswith("DISABLE") else world.explicit_layer
            install(name)
        world.variable(variable, value)

        seen = {*subject.observe(world).chain}

        on = {C} if variable.endswith("DISABLE") else {A, B}
        if "" in value.split(","):
            subject.implied(seen, on, by=OF_EMPTY)
        else:
            assert seen == on


KINDS = ["~implicit~", "~explicit~"]


class TestWordsAndOthers:
    """A special word means layers of its kind; whoever asks for them, and whatever stands beside it in the list."""

    @pytest.mark.rule("FILTER-LAYER-DISABLE-05")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("by", ["application", "nobody"])
    def test_explicit_leaves_implicit_layers(self, world: World, subject: Trial, by: str) -> None:
        """~explicit~ in VK_LOADER_LAYERS_DISABLE leaves an implicit layer on, also if the application names it."""
        world.driver()
        world.implicit_layer(A)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~explicit~")
        world.application(layers=[A] if by == "application" else [])

        assert subject.observe(world).chain == (A,)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-06")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("word", KINDS)
    @pytest.mark.parametrize("glob", [A, B, "*_a", "*TEST_B"])
    @pytest.mark.parametrize("first", ["word", "glob"])
    def test_words_beside_globs(self, world: World, subject: Trial, word: str, glob: str, first: str) -> None:
        """In VK_LOADER_LAYERS_DISABLE ~implicit~ or ~explicit~ and a glob each disable what they match, no more."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.implicit_layer(D)
        world.variable("VK_LOADER_LAYERS_DISABLE", f"{word},{glob}" if first == "word" else f"{glob},{word}")

        seen = subject.observe(world)

        off = {A, D} if word == "~implicit~" else {B, C}
        off |= {A} if glob.lower().endswith("a") else {B}
        assert {*seen.chain} == {A, D} - off

    @pytest.mark.rule("FILTER-LAYER-DISABLE-06")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("value", [f"~implicit~,{B}", f"{B},~implicit~", f"{A},~implicit~,*_b"])
    def test_a_requested_layer(self, world: World, subject: Trial, value: str) -> None:
        """A glob beside ~implicit~ in VK_LOADER_LAYERS_DISABLE disables the explicit layer that is requested."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.variable("VK_LOADER_LAYERS_DISABLE", value)
        world.application(layers=[B])

        assert subject.observe(world).chain == ()

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("word", ["~all~", *KINDS, "*", "*_a,*_b"])
    @pytest.mark.parametrize("kind", ["implicit", "explicit"])
    def test_allowed_layers(self, world: World, subject: Trial, word: str, kind: str) -> None:
        """A layer that VK_LOADER_LAYERS_ALLOW matches stays enabled, whatever VK_LOADER_LAYERS_DISABLE holds."""
        world.driver()
        (world.implicit_layer if kind == "implicit" else world.explicit_layer)(A)
        world.variable("VK_LOADER_LAYERS_DISABLE", word)
        world.variable("VK_LOADER_LAYERS_ALLOW", A)
        world.application(layers=[A] if kind == "explicit" else [])

        assert subject.observe(world).chain == (A,)

    @pytest.mark.rule("FILTER-GEN-08")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("turn", [str.upper, str.lower], ids=["upper", "lower"])
    @pytest.mark.parametrize("form", ["{}", "*{}", "{}*", "*{}*"], ids=["whole", "suffix", "prefix", "part"])
    @pytest.mark.parametrize("variable", ["VK_LOADER_LAYERS_ENABLE", "VK_LOADER_LAYERS_DISABLE"])
    def test_letter_case(
        self, world: World, subject: Trial, variable: str, form: str, turn: type[str]
    ) -> None:
        """Elements of VK_LOADER_LAYERS_ENABLE and _DISABLE match a layer's name in any letter case."""
        name = "VK_LAYER_TEST_Mixed"
        world.driver()
        disable = variable.endswith("DISABLE")
        (world.implicit_layer if disable else world.explicit_layer)(name)
        text = {"{}": name, "*{}": "ER_TEST_Mixed", "{}*": "VK_LAYER_TEST_Mi", "*{}*": "AYER_TEST_Mix"}[form]
        world.variable(variable, form.format(turn(text)))

        assert subject.observe(world).chain == (() if disable else (name,))


SINCE_2022 = pytest.mark.editions("2022", "2026")
"""2018 does not say that a meta-layer may be implicit."""
EITHER_KIND = ["explicit", "implicit"]


class TestMetaLayersAndOthers:
    """A meta-layer acts on its components when it is active, and only then."""

    @pytest.mark.rule("ACT-IMPLICIT-05", "LLP_LOADER_7")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "conditional"])
    def test_an_idle_one_changes_nothing(self, world: World, subject: Trial, implicit: bool) -> None:
        """An implicit component of an inactive meta-layer is off when the component's disable variable is set."""
        world.driver()
        world.implicit_layer(A)
        world.implicit_layer(B)
        idle = {"enable_environment": {"META_ON": "1"}} if implicit else {}
        world.meta_layer(META, components=[A, B], implicit=implicit, **idle)
        world.variable(f"DISABLE_{A}", "1")

        assert subject.observe(world).chain == (B,)

    @pytest.mark.rule("META-02", "META-05", "META-08")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("kinds", list(product("ei", repeat=2)), ids="".join)
    @pytest.mark.parametrize("implicit", [False, pytest.param(True, marks=SINCE_2022)], ids=EITHER_KIND)
    def test_components_of_either_kind(
        self, world: World, subject: Trial, kinds: tuple[str, str], implicit: bool
    ) -> None:
        """All components of an active meta-layer are loaded, whether it and they are implicit or explicit."""
        world.driver()
        for name, kind in zip((A, B), kinds, strict=True):
            (world.implicit_layer if kind == "i" else world.explicit_layer)(name)
        world.meta_layer(META, components=[A, B], implicit=implicit)
        world.application(layers=[] if implicit else [META])

        assert {*subject.observe(world).chain} == {A, B}

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.editions("2018", "2022", "2026")
    def test_a_component_of_two_is_offered(self, world: World, subject: Trial) -> None:
        """vkEnumerateInstanceLayerProperties reports two meta-layers that share a component, and each component."""
        explicit(world)
        world.meta_layer(META, components=[A, B])
        world.meta_layer(OTHER, components=[B, C])

        assert {*subject.observe(world).layer_names} == {A, B, C, META, OTHER}

    @pytest.mark.rule("META-02", "LLP_LOADER_10")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize(
        "variable",
        ["VK_ADD_LAYER_PATH", "VK_LAYER_PATH", "VK_ADD_IMPLICIT_LAYER_PATH", "VK_IMPLICIT_LAYER_PATH"],
    )
    @pytest.mark.parametrize("missing", [0, 1], ids=["first", "last"])
    def test_a_variable_leads_to_one_that_lacks_a_component(
        self, world: World, subject: Trial, variable: str, missing: int
    ) -> None:
        """A meta-layer without one of its components is of no use in the places of variables either."""
        world.driver()
        implicit = "IMPLICIT" in variable
        (world.implicit_layer if implicit else world.explicit_layer)(A, folder="/world/own")
        components = [A]
        components.insert(missing, "VK_LAYER_TEST_missing")
        world.meta_layer(META, components=components, folder="/world/own", implicit=implicit)
        world.variable(variable, "/world/own")

        seen = subject.observe(world)

        assert (seen.result_name, seen.layer_names) == ("VK_SUCCESS", (A,))

    @pytest.mark.rule("META-06", "ORDER-DUP-01")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("asked", [[META, OTHER], [OTHER, META]], ids=["in-order", "turned"])
    def test_a_component_of_two(self, world: World, subject: Trial, asked: list[str]) -> None:
        """A component of two requested meta-layers is in the chain once, where the first of these puts it."""
        explicit(world)
        world.meta_layer(META, components=[A, B])
        world.meta_layer(OTHER, components=[B, C])
        world.application(layers=asked)

        assert subject.observe(world).chain == ((A, B, C) if asked[0] == META else (B, C, A))


class TestOverrideLayerAndOthers:
    """The blacklist counts with and without paths of the override layer's own, whoever asks."""

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("paths", [False, True], ids=["no-paths", "own-paths"])
    @pytest.mark.parametrize("app_keys", [None, ["/world/program"]], ids=["all-programs", "this-program"])
    @pytest.mark.parametrize("blocked", [[A], [C, A], [A, C]], ids=["alone", "last", "first"])
    def test_the_blacklist(
        self, world: World, subject: Trial, paths: bool, app_keys: list[str] | None, blocked: list[str]
    ) -> None:
        """An implicit layer in the override layer's blacklist is off, another on unless override_paths hide it."""
        world.driver()
        world.implicit_layer(A)
        world.implicit_layer(D)
        folder = "/world/own" if paths else ""
        world.explicit_layer(B, folder=folder)
        own = [folder] if paths else None
        world.override_layer(components=[B], blacklist=blocked, app_keys=app_keys, override_paths=own)
        world.application(executable="/world/program")

        chain = {*subject.observe(world).chain}

        assert A not in chain
        if paths:
            subject.reading("AMB-OVERRIDE-IMPLICIT", chain, chosen={B, D}, tolerated={B})
        assert paths or D in chain


@pytest.mark.editions("2026")
class TestFiltersBesideOthers:
    """Each filter counts for the layers that it matches, whatever another one matches, or the override layer says."""

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    @pytest.mark.parametrize("disabled", ["~explicit~", "*", "~all~"])
    def test_all_three_filters(self, world: World, subject: Trial, disabled: str) -> None:
        """Beside a VK_LOADER_LAYERS_ENABLE for another layer, one that ALLOW matches stays available."""
        explicit(world)
        world.variable("VK_LOADER_LAYERS_DISABLE", disabled)
        world.variable("VK_LOADER_LAYERS_ALLOW", B)
        world.variable("VK_LOADER_LAYERS_ENABLE", A)
        world.application(layers=[B])

        assert B in subject.observe(world).chain

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @pytest.mark.parametrize("disabled", NAMES)
    def test_a_component_of_an_enabled_meta_layer(self, world: World, subject: Trial, disabled: str) -> None:
        """A disabled layer is not loaded as a component of a meta-layer that VK_LOADER_LAYERS_ENABLE matches."""
        explicit(world)
        world.meta_layer(META, components=NAMES)
        world.variable("VK_LOADER_LAYERS_DISABLE", disabled)
        world.variable("VK_LOADER_LAYERS_ENABLE", META)

        seen = subject.observe(world)

        assert (seen.result_name, disabled in seen.chain) == ("VK_SUCCESS", False)

    @pytest.mark.rule("FILTER-LAYER-ENABLE-01")
    def test_enabled_beside_the_override_layer(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYERS_ENABLE turns an explicit layer on beside an override layer that has another component."""
        explicit(world)
        world.override_layer(components=[B])
        world.variable("VK_LOADER_LAYERS_ENABLE", A)

        assert A in subject.observe(world).chain

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    def test_a_blacklisted_layer_whose_variable_is_set(self, world: World, subject: Trial) -> None:
        """An implicit layer in the override layer's blacklist is not loaded although its enable variable is set."""
        explicit(world, B)
        world.implicit_layer(A, enable_environment={"ENABLE_A": "1"})
        world.override_layer(components=[B], blacklist=[A])
        world.variable("ENABLE_A", "1")

        seen = subject.observe(world)

        assert (seen.result_name, A in seen.chain) == ("VK_SUCCESS", False)

    @pytest.mark.rule("FILTER-LAYER-ALLOW-01")
    def test_an_allowed_override_layer(self, world: World, subject: Trial) -> None:
        """VK_LOADER_LAYERS_ALLOW keeps the override layer and its component, though every layer is disabled."""
        explicit(world)
        world.override_layer(components=[B])
        needs_in_chain(world, subject, B)
        world.variable("VK_LOADER_LAYERS_DISABLE", "*")
        world.variable("VK_LOADER_LAYERS_ALLOW", f"VK_LAYER_LUNARG_override,{B}")

        assert subject.observe(world).chain == (B,)
