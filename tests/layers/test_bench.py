"""Runs of the application and the prober: what stands in the chain, over which driver, and what comes back."""

import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from refloader.native.mocks import mock_library
from refloader.sandbox import world
from refloader.sandbox.layouts import PLACES, Way
from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.checks.threads import synchronised
from refloader.suite.layers.runs import AT_ONCE
from refloader.suite.sessions import bench
from refloader.suite.sessions.session import ABOVE, BELOW, Circumstances, Session
from refloader.suite.subjects.layer import LayerSubject, layers_at

pytestmark = pytest.mark.slow

Hostile = Callable[..., LayerSubject]
VK_TIMEOUT = 2


@pytest.fixture(params=list(Way), ids=lambda way: way.value)
def way(request: pytest.FixtureRequest) -> Way:
    """Each way of showing a world that works on this machine."""
    if world.why_not(request.param):
        pytest.skip(f"{request.param.value}: {world.why_not(request.param)}")
    each: Way = request.param
    return each


@pytest.fixture
def mock(tmp_path: Path) -> LayerSubject:
    """An implicit mock layer with flags beside its library, in a folder of its user alone."""
    source = mock_library("mock_layer")
    if source is None:
        pytest.skip("the mock layer is not built (install with a C compiler)")
    (tmp_path / "libmock.so").write_bytes(Path(source).read_bytes())
    (tmp_path / "libmock.so.flags").write_text("name=VK_LAYER_TEST_mock\nintercept=*\n")
    entry = {
        "name": "VK_LAYER_TEST_mock",
        "type": "GLOBAL",
        "library_path": "./libmock.so",
        "api_version": "1.3.0",
        "implementation_version": "1",
        "description": "a mock",
        "enable_environment": {"TEST_MOCK": "yes"},
        "disable_environment": {"NO_TEST_MOCK": "1"},
    }
    (tmp_path / "mock.json").write_text(json.dumps({"file_format_version": "1.1.2", "layer": entry}))
    [layer] = layers_at(str(tmp_path / "mock.json"))
    return layer


def ran(circumstances: Circumstances, way: Way | None = None) -> Session:
    """A run that went well; skips where the machine lacks something."""
    seen = bench.run(circumstances, way=way)
    if seen.ended == "not covered":
        pytest.skip(seen.detail)
    assert (seen.ended, seen.detail) == ("ok", "")
    return seen


def entered(session: Session) -> list[str]:
    """Who entered vkCreateInstance, in order, each name once."""
    lines = (line.split() for line in session.trace)
    return list(dict.fromkeys(words[1] for words in lines if words[2:3] == ["vkCreateInstance"]))


class TestTimes:
    """A run goes on after a wait that is in vain."""

    def test_a_fence_that_no_submission_signals(self, mock: LayerSubject, tmp_path: Path) -> None:
        """The wait is over before the run counts as a hang, and leaves the fence alone."""
        with (tmp_path / "libmock.so.flags").open("a") as flags:
            flags.write("violate=LLP_LAYER_1_no_batch\n")
        seen = ran(Circumstances(("device",), layers=(mock,)))

        assert seen.answers["device.fence_wait"] == VK_TIMEOUT
        assert "device.fence_second" not in seen.answers
        assert seen.answers["device.destroyed_nothing"] == 1


