"""The override layer: an implicit meta-layer of a fixed name that switches other layers on and off."""

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

A = "VK_LAYER_TEST_a"
B = "VK_LAYER_TEST_b"
C = "VK_LAYER_TEST_c"
META = "VK_LAYER_TEST_meta"
OVERRIDE = "VK_LAYER_LUNARG_override"


class TestName:
    """An implicit meta-layer called VK_LAYER_LUNARG_override is the override layer."""

    @pytest.mark.rule("OVERRIDE-01")
    def test_its_components_are_loaded(self, world: World, subject: Trial) -> None:
        """An explicit layer that it lists is on without a request."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A])

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-01")
    def test_an_explicit_layer_of_that_name_is_none(self, world: World, subject: Trial) -> None:
        """In an explicit folder the name has no effect."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], blacklist=[A], folder="/usr/share/vulkan/explicit_layer.d")

        seen = subject.observe(world)

        subject.reading("AMB-OVERRIDE-EXPLICIT", seen.chain, chosen=(A,))

    @pytest.mark.rule("OVERRIDE-01", "OVERRIDE-02")
    def test_a_blacklist_under_another_name_is_none(self, world: World, subject: Trial) -> None:
        """A meta-layer of another name blocks no layer."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.meta_layer(META, components=[B], blacklisted_layers=[A], disable_environment={"M_OFF": "1"})

        seen = subject.observe(world)

        assert seen.chain == (A,)


class TestBlacklist:
    """Layers named in blacklisted_layers are loaded neither implicitly nor on request."""

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12", "LLP_LOADER_7")
    def test_an_implicit_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """A blacklisted implicit layer is not loaded, and another one is."""
        world.driver()
        world.implicit_layer(A)
        world.implicit_layer(B)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])

        seen = subject.observe(world)

        assert sorted(seen.chain) == [B, C]

    @pytest.mark.rule("OVERRIDE-02", "LLP_LOADER_12")
    def test_a_requested_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """A blacklisted explicit layer is not loaded although the application asks for it."""
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
        """A blacklisted layer in VK_INSTANCE_LAYERS is not loaded."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])
        world.variable("VK_INSTANCE_LAYERS", A)

        seen = subject.observe(world)

        assert seen.chain == (C,)

    @pytest.mark.rule("OVERRIDE-02")
    def test_every_name_of_the_list_is_blocked(self, world: World, subject: Trial) -> None:
        """Each of four implicit layers on the list is blocked, beside names that no layer has."""
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
        """Of twelve names on the list the one of a layer blocks it, wherever it stands."""
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
        """The component of a blacklisted implicit meta-layer is not loaded."""
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
        """VK_LOADER_LAYERS_ALLOW protects from filters and not from the blacklist."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[A])
        world.variable("VK_LOADER_LAYERS_ALLOW", allow)

        seen = subject.observe(world)

        assert seen.chain == (C,)

    @pytest.mark.rule("OVERRIDE-02")
    def test_a_requested_meta_layer_is_blocked(self, world: World, subject: Trial) -> None:
        """The component of a blacklisted explicit meta-layer is not loaded although the application asks for it."""
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
        """A blacklisted layer is not loaded as the component of another meta-layer."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.explicit_layer(C)
        world.override_layer(components=[C], blacklist=[blocked])
        world.meta_layer("VK_LAYER_TEST_meta", components=[A, B], implicit=True)

        seen = subject.observe(world)

        assert blocked not in seen.chain


