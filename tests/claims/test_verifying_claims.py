"""Who verifies a claim names every number and every member that is not as it was claimed, and is harmed by none."""

import copy
import hashlib
import json
import os
import tracemalloc
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from claimed import document, rewritten, tampered, unpacked
from hypothesis import given, settings
from hypothesis import strategies as st

from refloader.claims.container import FIRST, LARGEST, DamagedError, NotABundleError, packed
from refloader.claims.packing import Attached, pack
from refloader.claims.verifying import read, verify

pytestmark = pytest.mark.slow

NOBODY_KNOWS = ("suite.parts.",)
"""What only the document tells: it is compared with what is installed, and a difference is no fault of the claim."""


def test_what_was_packed_holds(layer_bundle: bytes, core_bundle: bytes) -> None:
    """On the machine where it was packed nothing is left unchecked."""
    for bundle in (layer_bundle, core_bundle):
        found = verify(bundle)

        assert (found.problems, found.limits) == ((), ())
        assert found.claim is not None
        assert found.sha256 == hashlib.sha256(bundle).hexdigest()


def leaves(value: Any, place: str = "") -> Iterator[tuple[str, Callable[[Any], None]]]:
    """Each place of a document that a number or text stands in, and what changes it there; of a list the first."""
    if isinstance(value, dict):
        for name, inner in value.items():
            if isinstance(inner, dict | list) and inner:
                yield from (
                    (where, lambda root, name=name, edit=edit: edit(root[name]))
                    for where, edit in leaves(inner, f"{place}{name}.")
                )
            else:
                yield f"{place}{name}", lambda root, name=name: root.update({name: _other(root[name])})
    elif isinstance(value, list):
        yield f"{place}first", lambda root: root.pop(0)
        for where, edit in leaves(value[0], place) if isinstance(value[0], dict | list) else ():
            yield where, lambda root, edit=edit: edit(root[0])


def _other(value: Any) -> Any:
    match value:
        case bool():
            return not value
        case int():
            return value + 1
        case str():
            return f"{value}x"
        case _:
            return ["x"] if isinstance(value, list) else {"x": 1}


@pytest.fixture(scope="module")
def rich_bundle(tmp_path_factory: pytest.TempPathFactory, layer_run: Path) -> bytes:
    """A claim with something in every part of it, and few results."""
    folder = tmp_path_factory.mktemp("rich")
    rules = ("LLP_LAYER_15", "NAMING-LAYER-01", "LLP_LAYER_9")
    results = folder / "results.ndjson"
    results.write_bytes(layer_run.read_bytes())
    rewritten(
        results, lambda rows: rows.__setitem__(slice(1, -1), [r for r in rows[1:-1] if r["rule"] in rules])
    )
    (folder / "log.txt").write_text("all is well")
    attached = [Attached("LLP_LAYER_11", str(folder / "log.txt"))]
    return pack([str(results)], with_binaries=True, attached=attached).data


class TestNumbers:
    """Every number and every text of the document is held to the results."""

    def test_each_place_of_the_document(self, rich_bundle: bytes) -> None:
        """Whatever is changed in it, and written as the document is, is found."""
        claim = document(rich_bundle)
        places, missed = 0, []

        for place, edit in leaves(claim):
            told = copy.deepcopy(claim)
            edit(told)
            found = verify(tampered(rich_bundle, told))
            places += 1
            if not found.problems and not place.startswith(NOBODY_KNOWS):
                missed.append(place)

        assert missed == []
        assert places > 90

    def test_it_is_named(self, layer_bundle: bytes) -> None:
        """With what is claimed and what the results give."""
        told = document(layer_bundle)
        told["totals"]["counts"]["fail"] -= 1

        [problem] = verify(tampered(layer_bundle, told)).problems

        number = told["totals"]["counts"]["fail"]
        assert problem == f"totals.counts.fail: {number} is claimed, and the results give {number + 1}"

    def test_one_rule_among_many(self, layer_bundle: bytes) -> None:
        """A list is told of by its rules."""
        told = document(layer_bundle)
        [rule] = [each for each in told["subjects"][0]["rules"] if each["rule"] == "LLP_LAYER_15"]
        rule["standing"] = "passed"

        [problem] = verify(tampered(layer_bundle, told)).problems

        assert problem.startswith("subjects[claimed.json].rules[LLP_LAYER_15].standing: ")

    def test_the_claim_that_is_shown_is_the_true_one(self, layer_bundle: bytes) -> None:
        """Whatever sentence is written there."""
        told = document(layer_bundle)
        true, told["sentence"] = told["sentence"], "everything passes"

        found = verify(tampered(layer_bundle, told))

        assert found.claim is not None
        assert found.claim.sentence == true

    def test_another_digest_of_the_suite(self, layer_bundle: bytes) -> None:
        """It is told: the claim may be of another version."""
        told = document(layer_bundle)
        told["suite"]["parts"]["tests"] = "0" * 64

        found = verify(tampered(layer_bundle, told))

        assert found.problems == ()
        assert any("other tests" in each for each in found.limits)
        assert not found.is_same_suite


