"""Search paths: where was looked, in order, and what was found there."""

from typing import Any

import pytest
from hypothesis import given
from picture_texts import DOCUMENTS, HOSTILE, is_sound, parsed, texts_of

from refloader.report.pictures.search_drawing import drawn, figures, listed
from refloader.report.pictures.search_path import Found, Search, SearchedPlace, of_explanation, steering

FOLDER = "/usr/share/vulkan/implicit_layer.d"


def place(path: str, use: str = "implicit", **more: object) -> dict[str, Any]:
    """A place as an explanation tells of it."""
    return {"path": path, "use": use, "source": "HOME", "rule": "DISC-LINUX-03", "state": "read", **more}


def layer(name: str, manifest: str, **more: object) -> dict[str, Any]:
    """A layer as an explanation tells of it."""
    because = {"fact": "nothing asks for it"}
    return {
        "name": name,
        "kind": "implicit",
        "manifest": manifest,
        "active": False,
        "reasons": [because],
        **more,
    }


class TestPlaces:
    """The places of each search in their order."""

    def test_searches(self) -> None:
        """Settings come first, then layers, then drivers, whatever the order of the document."""
        uses = ("driver", "explicit", "settings", "nonsense", "implicit")

        found = of_explanation({"places": [place(f"/{use}", use) for use in uses]})

        assert [search.title for search in found] == [
            *("loader settings", "implicit layers", "explicit layers", "drivers"),
        ]

    def test_what_was_found(self) -> None:
        """A manifest belongs to its folder, and to the place that is itself."""
        rows = [layer("a", f"{FOLDER}/a.json", active=True), layer("b", "/x/b.json")]
        document = {"places": [place(FOLDER), place("/x/b.json"), place("/x")], "layers": rows}

        [search] = of_explanation(document)

        assert [
            [(each.file, each.standing, each.why) for each in looked.found] for looked in search.places
        ] == [
            [("a.json", "used", "")],
            [("b.json", "not used", "nothing asks for it")],
            [("b.json", "not used", "nothing asks for it")],
        ]

    def test_of_one_kind(self) -> None:
        """A layer is found by the search for its kind alone."""
        document = {
            "places": [place(FOLDER), place(FOLDER, "explicit")],
            "layers": [layer("a", f"{FOLDER}/a.json")],
        }

        implicit, explicit = of_explanation(document)

        assert [len(implicit.places[0].found), len(explicit.places[0].found)] == [1, 0]

    def test_drivers(self) -> None:
        """A driver that is used though its library is gone is of no use."""
        rows = [
            {"manifest": "/d/a.json", "used": True, "obstacle": ""},
            {"manifest": "/d/b.json", "used": True, "obstacle": "it is not found"},
            {"manifest": "/d/c.json", "used": False, "reasons": [{"fact": "a filter"}]},
        ]

        [search] = of_explanation({"places": [place("/d", "driver")], "drivers": rows})

        assert [(each.standing, each.why) for each in search.places[0].found] == [
            ("used", ""),
            ("unusable", "it is not found"),
            ("not used", "a filter"),
        ]

    def test_manifests_that_gave_nothing(self) -> None:
        """They are shown in their place with what is wrong."""
        unread = [{"path": f"{FOLDER}/bad.json", "reasons": [{"fact": "it is no JSON"}]}]

        [search] = of_explanation({"places": [place(FOLDER)], "unread": unread})

        assert search.places[0].found == (Found(f"{FOLDER}/bad.json", (), "unusable", "it is no JSON"),)

    def test_remarks(self) -> None:
        """What is said of a place as a whole is told with it."""
        reasons = [
            {"subject": "/gone", "severity": "warning", "fact": "it does not exist"},
            {"subject": "/gone", "severity": "info", "fact": "a step"},
        ]

        [search] = of_explanation({"places": [place("/gone", state="missing")], "reasons": reasons})

        assert search.places[0].notes == ("it does not exist",)

    def test_an_event_of_a_trace(self) -> None:
        """There nobody noted what came of each place."""
        bare = {key: value for key, value in place(FOLDER).items() if key != "state"}

        [search] = of_explanation({"event": "vkCreateInstance", "places": [bare]})

        assert search.places[0].state == ""

    def test_what_steers(self) -> None:
        """Variables and files, with whether they have an effect."""
        rows = [
            {"name": "VK_LAYER_PATH", "value": "/a", "in_force": True, "why": ""},
            {"name": "VK_X", "value": "", "in_force": False, "why": "unknown"},
        ]

        assert steering({"controls": rows}) == (
            ("VK_LAYER_PATH", "/a: in force"),
            ("VK_X", "no effect: unknown"),
        )


class TestDrawing:
    """A search as a picture, and as words."""

    @pytest.mark.parametrize(
        ("state", "words"),
        [
            ("missing", "not there"),
            ("read", "nothing found"),
            ("permission denied", "permission denied"),
            ("", "nothing found"),
        ],
    )
    def test_states(self, state: str, words: str) -> None:
        """What came of looking is told in words, in the picture and in the list."""
        search = Search("x", (SearchedPlace("/a", "HOME", "R", state, ()),))

        assert words in texts_of(drawn(search))
        assert f"/a, named by HOME (R): {words}" in texts_of(listed(search))

    def test_a_thousand_manifests(self) -> None:
        """The picture shows the first ones and the number of the others; the list has more of them."""
        rows = [layer(f"L{n}", f"{FOLDER}/{n}.json") for n in range(1000)]

        [search] = of_explanation({"places": [place(FOLDER)], "layers": rows})

        assert "1000 found" in texts_of(drawn(search))
        assert "and 988 more" in texts_of(drawn(search))
        assert "and 900 more" in texts_of(listed(search))

    @pytest.mark.parametrize("text", HOSTILE)
    def test_hostile_texts(self, text: str) -> None:
        """Whatever a path or name is, it is shown and does nothing."""
        found = Found(text, (text,), "unusable", text)
        search = Search(text, (SearchedPlace(text, text, text, text, (found,), 1, (text,)),))

        assert is_sound(figures([search]))

    def test_places_are_numbered(self) -> None:
        """The order counts, and is there to be read."""
        [search] = of_explanation({"places": [place("/a"), place("/b")]})

        marks = [each.text for each in parsed(drawn(search)).iter("text") if each.get("class") == "middle"]

        assert marks == ["1", "2"]


class TestProperties:
    """A results file may come from anybody."""

    @given(DOCUMENTS)
    def test_any_json(self, document: dict[str, Any]) -> None:
        """Whatever it holds, what comes out is a sound picture."""
        steering(document)

        assert is_sound(figures(of_explanation(document)))
