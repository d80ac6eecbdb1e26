"""Call chains: who stands where and why, from whatever tells it."""

from typing import Any

import pytest
from hypothesis import given
from picture_texts import DOCUMENTS, HOSTILE, is_sound, parsed, texts_of

from refloader.report.pictures.call_chain import (
    CallChain,
    Link,
    compared,
    of_evidence,
    of_explanation,
    of_trace,
)
from refloader.report.pictures.chain_drawing import drawn, figures, listed, said


def layer(name: str, **more: object) -> dict[str, Any]:
    """A layer as an explanation tells of it."""
    because = {"rule": "ACT-IMPLICIT-01", "severity": "info", "fact": "it is found"}
    return {
        "name": name,
        "kind": "implicit",
        "active": True,
        "manifest": f"/d/{name}.json",
        "library": f"/d/lib{name}.so",
        "reasons": [because],
        **more,
    }


def driver(name: str, **more: object) -> dict[str, Any]:
    """A driver as an explanation tells of it."""
    return {"manifest": f"/d/{name}.json", "used": True, "library": f"/d/lib{name}.so", "reasons": [], **more}


DOCUMENT = {
    "result": "VK_SUCCESS",
    "chain": ["one", "two"],
    "device_chain": ["one", "two"],
    "layers": [layer("one"), layer("idle", active=False), layer("two")],
    "drivers": [driver("first"), driver("second", used=False, reasons=[{"fact": "a filter leaves it out"}])],
}

CREATED: dict[str, Any] = {
    "event": "vkCreateInstance",
    "result": 0,
    "layers": [layer("one")],
    "chain": [
        {"who": "application"},
        {"who": "layer", "name": "one", "kind": "implicit", "interface": 2, "why": "it is found"},
        {"who": "somebody else"},
        {"who": "driver", "manifest": "/d/first.json", "interface": 5},
    ],
}
SEEN: dict[str, Any] = {"result": "VK_SUCCESS", "chain": ["one"], "drivers": ["plain"]}


def names(chain: CallChain) -> list[str]:
    """What each link is called."""
    return [link.name or link.who for link in chain.links]


class TestOfExplanation:
    """What refloader explain says of a machine, as a chain."""

    def test_order(self) -> None:
        """From the application over both ends of the loader down to the drivers."""
        [chain] = of_explanation(DOCUMENT)

        assert names(chain) == [
            *("application", "trampoline", "one", "two", "terminator"),
            *("first.json", "second.json"),
        ]

    def test_why(self) -> None:
        """A layer is there for the last step that put it there; an unused driver says what kept it out."""
        remark = {"rule": "MANIFEST-LAYER-01", "severity": "note", "fact": "a remark"}
        document = {
            **DOCUMENT,
            "layers": [layer("one"), layer("two", reasons=[*layer("")["reasons"], remark])],
        }

        [chain] = of_explanation(document)

        assert [(link.why, link.rule) for link in chain.layers] == [("it is found", "ACT-IMPLICIT-01")] * 2
        assert [(link.mark, link.why) for link in chain.drivers] == [
            ("", ""),
            ("unused", "a filter leaves it out"),
        ]

    def test_a_component(self) -> None:
        """A part of a meta-layer is called so; which one it is part of is in its reason."""
        meta = layer("meta", components=["two"], position=None)

        [chain] = of_explanation({**DOCUMENT, "layers": [*DOCUMENT["layers"], meta]})

        assert [link.kind for link in chain.layers] == ["implicit", "implicit component"]

    def test_a_library_that_cannot_be_loaded(self) -> None:
        """What is in the chain for good reasons is of no use then, and the picture says so in words."""
        rows = [layer("one", obstacle="it is no ELF file"), layer("two")]

        [chain] = of_explanation(
            {**DOCUMENT, "layers": rows, "drivers": [driver("first", obstacle="it is not found")]}
        )

        assert [link.mark for link in (*chain.layers, *chain.drivers)] == ["broken", "", "broken"]
        assert chain.layers[0].why == "it is found"
        assert "its library cannot be loaded: it is no ELF file" in texts_of(drawn(chain))
        assert "✕ cannot be loaded" in texts_of(drawn(chain))

    def test_devices_have_a_chain_of_their_own(self) -> None:
        """It is shown where it is another one."""
        instance, device = of_explanation({**DOCUMENT, "device_chain": ["one"]})

        assert [len(instance.layers), len(device.layers)] == [2, 1]

    @pytest.mark.parametrize("document", [{}, {"chain": []}, {"chain": "one"}, {"layers": [layer("one")]}])
    def test_nothing_is_known(self, document: dict[str, Any]) -> None:
        """There is no picture then."""
        assert of_explanation(document) == ()


class TestOfTrace:
    """What refloader exec saw being linked, as chains."""

    def test_links(self) -> None:
        """They come as they were written; who is nobody is left out."""
        [chain] = of_trace({"events": [CREATED]})

        assert names(chain) == ["application", "one", "first.json"]
        assert (chain.layers[0].interface, chain.layers[0].rule) == ("2", "ACT-IMPLICIT-01")
        assert chain.result == "VK_SUCCESS"

    def test_alike_ones(self) -> None:
        """A chain that was made again and again is shown once, with the number."""
        [chain] = of_trace({"events": [CREATED, {"event": "vkDestroyInstance"}, CREATED]})

        assert chain.title == "call chain of an instance (2 times)"

    def test_a_failure(self) -> None:
        """The result of a creation that failed is told by its number."""
        [chain] = of_trace({"events": [{**CREATED, "result": -9}]})

        assert chain.result == "VkResult -9"


