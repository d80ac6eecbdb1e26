"""The variables that filter drivers by their manifest's file name, and devices by their ids."""

import pytest

from policy_tests.loader.implied import OF_EMPTY
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial


def three_drivers(world: World) -> None:
    """Drivers whose manifests are alpha_icd.json, beta_icd.json and gamma_drv.json."""
    world.driver("alpha", file="alpha_icd.json")
    world.driver("beta", file="beta_icd.json")
    world.driver("gamma", file="gamma_drv.json")


class TestSelect:
    """With VK_LOADER_DRIVERS_SELECT set, only drivers whose manifest's file name it matches are used."""

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    def test_only_the_selected_driver_is_used(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DRIVERS_SELECT set, only the driver is used whose manifest's file name it matches."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_SELECT", "beta_icd.json")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"beta"}

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01", "FILTER-GEN-03")
    def test_each_element_selects(self, world: World, subject: Trial) -> None:
        """Each element of VK_LOADER_DRIVERS_SELECT selects the driver whose manifest's file name it matches."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_SELECT", "nobody*,alpha*,*drv.json")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "gamma"}

    @pytest.mark.rule("FILTER-DRIVER-SELECT-02", "LDP_LOADER_1")
    def test_no_match_means_no_driver(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if VK_LOADER_DRIVERS_SELECT matches no driver."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_SELECT", "delta*")

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_ERROR_INCOMPATIBLE_DRIVER", ())


class TestDisable:
    """Drivers whose manifest's file name matches VK_LOADER_DRIVERS_DISABLE are not used."""

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    def test_a_matching_driver_is_left_out(self, world: World, subject: Trial) -> None:
        """A driver whose manifest's file name VK_LOADER_DRIVERS_DISABLE matches is not used, and the others are."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", "*beta*")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "gamma"}

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    @pytest.mark.parametrize("value", ["*delta*,alpha*,gamma_drv.json", "gamma*,*delta*,alpha_icd.json"])
    def test_each_element_disables(self, world: World, subject: Trial, value: str) -> None:
        """A driver whose manifest's file name any element of VK_LOADER_DRIVERS_DISABLE matches is not used."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", value)

        seen = subject.observe(world)

        assert set(seen.drivers) == {"beta"}

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    def test_its_extensions_are_not_reported(self, world: World, subject: Trial) -> None:
        """A driver that VK_LOADER_DRIVERS_DISABLE leaves out adds nothing to the reported instance extensions."""
        world.driver("alpha", flags={"extensions": "VK_KHR_display:23"})
        world.driver("beta", flags={"extensions": "VK_KHR_surface:25"})
        world.variable("VK_LOADER_DRIVERS_DISABLE", "alpha.json")

        seen = subject.observe(world)

        assert {"VK_KHR_display", "VK_KHR_surface"} & set(seen.extension_names()) == {"VK_KHR_surface"}

    @pytest.mark.rule("FILTER-GEN-07")
    @pytest.mark.parametrize("value", ["alpha.json,", ",alpha.json", "alpha.json,,none"])
    def test_an_empty_element_disables_nothing(self, world: World, subject: Trial, value: str) -> None:
        """An empty element of VK_LOADER_DRIVERS_DISABLE disables no driver, and the other elements should act."""
        world.driver("alpha")
        world.driver("beta")
        world.variable("VK_LOADER_DRIVERS_DISABLE", value)

        seen = subject.observe(world)

        assert "beta" in seen.drivers
        subject.implied(seen.drivers, ("beta",), by=OF_EMPTY)

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01", "FILTER-GEN-03")
    def test_the_last_of_many_elements(self, world: World, subject: Trial) -> None:
        """The last of forty elements of VK_LOADER_DRIVERS_DISABLE should have its effect."""
        world.driver("alpha")
        world.driver("beta")
        elements = [*[f"nobody{number}.json" for number in range(39)], "alpha.json"]
        world.variable("VK_LOADER_DRIVERS_DISABLE", ",".join(elements))

        seen = subject.observe(world)

        subject.implied(seen.drivers, ("beta",), by="FILTER-GEN-03, which sets no limit")

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-02")
    def test_no_match_disables_nothing(self, world: World, subject: Trial) -> None:
        """All drivers are used if VK_LOADER_DRIVERS_DISABLE matches no manifest's file name."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", "*delta*")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta", "gamma"}

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-02", "LDP_LOADER_1")
    def test_a_match_of_all_leaves_none(self, world: World, subject: Trial) -> None:
        """vkCreateInstance returns VK_ERROR_INCOMPATIBLE_DRIVER if VK_LOADER_DRIVERS_DISABLE matches all drivers."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", "*.json")

        seen = subject.observe(world)

        assert (seen.result_name, seen.drivers) == ("VK_ERROR_INCOMPATIBLE_DRIVER", ())

    @pytest.mark.rule("FILTER-GEN-09", "FILTER-DRIVER-DISABLE-01")
    def test_select_beats_disable(self, world: World, subject: Trial) -> None:
        """With VK_LOADER_DRIVERS_DISABLE=* exactly the driver is used that VK_LOADER_DRIVERS_SELECT matches."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", "*")
        world.variable("VK_LOADER_DRIVERS_SELECT", "*gamma*")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"gamma"}


class TestWhatIsCompared:
    """Driver filters look at the manifest's file name without its folder, letter case aside."""

    @pytest.mark.rule("FILTER-GEN-02")
    @pytest.mark.parametrize("glob", ["*share*", "/usr/share/vulkan/icd.d/beta_icd.json", "libbeta*"])
    def test_folder_and_library_do_not_count(self, world: World, subject: Trial, glob: str) -> None:
        """VK_LOADER_DRIVERS_DISABLE disables no driver by matching its manifest's folder or path, or its library."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", glob)

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta", "gamma"}

    @pytest.mark.rule("FILTER-GEN-02")
    @pytest.mark.parametrize("glob", ["beta_icd.json", "*beta_icd.json", "be*", "beta_icd.*", "*ta_icd.json"])
    def test_the_whole_file_name_is_compared(self, world: World, subject: Trial, glob: str) -> None:
        """VK_LOADER_DRIVERS_DISABLE is compared with the file name of a driver's manifest, its suffix included."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", glob)

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "gamma"}

    @pytest.mark.rule("FILTER-GEN-07")
    @pytest.mark.parametrize("name", ["beta", "beta_icd", "beta_icd.", "icd.json", ".json", "beta_icd.jso"])
    def test_a_part_of_the_file_name_is_not_enough(self, world: World, subject: Trial, name: str) -> None:
        """Without a star, an element of VK_LOADER_DRIVERS_DISABLE that is part of a file name disables no driver."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_DISABLE", name)

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha", "beta", "gamma"}

    @pytest.mark.rule("FILTER-GEN-07")
    @pytest.mark.parametrize("name", ["beta", "beta_icd", "icd.json"])
    def test_a_part_of_the_file_name_selects_nothing(self, world: World, subject: Trial, name: str) -> None:
        """Without a star, an element of VK_LOADER_DRIVERS_SELECT that is part of a file name selects no driver."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_SELECT", f"{name},alpha_icd.json")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha"}

    @pytest.mark.rule("FILTER-GEN-08")
    def test_letter_case_does_not_count(self, world: World, subject: Trial) -> None:
        """VK_LOADER_DRIVERS_SELECT matches the file name of a driver's manifest in any letter case."""
        three_drivers(world)
        world.variable("VK_LOADER_DRIVERS_SELECT", "BETA_ICD.JSON")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"beta"}

    @pytest.mark.rule("FILTER-GEN-01")
    def test_filters_do_not_widen_the_search(self, world: World, subject: Trial) -> None:
        """A driver outside every searched folder is not found although VK_LOADER_DRIVERS_SELECT names it."""
        world.driver("alpha", file="alpha_icd.json")
        world.driver("hidden", file="hidden_icd.json", folder="/world/elsewhere")
        world.variable("VK_LOADER_DRIVERS_SELECT", "alpha*,hidden*")

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha"}

    @pytest.mark.rule("FILTER-GEN-01")
    @pytest.mark.parametrize("variable", ["VK_DRIVER_FILES", "VK_ICD_FILENAMES", "VK_ADD_DRIVER_FILES"])
    @pytest.mark.parametrize(
        "filters",
        [{"VK_LOADER_DRIVERS_DISABLE": "beta*"}, {"VK_LOADER_DRIVERS_SELECT": "alpha*"}],
        ids=["disable", "select"],
    )
    def test_drivers_of_a_path_variable_are_filtered(
        self, world: World, subject: Trial, variable: str, filters: dict[str, str]
    ) -> None:
        """Driver filters choose among the drivers that a path variable lists as among all others."""
        alpha = world.driver("alpha", file="alpha_icd.json", folder="/world/d")
        beta = world.driver("beta", file="beta_icd.json", folder="/world/d")
        world.variable(variable, f"{beta}:{alpha}")
        for name, value in filters.items():
            world.variable(name, value)

        seen = subject.observe(world)

        assert set(seen.drivers) == {"alpha"}


