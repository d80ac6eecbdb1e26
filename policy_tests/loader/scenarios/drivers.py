"""Drivers: which are found, which are used, and what one that is broken does to the others."""

from refloader.scenario.drafting import (
    DRIVERS_TOLD,
    NO_DRIVER,
    NOW,
    SINCE_2022,
    SUCCESS,
    A,
    Expect,
    Stage,
    any_order,
    bears_on,
    tolerated,
)

ICD = "vulkan/icd.d"
PORTABILITY = "VK_KHR_portability_enumeration"


@bears_on("DISC-DRIVER-GEN-01", "LDP_LOADER_2", "MANIFEST-ICD-08")
def four_drivers(world: Stage) -> Expect:
    """All drivers are entered and all their devices are offered."""
    for name, count in {"one": "1", "two": "2", "three": "0", "four": "1"}.items():
        world.driver(name, flags={"devices": count, "device_name": f"device of {name}"})
    return {
        DRIVERS_TOLD: {
            "result": SUCCESS,
            "drivers": any_order("one", "two", "three", "four"),
            "devices": any_order("device of one", "device of two", "device of two", "device of four"),
            "violations": [],
        }
    }


@bears_on("LDP_LOADER_1", "DISC-GEN-01")
def no_driver(world: Stage) -> Expect:
    """Without a driver no instance can be made; layers are told of all the same."""
    world.implicit_layer(A)
    return {NOW: {"result": NO_DRIVER, "layers": [A], "drivers": []}}


@bears_on("DISC-DRIVER-LINUX-01", "DISC-DRIVER-LINUX-02", "DISC-DRIVER-LINUX-03", "DISC-DRIVER-LINUX-04")
def one_driver_in_every_folder(world: Stage) -> Expect:
    """A driver in each folder that any edition searches."""
    for name, base in {
        "config_home": "/home/user/.config",
        "config_dirs": "/etc/xdg",
        "local_etc": "/usr/local/etc",
        "etc": "/etc",
        "data_home": "/home/user/.local/share",
        "local_share": "/usr/local/share",
        "share": "/usr/share",
    }.items():
        world.driver(name, folder=f"{base}/{ICD}")
    more = tolerated("AMB-MORE-FOLDERS", drivers={"includes": ["etc", "share", "data_home"]})
    return {
        "2016": {
            "drivers": any_order("share", "etc", "data_home"),
            "tolerated": [more],
        },
        "2018": {
            "drivers": any_order("local_etc", "local_share", "etc", "share", "data_home"),
            "tolerated": [
                tolerated("AMB-BUILD-FOLDERS", drivers=any_order(*moved, "etc", "share", "data_home"))
                for moved in ((), ("local_share",), ("local_etc",))
            ]
            + [more],
        },
        NOW: {
            "drivers": {
                "includes": ["config_home", "config_dirs", "etc", "data_home", "local_share", "share"]
            }
        },
    }


@bears_on("DISC-DRIVER-LINUX-03")
def xdg_variables_lead_to_drivers(world: Stage) -> Expect:
    """The XDG variables move the driver search as they move that for layers."""
    world.driver("installed")
    world.driver("one", folder=f"/world/config/{ICD}")
    world.driver("two", folder=f"/world/share/{ICD}")
    world.variable("XDG_CONFIG_HOME", "/world/config")
    world.variable("XDG_DATA_DIRS", "/world/share")
    return {NOW: {"drivers": any_order("one", "two")}}


@bears_on("LDP_LOADER_2", "LDP_DRIVER_4")
def broken_manifests_beside_a_good_one(world: Stage) -> Expect:
    """Empty, cut off, of another kind, without the object or the library: each costs only itself."""
    world.driver()
    for name, text in {
        "empty": "",
        "cut": '{"file_format_version": "1.0.0", "ICD": {"library_path": "/world/libx.so",',
        "list": "[]",
        "null": "null",
        "number": "1.0",
        "no_icd": '{"file_format_version": "1.0.0", "layer": {}}',
        "no_library": '{"file_format_version": "1.0.0", "ICD": {"api_version": "1.3.0"}}',
    }.items():
        world.file(f"/usr/share/{ICD}/{name}.json", text)
    return {NOW: {"result": SUCCESS, "drivers": ["plain"]}}


