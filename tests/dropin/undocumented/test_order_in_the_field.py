"""Orders that no document gives, as all measured loaders have them, and calls of what is not enabled."""

import json

import pytest
from mock_world import MockWorld
from scripts import Script


class TestStructures:
    """The loader's structures in front of pNext, from which a layer has to choose by ``function``."""

    @pytest.mark.rule("CHAIN-INIT-01", "CHAIN-INIT-03")
    def test_links_come_last(self, script: Script, world: MockWorld) -> None:
        """Features, the callbacks for devices of layers, the loader data and the links; a device has the last two."""
        world.driver("plain")
        world.layer("VK_LAYER_a", trace=str(script.trace))

        script("s = Session(); s.create_device(s.devices()[0]); say(0)")

        (instance,) = script.traced("chain of=instance ")
        (device,) = script.traced("chain of=device ")
        assert "functions=3,2,1,0 " in f"{instance} "
        assert "functions=1,0 " in f"{device} "


class TestDrivers:
    """The order in which drivers get their vkCreateInstance, and their devices."""

    @pytest.mark.rule("DIRECT-DRIVER-05")
    def test_direct_drivers(self, script: Script, world: MockWorld) -> None:
        """A driver that the application passes is called first, and its devices come last."""
        world.driver("plain", device_name="installed", trace=str(script.trace))
        own = MockWorld(world.folder / "own").driver("own", device_name="own", trace=str(script.trace))

        said = script(f"""
            driver = ctypes.CDLL("{own}")
            lookup = ctypes.cast(driver.vk_icdGetInstanceProcAddr, POINTER).value
            info = block(1000459000, 0, 0, lookup)
            listed = block(1000459001, 0, 1 | 1 << 32, ctypes.addressof(info))
            say(Session(["VK_LUNARG_direct_driver_loading"], chain=ctypes.addressof(listed)).names())
        """)

        assert said == ["installed", "own"]
        names = [line.split()[1] for line in script.traced("vkCreateInstance ")]
        assert names == ["own", "plain"]

    @pytest.mark.rule("DIRECT-DRIVER-05")
    def test_several_direct_drivers(self, script: Script, world: MockWorld) -> None:
        """Of devices that nothing else orders, those of the driver that is passed last come first."""
        world.driver("plain", device_name="installed")
        names = ("one", "two")
        paths = [str(MockWorld(world.folder / name).driver(name, device_name=name)) for name in names]

        said = script(f"""
            drivers = [ctypes.CDLL(path) for path in {paths!r}]
            lookups = [ctypes.cast(each.vk_icdGetInstanceProcAddr, POINTER).value for each in drivers]
            info = block(1000459000, 0, 0, lookups[0], 1000459000, 0, 0, lookups[1])
            listed = block(1000459001, 0, 1 | 2 << 32, ctypes.addressof(info))
            say(Session(["VK_LUNARG_direct_driver_loading"], chain=ctypes.addressof(listed)).names())
        """)

        assert said == ["installed", "two", "one"]

    @pytest.mark.rule("SETTINGS-01")
    def test_additional_drivers(self, script: Script, world: MockWorld) -> None:
        """Devices that nothing else orders have the order in which a settings file lists their drivers."""
        for name in ("a", "b"):
            MockWorld(world.folder / name).driver(name, device_name=name)
        drivers = [{"path": str(world.folder / name / f"{name}.json")} for name in ("b", "a")]
        folder = world.folder / "home/.local/share/vulkan/loader_settings.d"
        folder.mkdir(parents=True)
        body = {"file_format_version": "1.0.0", "settings": {"additional_drivers": drivers}}
        (folder / "vk_loader_settings.json").write_text(json.dumps(body), encoding="utf-8")

        said = script("say(Session().names())", HOME=str(world.folder / "home"))

        assert [name for name in said if name in ("a", "b")] == ["b", "a"]


