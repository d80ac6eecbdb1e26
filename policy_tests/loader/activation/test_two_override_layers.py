"""The override layer among other layers, in any folder and form of a manifest, and two of them for one program."""

from typing import Any

import pytest

from policy_tests.loader.activation.test_override_layer import OVERRIDE, A, B, C
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

D = "VK_LAYER_TEST_d"
FIRST, SECOND = "/home/user/.config/vulkan/implicit_layer.d", "/usr/share/vulkan/implicit_layer.d"
FOLDERS = {"two-folders": (FIRST, SECOND), "one-folder": (SECOND, SECOND)}
NAMED = ["/world/bin/game"]
FOLDERS_OF_LAYERS = [
    "/home/user/.config/vulkan/implicit_layer.d",
    "/etc/xdg/vulkan/implicit_layer.d",
    "/etc/vulkan/implicit_layer.d",
    "/home/user/.local/share/vulkan/implicit_layer.d",
    "/usr/local/share/vulkan/implicit_layer.d",
    "/usr/share/vulkan/implicit_layer.d",
]
META = {
    "type": "GLOBAL",
    "api_version": "1.3.0",
    "implementation_version": "1",
    "description": "A layer",
    "disable_environment": {"NO_SUCH_LAYER": "1"},
}


@pytest.mark.editions("2026")
@pytest.mark.parametrize("place", FOLDERS)
@pytest.mark.parametrize("app_keys", [None, [], NAMED], ids=["all-programs", "empty-list", "this-program"])
class TestTwoOfThem:
    """Each of them is an override layer by its name, and everything else is as with one."""

    @staticmethod
    def _world(world: World, place: str, app_keys: list[str] | None) -> None:
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        first, second = FOLDERS[place]
        for component, folder, file in ((A, first, "a.json"), (B, second, "VkLayer_override.json")):
            world.override_layer(components=[component], folder=folder, file=file, app_keys=app_keys)
        world.application(executable=NAMED[0])

    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("implicit", [(C, D), (D,), ()], ids=["two", "one", "none"])
    def test_the_other_layers_are_reported(
        self,
        world: World,
        subject: Trial,
        place: str,
        app_keys: list[str] | None,
        implicit: tuple[str, ...],
    ) -> None:
        """vkEnumerateInstanceLayerProperties reports all other layers if two override layers are found."""
        self._world(world, place, app_keys)
        for name in implicit:
            world.implicit_layer(name)

        seen = subject.observe(world)

        assert {*seen.layer_names} - {OVERRIDE} == {A, B, *implicit}

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-04")
    def test_one_counts(self, world: World, subject: Trial, place: str, app_keys: list[str] | None) -> None:
        """Of two override layers for one program at least one brings its component in, beside an implicit layer."""
        self._world(world, place, app_keys)
        world.implicit_layer(D)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        assert D in seen.chain
        assert {A, B} & {*seen.chain}, "no component of the two override layers is in the chain"
        if place == "two-folders":
            subject.reading("AMB-OVERRIDE-MULTI", {*seen.chain}, chosen={A, D})


