"""What an Android loader finds: layers in libraries that it asks, in few folders, and never by itself."""

import pytest

from refloader.model.edition import Edition
from refloader.model.system import System
from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

OWN = "/data/app/com.example.game/lib/arm64"
ONE, TWO = "VK_LAYER_TEST_one", "VK_LAYER_TEST_two"


@pytest.fixture
def android(world: World) -> World:
    """An application with a library folder of its own, which may not be debugged."""
    world.on(System.ANDROID)
    world.platform(native_libraries=(OWN,))
    return world


def debug_folder(subject: Trial) -> str:
    """The folder that the document of the subject's edition names."""
    is_first = subject.edition is Edition.E2016
    return "/data/local/vulkan/debug" if is_first else "/data/local/debug/vulkan"


@pytest.mark.rule("DISC-ANDROID-01")
class TestDebugFolder:
    """One fixed folder is searched for an application that may be debugged, and for no other."""

    def test_debuggable_application_has_its_layers(self, android: World, subject: Trial) -> None:
        """A debuggable application has the layers of the debug folder: they are enumerated and can be enabled."""
        android.platform(debuggable=True)
        android.explicit_layer(ONE, folder=debug_folder(subject))
        android.application(layers=[ONE])

        seen = subject.observe(android)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,))

    def test_other_applications_have_not(self, android: World, subject: Trial) -> None:
        """A layer in the debug folder is neither enumerated nor enabled if the application is not debuggable."""
        android.explicit_layer(ONE, folder=debug_folder(subject))
        android.application(layers=[ONE])

        seen = subject.observe(android)

        assert (seen.layer_names, seen.result_name) == ((), "VK_ERROR_LAYER_NOT_PRESENT")

    def test_no_other_folder_is_searched(self, android: World, subject: Trial) -> None:
        """A layer below the debug folder, in that of other editions or in /etc/vulkan is not found on Android."""
        android.platform(debuggable=True)
        others = {"/data/local/vulkan/debug", "/data/local/debug/vulkan"} - {debug_folder(subject)}
        android.explicit_layer(ONE, folder=others.pop())
        android.explicit_layer(TWO, folder=f"{debug_folder(subject)}/below")
        android.explicit_layer("VK_LAYER_TEST_etc", folder="/etc/vulkan/explicit_layer.d")

        seen = subject.observe(android)

        assert seen.layer_names == ()


@pytest.mark.rule("DISC-ANDROID-02")
class TestApplicationFolder:
    """The layers that an application brings in its own library folder are there for it."""

    def test_own_layers_are_found(self, android: World, subject: Trial) -> None:
        """A layer in the application's own library folder can be enabled, though it is not debuggable."""
        android.explicit_layer(ONE, folder=OWN)
        android.application(layers=[ONE])

        seen = subject.observe(android)

        assert (seen.layer_names, seen.chain) == ((ONE,), (ONE,))

    def test_several_folders_are_searched(self, android: World, subject: Trial) -> None:
        """A layer in a second library folder of the application is found on Android."""
        android.platform(native_libraries=(OWN, "/data/app/com.example.game/base.apk!/lib"))
        android.explicit_layer(ONE, folder="/data/app/com.example.game/base.apk!/lib")

        seen = subject.observe(android)

        assert seen.layer_names == (ONE,)

    def test_folders_of_others_are_not(self, android: World, subject: Trial) -> None:
        """A layer in the library folder of another application is not found on Android."""
        android.explicit_layer(ONE, folder="/data/app/com.example.other/lib/arm64")

        seen = subject.observe(android)

        assert seen.layer_names == ()


