"""What was observed on builds in worlds with odd paths, names, meta-layers and settings files."""

import json
from collections.abc import Callable, Sequence

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import OF_A_LAYER, Observation
from refloader.scenario.scenario import OVERRIDE_LAYER, World

A, M, N, P, Q = (f"VK_LAYER_TEST_{letter}" for letter in "amnpq")
SETTINGS = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"
FAILED_LIST = "vkEnumerateInstanceExtensionProperties:-3"
UNORDERED = {"control": "unordered_layer_location"}


def predicted(world: World, release: str) -> Observation:
    """What a release is predicted to do."""
    return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation


def with_driver() -> World:
    """A world with the plain driver."""
    world = World()
    world.driver()
    return world


class TestSpelling:
    """Loaders compare the text of paths: one folder in two spellings is two folders."""

    @pytest.mark.parametrize(
        ("first", "second", "times"),
        [
            ("/world/x", "/world/x", 1),
            ("/world/x", "//world/x", 2),
            ("/world/x", "/world/./x", 2),
            ("/world/x", "/world/x/", 2),
        ],
    )
    def test_of_a_variable_that_names_folders(self, first: str, second: str, times: int) -> None:
        """Each spelling is searched."""
        world = with_driver()
        world.explicit_layer(A, folder="/world/x")
        world.variable("VK_LAYER_PATH", f"{first}:{second}")

        assert predicted(world, "1.3.290").layer_names == (A,) * times

    @pytest.mark.parametrize(("second", "times"), [("/world/x/", 1), ("//world/x", 2), ("/world/x//", 2)])
    def test_of_base_folders(self, second: str, times: int) -> None:
        """One slash at the end of a base does not count."""
        world = with_driver()
        world.explicit_layer(A, folder="/world/x/vulkan/explicit_layer.d")
        world.variable("XDG_DATA_DIRS", f"/world/x:{second}")

        assert predicted(world, "1.3.290").layer_names == (A,) * times

    @pytest.mark.parametrize(("release", "times"), [("1.2.189", 1), ("1.3.216", 2)])
    def test_of_the_paths_of_an_override_layer(self, release: str, times: int) -> None:
        """Up to 1.3.206 one slash at the end does not count, as in the bases."""
        world = with_driver()
        world.explicit_layer(A, folder="/world/x")
        world.override_layer(components=[A], override_paths=["/world/x", "/world/x/"])

        assert predicted(world, release).layer_names.count(A) == times


class TestEmptyEntries:
    """An empty entry, or three, hides the next one of a list from the comparison with those before it."""

    @pytest.mark.parametrize(
        ("value", "times"),
        [
            ("/world/x:/world/x", 1),
            ("/world/x::/world/x", 2),
            ("/world/x:::/world/x", 1),
            ("/world/x::::/world/x", 2),
            ("/world/x::/none:/world/x", 1),
            ("::/world/x:/world/x", 1),
            ("/world/x::/world/x::/world/x", 3),
        ],
    )
    def test_before_a_folder_that_is_named_again(self, value: str, times: int) -> None:
        """The folder is read as often as it is left in the list."""
        world = with_driver()
        world.explicit_layer(A, folder="/world/x")
        world.variable("VK_LAYER_PATH", value)

        assert predicted(world, "1.4.335").layer_names == (A,) * times

    @pytest.mark.parametrize(("release", "times"), [("1.2.135", 2), ("1.2.162", 2), ("1.4.335", 2)])
    def test_before_a_driver_that_is_named_again(self, release: str, times: int) -> None:
        """1.2.135 counts each repetition, later releases this one."""
        world = World()
        path = world.driver()
        world.variable("VK_ICD_FILENAMES", f"{path}::{path}")

        assert len(predicted(world, release).devices) == times

    @pytest.mark.parametrize("variable", ["VK_ADD_LAYER_PATH", "XDG_DATA_DIRS"])
    def test_of_a_list_beside_others(self, variable: str) -> None:
        """Folders that such a list adds are compared without the empty entries."""
        world = with_driver()
        folder = "/world/x" if variable.startswith("VK") else "/world/x/vulkan/explicit_layer.d"
        world.explicit_layer(A, folder=folder)
        world.variable(variable, "/world/x::/world/x")

        assert predicted(world, "1.4.335").layer_names == (A,)