class TestMembers:
    """No member can be changed, put in or taken out."""

    @pytest.mark.parametrize(
        "name", ["results/1.ndjson", "manifest/1.json", "library/2.so", "attached/LLP_LAYER_11/1-log.txt"]
    )
    def test_a_changed_member(self, rich_bundle: bytes, name: str) -> None:
        """Its digest tells."""
        members = unpacked(rich_bundle)
        changed = packed({**members, name: members[name] + b" "})

        assert any(name in each for each in verify(changed).problems)

    def test_a_member_too_many(self, layer_bundle: bytes) -> None:
        """It is named."""
        bundle = packed({**unpacked(layer_bundle), "results/9.ndjson": b"x"})

        assert verify(bundle).problems == ("results/9.ndjson is there and not listed",)

    def test_a_member_too_few(self, layer_bundle: bytes) -> None:
        """It is named."""
        members = unpacked(layer_bundle)
        del members["manifest/1.json"]

        assert "manifest/1.json is listed and not there" in verify(packed(members)).problems

    def test_a_member_that_nothing_refers_to(self, layer_bundle: bytes) -> None:
        """What is listed and has no part in the claim does not belong there."""
        told, data = document(layer_bundle), b"x"
        told["members"].append({"name": "z", "size": 1, "sha256": hashlib.sha256(data).hexdigest()})
        bundle = packed(
            {**unpacked(layer_bundle), "z": data, FIRST: (json.dumps(told, indent=2) + "\n").encode()}
        )

        assert "z is there, and nothing refers to it" in verify(bundle).problems

    def test_another_library_with_the_right_digest_of_its_own(self, layer_bundle: bytes) -> None:
        """It is not the one that the results tell of."""
        bundle = tampered(layer_bundle, library__2_so=b"\x7fELF" + bytes(100))

        assert any("library/2.so: it is not the library" in each for each in verify(bundle).problems)

    def test_results_that_were_changed_with_their_digest(self, layer_bundle: bytes) -> None:
        """The numbers give them away."""
        results = unpacked(layer_bundle)["results/1.ndjson"]
        old, new = b'"verdict": "fail"', b'"verdict": "pass"'

        found = verify(tampered(layer_bundle, results__1_ndjson=results.replace(old, new, 1)))

        assert any("the footer counts other results" in each for each in found.problems)

    def test_results_that_were_cut(self, layer_bundle: bytes) -> None:
        """They hold nothing."""
        results = unpacked(layer_bundle)["results/1.ndjson"]
        cut = b"".join(results.splitlines(keepends=True)[:-1])

        assert any(
            "truncated" in each for each in verify(tampered(layer_bundle, results__1_ndjson=cut)).problems
        )

    def test_results_of_another_claim(self, layer_bundle: bytes, core_bundle: bytes) -> None:
        """Each number differs."""
        other = unpacked(core_bundle)["results/1.ndjson"]

        problems = verify(tampered(layer_bundle, results__1_ndjson=other)).problems

        assert any(each.startswith("totals.counts.pass") for each in problems)
        assert any(each.startswith("subjects") for each in problems)


