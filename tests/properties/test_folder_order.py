"""With every order of the files of a folder the answer is the same, or it says that it hangs on the order."""

import json
from collections.abc import Sequence
from dataclasses import replace
from itertools import permutations

import pytest
from elf_files import elf
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.host.machines.memory import MemoryHost
from refloader.inspect.explain import explain
from refloader.inspect.explain.answer import Answer, State
from refloader.inspect.explain.answers import answers_of
from refloader.inspect.explain.own_loader import own_loader
from refloader.inspect.whatif.change import ChangeKind
from refloader.inspect.whatif.smallest import WhatIf
from refloader.inspect.whatif.wording import words
from refloader.model.edition import LATEST
from refloader.model.library import Library
from refloader.model.request import Build, Request

FOLDER = "/usr/share/vulkan/implicit_layer.d"
LIBRARIES = "/usr/lib/x86_64-linux-gnu"
THERE, OTHER, GONE = f"{LIBRARIES}/libthere.so", f"{LIBRARIES}/libother.so", "/opt/gone.so"
DRIVER = f"{LIBRARIES}/libvulkan_soft.so"
ASKED, BESIDE = "VK_LAYER_TEST_asked", "VK_LAYER_TEST_beside"
SAID = "the file system decides"


def manifest(name: str, library: str = THERE, **more: object) -> bytes:
    """The bytes of the manifest of an implicit layer."""
    layer = {
        "name": name,
        "type": "GLOBAL",
        "library_path": library,
        "api_version": "1.3.250",
        "implementation_version": "1",
        "description": "a layer",
        "disable_environment": {"NO_LAYER": "1"},
        **more,
    }
    kept = {key: value for key, value in layer.items() if value is not None}
    return json.dumps({"file_format_version": "1.2.0", "layer": kept}).encode()


def machine(files: Sequence[tuple[str, bytes]], release: str = "") -> MemoryHost:
    """A machine whose folder lists the files in this order, with the loader of a release."""
    loaders = [f"{LIBRARIES}/libvulkan.so.{release}"] if release else []
    exports = frozenset(("vkGetInstanceProcAddr", "vkNegotiateLoaderLayerInterfaceVersion"))
    libraries = {
        path: Library(path, 64, "X86_64", True, exports) for path in (THERE, OTHER, DRIVER, *loaders)
    }
    icd = json.dumps(
        {"file_format_version": "1.0.0", "ICD": {"library_path": DRIVER, "api_version": "1.3.0"}}
    )
    return MemoryHost(
        files={
            **{f"{FOLDER}/{name}": data for name, data in files},
            **dict.fromkeys(libraries, elf()),
            "/usr/share/vulkan/icd.d/soft.json": icd.encode(),
        },
        libraries=libraries,
        links={f"{LIBRARIES}/libvulkan.so.1": f"libvulkan.so.{release}"} if release else {},
        environment={"ON": "1", "OFF": "1"},
        processor="X86_64",
    )


def answers_on(host: MemoryHost, *, order_is_known: bool = False) -> dict[str, Answer]:
    """The answers by their subjects, as the verb gives them: on the layer, and on an instance that is not made."""
    request, build = Request(), Build()
    what_if = WhatIf(host, request, LATEST, build)
    found = explain(host, request, LATEST, build, (ASKED,), what_if=what_if)
    found = replace(found, own=own_loader(host, request, build, found), order_is_known=order_is_known)
    return {each.subject: each for each in answers_of(found, host, request, build, what_if)}


def answer_on(host: MemoryHost, *, order_is_known: bool = False) -> Answer:
    """The answer on the layer that is asked for."""
    return answers_on(host, order_is_known=order_is_known)[ASKED]


def in_each_order(files: Sequence[tuple[str, bytes]], release: str = "") -> list[Answer]:
    """The answers with every order of the files."""
    return [answer_on(machine(order, release)) for order in permutations(files)]


