"""Libraries of every interface version, and those that refuse."""

from refloader.scenario.drafting import (
    NO_DRIVER,
    NOW,
    SINCE_2018,
    SINCE_2022,
    SUCCESS,
    A,
    B,
    C,
    D,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)

REFUSES = {"negotiate": "fail"}


@bears_on("LLP_LOADER_5")
def an_implicit_layer_refuses(world: Stage) -> Expect:
    """A layer that fails the negotiation is not loaded, and the instance is made without it."""
    world.driver()
    world.implicit_layer(A, flags={"name": A, **REFUSES})
    world.implicit_layer(B)
    return {SINCE_2022: {"result": SUCCESS, "chain": [B], "violations": []}}


@bears_on("LLP_LOADER_5")
def a_requested_layer_refuses(world: Stage) -> Expect:
    """The application asks for a layer that refuses: it is not in the chain, whatever becomes of the instance."""
    world.driver()
    world.explicit_layer(A, flags={"name": A, **REFUSES})
    world.application(layers=[A])
    return {NOW: {"chain": []}}


@bears_on("NEGOTIATE-LAYER-07", "NEGOTIATE-LAYER-01", "IFACE-LAYER-V2-01")
def layers_of_several_interfaces(world: Stage) -> Expect:
    """A layer of interface 2, one that exports the negotiation alone, one of interface 1 with two exports."""
    world.driver()
    world.implicit_layer(A, folder="/home/user/.config/vulkan/implicit_layer.d")
    world.implicit_layer(B, mock="layer_v2", folder="/home/user/.local/share/vulkan/implicit_layer.d")
    world.implicit_layer(C, mock="layer_v1")
    return {
        SINCE_2022: {
            "result": SUCCESS,
            "chain": [A, B, C],
            "violations": [],
            "tolerated": [tolerated("AMB-LLP4-NOEXPORT", chain=[A, B])],
        }
    }


@bears_on("NEGOTIATE-LAYER-07", "MANIFEST-LAYERVER-110")
def a_layer_with_renamed_functions(world: Stage) -> Expect:
    """The manifest says what the layer calls its negotiation function."""
    world.driver()
    world.implicit_layer(
        A,
        mock="layer_renamed",
        functions={
            "vkNegotiateLoaderLayerInterfaceVersion": "mock_NegotiateLoaderLayerInterfaceVersion",
            "vkGetInstanceProcAddr": "mock_GetInstanceProcAddr",
            "vkGetDeviceProcAddr": "mock_GetDeviceProcAddr",
        },
    )
    world.implicit_layer(B)
    return {SINCE_2018: {"result": SUCCESS, "chain": any_order(A, B)}}


@bears_on("NEGOTIATE-ICD-06", "LDP_LOADER_5")
def a_driver_refuses(world: Stage) -> Expect:
    """A driver that fails the negotiation is not used, and its devices do not appear."""
    world.driver("good", flags={"device_name": "good"})
    world.driver("bad", flags={"device_name": "bad", **REFUSES})
    return {NOW: {"result": SUCCESS, "drivers": ["good"], "devices": ["good"]}}


@bears_on("NEGOTIATE-ICD-06", "LDP_LOADER_5", "LDP_LOADER_1")
def every_driver_refuses(world: Stage) -> Expect:
    """Where no driver can be negotiated with there is none."""
    world.driver("one", flags={"name": "one", **REFUSES})
    world.driver("two", flags={"name": "two", **REFUSES})
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("NEGOTIATE-ICD-07", "NEGOTIATE-ICD-03", "DISC-DRIVER-GEN-01")
def drivers_of_every_interface(world: Stage) -> Expect:
    """Drivers with the exports of interfaces 2, 5, 6 and 7 side by side, each with a device."""
    world.driver("two", mock="driver_v2", flags={"interface": "2", "device_name": "device 2"})
    world.driver("five", flags={"interface": "5", "device_name": "device 5"})
    world.driver("six", mock="driver_v6", flags={"interface": "6", "device_name": "device 6"})
    world.driver("seven", mock="driver_v7", flags={"device_name": "device 7"})
    without = tolerated(  # a loader before interface 7 finds no negotiation in that driver
        "AMB-LEGACY-DRIVER",
        drivers=any_order("two", "five", "six"),
        devices=any_order("device 2", "device 5", "device 6"),
    )
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": any_order("two", "five", "six", "seven"),
            "devices": any_order("device 2", "device 5", "device 6", "device 7"),
            "tolerated": [without],
        }
    }


