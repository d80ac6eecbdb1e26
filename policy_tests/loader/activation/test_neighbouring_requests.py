"""One way of asking for layers beside another: what holds for the first holds for all, whatever else is set."""

from collections.abc import Callable, Sequence
from itertools import product

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A, B, C, D = "VK_LAYER_TEST_a", "VK_LAYER_TEST_b", "VK_LAYER_TEST_c", "VK_LAYER_TEST_d"
NAMES = (A, B, C, D)
META, OTHER, THIRD = "VK_LAYER_TEST_meta", "VK_LAYER_TEST_other", "VK_LAYER_TEST_third"
ABSENT = "VK_LAYER_TEST_absent"
SINCE_2018 = pytest.mark.editions("2018", "2022", "2026")
OF_2026 = pytest.mark.editions("2026")


def explicit(world: World, *names: str) -> None:
    """A driver and explicit layers of these names."""
    world.driver()
    for name in names:
        world.explicit_layer(name)


def variable(name: str, value: str) -> Callable[[World], None]:
    """Something that stands beside a request: a variable."""
    return lambda world: world.variable(name, value)


BESIDE: dict[str, Callable[[World], object]] = {
    "VK_INSTANCE_LAYERS": variable("VK_INSTANCE_LAYERS", A),
    "VK_LOADER_LAYERS_ENABLE": variable("VK_LOADER_LAYERS_ENABLE", A),
    "VK_LOADER_LAYERS_DISABLE": variable("VK_LOADER_LAYERS_DISABLE", D),
    "VK_LOADER_LAYERS_ALLOW": variable("VK_LOADER_LAYERS_ALLOW", "*"),
    "VK_LAYER_PATH": variable("VK_LAYER_PATH", "/usr/share/vulkan/explicit_layer.d"),
    "VK_ADD_LAYER_PATH": variable("VK_ADD_LAYER_PATH", "/world/nothing"),
    "VK_LOADER_DEBUG": variable("VK_LOADER_DEBUG", "error"),
    "an-implicit-layer": lambda world: world.implicit_layer(D),
    "an-override-layer": lambda world: world.override_layer(components=[A]),
    "a-meta-layer": lambda world: world.meta_layer(META, components=[A, B]),
}