def helps(answer: Answer, host: MemoryHost) -> bool:
    """Whether the change of an answer makes the layer active on a machine, if it is one that can be tried.

    Where no instance is made, the change that the answer on that gives is made too.
    """
    changes = answer.changes
    if answer.state is not State.INACTIVE or any(not each.tried or not words((each,)) for each in changes):
        return True
    if not changes or any(each.kind is ChangeKind.NONE for each in changes):
        return True
    failure = answers_on(host).get("vkCreateInstance")
    besides = failure.changes if failure is not None else ()
    changed = WhatIf(host, Request(), LATEST, Build()).changed(*changes, *besides)
    after = answer_on(changed[0]) if changed is not None else None
    return after is not None and after.state in (State.ACTIVE, State.UNLOADABLE)


def manifests() -> st.SearchStrategy[bytes]:
    """A manifest of one of two layers that may lack its library, its variables or its sense, or be a meta-layer."""
    enable = st.sampled_from([None, {"ON": "1"}, {"UNSET": "1"}])
    disable = st.sampled_from([{"NO_LAYER": "1"}, {"OFF": "1"}, None])
    layers = st.builds(
        lambda name, library, on, off: manifest(
            name, library, enable_environment=on, disable_environment=off
        ),
        st.sampled_from([ASKED, ASKED, BESIDE]),
        st.sampled_from([THERE, OTHER, GONE]),
        enable,
        disable,
    )
    metas = st.sampled_from([ASKED, BESIDE]).map(
        lambda name: manifest(
            name, library_path=None, component_layers=[BESIDE if name == ASKED else "VK_LAYER_TEST_none"]
        )
    )
    return st.one_of(layers, layers, layers, metas, st.sampled_from([b"{", b"", b"[]"]))


@settings(deadline=None, max_examples=25)
@given(
    st.lists(manifests(), min_size=2, max_size=3),
    st.sampled_from(["", "1.3.204", "1.3.239", "1.3.275", "1.1.97"]),
)
def test_the_answer_is_the_same_or_says_so(texts: list[bytes], release: str) -> None:
    """State and change are those of every order, or each answer says what decides."""
    files = [(f"{letter}.json", text) for letter, text in zip("abc", texts, strict=False)]

    answers = in_each_order(files, release)

    assert not any('with "" first' in each.why for each in answers)
    for answer in (each for each in answers if SAID not in each.why):
        assert {each.state for each in answers} == {answer.state}
        assert all(helps(answer, machine(order, release)) for order in permutations(files))


