"""The examples on the rules' pages: that they say what refloader says, and what C without its wrong ways is."""

import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from refloader.host.machines.memory import MemoryHost
from refloader.inspect.lint.manifests import Linter
from refloader.model.reason import Severity
from refloader.report.rules import Example, page
from refloader.rules import rules
from refloader.scenario.drafting import shipped_cases

TOP = Path(__file__).resolve().parent.parent.parent
sys.path.insert(0, str(TOP / "tools"))

from rule_examples.folding import folded  # noqa: E402 - a tool of the repository, and no package of its own
from rule_examples.outcomes import summary  # noqa: E402

pytestmark = pytest.mark.slow

CASES = {case.name: case for case in shipped_cases()}
LINTED = [
    (rule_id, example)
    for rule_id in rules()
    for example in page(rule_id).examples
    if example.language == "json" and "/" in example.origin and all(not each.by for each in example.findings)
]


def found_in(example: Example) -> set[tuple[str, str, int]]:
    """What lint finds in the text of an example, but for what it only informs of: rule, message and line."""
    folder = "icd.d" if "ICD" in example.text or "drivers.toml" in example.origin else "explicit_layer.d"
    if '"disable_environment"' in example.text or '"enable_environment"' in example.text:
        folder = "implicit_layer.d"
    name = example.origin.partition(": ")[2] if ": " in example.origin else f"/{folder}/x.json"
    linter = Linter(MemoryHost(files={name: example.text.encode()}), libraries=False)
    linter.judge(example.text.encode(), name)
    found = [each for each in linter.report.findings if each.severity is not Severity.INFO]
    return {(each.rule, each.message, each.span.line) for each in found}


def told_of(example: Example) -> set[tuple[str, str, int]]:
    """What the page says of it."""
    return {(each.rule, each.message, each.line) for each in example.findings}


class TestManifests:
    """A manifest that passes has notes of the rule at most, and one that fails has those findings that are told."""

    @pytest.mark.parametrize(
        ("rule_id", "example"),
        [each for each in LINTED if each[1].outcome == "passes"],
        ids=lambda each: str(each)[:24],
    )
    def test_what_passes(self, rule_id: str, example: Example) -> None:
        """Nothing is found by the rule but what is told, wherever the manifest lies; and that is no breach."""
        found = {each for each in found_in(example) if each[0] == rule_id}

        assert found <= told_of(example)
        assert {each.severity for each in example.findings} <= {"note"}

    @pytest.mark.parametrize(
        ("rule_id", "example"),
        [each for each in LINTED if each[1].outcome == "fails" and "Beside it" not in each[1].title],
        ids=lambda each: str(each)[:24],
    )
    def test_what_fails(self, rule_id: str, example: Example) -> None:
        """Lint finds in the text what is told of it, the name of its file aside."""
        assert {each for each in told_of(example) if each[0] == rule_id and each[2]} <= found_in(example)

    @pytest.mark.parametrize(("rule_id", "example"), LINTED, ids=lambda each: str(each)[:24])
    def test_it_is_of_the_kind_that_the_rule_is_about(self, rule_id: str, example: Example) -> None:
        """Rules for drivers are shown on manifests of drivers, those for layers on manifests of layers."""
        strange = {"driver": '"layer', "layer": '"ICD"'}.get(page(rule_id).binds, '"nothing is strange"')

        assert strange not in example.text

    def test_what_is_wrong_on_purpose_passes_nowhere(self) -> None:
        """A violator of another rule shows nobody how things are done, even if lint finds nothing."""
        passing = [each for rule_id in rules() for each in page(rule_id).examples if each.outcome == "passes"]

        assert [
            each.origin for each in passing if ", wrong." in each.origin or "VK_LAYER_bad" in each.origin
        ] == []

    def test_there_are_some(self) -> None:
        """Rules of manifests, layers and drivers are shown on manifests."""
        shown = {page(rule_id).binds for rule_id, example in LINTED if example.findings}

        assert shown >= {"manifest", "layer", "driver"}

    @pytest.mark.parametrize("rule_id", [rule_id for rule_id in rules() if page(rule_id).findings])
    def test_every_finding_is_told_by_the_rule(self, rule_id: str) -> None:
        """What is shown as a breach of a rule has a finding of that very rule."""
        assert rule_id in {each.rule for each in page(rule_id).findings}


