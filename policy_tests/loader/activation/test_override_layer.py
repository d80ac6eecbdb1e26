"""The override layer: an implicit meta-layer of a fixed name that switches other layers on and off."""

import pytest

from policy_tests.loader.brought_in import needs_in_chain
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A = "VK_LAYER_TEST_a"
B = "VK_LAYER_TEST_b"
C = "VK_LAYER_TEST_c"
META = "VK_LAYER_TEST_meta"
OVERRIDE = "VK_LAYER_LUNARG_override"

FOR_PROGRAMS = pytest.mark.parametrize(
    "app_keys", [["/world/bin/other", "/world/bin/program"], None], ids=["this-program", "all-programs"]
)

OWN_KEYS = (
    "OVERRIDE-01, which says which meta-layer switches others on and off: that blacklisted_layers of another one has "
    "no effect is not said, and the table of keys has it for meta-layers"
)


class TestName:
    """An implicit meta-layer called VK_LAYER_LUNARG_override is the override layer."""

    @pytest.mark.rule("OVERRIDE-01")
    def test_its_components_are_loaded(self, world: World, subject: Trial) -> None:
        """An explicit layer that the override layer lists as a component is loaded without a request."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A])

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-01")
    def test_an_explicit_layer_of_that_name_is_none(self, world: World, subject: Trial) -> None:
        """A meta-layer VK_LAYER_LUNARG_override in an explicit folder should not act as the override layer."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], blacklist=[A], folder="/usr/share/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-OVERRIDE-EXPLICIT", seen.chain, chosen=(A,))

    @pytest.mark.rule("OVERRIDE-01")
    @pytest.mark.parametrize("state", ["implicit", "requested", "off"])
    @pytest.mark.parametrize("name", [f"{OVERRIDE}_2", META])
    def test_a_blacklist_under_another_name_is_none(
        self, world: World, subject: Trial, name: str, state: str
    ) -> None:
        """A meta-layer with another name than the override layer's should block no layer, whether it is on or off."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        own = {"blacklisted_layers": [A], "disable_environment": {"M_OFF": "1"}}
        world.meta_layer(name, components=[B], implicit=state == "implicit", **own)
        world.application(layers=[name] if state == "requested" else [])

        seen = subject.observe(world)

        subject.implied(A in seen.chain, True, OWN_KEYS)


class TestBlacklist:
    """Layers named in blacklisted_layers are loaded neither implicitly nor on request."""

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12", "LLP_LOADER_7")
    def test_an_implicit_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """An implicit layer in the override layer's blacklist is not loaded, and another one is."""
        world.driver()
        world.implicit_layer(A)
        world.implicit_layer(B)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])

        seen = subject.observe(world)

        assert sorted(seen.chain) == [B, C]

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    def test_a_requested_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """A requested layer in the override layer's blacklist is not loaded, and vkCreateInstance should fail."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])
        world.application(layers=[A])

        seen = subject.observe(world)

        subject.reading(
            "AMB-DISABLE-REQUESTED",
            (seen.result_name, *seen.chain),
            chosen=("VK_ERROR_LAYER_NOT_PRESENT",),
            tolerated=("VK_SUCCESS", C),
        )

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    def test_a_layer_of_the_variable_is_blocked(self, world: World, subject: Trial) -> None:
        """A layer in the override layer's blacklist is not loaded although VK_INSTANCE_LAYERS names it."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])
        world.variable("VK_INSTANCE_LAYERS", A)

        seen = subject.observe(world)

        assert seen.chain == (C,)

    @pytest.mark.rule("OVERRIDE-02")
    def test_every_name_of_the_list_is_blocked(self, world: World, subject: Trial) -> None:
        """Each of four implicit layers in the override layer's blacklist is kept out, beside names of no layer."""
        world.driver()
        names = ["VK_LAYER_TEST_d", "VK_LAYER_TEST_e", "VK_LAYER_TEST_f", "VK_LAYER_TEST_g"]
        for name in (A, *names):
            world.implicit_layer(name)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=["VK_LAYER_TEST_x", "VK_LAYER_TEST_y", *names])

        seen = subject.observe(world)

        assert set(seen.chain) == {A, C}

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    @pytest.mark.parametrize("place", [11, 0, 6], ids=["last", "first", "middle"])
    def test_each_of_many_names_is_blocked(self, world: World, subject: Trial, place: int) -> None:
        """An implicit layer in the override layer's blacklist is off, at whichever of twelve places its name is."""
        names = [f"VK_LAYER_TEST_nobody{number}" for number in range(12)]
        names[place] = A
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=names)

        seen = subject.observe(world)

        assert seen.chain == (C,)

    @pytest.mark.rule("OVERRIDE-02")
    def test_an_implicit_meta_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """The component of an implicit meta-layer in the override layer's blacklist is not loaded."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.meta_layer(META, components=[A], implicit=True)
        world.override_layer(components=[C], blacklist=[META])

        seen = subject.observe(world)

        assert seen.chain == (C,)

    @pytest.mark.rule("OVERRIDE-02")
    @pytest.mark.editions("2026")
    @pytest.mark.parametrize("allow", [A, "*", "VK_LAYER_TEST_*"])
    def test_an_allowed_layer_is_blocked(self, world: World, subject: Trial, allow: str) -> None:
        """VK_LOADER_LAYERS_ALLOW does not protect an implicit layer from the override layer's blacklist."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])
        world.variable("VK_LOADER_LAYERS_ALLOW", allow)

        seen = subject.observe(world)

        assert seen.chain == (C,)

    @pytest.mark.rule("OVERRIDE-02")
    def test_a_requested_meta_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """A requested meta-layer in the override layer's blacklist loads nothing; vkCreateInstance should fail."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.meta_layer(META, components=[A])
        world.override_layer(components=[C], blacklist=[META])
        world.application(layers=[META])

        seen = subject.observe(world)

        subject.reading(
            "AMB-DISABLE-REQUESTED",
            (seen.result_name, *seen.chain),
            chosen=("VK_ERROR_LAYER_NOT_PRESENT",),
            tolerated=("VK_SUCCESS", C),
        )

    @pytest.mark.rule("LLP_LOADER_12")
    @pytest.mark.parametrize("blocked", [A, B])
    def test_a_component_is_blocked(self, world: World, subject: Trial, blocked: str) -> None:
        """A layer in the override layer's blacklist is not loaded as the component of another meta-layer."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.meta_layer("VK_LAYER_TEST_meta", components=[A, B], implicit=True)
        needs_in_chain(world, subject, blocked)
        world.override_layer(components=[C], blacklist=[blocked])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        assert blocked not in seen.chain


