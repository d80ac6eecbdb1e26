"""Settings files with several entries of one name, as observed on builds: each entry is for its own manifest."""

import pytest

from refloader.core.ages import age_of
from refloader.model.edition import LATEST
from refloader.model.request import Build
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation
from refloader.scenario.scenario import World

A = "VK_LAYER_TEST_a"
SETTINGS = "/etc/vulkan/loader_settings.d/vk_loader_settings.json"


def predicted(release: str, *entries: tuple[str, str]) -> Observation:
    """What is predicted for entries of one name: the file of each ("" for none) and its control."""
    world = World()
    world.driver()
    paths = {file: world.explicit_layer(A, folder=f"/opt/{file}") for file, _ in entries if file}
    layers = [
        {"name": A, "path": paths.get(file, "/none.json"), "control": control} for file, control in entries
    ]
    world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": layers}})
    return predict(world.scenario(), LATEST, Build(age=age_of(release)) if release else Build()).observation


class TestControl:
    """The control of an entry is that of the layer in its own file."""

    @pytest.mark.parametrize(
        ("first", "second", "listed", "on"),
        [
            ("auto", "on", 2, True),
            ("auto", "off", 1, False),
            ("on", "off", 1, True),
            ("off", "auto", 1, False),
            ("off", "on", 1, True),
            ("off", "off", 0, False),
        ],
    )
    def test_of_two_files(self, first: str, second: str, listed: int, on: bool) -> None:
        """What one entry turns off does not count, what the other lets in does."""
        seen = predicted("1.4.335", ("1", first), ("2", second))

        assert (seen.layer_names.count(A), A in seen.chain) == (listed, on)

    @pytest.mark.parametrize("release", ["1.3.290", "1.4.335", ""])
    @pytest.mark.parametrize(("control", "on"), [("on", True), ("auto", False)])
    def test_behind_a_missing_file(self, control: str, on: bool, release: str) -> None:
        """The entry whose file is there counts."""
        seen = predicted(release, ("", "auto" if on else "on"), ("1", control))

        assert (A in seen.chain) is on

    def test_of_one_file_twice(self) -> None:
        """The first entry counts."""
        assert predicted("1.4.335", ("1", "off"), ("1", "on")).layer_names == ()

    def test_by_the_documents(self) -> None:
        """The first of two layers of one name is the layer, and it is off."""
        seen = predicted("", ("1", "off"), ("2", "on"))

        assert (seen.layer_names, seen.chain) == ((), ())


class TestCrash:
    """Up to 1.4.322, an entry that lets a layer in behind one that turns its name off crashes the loader."""

    @pytest.mark.parametrize(
        ("controls", "ended"),
        [
            ("off auto", "crash"),
            ("off on", "crash"),
            ("auto off on", "crash"),
            ("auto off", "ok"),
            ("on off off", "ok"),
            ("off off", "ok"),
        ],
    )
    @pytest.mark.parametrize("release", ["1.3.290", "1.4.304", "1.4.321", "1.4.335"])
    def test_by_the_order(self, controls: str, ended: str, release: str) -> None:
        """Builds of 1.3.290, 1.4.304 and 1.4.321 end in SIGSEGV, 1.4.335 does not."""
        entries = [(str(place), control) for place, control in enumerate(controls.split())]

        assert (predicted(release, *entries).ended == "crash") is (release != "1.4.335" and ended == "crash")

    @pytest.mark.parametrize("is_meta", [False, True])
    def test_of_a_layer_that_is_found_too(self, is_meta: bool) -> None:
        """1.3.290 crashes on a layer with a library that is turned off, not on a meta-layer."""
        world = World()
        world.driver()
        plain = world.explicit_layer("VK_LAYER_TEST_b")
        path = world.meta_layer(A, components=["VK_LAYER_TEST_b"]) if is_meta else plain
        off = {"name": A if is_meta else "VK_LAYER_TEST_b", "path": path, "control": "off"}
        layers = [off, {"name": "", "control": "unordered_layer_location"}]
        world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": layers}})

        ended = predict(world.scenario(), LATEST, Build(age=age_of("1.3.290"))).observation.ended
        assert (ended == "crash") is not is_meta


