"""What is said of a run of several layers, on sessions that are written down."""

from collections.abc import Mapping
from typing import Any

from refloader.suite.layers.checks.layer_calls import LayerCalls
from refloader.suite.layers.thread_activity import last_activity
from refloader.suite.sessions.check_result import CheckResult
from refloader.suite.sessions.recording import EMPTY, Call, Fact, Link, Recording
from refloader.suite.sessions.session import Circumstances, Session
from refloader.suite.subjects.layer import LayerSubject
from refloader.suite.together.neighbours import OrderedRuns
from refloader.suite.together.set_search import Fault

LINKS = {1: Link("", "A"), 2: Link("A", "B"), 3: Link("B", "")}
PLAIN = {"instance.made": 0, "device.name": "mock", "devices.listed.count": 1}


def company(sessions: Mapping[str, Session | list[Session]], *, judges: Any = ()) -> OrderedRuns:
    """Layers A and B with a session for each order; a list is what comes of one run after the other."""
    queues = {order: list(each) if isinstance(each, list) else [] for order, each in sessions.items()}

    def run(circumstances: Circumstances) -> Session:
        order = "".join(layer.name for layer in circumstances.layers)
        queue = queues.get(order)
        if queue:
            return queue.pop(0)
        found = sessions.get(order, Session(answers=PLAIN))
        return found[-1] if isinstance(found, list) else found

    layers = [LayerSubject(name, f"/{name}.json", f"/lib{name}.so") for name in "AB"]
    return OrderedRuns(layers, "mock", run, judges)


def answering(**changed: Any) -> Session:
    """A run that ended well, with some answers changed."""
    return Session(answers={**PLAIN, **{name.replace("_", "."): value for name, value in changed.items()}})


def facts(made: OrderedRuns, order: str = "AB") -> list[tuple[str, str]]:
    """Kind and fact of each fault."""
    return [(fault.kind, fault.fact) for fault in made(tuple(order)).faults]


def test_programs_are_as_old_as_the_oldest_layer() -> None:
    """What is newer than the manifest of a layer is no matter of a set with it."""
    asked: list[str] = []
    layers = [
        LayerSubject(name, "", "/lib.so", api_version=f"1.{minor}.3") for minor, name in enumerate("ABCDE", 1)
    ]

    def run(circumstances: Circumstances) -> Session:
        asked.append(circumstances.api)
        return Session(answers=PLAIN)

    OrderedRuns(layers, "mock", run, ())(("B", "C"))
    OrderedRuns(layers[2:], "mock", run, ())(("C", "D"))

    assert set(asked[:3]) == {"1.1"}
    assert set(asked[-3:]) == {""}


class TestAnswers:
    """The application is answered as by each layer alone, or as by none."""

    def test_nothing_changed(self) -> None:
        """The same answers give no fault."""
        assert facts(company({})) == []

    def test_an_answer_that_nobody_alone_gives(self) -> None:
        """Neither A nor B changes it alone, and both do together."""
        made = company({"AB": answering(device_name="other")})

        assert facts(made) == [
            (
                "answers",
                "the application is answered otherwise than by each layer alone: "
                "device.name is 'mock' without the layer and 'other' with it",
            )
        ]

    def test_what_may_be_behind_it_is_told(self) -> None:
        """The first breach that no layer commits alone comes with the answer."""

        def judge(view: LayerCalls) -> CheckResult:
            result = CheckResult(1)
            result.fail("it hands up another result")
            return result

        made = company({"AB": answering(device_name="other")}, judges=[("INTERCEPT-04", judge)])

        assert facts(made)[-1][1].endswith("with it; before that: A: it hands up another result")

    def test_what_one_layer_changes_may_be_changed(self) -> None:
        """A names the device differently alone too."""
        made = company({"A": answering(device_name="A's"), "AB": answering(device_name="A's")})

        assert facts(made) == []

    def test_what_one_layer_changes_may_not_get_lost(self) -> None:
        """With B below it, A's name does not come through."""
        made = company({"A": answering(device_name="A's"), "AB": answering()})

        assert [kind for kind, _ in facts(made)] == ["answers"]

    def test_what_two_layers_change_is_their_business(self) -> None:
        """Whose name counts is not for us to say."""
        made = company(
            {
                "A": answering(device_name="A's"),
                "B": answering(device_name="B's"),
                "AB": answering(device_name="C"),
            }
        )

        assert facts(made) == []

    def test_what_changes_from_run_to_run_says_nothing(self) -> None:
        """The application itself is answered otherwise the second time."""
        made = company({"": [answering(device_name="1"), answering(device_name="2")]})

        assert facts(made) == []

    def test_an_answer_that_was_other_once_says_nothing(self) -> None:
        """A second run of the set does not show it."""
        made = company({"AB": [answering(device_name="other"), answering()]})

        assert facts(made) == []