class TestPrograms:
    """With app_keys the override layer applies to the listed programs only; without, to all."""

    @pytest.mark.rule("OVERRIDE-03")
    def test_a_listed_program_gets_it(self, world: World, subject: Trial) -> None:
        """The program whose path is listed has the override layer's components."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A], app_keys=["/world/bin/other", "/world/bin/program"])
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-03")
    def test_another_program_does_not(self, world: World, subject: Trial) -> None:
        """For a program that is not listed nothing is switched on or off."""
        world.driver()
        world.implicit_layer(B)
        world.explicit_layer(A)
        world.override_layer(components=[A], blacklist=[B], app_keys=["/world/bin/other"])
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (B,)

    @pytest.mark.rule("OVERRIDE-03")
    def test_another_program_finds_layers_as_usual(self, world: World, subject: Trial) -> None:
        """For a program that is not listed the override paths count as little as the rest."""
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
        """A missing and an empty list mean every program."""
        world.driver()
        world.explicit_layer(A)
        world.override_layer(components=[A], app_keys=app_keys)
        world.application(executable="/world/bin/program")

        seen = subject.observe(world)

        assert seen.chain == (A,)


class TestPaths:
    """With override_paths these paths alone are used to find components, in place of the explicit search."""

    @pytest.mark.rule("OVERRIDE-05")
    def test_components_come_from_the_paths(self, world: World, subject: Trial) -> None:
        """Of a component in an override path and in a standard place the first is loaded."""
        world.driver()
        world.explicit_layer(A, flags={"name": "standard"})
        world.explicit_layer(A, folder="/world/over", flags={"name": "override"})
        world.override_layer(components=[A], override_paths=["/world/over"])

        seen = subject.observe(world)

        assert seen.chain == ("override",)

    @pytest.mark.rule("OVERRIDE-05")
    def test_other_explicit_layers_vanish(self, world: World, subject: Trial) -> None:
        """An explicit layer in a standard place is not found."""
        world.explicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        world.override_layer(components=[A], override_paths=["/world/over"])

        seen = subject.observe(world)

        assert B not in seen.layer_names

    @pytest.mark.rule("OVERRIDE-05")
    def test_other_implicit_layers_stay(self, world: World, subject: Trial) -> None:
        """An implicit layer in a standard place is still active."""
        world.driver()
        world.implicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        world.override_layer(components=[A], override_paths=["/world/over"])

        seen = subject.observe(world)

        subject.reading("AMB-OVERRIDE-IMPLICIT", set(seen.chain), chosen={A, B}, tolerated={A})

    @pytest.mark.rule("OVERRIDE-06")
    def test_a_component_elsewhere_is_missing(self, world: World, subject: Trial) -> None:
        """With one of two components in a standard place alone, the override layer is not applied."""
        world.driver()
        world.explicit_layer(B)
        world.explicit_layer(A, folder="/world/over")
        world.override_layer(components=[A, B], override_paths=["/world/over"])

        seen = subject.observe(world)

        assert seen.chain == ()

    @pytest.mark.rule("OVERRIDE-06")
    def test_without_its_components_it_blocks_nobody(self, world: World, subject: Trial) -> None:
        """An override layer that is not applied for want of a component has no blacklist."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], blacklist=[A], override_paths=["/world/over"])

        seen = subject.observe(world)

        assert seen.chain == (A,)

    @pytest.mark.rule("OVERRIDE-07")
    def test_layer_path_finds_nothing(self, world: World, subject: Trial) -> None:
        """No layer in VK_LAYER_PATH can be discovered."""
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
        """An override layer that is found last stands behind the implicit layer."""
        world.driver()
        world.implicit_layer(A, folder="/etc/vulkan/implicit_layer.d")
        world.explicit_layer(B)
        world.override_layer(components=[B])

        seen = subject.observe(world)

        subject.order(seen.chain, (A, B))

    @pytest.mark.rule("LLP_LOADER_11")
    def test_found_first(self, world: World, subject: Trial) -> None:
        """An override layer that is found first stands behind the implicit layer all the same."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], folder="/home/user/.config/vulkan/implicit_layer.d")

        seen = subject.observe(world)

        subject.order(seen.chain, (A, B))

    @pytest.mark.rule("LLP_LOADER_11")
    def test_behind_conditional_layers(self, world: World, subject: Trial) -> None:
        """Implicit layers that their enable variables switch on stand before its components as well."""
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
        """Its components stand before a layer that the application asks for."""
        world.driver()
        world.explicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B])
        world.application(layers=[A])

        seen = subject.observe(world)

        assert seen.chain == (B, A)

    @pytest.mark.rule("OVERRIDE-08")
    def test_every_component_is_taken(self, world: World, subject: Trial) -> None:
        """All three components are in the chain, behind an implicit layer."""
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
        """The override layer's own disable variable switches it off."""
        world.driver()
        world.explicit_layer(B)
        world.override_layer(components=[B], disable_environment={"OVERRIDE_OFF": "1"})
        world.variable("OVERRIDE_OFF", "1")

        seen = subject.observe(world)

        assert (seen.result_name, seen.chain) == ("VK_SUCCESS", ())

    @pytest.mark.rule("LLP_LOADER_7")
    def test_a_disabled_one_blocks_nobody(self, world: World, subject: Trial) -> None:
        """A layer on the blacklist of an override layer that is switched off is active."""
        world.driver()
        world.implicit_layer(A)
        world.explicit_layer(B)
        world.override_layer(components=[B], blacklist=[A], disable_environment={"OVERRIDE_OFF": "1"})
        world.variable("OVERRIDE_OFF", "1")

        seen = subject.observe(world)

        assert seen.chain == (A,)