class TestPrograms:
    """With app_keys the override layer applies to the listed programs only; without, to all."""

    @pytest.mark.rule("OVERRIDE-03")
    def test_a_listed_program_gets_it(self, world: World, subject: Trial) -> None:
        """The override layer applies to a program whose path is in app_keys."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A], app_keys=["/world/bin/other", "/world/bin/program"])
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-03")
    def test_another_program_does_not(self, world: World, subject: Trial) -> None:
        """The override layer enables and disables nothing for a program whose path is not in app_keys."""
        world.driver()
        world.implicit_layer(B)
        world.explicit_layer(A)
        world.override_layer(components=[A], blacklist=[B], app_keys=["/world/bin/other"])
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (B,)

    @pytest.mark.rule("OVERRIDE-03")
    def test_another_program_finds_layers_as_usual(self, world: World, subject: Trial) -> None:
        """The override layer's override_paths do not count for a program whose path is not in app_keys."""
        world.explicit_layer(A)
        world.explicit_layer(C, folder="/world/over")
        world.override_layer(components=[C], override_paths=["/world/over"], app_keys=["/world/bin/other"])
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert A in seen.layer_names
        assert C not in seen.layer_names

    @pytest.mark.rule("OVERRIDE-04")
    @pytest.mark.parametrize("app_keys", [None, []], ids=["missing", "empty"])
    def test_without_a_list_every_program_gets_it(
        self, world: World, subject: Trial, app_keys: list[str] | None
    ) -> None:
        """The override layer applies to every program if app_keys is missing or empty."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A], app_keys=app_keys)
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (A,)


class TestPaths:
    """With override_paths these paths alone are used to find components, in place of the explicit search."""

    @pytest.mark.rule("OVERRIDE-05")
    @FOR_PROGRAMS
    def test_components_come_from_the_paths(
        self, world: World, subject: Trial, app_keys: list[str] | None
    ) -> None:
        """Of a component in an override path and in a standard folder the one in the override path is loaded."""
        world.driver()
        world.explicit_layer(A, flags={"name": "standard"})
        world.explicit_layer(A, folder="/world/over", flags={"name": "override"})
        world.override_layer(components=[A], override_paths=["/world/over"], app_keys=app_keys)
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == ("override",)

    @pytest.mark.rule("OVERRIDE-05")
    @pytest.mark.parametrize("inner", ["/world/over/inner", "/world/overtime"], ids=["inside", "longer"])
    @pytest.mark.parametrize("first", [0, 1], ids=["outer-first", "inner-first"])
    def test_each_path_counts(self, world: World, subject: Trial, inner: str, first: int) -> None:
        """A component is found in each of two override paths of which one begins as the other."""
        world.driver()
        world.explicit_layer(A, folder="/world/over")
        world.explicit_layer(B, folder=inner)
        paths = ["/world/over", inner]
        world.override_layer(components=[A, B], override_paths=paths if first == 0 else paths[::-1])

        seen = subject.observe(world)

        assert seen.chain == (A, B)

    @pytest.mark.rule("OVERRIDE-05")
    @FOR_PROGRAMS
    def test_other_explicit_layers_vanish(
        self, world: World, subject: Trial, app_keys: list[str] | None
    ) -> None:
        """An explicit layer in a standard folder is not found if the override layer has override_paths."""
        world.explicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        world.override_layer(components=[A], override_paths=["/world/over"], app_keys=app_keys)
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert B not in seen.layer_names

    @pytest.mark.rule("OVERRIDE-02")
    @FOR_PROGRAMS
    def test_its_blacklist_counts(self, world: World, subject: Trial, app_keys: list[str] | None) -> None:
        """A layer that the override layer blacklists is not in the chain if there are override_paths, too."""
        world.driver()
        world.implicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        paths = ["/world/over"]
        world.override_layer(components=[A], override_paths=paths, blacklist=[B], app_keys=app_keys)
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-05")
    def test_other_implicit_layers_stay(self, world: World, subject: Trial) -> None:
        """An implicit layer in a standard folder should stay active if the override layer has override_paths."""
        world.driver()
        world.implicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        world.override_layer(components=[A], override_paths=["/world/over"])

        seen = subject.observe(world)

        subject.reading("AMB-OVERRIDE-IMPLICIT", set(seen.chain), chosen={A, B}, tolerated={A})

    @pytest.mark.rule("OVERRIDE-06")
    def test_a_component_elsewhere_is_missing(self, world: World, subject: Trial) -> None:
        """The override layer is not applied if one of its components lies outside of override_paths."""
        world.driver()
        world.explicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        world.override_layer(components=[A], override_paths=["/world/over"])
        needs_in_chain(world, subject, A)
        world.override_layer(components=[A, B], override_paths=["/world/over"])

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("OVERRIDE-06")
    def test_without_its_components_it_blocks_nobody(self, world: World, subject: Trial) -> None:
        """An override layer that lacks a component in override_paths blocks no layer by its blacklist."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], blacklist=[A], override_paths=["/world/over"])

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-07")
    def test_layer_path_finds_nothing(self, world: World, subject: Trial) -> None:
        """No layer in VK_LAYER_PATH is found if the override layer has override_paths, and one in these is."""
        world.explicit_layer(A, folder="/world/over")
        world.explicit_layer(B, folder="/world/path")
        world.override_layer(components=[A], override_paths=["/world/over"])
        world.variable("VK_LAYER_PATH", "/world/path")

        names = subject.observe(world).layer_names

        assert (A in names, B in names) == (True, False)