class TestFoundAgain:
    """A layer that an entry lists, behind another entry of its name, and that is found in the ordinary way too."""

    @pytest.mark.parametrize(
        ("release", "listed"),
        [("1.4.304", ("2", "1", "2")), ("1.4.335", ("2", "1", "2")), ("1.4.341", ("1",))],
    )
    def test_the_first_entry_alone_hides_what_is_found(self, release: str, listed: tuple[str, ...]) -> None:
        """The second one is there twice, until layers of one name count once."""
        seen = self.seen(release, found="2")

        assert tuple(str(each.implementation_version) for each in seen.layers) == listed

    def test_what_the_first_entry_lists_is_there_once(self) -> None:
        """It has the library of what is found."""
        seen = self.seen("1.4.335", found="1")

        assert [each.implementation_version for each in seen.layers] == [1, 2]

    @pytest.mark.parametrize("found", ["1", "2"])
    def test_the_first_behind_the_unlisted_hides_too(self, found: str) -> None:
        """Each of the two is the first of its name, before or behind the place for those that are not listed."""
        seen = self.seen("1.4.335", found=found, place=1)

        assert [each.implementation_version for each in seen.layers] == [1, 2]

    def seen(self, release: str, *, found: str, place: int = 0) -> Observation:
        """What is predicted if a file lists two layers of one name; ``place`` is that of those not listed."""
        world = World()
        world.driver()
        entries: list[dict[str, str]] = []
        for version in ("1", "2"):
            folder = "" if version == found else f"/opt/{version}"
            path = world.explicit_layer(A, folder=folder, implementation_version=version)
            entries.append({"name": A, "path": path, "control": "auto"})
        entries.insert(place, {"control": "unordered_layer_location"})
        world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": {"layers": entries}})
        return predict(world.scenario(), LATEST, Build(age=age_of(release))).observation


class TestBehindOff:
    """An entry crashes a release if it is the first to let in the layer of its file, behind one that turns it off."""

    @pytest.mark.parametrize(
        ("files", "controls"),
        [("11", "off on"), ("12", "off auto"), ("123", "on off on"), ("112", "auto off on")],
    )
    def test_the_first_to_let_it_in(self, files: str, controls: str) -> None:
        """As observed on 1.4.304 and 1.4.321."""
        assert predicted("1.4.321", *zip(files, controls.split(), strict=True)).ended == "crash"

    @pytest.mark.parametrize(
        ("files", "controls"), [("111", "auto off on"), ("121", "on off auto"), ("11", "on off")]
    )
    def test_what_was_let_in_before(self, files: str, controls: str) -> None:
        """It is not let in again."""
        assert predicted("1.4.321", *zip(files, controls.split(), strict=True)).ended != "crash"


class TestEnableFilter:
    """Beside a settings file VK_LOADER_LAYERS_ENABLE runs a layer that its disable variable switches off."""

    @pytest.mark.parametrize("release", ["1.3.275", "1.4.335"])
    @pytest.mark.parametrize(("settings", "on"), [(True, True), (False, False)])
    def test_the_disable_variable_is_set(self, release: str, settings: bool, on: bool) -> None:
        """As observed on five builds; without a settings file, the variable decides."""
        world = World()
        world.driver()
        world.implicit_layer(A, disable_environment={"OFF": "1"})
        if settings:
            rest = {"layers": [{"control": "unordered_layer_location"}]}
            world.file(SETTINGS, {"file_format_version": "1.0.0", "settings": rest})
        world.variable("OFF", "1")
        world.variable("VK_LOADER_LAYERS_ENABLE", A)
        seen = predict(world.scenario(), LATEST, Build(age=age_of(release))).observation

        assert (A in seen.chain) is on
