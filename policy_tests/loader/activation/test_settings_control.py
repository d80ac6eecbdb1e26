"""What a loader settings file controls: which layers in which order, the drivers, the devices, the messages."""

from typing import Any

import pytest

from refloader.sandbox.messages import named_in
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
THREE = "VK_LAYER_TEST_three"
UNORDERED = {"control": "unordered_layer_location"}


def settings(world: World, **body: object) -> None:
    """The user's settings file."""
    path = "/home/user/.local/share/vulkan/loader_settings.d/vk_loader_settings.json"
    world.file(path, {"file_format_version": "1.0.1", "settings": body})


def listed(name: str, control: str, path: str = "", **keys: object) -> dict[str, object]:
    """An element of the list of layers; the manifest lies where nothing else is looked for."""
    return {"name": name, "path": path or f"/world/layers/{name}.json", "control": control, **keys}


def elsewhere(world: World, *names: str, **keys: Any) -> None:
    """Layers that only a settings file can lead to."""
    for name in names:
        world.explicit_layer(name, folder="/world/layers", **keys)


class TestTheList:
    """When the list of layers is present it replaces layer discovery."""

    @pytest.mark.rule("SETTINGS-01")
    def test_layers_not_listed(self, world: World, subject: Trial) -> None:
        """Layers of the system should not be found if the settings file has a list of layers without them."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        elsewhere(world, THREE)
        settings(world, layers=[listed(THREE, "auto")])

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-SCHEMA", (seen.layer_names, seen.chain), chosen=((THREE,), ()))

    @pytest.mark.rule("SETTINGS-01")
    def test_an_empty_list(self, world: World, subject: Trial) -> None:
        """An empty list of layers in the settings file should leave no layer, and instances should be made."""
        world.driver()
        world.implicit_layer(ONE)
        settings(world, layers=[])

        seen = subject.observe(world)

        found = (seen.result_name, seen.layer_names, seen.chain)
        subject.reading("AMB-SETTINGS-SCHEMA", found, chosen=("VK_SUCCESS", (), ()))

    @pytest.mark.rule("SETTINGS-01")
    def test_the_folder_of_a_manifest(self, world: World, subject: Trial) -> None:
        """A settings element whose path is a folder should lead to the layer that it names there."""
        world.driver()
        elsewhere(world, ONE, TWO)
        settings(world, layers=[listed(TWO, "on", "/world/layers")])

        seen = subject.observe(world)

        found = (seen.layer_names, seen.chain)
        subject.reading("AMB-SETTINGS-SCHEMA", found, chosen=((TWO,), (TWO,)))

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        ("implicit", "chain"), [(True, (ONE,)), (False, ())], ids=["implicit", "explicit"]
    )
    def test_treated_as_implicit(
        self, world: World, subject: Trial, implicit: bool, chain: tuple[str, ...]
    ) -> None:
        """A layer listed with auto should be active by itself exactly if the settings file treats it as implicit."""
        world.driver()
        elsewhere(world, ONE, disable_environment={"ONE_OFF": "1"})
        settings(world, layers=[listed(ONE, "auto", treat_as_implicit_manifest=implicit)])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=chain)


class TestControl:
    """auto leaves a layer to its own rules, on forces it, off keeps it out."""

    @pytest.mark.rule("SETTINGS-01")
    def test_on(self, world: World, subject: Trial) -> None:
        """A layer that the settings file turns on is loaded without a request."""
        world.driver()
        elsewhere(world, ONE)
        settings(world, layers=[listed(ONE, "on")])

        seen = subject.observe(world)

        assert seen.chain == (ONE,)

    @pytest.mark.rule("SETTINGS-01")
    def test_on_against_the_disable_variable(self, world: World, subject: Trial) -> None:
        """A layer that the settings file turns on should be loaded although its disable variable is set."""
        world.driver()
        elsewhere(world, ONE, disable_environment={"ONE_OFF": "1"})
        world.variable("ONE_OFF", "1")
        settings(world, layers=[listed(ONE, "on", treat_as_implicit_manifest=True)])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-CONTROL", seen.chain, chosen=(ONE,), tolerated=())

    @pytest.mark.rule("SETTINGS-01")
    def test_on_against_a_filter(self, world: World, subject: Trial) -> None:
        """A layer that the settings file turns on should be loaded despite VK_LOADER_LAYERS_DISABLE."""
        world.driver()
        elsewhere(world, ONE)
        world.variable("VK_LOADER_LAYERS_DISABLE", "~all~")
        settings(world, layers=[listed(ONE, "on")])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-CONTROL", seen.chain, chosen=(ONE,), tolerated=())

    @pytest.mark.rule("SETTINGS-01")
    def test_auto(self, world: World, subject: Trial) -> None:
        """With auto an implicit layer should obey its disable variable, an explicit one a request."""
        world.driver()
        elsewhere(world, ONE, disable_environment={"ONE_OFF": "1"})
        elsewhere(world, TWO, THREE)
        world.variable("ONE_OFF", "1")
        world.application(layers=[TWO])
        settings(
            world,
            layers=[
                listed(ONE, "auto", treat_as_implicit_manifest=True),
                listed(TWO, "auto"),
                listed(THREE, "auto"),
            ],
        )

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=(TWO,))

    @pytest.mark.rule("SETTINGS-01")
    def test_off(self, world: World, subject: Trial) -> None:
        """A layer that the settings file turns off is not loaded, and another one is; nor should it be enumerated."""
        world.driver()
        off, on = world.implicit_layer(ONE), world.implicit_layer(TWO)
        implicit = {"treat_as_implicit_manifest": True}
        settings(world, layers=[listed(ONE, "off", off, **implicit), listed(TWO, "on", on, **implicit)])

        seen = subject.observe(world)

        assert seen.chain == (TWO,)
        subject.reading("AMB-SETTINGS-SCHEMA", seen.layer_names, chosen=(TWO,))

    @pytest.mark.rule("SETTINGS-01")
    def test_off_beside_the_unordered_location(self, world: World, subject: Trial) -> None:
        """A layer that the settings file turns off should not come back at its unordered location."""
        world.driver()
        off = world.implicit_layer(ONE)
        world.implicit_layer(TWO)
        settings(world, layers=[listed(ONE, "off", off), UNORDERED])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", (seen.layer_names, seen.chain), chosen=((TWO,), (TWO,)))

    @pytest.mark.rule("SETTINGS-01")
    def test_off_against_a_request(self, world: World, subject: Trial) -> None:
        """A requested layer that the settings file turns off is not loaded, and vkCreateInstance should fail."""
        world.driver()
        elsewhere(world, ONE)
        settings(world, layers=[listed(ONE, "off")])
        world.application(layers=[ONE])

        seen = subject.observe(world)

        subject.reading(
            "AMB-DISABLE-REQUESTED",
            (seen.result_name, seen.chain),
            chosen=("VK_ERROR_LAYER_NOT_PRESENT", ()),
            tolerated=("VK_SUCCESS", ()),
        )

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize("variable", ["VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"])
    def test_off_against_a_variable(self, world: World, subject: Trial, variable: str) -> None:
        """A layer that the settings file turns off should not be loaded although a variable enables it."""
        world.driver()
        off = world.explicit_layer(ONE)
        settings(world, layers=[listed(ONE, "off", off), UNORDERED])
        world.variable(variable, ONE)

        seen = subject.observe(world)

        if variable == "VK_INSTANCE_LAYERS" and seen.result_name == "VK_ERROR_LAYER_NOT_PRESENT":
            pytest.skip("the loader makes no instance where the variable names a layer that is not there")
        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-CONTROL", seen.chain, chosen=(), tolerated=(ONE,))


class TestOrder:
    """The list gives the order of the layers; others stand at the unordered location."""

    @pytest.mark.rule("SETTINGS-01")
    def test_the_order_of_the_list(self, world: World, subject: Trial) -> None:
        """Layers that the settings file turns on stand in the order of its list."""
        world.driver()
        elsewhere(world, ONE, TWO, THREE)
        settings(world, layers=[listed(THREE, "on"), listed(ONE, "on"), listed(TWO, "on")])

        seen = subject.observe(world)

        assert seen.chain == (THREE, ONE, TWO)

    @pytest.mark.rule("SETTINGS-01")
    def test_the_unordered_location(self, world: World, subject: Trial) -> None:
        """A layer found in the ordinary way should stand at the settings file's unordered location."""
        world.driver()
        elsewhere(world, ONE, TWO)
        world.implicit_layer(THREE)
        settings(world, layers=[listed(ONE, "on"), UNORDERED, listed(TWO, "on")])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", seen.chain, chosen=(ONE, THREE, TWO))

    @pytest.mark.rule("SETTINGS-01")
    def test_the_applications_order(self, world: World, subject: Trial) -> None:
        """Requested layers should stand in the order of the settings file's list."""
        world.driver()
        elsewhere(world, ONE, TWO)
        settings(world, layers=[listed(ONE, "auto"), listed(TWO, "auto")])
        world.application(layers=[TWO, ONE])

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-ORDER-CHAIN", seen.chain, chosen=(ONE, TWO), tolerated=(TWO, ONE))

    @pytest.mark.rule("SETTINGS-01")
    def test_a_path_variable(self, world: World, subject: Trial) -> None:
        """Layers that VK_LAYER_PATH leads to should be found for the settings file's unordered location."""
        world.driver()
        elsewhere(world, ONE)
        world.explicit_layer(TWO, folder="/world/build")
        world.variable("VK_LAYER_PATH", "/world/build")
        settings(world, layers=[listed(ONE, "auto"), UNORDERED])

        seen = subject.observe(world)

        subject.reading("AMB-SETTINGS-DISCOVERY", set(seen.layer_names), chosen={ONE, TWO})

    @pytest.mark.rule("SETTINGS-01")
    def test_the_override_layer(self, world: World, subject: Trial) -> None:
        """A layer that the settings file turns on should be loaded although the override layer blacklists it."""
        world.driver()
        elsewhere(world, ONE)
        world.explicit_layer(TWO)
        world.override_layer(components=[TWO], blacklist=[ONE])
        settings(world, layers=[listed(ONE, "on")])

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-OVERRIDE", seen.chain, chosen=(ONE,))


