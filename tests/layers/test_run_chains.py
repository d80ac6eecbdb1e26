"""The call chain of a run, as evidence keeps it."""

from dataclasses import replace

from refloader.suite.layers.runs import NEIGHBOURS
from refloader.suite.sessions.checked_trial import Link, chain
from refloader.suite.sessions.session import Circumstances
from refloader.suite.subjects.driver import DriverSubject
from refloader.suite.subjects.layer import LayerSubject

LAYER = LayerSubject("VK_LAYER_TEST_a", "/d/a.json", "/d/liba.so")
DRIVER = DriverSubject("x.json", "/d/x.json", "/d/libx.so")


def who(links: list[Link]) -> list[object]:
    """Who stands where."""
    return [link["who"] for link in links]


class TestChain:
    """From the application down, as the run puts it together."""

    def test_an_observed_layer(self) -> None:
        """The reference's library has an observer on both sides of the layer."""
        links = chain(Circumstances(("instance", "device"), layers=(LAYER,)))

        assert who(links) == [
            "application",
            "trampoline",
            "observer",
            "layer",
            "observer",
            "terminator",
            "driver",
        ]
        assert links[0]["why"] == "it does instance, device"
        assert links[3] == {
            "who": "layer",
            "name": "VK_LAYER_TEST_a",
            "why": "the application asks for it",
            "manifest": "/d/a.json",
            "library": "/d/liba.so",
        }
        assert links[-1]["name"] == "mock driver"

    def test_nobody_observes(self) -> None:
        """There is no observer then."""
        links = chain(Circumstances(("again",), layers=(LAYER,), observed=False))

        assert who(links) == ["application", "trampoline", "layer", "terminator", "driver"]

    def test_neighbours(self) -> None:
        """A mock layer stands above and one below."""
        links = chain(replace(NEIGHBOURS, layers=(LAYER,), observed=False))

        assert [link.get("kind") for link in links if link["who"] == "layer"] == [
            "mock layer",
            None,
            "mock layer",
        ]

    def test_drivers(self) -> None:
        """They stand side by side, a driver under test with its files."""
        links = chain(
            Circumstances(("compute-each",), driver=DRIVER, beside=("mock", "lavapipe"), observed=False)
        )

        assert [link["name"] for link in links if link["who"] == "driver"] == [
            "x.json",
            "mock driver",
            "lavapipe",
        ]
        assert links[-3]["library"] == "/d/libx.so"

    def test_another_loader(self) -> None:
        """The ends of the chain are the loader's that was run."""
        links = chain(Circumstances(("instance",), loader="/l/libvulkan.so.1"))

        assert [link["name"] for link in links if link["who"] in ("trampoline", "terminator")] == [
            "/l/libvulkan.so.1",
            "/l/libvulkan.so.1",
        ]

    def test_hostile_names(self) -> None:
        """A manifest can call a layer anything; evidence holds what can be shown."""
        links = chain(Circumstances(("instance",), layers=(replace(LAYER, name="a\x1b[2J\x00"),)))

        assert links[3]["name"] == "a\\x1b[2J\\x00"
