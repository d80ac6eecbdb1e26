"""The ages on real builds, in worlds that the generator of campaigns does not make: one rare fact in each."""

from collections.abc import Callable
from pathlib import Path

import pytest

from refloader.core.ages import age_of
from refloader.model import registry
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.differential import differences
from refloader.predict.prediction import predict
from refloader.sandbox.loader import ForeignLoader
from refloader.scenario.scenario import HOME, World

pytestmark = pytest.mark.slow

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = ("1.1.97", "1.2.162.0", "1.3.204.1", "1.3.216.0", "1.3.250.1", "1.3.290.0", "1.4.304.1", "1.4.335.0")
A, B, C = (f"VK_LAYER_TEST_{letter}" for letter in "abc")
DEVICES = {"devices": "3", "type": "cpu;integrated;discrete"}
SURFACE = [{"name": "VK_KHR_surface", "spec_version": "1"}]
UNORDERED = {"control": "unordered_layer_location"}


def standard_validation_in_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS names a layer of old that is not found."""
    world.explicit_layer(A)
    world.variable("VK_INSTANCE_LAYERS", f"{A}:VK_LAYER_LUNARG_standard_validation")


def library_of_1024_bytes(world: World) -> None:
    """The path of the library has 1024 bytes."""
    folder = "/usr/share" + f"/{'d' * 200}" * 4
    library = folder + "/" + "e" * (1024 - len(folder) - len("/.so") - len("/liba")) + "/liba.so"
    assert len(library) == 1024
    world.library(library, "layer", {"name": A})
    world.implicit_layer(A, mock=None, library_path=library)


def library_of_1023_bytes(world: World) -> None:
    """The path of the library has 1023 bytes."""
    folder = "/usr/share" + f"/{'d' * 200}" * 4
    library = folder + "/" + "e" * (1023 - len(folder) - len("/.so") - len("/liba")) + "/liba.so"
    world.library(library, "layer", {"name": A})
    world.implicit_layer(A, mock=None, library_path=library)


def on_in_settings_against_the_filter(world: World) -> None:
    """A settings file turns on what the disable filter matches."""
    _settings(world, {"name": A, "path": world.explicit_layer(A), "control": "on"})
    world.variable("VK_LOADER_LAYERS_DISABLE", A)


def path_in_settings_without_ending(world: World) -> None:
    """A settings file lists a manifest whose name does not end in .json."""
    path = world.implicit_layer(A, folder="/opt/layers", file="a.txt")
    _settings(world, {"name": A, "path": path, "control": "on"})


def folder_in_settings(world: World) -> None:
    """A settings file lists the folder of a manifest."""
    world.implicit_layer(A, folder="/opt/layers")
    _settings(world, {"name": A, "path": "/opt/layers", "control": "on"})


def number_as_version_of_settings(world: World) -> None:
    """The version of a settings file is a number."""
    world.implicit_layer(A)
    _settings(world, version=1.0)


def settings_around_the_unordered_place(world: World) -> None:
    """A settings file lists layers before and after the unordered location."""
    world.implicit_layer(A)
    first, last = (world.explicit_layer(name, folder="/opt/layers") for name in (B, C))
    _settings(
        world,
        {"name": B, "path": first, "control": "on"},
        UNORDERED,
        {"name": C, "path": last, "control": "on"},
    )


def found_layer_behind_the_unordered_place(world: World) -> None:
    """A settings file lists a layer, which is found without it too, after the unordered location."""
    path = world.implicit_layer(A)
    world.implicit_layer(B)
    _settings(world, UNORDERED, {"name": A, "path": path, "control": "auto"})


def keys_of_settings_in_capitals(world: World) -> None:
    """The keys of a settings file are in capitals."""
    path = world.explicit_layer(A)
    layers = [{"NAME": A, "PATH": path, "CONTROL": "on"}, {"CONTROL": "unordered_layer_location"}]
    _settings_object(world, {"FILE_FORMAT_VERSION": "1.0.0", "SETTINGS": {"LAYERS": layers}})


def programs_of_settings_in_capitals(world: World) -> None:
    """A settings file is for another program, by a key in capitals."""
    entry = {"name": A, "path": world.explicit_layer(A), "control": "on"}
    settings = {"APP_KEYS": ["/usr/bin/other"], "layers": [entry]}
    _settings_object(world, {"file_format_version": "1.0.0", "settings": settings})


def empty_path_in_settings(world: World) -> None:
    """The only layer that a settings file lists has an empty path."""
    world.implicit_layer(A)
    _settings(world, {"name": A, "path": "", "control": "on"})


def settings_in_a_list(world: World) -> None:
    """The settings of a settings file are in a list."""
    world.implicit_layer(A)
    _settings_object(world, {"file_format_version": "1.0.0", "settings": [{"layers": [UNORDERED]}]})


def settings_array_that_is_an_object(world: World) -> None:
    """What is to be a list of settings in a settings file is one of them."""
    world.implicit_layer(A)
    _settings_object(world, {"file_format_version": "1.0.0", "settings_array": {"layers": [UNORDERED]}})


def meta_layer_of_a_higher_patch(world: World) -> None:
    """The version of a meta-layer has a higher patch number than that of its component."""
    world.explicit_layer(A, api_version="1.3.0")
    world.meta_layer(B, components=[A], api_version="1.3.7")
    world.application(layers=(B,))


def meta_layer_of_a_lower_patch(world: World) -> None:
    """The version of a meta-layer has a lower patch number than that of its component."""
    world.explicit_layer(A, api_version="1.3.7")
    world.meta_layer(B, components=[A], api_version="1.3.0")
    world.application(layers=(B,))


def thirty_levels_of_meta_layers(world: World) -> None:
    """Each of thirty meta-layers contains the next one, the last one a layer: no loop, however deep it is."""
    world.explicit_layer(A)
    names = [f"VK_LAYER_TEST_level_{number:02}" for number in range(30)]
    for name, component in zip(names, [*names[1:], A], strict=True):
        world.meta_layer(name, components=[component])
    world.application(layers=(names[0],))


def extensions_of_a_layer_turned_on(world: World) -> None:
    """A settings file turns on an implicit layer with an extension, and lets in all that are found."""
    path = world.implicit_layer(A, instance_extensions=SURFACE)
    _settings(world, {"name": A, "path": path, "control": "on"}, UNORDERED)


def extensions_of_an_explicit_layer_turned_on(world: World) -> None:
    """A settings file turns on an explicit layer with an extension that no driver has."""
    path = world.explicit_layer(A, instance_extensions=[{"name": "VK_TEST_layer", "spec_version": "1"}])
    world.implicit_layer(B)
    _settings(world, {"name": A, "path": path, "control": "on"}, UNORDERED)


def extensions_of_a_layer_turned_off(world: World) -> None:
    """A settings file turns off an implicit layer with an extension, as an implicit one."""
    path = world.implicit_layer(A, instance_extensions=SURFACE)
    entry = {"name": A, "path": path, "control": "off", "treat_as_implicit_manifest": True}
    _settings(world, entry, UNORDERED)


def extensions_of_a_layer_turned_on_against_its_variable(world: World) -> None:
    """A settings file turns on an implicit layer with an extension, whose own variable turns it off."""
    path = world.implicit_layer(A, instance_extensions=SURFACE, disable_environment={"OFF_A": "1"})
    _settings(world, {"name": A, "path": path, "control": "on"}, UNORDERED)
    world.variable("OFF_A", "1")


def extensions_of_a_listed_layer_beside_a_found_one(world: World) -> None:
    """A settings file turns on one of two implicit layers with an extension each, and lets in the other."""
    path = world.implicit_layer(A, instance_extensions=[{"name": "VK_TEST_listed", "spec_version": "1"}])
    world.implicit_layer(B, instance_extensions=[{"name": "VK_TEST_found", "spec_version": "1"}])
    entry = {"name": A, "path": path, "control": "on", "treat_as_implicit_manifest": True}
    _settings(world, entry, UNORDERED)


def extensions_of_a_layer_turned_on_against_the_filter(world: World) -> None:
    """The same, and the disable filter matches the one that is turned on."""
    extensions_of_a_listed_layer_beside_a_found_one(world)
    world.variable("VK_LOADER_LAYERS_DISABLE", A)


def extensions_of_the_only_layer_turned_off(world: World) -> None:
    """A settings file turns off an implicit layer with an extension that no driver has, and lets in no others."""
    path = world.implicit_layer(A, instance_extensions=[{"name": "VK_TEST_layer", "spec_version": "1"}])
    _settings(world, {"name": A, "path": path, "control": "off", "treat_as_implicit_manifest": True})


def implicit_components_that_are_on_already(world: World) -> None:
    """An implicit meta-layer names two implicit layers against their order, one of them twice."""
    world.implicit_layer(A)
    world.implicit_layer(B)
    world.meta_layer("VK_LAYER_TEST_z", components=[A, B, A], implicit=True)


def implicit_components_of_an_explicit_meta_layer(world: World) -> None:
    """The application asks for a meta-layer of an implicit layer, which is on, and of an explicit one twice."""
    world.implicit_layer(A)
    world.explicit_layer(B)
    world.explicit_layer(C)
    world.meta_layer("VK_LAYER_TEST_z", components=[B, C, A, B])
    world.application(layers=("VK_LAYER_TEST_z",))


def meta_layer_that_is_on_asked_for_again(world: World) -> None:
    """The application asks for an explicit layer, and for a meta-layer that is on already."""
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(C, components=[A], implicit=True)
    world.application(layers=(B, C))


def meta_layer_within_another_asked_for_again(world: World) -> None:
    """The application asks for a meta-layer of a meta-layer, for an explicit layer, and for the inner meta-layer."""
    _nested(world)
    world.application(layers=("VK_LAYER_TEST_outer", B, C))


def meta_layer_twice_in_the_variable(world: World) -> None:
    """VK_INSTANCE_LAYERS has a meta-layer of a meta-layer, an explicit layer, and the inner meta-layer."""
    _nested(world)
    world.variable("VK_INSTANCE_LAYERS", f"VK_LAYER_TEST_outer:{B}:{C}")


def outer_meta_layer_behind_the_inner_one(world: World) -> None:
    """The same in the other order: the outer meta-layer was not on before."""
    _nested(world)
    world.variable("VK_INSTANCE_LAYERS", f"{C}:{B}:VK_LAYER_TEST_outer")


def _nested(world: World) -> None:
    world.explicit_layer(A)
    world.explicit_layer(B)
    world.meta_layer(C, components=[A])
    world.meta_layer("VK_LAYER_TEST_outer", components=[C])


def meta_layer_behind_one_that_is_left_out(world: World) -> None:
    """Of two meta-layers, the first names a layer that is missing, the second one with an extension."""
    world.implicit_layer(A, instance_extensions=SURFACE)
    world.meta_layer(B, components=["VK_LAYER_TEST_missing"], implicit=True)
    world.meta_layer(C, components=[A])


def meta_layer_behind_one_that_is_left_out_in_another(world: World) -> None:
    """The same, and a third meta-layer contains the second, which has a component that is missing."""
    world.implicit_layer(A, instance_extensions=SURFACE)
    world.meta_layer(B, components=["VK_LAYER_TEST_missing"])
    world.meta_layer(C, components=[A, "VK_LAYER_TEST_missing"])
    world.meta_layer("VK_LAYER_TEST_d", components=[C])


def implicit_meta_layer_with_all_layers_and_a_missing_one(world: World) -> None:
    """Of two implicit meta-layers, the second has the only layer and one that is missing."""
    world.implicit_layer(A)
    world.meta_layer(B, components=["VK_LAYER_TEST_missing"], implicit=True)
    world.meta_layer(C, components=[A, "VK_LAYER_TEST_missing"], implicit=True)


def implicit_meta_layer_with_a_missing_one_beside_another_layer(world: World) -> None:
    """The same beside a layer that the meta-layer does not name: some releases crash."""
    implicit_meta_layer_with_all_layers_and_a_missing_one(world)
    world.explicit_layer("VK_LAYER_TEST_d")


def seventeen_globs(world: World) -> None:
    """A filter has seventeen globs, two empty elements and a word."""
    names = [f"VK_LAYER_TEST_{number:02}" for number in range(18)]
    for name in names:
        world.implicit_layer(name)
    world.variable("VK_LOADER_LAYERS_DISABLE", ",,~explicit~," + ",".join(names[:17]))


def word_after_sixteen_globs(world: World) -> None:
    """A filter has a word after sixteen globs."""
    names = [f"VK_LAYER_TEST_{number:02}" for number in range(18)]
    for name in names:
        world.implicit_layer(name)
    world.variable("VK_LOADER_LAYERS_DISABLE", ",".join((*names[:16], "~all~")))


def user_folder_set_to_nothing(world: World) -> None:
    """XDG_DATA_HOME is set to nothing."""
    world.implicit_layer(A, folder=f"{HOME}/.local/share/vulkan/implicit_layer.d")
    world.variable("XDG_DATA_HOME", "")


def name_within_another_in_the_variable(world: World) -> None:
    """The name of an implicit layer is part of one in VK_INSTANCE_LAYERS."""
    world.implicit_layer("VK_LAYER_TEST")
    world.explicit_layer(A)
    world.variable("VK_INSTANCE_LAYERS", A)


def second_driver_out_of_memory(world: World) -> None:
    """The vkCreateInstance of one driver succeeds, that of another fails for lack of memory."""
    world.driver("without", flags={"fail": "vkCreateInstance:-1"})
    world.explicit_layer(A)
    world.variable("VK_INSTANCE_LAYERS", A)


def second_driver_out_of_device_memory(world: World) -> None:
    """One of two drivers makes no instance for want of memory of its device."""
    world.driver("other", flags={"device_name": "other", "fail": "vkCreateInstance:-2"})


def only_driver_out_of_device_memory(world: World) -> None:
    """The only driver that is looked at makes no instance for want of memory of its device."""
    path = world.driver("other", flags={"device_name": "other", "fail": "vkCreateInstance:-2"})
    world.variable("VK_ICD_FILENAMES", path)


def devices_of_a_driver_that_can_tell_more(world: World) -> None:
    """Three types of devices, and an application of Vulkan 1.0, for which some releases enable the extension."""
    extension = "VK_KHR_get_physical_device_properties2:2"
    world.driver(flags={**DEVICES, "extensions": extension})


def devices_of_a_driver_of_1_0(world: World) -> None:
    """The same without the extension: no release sorts them."""
    world.driver(flags=DEVICES)


PCI = {"device_extensions": "VK_EXT_pci_bus_info:2", "device": "0x2002;0x2001;0x2000", "type": "cpu;discrete"}
"""The addresses of the devices go up, and their ids down."""


def devices_of_an_old_driver_for_a_newer_application(world: World) -> None:
    """A driver of Vulkan 1.0, and an application of 1.2: some releases sort its devices, without their addresses."""
    world.driver(api_version="1.0.0", flags={**DEVICES, **PCI, "api": "1.0.0"})
    world.application(api="1.2.0")


def addresses_of_an_old_driver_for_a_newer_application(world: World) -> None:
    """The same with the extension, which brings the addresses."""
    extension = "VK_KHR_get_physical_device_properties2:2"
    world.driver(api_version="1.0.0", flags={**DEVICES, **PCI, "api": "1.0.0", "extensions": extension})
    world.application(api="1.2.0")


def first_extensions_of_the_registry(world: World) -> None:
    """A driver with the first half of the instance extensions: a release hides those that came later."""
    world.driver(flags={"extensions": ",".join(f"{name}:1" for name in _instance_extensions()[:22])})


def last_extensions_of_the_registry(world: World) -> None:
    """The same with the other half."""
    world.driver(flags={"extensions": ",".join(f"{name}:1" for name in _instance_extensions()[22:])})


def _instance_extensions() -> list[str]:
    return sorted(registry.instance_extensions())


def _settings(world: World, *layers: dict[str, object], version: object = "1.0.0") -> None:
    _settings_object(world, {"file_format_version": version, "settings": {"layers": list(layers)}})


def _settings_object(world: World, body: dict[str, object]) -> None:
    world.file("/etc/vulkan/loader_settings.d/vk_loader_settings.json", body)


RARE: tuple[Callable[[World], None], ...] = (
    standard_validation_in_variable,
    library_of_1024_bytes,
    library_of_1023_bytes,
    on_in_settings_against_the_filter,
    path_in_settings_without_ending,
    folder_in_settings,
    number_as_version_of_settings,
    settings_around_the_unordered_place,
    found_layer_behind_the_unordered_place,
    keys_of_settings_in_capitals,
    programs_of_settings_in_capitals,
    empty_path_in_settings,
    settings_in_a_list,
    settings_array_that_is_an_object,
    meta_layer_of_a_higher_patch,
    meta_layer_of_a_lower_patch,
    thirty_levels_of_meta_layers,
    extensions_of_a_layer_turned_on,
    extensions_of_an_explicit_layer_turned_on,
    extensions_of_a_layer_turned_off,
    extensions_of_a_layer_turned_on_against_its_variable,
    extensions_of_a_listed_layer_beside_a_found_one,
    extensions_of_a_layer_turned_on_against_the_filter,
    extensions_of_the_only_layer_turned_off,
    implicit_components_that_are_on_already,
    implicit_components_of_an_explicit_meta_layer,
    meta_layer_that_is_on_asked_for_again,
    meta_layer_within_another_asked_for_again,
    meta_layer_twice_in_the_variable,
    outer_meta_layer_behind_the_inner_one,
    meta_layer_behind_one_that_is_left_out,
    meta_layer_behind_one_that_is_left_out_in_another,
    implicit_meta_layer_with_all_layers_and_a_missing_one,
    implicit_meta_layer_with_a_missing_one_beside_another_layer,
    seventeen_globs,
    word_after_sixteen_globs,
    user_folder_set_to_nothing,
    name_within_another_in_the_variable,
    second_driver_out_of_memory,
    second_driver_out_of_device_memory,
    only_driver_out_of_device_memory,
    devices_of_a_driver_that_can_tell_more,
    devices_of_a_driver_of_1_0,
    devices_of_an_old_driver_for_a_newer_application,
    addresses_of_an_old_driver_for_a_newer_application,
    first_extensions_of_the_registry,
    last_extensions_of_the_registry,
)


@pytest.mark.parametrize("build", BUILDS)
@pytest.mark.parametrize("rare", RARE, ids=lambda rare: rare.__name__)
def test_rare_fact_is_predicted(rare: Callable[[World], None], build: str) -> None:
    """What the build does in the world is what its release is predicted to do."""
    library = LOADERS / build / "libvulkan.so.1"
    if not library.is_file():
        pytest.skip(f"no build of {build} in ../shared/subjects/loaders")
    world = World()
    world.driver()
    rare(world)
    scenario = world.scenario()

    seen = ForeignLoader(str(library)).observe(scenario)
    predicted = predict(scenario, LATEST, Build(age=age_of(build)))

    if predicted.observation.ended == "not covered":
        pytest.skip(predicted.observation.detail)
    assert predicted.observation.ended == seen.ended
    assert seen.ended in ("ok", "crash")
    assert seen.ended == "crash" or not differences(predicted.observation, seen)