class TestDrivers:
    """A settings file can say which drivers are available; no document names the member that does it."""

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        ("exclusively", "drivers"),
        [(None, {"plain", "added"}), (False, {"plain", "added"}), (True, {"added"})],
        ids=["unsaid", "beside", "exclusively"],
    )
    def test_additional_drivers(
        self, world: World, subject: Trial, exclusively: bool | None, drivers: set[str]
    ) -> None:
        """A driver in the settings file's additional_drivers should be used, with or without the installed one."""
        world.driver()
        added = world.driver("added", folder="/world/drivers")
        alone = {} if exclusively is None else {"additional_drivers_use_exclusively": exclusively}
        settings(world, additional_drivers=[{"path": added}], **alone)

        seen = subject.observe(world)

        assert seen.result_name == "VK_SUCCESS"
        subject.reading("AMB-SETTINGS-SCHEMA", set(seen.drivers), chosen=drivers)

    @pytest.mark.rule("SETTINGS-01")
    def test_drivers_leave_layers_alone(self, world: World, subject: Trial) -> None:
        """A settings file that lists drivers and no layers should leave the layers as they are found."""
        world.implicit_layer(ONE)
        added = world.driver("added", folder="/world/drivers")
        settings(world, additional_drivers=[{"path": added}])

        seen = subject.observe(world)

        found = (seen.drivers, seen.chain)
        subject.reading("AMB-SETTINGS-SCHEMA", found, chosen=(("added",), (ONE,)))


