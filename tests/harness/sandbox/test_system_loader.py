"""The machine's own loader in a child: what it enumerates, and what the mocks saw of it."""

import hashlib
from collections.abc import Callable
from pathlib import Path

import pytest
from loaders import making_two

from refloader.native.mocks import mock_library
from refloader.sandbox.layouts import Way
from refloader.sandbox.loader import ForeignLoader, identify, system_loader
from refloader.scenario.observation import SeenDevice, SeenLayer
from refloader.scenario.scenario import Scenario, World

pytestmark = [pytest.mark.slow, pytest.mark.usefixtures("nothing_stays")]


@pytest.fixture
def system(way: Way) -> ForeignLoader:
    """The machine's own loader."""
    path = system_loader()
    if path is None:
        pytest.skip("the machine has no libvulkan.so.1 (Debian: libvulkan1)")
    return ForeignLoader(path, way=way)


class TestSystemLoader:
    """The machine's own loader is a subject like any other."""

    def test_empty_world_has_no_driver(self, system: ForeignLoader) -> None:
        """Nothing of the machine's own drivers and layers is seen."""
        seen = system.observe(Scenario())

        assert (seen.ended, seen.detail) == ("ok", "")
        assert seen.result_name == "VK_ERROR_INCOMPATIBLE_DRIVER"
        assert seen.layers == ()
        assert (seen.stdout, seen.trace) == ("", ())

    def test_layer_is_enumerated_without_its_library(self, system: ForeignLoader) -> None:
        """A layer's properties come from its manifest."""
        world = World()
        world.explicit_layer("VK_LAYER_TEST_a", mock=None, api_version="1.2.3", implementation_version="7")

        seen = system.observe(world.scenario(), actions=[("layers",)])

        assert seen.layers == (SeenLayer("VK_LAYER_TEST_a", 1 << 22 | 2 << 12 | 3, 7, "A layer for tests"),)

    def test_identity(self, system: ForeignLoader) -> None:
        """The version is one of the plain API, and the digest that of the file."""
        identity = identify(system.path)

        assert identity.version.startswith("1.")
        assert identity.sha256 == hashlib.sha256(Path(system.path).read_bytes()).hexdigest()


@pytest.mark.skipif(
    mock_library("mock_layer") is None, reason="the mock libraries are not built (install with a C compiler)"
)
class TestSystemLoaderWithMocks:
    """The chain, the drivers and the devices are read off what the mocks saw."""

    def test_chain_and_devices(self, system: ForeignLoader) -> None:
        """Implicit layers come before the application's, each in the order it was asked for."""
        world = World()
        world.driver("plain", flags={"devices": "2", "device_name": "plain device", "vendor": "0x1234"})
        world.implicit_layer("VK_LAYER_TEST_implicit")
        world.explicit_layer("VK_LAYER_TEST_a")
        world.explicit_layer("VK_LAYER_TEST_b")
        world.application(api="1.1.0", layers=["VK_LAYER_TEST_b", "VK_LAYER_TEST_a"])

        seen = system.observe(world.scenario())

        assert seen.result_name == "VK_SUCCESS"
        assert seen.chain == ("VK_LAYER_TEST_implicit", "VK_LAYER_TEST_b", "VK_LAYER_TEST_a")
        assert seen.drivers == ("plain",)
        assert seen.violations == ()
        assert seen.devices[0] == SeenDevice("plain device", 0x1234, 0x2000, "other", 1 << 22 | 3 << 12, 1)
        assert len(seen.devices) == 2

    def test_an_instance_of_the_loaders_own_does_not_count(
        self, compile_loader: Callable[[str], str], way: Way
    ) -> None:
        """What is entered for an instance that the application never gets is in the trace and no more."""
        real = system_loader()
        if real is None:
            pytest.skip("the machine has no libvulkan.so.1 (Debian: libvulkan1)")
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_a")

        seen = ForeignLoader(compile_loader(making_two(real)), way=way).observe(world.scenario())

        assert (seen.chain, seen.drivers) == (("VK_LAYER_TEST_a",), ("plain",))
        assert sum("vkCreateInstance" in line for line in seen.trace) == 4

    def test_failing_driver_is_a_result(self, system: ForeignLoader) -> None:
        """A driver that refuses makes vkCreateInstance fail and nothing else."""
        world = World()
        world.driver(flags={"fail": "vkCreateInstance"})

        seen = system.observe(world.scenario())

        assert seen.ended == "ok"
        assert seen.result is not None
        assert seen.result < 0
        assert seen.drivers == ("plain",)

    def test_linker_path_is_in_force(self, system: ForeignLoader, way: Way) -> None:
        """A driver that is named without a folder is found through the scenario's LD_LIBRARY_PATH."""
        if way is Way.VARIABLES:
            pytest.skip("LD_LIBRARY_PATH cannot be given without a mount namespace")
        world = World()
        world.driver("bare", library_path="libbare.so")
        without = system.observe(world.scenario())
        world.variable("LD_LIBRARY_PATH", "/usr/share/vulkan/icd.d")

        found = system.observe(world.scenario())

        assert without.drivers == ()
        assert found.drivers == ("bare",)

    def test_privileged_application_keeps_to_the_system(self, system: ForeignLoader, way: Way) -> None:
        """A layer in the user's home is not seen by a privileged application."""
        if way is not Way.ROOT:
            pytest.skip("only root can run a privileged application")
        world = World()
        world.driver()
        world.implicit_layer("VK_LAYER_TEST_system")
        world.implicit_layer("VK_LAYER_TEST_home", folder="/home/user/.local/share/vulkan/implicit_layer.d")
        plain = system.observe(world.scenario())
        world.elevate()

        elevated = system.observe(world.scenario())

        assert set(plain.chain) == {"VK_LAYER_TEST_system", "VK_LAYER_TEST_home"}
        assert elevated.chain == ("VK_LAYER_TEST_system",)
