"""What is told of a recording: chains and processes, who never came back, what layers broke."""

import itertools
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from story import INTO, LAYER, THREAD, Story, created, handle, make

from refloader.model.edition import Edition
from refloader.model.version import api_version
from refloader.suite.layers.observed import MOST_JUDGED, VERSION, account, command_calls, names, table_rows
from refloader.suite.sessions.recording import Call, Fact, Link, Note, Recording

DEVICE = Fact("handle", "device", 0x10, "VkDevice")


def recording(links: dict[int, Link], *calls: tuple[int, int]) -> Recording:
    """Calls by link and thread, all of which came back."""
    made = {
        at: Call(at, link, thread, "vkX", at, left=100 + at) for at, (link, thread) in enumerate(calls, 1)
    }
    return Recording(links, made, ())


def chain(*layers: str) -> dict[int, Link]:
    """The links of a chain, numbered from 1."""
    ends = ("", *layers, "")
    return {at: Link(*pair) for at, pair in enumerate(itertools.pairwise(ends), 1)}


class TestChains:
    """Layers stand above those that they call."""

    def test_the_order_is_the_callers(self) -> None:
        """However links are numbered."""
        links = dict(reversed(chain("C", "A", "B").items()))

        assert names(recording(links)) == ("C", "A", "B")

    def test_a_layer_that_is_passed_over(self) -> None:
        """A link from the first to the last does not move the one between."""
        assert names(recording({9: Link("A", "C"), **chain("A", "B", "C")})) == ("A", "B", "C")

    def test_a_circle(self) -> None:
        """Two processes may have two orders; every layer is named once."""
        links = {1: Link("", "A"), 2: Link("A", "B"), 3: Link("B", "A"), 4: Link("B", "")}

        assert names(recording(links)) == ("A", "B")

    def test_commands_by_link(self) -> None:
        """Links from the application down, in each the most frequent command first; of one layer only its own."""
        made = recording(chain("A", "B"), (3, 7), (1, 7), (2, 7), (1, 7), (2, 7), (1, 7))
        made.calls[2].command = "vkY"

        rows = [(each.link.above, each.link.below, each.command, each.calls) for each in command_calls(made)]

        assert rows == [("", "A", "vkX", 2), ("", "A", "vkY", 1), ("A", "B", "vkX", 2), ("B", "", "vkX", 1)]
        assert [each.link.below for each in command_calls(made, ["B"])] == ["B", ""]

    def test_processes(self) -> None:
        """Threads that share a link are of one process, and have its chain."""
        links = {**chain("A"), 3: Link("", "B"), 4: Link("B", "")}

        seen = account(recording(links, (1, 7), (2, 7), (2, 8), (3, 9), (4, 9), (3, 9)))

        assert [tuple(each) for each in seen.processes] == [(("A",), 2, 3), (("B",), 1, 3)]
        assert (seen.calls, seen.threads) == (6, 3)
        assert [(each.process, each.layer) for each in seen.layers] == [(0, "A"), (1, "B")]

    def test_each_process_has_handles_of_its_own(self) -> None:
        """What one has destroyed another may use, though the numbers are the same."""
        made = [Fact("handle", "pDevice", 0x10, "VkDevice")]
        calls = {
            1: Call(1, 2, 7, "vkCreateDevice", 1, left=2, made=made),
            3: Call(3, 2, 7, "vkDestroyDevice", 3, left=4, given=[DEVICE]),
            5: Call(5, 4, 8, "vkDeviceWaitIdle", 5, left=6, given=[DEVICE]),
        }
        links = {1: Link("", "A"), 2: Link("A", ""), 3: Link("", "A"), 4: Link("A", "")}

        two = account(Recording(links, calls, ()))
        one = account(Recording(links, {**calls, 5: replace(calls[5], link=2)}, ()))

        assert [len(each.processes) for each in (two, one)] == [2, 1]
        found = [{finding.judge for each in seen.layers for finding in each.findings} for seen in (two, one)]
        assert ["alive" in judges for judges in found] == [False, True]

    def test_links_of_the_same_neighbours_are_told_together(self) -> None:
        """From the application down."""
        links = {1: Link("A", ""), 2: Link("", "A"), 5: Link("", "A")}

        seen = account(recording(links, (1, 7), (2, 7), (5, 8)))

        assert [tuple(each) for each in seen.passages] == [(Link("", "A"), 2, 0), (Link("A", ""), 1, 0)]

    @given(st.lists(st.tuples(st.sampled_from("ABCD"), st.sampled_from("ABCD"))), st.lists(st.integers(1, 9)))
    def test_any_links(self, pairs: list[tuple[str, str]], calls: list[int]) -> None:
        """No layer is made up, whatever the links say, also where calls go through links that are nowhere."""
        links = {at: Link(*pair) for at, pair in enumerate(pairs, 1)}

        seen = account(recording(links, *((link, link % 3) for link in calls)))

        assert {each.layer for each in seen.layers} <= {name for pair in pairs for name in pair}
        assert sum(process.calls for process in seen.processes) == len(calls)