@pytest.mark.needs_library
class TestDevices:
    """With a list of devices only those are reported, in the order of the list; no document names that member."""

    @staticmethod
    def _uuids(device: int, driver: int = 0xD0) -> dict[str, object]:
        return {"deviceUUID": [device] * 16, "driverUUID": [driver] * 16, "driverVersion": 1}

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        ("wanted", "names"),
        [([0xBB, 0xAA], ["b", "a"]), ([0xCC], ["c"]), ([0xAA, 0x77, 0xCC], ["a", "c"])],
        ids=["order", "one", "unknown"],
    )
    def test_listed_devices(self, world: World, subject: Trial, wanted: list[int], names: list[str]) -> None:
        """Only the devices in the settings file's device_configurations should be enumerated, in that order."""
        world.driver(
            flags={
                "devices": "3",
                "device_name": "a;b;c",
                "device_uuid": f"{'aa' * 16};{'bb' * 16};{'cc' * 16}",
                "driver_uuid": "d0" * 16,
            }
        )
        settings(world, device_configurations=[self._uuids(each) for each in wanted])
        script = Script()
        script.create(api="1.3.0")
        script.devices()

        seen = subject.calls(world, script)

        subject.reading("AMB-SETTINGS-SCHEMA", seen.device_names(), chosen=names)

    @pytest.mark.rule("SETTINGS-01")
    def test_the_drivers_uuid_counts(self, world: World, subject: Trial) -> None:
        """A device with the deviceUUID and not the driverUUID of device_configurations should not be enumerated."""
        uuids = {"device_uuid": "aa" * 16}
        world.driver("alpha", flags={**uuids, "device_name": "alpha", "driver_uuid": "d0" * 16})
        world.driver("beta", flags={**uuids, "device_name": "beta", "driver_uuid": "d1" * 16})
        settings(world, device_configurations=[self._uuids(0xAA, 0xD1)])
        script = Script()
        script.create(api="1.3.0")
        script.devices()

        seen = subject.calls(world, script)

        subject.reading("AMB-SETTINGS-SCHEMA", seen.device_names(), chosen=["beta"])

    @pytest.mark.rule("SETTINGS-01")
    def test_the_variables_of_drivers(self, world: World, subject: Trial) -> None:
        """VK_DRIVER_FILES should not count beside the settings file's device_configurations.

        No document says whether it does.
        """
        world.driver("installed", flags={"device_uuid": "aa" * 16, "driver_uuid": "d0" * 16})
        world.variable("VK_DRIVER_FILES", world.driver("named", folder="/world/drivers"))
        settings(world, device_configurations=[self._uuids(0xAA)])
        script = Script()
        script.create(api="1.3.0")

        seen = subject.calls(world, script)

        subject.reading("AMB-SETTINGS-DEVICES", seen.drivers, chosen=("installed",), tolerated=("named",))