class TestSelectedDevices:
    """VK_LOADER_DEVICE_SELECT with the ids of several devices."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-03")
    def test_their_groups(self, script: Script, world: MockWorld) -> None:
        """The device that is found first goes first, and of the groups all that have one, as from 1.3.290 on."""
        world.driver(
            "plain",
            devices="3",
            device_name="a;b;c",
            type="discrete;discrete;integrated",
            vendor="1",
            device="6;7;7",
        )

        said = script(
            "s = Session(version=0x401000)\n"
            "names = dict(zip(s.devices(), s.names(), strict=True))\n"
            "say([s.names(), [names[member] for group in s.groups() for member in group]])",
            VK_LOADER_DEVICE_SELECT="0x1:0x7",
        )

        assert said == [["b", "a", "c"], ["b", "c", "a"]]


class TestNestedMetaLayers:
    """vkEnumerateDeviceLayerProperties and a meta-layer inside another."""

    @pytest.mark.rule("ACT-DEVLAYER-02", "META-08")
    def test_the_inner_one_comes_first(self, script: Script, world: MockWorld) -> None:
        """Each stands behind all of its components."""
        for name in ("VK_LAYER_a", "VK_LAYER_b"):
            world.layer(name)
        nested = {"VK_LAYER_outer": ["VK_LAYER_a", "VK_LAYER_inner"], "VK_LAYER_inner": ["VK_LAYER_b"]}
        for name, components in nested.items():
            body = json.loads((world.folder / "layers/VK_LAYER_a.json").read_text(encoding="utf-8"))
            layer = {**body["layer"], "name": name, "component_layers": components}
            body["layer"] = {key: layer[key] for key in layer if key not in ("library_path", "functions")}
            (world.folder / f"layers/{name}.json").write_text(json.dumps(body), encoding="utf-8")

        said = script(
            "s = Session(layers=['VK_LAYER_outer']); say(s.device_layers(s.devices()[0]))",
            VK_INSTANCE_LAYERS="",
        )

        assert said == ["VK_LAYER_a", "VK_LAYER_b", "VK_LAYER_inner", "VK_LAYER_outer"]


class TestDriverIds:
    """VK_LOADER_DRIVER_ID_FILTER and an application of Vulkan 1.0, which cannot know a driver's id."""

    @pytest.mark.rule("AMB-IDFILTER-APIVER", "FILTER-ID-DRIVER-01")
    @pytest.mark.parametrize(("version", "names"), [(0x400000, []), (0x401000, ["mock driver"])])
    def test_the_id_0(self, script: Script, world: MockWorld, version: int, names: list[str]) -> None:
        """Not even the id of a driver that reports none matches."""
        world.driver("plain", driver_id="0")

        assert script(f"say(Session(version={version}).names())", VK_LOADER_DRIVER_ID_FILTER="0") == names


class TestNoSorting:
    """VK_LOADER_DISABLE_SELECT, of which the documents say that it disables all selection and sorting."""

    @pytest.mark.rule("DEVICE-SORT-LINUX-04")
    def test_groups(self, script: Script, world: MockWorld) -> None:
        """Groups and their members have the driver's order, as in the field."""
        world.driver("plain", devices="4", device_name="a;b;c;d", groups="3,2+0,1", type="cpu;discrete")

        groups = script(
            "s = Session(); say([[s.name(each) for each in group] for group in s.groups()])",
            VK_LOADER_DISABLE_SELECT="1",
            VK_LOADER_DEVICE_SELECT="0x1000:0x2000",
        )

        assert groups == [["d"], ["c", "a"], ["b"]]