@pytest.mark.rule("ACT-APP-02")
class TestUnknownRequests:
    """A requested layer that the loader cannot find fails vkCreateInstance, whatever else there is."""

    @pytest.mark.parametrize(
        "beside",
        [
            pytest.param(each, marks=OF_2026 if each.startswith(("VK_LOADER", "VK_ADD", "an-over")) else ())
            for each in BESIDE
        ],
    )
    @pytest.mark.parametrize("asked", [[ABSENT], [B, ABSENT], [ABSENT, B]], ids=["alone", "last", "first"])
    def test_beside_others(self, world: World, subject: Trial, beside: str, asked: list[str]) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT for a missing layer, whatever stands beside it."""
        explicit(world, A, B)
        BESIDE[beside](world)
        world.application(layers=asked)

        assert subject.observe(world).result_name == "VK_ERROR_LAYER_NOT_PRESENT"

    @OF_2026
    @pytest.mark.parametrize("extensions", [["VK_EXT_debug_utils"], ["VK_KHR_surface", "VK_EXT_debug_utils"]])
    @pytest.mark.parametrize("asked", [[ABSENT], [B, ABSENT], [ABSENT, B]], ids=["alone", "last", "first"])
    def test_beside_extensions(
        self, world: World, subject: Trial, extensions: list[str], asked: list[str]
    ) -> None:
        """vkCreateInstance returns VK_ERROR_LAYER_NOT_PRESENT for a missing layer, also beside extensions."""
        explicit(world, A, B)
        world.driver(flags={"extensions": "VK_KHR_surface:25,VK_EXT_debug_utils:2"})
        world.application(layers=asked, extensions=extensions)

        assert subject.observe(world).result_name == "VK_ERROR_LAYER_NOT_PRESENT"


def asks(world: World, way: str, metas: Sequence[str]) -> None:
    """Turn the meta-layers on in that way."""
    if way == "application":
        world.application(layers=metas)
    elif way == "variable":
        world.variable("VK_INSTANCE_LAYERS", ":".join(metas))
    elif way == "both":
        world.variable("VK_INSTANCE_LAYERS", metas[0])
        world.application(layers=metas[1:])


@pytest.mark.rule("META-04")
@SINCE_2018
class TestSeveralMetaLayers:
    """Of each meta-layer the first listed component is nearest to the application and the last to the drivers."""

    @pytest.mark.parametrize("way", ["application", "variable", pytest.param("both", marks=OF_2026)])
    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("size", [2, 3])
    def test_in_turn(self, world: World, subject: Trial, way: str, number: int, size: int) -> None:
        """The components of each requested meta-layer stand in the order of its list, also beside others."""
        world.driver()
        metas = [META, OTHER, THIRD][:number]
        parts = [[f"VK_LAYER_TEST_{place}_{9 - part}" for part in range(size)] for place in range(number)]
        for meta, components in zip(metas, parts, strict=True):
            for name in components:
                world.explicit_layer(name)
            world.meta_layer(meta, components=components)
        asks(world, way, metas)

        chain = subject.observe(world).chain

        told = [[name for name in chain if name in components] for components in parts]
        assert told == parts


@pytest.mark.rule("LLP_LOADER_4")
class TestOtherApis:
    """A layer that defines an API version incompatible with the loader is not loaded, whoever asks for it."""

    @OF_2026
    @pytest.mark.parametrize("variant", [1, 2, 7])
    @pytest.mark.parametrize(
        "way", ["application", "variable", "filter", "component", "override", "implicit"]
    )
    def test_of_another_api(self, world: World, subject: Trial, way: str, variant: int) -> None:
        """A layer whose api_version has another variant of the API should not be loaded, whatever asks for it."""
        world.driver()
        install = world.implicit_layer if way == "implicit" else world.explicit_layer
        install(A, api_version=f"{variant}.1.3.0")
        if way == "component":
            world.meta_layer(META, components=[A])
        elif way == "override":
            world.override_layer(components=[A])
        world.variable("VK_INSTANCE_LAYERS", A if way == "variable" else None)
        world.variable("VK_LOADER_LAYERS_ENABLE", A if way == "filter" else None)
        asked = {"application": [A], "component": [META]}.get(way, [])
        world.application(layers=asked)

        loaded = {A}.intersection(subject.observe(world).chain)

        subject.reading("AMB-LAYER-API-INCOMPAT", loaded, chosen=set(), tolerated={A})


FORMS = {
    "{}": "VK_LAYER_TEST_Mixed",
    "*{}": "ER_TEST_Mixed",
    "{}*": "VK_LAYER_TEST_Mi",
    "*{}*": "AYER_TEST_Mix",
}
TURNS = pytest.mark.parametrize("turn", [str.upper, str.lower], ids=["upper", "lower"])
EACH_FORM = pytest.mark.parametrize("form", FORMS, ids=["whole", "suffix", "prefix", "part"])

DISABLED = pytest.mark.parametrize(
    "disable",
    ["~all~", "~implicit~", "~explicit~", "*", A, "*_a", f"{B},~all~", f"~explicit~,~implicit~,{A}"],
)
ENABLED = pytest.mark.parametrize("enable", [A, "*_a", f"{D},{A}", "*TEST_a*"])
KINDS = pytest.mark.parametrize("kind", ["explicit", "implicit"])


def filtered(world: World, disable: str, enable: str, kind: str) -> None:
    """A driver and a layer of this kind, and both filters."""
    world.driver()
    (world.implicit_layer if kind == "implicit" else world.explicit_layer)(A)
    world.variable("VK_LOADER_LAYERS_DISABLE", disable)
    world.variable("VK_LOADER_LAYERS_ENABLE", enable)


@OF_2026
class TestFiltersTogether:
    """Each element of each filter acts, in any letter case, and enabling comes after disabling."""

    @pytest.mark.rule("FILTER-GEN-08", "FILTER-LAYER-ALLOW-01")
    @TURNS
    @EACH_FORM
    @pytest.mark.parametrize("word", ["~all~", "~implicit~", "*"])
    def test_case_of_allow(
        self, world: World, subject: Trial, form: str, turn: Callable[[str], str], word: str
    ) -> None:
        """VK_LOADER_LAYERS_ALLOW matches an implicit layer's name in any letter case and keeps that layer on."""
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_Mixed")
        world.variable("VK_LOADER_LAYERS_DISABLE", word)
        world.variable("VK_LOADER_LAYERS_ALLOW", form.format(turn(FORMS[form])))

        assert subject.observe(world).chain == ("VK_LAYER_TEST_Mixed",)

    @pytest.mark.rule("FILTER-GEN-08")
    @TURNS
    @pytest.mark.parametrize("word", ["~all~", "~implicit~", "~explicit~"])
    def test_case_of_enable_beside_words(
        self, world: World, subject: Trial, turn: Callable[[str], str], word: str
    ) -> None:
        """VK_LOADER_LAYERS_ENABLE matches an explicit layer in any letter case, also beside ~all~ or another word."""
        explicit(world, "VK_LAYER_TEST_Mixed")
        world.variable("VK_LOADER_LAYERS_DISABLE", word)
        world.variable("VK_LOADER_LAYERS_ENABLE", turn("VK_LAYER_TEST_Mixed"))

        assert subject.observe(world).chain == ("VK_LAYER_TEST_Mixed",)

    @pytest.mark.rule("FILTER-GEN-09")
    @DISABLED
    @ENABLED
    @KINDS
    def test_enable_after_disable(
        self, world: World, subject: Trial, disable: str, enable: str, kind: str
    ) -> None:
        """A layer that VK_LOADER_LAYERS_ENABLE matches is on, whatever VK_LOADER_LAYERS_DISABLE holds."""
        filtered(world, disable, enable, kind)

        assert subject.observe(world).chain == (A,)

    @pytest.mark.rule("FILTER-GEN-09")
    @DISABLED
    @ENABLED
    @KINDS
    def test_enable_after_disable_of_a_requested_layer(
        self, world: World, subject: Trial, disable: str, enable: str, kind: str
    ) -> None:
        """A requested layer that VK_LOADER_LAYERS_ENABLE matches is on, whatever VK_LOADER_LAYERS_DISABLE holds."""
        filtered(world, disable, enable, kind)
        world.application(layers=[A])

        assert subject.observe(world).chain == (A,)

    @pytest.mark.rule("FILTER-GEN-03", "FILTER-DRIVER-SELECT-01")
    @pytest.mark.parametrize("disable", ["", "*", "d0.json", "d3.json,d4.json", "~none~"])
    @pytest.mark.parametrize(
        "select", [["d0"], ["d1", "d2"], ["d2", "d1", "d0"], ["none", "d3"]], ids="-".join
    )
    def test_elements_of_both(self, world: World, subject: Trial, disable: str, select: list[str]) -> None:
        """Each element of VK_LOADER_DRIVERS_SELECT selects its driver, with or without VK_LOADER_DRIVERS_DISABLE."""
        for place in range(5):
            world.driver(f"d{place}")
        world.variable("VK_LOADER_DRIVERS_SELECT", ",".join(f"{name}.json" for name in select))
        world.variable("VK_LOADER_DRIVERS_DISABLE", disable or None)

        assert {*subject.observe(world).drivers} == {*select} - {"none"}