@bears_on("LDP_LOADER_2", "MANIFEST-ICD-02")
def an_array_for_the_driver(world: Stage) -> Expect:
    """A manifest whose ICD is an array has no driver; the other one is used."""
    world.driver()
    world.file(f"/usr/share/{ICD}/array.json", '{"file_format_version": "1.0.0", "ICD": []}')
    return {NOW: {"result": SUCCESS, "drivers": ["plain"]}}


@bears_on("LDP_LOADER_2", "MANIFEST-ICD-03")
def a_number_for_the_library(world: Stage) -> Expect:
    """A manifest whose library_path is a number has no library; the other driver is used."""
    world.driver()
    world.driver("bad", mock=None, library_path=7)
    return {NOW: {"result": SUCCESS, "drivers": ["plain"]}}


@bears_on("LDP_LOADER_2", "MANIFEST-ICD-04")
def a_number_for_the_version(world: Stage) -> Expect:
    """A manifest whose api_version is a number: whatever is made of it, the other driver is used."""
    world.driver("good")
    world.driver("bad", api_version=1.3)
    return {NOW: {"result": SUCCESS, "drivers": [{"maybe": ["bad"]}, "good", {"maybe": ["bad"]}]}}


@bears_on("LDP_LOADER_2", "MANIFEST-ICD-04")
def without_an_api_version(world: Stage) -> Expect:
    """api_version is required: whatever is made of a manifest without it, the other driver is used."""
    world.driver("good")
    world.driver("bad", api_version=None)
    return {NOW: {"result": SUCCESS, "drivers": [{"maybe": ["bad"]}, "good", {"maybe": ["bad"]}]}}


@bears_on("LDP_LOADER_2")
def libraries_that_cannot_be_opened(world: Stage) -> Expect:
    """A missing library, a text and an empty file: the driver that can be opened is used."""
    world.driver("good")
    world.driver("missing", mock=None)
    world.driver("text", mock=None)
    world.driver("empty", mock=None)
    world.file(f"/usr/share/{ICD}/libtext.so", "this is no library")
    world.file(f"/usr/share/{ICD}/libempty.so", "")
    return {NOW: {"result": SUCCESS, "drivers": ["good"]}}


@bears_on("LDP_LOADER_1", "LDP_LOADER_2")
def only_a_library_that_is_missing(world: Stage) -> Expect:
    """A manifest alone is no driver."""
    world.driver("missing", mock=None)
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("DISC-DRIVER-GEN-01")
def one_driver_fails(world: Stage) -> Expect:
    """A driver whose vkCreateInstance fails should not take the other one's devices away."""
    world.driver("good", flags={"device_name": "good device"})
    world.driver("bad", flags={"fail": "vkCreateInstance:VK_ERROR_INITIALIZATION_FAILED"})
    return {
        NOW: {
            "result": SUCCESS,
            "devices": ["good device"],
            "tolerated": [
                tolerated("AMB-DRIVER-FAILS", result="VK_ERROR_INITIALIZATION_FAILED", devices=[]),
                tolerated("AMB-DRIVER-FAILS", result=NO_DRIVER, devices=[]),
            ],
        }
    }


@bears_on("DISC-DRIVER-GEN-01")
def a_driver_without_devices(world: Stage) -> Expect:
    """A driver for hardware that is not there has no device; the others' are offered."""
    world.driver("absent", flags={"devices": "0"})
    world.driver("present", flags={"device_name": "present"})
    return {DRIVERS_TOLD: {"result": SUCCESS, "devices": ["present"]}}


@bears_on("MANIFEST-ICD-05", "LDP_LOADER_2")
def word_sizes(world: Stage) -> Expect:
    """library_arch lets the loader skip a driver of the wrong size, and does not make it; an odd value is no size."""
    world.driver("right", file_format_version="1.0.1", library_arch="64")
    world.driver("wrong", file_format_version="1.0.1", library_arch="32")
    world.driver("odd", file_format_version="1.0.1", library_arch="sixty-four")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": {"includes": ["right", "odd"]},
            "tolerated": [tolerated("AMB-ARCH-OTHER", drivers={"includes": ["right"]})],
        }
    }


