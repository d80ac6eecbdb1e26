"""What layer and driver logging list: places searched, what was found there, what does not fit, and call chains."""

import struct

import pytest

from refloader.sandbox.messages import in_turn, lines, named_in, without_numbers
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World
from refloader.scenario.script import Script
from refloader.suite.loaders.trial import Trial

pytestmark = pytest.mark.needs_library

ONE = "VK_LAYER_TEST_one"
TWO = "VK_LAYER_TEST_two"
STANDARD = (
    "/home/user/.config/vulkan/{}",
    "/etc/xdg/vulkan/{}",
    "/etc/vulkan/{}",
    "/home/user/.local/share/vulkan/{}",
    "/usr/local/share/vulkan/{}",
    "/usr/share/vulkan/{}",
)
LIBRARY = "/world/one.so"
NARROW = struct.pack("<16sHHIIIIIHHHHHH", b"\x7fELF\1\1\1", 3, 3, 1, 0, 0, 0, 0, 52, 32, 0, 40, 0, 0) + bytes(
    64
)
"""The beginning of a library for 32-bit processes."""


def words(text: str, name: str) -> list[str]:
    """The words of a listing but for those that hold the layer's name."""
    return [word for word in text.split() if name not in word]


def said(subject: Trial, world: World, option: str, *, device: bool = False) -> Observation:
    """What is written while an instance is made, and perhaps a device."""
    world.variable("VK_LOADER_DEBUG", option)
    script = Script()
    script.create(layers=world.scenario().application.layers)
    if device:
        script.devices()
        script.device()
    return subject.calls(world, script)


def between(seen: Observation, last: str) -> list[str]:
    """The lines from the one with <Application> to the first one with the other end of a chain."""
    said = lines(seen)
    start = next((number for number, line in enumerate(said) if "<Application>" in line), len(said))
    end = next((number for number, line in enumerate(said) if number > start and last in line), start)
    return list(said[start : end + 1])


def order(said: list[str], *names: str) -> list[str]:
    """The names, whatever the case of their letters, in the order of the first lines that hold them."""
    small = [*enumerate(line.lower() for line in said)]
    places = {name: number for name in names for number, line in reversed(small) if name.lower() in line}
    return sorted(places, key=lambda name: places[name])