@pytest.mark.editions("2026")
@pytest.mark.parametrize("place", ["named-first", "named-last"])
class TestOneOfThemIsOff:
    """The conditions of an override layer are its own: another one that does not apply changes nothing."""

    @staticmethod
    def _world(world: World, place: str) -> None:
        """An override layer for this program, and one for all programs with a variable of its own."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        named, other = (FIRST, SECOND) if place == "named-first" else (SECOND, FIRST)
        world.override_layer(components=[A], folder=named, file="a.json", app_keys=NAMED)
        off = {"NO_OTHER": "1"}
        world.override_layer(components=[B], folder=other, file="b.json", disable_environment=off)
        world.application(executable=NAMED[0])

    @pytest.mark.rule("OVERRIDE-01", "LLP_LOADER_7")
    def test_the_one_for_all_programs(self, world: World, subject: Trial, place: str) -> None:
        """The override layer of a program applies although another one is off by its disable variable."""
        self._world(world, place)
        world.variable("NO_OTHER", "1")

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        if place == "named-first":
            assert seen.chain == (A,)
        else:  # of two layers of one name that found first may be the only one, and it is off
            subject.reading("AMB-OVERRIDE-MULTI", seen.chain, chosen=(A,), tolerated=())

    @pytest.mark.rule("OVERRIDE-04")
    def test_one_for_another_program(self, world: World, subject: Trial, place: str) -> None:
        """The override layer for all programs applies although one for another program is found as well."""
        self._world(world, place)
        world.application(executable="/world/another/program")

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        if place == "named-last":
            assert seen.chain == (B,)
        else:  # of two layers of one name that found first may be the only one, and it is not for this program
            subject.reading("AMB-OVERRIDE-MULTI", seen.chain, chosen=(B,), tolerated=())


@pytest.mark.editions("2022", "2026")
class TestWhereItStands:
    """The override layer is known by its name, wherever its manifest lies and whatever else this holds."""

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-02")
    @pytest.mark.parametrize("folder", FOLDERS_OF_LAYERS)
    @pytest.mark.parametrize("neighbour", [None, *FOLDERS_OF_LAYERS])
    def test_in_each_folder(self, world: World, subject: Trial, folder: str, neighbour: str | None) -> None:
        """The override layer applies in each implicit folder, whether another layer is found before or after it."""
        world.driver()
        world.explicit_layer(A)
        world.implicit_layer(B)
        world.override_layer(components=[A], blacklist=[B], folder=folder)
        if neighbour:
            world.implicit_layer(D, folder=neighbour)

        assert {*subject.observe(world).chain} == {A, *([D] if neighbour else [])}

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-02")
    @pytest.mark.parametrize("place", [(0, 1), (0, 2), (1, 2), (0, 3), (1, 3), (2, 3)], ids=str)
    def test_in_an_array(self, world: World, subject: Trial, place: tuple[int, int]) -> None:
        """The override layer applies if it is one of several layers of a manifest, at any place among them."""
        at, number = place
        beside = [C, D][: number - 1]
        world.driver()
        world.explicit_layer(A)
        world.implicit_layer(B)
        layers: list[dict[str, object]] = [
            {
                **META,
                "name": name,
                "library_path": world.library(f"/world/{name}.so", "layer", {"name": name}),
            }
            for name in beside
        ]
        own = {"name": OVERRIDE, "component_layers": [A], "blacklisted_layers": [B]}
        layers.insert(at, {**META, **own})
        content = {"file_format_version": "1.1.2", "layers": layers}
        world.file("/usr/share/vulkan/implicit_layer.d/VkLayer_override.json", content)

        assert {*subject.observe(world).chain} == {A, *beside}


IF_PRESENT = (
    "LLP_LOADER_12 and OVERRIDE-07, which ask for an override layer that is present, not for one that is on"
)
NOT_IN_FORCE = {
    "disabled": pytest.param({"disable_environment": {"OFF": "1"}}, marks=pytest.mark.rule("LLP_LOADER_7")),
    "waiting": pytest.param({"enable_environment": {"ON": "1"}}, marks=pytest.mark.rule("LLP_LOADER_6")),
    "of-another-program": pytest.param({"app_keys": NAMED}, marks=pytest.mark.rule("OVERRIDE-03")),
    "filtered": pytest.param(
        {}, marks=[pytest.mark.rule("FILTER-LAYER-DISABLE-01"), pytest.mark.editions("2026")]
    ),
}


@pytest.mark.editions("2022", "2026")
class TestOneThatIsNotInForce:
    """Nothing of an override layer that is not in force counts: no component, no blacklist and no path.

    The sentences of the blacklist and the paths ask for one that is present; that they say nothing of one that is off
    is clear for another program alone, to which it "is not applied".
    """

    @pytest.mark.parametrize("keys", NOT_IN_FORCE.values(), ids=NOT_IN_FORCE)
    def test_all_is_as_without_it(self, world: World, subject: Trial, keys: dict[str, object]) -> None:
        """An override layer that is off brings in no layer; it should block and hide none, either."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C, folder="/world/over")
        brought: dict[str, Any] = {"components": [C], "blacklist": [A], "override_paths": ["/world/over"]}
        world.override_layer(**{**brought, **keys})
        world.variable("OFF", "1")
        world.variable("VK_LOADER_LAYERS_DISABLE", None if keys else OVERRIDE)
        world.application(layers=[B], executable="/world/bin/tool")

        seen = subject.observe(world)

        assert C not in seen.chain
        if "app_keys" in keys:
            assert (seen.result_name, seen.chain) == ("VK_SUCCESS", (A, B))
        else:
            subject.implied((seen.result_name, seen.chain), ("VK_SUCCESS", (A, B)), IF_PRESENT)