class TestEndings:
    """A run that does not come to its end is told with who was at work."""

    def test_the_innermost_open_call_is_named(self) -> None:
        """B was at work, called by A."""
        calls = {
            1: Call(1, 1, 7, "vkCreateDevice", 10, left=None),
            2: Call(2, 2, 7, "vkCreateDevice", 20, caller=1, left=None),
            3: Call(3, 3, 7, "vkGetPhysicalDeviceProperties", 30, caller=2, left=40),
        }
        crashed = Session("crash", "SIGSEGV during device", recording=Recording(LINKS, calls, ()))

        outcome = company({"AB": crashed})(("A", "B"))

        assert outcome.faults[0].ends
        assert outcome.faults[0].fact == (
            "SIGSEGV during device, in vkCreateDevice of B, called by A, "
            "after vkGetPhysicalDeviceProperties of what is below all layers"
        )

    def test_what_a_lookup_gave_is_told(self) -> None:
        """A asked B for a function with no instance and got none: it is likely to have called that."""
        asked = [Fact("handle", "instance", 0, "VkInstance"), Fact("text", "pName", 1, text="vkCreateDevice")]
        calls = {
            1: Call(1, 1, 7, "vkCreateDevice", 10),
            2: Call(2, 2, 7, "vkGetInstanceProcAddr", 20, caller=1, left=30, given=asked),
        }
        calls[2].made.append(Fact("word", "answer", 0))

        told = last_activity(Recording(LINKS, calls, ())).told()

        assert told == (
            ", in vkCreateDevice of A, called by the application, "
            'after vkGetInstanceProcAddr(NULL, "vkCreateDevice") of B gave NULL'
        )

    def test_a_lookup_that_gave_nothing_is_told_whatever_came_after(self) -> None:
        """Everybody has vkCreateDevice, so that NULL is worth telling; an extension's command is not."""
        calls = {1: Call(1, 1, 7, "vkCreateDevice", 10)}
        for number, name in enumerate(("vkCreateDevice", "vkCmdSetCheckpointNV"), start=2):
            asked = [Fact("handle", "instance", 0, "VkInstance"), Fact("text", "pName", 1, text=name)]
            made = [Fact("word", "answer", 0)]
            calls[number] = Call(
                number, 2, 7, "vkGetInstanceProcAddr", 20 + number, (), 1, 30 + number, 0, asked, made
            )
        calls[4] = Call(4, 2, 7, "vkGetPhysicalDeviceProperties", 40, caller=1, left=50)

        told = last_activity(Recording(LINKS, calls, ())).told()

        assert told == (
            ", in vkCreateDevice of A, called by the application, after vkGetPhysicalDeviceProperties of B; "
            'before, vkGetInstanceProcAddr(NULL, "vkCreateDevice") of B gave NULL'
        )

    def test_below_all_layers(self) -> None:
        """A link without a layer at its end is the loader's or the driver's."""
        calls = {1: Call(1, 3, 7, "vkQueueSubmit", 10)}

        told = last_activity(Recording(LINKS, calls, ())).told()

        assert told == ", in vkQueueSubmit of what is below all layers, called by B"

    def test_a_function_from_below_that_the_application_calls(self) -> None:
        """The layer has handed it up, and calls nothing: it is not the caller."""
        calls = {
            1: Call(1, 1, 7, "vkCreateFence", 10, left=20),
            2: Call(2, 3, 7, "vkWaitForFences", 30),
            3: Call(3, 3, 8, "vkWaitForFences", 40),
        }
        last = {**calls, 4: Call(4, 3, 8, "vkWaitForFences", 50)}

        told = last_activity(Recording(LINKS, {1: calls[1], 2: calls[2]}, ())).told()
        of_a_thread = last_activity(Recording(LINKS, last, ())).told()

        assert told == (
            ", in vkWaitForFences of what is below all layers, "
            "called by the application through B, which has no function of its own for it"
        )
        assert of_a_thread == ", in vkWaitForFences of what is below all layers, called by B"

    def test_every_call_came_back(self) -> None:
        """There is nobody to name."""
        assert last_activity(EMPTY).told() == ""

    def test_what_it_said_last(self) -> None:
        """A layer that ends the program with an exception says which."""
        said = "terminate called\n  what():  No such file: '/sys/class/drm'\n"
        made = company({"AB": [Session("crash", "SIGABRT during device", stderr=said), answering()]})

        words = (
            "SIGABRT during device; the last that it printed is \"what():  No such file: '/sys/class/drm'\""
        )
        assert facts(made) == [("ended crash", words)]

    def test_a_crash_is_not_waited_for_again(self) -> None:
        """One is enough, whatever a second run would show."""
        made = company({"AB": [Session("crash", "SIGSEGV during device"), answering()]})

        assert facts(made) == [("ended crash", "SIGSEGV during device")]

    def test_what_was_broken_before_is_told(self) -> None:
        """The first breach that the layer does not commit alone comes with the crash."""
        crashed = Session("crash", "SIGSEGV during device", recording=Recording(LINKS, {}, ()))

        def judge(view: LayerCalls) -> CheckResult:
            result = CheckResult(1)
            if view.layer == "A" and view.recording.links:
                result.fail("it passes down what is not there")
            return result

        made = company({"AB": crashed}, judges=[("LLP_LAYER_2", judge)])

        assert facts(made) == [
            ("ended crash", "SIGSEGV during device; before that: A: it passes down what is not there"),
            ("judge", "A: it passes down what is not there"),
        ]

    def test_what_is_broken_alone_too_is_told_where_there_is_nothing_else(self) -> None:
        """A layer below suffers from what did no harm yet."""
        recording = Recording(LINKS, {}, ())
        ended = {"AB": Session("timeout", "no answer", recording=recording), "A": Session(answers=PLAIN)}

        def judge(view: LayerCalls) -> CheckResult:
            result = CheckResult(1)
            if view.layer == "A":
                result.fail("it does not move the chain on")
            return result

        made = company(ended, judges=[("LLP_LAYER_12", judge)])
        made(("A",))

        assert facts(made)[0] == ("ended timeout", "no answer; before that: A: it does not move the chain on")


