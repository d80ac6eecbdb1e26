"""``refloader selftest --allowed``: the suite fails no loader that is right, and its output."""

import json

import pytest
from click.testing import CliRunner
from jsonschema import Draft202012Validator
from verbs import SCHEMAS, checked_json

from refloader.cli.main import main
from refloader.report import tolerances
from refloader.selftest.allowed import FalseFailure, Tolerance, judge_variants
from refloader.selftest.selftest import Run, why_no_library
from refloader.selftest.variants.registry import JOINT, variants

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


class TestTheSuite:
    """The suite fails no loader that is right, however it differs from the reference."""

    def test_a_sample_of_cases(self) -> None:
        """Two dozen liberties at a time, on some cases."""
        if reason := why_no_library():
            pytest.skip(reason)

        made = judge_variants(ALL[:48], alone=False, parameters=1, workers=2, tell=_ignored, only=CASES)

        assert [(each.name, each.failures, each.problem) for each in made if not each.ok] == []
        assert {name for each in made for name in each.name.split(JOINT)} >= {each.name for each in ALL[:48]}

    @pytest.mark.whole
    def test_every_case(self) -> None:
        """All liberties, on one parameter at least of every test; the document keeps to its schema."""
        result = CliRunner().invoke(main, ["selftest", "--allowed", "--profile", "quick", "--format", "json"])

        document = checked_json(result, "selftest-allowed-1")
        assert (result.exit_code, [row["name"] for row in document["loaders"] if not row["ok"]]) == (0, [])


class TestTheVerb:
    """One variant is enough for a run of ``selftest --allowed``."""

    def test_other_options_do_not_fit(self) -> None:
        """Variants violate no rule, are no mocks, and have names."""
        wrong = (["--rule", "LLP_LOADER"], ["--layers"], ["--violator", "nobody"])

        codes = [CliRunner().invoke(main, ["selftest", "--allowed", *words]).exit_code for words in wrong]

        assert codes == [2, 2, 2]

    def test_documents(self) -> None:
        """What fails, what warns and what leaves the liberty open is in the document, the table and the text."""
        failure = FalseFailure("folder/test[x]", ("DISC-GEN-03",), "fail", "the order is wrong")
        bad = Tolerance((ALL[0],), (failure,), (("folder/other", "another reading"),), 2, "", 1.5)
        good = Tolerance((ALL[1], ALL[2]), (), (), 2, "", 1.0)

        document = tolerances.document([bad, good], {}, "quick")
        text = "\n".join("".join(part for part, _ in line) for line in tolerances.lines([bad, good], {}))

        assert list(validator().iter_errors(document)) == []
        assert [row["ok"] for row in document["loaders"]] == [False, True]
        assert tolerances.table([bad, good]).splitlines()[1:] == [
            f"{ALL[0].name},folder/test[x],fail,DISC-GEN-03",
            f"{ALL[0].name},folder/other,warn,",
        ]
        assert "fail: folder/test[x] (DISC-GEN-03): the order is wrong" in text
        assert "3 liberties taken, 1 loader failed" in text


def validator() -> Draft202012Validator:
    """What holds the document against its schema."""
    return Draft202012Validator(json.loads((SCHEMAS / "selftest-allowed-1.schema.json").read_text()))


def _ignored(run: Run) -> None:
    """Say nothing of the progress."""
