"""Which drivers are asked for surfaces of their own."""

import pytest

from refloader.core.drivers.surfaces import makes_own_surfaces


class TestOwnSurfaces:
    """A driver that makes surfaces has interface version 3 or later and both functions."""

    @pytest.mark.rule("WSI-SURFACE-04", "IFACE-ICD-V3-01", "LDP_LOADER_11")
    def test_a_driver_with_both(self) -> None:
        """Version 3 is enough."""
        assert makes_own_surfaces(3, has_create=True, has_destroy=True)

    @pytest.mark.rule("LDP_DRIVER_8")
    def test_an_older_driver(self) -> None:
        """Its functions are not used."""
        assert not makes_own_surfaces(2, has_create=True, has_destroy=True)

    @pytest.mark.rule("WSI-SURFACE-05", "IFACE-ICD-V3-01")
    @pytest.mark.parametrize(("create", "destroy"), [(False, True), (True, False), (False, False)])
    def test_a_driver_that_opts_out(self, create: bool, destroy: bool) -> None:
        """Without one of the functions the driver is given the loader's structure."""
        assert not makes_own_surfaces(7, has_create=create, has_destroy=destroy)
