"""Which instance extensions a loader reports, hides and refuses."""

import pytest
from worlds import ALL, E2016, E2018, E2022, E2026, World, chain, rules_in

from refloader.core.extensions.instance_extensions import of_layer
from refloader.core.json.reader import JsonValue
from refloader.model.edition import Edition
from refloader.model.layer import Extension
from refloader.model.plan import Plan

UNKNOWN = "VK_VENDOR_secret"
SURFACE = Extension("VK_KHR_surface", 25)


def announces(name: str, version: int = 1) -> JsonValue:
    """The value of instance_extensions with one extension."""
    return [{"name": name, "spec_version": str(version)}]


def versions(plan: Plan) -> dict[str, int]:
    """The reported extensions with their versions; each name must occur once."""
    reported = {extension.name: extension.spec_version for extension in plan.extensions}
    assert len(reported) == len(plan.extensions)
    return reported


class TestEnumerationWithoutLayer:
    """Without a layer name the extensions of the loader, the implicit layers and the drivers are given."""

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_the_three_sources(self, edition: Edition) -> None:
        """One extension of each source."""
        world = World()
        world.implicit("I", instance_extensions=announces("VK_LAYER_extension"))

        reported = versions(world.plan(edition, driver_extensions=[[SURFACE]]))

        assert {"VK_EXT_debug_report", "VK_LAYER_extension", "VK_KHR_surface"} <= reported.keys()

    @pytest.mark.rule("EXT-ENUM-01", "AMB-ENUM-EXPLICIT")
    @pytest.mark.parametrize("edition", ALL)
    def test_explicit_layers_are_left_out(self, edition: Edition) -> None:
        """The extensions of an explicit layer need its name, even when the layer is on."""
        world = World()
        world.explicit("E", instance_extensions=announces("VK_LAYER_extension"))

        assert "VK_LAYER_extension" not in versions(world.plan(edition, layers=["E"]))

    @pytest.mark.rule("EXT-ENUM-01")
    @pytest.mark.parametrize("edition", ALL)
    def test_implicit_layers_that_are_off_are_left_out(self, edition: Edition) -> None:
        """A disabled implicit layer offers nothing."""
        world = World()
        world.implicit("I", instance_extensions=announces("VK_LAYER_extension"))
        world.variables["DISABLE_I"] = "1"

        assert "VK_LAYER_extension" not in versions(world.plan(edition))

    @pytest.mark.rule("EXT-ENUM-01", "META-07")
    @pytest.mark.parametrize("edition", [E2018, E2022, E2026])
    def test_an_implicit_meta_layer_offers_what_its_components_offer(self, edition: Edition) -> None:
        """The components' extensions are the meta-layer's, and the meta-layer is an implicit layer."""
        world = World()
        world.explicit("E", instance_extensions=announces("VK_LAYER_extension"))
        world.implicit_meta("M", ["E"])

        assert "VK_LAYER_extension" in versions(world.plan(edition))

    @pytest.mark.rule("EXT-ENUM-03")
    @pytest.mark.parametrize("edition", ALL)
    def test_a_duplicate_has_the_drivers_version(self, edition: Edition) -> None:
        """An extension of both a layer and a driver is reported once, as the driver has it."""
        world = World()
        world.implicit("I", instance_extensions=announces("VK_KHR_surface", 99))

        assert versions(world.plan(edition, driver_extensions=[[SURFACE]]))["VK_KHR_surface"] == 25

    @pytest.mark.rule("PORTABILITY-01")
    @pytest.mark.parametrize(
        ("edition", "known"), [(E2016, False), (E2018, False), (E2022, False), (E2026, True)]
    )
    @pytest.mark.parametrize("name", ["VK_KHR_portability_enumeration", "VK_LUNARG_direct_driver_loading"])
    def test_what_the_loader_itself_offers(self, edition: Edition, known: bool, name: str) -> None:
        """Portability enumeration and direct driver loading are the loader's own from 2026 on."""
        assert (name in versions(World().plan(edition))) is known