@pytest.mark.rule("OVERRIDE-02")
@pytest.mark.editions("2022", "2026")
class TestBlacklist:
    """A layer in blacklisted_layers is not loaded, whoever asks for it and however many are listed."""

    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize(
        "way",
        [
            "application",
            pytest.param("component", marks=pytest.mark.rule("LLP_LOADER_12")),
            pytest.param("variable", marks=pytest.mark.rule("LLP_LOADER_12")),
            pytest.param("implicit", marks=pytest.mark.rule("LLP_LOADER_12")),
            pytest.param("filter", marks=[OF_2026, pytest.mark.rule("LLP_LOADER_12")]),
        ],
    )
    def test_of_a_blocked_layer(self, world: World, subject: Trial, way: str, number: int) -> None:
        """No layer in the override layer's blacklist is loaded, whatever asks for it and however many it holds."""
        world.driver()
        blocked, asked = NAMES[:number], list(NAMES[:number])
        for name in NAMES:
            (world.implicit_layer if way == "implicit" else world.explicit_layer)(name)
        if way == "component":
            world.meta_layer(META, components=NAMES)
            asked = [META]
        world.override_layer(components=[D], blacklist=blocked)
        world.variable("VK_INSTANCE_LAYERS", ":".join(NAMES) if way == "variable" else None)
        world.variable("VK_LOADER_LAYERS_ENABLE", "*" if way == "filter" else None)
        world.application(layers=asked if way in ("application", "component") else [])

        seen = subject.observe(world)

        assert {*seen.chain} & {*blocked} == set()


DRIVERS = ("alpha", "beta", "gamma")


