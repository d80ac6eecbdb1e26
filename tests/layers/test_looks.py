"""Which looks at a layer judge a rule, as the sources of the suite say."""

import pytest

from refloader.harness.layers.looks import CHAIN, PROBE, STATIC, looks


class TestLooks:
    """A rule's tests are found by their marks, with the kind of look that they take."""

    @pytest.mark.parametrize(
        ("rule", "kind", "test"),
        [
            ("LLP_LAYER_12", CHAIN, "creation/link_of_instances"),
            ("NEGOTIATE-LAYER-05", PROBE, "negotiation_alone/refusals_have_their_code"),
        ],
    )
    def test_a_test(self, rule: str, kind: str, test: str) -> None:
        """A test runs a program in a chain, or asks the library alone."""
        assert test in looks()[rule][kind]

    def test_reading(self) -> None:
        """What reading the manifest decides is no test."""
        assert looks()["LLP_LAYER_9"][STATIC] == ()

    def test_no_rule_is_looked_at_twice_by_one_test(self) -> None:
        """A mark counts once."""
        rows = [tests for kinds in looks().values() for tests in kinds.values()]

        assert all(len(set(tests)) == len(tests) for tests in rows)