class TestLayerLogging:
    """With layer logging the loader tells which layers are found and where, and what keeps them out."""

    @pytest.mark.rule("DEBUG-LOG-05")
    @pytest.mark.parametrize("kind", ["implicit_layer.d", "explicit_layer.d"])
    def test_the_folders_in_their_order(self, world: World, subject: Trial, kind: str) -> None:
        """Layer logging lists every standard folder that has layers, in the order of the search."""
        world.driver()
        folders = [folder.format(kind) for folder in STANDARD]
        add = world.implicit_layer if kind.startswith("implicit") else world.explicit_layer
        for number, folder in enumerate(folders):
            add(f"VK_LAYER_TEST_{number}", folder=folder)

        seen = said(subject, world, "layer")

        config_home, config_dirs, *others = folders
        listed = in_turn(lines(seen), folders)
        subject.reading(
            "AMB-RANK-1-TWICE", listed, chosen=folders, tolerated=[config_dirs, config_home, *others]
        )

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_the_folders_of_a_variable(self, world: World, subject: Trial) -> None:
        """Layer logging lists the folders of VK_LAYER_PATH in their order."""
        world.driver()
        world.variable("VK_LAYER_PATH", "/world/b:/world/a")
        world.explicit_layer(ONE, folder="/world/a")
        world.explicit_layer(TWO, folder="/world/b")

        seen = said(subject, world, "layer")

        assert in_turn(lines(seen), ["/world/a", "/world/b"]) == ["/world/b", "/world/a"]

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_the_files_found(self, world: World, subject: Trial) -> None:
        """Layer logging lists the path of each layer manifest that is found, implicit or explicit, used or not."""
        world.driver()
        world.implicit_layer(ONE, file="one.json")
        world.explicit_layer(TWO, file="two.json", folder="/home/user/.config/vulkan/explicit_layer.d")
        files = [
            "/usr/share/vulkan/implicit_layer.d/one.json",
            "/home/user/.config/vulkan/explicit_layer.d/two.json",
        ]

        seen = said(subject, world, "layer")

        assert set(in_turn(lines(seen), files)) == set(files)

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_disable_variables(self, world: World, subject: Trial) -> None:
        """Layer logging names the disable variable of an implicit layer."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"TURN_IT_OFF": "1"})

        seen = said(subject, world, "layer")

        assert named_in(seen, "TURN_IT_OFF") == ("TURN_IT_OFF",)

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_a_layer_turned_off_by_its_variable(self, world: World, subject: Trial) -> None:
        """Layer logging should name a layer that its disable variable turns off, not only its manifest."""
        world.driver()
        world.implicit_layer(ONE, file="one.json")
        world.variable(f"DISABLE_{ONE}", "1")

        seen = said(subject, world, "layer")

        subject.implied(
            named_in(seen, ONE), (ONE,), "DEBUG-LOG-05, which does not say how a disabled layer is reported"
        )

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_a_missing_library(self, subject: Trial) -> None:
        """Layer logging has a line on a missing library: the name of the layer or of one of its files is in it."""
        usual, missing = World(), World()
        for world in (usual, missing):
            world.driver()
            world.implicit_layer(ONE, file="one.json", mock=None, library_path=LIBRARY)
        usual.library(LIBRARY, "layer", {"name": ONE})

        before = {*without_numbers(lines(said(subject, usual, "layer")))}
        seen = said(subject, missing, "layer")

        new = [line for line in lines(seen) if not before.issuperset(without_numbers([line]))]
        of_it = [line for line in new if any(name in line for name in (ONE, LIBRARY, "one.json"))]
        assert (seen.chain, of_it != []) == ((), True)
        is_named = any(name in line for line in of_it for name in (ONE, LIBRARY))
        subject.implied(
            (is_named, named_in(seen, ONE)),
            (True, (ONE,)),
            "DEBUG-LOG-05, which has the lack reported and not by which name",
        )

    @pytest.mark.rule("DEBUG-LOG-05", "DEBUG-WRONGARCH-01")
    def test_a_layer_of_the_wrong_word_size(self, world: World, subject: Trial) -> None:
        """Layer logging names a layer whose library is for 32-bit processes, and another layer is used."""
        world.driver()
        world.file("/world/narrow.so", NARROW)
        world.implicit_layer(ONE, file="one.json", mock=None, library_path="/world/narrow.so")
        world.implicit_layer(TWO)

        seen = said(subject, world, "layer")

        assert (seen.chain, named_in(seen, ONE)) == ((TWO,), (ONE,))

    @pytest.mark.rule("DEBUG-LOG-05")
    @pytest.mark.parametrize("kind", ["implicit_layer.d", "explicit_layer.d"])
    def test_folders_apart_from_their_files(self, world: World, subject: Trial, kind: str) -> None:
        """Layer logging lists the searched folders in their order, those without manifests, too."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        folders = [folder.format(kind) for folder in STANDARD]
        for folder in folders:
            world.file(f"{folder}/README", "no manifest")

        seen = said(subject, world, "layer")

        apart = [line for line in lines(seen) if ".json" not in line]
        config_home, config_dirs, *others = folders
        subject.reading(
            "AMB-RANK-1-TWICE",
            in_turn(apart, folders),
            chosen=folders,
            tolerated=[config_dirs, config_home, *others],
        )

    @pytest.mark.rule("DEBUG-LOG-05")
    @pytest.mark.parametrize("content", ["{", "[]", "{}"], ids=["broken", "no object", "no layer"])
    @pytest.mark.parametrize("kind", ["implicit_layer.d", "explicit_layer.d"])
    def test_files_that_are_no_manifests(self, world: World, subject: Trial, kind: str, content: str) -> None:
        """Layer logging lists each .json file in a searched folder, one that is no valid manifest, too."""
        world.driver()
        add = world.implicit_layer if kind.startswith("implicit") else world.explicit_layer
        add(ONE, file="one.json")
        files = [f"/usr/share/vulkan/{kind}/{name}.json" for name in ("bad", "one")]
        world.file(files[0], content)

        seen = said(subject, world, "layer")

        assert set(in_turn(lines(seen), files)) == set(files)

    @pytest.mark.rule("DEBUG-LOG-05")
    def test_disable_variables_of_layers_that_are_off(self, world: World, subject: Trial) -> None:
        """Layer logging names the disable variable of a layer that is on, and should name that of one that is off."""
        world.driver()
        world.implicit_layer(ONE, disable_environment={"TURN_IT_OFF": "1"})
        world.implicit_layer(TWO, disable_environment={"TURN_IT_OFF_TOO": "1"})
        world.variable("TURN_IT_OFF", "1")

        seen = said(subject, world, "layer")

        assert named_in(seen, "TURN_IT_OFF_TOO") == ("TURN_IT_OFF_TOO",)
        whole = [line for line in lines(seen) if "TURN_IT_OFF" in line.replace("TURN_IT_OFF_TOO", "")]
        subject.implied(bool(whole), True, "DEBUG-LOG-05, which does not say whether off layers are meant")