class TestBreaches:
    """Each layer is judged in its place; the first breach comes first."""

    def test_the_order_is_that_of_the_recording(self) -> None:
        """B's breach was earlier than A's."""
        late, early = Call(1, 1, 7, "vkA", 50, left=60), Call(2, 2, 7, "vkB", 20, left=30)

        def judge(view: LayerCalls) -> CheckResult:
            result = CheckResult(1)
            result.fail("is wrong", late if view.layer == "A" else early)
            return result

        made = company({}, judges=[("LLP_LAYER_10", judge)])

        assert facts(made) == [("judge", "B: is wrong"), ("judge", "A: is wrong")]

    def test_a_breach_that_happens_once_is_told_so(self) -> None:
        """It happened all the same."""
        looks = iter((True, False, False, False))

        def judge(view: LayerCalls) -> CheckResult:
            result = CheckResult(1)
            if next(looks):
                result.fail("is wrong")
            return result

        made = company({}, judges=[("LLP_LAYER_10", judge)])

        assert facts(made) == [("judge", "A: is wrong (not so in a second run)")]


class TestComplaints:
    """What the mock driver complains of counts unless it does so without layers."""

    def test_new_complaints_alone(self) -> None:
        """The one that is always there is not the layers' doing, and a mock layer's is not the driver's."""
        old = "driver mock VIOLATION OBJECTS-ICD-03: vkX with a device"
        new = "driver mock VIOLATION LLP_LAYER_10: vkY is given a VkImage as image"
        other = "layer A VIOLATION LLP_LOADER_8: vkCreateInstance without"
        sessions = {
            "": Session(answers=PLAIN, trace=(old,)),
            "AB": Session(answers=PLAIN, trace=(old, new, new, other)),
        }

        outcome = company(sessions)(("A", "B"))

        assert outcome.faults == (
            Fault(
                "LLP_LAYER_2",
                "complaint LLP_LAYER_10",
                "the mock driver complains (LLP_LAYER_10): vkY is given a VkImage as image",
            ),
        )


class TestMissing:
    """Where something is lacking nothing is judged, and it is said why."""

    def test_a_layer_without_a_library(self) -> None:
        """Its problem is the reason."""
        layer = LayerSubject("A", "/A.json", "", "its library cannot be loaded: it is not found")

        outcome = OrderedRuns([layer], "mock", lambda _: Session(answers=PLAIN), ())(("A",))

        assert outcome.missing == "its library cannot be loaded: it is not found"

    def test_a_driver_that_is_not_there(self) -> None:
        """The machine has no lavapipe."""
        made = company({"": Session("not covered", "no manifest of lavapipe is installed")})

        assert made(("A", "B")).missing == "no manifest of lavapipe is installed"

    def test_an_application_that_does_not_run_at_all(self) -> None:
        """Layers are not blamed for it."""
        made = company({"": Session("crash", "SIGSEGV during instance")})

        assert made(("A", "B")).missing == (
            "the application does not come to its end without any layer: SIGSEGV during instance"
        )