class TestScenarios:
    """A scenario that is told in a few lines still says what it is about."""

    @pytest.mark.parametrize(
        ("rule_id", "said"),
        [
            ("LLP_LOADER_1", "libVK_LAYER_TEST_a.so: not there"),
            ("AMB-JSON-BOM", "'\\ufeff{"),
            ("AMB-JSON-DUPKEY", '"name": "VK_LAYER_TEST_c", "name":'),
            ("DISC-GEN-06", '"disable_environment": {"DISABLE_A": "1"}'),
        ],
    )
    def test_what_it_is_about_is_not_left_out(self, rule_id: str, said: str) -> None:
        """A library that is missing, bytes that no reader shows, switches of a layer that has none."""
        assert said in page(rule_id).examples[0].text

    @pytest.mark.parametrize(
        ("name", "said"),
        [
            ("windows/values_that_switch_off", r"explicit_layer.d\VK_LAYER_TEST_a.json    REG_DWORD    0x1"),
            ("windows/several_layers_of_a_device", "VulkanExplicitLayers    REG_MULTI_SZ    "),
            ("windows/layers_of_a_32_bit_application", "Windows, a 32-bit application"),
            ("windows/devices_that_the_system_prefers", "LUID 2, 3, 1"),
            ("windows/layers_of_an_administrator", "application: administrative privileges"),
            ("elsewhere/layers_in_a_bundle", "bundle of the application: /Applications/Game.app"),
            ("elsewhere/libraries_that_answer", "libone.so: layer_v0 with name=VK_LAYER_TEST_a"),
        ],
    )
    def test_another_system_is_told(self, name: str, said: str) -> None:
        """The system, its registry and its devices, and what a library without a manifest is called."""
        assert said in summary(CASES[name])

    def test_what_a_manifest_lacks_is_told(self) -> None:
        """Without that it would look like any other, of which the same is left out."""
        assert '{"ICD": {}} (no "api_version")' in summary(CASES["drivers/without_an_api_version"])

    @pytest.mark.parametrize("rule_id", list(rules()))
    def test_its_edition_has_the_rule(self, rule_id: str) -> None:
        """What is expected is what an edition says that has the rule."""
        shown = (each.text for each in page(rule_id).examples if each.language == "text")
        editions = {
            found for text in shown for found in re.findall(r"^=> edition (\d+)$", text, re.MULTILINE)
        }

        assert editions <= set(page(rule_id).editions)


class TestOrigins:
    """Where an example comes from is named so that a change elsewhere in the file leaves the page as it is."""

    @pytest.mark.parametrize("rule_id", list(rules()))
    def test_it_is_there(self, rule_id: str) -> None:
        """The file or scenario exists, and has the function or the row that is named."""
        for example in page(rule_id).examples:
            path, _, name = example.origin.partition(": ")[0].partition(", ")

            assert (TOP / path).exists()
            assert not name or name.rpartition(".")[2] in (TOP / path).read_text(encoding="utf-8")

    def test_no_line_is_counted(self) -> None:
        """Its number would be another with every line above it."""
        every = [each.origin for rule_id in rules() for each in page(rule_id).examples]

        assert [origin for origin in every if re.search(r":\d+$", origin)] == []

    def test_it_shows_one_way_to_be_wrong(self) -> None:
        """An excerpt that fails names its one way to be wrong, and no other."""
        shown = [each for rule_id in rules() for each in page(rule_id).examples if each.outcome == "fails"]
        ways = [set(re.findall(r'violates\("(.*?)"\)', each.text, re.IGNORECASE)) for each in shown]

        assert max(map(len, ways)) == 1

    def test_what_passes_has_no_way_to_be_wrong(self) -> None:
        """Where one is left the lines are not those of a mock that keeps the rule."""
        shown = [each for rule_id in rules() for each in page(rule_id).examples if each.outcome == "passes"]

        assert [each.origin for each in shown if re.search(r"violates\(", each.text, re.IGNORECASE)] == []