class TestEnumerationOfALayer:
    """With the name of a discovered layer, implicit or explicit, only that layer's extensions are given."""

    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("name", ["I", "E"])
    def test_its_own(self, edition: Edition, name: str) -> None:
        """Neither the loader's nor another layer's extensions are among them, whether it is on or not."""
        world = World()
        world.implicit("I", instance_extensions=announces("VK_LAYER_I", 3))
        world.explicit("E", instance_extensions=announces("VK_LAYER_E", 3))
        known = {layer.name: layer for layer in world.plan(edition).enumerated}

        assert of_layer(known[name], known) == (Extension(f"VK_LAYER_{name}", 3),)


class TestUnknownExtensions:
    """2018 on: a driver's instance extension the loader does not know is hidden, and enabling it fails."""

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize(("edition", "shown"), [(E2016, True), (E2018, False), (E2026, False)])
    def test_hidden_in_the_enumeration(self, edition: Edition, shown: bool) -> None:
        """The unknown name is left out and the known one stays."""
        plan = World().plan(edition, driver_extensions=[[SURFACE, Extension(UNKNOWN, 1)]])

        assert (UNKNOWN in versions(plan)) is shown
        assert "VK_KHR_surface" in versions(plan)

    @pytest.mark.rule("EXT-FILTER-03")
    def test_a_device_extension_is_no_instance_extension(self) -> None:
        """A name that the loader knows as a device extension is not known as an instance extension."""
        plan = World().plan(driver_extensions=[[Extension("VK_KHR_swapchain", 70)]])

        assert "VK_KHR_swapchain" not in versions(plan)

    @pytest.mark.rule("EXT-FILTER-03", "AMB-UNKNOWN-EXT-CODE")
    @pytest.mark.parametrize(
        ("edition", "result"),
        [
            (E2016, "VK_SUCCESS"),
            (E2018, "VK_ERROR_EXTENSION_NOT_PRESENT"),
            (E2026, "VK_ERROR_EXTENSION_NOT_PRESENT"),
        ],
    )
    def test_enabling_it_fails(self, edition: Edition, result: str) -> None:
        """vkCreateInstance refuses the unknown extension even though a driver has it."""
        plan = World().plan(edition, extensions=[UNKNOWN], driver_extensions=[[Extension(UNKNOWN, 1)]])

        assert plan.result == result

    @pytest.mark.rule("EXT-FILTER-03")
    def test_the_reason_names_the_extension(self) -> None:
        """The refusal carries its rule and the name."""
        plan = World().plan(extensions=["VK_KHR_surface", UNKNOWN])

        assert "EXT-FILTER-03" in rules_in(plan.reasons)
        assert any(f'"{UNKNOWN}"' in reason.fact for reason in plan.reasons)

    @pytest.mark.rule("EXT-FILTER-03")
    @pytest.mark.parametrize(
        ("layers", "result"), [(["E"], "VK_SUCCESS"), ([], "VK_ERROR_EXTENSION_NOT_PRESENT")]
    )
    def test_an_active_layer_may_offer_it(self, layers: list[str], result: str) -> None:
        """Extensions of layers in the chain can be enabled whether the loader knows them or not."""
        world = World()
        world.explicit("E", instance_extensions=announces(UNKNOWN))

        plan = world.plan(layers=layers, extensions=[UNKNOWN])

        assert chain(plan) == layers
        assert plan.result == result

    @pytest.mark.rule("EXT-FILTER-04")
    @pytest.mark.parametrize("edition", [E2018, E2026])
    @pytest.mark.parametrize(
        ("value", "off"), [("1", True), ("42", True), ("0", False), ("", False), ("on", False)]
    )
    def test_the_filter_can_be_switched_off(self, edition: Edition, value: str, off: bool) -> None:
        """A non-zero VK_LOADER_DISABLE_INST_EXT_FILTER lets the extension be enumerated and enabled."""
        world = World()
        world.variables["VK_LOADER_DISABLE_INST_EXT_FILTER"] = value

        plan = world.plan(edition, extensions=[UNKNOWN], driver_extensions=[[Extension(UNKNOWN, 1)]])

        assert (UNKNOWN in versions(plan)) is off
        assert (plan.result == "VK_SUCCESS") is off