class TestWhatHangsOnTheOrder:
    """Two manifests of one layer in one folder: which one is taken is left to the file system."""

    GOOD, ASLEEP = manifest(ASKED), manifest(ASKED, enable_environment={"UNSET": "1"})

    @pytest.mark.parametrize("release", ["", "1.4.341"])
    def test_one_of_two_is_active(self, release: str) -> None:
        """The answer is neither, and the removal of the other manifest makes it certain."""
        answers = in_each_order([("good.json", self.GOOD), ("asleep.json", self.ASLEEP)], release)

        assert {each.state for each in answers} == {State.UNDECIDED}
        assert {words(each.changes) for each in answers} == {f"remove {FOLDER}/asleep.json"}
        assert all(each.rule == "DISC-GEN-03" and SAID in each.why for each in answers)

    @pytest.mark.parametrize("release", ["1.1.97", "1.3.204", "1.4.335"])
    def test_loaders_that_take_both(self, release: str) -> None:
        """Before 1.4.340, loaders decide on each of two implicit layers: one that is on is enough."""
        answers = in_each_order([("good.json", self.GOOD), ("asleep.json", self.ASLEEP)], release)

        assert {each.state for each in answers} == {State.ACTIVE}

    @pytest.mark.parametrize("release", ["1.1.97", "1.2.131", "1.2.162"])
    def test_a_file_that_ends_the_search(self, release: str) -> None:
        """Whatever the present order is, the sentence names the file that comes first in each."""
        answers = in_each_order([("good.json", self.GOOD), ("broken.json", b"{")], release)

        assert {each.state for each in answers} == {State.UNDECIDED}
        assert all('with "good.json" first it is active' in each.why for each in answers)
        assert all('with "broken.json" first it is not found' in each.why for each in answers)

    def test_a_change_beside_a_file_that_ends_the_search(self) -> None:
        """Also of a layer that the loader reads without its name, the change holds with every order."""
        asked = manifest(ASKED, disable_environment=None)
        orders = list(permutations([("asked.json", asked), ("broken.json", b"{")]))

        answers = [answer_on(machine(order, "1.3.204")) for order in orders]

        assert {each.state for each in answers} == {State.INACTIVE}
        assert all(helps(answer, machine(order, "1.3.204")) for answer in answers for order in orders)
        assert "one before it may keep the loader from it" in answers[0].why

    def test_a_file_on_which_the_loader_crashes_with_one_order(self) -> None:
        """Releases that crash on a second meta-layer behind a layer of its name use that layer with another order."""
        meta = manifest(ASKED, library_path=None, component_layers=["VK_LAYER_TEST_none"])

        answers = in_each_order([("good.json", self.GOOD), ("b.json", meta), ("c.json", meta)], "1.3.204")

        assert {each.state for each in answers} == {State.UNDECIDED}
        assert all(SAID in each.why and "the loader crashes on" in each.why for each in answers)

    def test_one_of_two_has_no_library(self) -> None:
        """A library that is gone counts as much as a variable."""
        answers = in_each_order([("good.json", self.GOOD), ("gone.json", manifest(ASKED, GONE))])

        assert {each.state for each in answers} == {State.UNDECIDED}
        assert {words(each.changes) for each in answers} == {f"remove {FOLDER}/gone.json"}

    def test_a_loader_that_goes_on_to_the_next(self) -> None:
        """Loaders from 1.2.169, before 1.3.247, use the manifest whose library is there, in any order."""
        answers = in_each_order([("good.json", self.GOOD), ("gone.json", manifest(ASKED, GONE))], "1.3.204")

        assert {each.state for each in answers} == {State.ACTIVE}

    def test_the_machine_itself_lists_its_folders(self) -> None:
        """There the order is known, and said to be what decides."""
        files = [("good.json", self.GOOD), ("asleep.json", self.ASLEEP)]

        answers = [answer_on(machine(order), order_is_known=True) for order in (files, files[::-1])]

        assert [each.state for each in answers] == [State.ACTIVE, State.INACTIVE]
        assert all(SAID in each.why for each in answers)

    def test_copies_that_do_the_same(self) -> None:
        """Two variables that are not set: the change names the variable of the one that stays."""
        files = [("a.json", manifest(ASKED, enable_environment={"A": "1"})), ("b.json", self.ASLEEP)]

        answers = in_each_order(files)

        assert {each.state for each in answers} == {State.INACTIVE}
        assert {words(each.changes) for each in answers} == {
            f"set A=1 and remove {FOLDER}/b.json",
            f"set UNSET=1 and remove {FOLDER}/a.json",
        }

    def test_three_of_which_none_is_active(self) -> None:
        """It is never active, so the answer is what it is here, and not that it is active or not."""
        files = [
            ("a.json", manifest(ASKED, enable_environment={"EA": "1"})),
            ("b.json", manifest(ASKED, enable_environment={"EB": "1"})),
            ("gone.json", manifest(ASKED, GONE)),
        ]

        answers = in_each_order(files)

        assert [each.state for each in answers] == [State.INACTIVE] * 4 + [State.UNLOADABLE] * 2
        assert all(SAID in each.why for each in answers)
        assert [words(each.changes) for each in answers] == [
            *["set EA=1"] * 2,
            *["set EB=1"] * 2,
            *["install a 64-bit /opt/gone.so, or remove /usr/share/vulkan/implicit_layer.d/gone.json"] * 2,
        ]

    def test_another_folder_has_its_place(self) -> None:
        """The folders have an order: nothing is left to the file system."""
        host = machine([("good.json", self.GOOD)])
        away = {"/etc/vulkan/implicit_layer.d/asleep.json": self.ASLEEP}

        answer = answer_on(replace(host, files={**host.files, **away}))

        assert answer.state is State.INACTIVE
        assert SAID not in answer.why

    def test_a_layer_of_another_name_does_not_matter(self) -> None:
        """The order of two layers in the chain is no question about one of them."""
        answers = in_each_order([("a.json", self.GOOD), ("b.json", manifest(BESIDE))])

        assert {each.state for each in answers} == {State.ACTIVE}
        assert not any(SAID in each.why for each in answers)