class TestChainListing:
    """At vkCreateInstance the layer log shows the chain from <Application> through <Loader> to <Drivers>."""

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_the_order_of_the_chain(self, world: World, subject: Trial) -> None:
        """The layer log lists the chain in order: <Application>, <Loader>, implicit and explicit layer, <Drivers>."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[TWO])

        chain = between(said(subject, world, "layer"), "<Drivers>")

        expected = ["<Application>", "<Loader>", ONE, TWO, "<Drivers>"]
        assert order(chain, *expected) == expected

    @pytest.mark.rule("DEBUG-LOG-06")
    @pytest.mark.parametrize("number", [3, 1, 5])
    def test_every_layer_of_the_chain(self, world: World, subject: Trial, number: int) -> None:
        """The layer log lists every layer of the chain in its place between <Loader> and <Drivers>."""
        names = [f"VK_LAYER_TEST_{letter}" for letter in "caebd"[:number]]
        world.driver()
        for name in names:
            world.explicit_layer(name)
        world.application(layers=names)

        chain = between(said(subject, world, "layer"), "<Drivers>")

        expected = ["<Application>", "<Loader>", *names, "<Drivers>"]
        assert order(chain, *expected) == expected

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_what_is_told_of_an_implicit_layer(self, world: World, subject: Trial) -> None:
        """The layer log's chain has an implicit layer's type, disable variable, manifest and library."""
        world.driver()
        world.implicit_layer(ONE, file="one.json", disable_environment={"TURN_IT_OFF": "1"})
        fields = [
            "Implicit",
            "TURN_IT_OFF",
            "/usr/share/vulkan/implicit_layer.d/one.json",
            f"lib{ONE}.so",
        ]

        chain = between(said(subject, world, "layer"), "<Drivers>")

        assert set(order(chain, *fields)) == set(fields)

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_what_is_told_of_an_explicit_layer(self, world: World, subject: Trial) -> None:
        """The layer log's chain has an explicit layer's type, manifest and library."""
        world.driver()
        world.explicit_layer(ONE, file="one.json")
        world.application(layers=[ONE])
        fields = [
            "Explicit",
            "/usr/share/vulkan/explicit_layer.d/one.json",
            f"lib{ONE}.so",
        ]

        chain = between(said(subject, world, "layer"), "<Drivers>")

        assert set(order(chain, *fields)) == set(fields)

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_what_enabled_a_layer(self, world: World, subject: Trial) -> None:
        """The layer log's chain should tell a layer of VK_INSTANCE_LAYERS from one that the application enables."""
        world.driver()
        world.explicit_layer(ONE)
        world.application(layers=[ONE])
        by_application = between(said(subject, world, "layer"), "<Drivers>")
        world.application()
        world.variable("VK_INSTANCE_LAYERS", ONE)

        by_variable = between(said(subject, world, "layer"), "<Drivers>")

        assert order(by_variable, ONE) == [ONE]
        subject.implied(by_variable != by_application, True, "the sample of a listing")

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_types(self, world: World, subject: Trial) -> None:
        """The layer log's chain says which layer is implicit and which explicit, even where no path says it."""
        world.driver()
        world.variable("VK_IMPLICIT_LAYER_PATH", "/world/first")
        world.variable("VK_LAYER_PATH", "/world/second")
        world.implicit_layer(ONE, folder="/world/first")
        world.explicit_layer(TWO, folder="/world/second")
        world.application(layers=[TWO])

        chain = between(said(subject, world, "layer"), "<Drivers>")

        words = ("implicit", "explicit")
        assert [word for word in words if any(word in line.casefold() for line in chain)] == [*words]
        expected = [ONE, "implicit", TWO, "explicit"]
        subject.implied(order(chain, *expected), expected, "the sample of a listing")

    @pytest.mark.rule("DEBUG-LOG-06")
    @pytest.mark.parametrize("variable", ["VK_INSTANCE_LAYERS", "VK_LOADER_LAYERS_ENABLE"])
    def test_what_enabled_each(self, world: World, subject: Trial, variable: str) -> None:
        """The layer log's chain has other words for a layer that a variable enables than for the application's."""
        subject.since("1.3.302")
        world.driver()
        world.explicit_layer(ONE)
        world.explicit_layer(TWO)
        world.application(layers=[TWO])
        world.variable(variable, ONE)

        chain = between(said(subject, world, "layer"), "<Drivers>")

        assert order(chain, ONE, TWO, "<Drivers>") == [ONE, TWO, "<Drivers>"]
        start = next(number for number, line in enumerate(chain) if TWO in line)
        first, second = "\n".join(chain[:start]), "\n".join(chain[start:])
        other = {*words(first, ONE)} - {*words(second, TWO)} - {"<Application>", "<Loader>"}
        assert ("other words" if other else "the same words") == "other words"

    @pytest.mark.rule("DEBUG-LOG-06")
    def test_a_layer_that_is_off(self, world: World, subject: Trial) -> None:
        """The layer log's chain does not have a layer that is not enabled."""
        world.driver()
        world.implicit_layer(ONE)
        world.explicit_layer(TWO)

        chain = between(said(subject, world, "layer"), "<Drivers>")

        assert order(chain, "<Application>", ONE, TWO, "<Drivers>") == ["<Application>", ONE, "<Drivers>"]


