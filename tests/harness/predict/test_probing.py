"""The age of a loader that does not say which release it is: a few probes tell most releases apart."""

import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from samples import LONG

from refloader.core.ages import age_of, release_of
from refloader.model.age import Age
from refloader.model.edition import LATEST, Edition
from refloader.model.request import Build
from refloader.model.version import ApiVersion, api_version
from refloader.predict.prediction import predict
from refloader.scenario.observation import Observation, SeenExtension, SeenLayer
from refloader.scenario.scenario import Scenario
from refloader.suite.loaders import probing

pytestmark = pytest.mark.slow

LOADERS = Path(__file__).resolve().parents[4] / "shared" / "subjects" / "loaders"
BUILDS = sorted(folder.name for folder in LOADERS.glob("*") if (folder / "libvulkan.so.1").is_file())
FEW = BUILDS if LONG else BUILDS[::5]


class Pretender:
    """A loader that does in every probe what is predicted for a release, but for the probes that it spoils."""

    def __init__(self, release: str, spoilt: int = 0) -> None:
        self.release = release
        self.spoilt = spoilt

    def observe(self, scenario: Scenario) -> Observation:
        """Return the prediction for the release, or a failure of everything."""
        if self.spoilt:
            self.spoilt -= 1
            return Observation("ok", result=-4, results={"layers": -4, "instance": -4})
        return predict(scenario, LATEST, Build(age=age_of(self.release))).observation


def found(monkeypatch: pytest.MonkeyPatch, loader: object) -> probing.Found:
    """Return what the probes find for a loader."""
    monkeypatch.setattr(probing, "ForeignLoader", lambda path: loader)
    answer = probing.probed("/nowhere/libvulkan.so")
    assert answer is not None
    return answer


def contains(answer: probing.Found, release: str) -> bool:
    """Return whether a release is among those that were found."""
    number = release_of(release)[:3]
    return release_of(answer.first) <= number and (not answer.end or number < release_of(answer.end))


