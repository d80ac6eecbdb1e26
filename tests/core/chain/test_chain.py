"""What each participant of an instance's chain is given."""

import pytest
from worlds import ALL, E2016, E2018, E2022, E2026, World

from refloader.core.ages import age_of
from refloader.core.chain.links import (
    asks_version,
    creation_result,
    driver_extensions,
    driver_flags,
    driver_version,
    loader_features,
    missing_extension,
    needed,
    needs_application,
    next_lookups,
    not_enabled,
    pre_instance_chain,
    told_version,
)
from refloader.model.age import Age
from refloader.model.edition import Edition
from refloader.model.layer import Extension
from refloader.model.version import ApiVersion

V1_0, V1_0_77, V1_1, V1_3 = 0x400000, 0x40004D, 0x401000, 0x403000
SURFACE, DISPLAY = Extension("VK_KHR_surface", 25), Extension("VK_KHR_display", 23)
SUCCESS, OUT_OF_HOST, OUT_OF_DEVICE, FAILED, INCOMPATIBLE = 0, -1, -2, -3, -9


class TestVersions:
    """A driver counts with the version it reports; one of Vulkan 1.0 never hears of a newer one."""

    @pytest.mark.rule("APIVER-02")
    @pytest.mark.parametrize(
        ("manifest", "asked"),
        [
            (ApiVersion(0, 1, 0, 68), False),
            (ApiVersion(0, 1, 1, 0), True),
            (ApiVersion(0, 1, 3, 204), True),
            (None, True),
        ],
    )
    def test_who_is_asked(self, manifest: ApiVersion | None, asked: bool) -> None:
        """Only a manifest of 1.1 or newer makes the loader ask; without a manifest it asks."""
        assert asks_version(manifest) is asked

    @pytest.mark.rule("APIVER-03")
    @pytest.mark.parametrize(
        ("result", "version", "counts"),
        [(0, V1_3, V1_3), (0, V1_1, V1_1), (0, V1_0_77, V1_0), (0, 0, V1_0), (OUT_OF_HOST, V1_3, V1_0)],
    )
    def test_what_an_answer_counts(self, result: int, version: int, counts: int) -> None:
        """An error or a version below 1.1 makes it a driver of 1.0."""
        assert driver_version(result, version) == counts

    @pytest.mark.rule("APIVER-04", "LDP_LOADER_7")
    @pytest.mark.parametrize(
        ("wanted", "driver", "told"),
        [
            (V1_3, V1_0, V1_0),
            (V1_1, V1_0, V1_0),
            (V1_0_77, V1_0, V1_0),
            (0, V1_0, 0),
            (1, V1_0, V1_0),
            (0x20400000, V1_0, V1_0),
            (0x20400000, V1_1, 0x20400000),
            (V1_3, V1_1, V1_3),
            (V1_3, V1_3, V1_3),
        ],
    )
    def test_what_a_driver_is_told(self, wanted: int, driver: int, told: int) -> None:
        """A driver of 1.0 gets no other version, also not one of another variant or with a patch number."""
        assert told_version(wanted, driver) == told

    @pytest.mark.rule("APIVER-04")
    @pytest.mark.parametrize(
        ("driver", "needs"), [(V1_0, True), (V1_0_77, True), (V1_1, False), (V1_3, False)]
    )
    def test_who_needs_an_application(self, driver: int, needs: bool) -> None:
        """A driver of 1.0, whatever its patch number."""
        assert needs_application(driver) is needs


