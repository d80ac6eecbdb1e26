"""``refloader selftest --allowed``: the suite fails no loader that is right, and its output."""

import json

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from verbs import SCHEMAS, checked_json

from refloader.cli.main import main
from refloader.native.mocks import mock_library
from refloader.report import tolerances
from refloader.results.progress import Progress
from refloader.rules.registry import is_known
from refloader.selftest.allowed import FalseFailure, Tolerance, run_variants
from refloader.selftest.mutants.of_mocks import KINDS, Kind, mocks
from refloader.selftest.plugin_jobs import sampled
from refloader.selftest.right_mocks import RightMock, right_mocks, run_right_mocks
from refloader.selftest.selftest import why_no_library
from refloader.selftest.variants.marks import JOINT
from refloader.selftest.variants.registry import Variant, variants

pytestmark = pytest.mark.slow

ALL = list(variants().values())
CASES = (
    "pre_instance/each_layer_is_entered_once[vkEnumerateInstanceExtensionProperties]",
    "pre_instance/the_only_layer_is_off[vkEnumerateInstanceExtensionProperties]",
    "device_order/layers_see_the_sorted_devices",
    "device_order/two_types[integrated-virtual]",
    "device_order/the_drivers_order_stays[1]",
    "direct_drivers/inclusive",
    "direct_drivers/the_better_type_is_given",
    "negotiation_layers/a_layer_without_a_negotiation_is_used",
    "negotiation_drivers/no_negotiation_is_version_0_or_1[version-0]",
    "allocation_callbacks/while_an_instance_is_made",
    "many_drivers/drivers_of_all_interfaces",
    "corpus/devices[selected_and_switched_off]",
    "corpus/duplicates[one_driver_library_twice]",
    "corpus/negotiation[layers_of_several_interfaces]",
)
"""Cases on which liberties show, some of which once failed loaders that are right."""
SAMPLES: dict[Kind, tuple[str, ...]] = {
    "layer": (
        "free_own_callbacks",
        "free_many_liberties",
        "copying_as_of_vulkan_1_1",
        "exported_as_of_vulkan_1_0",
    ),
    "driver": ("free_enabled_alone", "older_of_two_devices"),
}
"""Some of the layers and drivers that are right; these layers have no code of the mock layer in them."""


class TestTheSuite:
    """The suite fails no loader that is right, however it differs from the reference."""

    def test_a_sample_of_cases(self) -> None:
        """Two dozen liberties at a time, on some cases."""
        if reason := why_no_library():
            pytest.skip(reason)

        made = list(run_variants(ALL[:48], alone=False, parameters=1, workers=2, count=_ignored, only=CASES))

        assert [(each.name, each.failures, each.problem) for each in made if not each.ok] == []
        assert {name for each in made for name in each.name.split(JOINT)} >= {each.name for each in ALL[:48]}

    @pytest.mark.whole
    def test_every_case(self) -> None:
        """All liberties, on one parameter at least of every test; the document keeps to its schema."""
        result = CliRunner().invoke(main, ["selftest", "--allowed", "--profile", "quick", "--format", "json"])

        document = checked_json(result, "selftest-allowed-1")
        assert (result.exit_code, [row["name"] for row in document["loaders"] if not row["ok"]]) == (0, [])


class TestSamples:
    """The profile quick takes other parameters of the tests each day."""

    def test_a_few_samples_take_all(self) -> None:
        """Each sample goes on where the one before ended, and from the first again."""
        parameters = "abcde"

        taken = ["".join(sampled(parameters, 2, number)) for number in range(6)]

        assert taken == ["ab", "bc", "cd", "de", "ea", "ab"]

    def test_a_test_may_have_fewer(self) -> None:
        """A test without as many parameters is run with all that it has, once each."""
        assert [sampled(each, 2, 7) for each in ([], ["a"], ["a", "b"])] == [[], ["a"], ["b", "a"]]

    def test_the_number_is_for_quick_runs(self) -> None:
        """The profile full begins with the first parameter, and what is wrong on purpose knows no samples."""
        wrong = (["--allowed", "--sample", "3"], ["--profile", "quick", "--sample", "3"])

        assert [CliRunner().invoke(main, ["selftest", *words]).exit_code for words in wrong] == [2, 2]


