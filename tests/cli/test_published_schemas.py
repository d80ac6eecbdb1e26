"""The published JSON Schemas against what the verbs really write: each takes that, and refuses what is not it."""

import copy
import json
import re
import tomllib
from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields
from functools import cache
from itertools import islice
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from verbs import SCHEMAS, manifest

from refloader.cli.main import main
from refloader.results.results_file import Footer, Header, Result, Subject
from refloader.scenario import corpus
from refloader.scenario.drafting import shipped_cases

pytestmark = pytest.mark.slow

TOP = SCHEMAS.parent.parent
NAMES = sorted(path.name.removesuffix(".schema.json") for path in SCHEMAS.glob("*.schema.json"))
PRIVATE = {"campaign-lines-1", "selftest-records-1"}
"""What only refloader itself reads again: the states of a campaign and of a self-test that go on."""

Document = dict[str, Any]


@cache
def validator(name: str) -> Draft202012Validator:
    """What holds documents against a schema."""
    return Draft202012Validator(json.loads((SCHEMAS / f"{name}.schema.json").read_text(encoding="utf-8")))


def called(*words: str) -> str:
    """What a verb prints, whatever it finds."""
    result = CliRunner().invoke(main, list(words), catch_exceptions=False)
    assert result.exit_code in (0, 1), result.output
    return result.stdout


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with a manifest that has faults, and two runs on it."""
    place = tmp_path_factory.mktemp("documents")
    broken = manifest(place, drop="api_version", type="SOMETHING")
    for day in ("1", "2"):
        called("conform", "--layer", broken, "--out", str(place / "runs" / day))
    return place


def _printed(*words: str) -> Callable[[Path], Iterator[Document]]:
    """A document that a verb prints; ``{}`` stands for the folder."""

    def make(place: Path) -> Iterator[Document]:
        yield json.loads(called(*(word.replace("{}", str(place)) for word in words)))

    return make


def _results(place: Path) -> Iterator[Document]:
    yield from map(json.loads, (place / "runs/1/results.ndjson").read_text(encoding="utf-8").splitlines())


def _snapshot(place: Path) -> Iterator[Document]:
    tree = place / "tree"
    manifest(tree / "etc/vulkan/implicit_layer.d", drop="api_version")
    called("snapshot", "--root", str(tree), "-o", str(place / "snapshot.json"))
    yield json.loads((place / "snapshot.json").read_text(encoding="utf-8"))


def _doctor(place: Path) -> Iterator[Document]:
    """Of this machine, and of a tree in which something is wrong and every list has a member."""
    yield json.loads(called("doctor", "--format", "json"))
    tree = place / "machine"
    library = tree / "usr/lib/libvulkan.so.1.3.239"
    if not library.exists():
        library.parent.mkdir(parents=True)
        library.write_bytes(Path("/proc/self/exe").read_bytes()[:4096])
        library.with_name("libvulkan.so.1").symlink_to(library.name)
    path = Path(manifest(tree / "usr/share/vulkan/implicit_layer.d", disable_environment={"NO": "1"}))
    path.write_text(json.dumps({**json.loads(path.read_text()), "behind": 1}))
    yield json.loads(called("doctor", "--root", str(tree), "--format", "json"))


def _kept(pattern: str) -> Callable[[Path], Iterator[Document]]:
    """Documents that lie in the repository."""

    def make(place: Path) -> Iterator[Document]:
        for path in sorted(TOP.glob(pattern)):
            text = path.read_text(encoding="utf-8")
            yield tomllib.loads(text) if path.suffix == ".toml" else json.loads(text)

    return make


def _scenarios(place: Path) -> Iterator[Document]:
    for case in shipped_cases():
        yield json.loads(corpus.contents(case)["scenario.json"])


MAKERS: dict[str, Callable[[Path], Iterator[Document]]] = {
    "ages-1": _printed("ages", "1.3.290", "--format", "json"),
    "cases-1": _printed("conform", "--layer", "{}/good.json", "--list", "--format", "json"),
    "doctor-1": _doctor,
    "config-1": _kept("fixtures/config/*.toml"),
    "config-show-1": _printed("config", "show", str(TOP / "fixtures/config"), "--format", "json"),
    "diff-1": _printed("diff", "{}/runs/1", "{}/runs/2", "--format", "json"),
    "expectations-1": _kept("reports/expectations/*.toml"),
    "expectations-by-release-1": _kept("reports/expectations/by-release/*.toml"),
    "profile-1": _kept("fixtures/profiles/*.toml"),
    "explain-1": _printed("explain", "--format", "json"),
    "explain-by-release-1": _printed("explain", "--as-loader", "all", "--format", "json"),
    "explain-log-1": _printed(
        "explain",
        "VK_LAYER_TEST_b",
        "VK_LAYER_TEST_c",
        "VK_LAYER_TEST_z",
        "--format",
        "json",
        "--log",
        str(TOP / "fixtures/logs/loaders/1.3.204-works.txt"),
    ),
    "ledger-1": _kept("reports/*/ledger.toml"),
    "lint-1": _printed("lint", "--no-libraries", "--format", "json", "{}/good.json"),
    "releases-1": _printed("report", str(TOP / "reports/loaders"), "--by-release", "--format", "json"),
    "results-1": _results,
    "rules-1": _printed("rules", "LLP_LAYER", "--format", "json"),
    "rules-matrix-1": _printed("rules", "--matrix", "--format", "json"),
    "run-1": _printed("report", "{}/runs/1/results.ndjson", "--format", "json"),
    "scenario-1": _scenarios,
    "snapshot-1": _kept("fixtures/snapshots/*-first.json"),
    "snapshot-2": _snapshot,
    "trend-1": _printed("trend", "{}/runs", "--format", "json"),
}
"""Those that are made here; the tests of the other verbs hold their documents against schemas themselves."""


class TestRealDocuments:
    """What a verb writes keeps to its schema, and what is spoilt does not."""

    @pytest.mark.parametrize("name", MAKERS)
    def test_each_document_is_taken(self, place: Path, name: str) -> None:
        """All of them, and there is at least one."""
        documents = list(MAKERS[name](place))

        faults = [error.message for document in documents for error in validator(name).iter_errors(document)]
        assert documents != []
        assert faults == []

    @pytest.mark.parametrize("name", MAKERS)
    def test_none_can_do_without_what_is_required(self, place: Path, name: str) -> None:
        """A document without one of the members that a schema requires is refused."""
        document = next(MAKERS[name](place))
        required = validator(name).schema["required"]

        lacking = [{key: document[key] for key in document if key != each} for each in required]

        assert [each for each in lacking if validator(name).is_valid(each)] == []

    @pytest.mark.parametrize("name", MAKERS)
    def test_no_member_can_be_of_another_type(self, place: Path, name: str) -> None:
        """Whatever member of a document is spoilt, down to the deepest, the schema notices; free ones are few."""
        documents = list(islice(MAKERS[name](place), 5))

        unnoticed = {
            ".".join(map(str, way))
            for document in documents
            for way in _ways(document)
            if validator(name).is_valid(_spoilt(document, way))
        }
        assert unnoticed == set()


FREE = {"machine", "surroundings", "evidence", "facts"}
"""Members that hold what a machine or a case has to tell, each in its own way."""

Way = tuple[str | int, ...]


def _ways(value: Any, way: Way = ()) -> Iterator[Way]:
    """Where each member lies, free ones as a whole; of a list the first stands for all."""
    members = (
        value.items()
        if isinstance(value, dict)
        else list(enumerate(value))[:1]
        if isinstance(value, list)
        else ()
    )
    for key, member in members:
        yield (*way, key)
        if key not in FREE:
            yield from _ways(member, (*way, key))


def _spoilt(document: Document, way: Way) -> Document:
    """The document with something else in one place."""
    spoilt = copy.deepcopy(document)
    *above, last = way
    holder: Any = spoilt
    for key in above:
        holder = holder[key]
    holder[last] = [None] if isinstance(holder[last], dict) else {"not": {"what": [1]}}
    return spoilt


class TestResultsAndRuns:
    """The line-by-line file and the one document know the same members."""

    @pytest.mark.parametrize(
        ("kind", "names"),
        [
            ("subject", [each.name for each in fields(Subject)]),
            ("header", [each.name for each in fields(Header)]),
            ("result", [each.replace("replay", "repro") for each in Result.__struct_fields__]),
            ("footer", [each.name for each in fields(Footer)]),
        ],
        ids=["subject", "header", "result", "footer"],
    )
    def test_the_schema_knows_what_is_written(self, kind: str, names: Sequence[str]) -> None:
        """A member that is added to the values is added to the schema."""
        known = validator("results-1").schema["$defs"][kind]["properties"]

        assert {*names} - set(known) <= {"facts"}

    @pytest.mark.parametrize("kind", ["subject", "result"])
    def test_a_run_has_the_same_parts(self, kind: str) -> None:
        """But for the word that tells lines apart."""
        lines, run = (validator(name).schema["$defs"][kind]["properties"] for name in ("results-1", "run-1"))

        assert set(lines) - {"kind"} <= set(run)

    def test_a_run_begins_as_the_header(self) -> None:
        """What the header knows the document knows."""
        header = validator("results-1").schema["$defs"]["header"]["properties"]

        assert set(header) - {"kind"} <= set(validator("run-1").schema["properties"])


@pytest.mark.parametrize("name", NAMES)
class TestEverySchema:
    """A schema is valid, has a name, belongs to something in the code, and is used."""

    def test_it_is_a_schema(self, name: str) -> None:
        """Of draft 2020-12, as it says."""
        schema = validator(name).schema

        Draft202012Validator.check_schema(schema)
        assert schema["$schema"] == "https://json-schema.org/draft/2020-12/schema"

    def test_it_says_what_it_is_of(self, name: str) -> None:
        """Id and title are made alike, so that a list of them can be read."""
        schema = validator(name).schema

        word, _, number = name.rpartition("-")
        assert schema["$id"] == f"urn:refloader:schema:{name}"
        assert schema["title"].startswith(f"refloader.{word}/{number}: ")

    @pytest.mark.parametrize("wrong", [{}, [], "x", None, {"schema": "refloader.other/1"}, {"kind": "x"}])
    def test_it_refuses_what_is_plainly_wrong(self, name: str, wrong: object) -> None:
        """Something empty, of another type, or called otherwise."""
        assert not validator(name).is_valid(wrong)

    def test_the_code_has_its_word(self, name: str) -> None:
        """A schema of something that nothing writes or reads would be forgotten."""
        assert name in _words()

    def test_a_test_holds_something_against_it(self, name: str) -> None:
        """Here, or where its verb is tested."""
        others = [path for path in (TOP / "tests").rglob("test_*.py") if path.name != Path(__file__).name]
        used = re.compile(rf"[\"'/]{re.escape(name)}(\.schema\.json)?[\"']")

        assert name in MAKERS or any(used.search(path.read_text(encoding="utf-8")) for path in others)


class TestTheCode:
    """What the code calls a document is published."""

    def test_every_word_has_a_schema(self) -> None:
        """But for what only refloader reads again."""
        assert _words() - PRIVATE == set(NAMES)

    def test_every_word_is_documented(self) -> None:
        """docs/output.md has a row for each."""
        text = (TOP / "docs" / "output.md").read_text(encoding="utf-8")

        missing = [name for name in NAMES if f"`refloader.{'/'.join(name.rsplit('-', 1))}`" not in text]
        assert missing == []


@cache
def _words() -> set[str]:
    """The names and versions of all documents that the code knows."""
    word = re.compile(r"\"refloader\.([a-z-]+)/(\d+)\"")
    sources = (path.read_text(encoding="utf-8") for path in (TOP / "refloader").rglob("*.py"))
    return {f"{name}-{number}" for text in sources for name, number in word.findall(text)}