class TestQueriesOfADriver:
    """Which queries of Vulkan 1.1 the loader answers in a driver's place though the driver returns functions."""

    GROUPS, CREATION = "vkEnumeratePhysicalDeviceGroups", "VK_KHR_device_group_creation"

    @pytest.mark.rule("EXT-FILTER-02")
    @pytest.mark.parametrize(
        ("wanted", "driver"), [(V1_0, V1_0), (V1_0, V1_3), (V1_3, V1_0), (V1_0_77, V1_1), (0, V1_3)]
    )
    def test_groups_by_an_extension_that_the_driver_lacks(self, wanted: int, driver: int) -> None:
        """The application has groups by the extension alone, and a driver told 1.0 is not asked for them."""
        lacking = not_enabled(wanted, driver, (), [self.CREATION])

        assert {self.GROUPS, f"{self.GROUPS}KHR"} <= {*lacking}

    @pytest.mark.rule("EXT-FILTER-02")
    @pytest.mark.parametrize(
        ("wanted", "driver", "enabled", "others"),
        [(V1_1, V1_1, (), [CREATION]), (V1_0, V1_0, (CREATION,), []), (V1_0, V1_0, (), [])],
        ids=["of 1.1", "enabled", "as in the field"],
    )
    def test_groups_of_the_driver(
        self, wanted: int, driver: int, enabled: tuple[str, ...], others: list[str]
    ) -> None:
        """The driver itself is asked for them otherwise."""
        assert self.GROUPS not in not_enabled(wanted, driver, enabled, others)

    @pytest.mark.rule("LDP_LOADER_8")
    @pytest.mark.parametrize(
        ("wanted", "asked"), [(V1_0, False), (V1_0_77, False), (V1_1, True), (V1_3, True)]
    )
    def test_queries_of_an_older_driver(self, wanted: int, asked: bool) -> None:
        """The application's version decides, as in the field."""
        assert ("vkGetPhysicalDeviceFeatures2" not in not_enabled(wanted, V1_0, (), ())) is asked


class TestExtensionsOfADriver:
    """Each driver is given the enabled extensions that it offers itself."""

    @pytest.mark.rule("EXT-FILTER-01", "LDP_LOADER_9")
    def test_filter(self) -> None:
        """What belongs to layers, the loader or other drivers is taken out; the order stays."""
        enabled = ("VK_KHR_display", "VK_EXT_debug_utils", "VK_KHR_surface")

        assert driver_extensions(enabled, (SURFACE, DISPLAY)) == ("VK_KHR_display", "VK_KHR_surface")
        assert driver_extensions(enabled, ()) == ()

    @pytest.mark.rule("PORTABILITY-01")
    def test_the_portability_bit_goes_with_its_extension(self) -> None:
        """A driver without the extension is not given the bit either; other bits stay."""
        assert driver_flags(0b11, ()) == 0b10
        assert driver_flags(0b11, ("VK_KHR_portability_enumeration",)) == 0b11

    @pytest.mark.rule("EXT-FILTER-03", "CONV-LAYER-08")
    def test_missing(self) -> None:
        """An extension is missing if neither loader, active layer nor driver offers it."""
        world = World()
        world.explicit("L", instance_extensions=[{"name": "VK_L_extension", "spec_version": "1"}])
        layers = world.plan(E2026, layers=("L",)).chain
        own = (Extension("VK_EXT_debug_utils", 2),)
        wanted = ("VK_EXT_debug_utils", "VK_L_extension", "VK_KHR_display", "VK_KHR_surface")

        assert missing_extension(wanted, own, layers, [[SURFACE], [DISPLAY]]) is None
        assert missing_extension(wanted, own, layers, [[SURFACE]]) == "VK_KHR_display"
        assert missing_extension(wanted, own, (), [[SURFACE], [DISPLAY]]) == "VK_L_extension"
        assert missing_extension((), (), (), []) is None


class TestResult:
    """The drivers' answers become one."""

    @pytest.mark.rule("CHAIN-TERM-01", "LDP_LOADER_1")
    @pytest.mark.parametrize(
        ("answers", "result"),
        [
            ([SUCCESS], SUCCESS),
            ([FAILED, SUCCESS], SUCCESS),
            ([SUCCESS, INCOMPATIBLE, FAILED], SUCCESS),
            ([FAILED], INCOMPATIBLE),
            ([], INCOMPATIBLE),
            ([SUCCESS, OUT_OF_HOST], OUT_OF_HOST),
            ([SUCCESS, OUT_OF_DEVICE], SUCCESS),
            ([FAILED, OUT_OF_DEVICE], INCOMPATIBLE),
        ],
    )
    def test_merge(self, answers: list[int], result: int) -> None:
        """One success is enough; want of memory is never hidden; without any success no driver was there."""
        assert creation_result(answers) == result


