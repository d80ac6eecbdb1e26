"""Which of the drivers found are tried, and what becomes of an instance when none is."""

import pytest
from worlds import ALL, DRIVERS, E2016, E2018, E2022, E2026, World, rules_in, used_drivers

from refloader.model.edition import Edition

PORTABILITY = "VK_KHR_portability_enumeration"


def file_names(paths: list[str]) -> list[str]:
    """The paths without their folders."""
    return [path.rpartition("/")[2] for path in paths]


class TestEveryDriverIsTried:
    """The loader tries every driver whose manifest it finds well formed, and works with several at once."""

    @pytest.mark.rule("DISC-DRIVER-GEN-01", "LDP_LOADER_2")
    @pytest.mark.parametrize("edition", ALL)
    def test_several_drivers(self, edition: Edition) -> None:
        """All of them are used, in the order of discovery."""
        world = World()
        world.driver("two")
        world.driver("one")

        assert file_names(used_drivers(world.plan(edition))) == ["plain.json", "two.json", "one.json"]

    @pytest.mark.rule("LDP_LOADER_2", "DISC-DRIVER-GEN-01")
    @pytest.mark.parametrize("edition", ALL)
    @pytest.mark.parametrize("text", [b"", b"{", b"[]", b'{"file_format_version": "1.0.0"}'])
    def test_a_bad_manifest_costs_only_itself(self, edition: Edition, text: bytes) -> None:
        """A malformed manifest is passed over, and its neighbours are used."""
        world = World()
        world.files[f"{DRIVERS}/bad.json"] = text

        plan = world.plan(edition)

        assert file_names(used_drivers(plan)) == ["plain.json"]
        assert plan.result == "VK_SUCCESS"

    @pytest.mark.rule("MANIFEST-ICD-08")
    @pytest.mark.parametrize("edition", ALL)
    def test_the_library_path_comes_from_the_manifest(self, edition: Edition) -> None:
        """Every manifest found is opened, and name and attributes are read out of it."""
        world = World()
        world.files.clear()
        world.driver("a", library_path="liba.so", api_version="1.2.3")
        world.driver("b", library_path="../b.so", api_version="1.1.0")

        drivers = [outcome.driver for outcome in world.plan(edition).drivers]

        assert [driver.library_path for driver in drivers] == ["liba.so", "../b.so"]
        assert [str(driver.api_version) for driver in drivers] == ["1.2.3", "1.1.0"]

    @pytest.mark.rule("LDP_LOADER_4")
    @pytest.mark.parametrize("edition", ALL)
    def test_a_driver_of_another_api_is_not_loaded(self, edition: Edition) -> None:
        """An api_version of a non-zero variant is incompatible with the loader."""
        world = World()
        world.driver("strange", api_version="1.1.3.0")

        assert file_names(used_drivers(world.plan(edition))) == ["plain.json"]

    @pytest.mark.rule("AMB-DUP-DRIVER")
    @pytest.mark.parametrize("edition", ALL)
    def test_two_manifests_of_one_library(self, edition: Edition) -> None:
        """They are two drivers."""
        world = World()
        world.files.clear()
        world.driver("a", library_path="/usr/lib/libsame.so")
        world.driver("b", library_path="/usr/lib/libsame.so")

        assert file_names(used_drivers(world.plan(edition))) == ["a.json", "b.json"]

    @pytest.mark.rule("LDP_LOADER_2", "MANIFEST-ICD-05")
    def test_the_other_word_size_is_skipped(self) -> None:
        """A 64-bit process does not try a driver whose manifest says 32."""
        world = World()
        world.driver("narrow", library_arch="32")
        world.driver("wide", library_arch="64")

        in_64 = file_names(used_drivers(world.plan()))
        world.bits = 32
        in_32 = file_names(used_drivers(world.plan()))

        assert in_64 == ["plain.json", "wide.json"]
        assert in_32 == ["plain.json", "narrow.json"]


class TestNoDriver:
    """If no valid driver can be found, vkCreateInstance answers VK_ERROR_INCOMPATIBLE_DRIVER."""

    @pytest.mark.rule("LDP_LOADER_1", "AMB-LDP1-WHERE")
    def test_nothing_installed(self) -> None:
        """The result says so; enumerating layers goes on as usual."""
        world = World()
        world.files.clear()
        world.explicit("A")

        plan = world.plan()

        assert plan.result == "VK_ERROR_INCOMPATIBLE_DRIVER"
        assert [layer.name for layer in plan.enumerated] == ["A"]
        assert "LDP_LOADER_1" in rules_in(plan.reasons)

    @pytest.mark.rule("LDP_LOADER_1")
    def test_only_unusable_ones(self) -> None:
        """A manifest that is not usable is no driver."""
        world = World()
        world.files.clear()
        world.driver("a", library_path=None)

        assert world.plan().result == "VK_ERROR_INCOMPATIBLE_DRIVER"


class TestPortabilityDrivers:
    """2026: drivers with is_portability_driver are not loaded unless the application asks for them."""

    @pytest.mark.rule("PORTABILITY-01", "AMB-PORTABILITY-EXT")
    @pytest.mark.parametrize(
        ("flag", "extensions", "used"),
        [
            (False, [], ["plain.json"]),
            (True, [], ["plain.json"]),
            (False, [PORTABILITY], ["plain.json"]),
            (True, [PORTABILITY], ["plain.json", "portable.json"]),
        ],
    )
    def test_flag_and_extension(self, flag: bool, extensions: list[str], used: list[str]) -> None:
        """Both the flag and the enabled extension are needed."""
        world = World()
        world.driver("portable", is_portability_driver=True)

        plan = world.plan(portability=flag, extensions=extensions)

        assert file_names(used_drivers(plan)) == used

    @pytest.mark.rule("PORTABILITY-01")
    def test_false_is_an_ordinary_driver(self) -> None:
        """Only true makes a portability driver."""
        world = World()
        world.driver("ordinary", is_portability_driver=False)

        assert file_names(used_drivers(world.plan())) == ["plain.json", "ordinary.json"]

    @pytest.mark.rule("PORTABILITY-01", "LDP_LOADER_1")
    def test_nothing_but_a_portability_driver(self) -> None:
        """An application that does not ask for it finds no driver."""
        world = World()
        world.files.clear()
        world.driver("portable", is_portability_driver=True)

        assert world.plan().result == "VK_ERROR_INCOMPATIBLE_DRIVER"

    @pytest.mark.rule("PORTABILITY-01", "AMB-2022-DRIVERS")
    @pytest.mark.parametrize("edition", [E2016, E2018, E2022])
    def test_older_editions_do_not_know_the_field(self, edition: Edition) -> None:
        """The driver is used like any other."""
        world = World()
        world.driver("portable", is_portability_driver=True)

        assert file_names(used_drivers(world.plan(edition))) == ["plain.json", "portable.json"]


class TestApiVersionOfTheApplication:
    """A loader of interface 5 or more accepts every apiVersion."""

    @pytest.mark.rule("AMB-LDP6-APIVERSION", "IFACE-ICD-V5-01")
    @pytest.mark.parametrize("edition", [E2018, E2022, E2026])
    @pytest.mark.parametrize("version", ["1.0.0", "1.4.0", "1.99.0", "2.0.0", "1.1.1.0"])
    def test_every_version_is_accepted(self, edition: Edition, version: str) -> None:
        """A version newer than all drivers is no reason to fail, nor is one of another variant."""
        assert World().plan(edition, api=version).result == "VK_SUCCESS"