class TestOfEvidence:
    """What a case saw, beside what the reference decides."""

    def test_what_was_seen_alone(self) -> None:
        """Of a case that passed names alone are kept."""
        [chain] = of_evidence(SEEN)

        assert names(chain) == ["application", "trampoline", "one", "terminator", "plain"]

    def test_side_by_side(self) -> None:
        """A layer that is in one chain alone is marked in it."""
        seen, expected = of_evidence({**SEEN, "chain": ["three", "two"], "decided": DOCUMENT})

        assert [link.mark for link in seen.layers] == ["unexpected", ""]
        assert [link.mark for link in expected.layers] == ["missing", ""]

    def test_another_order(self) -> None:
        """A layer that is in both chains, in other places, is elsewhere."""
        seen, expected = of_evidence({**SEEN, "chain": ["two", "one"], "decided": DOCUMENT})

        assert {link.mark for link in (*seen.layers, *expected.layers)} == {"", "moved"}

    def test_by_the_names_of_libraries(self) -> None:
        """Of two layers of one name the library tells which one was linked."""
        decided = {
            **DOCUMENT,
            "chain": ["one"],
            "device_chain": ["one"],
            "layers": [
                layer("one"),
                layer("one", active=False, manifest="/later/one.json", library="/later/x.so"),
            ],
        }
        libraries = {
            path: {"flags": {"name": name}} for path, name in (("/d/libone.so", "a"), ("/later/x.so", "b"))
        }

        seen, expected = of_evidence({**SEEN, "chain": ["b"], "decided": decided, "libraries": libraries})

        assert [(link.name, link.manifest, link.mark) for link in seen.layers] == [
            ("one", "/later/one.json", "unexpected")
        ]
        assert [(link.manifest, link.mark) for link in expected.layers] == [("/d/one.json", "missing")]

    def test_a_driver_that_is_not_used(self) -> None:
        """It is marked as layers are."""
        libraries = {"/d/libfirst.so": {"flags": {"name": "plain"}}}

        _, expected = of_evidence({**SEEN, "drivers": [], "decided": DOCUMENT, "libraries": libraries})

        assert [link.mark for link in expected.drivers] == ["missing", "unused"]

    def test_a_run_of_a_layer(self) -> None:
        """A case of a layer has the chain of its run."""
        links = [{"who": "application", "name": "x"}, {"who": "observer"}, {"who": "layer", "name": "one"}]

        [chain] = of_evidence({"run_in": links})

        assert [link.who for link in chain.links] == ["application", "observer", "layer"]


class TestDrawing:
    """A chain as a picture, and as words."""

    def test_everything_is_in_the_list(self) -> None:
        """Who cannot see the picture reads the same facts."""
        [chain] = of_explanation(DOCUMENT)

        rows = [row.text for row in parsed(listed(chain)).iter("li")]

        assert rows[2] == (
            "layer one; implicit; it is found (ACT-IMPLICIT-01); manifest /d/one.json; library /d/libone.so"
        )
        assert len(rows) == len(chain.links)

    def test_marks_are_words(self) -> None:
        """A difference is told by a word and not by a colour alone."""
        seen, expected = of_evidence({**SEEN, "chain": ["three", "two"], "decided": DOCUMENT})

        assert "+ not expected" in texts_of(drawn(seen))
        assert "✕ not linked" in texts_of(drawn(expected))

    def test_fifty_layers(self) -> None:
        """Each has its name and its reason; the picture is not endless."""
        layers = [layer(f"VK_LAYER_{n}") for n in range(50)]
        [chain] = of_explanation({**DOCUMENT, "layers": layers, "chain": [each["name"] for each in layers]})[
            :1
        ]

        svg = parsed(drawn(chain)).find("svg")

        assert svg is not None
        assert float(svg.get("viewBox", "").split()[3]) < 50 * 70
        assert all(f"VK_LAYER_{n}" in texts_of(drawn(chain)) for n in range(50))

    def test_a_long_name(self) -> None:
        """What is cut in the picture is whole in its title and in the list."""
        name = "VK_LAYER_" + "long" * 50

        chain = CallChain("x", (Link("layer", name),))

        assert f">{name}<" not in str(drawn(chain))
        assert name in said(chain.links[0])
        assert name in str(listed(chain))

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_texts(self, text: str) -> None:
        """Whatever a name, path or reason is, it is shown and does nothing."""
        link = Link("layer", text, text, text, text, text, text, text, alias=text)

        assert is_sound(figures([CallChain(text, (link,), text)]))

    def test_no_chain(self) -> None:
        """Nothing is drawn of nothing."""
        assert figures(()) == ""


class TestProperties:
    """A results file may come from anybody."""

    @given(DOCUMENTS)
    def test_any_json(self, document: dict[str, Any]) -> None:
        """Whatever it holds, what comes out is a sound picture."""
        chains = (*of_explanation(document), *of_trace(document), *of_evidence(document))

        assert is_sound(figures(chains))

    @given(DOCUMENTS)
    def test_a_chain_is_like_itself(self, document: dict[str, Any]) -> None:
        """Compared with itself no chain has a mark but for drivers that are not used."""
        chains = of_explanation(document)

        both = [compared(chain, chain) for chain in chains]

        assert all(
            link.mark in ("", "unused", "broken") for pair in both for chain in pair for link in chain.links
        )
