"""Two things side by side: a switch that two layers share, a thing that is left out and others that count on it."""

from typing import Any

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A = "VK_LAYER_TEST_a"
B = "VK_LAYER_TEST_b"
C = "VK_LAYER_TEST_c"
META = "VK_LAYER_TEST_meta"
OVERRIDE = "VK_LAYER_LUNARG_override"
OWN = "/world/own"
STANDARD = "/usr/share/vulkan/explicit_layer.d"
SINCE_FILTERS = pytest.mark.editions("2026")


class TestSharedSwitches:
    """A variable that several implicit layers name switches each of them."""

    @pytest.mark.rule("ACT-IMPLICIT-05", "LLP_LOADER_7")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_a_disable_variable(self, world: World, subject: Trial, place: int) -> None:
        """A set disable variable that two implicit layers share turns both off; one with another variable is on."""
        world.driver()
        for index, name in enumerate((A, B, C)):
            switch = "OTHER_OFF" if index == place else "SHARED_OFF"
            world.implicit_layer(name, disable_environment={switch: "1"})
        world.variable("SHARED_OFF", "1")

        seen = subject.observe(world)

        assert seen.chain == ((A, B, C)[place],)

    @pytest.mark.rule("ACT-IMPLICIT-04", "LLP_LOADER_6")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_an_enable_variable(self, world: World, subject: Trial, place: int) -> None:
        """A set enable variable that two implicit layers share turns both on; one with another variable is off."""
        world.driver()
        for index, name in enumerate((A, B, C)):
            switch = "OTHER_ON" if index == place else "SHARED_ON"
            world.implicit_layer(name, enable_environment={switch: "1"})
        world.variable("SHARED_ON", "1")

        seen = subject.observe(world)

        assert sorted(seen.chain) == [name for name in (A, B, C) if name != (A, B, C)[place]]


@pytest.mark.editions("2018", "2022", "2026")
class TestOneFile:
    """Layers of one manifest have a switch each: that of another one does not count for them."""

    @staticmethod
    def _install(world: World, key: str) -> None:
        """A driver, and a manifest with an array of three implicit layers, each with a switch of its name."""
        world.driver()
        layers: list[dict[str, object]] = [
            {
                "name": name,
                "type": "GLOBAL",
                "library_path": world.library(f"/world/{name}.so", "layer", {"name": name}),
                "api_version": "1.3.0",
                "implementation_version": "1",
                "description": "A layer",
                "disable_environment": {f"{name}_OFF": "1"},
                **({key: {f"{name}_ON": "1"}} if key == "enable_environment" else {}),
            }
            for name in (A, B, C)
        ]
        content = {"file_format_version": "1.1.2", "layers": layers}
        world.file("/usr/share/vulkan/implicit_layer.d/three.json", content)

    @pytest.mark.rule("ACT-IMPLICIT-04", "LLP_LOADER_6")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_enable_variables(self, world: World, subject: Trial, place: int) -> None:
        """Of three implicit layers of one manifest the one whose enable variable is set is on, and no other."""
        self._install(world, "enable_environment")
        name = (A, B, C)[place]
        world.variable(f"{name}_ON", "1")

        assert subject.observe(world).chain == (name,)

    @pytest.mark.rule("ACT-IMPLICIT-05", "LLP_LOADER_7")
    @pytest.mark.parametrize("place", [2, 0, 1], ids=["third", "first", "second"])
    def test_disable_variables(self, world: World, subject: Trial, place: int) -> None:
        """Of three implicit layers of one manifest the one whose disable variable is set is off, and no other."""
        self._install(world, "disable_environment")
        name = (A, B, C)[place]
        world.variable(f"{name}_OFF", "1")

        assert {*subject.observe(world).chain} == {A, B, C} - {name}


class TestAnotherWordSize:
    """What library_arch rules out is not there for others either, and no filter brings it back.

    For a 32-bit loader the suite exchanges the two values.
    """

    @pytest.mark.rule("META-02", "LLP_LOADER_10")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("place", [1, 0], ids=["second", "first"])
    def test_of_a_component(self, world: World, subject: Trial, place: int) -> None:
        """A meta-layer of which one component is for processes of another word size cannot be used."""
        world.driver()
        other: dict[str, Any] = {"file_format_version": "1.2.1", "library_arch": "32"}
        for index, name in enumerate((A, B)):
            world.explicit_layer(name, **(other if index == place else {}))
        world.meta_layer(META, components=[A, B])

        seen = subject.observe(world)

        if (A, B)[place] in seen.layer_names:
            pytest.skip("the loader does not read library_arch, which lets it skip a layer")
        assert seen.layer_names == ((A, B)[1 - place],)

    @pytest.mark.rule("MANIFEST-ICD-05", "DEBUG-WRONGARCH-01")
    @SINCE_FILTERS
    @pytest.mark.parametrize("value", ["*wrong*,*right*", "*"])
    def test_of_a_selected_driver(self, world: World, subject: Trial, value: str) -> None:
        """A driver for another word size is not used although VK_LOADER_DRIVERS_SELECT matches it."""
        world.driver("right")
        world.driver("wrong", file_format_version="1.0.1", library_arch="32")
        if "wrong" in subject.observe(world).drivers:
            pytest.skip("the loader does not read library_arch, which lets it skip a driver")
        world.variable("VK_LOADER_DRIVERS_SELECT", value)

        seen = subject.observe(world)

        assert seen.drivers == ("right",)