@pytest.mark.needs_library
class TestMessages:
    """stderr_log asks for kinds of message beside those of VK_LOADER_DEBUG."""

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize("kind", ["all", "driver", "implem"])
    def test_messages_of_the_file(self, world: World, subject: Trial, kind: str) -> None:
        """A driver's manifest should be named in messages if the settings file's stderr_log asks for such.

        "implem" is an older word for "driver".
        """
        world.driver("good")
        settings(world, stderr_log=[kind], layers=[UNORDERED])

        seen = subject.calls(world)

        heard = named_in(seen, "icd.d/good.json")
        subject.reading("AMB-SETTINGS-SCHEMA", heard, chosen=("icd.d/good.json",), tolerated=())

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize("kinds", [[], ["warn"]], ids=["none", "warn"])
    def test_messages_not_asked_for(self, world: World, subject: Trial, kinds: list[str]) -> None:
        """A driver's manifest is named in no message if the settings file's stderr_log asks for none of that kind."""
        world.driver("good")
        settings(world, stderr_log=kinds)

        seen = subject.calls(world)

        assert (seen.result_name, named_in(seen, "icd.d/good.json")) == ("VK_SUCCESS", ())

    @pytest.mark.rule("SETTINGS-01")
    def test_the_variable_adds_to_it(self, world: World, subject: Trial) -> None:
        """Messages that VK_LOADER_DEBUG asks for should be written beside those of the settings file's stderr_log."""
        world.driver("good")
        settings(world, stderr_log=["warn"])
        world.variable("VK_LOADER_DEBUG", "driver")

        seen = subject.calls(world)

        heard = named_in(seen, "icd.d/good.json")
        subject.reading("AMB-SETTINGS-SCHEMA", heard, chosen=("icd.d/good.json",), tolerated=())
