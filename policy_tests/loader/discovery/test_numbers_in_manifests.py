"""Numbers at the ends of their ranges, and lists of every length, in what is reported about a layer or a driver."""

from typing import Any

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
KINDS = pytest.mark.parametrize("implicit", [False, True], ids=["explicit", "implicit"])


def install(world: World, *, implicit: bool, **keys: Any) -> None:
    """Install the layer; an implicit one is off."""
    if implicit:
        world.implicit_layer(ONE, enable_environment={"USE_ONE": "1"}, **keys)
    else:
        world.explicit_layer(ONE, **keys)


class TestNumbers:
    """The versions of a layer and of its extensions are those of the manifest."""

    @KINDS
    @pytest.mark.rule("DISC-GEN-04")
    @pytest.mark.parametrize("minor", [0, 1, 3])
    @pytest.mark.parametrize("patch", [0, 127, 128, 255, 256, 511, 1023, 1024, 4095])
    def test_of_the_api_version(
        self, world: World, subject: Trial, patch: int, minor: int, implicit: bool
    ) -> None:
        """A layer's api_version is reported as its manifest has it, whatever the minor and patch version."""
        install(world, implicit=implicit, api_version=f"1.{minor}.{patch}")

        seen = subject.observe(world)

        assert [each.spec_version for each in seen.layers] == [1 << 22 | minor << 12 | patch]

    @KINDS
    @pytest.mark.rule("DISC-GEN-01")
    @pytest.mark.parametrize("version", [0, 9, 10, 255, 256, 65535, 65536, 1 << 22, 0x7FFFFFFF])
    def test_of_the_implementation(self, world: World, subject: Trial, version: int, implicit: bool) -> None:
        """A layer's implementation_version is reported in full, however large it is."""
        install(world, implicit=implicit, implementation_version=str(version))

        assert [each.implementation_version for each in subject.observe(world).layers] == [version]

    @KINDS
    @pytest.mark.rule("EXT-ENUM-02")
    @pytest.mark.parametrize("version", [1, 9, 10, 255, 256, 65535, 65536, 1 << 22, 0x7FFFFFFF])
    def test_of_an_extension(self, world: World, subject: Trial, version: int, implicit: bool) -> None:
        """The version of a layer's extension is reported in full, however large it is."""
        listed = [{"name": "VK_TEST_own", "spec_version": str(version)}]
        install(world, implicit=implicit, instance_extensions=listed)

        seen = subject.observe(world)

        told = [(each.name, each.version) for each in seen.extensions.get(ONE, ())]
        assert told == [("VK_TEST_own", version)]


VERSIONS = pytest.mark.parametrize(
    "version", ["1.0.0", "1.0.39", "1.1.0", "1.2.131", "1.4.0", "1.4.1023", "1.5.0", "1.9.1", "1.99.0"]
)
"""The oldest versions of Vulkan, those around this loader's own, and some that nobody has published yet."""
NEWER = ("1.4.0", "1.4.1023", "1.5.0", "1.9.1", "1.99.0")
"""A loader has to leave out what is incompatible: that may be read as what is newer than itself."""


class TestVersionsOfVulkan:
    """What the manifest says of Vulkan's version does not keep a layer or a driver out, older or newer as it is."""

    @KINDS
    @VERSIONS
    @pytest.mark.rule("DISC-GEN-01", "LLP_LOADER_1")
    def test_of_a_layer(self, world: World, subject: Trial, version: str, implicit: bool) -> None:
        """An enabled layer with an api_version before 1.4 is reported and loaded; a newer one may be left out."""
        world.driver()
        install(world, implicit=implicit, api_version=version)
        world.variable("USE_ONE", "1")
        world.application(layers=[] if implicit else [ONE])

        seen = subject.observe(world)

        found, used, listed = (seen.layer_names, seen.chain), ((ONE,), (ONE,)), ((ONE,), ())
        if version in NEWER:  # not to load it is asked, to report it is left open
            without = listed if found == listed else ((), ())
            subject.reading("AMB-LAYER-API-INCOMPAT", found, chosen=used, tolerated=without)
        else:
            assert found == used

    @VERSIONS
    @pytest.mark.rule("LDP_LOADER_2")
    @pytest.mark.parametrize("beside", [False, True], ids=["alone", "beside-another"])
    def test_of_a_driver(self, world: World, subject: Trial, version: str, beside: bool) -> None:
        """A driver with an api_version before 1.4 is used; one with a newer version may be left out."""
        world.driver("one", api_version=version)
        if beside:
            world.driver("other")

        used = "one" in subject.observe(world).drivers

        if version in NEWER:
            subject.reading("AMB-LAYER-API-INCOMPAT", used, chosen=True, tolerated=False)
        else:
            assert used


@pytest.mark.rule("EXT-ENUM-02")
class TestManyExtensions:
    """Under its name the extensions of a layer are given: all of those that its manifest lists."""

    @KINDS
    @pytest.mark.parametrize("number", [2, 8, 9, 16, 17, 33, 65, 100])
    def test_of_a_layer(self, world: World, subject: Trial, number: int, implicit: bool) -> None:
        """Queried by a layer's name, the loader gives all extensions of the manifest, each with its version."""
        own = {(f"VK_TEST_{index}", index + 1) for index in range(number)}
        listed = [{"name": name, "spec_version": str(version)} for name, version in sorted(own)]
        install(world, implicit=implicit, instance_extensions=listed)

        seen = subject.observe(world)

        assert {(each.name, each.version) for each in seen.extensions.get(ONE, ())} == own

    @pytest.mark.rule("META-07")
    @pytest.mark.editions("2018", "2022", "2026")
    @pytest.mark.parametrize("number", [9, 2, 17, 33])
    def test_of_many_components(self, world: World, subject: Trial, number: int) -> None:
        """Queried by a meta-layer's name, the loader gives the extensions of all its components."""
        names = [f"VK_LAYER_TEST_{index}" for index in range(number)]
        for index, name in enumerate(names):
            listed = [{"name": f"VK_TEST_{index}", "spec_version": str(index + 1)}]
            world.explicit_layer(name, instance_extensions=listed)
        world.meta_layer(ONE, components=names)

        seen = subject.observe(world)

        told = {(each.name, each.version) for each in seen.extensions.get(ONE, ())}
        assert told == {(f"VK_TEST_{index}", index + 1) for index in range(number)}