@bears_on("NEGOTIATE-ICD-07", "DISC-DRIVER-GEN-01")
def a_driver_without_a_negotiation(world: Stage) -> Expect:
    """The oldest interface has nothing but the commands themselves: such a driver is used as version 0."""
    world.driver("old", mock="driver_v0", api_version="1.0.0", flags={"api": "1.0.0"})
    without = tolerated("AMB-LEGACY-DRIVER", result=NO_DRIVER, drivers=[])
    used = {"result": SUCCESS, "drivers": ["old"], "tolerated": [without]}
    return {"2016": used, NOW: used}


@bears_on("CHAIN-DIST-01", "LLP_LOADER_9", "LLP_LOADER_8", "CHAIN-TERM-02")
def a_device_on_one_of_two_drivers(world: Stage) -> Expect:
    """Two layers, two drivers and a device on one of them: made and destroyed without a complaint."""
    world.driver("one", flags={"device_name": "one"})
    world.driver("two", flags={"device_name": "two"})
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.application(api="1.3.0", layers=[B])
    script = world.script
    script.create()
    script.devices()
    script.device("devices.1")
    script.queue()
    script.destroy_device()
    script.destroy()
    return {
        NOW: {
            "chain": [A, B],
            "drivers": any_order("one", "two"),
            "violations": [],
            "answers": {"instance": 0, "devices": {"result": 0}, "device": 0},
        }
    }


@bears_on("CHAIN-DIST-01", "CHAIN-INIT-01", "DISC-DRIVER-GEN-01")
def two_instances_at_once(world: Stage) -> Expect:
    """Two instances with different layers live side by side and are destroyed in the order of their making."""
    world.driver()
    for name in (A, B, C, D):
        world.explicit_layer(name)
    script = world.script
    script.create("first", layers=[A, B])
    script.create("second", layers=[C, D])
    script.devices("first", "devices_of_first")
    script.devices("second", "devices_of_second")
    script.destroy("first")
    script.devices("second", "devices_again")
    script.destroy("second")
    found = {"result": 0, "names": ["mock driver"]}
    return {
        NOW: {
            "answers": {
                "first": 0,
                "second": 0,
                "devices_of_first": found,
                "devices_of_second": found,
                "devices_again": found,
            },
            "violations": [],
        }
    }


@bears_on("GPA-ORDER-01", "GPA-APP-01")
def names_that_nobody_knows(world: Stage) -> Expect:
    """Commands that neither the loader nor a layer nor a driver has are not found, with and without an instance."""
    world.driver()
    world.implicit_layer(A)
    script = world.script
    script.lookup(None, ["vkNoSuchCommand", "", "VKCREATEINSTANCE"], "global")
    script.create()
    script.lookup("instance", ["vkNoSuchCommandACME", "vkCreateInstanceX", "createInstance"], "of_instance")
    script.destroy()
    return {NOW: {"answers": {"global": ["", "", ""], "of_instance": ["", "", ""]}}}


@bears_on("CHAIN-TERM-01")
def groups_of_devices(world: Stage) -> Expect:
    """A driver with a group of two devices and one alone, beside another driver."""
    world.driver("one", flags={"devices": "3", "device_name": "a;b;c", "groups": "0+1,2"})
    world.driver("two", flags={"device_name": "d"})
    world.application(api="1.3.0")
    script = world.script
    script.create()
    script.devices()
    script.groups(label="groups")
    script.destroy()
    return {NOW: {"answers": {"instance": 0, "groups": {"result": 0}}, "violations": []}}


@bears_on("ACT-DEVLAYER-02", "CHAIN-DIST-01")
def layers_asked_for_at_the_device(world: Stage) -> Expect:
    """vkCreateDevice pays no attention to names of layers: known, unknown and none make the same device."""
    world.driver()
    world.explicit_layer(A)
    world.explicit_layer(B)
    script = world.script
    script.create(layers=[A])
    script.devices()
    script.device("devices.0", "known", layers=[B])
    script.destroy_device("known")
    script.device("devices.0", "unknown", layers=["VK_LAYER_TEST_nobody"])
    script.destroy_device("unknown")
    script.destroy()
    return {NOW: {"answers": {"instance": 0, "known": 0, "unknown": 0}, "violations": []}}