class TestNames:
    """Control characters in the strings of a manifest."""

    @pytest.mark.parametrize(("character", "shown"), [("\x01", "u0001"), ("\x1f", "u001f"), ("\t", "\t")])
    def test_in_a_description(self, character: str, shown: str) -> None:
        """Those for which JSON has no letter are written as a number."""
        world = with_driver()
        world.explicit_layer(A, description=f"x{character}y")

        assert predicted(world, "1.4.335").layers[0].description == f"x{shown}y"

    @pytest.mark.parametrize(
        ("name", "result"), [("a\nb", -7), ("a\x7fb", -7), ("a\x01b", 0), ("a\u00e4b", 0)]
    )
    def test_in_a_name(self, name: str, result: int) -> None:
        """A layer with one in its name is listed, and its extensions cannot be asked for."""
        world = with_driver()
        world.explicit_layer(
            name, flags={"name": "plain"}, folder="/usr/share/vulkan/explicit_layer.d", mock=None
        )

        assert predicted(world, "1.4.335").results[OF_A_LAYER] == result


class TestMetaLayers:
    """From 1.4.303 on, a meta-layer that comes to another one in two ways is left out."""

    @pytest.mark.parametrize(("release", "listed"), [("1.3.290", True), ("1.4.335", False)])
    @pytest.mark.parametrize(
        "components",
        [{P: [Q, Q], Q: [A]}, {P: [M, N], M: [Q], N: [Q], Q: [A]}, {P: [Q, A, Q], Q: [A]}],
        ids=["twice", "through two others", "twice around a layer"],
    )
    def test_that_share_one(self, components: dict[str, Sequence[str]], release: str, listed: bool) -> None:
        """The one at the top is not listed."""
        world = with_driver()
        world.explicit_layer(A)
        for name, parts in components.items():
            world.meta_layer(name, components=parts)

        assert (P in predicted(world, release).layer_names) is listed

    @pytest.mark.parametrize("release", ["1.3.290", "1.4.335"])
    def test_that_share_a_layer(self, release: str) -> None:
        """A layer may be a component twice."""
        world = with_driver()
        world.explicit_layer(A)
        world.meta_layer(P, components=[A, M, A])
        world.meta_layer(M, components=[A])

        assert P in predicted(world, release).layer_names


class TestOverrideLayer:
    """The blacklist of an override layer."""

    def test_that_blocks_itself(self) -> None:
        """It stays listed."""
        world = with_driver()
        world.override_layer(blacklist=[OVERRIDE_LAYER])

        assert predicted(world, "1.4.335").layer_names == (OVERRIDE_LAYER,)

    @pytest.mark.parametrize(("release", "chain"), [("1.1.97", (A,)), ("1.1.126", ())])
    def test_that_blocks_its_component(self, release: str, chain: tuple[str, ...]) -> None:
        """1.1.97 does not read the list."""
        world = with_driver()
        world.explicit_layer(A)
        world.override_layer(components=[A], blacklist=[A])

        assert predicted(world, release).chain == chain

    @pytest.mark.parametrize(
        ("release", "extensions", "applies"),
        [
            ("1.2.162", [{"name": "VK_KHR_surface", "spec_version": "1"}], True),
            ("1.3.250", [{"name": "VK_KHR_surface"}], True),
            ("1.3.250", [{"spec_version": "1"}], False),
            ("1.3.250", [], False),
            ("1.3.275", [{"name": "VK_KHR_surface", "spec_version": "1"}], False),
        ],
    )
    @pytest.mark.parametrize("key", ["instance_extensions", "device_extensions"])
    def test_for_another_program(
        self, release: str, extensions: Sequence[dict[str, str]], applies: bool, key: str
    ) -> None:
        """Up to 1.3.250, one that lists an extension applies to all programs."""
        world = with_driver()
        world.explicit_layer(A)
        world.override_layer(components=[A], app_keys=["/usr/bin/other"], **{key: extensions})

        assert (OVERRIDE_LAYER in predicted(world, release).layer_names) is applies


class TestDevices:
    """A driver that has no memory to enumerate its devices fails the enumeration of all, in every release."""

    @pytest.mark.parametrize("release", ["1.3.275", "1.3.290", "1.4.335"])
    def test_without_memory(self, release: str) -> None:
        """The other driver's devices are not reported."""
        world = with_driver()
        world.driver("second", flags={"fail": "vkEnumeratePhysicalDevices:-1"})

        assert predicted(world, release).results["devices"] == -1

    def test_without_memory_of_the_device(self) -> None:
        """From 1.3.284 on another error loses the driver's own devices alone."""
        world = with_driver()
        world.driver("second", flags={"fail": "vkEnumeratePhysicalDevices:-2"})

        assert [each.name for each in predicted(world, "1.3.290").devices] == ["mock driver"]