class TestPreInstance:
    """Active implicit layers may intercept the commands that need no instance."""

    @staticmethod
    def world(**names: str) -> World:
        """A machine with an implicit and an explicit layer that both want to intercept."""
        world = World()
        world.implicit("I", pre_instance_functions=names)
        world.explicit("E", pre_instance_functions=names)
        return world

    @pytest.mark.rule("PREINST-01", "PREINST-06")
    def test_only_implicit_layers(self) -> None:
        """The symbol is whatever the manifest names."""
        world = self.world(vkEnumerateInstanceVersion="odd_name")

        parts = pre_instance_chain(world.plan(E2026, layers=("E",)), "vkEnumerateInstanceVersion")

        assert [(layer.name, symbol) for layer, symbol in parts] == [("I", "odd_name")]

    @pytest.mark.rule("PREINST-01")
    def test_the_order_of_two_layers(self) -> None:
        """The layer that is found last is called first, as in all loaders in the field."""
        world = World()
        for name in ("I", "J"):
            functions = {"vkEnumerateInstanceVersion": f"of_{name}"}
            world.implicit(name, file_format_version="1.1.2", pre_instance_functions=functions)
        plan = world.plan(E2026)

        symbols = [symbol for _, symbol in pre_instance_chain(plan, "vkEnumerateInstanceVersion")]

        assert [layer.name for layer in plan.chain] == ["I", "J"]
        assert symbols == ["of_J", "of_I"]

    @pytest.mark.rule("PREINST-02")
    @pytest.mark.parametrize(("edition", "number"), [(E2016, 0), (E2018, 0), (E2022, 1), (E2026, 1)])
    def test_the_version_came_with_2022(self, edition: Edition, number: int) -> None:
        """Before 2022 vkEnumerateInstanceVersion cannot be intercepted."""
        plan = self.world(vkEnumerateInstanceVersion="v").plan(edition)

        assert len(pre_instance_chain(plan, "vkEnumerateInstanceVersion")) == number

    @pytest.mark.rule("PREINST-02")
    @pytest.mark.parametrize("edition", ALL)
    def test_nothing_else(self, edition: Edition) -> None:
        """vkCreateInstance is not among the three."""
        plan = self.world(vkCreateInstance="c").plan(edition)

        assert pre_instance_chain(plan, "vkCreateInstance") == ()

    @pytest.mark.rule("PREINST-01")
    def test_a_layer_that_is_off_takes_no_part(self) -> None:
        """Being installed is not enough."""
        world = self.world(vkEnumerateInstanceVersion="v")
        world.variables["DISABLE_I"] = "1"

        assert pre_instance_chain(world.plan(E2026), "vkEnumerateInstanceVersion") == ()


class TestLinks:
    """Each layer is told what it calls next."""

    @pytest.mark.rule("CHAIN-INIT-04", "CHAIN-DIST-03", "PHYSDEV-EXT-03")
    def test_next(self) -> None:
        """A layer without a lookup of physical-device commands is passed over for those."""
        links = [(2, 10, 11), (2, 20, 0), (2, 30, 31)]

        assert next_lookups(links, 90, 91) == ((20, 31), (30, 31), (90, 91))

    @pytest.mark.rule("CHAIN-INIT-04")
    def test_before_interface_2(self) -> None:
        """A layer of interface 1, which has no such function itself, finds what is below it, as in the field."""
        assert next_lookups([(1, 10, 0), (2, 20, 21)], 90, 91) == ((20, 21), (90, 91))

    def test_no_layers(self) -> None:
        """Without layers there are no links."""
        assert next_lookups([], 90, 91) == ()

    @pytest.mark.parametrize(("edition", "flags"), [(E2016, 0), (E2018, 0), (E2022, 0), (E2026, 1)])
    def test_features(self, edition: Edition, flags: int) -> None:
        """Layers learn that the loader sorts physical devices from 2026 on."""
        assert loader_features(edition, Age()) == flags

    def test_features_of_a_release(self) -> None:
        """No build sets the bit, though they sort."""
        assert loader_features(E2026, age_of("1.4.335")) == 0


class TestLayersThatCannotBeUsed:
    """A layer whose library cannot be used is left out, unless the application asked for it."""

    @pytest.mark.rule("LLP_LOADER_5", "AMB-NEG-ENUM")
    def test_who_is_needed(self) -> None:
        """A layer asked for by name is, an implicit layer and the components of a meta-layer are not."""
        world = World()
        world.implicit("I")
        world.explicit("A")
        world.explicit("B")
        world.meta("Inner", ["B"])
        world.meta("Outer", ["Inner"])
        requested = ("A", "Outer")
        plan = world.plan(E2026, layers=requested)

        assert {layer.name: needed(layer, requested) for layer in plan.chain} == {
            "I": False,
            "A": True,
            "B": False,
        }