class TestPlace:
    """The override layer and its components are loaded after all other implicit layers."""

    @pytest.mark.rule("LLP_LOADER_11")
    def test_found_last(self, world: World, subject: Trial) -> None:
        """The components of an override layer that is found last come after another implicit layer."""
        world.driver()
        world.implicit_layer(A, folder="/etc/vulkan/implicit_layer.d")
        world.explicit_layer(B)
        world.override_layer(components=[B])

        seen = subject.observe(world)

        subject.order(seen.chain, (A, B))

    @pytest.mark.rule("LLP_LOADER_11")
    def test_found_first(self, world: World, subject: Trial) -> None:
        """The components of an override layer that is found first come after another implicit layer all the same."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], folder="/home/user/.config/vulkan/implicit_layer.d")

        seen = subject.observe(world)

        subject.order(seen.chain, (A, B))

    @pytest.mark.rule("LLP_LOADER_11")
    def test_behind_conditional_layers(self, world: World, subject: Trial) -> None:
        """The components of the override layer come after an implicit layer that its enable variable switches on."""
        world.driver()
        world.implicit_layer(A, folder="/etc/vulkan/implicit_layer.d", enable_environment={"A_ON": "1"})
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.override_layer(components=[B, C])
        world.variable("A_ON", "1")

        seen = subject.observe(world)

        subject.order(seen.chain, (A, B, C))

    @pytest.mark.rule("OVERRIDE-08")
    def test_before_the_application(self, world: World, subject: Trial) -> None:
        """The components of the override layer come before a layer that the application names."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B])
        world.application(layers=[A])

        seen = subject.observe(world)

        assert seen.chain == (B, A)

    @pytest.mark.rule("OVERRIDE-08")
    def test_every_component_is_taken(self, world: World, subject: Trial) -> None:
        """All components of the override layer are in the chain in their order, after another implicit layer."""
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_implicit", folder="/etc/vulkan/implicit_layer.d")
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.override_layer(components=[B, C, A])

        seen = subject.observe(world)

        assert seen.chain == ("VK_LAYER_TEST_implicit", B, C, A)

    @pytest.mark.rule("OVERRIDE-08", "LLP_LOADER_7")
    def test_it_can_be_disabled(self, world: World, subject: Trial) -> None:
        """The override layer brings no component in if its own disable variable is set."""
        world.driver()
        world.explicit_layer(B)
        world.override_layer(components=[B], disable_environment={"OVERRIDE_OFF": "1"})
        world.variable("OVERRIDE_OFF", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("OVERRIDE-08", "LLP_LOADER_7")
    def test_it_can_be_disabled_for_its_programs(self, world: World, subject: Trial) -> None:
        """An override layer with app_keys brings no component in either if its own disable variable is set."""
        world.driver()
        world.explicit_layer(B)
        off = {"OVERRIDE_OFF": "1"}
        world.override_layer(components=[B], disable_environment=off, app_keys=["/world/bin/program"])
        world.application(executable="/world/bin/program")
        world.variable("OVERRIDE_OFF", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())
