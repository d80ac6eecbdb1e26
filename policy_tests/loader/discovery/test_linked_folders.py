"""Folders and manifests that are symbolic links: a search reads what they lead to."""

from typing import Any

import pytest

from refloader.scenario.scenario import World
from refloader.suite.loaders.trial import Trial

ONE = "VK_LAYER_TEST_one"
SHARE = "/usr/share/vulkan"
ELSEWHERE = "/world/elsewhere"


class TestFolders:
    """A folder of the search list is read, also where its name is that of a link."""

    @pytest.mark.rule("DISC-DRIVER-LINUX-03")
    @pytest.mark.editions("2022", "2026")
    def test_of_drivers(self, world: World, subject: Trial) -> None:
        """If a searched icd.d folder is a symbolic link, the driver in the folder that it leads to is used."""
        world.driver("linked", folder=ELSEWHERE)
        world.link(f"{SHARE}/icd.d", ELSEWHERE)

        assert subject.observe(world).drivers == ("linked",)

    @pytest.mark.rule("DISC-LINUX-09")
    @pytest.mark.editions("2022", "2026")
    @pytest.mark.parametrize("kind", ["explicit", "implicit"])
    def test_of_layers(self, world: World, subject: Trial, kind: str) -> None:
        """If a searched layer folder is a symbolic link, the layer in the folder that it leads to is loaded."""
        world.driver()
        if kind == "implicit":
            world.implicit_layer(ONE, folder=ELSEWHERE)
        else:
            world.explicit_layer(ONE, folder=ELSEWHERE)
            world.application(layers=[ONE])
        world.link(f"{SHARE}/{kind}_layer.d", ELSEWHERE)

        assert subject.observe(world).chain == (ONE,)


FORMS = {
    "absolute": (f"{ELSEWHERE}/one.json", "one.json"),
    "relative": ("../../../../../../world/elsewhere/one.json", "one.json"),
    "of-another-suffix": (f"{ELSEWHERE}/one.manifest", "one.manifest"),
    "by-another-link": ("/world/another.json", "one.json"),
}
"""Where the link leads (.. of the root is the root), and the name of the manifest there."""

SINCE_2022 = pytest.mark.editions("2022", "2026")
OF_2026 = pytest.mark.editions("2026")
EACH_FORM = pytest.mark.parametrize("form", FORMS)
EACH_KIND = pytest.mark.parametrize("kind", ["explicit", "implicit"])


def put_link(world: World, form: str, path: str) -> str:
    """Put a link of this form at a path."""
    world.link("/world/another.json", f"{ELSEWHERE}/one.json")
    return world.link(path, FORMS[form][0])


def layer(world: World, kind: str, name: str = ONE, **options: Any) -> None:
    """Add a layer of this kind."""
    if kind == "implicit":
        world.implicit_layer(name, **options)
    else:
        world.explicit_layer(name, **options)


class TestManifests:
    """A manifest in a folder of the search list, or one that a variable lists, may be a link to the file."""

    @pytest.mark.rule("MANIFEST-ICD-08", "LDP_LOADER_2")
    @EACH_FORM
    @pytest.mark.parametrize(
        "place",
        [
            f"{SHARE}/icd.d",
            "/etc/vulkan/icd.d",
            pytest.param("/home/user/.config/vulkan/icd.d", marks=OF_2026),
        ],
    )
    def test_of_a_driver(self, world: World, subject: Trial, form: str, place: str) -> None:
        """A driver whose manifest in a searched folder is a symbolic link is used, as is the driver beside it."""
        world.driver("linked", folder=ELSEWHERE, file=FORMS[form][1])
        world.driver("beside", folder=place)
        put_link(world, form, f"{place}/linked.json")

        assert {*subject.observe(world).drivers} == {"linked", "beside"}

    @pytest.mark.rule("ENV-DRIVERFILES-03")
    @EACH_FORM
    @pytest.mark.parametrize(
        ("variable", "entry"),
        [
            ("VK_ICD_FILENAMES", "file"),
            pytest.param("VK_DRIVER_FILES", "file", marks=OF_2026),
            pytest.param("VK_DRIVER_FILES", "folder", marks=OF_2026),
            pytest.param("VK_ADD_DRIVER_FILES", "file", marks=OF_2026),
        ],
    )
    def test_of_a_listed_driver(
        self, world: World, subject: Trial, form: str, variable: str, entry: str
    ) -> None:
        """A driver is used if a variable lists a symbolic link to its manifest, or a folder with such a link."""
        world.driver("linked", folder=ELSEWHERE, file=FORMS[form][1])
        path = put_link(world, form, "/world/of/the/list/linked.json")
        world.variable(variable, path if entry == "file" else "/world/of/the/list")

        assert subject.observe(world).drivers == ("linked",)

    @pytest.mark.rule("DISC-GEN-01")
    @EACH_FORM
    @EACH_KIND
    @pytest.mark.parametrize(
        "place", [SHARE, "/etc/vulkan", pytest.param("/home/user/.config/vulkan", marks=SINCE_2022)]
    )
    def test_of_a_layer(self, world: World, subject: Trial, form: str, kind: str, place: str) -> None:
        """A layer whose manifest in a searched folder is a symbolic link is reported, as is the layer beside it."""
        layer(world, kind, folder=ELSEWHERE, file=FORMS[form][1])
        layer(world, kind, "VK_LAYER_TEST_beside", folder=f"{place}/{kind}_layer.d")
        put_link(world, form, f"{place}/{kind}_layer.d/linked.json")

        assert {*subject.observe(world).layer_names} == {ONE, "VK_LAYER_TEST_beside"}

    @pytest.mark.rule("ENV-LAYERPATH-03")
    @EACH_FORM
    @pytest.mark.parametrize(
        ("variable", "entry"),
        [
            ("VK_LAYER_PATH", "folder"),
            pytest.param("VK_LAYER_PATH", "file", marks=OF_2026),
            pytest.param(
                "VK_ADD_LAYER_PATH",
                "folder",
                marks=[SINCE_2022, pytest.mark.rule("ENV-ADDLAYERPATH-01")],
            ),
            pytest.param(
                "VK_IMPLICIT_LAYER_PATH",
                "folder",
                marks=[OF_2026, pytest.mark.rule("ENV-IMPLPATH-01")],
            ),
        ],
    )
    def test_of_a_listed_layer(
        self, world: World, subject: Trial, form: str, variable: str, entry: str
    ) -> None:
        """A layer is reported if a variable lists a symbolic link to its manifest, or a folder with such a link."""
        layer(
            world, "implicit" if "IMPLICIT" in variable else "explicit", folder=ELSEWHERE, file=FORMS[form][1]
        )
        path = put_link(world, form, "/world/of/the/list/linked.json")
        world.variable(variable, path if entry == "file" else "/world/of/the/list")

        assert subject.observe(world).layer_names == (ONE,)

    @pytest.mark.rule("DISC-GEN-01")
    @EACH_KIND
    def test_the_name_of_the_link_counts(self, world: World, subject: Trial, kind: str) -> None:
        """A link whose own name does not end in .json is no manifest, whatever it leads to."""
        layer(world, kind, folder=ELSEWHERE, file="one.json")
        layer(world, kind, "VK_LAYER_TEST_beside", folder=f"{SHARE}/{kind}_layer.d")
        world.link(f"{SHARE}/{kind}_layer.d/linked.txt", f"{ELSEWHERE}/one.json")

        assert subject.observe(world).layer_names == ("VK_LAYER_TEST_beside",)