class TestTheVerb:
    """One variant is enough for a run of ``selftest --allowed``."""

    def test_other_options_do_not_fit(self) -> None:
        """Variants violate no rule, are of one kind, and have names, each kind its own."""
        named = ["--violator", "nobody"], ["--layers", "--violator", ALL[0].name]
        wrong = (["--rule", "LLP_LOADER"], ["--layers", "--drivers"], *named)

        codes = [CliRunner().invoke(main, ["selftest", "--allowed", *words]).exit_code for words in wrong]

        assert codes == [2, 2, 2, 2]

    def test_documents(self) -> None:
        """What fails, what warns and what leaves the liberty open is in the document, the table and the text."""
        failure = FalseFailure("folder/test[x]", ("DISC-GEN-03",), "fail", "the order is wrong")
        bad = Tolerance((ALL[0],), (failure,), (("folder/other", "another reading"),), 2, "", 1.5)
        good = Tolerance((ALL[1], ALL[2]), (), (), 2, "", 1.0)

        document = tolerances.document([bad, good], {}, "quick")
        lines = [*tolerances.of_one(bad), *tolerances.of_one(good), *tolerances.totals([bad, good], {})]
        text = "\n".join("".join(part for part, _ in line) for line in lines)

        assert list(validator().iter_errors(document)) == []
        assert [row["ok"] for row in document["loaders"]] == [False, True]
        assert tolerances.table([bad, good]).splitlines()[1:] == [
            f"{ALL[0].name},folder/test[x],fail,DISC-GEN-03",
            f"{ALL[0].name},folder/other,warn,",
        ]
        assert "fail: folder/test[x] (DISC-GEN-03): the order is wrong" in text
        assert "3 liberties taken, 1 loader failed" in text


class TestMocks:
    """Layers and drivers take liberties of their own; the suite fails none of them."""

    @pytest.mark.parametrize("kind", KINDS)
    def test_each_says_what_it_does_and_why_it_may(self, kind: Kind) -> None:
        """One sentence, the words of the documents, and a rule of the catalogue where one leaves it open."""
        known = [each.variant for each in right_mocks(kind).values()]

        assert len(known) >= 40
        assert [
            each.name for each in known if not each.does.endswith(".") or len(each.words.split()) < 2
        ] == []
        assert [each.name for each in known if each.rests_on and not is_known(each.rests_on)] == []

    @pytest.mark.parametrize(("kind", "sample"), SAMPLES.items())
    def test_a_sample(self, kind: Kind, sample: tuple[str, ...]) -> None:
        """Some liberties that once failed, on one parameter of each test."""
        if mock_library("mock_layer") is None:
            pytest.skip("the mocks were not built (install with a C compiler)")

        made = [*run_right_mocks([right_mocks(kind)[name] for name in sample], whole=False, workers=1)]

        assert [(each.name, each.failures, each.problem) for each in made if not each.ok] == []
        assert min(each.judged for each in made) > 50

    def test_a_layer_that_is_wrong_is_failed(self) -> None:
        """The run can fail: a layer with a way to be wrong among those that are right is named."""
        if mock_library("mock_layer") is None:
            pytest.skip("the mocks were not built (install with a C compiler)")
        wrong = mocks("layer").wrong["LLP_LAYER_12"].recipe
        chosen = [RightMock(Variant("wrong", "It is wrong.", "", "no words at all", frozenset()), wrong)]

        (made,) = run_right_mocks(chosen, whole=False, workers=1)

        assert "LLP_LAYER_12" in {rule for each in made.failures for rule in each.rules}
        assert not made.ok

    @pytest.mark.parametrize("kind", KINDS)
    def test_documents_name_the_kind(self, kind: Kind) -> None:
        """The document has the rows under the plural of the kind, and so has the schema."""
        variant = next(iter(right_mocks(kind).values())).variant
        made = [Tolerance((variant,), (), (), 3, "", 1.0)]

        document = tolerances.document(made, {}, "quick", kind)
        totals = [line[0][0] for line in tolerances.totals(made, {}, kind) if line][-1]

        assert list(validator().iter_errors(document)) == []
        assert [row["name"] for row in document[f"{kind}s"]] == [variant.name]
        assert totals == f"1 liberty taken, 0 {kind}s failed"
        assert tolerances.table(made, kind) == f"{kind},case,verdict,rules\n"

    @pytest.mark.whole
    @pytest.mark.parametrize("kind", KINDS)
    def test_every_liberty(self, kind: Kind) -> None:
        """All of them, on every case."""
        result = CliRunner().invoke(main, ["selftest", "--allowed", f"--{kind}s", "--format", "json"])

        document = checked_json(result, "selftest-allowed-1")
        assert (result.exit_code, [row["name"] for row in document[f"{kind}s"] if not row["ok"]]) == (0, [])


def validator() -> Draft202012Validator:
    """What holds the document against its schema."""
    return Draft202012Validator(json.loads((SCHEMAS / "selftest-allowed-1.schema.json").read_text()))


def _ignored(progress: Progress) -> None:
    """Say nothing of the progress."""