class TestDriverLogging:
    """With driver logging the loader tells which drivers are found and where, and what keeps them out."""

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_where_drivers_are_found(self, world: World, subject: Trial) -> None:
        """Driver logging names the path of each driver manifest that is found."""
        world.driver("alpha")
        world.driver("beta", folder="/home/user/.config/vulkan/icd.d")
        files = ["/home/user/.config/vulkan/icd.d/beta.json", "/usr/share/vulkan/icd.d/alpha.json"]

        seen = said(subject, world, "driver")

        assert [named_in(seen, file) for file in files] == [(file,) for file in files]

    @pytest.mark.rule("DEBUG-LOG-07", "DEBUG-WRONGARCH-01")
    def test_a_driver_of_the_wrong_word_size(self, world: World, subject: Trial) -> None:
        """Driver logging names a driver's library for 32-bit processes, and another driver is used."""
        world.driver("good")
        world.file("/world/narrow.so", NARROW)
        world.driver("bad", mock=None, library_path="/world/narrow.so")

        seen = said(subject, world, "driver")

        assert (seen.drivers, named_in(seen, "narrow.so")) == (("good",), ("narrow.so",))

    @pytest.mark.rule("DEBUG-LOG-07")
    @pytest.mark.parametrize("variable", ["VK_LOADER_DRIVERS_DISABLE", "VK_LOADER_DRIVERS_SELECT"])
    def test_a_driver_turned_off_by_a_variable(self, world: World, subject: Trial, variable: str) -> None:
        """Driver logging names a driver that a filter variable leaves out, with the variable."""
        world.driver("alpha")
        world.driver("beta")
        world.variable(variable, {"VK_LOADER_DRIVERS_DISABLE": "beta*"}.get(variable, "alpha*"))

        seen = said(subject, world, "driver")

        assert named_in(seen, "beta.json", variable) == ("beta.json", variable)

    @pytest.mark.rule("DEBUG-LOG-07")
    def test_the_chain_of_a_device(self, world: World, subject: Trial) -> None:
        """At vkCreateDevice driver logging names the device and the library of its driver."""
        world.driver("good", flags={"device_name": "the device"})

        seen = said(subject, world, "driver", device=True)

        assert (named_in(seen, "the device"), named_in(seen, "libgood.so")) == (
            ("the device",),
            ("libgood.so",),
        )