class TestTheOverrideLayer:
    """The paths of the override layer, and an override layer that a filter switches off."""

    @pytest.mark.rule("OVERRIDE-05")
    @pytest.mark.parametrize("path", [f"{OWN}/", f"{OWN}/a:/world/other/", "/world/other:" + f"{OWN}/"])
    def test_a_path_that_ends_in_a_slash(self, world: World, subject: Trial, path: str) -> None:
        """A component of the override layer is found in an override path that ends in a slash."""
        folders = path.split(":")
        slashed = next(each for each in folders if each.endswith("/"))
        world.driver()
        world.explicit_layer(A, folder=slashed.rstrip("/"))
        world.override_layer(components=[A], override_paths=folders)

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @SINCE_FILTERS
    @pytest.mark.parametrize("value", [OVERRIDE, "*override", "~implicit~"])
    def test_one_that_a_filter_disables(self, world: World, subject: Trial, value: str) -> None:
        """The component of an override layer that VK_LOADER_LAYERS_DISABLE disables is not loaded."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A])
        needs_in_chain(world, subject, A)
        world.variable("VK_LOADER_LAYERS_DISABLE", value)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("FILTER-LAYER-DISABLE-01")
    @SINCE_FILTERS
    @pytest.mark.parametrize("own", [[OWN], None], ids=["own-paths", "no-paths"])
    @pytest.mark.parametrize("disabled", [B, A])
    def test_a_component_that_a_filter_disables(
        self, world: World, subject: Trial, disabled: str, own: list[str] | None
    ) -> None:
        """A layer that VK_LOADER_LAYERS_DISABLE matches is not loaded as the override layer's component either."""
        world.driver()
        for name in (A, B):
            world.explicit_layer(name, folder=OWN if own else STANDARD)
        world.override_layer(components=[A, B], override_paths=own)
        needs_in_chain(world, subject, disabled)
        world.variable("VK_LOADER_LAYERS_DISABLE", disabled)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        assert disabled not in seen.chain

    @pytest.mark.rule("LLP_LOADER_10", "META-03")
    @pytest.mark.parametrize("own", [[OWN], None], ids=["own-paths", "no-paths"])
    @pytest.mark.parametrize("older", [B, A])
    def test_an_older_component(
        self, world: World, subject: Trial, older: str, own: list[str] | None
    ) -> None:
        """An override layer of Vulkan 1.3 is not applied if one of its components is of 1.1."""
        folder = OWN if own else STANDARD
        world.driver()
        for name in (A, B):
            world.explicit_layer(name, api_version="1.3.0", folder=folder)
        world.override_layer(components=[A, B], override_paths=own, api_version="1.3.0")
        needs_in_chain(world, subject, A, B)
        world.explicit_layer(older, api_version="1.1.0", folder=folder)

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("OVERRIDE-05", "OVERRIDE-06")
    def test_a_component_among_implicit_layers(self, world: World, subject: Trial) -> None:
        """An override layer is not applied if a component is only among the implicit layers, outside of its paths."""
        world.driver()
        world.explicit_layer(A, folder=OWN)
        world.implicit_layer(B)
        world.override_layer(components=[A, B], override_paths=[OWN])

        seen = subject.observe(world)

        if seen.chain == ():
            subject.reading("AMB-OVERRIDE-IMPLICIT", {*seen.chain}, chosen={B}, tolerated=set())
        else:
            assert seen.chain == (B,)

    @pytest.mark.rule("OVERRIDE-06", "OVERRIDE-07")
    def test_one_that_is_not_applied(self, world: World, subject: Trial) -> None:
        """An override layer that lacks a component brings none in; its paths should still replace the others."""
        world.driver()
        world.explicit_layer(A, folder=OWN)
        world.explicit_layer(C)
        world.override_layer(components=[A], override_paths=[OWN])
        needs_in_chain(world, subject, A)
        world.override_layer(components=[A, B], override_paths=[OWN])

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())
        by = "OVERRIDE-07, which asks for an override layer that is present, not for one that is applied"
        subject.implied(C in seen.layer_names, False, by)


class TestPlacesBesideAddedOnes:
    """The places that VK_ADD_LAYER_PATH adds are searched besides each of the ordinary ones."""

    @pytest.mark.rule("ENV-ADDLAYERPATH-01")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize(
        "base", ["/home/user/.config", "/etc/xdg", "/etc", "/home/user/.local/share", "/usr/share"]
    )
    def test_each_place(self, world: World, subject: Trial, base: str) -> None:
        """A layer in a standard folder is enumerated beside one in a folder that VK_ADD_LAYER_PATH adds."""
        world.variable("HOME", "/home/user")
        world.explicit_layer(A, folder=f"{base}/vulkan/explicit_layer.d")
        world.explicit_layer(B, folder="/world/added")
        world.variable("VK_ADD_LAYER_PATH", "/world/added")

        seen = subject.observe(world)

        assert sorted(seen.layer_names) == [A, B]

    @pytest.mark.rule("DISC-GEN-07")
    @SINCE_FILTERS
    @pytest.mark.parametrize("value", ["/world/a:/world/a/plain.json", "/world/a/plain.json:/world/a"])
    def test_a_driver_and_its_folder(self, world: World, subject: Trial, value: str) -> None:
        """A driver that VK_DRIVER_FILES names by its file and by its folder should be used once."""
        world.driver(folder="/world/a")
        world.variable("VK_DRIVER_FILES", value)

        seen = subject.observe(world)

        subject.implied(seen.drivers, ("plain",), "DISC-GEN-07, which stands among the policies for layers")