class TestStrangersInSettings:
    """A manifest in a settings file's list that has no layer of its entry's name."""

    @pytest.fixture
    def listing(self) -> Callable[[str, str], Observation]:
        """What is predicted for a list: layers by their letters, "u" the place of others, "?" and "!" strangers.

        "?" is an entry for a manifest with a layer of another name, "!" one for a manifest without a layer. "n" is
        found in the ordinary way.
        """

        def predicted_for(rows: str, release: str) -> Observation:
            world = with_driver()
            paths = {"n": world.explicit_layer(N)}
            paths |= {row: world.explicit_layer(name, folder="/world") for row, name in (("p", P), ("q", Q))}
            paths |= {
                "?": world.explicit_layer(M, folder="/world"),
                "!": world.file("/world/empty.json", "{}"),
            }
            names = {"n": N, "p": P, "q": Q, "?": "VK_LAYER_other", "!": "VK_LAYER_none"}
            layers = [
                {"name": names[row], "path": paths[row], "control": "on"} if row in names else UNORDERED
                for row in rows
            ]
            world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": layers}})
            return predicted(world, release)

        return predicted_for

    @pytest.mark.parametrize("release", ["1.3.290", "1.4.321", "1.4.335"])
    @pytest.mark.parametrize(
        ("rows", "names"),
        [
            ("?", []),
            ("?u", [N]),
            ("u?", [N]),
            ("p?u", [N]),
            ("pu?", [P]),
            ("u?p", [P]),
            ("pq?u", [P, N]),
            ("p?q", [Q]),
        ],
    )
    def test_with_another_layer(
        self, listing: Callable[[str, str], Observation], rows: str, names: list[str], release: str
    ) -> None:
        """The loader takes out what it has appended, and one element more."""
        assert list(listing(rows, release).layer_names) == names

    @pytest.mark.parametrize(
        ("release", "ended"), [("1.3.290", "crash"), ("1.4.321", "crash"), ("1.4.335", "ok")]
    )
    def test_behind_the_place_of_others(
        self, listing: Callable[[str, str], Observation], release: str, ended: str
    ) -> None:
        """The loader crashes if it takes out an element behind that place."""
        assert listing("up?", release).ended == ended

    @pytest.mark.parametrize(
        ("rows", "old", "new"),
        [("p!u", [N], [P, N]), ("u!", [N], [N]), ("pq!u", [N], [P, Q, N]), ("p!q", [Q], [P, Q])],
    )
    def test_without_a_layer(
        self, listing: Callable[[str, str], Observation], rows: str, old: list[str], new: list[str]
    ) -> None:
        """Up to 1.3.301 it takes out the two elements before it."""
        assert list(listing(rows, "1.3.290").layer_names) == old
        assert list(listing(rows, "1.4.321").layer_names) == new

    def test_first_without_a_layer(self, listing: Callable[[str, str], Observation]) -> None:
        """There is no element before it, and up to 1.3.301 the loader crashes."""
        assert listing("!u", "1.3.290").ended == "crash"
        assert listing("!u", "1.4.321").ended == "ok"


class TestMetaLayersBesideSettings:
    """A meta-layer that a settings file does not list, and whose component it lists."""

    @pytest.mark.parametrize("release", ["1.4.321", "1.4.335"])
    @pytest.mark.parametrize(("folder", "usable"), [("/world", False), ("", True)])
    def test_a_component_in_the_list(self, folder: str, usable: bool, release: str) -> None:
        """It counts only if it is also found in the ordinary way."""
        world = with_driver()
        path = world.explicit_layer(A, folder=folder)
        world.meta_layer(M, components=[A])
        layers = [{"name": A, "path": path, "control": "on"}, UNORDERED]
        world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": layers}})

        assert (M in predicted(world, release).layer_names) is usable


class TestRenamedNegotiation:
    """A layer may have another name for its negotiation function from format 1.1.0 on."""

    @pytest.mark.parametrize("release", ["1.1.126", "1.4.335"])
    @pytest.mark.parametrize(("version", "used"), [("1.0.0", False), ("1.0.1", False), ("1.1.0", True)])
    def test_by_format(self, version: str, used: bool, release: str) -> None:
        """Before that format, the layer has no function that the loader could call."""
        world = with_driver()
        names = {"vkNegotiateLoaderLayerInterfaceVersion": "mock_NegotiateLoaderLayerInterfaceVersion"}
        world.explicit_layer(A, mock="layer_renamed", file_format_version=version, functions=names)
        world.application(layers=[A])

        assert (predicted(world, release).chain == (A,)) is used


