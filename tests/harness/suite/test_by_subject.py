"""Which cases go to one worker."""

import pytest

from refloader.suite.by_subject import scope_of


class TestScopes:
    """A case belongs to its subject, whatever stands before or behind that in its name."""

    @pytest.mark.parametrize(
        ("nodeid", "scope"),
        [
            ("layer/test_creation.py::TestLinks::test_link[subject12-mock]", "subject12"),
            ("layer/test_runs.py::test_end[subject1]", "subject1"),
            ("layer/test_runs.py::test_end[mock-subject3]", "subject3"),
        ],
    )
    def test_a_case(self, nodeid: str, scope: str) -> None:
        """All cases of one subject have one scope."""
        assert scope_of(nodeid) == scope

    @pytest.mark.parametrize(
        ("nodeid", "scope"),
        [
            ("driver/test_driver_ages.py::TestAges::test_age[subject2-3]", "subject2 driver_ages"),
            ("driver/test_stack.py::test_end[subject0]", "subject0 stack"),
            ("a/policy_tests/driver/test_stack.py::test_end[mock-subject3]", "subject3 stack"),
        ],
    )
    def test_a_case_of_a_driver(self, nodeid: str, scope: str) -> None:
        """All cases of one topic on one driver have one scope."""
        assert scope_of(nodeid) == scope

    def test_another_test(self) -> None:
        """What is about no subject stands for itself."""
        assert scope_of("tests/test_x.py::test_y[1]") == "tests/test_x.py::test_y[1]"