@pytest.mark.rule("DISC-ANDROID-03")
class TestIntrospection:
    """What a layer is comes from its library's answers; manifests are not read."""

    def test_library_tells_of_its_layer(self, android: World, subject: Trial) -> None:
        """On Android a layer's name, version, description and extensions are what its library answers."""
        android.explicit_layer(ONE, folder=OWN, flags={"instance_extensions": "VK_TEST_own:7"})

        seen = subject.observe(android)

        told = [(each.name, each.implementation_version, each.description) for each in seen.layers]
        assert told == [(ONE, 1, "mock layer")]
        assert [(each.name, each.version) for each in seen.extensions.get(ONE, ())] == [("VK_TEST_own", 7)]

    def test_manifest_is_not_read(self, android: World, subject: Trial) -> None:
        """On Android a manifest beside a library gives no layer and changes none."""
        android.platform(debuggable=True)
        android.explicit_layer(ONE, folder=OWN)
        body = {"name": TWO, "type": "GLOBAL", "library_path": "./libx.so", "api_version": "1.3.0"}
        for folder in (OWN, debug_folder(subject), "/etc/vulkan/explicit_layer.d"):
            android.file(f"{folder}/two.json", {"file_format_version": "1.0.0", "layer": body})

        seen = subject.observe(android)

        assert seen.layer_names == (ONE,)

    def test_library_without_the_functions_has_no_layers(self, android: World, subject: Trial) -> None:
        """On Android a library without introspection functions has no layers and fails no instance."""
        android.library(f"{OWN}/libmain.so", "layer_v2", {"name": ONE})

        seen = subject.observe(android)

        assert (seen.result_name, seen.layer_names) == ("VK_SUCCESS", ())

    def test_other_files_are_not_asked(self, android: World, subject: Trial) -> None:
        """On Android a library whose name does not end in .so gives no layer."""
        android.explicit_layer(ONE, folder=OWN, file="libone.so.bak")

        seen = subject.observe(android)

        assert seen.layer_names == ()


@pytest.mark.rule("DISC-ANDROID-04")
class TestNoImplicitLayers:
    """Nothing is active that the application does not ask for."""

    @pytest.fixture(autouse=True)
    def present(self, android: World) -> None:
        """Layers wherever there are any, none of them asked for."""
        android.platform(debuggable=True)
        android.explicit_layer(ONE, folder=OWN)
        android.explicit_layer(TWO, folder="/data/local/debug/vulkan")

    def test_nothing_is_active_by_itself(self, android: World, subject: Trial) -> None:
        """On Android a layer that the application does not request is found and not loaded."""
        seen = subject.observe(android)

        assert (set(seen.layer_names), seen.chain) == ({ONE, TWO}, ())

    @pytest.mark.parametrize("variable", ["VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"])
    def test_no_variable_makes_it_active(self, android: World, subject: Trial, variable: str) -> None:
        """On Android neither VK_INSTANCE_LAYERS nor VK_LOADER_LAYERS_ENABLE loads a layer."""
        android.variable(variable, ONE)

        seen = subject.observe(android)

        assert seen.chain == ()

    def test_implicit_manifests_have_no_effect(self, android: World, subject: Trial) -> None:
        """On Android the manifest of an implicit layer or an override layer loads no layer."""
        body = {"name": ONE, "type": "GLOBAL", "library_path": f"{OWN}/lib{ONE}.so", "api_version": "1.3.0"}
        implicit = {**body, "disable_environment": {"OFF": "1"}}
        override = {**implicit, "name": "VK_LAYER_LUNARG_override", "component_layers": [ONE]}
        for number, layer in enumerate((implicit, override)):
            for folder in ("/etc/vulkan/implicit_layer.d", OWN, "/data/local/debug/vulkan"):
                android.file(f"{folder}/{number}.json", {"file_format_version": "1.1.2", "layer": layer})

        seen = subject.observe(android)

        assert seen.chain == ()

    def test_what_is_asked_for_is_active(self, android: World, subject: Trial) -> None:
        """On Android requested layers are in the chain, in the order of ppEnabledLayerNames."""
        android.application(layers=[TWO, ONE])

        seen = subject.observe(android)

        assert seen.chain == (TWO, ONE)