class TestIdFilters:
    """The id filters hide physical devices; ids are decimal or hexadecimal, ranges have a colon."""

    @pytest.mark.rule("FILTER-ID-DEVICE-01")
    @pytest.mark.parametrize("value", ["0x20", "32", "0x1f:0x20", "0x20:40", "1,0x20", "32:40"])
    def test_the_device_id_decides(self, world: World, subject: Trial, value: str) -> None:
        """With VK_LOADER_DEVICE_ID_FILTER set, only the device is enumerated whose deviceID an element holds."""
        world.driver("alpha", flags={"device": "0x20", "device_name": "first"})
        world.driver("beta", flags={"device": "0x30", "device_name": "second"})
        world.variable("VK_LOADER_DEVICE_ID_FILTER", value)

        seen = subject.observe(world)

        assert tuple(device.name for device in seen.devices) == ("first",)

    @pytest.mark.rule("FILTER-ID-VENDOR-01")
    @pytest.mark.parametrize("value", ["0x10005", "65541", "0x10005:65541", "65540:65541"])
    @pytest.mark.parametrize("other", ["0x10006", "5", "0x20005"])
    def test_the_vendor_id_decides(self, world: World, subject: Trial, value: str, other: str) -> None:
        """With VK_LOADER_VENDOR_ID_FILTER set, only the device is enumerated whose whole vendorID matches."""
        world.driver("alpha", flags={"vendor": "0x10005", "device_name": "first"})
        world.driver("beta", flags={"vendor": other, "device_name": "second"})
        world.variable("VK_LOADER_VENDOR_ID_FILTER", value)

        seen = subject.observe(world)

        assert tuple(device.name for device in seen.devices) == ("first",)

    @pytest.mark.rule("FILTER-ID-MULTI-01")
    def test_several_filters_must_all_match(self, world: World, subject: Trial) -> None:
        """A device that passes only one of the vendor and device id filters that are set is not enumerated."""
        world.driver("alpha", flags={"vendor": "0x10", "device": "0x20", "device_name": "both"})
        world.driver("beta", flags={"vendor": "0x10", "device": "0x30", "device_name": "one"})
        world.driver("gamma", flags={"vendor": "0x11", "device": "0x20", "device_name": "other"})
        world.variable("VK_LOADER_VENDOR_ID_FILTER", "0x10")
        world.variable("VK_LOADER_DEVICE_ID_FILTER", "0x20")

        seen = subject.observe(world)

        assert tuple(device.name for device in seen.devices) == ("both",)


class TestTheWordOfLayers:
    """~all~ is documented for layers alone."""

    @pytest.mark.rule("FILTER-DRIVER-DISABLE-01")
    def test_disabled(self, world: World, subject: Trial) -> None:
        """~all~ in VK_LOADER_DRIVERS_DISABLE should mean every driver, though it is documented for layers alone."""
        world.driver()
        world.variable("VK_LOADER_DRIVERS_DISABLE", "~all~")

        seen = subject.observe(world)

        subject.reading("AMB-DRIVERS-ALL", seen.drivers, chosen=(), tolerated=("plain",))

    @pytest.mark.rule("FILTER-DRIVER-SELECT-01")
    def test_selected(self, world: World, subject: Trial) -> None:
        """~all~ in VK_LOADER_DRIVERS_SELECT should mean every driver, though it is documented for layers alone."""
        world.driver()
        world.variable("VK_LOADER_DRIVERS_SELECT", "~all~")

        seen = subject.observe(world)

        subject.reading("AMB-DRIVERS-ALL", seen.drivers, chosen=("plain",), tolerated=())