class TestApplicationsOfVulkan10:
    """Sorting for an application of Vulkan 1.0, which cannot ask for PCI addresses itself."""

    MORE = "VK_KHR_get_physical_device_properties2"

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    def test_a_driver_that_offers_more_beside_one_that_does_not(
        self, script: Script, world: MockWorld
    ) -> None:
        """All devices are sorted as for newer applications, by the addresses of the first driver's, as in 1.4.335."""
        pci = {"device_extensions": "VK_EXT_pci_bus_info:2"}
        world.driver(
            "plain", devices="2", device_name="a;b", pci="0:9:0.0;0:3:0.0", extensions=f"{self.MORE}:2", **pci
        )
        world.driver("other", devices="2", device_name="c;d", pci="0:1:0.0;0:2:0.0", device="9;8", **pci)

        names = script("say(Session(version=0x400000).names())")

        assert names == ["b", "a", "d", "c"]

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(("offers", "names"), [("", ["far", "near"]), (f"{MORE}:2", ["near", "far"])])
    def test_a_driver_without_devices(
        self, script: Script, world: MockWorld, offers: str, names: list[str]
    ) -> None:
        """It lets the others' devices be sorted if it offers the extension, as in 1.4.335."""
        world.driver("empty", devices="0", extensions=offers)
        world.driver("plain", devices="2", device_name="far;near", vendor="0;0", device="2;1")

        assert script("say(Session(version=0x400000).names())") == names

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(
        ("offers", "version", "names"),
        [
            ("", "1.0.0", ["far", "near"]),
            (f"{MORE}:2", "1.0.0", ["near", "far"]),
            ("", "1.1.0", ["near", "far"]),
        ],
        ids=["not offered", "offered", "a device of 1.1"],
    )
    def test_devices_of_1_0(
        self, script: Script, world: MockWorld, offers: str, version: str, names: list[str]
    ) -> None:
        """They are not asked with a command of Vulkan 1.1, whatever the driver's version: their ids decide."""
        pci = {"pci": "0:9:0.0;0:3:0.0", "device_extensions": "VK_EXT_pci_bus_info:2"}
        ids = {"vendor": "0;0", "device": "1;2", "device_api": f"{version};{version}"}
        world.driver("plain", devices="2", device_name="far;near", extensions=offers, **pci, **ids)

        assert script("say(Session(version=0x403000).names())") == names

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize("enabled", [[], [MORE]], ids=["not enabled", "enabled"])
    def test_the_extension_is_enabled_once(
        self, script: Script, world: MockWorld, enabled: list[str]
    ) -> None:
        """Loaders in the field name it twice to the driver if the application enables it."""
        world.driver("plain", extensions=f"{self.MORE}:2", trace=str(script.trace))

        assert script(f"say(Session({enabled}, version=0x400000).result)") == 0

        (line,) = script.traced("plain", " vkCreateInstance ")
        assert line.count(self.MORE) == 1


class TestLayersThatChangeTheVersion:
    """The apiVersion that comes out of the layers counts from then on, as in the builds from 1.3.235 on."""

    PCI = "VK_EXT_pci_bus_info:2"
    MORE = "VK_KHR_get_physical_device_properties2"

    @pytest.mark.rule("DEVICE-SORT-LINUX-02")
    @pytest.mark.parametrize(
        ("asked", "told", "enabled"), [(0x400000, "1.1.0", 0), (0x403000, "1.0.0", 1), (0x403000, "1.1.0", 0)]
    )
    def test_devices(self, script: Script, world: MockWorld, asked: int, told: str, enabled: int) -> None:
        """A driver of an instance of 1.0 is asked for addresses through the extension, a newer one is not."""
        found = {"devices": "2", "device_name": "late;early", "pci": "0:9:0.0;0:3:0.0"}
        offers = {"device_extensions": self.PCI, "extensions": f"{self.MORE}:2"}
        world.driver("plain", trace=str(script.trace), **found, **offers)
        world.layer("VK_LAYER_a", api=told)

        assert script(f"say(Session(version={asked}).names())") == ["early", "late"]

        (line,) = script.traced("plain", " vkCreateInstance ")
        assert line.count(self.MORE) == enabled

    @pytest.mark.rule("GPA-APP-01")
    @pytest.mark.parametrize(
        ("asked", "told", "found"),
        [(0x400000, "1.3.0", False), (0x403000, "1.1.0", True), (0x403000, "1.4.0", False)],
    )
    def test_global_commands(
        self, script: Script, world: MockWorld, asked: int, told: str, found: bool
    ) -> None:
        """They are looked up with an instance only below 1.3."""
        world.layer("VK_LAYER_a", api=told)

        said = script(f"""
            s = Session(version={asked})
            say(bool(s.loader.look_up(s.instance, "vkEnumerateInstanceVersion")))
        """)

        assert said is found