class TestField:
    """What the published reports have against real layers and drivers stands on the page of its rule."""

    def test_a_layer_is_named(self) -> None:
        """Its file, its version, and the report that has the evidence."""
        told = next(each for each in page("CHAIN-INIT-06").seen if each.subject == "MangoHud.json")

        assert (told.version, told.finding.severity) == ("1.3.0", "fail")
        assert told.origin == "reports/debian-12-layers/MangoHud.ndjson"

    def test_every_report_is_there(self) -> None:
        """No page names a report that the repository does not have."""
        origins = {each.origin for rule_id in rules() for each in page(rule_id).seen}

        assert {origin for origin in origins if not (TOP / origin).is_file()} == set()


class TestWithout:
    """A rule without both examples says why."""

    @pytest.mark.parametrize("rule_id", list(rules()))
    def test_it_says_why(self, rule_id: str) -> None:
        """Either one of each outcome, or a reason."""
        told = page(rule_id)
        outcomes = {each.outcome for each in told.examples}

        assert (outcomes == {"passes", "fails"}) != bool(told.no_example)


class TestFolding:
    """C as it would be without its ways to be wrong means what it meant when it violates nothing."""

    @pytest.mark.parametrize(
        ("text", "right"),
        [
            ('    a();\n    if (violates("X")) return 1;\n    b();\n', "    a();\n    b();\n"),
            ('    if (violates("X") || violates("Y"))\n        b();\n    c();\n', "    c();\n"),
            ('    if (!violates("X")) a();\n', "    a();\n"),
            ('    if (b && !violates("X")) a();\n', "    if (b) a();\n"),
            ('    if (violates("X")) a();\n    else b();\n', "    b();\n"),
            ('    return violates("X") ? 1 : 2;\n', "    return 2;\n"),
            ("    x = a > b || violates(ways[kind]) ? 1 : 2;\n", "    x = a > b ? 1 : 2;\n"),
            ('    x = --y > 0 && violates("X");\n', "    x = --y > 0 && 0;\n"),
            ('    f(violates("X"));\n', "    f(0);\n"),
            ('    if (!violates("X")) return;\n    a();\n    b();\n}\n', "}\n"),
            ('    if (!violates("X")) return 1;\n    a();\n}\n', "    return 1;\n}\n"),
            ('    return b == c && violates("X") ? 1 : 2;\n', "    return 2;\n"),
            ("    a();\n", ""),
        ],
    )
    def test_forms(self, text: str, right: str) -> None:
        """Statements, conditions and choices that are settled are gone; the rest has a 0, and keeps what it does."""
        assert folded(text) == right

    def test_one_way_is_kept(self) -> None:
        """A page shows the one way to be wrong that it is about, though several stand in one function."""
        text = '    if (violates("X")) a();\n    if (violates("X_late") || violates("Y")) b();\n'

        assert folded(text, keep='violates("X")') == '    if (violates("X")) a();\n'
        assert folded(text, keep='violates("Y")') == '    if (violates("Y")) b();\n'

    @pytest.mark.skipif(not shutil.which("cc"), reason="there is no C compiler (Debian: gcc)")
    @pytest.mark.parametrize(
        ("folder", "exports"),
        [
            ("mock_layers", ["EXPORT_NEGOTIATE", "EXPORT_GET_PROC_ADDR"]),
            ("mock_icd", ["EXPORT_NEGOTIATE", "EXPORT_GET_PROC_ADDR", "EXPORT_PHYSICAL"]),
        ],
    )
    def test_the_mocks_are_c_without_them(self, tmp_path: Path, folder: str, exports: list[str]) -> None:
        """Every source of the mocks can still be compiled."""
        for path in (TOP / folder).rglob("*.[ch]"):
            text = path.read_text(encoding="utf-8")
            kept = text if path.name == "violations.c" or path.suffix == ".h" else folded(text) or text
            copy = tmp_path / path.relative_to(TOP)
            copy.parent.mkdir(parents=True, exist_ok=True)
            copy.write_text(kept, encoding="utf-8")
        (tmp_path / "refloader").symlink_to(TOP / "refloader")
        words = [
            "cc",
            "-fsyntax-only",
            "-std=c11",
            "-w",
            "-Irefloader/native/include",
            *(f"-D{each}" for each in exports),
        ]

        sources = sorted(str(path.relative_to(tmp_path)) for path in (tmp_path / folder).glob("*.c"))

        done = subprocess.run([*words, *sources], cwd=tmp_path, capture_output=True, text=True, check=False)

        assert done.stderr == ""