@pytest.mark.parametrize("release", ["1.1.97", "1.2.189", "1.3.240", "1.3.300", "1.4.359"])
def test_the_release_is_in_the_range(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And all probes fit."""
    answer = found(monkeypatch, Pretender(release))

    assert contains(answer, release)
    assert answer.fitting == answer.asked
    assert "by" in str(answer)


def test_a_fork_has_the_release_that_fits_best(monkeypatch: pytest.MonkeyPatch) -> None:
    """What it does otherwise is counted."""
    answer = found(monkeypatch, Pretender("1.3.290", spoilt=2))

    assert contains(answer, "1.3.290")
    assert answer.fitting == answer.asked - 2
    assert "2 fit none of these" in str(answer)


class Fork(Pretender):
    """A fork of a release that brings a layer and an instance extension of its own."""

    def observe(self, scenario: Scenario) -> Observation:
        """Return the prediction for the release, with what the fork has beside it."""
        seen = super().observe(scenario)
        rows = (*seen.extensions.get("", ()), SeenExtension("VK_ACME_own", 1))
        layers = (*seen.layers, SeenLayer("VK_LAYER_ACME_own", 1, 1, ""))
        return replace(seen, layers=layers, extensions={**seen.extensions, "": rows, "VK_LAYER_ACME_own": ()})


@pytest.mark.parametrize("release", ["1.2.189", "1.4.334"])
def test_what_a_fork_brings_itself_is_left_out(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """All probes fit the release that it descends from."""
    answer = found(monkeypatch, Fork(release))

    assert contains(answer, release)
    assert answer.fitting == answer.asked


@pytest.mark.parametrize("edition", ["2018", "2022", "2026"])
def test_a_loader_that_descends_from_no_release(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It has extensions of its own, and otherwise does what an edition of the documents says."""

    class Strange:
        def observe(self, scenario: Scenario) -> Observation:
            seen = predict(scenario, Edition(edition), Build()).observation
            return replace(seen, extensions={"": (SeenExtension("VK_KHR_own", 1),)})

    answer = found(monkeypatch, Strange())

    assert (answer.documents, answer.following) == (Edition(edition), answer.asked)


def test_a_loader_that_supports_the_formats_of_its_edition_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Manifests of layers in a format that came after 2018 are none for it; it is found all the same."""

    class Strict:
        def observe(self, scenario: Scenario) -> Observation:
            newer = {
                path: text for path, text in scenario.files.items() if b'"file_format_version": "1.2' in text
            }
            known = {path: text for path, text in scenario.files.items() if path not in newer}
            seen = predict(replace(scenario, files=known), Edition.E2018, Build()).observation
            return replace(seen, extensions={"": (SeenExtension("VK_KHR_own", 1),)})

    answer = found(monkeypatch, Strict())

    assert answer.documents is Edition.E2018


@pytest.mark.parametrize("edition", ["2022", "2026"])
def test_documents_that_fit_better_than_each_release(edition: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A loader with the extensions of releases that does a few things otherwise descends from none of them."""

    class Strange:
        spoilt = 3

        def observe(self, scenario: Scenario) -> Observation:
            seen = predict(scenario, Edition(edition), Build()).observation
            self.spoilt -= 1
            return (
                seen if self.spoilt < 0 else replace(seen, layers=(SeenLayer("VK_LAYER_TEST_own", 1, 1, ""),))
            )

    answer = found(monkeypatch, Strange())

    assert (answer.documents, answer.following) == (Edition(edition), answer.asked - 3)


def test_candidates_are_releases() -> None:
    """Each has three numbers or the four of an SDK, and so an age of its own."""
    assert all(age_of(release).release == release for release in probing.candidates())


@pytest.mark.parametrize(
    ("unread", "features"),
    [
        (frozenset(), "1.4.326"),
        (frozenset({"VK_LOADER_VENDOR_ID_FILTER"}), "1.3.296"),
        (frozenset({"VK_LOADER_VENDOR_ID_FILTER", "VK_IMPLICIT_LAYER_PATH"}), "1.3.262"),
    ],
)
def test_the_newest_feature_that_it_shows(
    unread: frozenset[str], features: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A filter, a list of layers or the settings file does what the documents say, and it is not passed over."""

    class Documented:
        def observe(self, scenario: Scenario) -> Observation:
            seen = predict(scenario, LATEST, Build(age=Age(unread=unread))).observation
            return replace(seen, extensions={"": (SeenExtension("VK_TEST_own", 1),)})

    assert found(monkeypatch, Documented()).features == features


@pytest.mark.parametrize("release", ["1.2.141", "1.3.213", "1.3.247", "1.3.290"])
def test_a_fork_without_an_extension(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not there in any answer, and what else the fork does tells its release."""

    class Fork(Pretender):
        def observe(self, scenario: Scenario) -> Observation:
            seen = super().observe(scenario)
            fewer = {
                layer: tuple(row for row in rows if row.name != "VK_EXT_debug_report")
                for layer, rows in seen.extensions.items()
            }
            return replace(seen, extensions=fewer)

    answer = found(monkeypatch, Fork(release))

    assert contains(answer, release)
    assert answer.documents is None


def test_few_answers_tell_no_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Editions differ in a few probes only."""
    loader = Pretender("1.3.290")
    answers = [Observation("timeout") if number in (6, 7) else None for number in range(50)]

    class Hanging:
        def observe(self, scenario: Scenario) -> Observation:
            seen = replace(loader.observe(scenario), extensions={})
            return answers.pop(0) or seen

    answer = found(monkeypatch, Hanging())

    assert answer.asked < 20
    assert answer.documents is None


def test_a_loader_that_follows_no_documents(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is said of its edition."""
    answer = found(monkeypatch, Pretender("1.3.290", spoilt=100))

    assert answer.documents is None


def test_a_library_that_never_answers_has_no_age(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not guessed."""
    monkeypatch.setattr(Pretender, "observe", lambda *_: Observation("timeout"))
    monkeypatch.setattr(probing, "ForeignLoader", lambda path: Pretender(path))

    assert probing.probed("/nowhere/libvulkan.so") is None


def test_a_library_that_hangs_is_asked_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each probe that is not answered takes as long as a timeout."""
    asked: list[Scenario] = []

    def hang(self: Pretender, scenario: Scenario) -> Observation:
        asked.append(scenario)
        return Observation("timeout")

    monkeypatch.setattr(Pretender, "observe", hang)
    monkeypatch.setattr(probing, "ForeignLoader", lambda path: Pretender(path))

    assert probing.probed("/nowhere/libvulkan.so") is None
    assert len(asked) == 2


@pytest.mark.skipif(not BUILDS, reason="no builds of loaders in ../shared/subjects/loaders")
@pytest.mark.parametrize("build", FEW)
def test_a_build_without_its_name_is_found(build: str, tmp_path: Path) -> None:
    """The probes do not look at what it reports."""
    copy = shutil.copy(LOADERS / build / "libvulkan.so.1", tmp_path / "libown.so")

    answer = probing.probed(str(copy))

    assert answer is not None
    assert contains(answer, build)


def test_a_loader_that_forges_endless_lists(monkeypatch: pytest.MonkeyPatch) -> None:
    """They are compared with no release: that would take minutes."""
    asked = []

    def forged(_: object, scenario: Scenario) -> Observation:
        asked.append(scenario)
        layers = tuple(SeenLayer(f"VK_LAYER_{number}", 1, 1, "") for number in range(5000))
        return Observation("ok", result=0, results={"layers": 0, "instance": 0}, layers=layers)

    monkeypatch.setattr(Pretender, "observe", forged)
    monkeypatch.setattr(probing, "ForeignLoader", lambda path: Pretender("1.3.240"))
    monkeypatch.setattr(probing, "_fits", lambda *_: pytest.fail("it is compared"))

    assert probing.probed("/nowhere/libvulkan.so") is None
    assert len(asked) == 2


@pytest.mark.parametrize("release", ["1.1.97", "1.2.189", "1.3.240", "1.3.275"])
def test_a_release_has_no_later_features(release: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It passes over variables, files and members that came later."""
    monkeypatch.setattr(probing, "ForeignLoader", lambda path: Pretender(release))

    assert not probing.shows_later_features("/nowhere/libvulkan.so", version_of(release))


@pytest.mark.parametrize(("reported", "later"), [("1.3.239", True), ("1.4.326", False)])
def test_a_loader_of_the_documents_has_them(
    reported: str, later: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It has them whatever it reports; as of the release with the last of them none is later."""

    class Documented:
        def observe(self, scenario: Scenario) -> Observation:
            return predict(scenario, LATEST, Build()).observation

    monkeypatch.setattr(probing, "ForeignLoader", lambda path: Documented())

    assert probing.shows_later_features("/nowhere/libvulkan.so", version_of(reported)) is later


def version_of(release: str) -> ApiVersion:
    """The version of a release."""
    return api_version(*map(int, release.split(".")))