class TestListsThatLeadNowhere:
    """A variable of drivers that is set takes the place of what it replaces, though it leads to no driver."""

    @pytest.mark.rule("ENV-DRIVERFILES-04", "ENV-DRIVERFILES-06", "ENV-DRIVERFILES-01")
    @OF_2026
    @pytest.mark.parametrize("value", ["/world/absent.json", "/world/absent", "/world/text.json"])
    @pytest.mark.parametrize(
        ("first", "others"),
        [
            (first, others)
            for first, others in product(
                ["VK_DRIVER_FILES", "VK_ICD_FILENAMES"],
                [
                    (),
                    ("VK_ICD_FILENAMES",),
                    ("VK_ADD_DRIVER_FILES",),
                    ("VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"),
                ],
            )
            if first not in others
        ],
        ids=lambda each: each if isinstance(each, str) else "+".join(each) or "alone",
    )
    def test_drivers(
        self, world: World, subject: Trial, value: str, first: str, others: tuple[str, ...]
    ) -> None:
        """If VK_DRIVER_FILES or VK_ICD_FILENAMES leads to no driver, no driver of another place is used."""
        world.driver("system")
        world.file("/world/text.json", "no manifest")
        for name, other in zip(DRIVERS, others, strict=False):
            world.variable(other, world.driver(name, folder=f"/world/{name}"))
        world.variable(first, value)

        seen = subject.observe(world)

        assert (seen.drivers, seen.devices) == ((), ())

    @staticmethod
    def _variables(world: World, variable: str, added: str, kind: str, value: str) -> None:
        """A variable that leads to no layer, and the one that adds places, which leads to one."""
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        install(B, folder="/world/added")
        world.file("/world/text.json", "no manifest")
        world.variable(variable, value)
        world.variable(added, "/world/added")

    @pytest.mark.parametrize(
        ("variable", "added", "kind"),
        [
            pytest.param(
                "VK_LAYER_PATH", "VK_ADD_LAYER_PATH", "explicit", marks=pytest.mark.rule("ENV-LAYERPATH-01")
            ),
            pytest.param(
                "VK_IMPLICIT_LAYER_PATH",
                "VK_ADD_IMPLICIT_LAYER_PATH",
                "implicit",
                marks=pytest.mark.rule("ENV-IMPLPATH-01"),
            ),
        ],
    )
    @OF_2026
    @pytest.mark.parametrize("value", ["/world/absent", "/world/absent.json", "/world/text.json"])
    def test_layers(
        self, world: World, subject: Trial, variable: str, added: str, kind: str, value: str
    ) -> None:
        """If VK_LAYER_PATH or VK_IMPLICIT_LAYER_PATH leads to no layer, none is found in a standard folder.

        What is found through the variable that adds to the search is another rule's.
        """
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        install(A)
        self._variables(world, variable, added, kind, value)

        assert A not in subject.observe(world).layer_names

    @pytest.mark.parametrize(
        ("variable", "added", "kind"),
        [
            pytest.param(
                "VK_LAYER_PATH",
                "VK_ADD_LAYER_PATH",
                "explicit",
                marks=pytest.mark.rule("ENV-ADDLAYERPATH-02"),
            ),
            pytest.param(
                "VK_IMPLICIT_LAYER_PATH",
                "VK_ADD_IMPLICIT_LAYER_PATH",
                "implicit",
                marks=pytest.mark.rule("ENV-ADDIMPLPATH-02"),
            ),
        ],
    )
    @OF_2026
    @pytest.mark.parametrize("value", ["/world/absent", "/world/absent.json", "/world/text.json"])
    def test_layers_of_the_adding_variable(
        self, world: World, subject: Trial, variable: str, added: str, kind: str, value: str
    ) -> None:
        """If VK_LAYER_PATH or VK_IMPLICIT_LAYER_PATH leads to no layer, the variable that adds places is ignored."""
        self._variables(world, variable, added, kind, value)

        assert subject.observe(world).layer_names == ()


SETTINGS = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"


@pytest.mark.rule("SETTINGS-01")
@OF_2026
class TestSeveralOfSettings:
    """A settings file can say which layers are loaded and which drivers are available, however many these are."""

    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_layers_that_are_off(self, world: World, subject: Trial, kind: str, number: int) -> None:
        """Layers that the settings file turns off are not loaded, the others are; nor should these be enumerated."""
        world.driver()
        install = world.implicit_layer if kind == "implicit" else world.explicit_layer
        on = NAMES[number:]
        layers = [
            {
                "name": name,
                "path": install(name),
                "control": "on" if name in on else "off",
                "treat_as_implicit_manifest": kind == "implicit",
            }
            for name in NAMES
        ]
        world.file(SETTINGS, {"file_format_version": "1.0.1", "settings": {"layers": layers}})

        seen = subject.observe(world)

        assert {*seen.chain} == {*on}
        subject.reading("AMB-SETTINGS-SCHEMA", {*seen.layer_names}, chosen={*on})

    @pytest.mark.parametrize("number", [3, 1, 2])
    @pytest.mark.parametrize("exclusively", [False, True], ids=["beside", "exclusively"])
    def test_additional_drivers(self, world: World, subject: Trial, number: int, exclusively: bool) -> None:
        """Each driver in the settings file's additional_drivers should be used, with or without the installed one."""
        world.driver("installed")
        names = [*DRIVERS[:number]]
        drivers = [{"path": world.driver(name, folder="/world/drivers")} for name in names]
        told = {"additional_drivers": drivers, "additional_drivers_use_exclusively": exclusively}
        world.file(SETTINGS, {"file_format_version": "1.0.1", "settings": told})

        seen = subject.observe(world)

        used = {*names, *([] if exclusively else ["installed"])}
        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", {*seen.drivers}, chosen=used)