class TestDamage:
    """A byte that is not the one that was packed is noticed."""

    @settings(max_examples=150)
    @given(data=st.data())
    def test_any_bit(self, core_bundle: bytes, data: st.DataObject) -> None:
        """The claim does not hold then, or unpacks to the very same."""
        place = data.draw(st.integers(0, len(core_bundle) * 8 - 1))
        flipped = bytearray(core_bundle)
        flipped[place // 8] ^= 1 << place % 8
        try:
            holds = not verify(bytes(flipped)).problems
        except NotABundleError:
            holds = False

        assert not holds or unpacked(bytes(flipped)) == unpacked(core_bundle)

    @settings(max_examples=80)
    @given(data=st.data())
    def test_any_bit_of_a_member(self, rich_bundle: bytes, data: st.DataObject) -> None:
        """Also where somebody makes checksums, sizes and the list of digests fit."""
        members = unpacked(rich_bundle)
        name = data.draw(
            st.sampled_from([each for each in members if each.startswith(("manifest", "library"))])
        )
        place = data.draw(st.integers(0, len(members[name]) * 8 - 1))
        flipped = bytearray(members[name])
        flipped[place // 8] ^= 1 << place % 8
        spelled = name.replace("/", "__").replace(".", "_")

        assert verify(tampered(rich_bundle, **{spelled: bytes(flipped)})).problems


HOSTILE: dict[str, Callable[[dict[str, Any]], object]] = {
    "a list": lambda told: [],
    "a number": lambda told: 1e999,
    "an empty object": lambda told: {},
    "another schema": lambda told: {**told, "schema": "refloader.claim/2"},
    "something more": lambda told: {**told, "extra": 1},
    "texts for numbers": lambda told: {**told, "exit_code": "0"},
    "a huge number": lambda told: {**told, "exit_code": 10**400},
    "no members": lambda told: {**told, "members": []},
    "no runs": lambda told: {**told, "runs": []},
    "runs of nothing": lambda told: {**told, "runs": [{**told["runs"][0], "member": "../../etc/passwd"}]},
    "a run twice": lambda told: {**told, "runs": told["runs"] * 2},
    "a subject twice": lambda told: {**told, "subjects": told["subjects"] * 2},
    "a lone surrogate": lambda told: {**told, "sentence": "\ud800"},
    "a terminal escape": lambda told: {**told, "sentence": "\x1b]0;x\x07\x1b[2J"},
    "a document for results": lambda told: {**told, "runs": [{**told["runs"][0], "member": FIRST}]},
}


@pytest.mark.parametrize("which", HOSTILE)
def test_hostile_documents(core_bundle: bytes, which: str) -> None:
    """They are told to be wrong, in words that drive no terminal."""
    told = HOSTILE[which](document(core_bundle))
    bundle = packed({**unpacked(core_bundle), FIRST: (json.dumps(told, indent=2) + "\n").encode()})

    problems = verify(bundle).problems

    assert problems
    assert all(each.isprintable() for each in problems)


def test_facts_of_a_file_that_is_no_library(layer_bundle: bytes) -> None:
    """They are compared like all others: it has none."""
    told = document(layer_bundle)
    [subject] = told["subjects"]
    library = next(each for each in subject["files"] if each["role"] == "library")
    library |= {
        "known": "when packed",
        "sha256": hashlib.sha256(b"text").hexdigest(),
        "size": 5,
        "soname": "x",
    }
    spelled = library["member"].replace("/", "__").replace(".", "_")

    problems = verify(tampered(layer_bundle, told, **{spelled: b"text"})).problems

    assert any(each.startswith(f"{library['member']}: it is not the library") for each in problems)


@pytest.mark.parametrize("data", [b"[" * 100_000, b'{"a":' * 100_000, b"\xff\xfe", b"", b"null"])
def test_documents_that_are_none(core_bundle: bytes, data: bytes) -> None:
    """However deep or strange they are."""
    assert verify(packed({**unpacked(core_bundle), FIRST: data})).problems


def test_a_document_in_another_spelling(core_bundle: bytes) -> None:
    """Two documents that say the same are the same bytes, so that nothing can be hidden between two."""
    told = document(core_bundle)

    for text in (
        json.dumps(told),
        json.dumps(told, indent=2),
        json.dumps(dict(reversed(told.items())), indent=2) + "\n",
        json.dumps(told, indent=2).replace("{", '{"schema": "x",', 1) + "\n",
    ):
        assert verify(packed({**unpacked(core_bundle), FIRST: text.encode()})).problems


def test_results_that_would_fill_the_memory(core_bundle: bytes) -> None:
    """They are not read at all, though a bundle can hold them in few bytes."""
    lines, line = b"{}\n" * 1_000_001, b'{"kind": ["' + b"a" * (17 << 20)

    for results, says in ((lines, "1,000,000 lines"), (line, "a line of")):
        [problem] = verify(tampered(core_bundle, results__1_ndjson=results)).problems
        assert says in problem


@pytest.mark.parametrize("results", [b"", b"hello", b"[" * 100_000, b'{"kind": "header"}', b"\x00" * 1000])
def test_hostile_results(core_bundle: bytes, results: bytes) -> None:
    """They are told to be none."""
    assert verify(tampered(core_bundle, results__1_ndjson=results)).problems


class TestFiles:
    """What is read is one ordinary file."""

    def test_a_pipe(self, tmp_path: Path) -> None:
        """It is not waited for."""
        os.mkfifo(tmp_path / "pipe")

        with pytest.raises(NotABundleError, match="no ordinary file"):
            read(str(tmp_path / "pipe"))

    def test_a_folder_of_results(self, tmp_path: Path) -> None:
        """It says how a claim is made of it."""
        with pytest.raises(NotABundleError, match="refloader claim -o FILE FOLDER"):
            read(str(tmp_path))

    @pytest.mark.parametrize("path", ["/nowhere", "a\0b"])
    def test_what_cannot_be_read(self, path: str) -> None:
        """It says why."""
        with pytest.raises(NotABundleError):
            read(path)

    def test_what_begins_as_no_bundle(self, tmp_path: Path) -> None:
        """The rest of it is not read."""
        path = tmp_path / "x"
        with path.open("wb") as file:
            file.truncate(LARGEST)
        tracemalloc.start()
        try:
            with pytest.raises(NotABundleError, match="does not begin as a claim bundle does"):
                read(str(path))
            peak = tracemalloc.get_traced_memory()[1]
        finally:
            tracemalloc.stop()

        assert peak < 1 << 20

    def test_more_than_a_bundle_can_be(self, tmp_path: Path) -> None:
        """It is refused by its size."""
        with (tmp_path / "large").open("wb") as file:
            file.truncate((1 << 30) + 1)

        with pytest.raises(NotABundleError, match="larger"):
            read(str(tmp_path / "large"))

    def test_nothing_is_written(
        self, layer_bundle: bytes, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        """Neither here nor in the folder for temporary files is anything left."""
        monkeypatch.chdir(tmp_path)
        monkeypatch.setenv("TMPDIR", str(tmp_path))

        verify(layer_bundle)

        assert list(tmp_path.iterdir()) == []


def test_files_of_this_machine(tmp_path: Path, own_run: Path) -> None:
    """One that is not what was judged is told of, and one that is not here: neither speaks against the claim."""
    place = tmp_path / "libclaimed.so"
    rewritten(own_run, lambda rows: rows[0]["subjects"][0]["library"].update(path=str(place)))
    bundle = pack([str(own_run)]).data

    gone = verify(bundle)
    place.write_bytes(b"another one")
    replaced = verify(bundle)

    assert gone.problems == replaced.problems == ()
    assert any("is not on this machine" in each for each in gone.limits)
    assert any("is not what was judged" in each for each in replaced.limits)


def test_a_bomb_in_a_member(core_bundle: bytes) -> None:
    """What a bundle could unpack to is bounded before anything is unpacked."""
    members = {**unpacked(core_bundle), "results/1.ndjson": bytes(100 << 20)}

    with pytest.raises(Exception, match="would unpack") as refusal:
        packed(members)

    assert not isinstance(refusal.value, DamagedError)