class TestUnfinished:
    """Calls that never came back are told by thread, the thread that was heard of last at the end."""

    def test_the_innermost_is_told(self) -> None:
        """With who was doing it, and what that one had called last."""
        story = Story()
        story.crash(INTO, "vkCreateDevice")
        story.out("vkGetPhysicalDeviceProperties")

        [row] = account(story.view.recording).unfinished

        assert [call.command for call in row.calls] == ["vkCreateDevice"]
        assert (row.at_work.layer, row.at_work.caller) == (LAYER, "")
        assert row.at_work.last == "vkGetPhysicalDeviceProperties of what is below all layers"

    def test_every_thread(self) -> None:
        """The first thread has two calls under way."""
        calls = {
            1: Call(1, 1, 7, "vkA", 10),
            2: Call(2, 2, 7, "vkB", 20, caller=1),
            3: Call(3, 1, 8, "vkC", 30),
        }

        rows = account(Recording(chain("A"), calls, ())).unfinished

        assert [(row.thread, [call.command for call in row.calls]) for row in rows] == [
            (7, ["vkA", "vkB"]),
            (8, ["vkC"]),
        ]


class TestBreaches:
    """Each layer is judged in its place."""

    def spoiled(self) -> Recording:
        """A layer that changes *pInstance and asks for the next vkCreateInstance with an instance."""
        story = Story()
        with story.call(INTO, "vkCreateInstance", out=1):
            story.out("vkCreateInstance", out=2)
        return story.view.recording

    def test_one_finding_for_one_judge(self) -> None:
        """Two rules of the same weight that one judge looks for are one finding."""
        [judged] = account(self.spoiled()).layers

        [finding] = judged.findings
        assert finding.rules == ("LLP_LAYER_21", "WRAP-04")
        assert (finding.severity, finding.judge) == ("fail", "instance_pointer_untouched")
        assert [call.command for call in finding.broken[0].calls] == ["vkCreateInstance"] * 2
        assert judged.seen["instance_pointer_untouched"] == 1

    def test_a_layer_by_its_name(self) -> None:
        """Others are not judged."""
        assert account(self.spoiled(), layers=["VK_LAYER_OTHER"]).layers == ()

    def test_rules_by_their_ids(self) -> None:
        """Whole families too; the others are not looked for."""
        assert account(self.spoiled(), rules=["LLP_LAYER_12"]).breaches == 0
        assert account(self.spoiled(), rules=["LLP_LAYER_21"]).breaches == 1
        assert account(self.spoiled(), rules=["WRAP"]).breaches == 1

    def test_a_should_is_a_warning(self) -> None:
        """A function of another chain is called within one of the device's: a must in 2016 alone."""
        story = Story()
        created(story, 0x10)
        with story.call(INTO, "vkQueueSubmit", queue=handle("VkQueue", 0x20)):
            story.out("vkGetPhysicalDeviceProperties", physicalDevice=handle("VkPhysicalDevice", 0x30))
        seen = {
            edition: account(story.view.recording, edition, rules=["INTERCEPT-07"])
            for edition in (Edition.E2016, Edition.E2026)
        }

        assert [(each.breaches, each.warnings) for each in seen.values()] == [(1, 0), (0, 1)]

    @pytest.mark.parametrize(("version", "breaches"), [((1, 2), 0), ((1, 3), 1), (None, 0)])
    def test_the_age_of_the_layer_counts(self, version: tuple[int, int] | None, breaches: int) -> None:
        """The documents of 2018 had NULL: of a layer that may be as old it is a warning, as conform has it."""
        story = Story()
        if version:
            packed = api_version(*version).packed
            story.notes.append(Note(1, THREAD, VERSION, LAYER, packed, 0, 0))
        with story.call(INTO, "vkCreateDevice", physicalDevice=handle("VkPhysicalDevice", 0x30)):
            story.out("vkGetInstanceProcAddr", pName="vkCreateDevice", instance=handle("VkInstance", 0))
            story.out("vkCreateDevice", physicalDevice=handle("VkPhysicalDevice", 0x30))

        seen = account(story.view.recording, rules=["CHAIN-INIT-06"])

        assert (seen.breaches, seen.warnings) == (breaches, 1 - breaches)

    @pytest.mark.parametrize(
        ("asked", "version", "command", "breaches"),
        [
            ((1, 1), (1, 0), "vkBindBufferMemory2", 1),
            ((1, 1), (1, 1), "vkBindBufferMemory2", 2),
            ((1, 0), None, "vkBindBufferMemory2", 2),
            ((1, 1), None, "vkBindBufferMemory2", 1),
            ((1, 1), None, "vkBindBufferMemory2KHR", 1),
            ((1, 1), (1, 0), "vkQueueWaitIdle", 2),
        ],
    )
    def test_newer_programs_are_warned_of(
        self, asked: tuple[int, int], version: tuple[int, int] | None, command: str, breaches: int
    ) -> None:
        """A layer may not know the functions of a newer program than itself; links are the same in all versions.

        It knows those that are as old as itself.
        """
        story = Story()
        if version:
            story.note(VERSION, LAYER, api_version(*version).packed)
        given = {"api": api_version(*asked).packed, "link": 0x100, "link.next": 0x110}
        with story.call(INTO, "vkCreateInstance", **given) as above:
            make(story.out("vkCreateInstance", link=0x100), pInstance=0x10)
            make(above, pInstance=0x10)
        with story.call(INTO, command, 0):
            story.out(command, -4)

        seen = account(story.view.recording, rules=["LLP_LAYER_12", "INTERCEPT-04"])

        assert (seen.breaches, seen.warnings) == (breaches, 2 - breaches)

    def test_an_edition_has_its_own_rules(self) -> None:
        """How the next vkCreateDevice is found has changed."""
        names_of = {
            edition: {each.name for each in table_rows(edition, ["CHAIN-INIT-06"])}
            for edition in (Edition.E2018, Edition.E2022)
        }

        assert names_of == {
            Edition.E2018: {"next_device_creation_asked_without_instance"},
            Edition.E2022: {"next_device_creation_asked_with_instance"},
        }

    def test_a_clean_layer(self) -> None:
        """Nothing is found, and it is said what was looked at."""
        story = Story()
        created(story, 0x10)

        seen = account(story.view.recording)

        assert (seen.breaches, seen.warnings) == (0, 0)
        assert any(seen.layers[0].seen.values())

    def test_more_layers_than_any_chain_has(self) -> None:
        """Time stays within bounds, and it is said."""
        seen = account(recording(chain(*(f"L{at}" for at in range(MOST_JUDGED + 3))), (1, 7)), rules=["WRAP"])

        assert (len(seen.layers), seen.unjudged) == (MOST_JUDGED, 3)


def test_links_without_end_are_put_in_order_in_time() -> None:
    """As many as a recording can number."""
    links = {at: Link(f"L{at}", f"L{at + 1}") for at in range(1, 60_000)}

    found = names(Recording(links, {}, ()))

    assert (len(found), found[0], found[-1]) == (60_000, "L1", "L60000")