@bears_on("PORTABILITY-01")
def a_portability_driver_is_hidden(world: Stage) -> Expect:
    """Without the flag a portability driver is not used."""
    world.driver("plain")
    world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)
    world.driver("said_not", file_format_version="1.0.1", is_portability_driver=False)
    return {NOW: {"result": SUCCESS, "drivers": any_order("plain", "said_not")}}


@bears_on("PORTABILITY-01")
def a_portability_driver_is_asked_for(world: Stage) -> Expect:
    """With the flag and the extension it is used beside the others."""
    world.driver("plain")
    world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)
    world.application(extensions=[PORTABILITY], flags=1)
    return {NOW: {"result": SUCCESS, "drivers": any_order("plain", "portable")}}


@bears_on("PORTABILITY-01", "LDP_LOADER_1")
def only_a_portability_driver(world: Stage) -> Expect:
    """Where the only driver is a portability driver, a program that does not ask for it has none."""
    world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)
    return {NOW: {"result": NO_DRIVER, "drivers": []}}


@bears_on("PORTABILITY-01")
def the_flag_without_the_extension(world: Stage) -> Expect:
    """Only the flag is mentioned; the extension's own specification asks for both."""
    world.driver("plain")
    world.driver("portable", file_format_version="1.0.1", is_portability_driver=True)
    world.application(flags=1)
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": ["plain"],
            "tolerated": [
                tolerated("AMB-PORTABILITY-EXT", drivers=any_order("plain", "portable")),
                # By the extension's specification the flag alone is not valid, and what follows then is not said.
                tolerated("AMB-PORTABILITY-EXT", result="VK_ERROR_INITIALIZATION_FAILED", drivers=[]),
            ],
        }
    }


@bears_on("LDP_LOADER_4", "LDP_LOADER_2")
def another_variant_of_the_api(world: Stage) -> Expect:
    """A driver whose api_version has a variant other than 0 is of another API."""
    world.driver("good")
    world.driver("variant", api_version="1.1.3.0")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": ["good"],
            "tolerated": [tolerated("AMB-LAYER-API-INCOMPAT", drivers=any_order("good", "variant"))],
        }
    }


@bears_on("LDP_LOADER_7", "APIVER-03", "APIVER-04")
def an_old_and_a_new_driver(world: Stage) -> Expect:
    """A driver of Vulkan 1.0 beside one of 1.3 does not keep a program of 1.3 from running."""
    world.driver("new", flags={"device_name": "new"})
    world.driver("old", api_version="1.0.0", flags={"api": "1.0.0", "device_name": "old"})
    world.application(api="1.3.0")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": any_order("new", "old"),
            "devices": any_order("new", "old"),
            "violations": [],
        }
    }


@bears_on("LDP_LOADER_2", "MANIFEST-ICD-01")
def file_formats(world: Stage) -> Expect:
    """Both known formats, one from the future and one that is no version."""
    world.driver("f100", file_format_version="1.0.0")
    world.driver("f101", file_format_version="1.0.1")
    world.driver("future", file_format_version="1.9.0")
    return {
        NOW: {
            "result": SUCCESS,
            "drivers": any_order("f100", "f101", "future"),
            "tolerated": [tolerated("AMB-FFV-UNKNOWN", drivers=any_order("f100", "f101"))],
        }
    }


@bears_on("DISC-GEN-08", "LDP_LOADER_2", "DISC-DRIVER-LINUX-03")
def suffixes_of_drivers(world: Stage) -> Expect:
    """Leftovers of editors and package managers are no drivers."""
    world.driver("good")
    for name in ("old.json.bak", "old.json~", "old.json.dpkg-dist", "old"):
        world.driver(f"left_{name.replace('.', '_')}", file=name)
    return {NOW: {"drivers": ["good"]}}


@bears_on("DISC-DRIVER-LINUX-05", "ORDER-CHAIN-01", "ACT-IMPLICIT-01")
def drivers_below_layers(world: Stage) -> Expect:
    """Both drivers are below the layer: the chain has the layer once."""
    world.driver("one")
    world.driver("two", folder=f"/etc/{ICD}")
    world.implicit_layer(A)
    return {SINCE_2022: {"chain": [A], "drivers": any_order("one", "two")}}