class TestChains:
    """Layers are on in the order that was asked for, between neighbours where these were."""

    def test_none(self, way: Way) -> None:
        """There is the driver alone."""
        seen = ran(Circumstances(("instance",)), way)

        assert entered(seen) == ["mock"]
        assert seen.answers["instance.plain"] == 0

    def test_an_implicit_layer(self, mock: LayerSubject, way: Way) -> None:
        """It is an explicit one here; its flags are read, and what it traces comes back."""
        seen = ran(Circumstances(("instance",), layers=(mock,)), way)

        assert entered(seen) == ["VK_LAYER_TEST_mock", "mock"]

    def test_neighbours(self, mock: LayerSubject, hostile: Hostile) -> None:
        """One stands above all layers and one below them."""
        seen = ran(Circumstances(("instance",), layers=(mock, hostile()), neighbours=True))

        assert entered(seen) == [ABOVE, "VK_LAYER_TEST_mock", BELOW, "mock"]

    @pytest.mark.parametrize("name", ["VK_LAYER_" + "x" * 240, "../../VK_LAYER_x", "..", "VK_LAYER_a\nb%s"])
    def test_any_name(self, hostile: Hostile, name: str) -> None:
        """A layer's name is no file's name."""
        seen = ran(Circumstances(("instance",), layers=(replace(hostile(), name=name),)))

        assert ("", name) in seen.recording.links.values()

    def test_the_name_of_a_neighbour(self, hostile: Hostile) -> None:
        """Such a layer has no neighbours, and that is said."""
        layer = replace(hostile(), name=ABOVE)

        ran(Circumstances(("instance",), layers=(layer,)))
        seen = bench.run(Circumstances(("instance",), layers=(layer,), neighbours=True))

        assert (seen.ended, seen.detail) == (
            "not covered",
            "the layer has the name of a neighbour that the run would give it",
        )

    def test_the_order_is_kept(self, mock: LayerSubject, hostile: Hostile) -> None:
        """The links of the recording are those of the layers as given, from the application down."""
        for layers in ((mock, hostile()), (hostile(), mock)):
            seen = ran(Circumstances(("instance",), layers=layers))

            first, second = (layer.name for layer in layers)
            assert {("", first), (first, second), (second, "")} <= set(seen.recording.links.values())

    def test_a_library_in_a_hidden_folder(
        self, hostile: Hostile, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
    ) -> None:
        """It is shown elsewhere."""
        layer = hostile(
            load='dprintf(2, "%s\\n", open(OWN, O_RDONLY) < 0 ? "hidden" : "seen")'.replace(
                "OWN", f'"{tmp_path}"'
            )
        )
        before = ran(Circumstances(("instance",), layers=(layer,)))
        monkeypatch.setattr("refloader.sandbox.programs.PLACES", (*PLACES, str(tmp_path.parent)))

        seen = ran(Circumstances(("instance",), layers=(layer,)))

        assert before.stderr.split("\n")[0] == "seen"
        assert seen.answers["instance.plain"] == 0
        assert seen.stderr.split("\n")[0] == (
            "seen" if world.capabilities().way is Way.VARIABLES else "hidden"
        )

    def test_lavapipe(self, mock: LayerSubject, way: Way) -> None:
        """It is the machine's own, found by its manifest."""
        seen = ran(Circumstances(("instance", "devices"), layers=(mock,), driver="lavapipe"), way)

        assert entered(seen) == ["VK_LAYER_TEST_mock"]
        assert seen.answers["instance.gpus"] == 1

    def test_no_lavapipe(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """That is said, and no fault."""
        monkeypatch.setattr(bench, "lavapipe", lambda: None)

        seen = bench.run(Circumstances(("instance",), driver="lavapipe"))

        assert (seen.ended, seen.detail[:36]) == ("not covered", "no manifest of lavapipe is installed")


class TestVariables:
    """What a layer wants to be on is set, what turns it off is not; others come last."""

    def test_switches(self, mock: LayerSubject) -> None:
        """Only that of enable_environment."""
        program = bench._application(
            Circumstances(("instance",), layers=(mock,), variables=(("LC_ALL", "C"),))
        )

        assert program.variables["TEST_MOCK"] == "yes"
        assert "NO_TEST_MOCK" not in program.variables
        assert program.variables["LC_ALL"] == "C"

    def test_a_display(self, hostile: Hostile) -> None:
        """The server of the run can be reached, though there is no network."""
        layer = hostile(
            create='void *x = dlopen("libX11.so.6", RTLD_NOW); void *(*go)(void *) = dlsym(x, "XOpenDisplay");'
            "_exit(x ? go(NULL) ? 9 : 8 : 7)"
        )

        seen = bench.run(Circumstances(("instance",), layers=(layer,), display=True))

        if seen.ended == "not covered":
            pytest.skip(seen.detail)
        assert seen.detail == "exit with status 9 during instance (making an instance and ending it)"


class TestRecordings:
    """A run that is observed, or whose malloc is watched, has a recording."""

    def test_observed(self, mock: LayerSubject) -> None:
        """The calls into the layer are in it, with the act that they belong to."""
        recorded = ran(Circumstances(("instance",), layers=(mock,))).recording

        assert "vkCreateInstance" in {call.command for call in recorded.calls.values()}
        assert ("act", "instance") in {(note.about, note.text) for note in recorded.notes}
        assert not recorded.torn

    def test_not_observed(self, mock: LayerSubject) -> None:
        """There is none."""
        assert ran(Circumstances(("instance",), layers=(mock,), observed=False)).recording.calls == {}

    def test_two_threads_meet(self, mock: LayerSubject) -> None:
        """It is no chance that two of them are below the layer at once."""
        recorded = ran(replace(AT_ONCE, layers=(mock,))).recording

        result = synchronised(LayerCalls(recorded, mock.name))

        assert result.seen > 0
        assert result.broken == []

    def test_one_thread_meets_nobody(self, mock: LayerSubject) -> None:
        """It does not wait for ever."""
        ran(replace(AT_ONCE, acts=("device",), layers=(mock,)))

    def test_of_a_crash(self, hostile: Hostile) -> None:
        """What was under way is in it."""
        seen = bench.run(Circumstances(("instance",), layers=(hostile(create="abort()"),)))
        if seen.ended == "not covered":
            pytest.skip(seen.detail)

        open_calls = [call.command for call in seen.recording.calls.values() if call.left is None]
        assert open_calls[:1] == ["vkCreateInstance"]


class TestProbes:
    """The prober opens one library and does one act."""

    def test_answers(self, hostile: Hostile, way: Way) -> None:
        """They come by label, and nothing is recorded."""
        seen = bench.probe(hostile().library, "names", way=way)
        if seen.ended == "not covered":
            pytest.skip(seen.detail)

        assert seen.ended == "ok"
        assert "names.exports" in seen.answers
        assert seen.recording.calls == {}

    def test_flags_of_a_mock(self, mock: LayerSubject) -> None:
        """They lie beside the library that is opened."""
        seen = bench.probe(mock.library, "negotiate")
        if seen.ended == "not covered":
            pytest.skip(seen.detail)

        assert seen.trace[0] == "layer VK_LAYER_TEST_mock load"

    @pytest.mark.parametrize(("deed", "ended"), [("abort()", "crash"), ("for (;;) pause()", "timeout")])
    def test_endings(self, hostile: Hostile, deed: str, ended: str) -> None:
        """A library that does not let itself be opened ends the act."""
        seen = bench.probe(hostile(load=deed).library, "names", timeout=0.5)
        if seen.ended == "not covered":
            pytest.skip(seen.detail)

        assert seen.ended == ended