class TestExtensionsOfDrivers:
    """A driver that fails vkEnumerateInstanceExtensionProperties fails the application's."""

    @pytest.mark.parametrize("release", ["1.2.162", "1.3.250", "1.4.335"])
    @pytest.mark.parametrize(
        ("flags", "result"),
        [
            ({"fail": FAILED_LIST}, -3),
            ({"fail": FAILED_LIST, "null": "vkCreateInstance"}, 0),
            ({"fail": f"{FAILED_LIST},vk_icdNegotiateLoaderICDInterfaceVersion:-9"}, 0),
        ],
        ids=["used", "without vkCreateInstance", "refused"],
    )
    def test_that_cannot_be_listed(self, flags: dict[str, str], result: int, release: str) -> None:
        """Only if the driver can be used otherwise."""
        world = with_driver()
        world.driver("second", flags=flags)

        assert predicted(world, release).results.get("extensions", 0) == result


class TestArchitecture:
    """A library_arch that is a number counts as its text from 1.3.251 to 1.4.302, and not in other releases."""

    @pytest.mark.parametrize(("release", "used"), [("1.3.250", True), ("1.3.290", False), ("1.4.335", True)])
    def test_of_a_driver(self, release: str, used: bool) -> None:
        """A driver for 32 bits is passed over by a program of 64."""
        world = with_driver()
        world.driver("second", library_arch=32)

        assert ("second" in predicted(world, release).drivers) is used

    @pytest.mark.parametrize(
        ("release", "listed"), [("1.3.250", True), ("1.3.290", False), ("1.4.335", True)]
    )
    def test_of_a_layer(self, release: str, listed: bool) -> None:
        """A layer for 32 bits is not listed."""
        world = with_driver()
        world.explicit_layer(A, library_arch=32)

        assert (A in predicted(world, release).layer_names) is listed


class TestSettingsFile:
    """A meta-layer that a settings file lists."""

    @pytest.mark.parametrize(("release", "names"), [("1.3.290", (P, A, P)), ("1.4.335", (P, A))])
    def test_lists_no_components_extensions(self, release: str, names: tuple[str, ...]) -> None:
        """Its own extensions are reported; before 1.3.302 it is listed where it is found, too."""
        world = with_driver()
        offered = [{"name": "VK_TEST_a", "spec_version": "1"}]
        world.explicit_layer(A, instance_extensions=offered)
        path = world.meta_layer(
            P, components=[A], instance_extensions=[{"name": "VK_TEST_p", "spec_version": "1"}]
        )
        entry = {"name": P, "path": path, "control": "on"}
        layers = {"layers": [entry, UNORDERED]}
        world.file(SETTINGS, json.dumps({"file_format_version": "1.0.0", "settings": layers}))

        seen = predicted(world, release)

        assert seen.layer_names == names
        assert [each.name for each in seen.extensions[P]] == ["VK_TEST_p"]

    def test_implicit_meta_layer_without_its_component(self) -> None:
        """From 1.3.302 on its extensions are not among those of the instance."""
        world = with_driver()
        offered = [{"name": "VK_TEST_p", "spec_version": "1"}]
        world.meta_layer(P, components=[A], implicit=True, instance_extensions=offered)
        layers = {"layers": [UNORDERED]}
        world.file(SETTINGS, json.dumps({"file_format_version": "1.0.0", "settings": layers}))

        assert "VK_TEST_p" not in [each.name for each in predicted(world, "1.4.335").extensions[""]]


class TestComponentsOfAnOverrideLayer:
    """An implicit layer that its own variables switch off, and that the override layer names."""

    @pytest.mark.parametrize(
        ("release", "chain"),
        [
            ("1.2.162", (A, N)),
            ("1.2.198", (N, A)),
            ("1.3.231", (N, A)),
            ("1.3.250", (A, N)),
            ("1.4.335", (A, N)),
        ],
    )
    def test_its_own_place_among_the_implicit_layers(self, release: str, chain: tuple[str, ...]) -> None:
        """Not behind them all, but in releases in which the last layer of a name runs."""
        world = with_driver()
        world.implicit_layer(A, file="1.json", disable_environment={"OFF": "1"})
        world.implicit_layer(N, file="2.json")
        world.override_layer(components=[A])
        world.variable("OFF", "1")

        assert predicted(world, release).chain == chain

    def test_an_explicit_one_behind_the_implicit_layers(self) -> None:
        """It has no place among them."""
        world = with_driver()
        world.explicit_layer(A)
        world.implicit_layer(N)
        world.override_layer(components=[A])

        assert predicted(world, "1.4.335").chain == (N, A)
