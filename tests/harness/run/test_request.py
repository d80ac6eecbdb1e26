"""Which rules and cases a request takes, and what it refuses."""

import time
from pathlib import Path

import pytest

from refloader.model.edition import Edition
from refloader.rules.binding import binds_loaders
from refloader.suite.subjects.request import Job, RunRequest, WrongUsageError, parse_shard


class TestRules:
    """A rule is named in full, by the root of its subtree, or together with a case."""

    @pytest.mark.parametrize(
        ("asked", "rule_id", "taken"),
        [
            ("LLP_LOADER_1", "LLP_LOADER_1", True),
            ("LLP_LOADER_1", "LLP_LOADER_10", False),
            ("LLP_LOADER", "LLP_LOADER_10", True),
            ("LLP", "LLP_LAYER_9", True),
            ("DISC-LINUX", "DISC-LINUX-03", True),
            ("DISC-LIN", "DISC-LINUX-03", False),
            ("LLP_LOADER_", "LLP_LOADER_10", True),
            ("DISC-LINUX-", "DISC-LINUX-03", True),
            ("LLP_LOADER_1_", "LLP_LOADER_1", False),
        ],
    )
    def test_a_subtree_ends_at_a_separator(self, asked: str, rule_id: str, taken: bool) -> None:
        """A prefix takes whole words only."""
        assert RunRequest(rules=(asked,)).takes(rule_id, "any/case") is taken

    @pytest.mark.parametrize(
        ("asked", "case", "taken"),
        [
            ("META-04/metalayers/x", "metalayers/x", True),
            ("META-04/metalayers/x", "metalayers/x[abc]", True),
            ("META-04/metalayers/x[abc]", "metalayers/x[cab]", False),
            ("META-04/metalayers/x", "metalayers/xy", False),
        ],
    )
    def test_a_case_may_follow_the_rule(self, asked: str, case: str, taken: bool) -> None:
        """Without parameters the case's name takes all of its variants."""
        assert RunRequest(rules=(asked,)).takes("META-04", case) is taken

    def test_nothing_asked_for_is_everything(self) -> None:
        """Without rules and case every result is wanted."""
        assert RunRequest().takes("META-04", "any/case")

    @pytest.mark.parametrize("asked", ["LLP_NOPE", "AMB-XDG-EMPTY", ""])
    def test_a_name_without_rules_is_refused(self, asked: str) -> None:
        """An id that the catalogue does not have, or that is no rule, is a mistake."""
        with pytest.raises(WrongUsageError):
            RunRequest(rules=(asked,)).check()


class TestShards:
    """A shard is I/N with I from 1 to N."""

    def test_a_shard_is_two_numbers(self) -> None:
        """The numbers come back in order."""
        assert parse_shard("2/10") == (2, 10)

    @pytest.mark.parametrize("text", ["0/2", "3/2", "1", "1/0", "a/b", "1/2/3", "-1/2", ""])
    def test_anything_else_is_refused(self, text: str) -> None:
        """A shard that cannot be is a mistake."""
        with pytest.raises(WrongUsageError):
            parse_shard(text)


class TestCases:
    """Cases by their names, several of them and with *."""

    @pytest.mark.parametrize(
        ("cases", "case", "taken"),
        [
            (("a/b", "c/d"), "a/b", True),
            (("a/b", "c/d"), "c/d[x]", True),
            (("a/b", "c/d"), "a/c", False),
            (("a/*",), "a/b[x]", True),
            (("a/*",), "b/a/b", False),
            (("*/b[*]",), "a/b[x\ny]", True),
            (("a/b[*x*]",), "a/b[*x*]", True),
            (("a.*",), "abc", False),
        ],
    )
    def test_what_names_take(self, cases: tuple[str, ...], case: str, *, taken: bool) -> None:
        """Without parameters a name takes all variants; * stands for any text, and nothing else is special."""
        assert RunRequest(cases=cases).takes("META-04", case) is taken

    def test_a_name_of_many_parts(self) -> None:
        """It is decided at once: a settings file that names cases may be somebody else's."""
        began = time.process_time()

        taken = RunRequest(cases=("*a" * 8 + "b",)).takes("META-04", "a" * 60)

        assert (taken, time.process_time() - began < 1) == (False, True)

    @pytest.mark.parametrize(
        ("named", "subject", "topics"),
        [
            ("lib:x.so:a/b", "lib:x.so", {"a"}),
            ("lib:x.so:a/b[y:z/1]", "lib:x.so", {"a"}),
            ("/odd[1]/x.json:a/b[y]", "/odd[1]/x.json", None),
            ("*.so:a/*", "lib:x.so", None),
        ],
    )
    def test_a_subject_before_the_name(self, named: str, subject: str, topics: set[str] | None) -> None:
        """Only its own case is taken; a subject may hold anything, so that the topic is not always plain."""
        request = RunRequest(cases=(named,))

        assert request.takes("META-04", "a/b[y:z/1]" if "[y:" in named else "a/b[y]", subject)
        assert not request.takes("META-04", "a/b[y]", "another.json")
        assert request.topics == topics


class TestTopics:
    """Where cases are named, it can be told beforehand which topics and rules they are of."""

    @pytest.mark.parametrize(
        ("wanted", "topics"),
        [
            (RunRequest(), None),
            (RunRequest(rules=("META-04",)), None),
            (RunRequest(cases=("order/x[y/z]",)), {"order"}),
            (RunRequest(rules=("META-04/order/x", "LLP/calls/y")), {"order", "calls"}),
            (RunRequest(rules=("META-04/order/x", "LLP")), None),
            (RunRequest(rules=("META-04",), cases=("order/x",)), {"order"}),
            (RunRequest(cases=("order/*", "calls/y")), {"order", "calls"}),
            (RunRequest(cases=("order*",)), None),
        ],
    )
    def test_the_topics_of_named_cases(self, wanted: RunRequest, topics: set[str] | None) -> None:
        """A case's name begins with its topic; where one rule is wanted whole, any topic may have cases."""
        assert wanted.topics == topics

    @pytest.mark.parametrize(
        ("rules", "may"), [((), True), (("META",), True), (("META-04/x/y",), True), (("META-0",), False)]
    )
    def test_the_rules_of_named_cases(self, rules: tuple[str, ...], may: bool) -> None:
        """A rule may be wanted if its family is."""
        assert RunRequest(rules=rules).may_take("META-04") is may


class TestJob:
    """A request reaches the process that runs the tests as it was meant."""

    def test_it_comes_back_from_its_file(self, tmp_path: Path) -> None:
        """Paths with line breaks and bytes that are no text are among what comes back."""
        wanted = RunRequest(
            loaders=("reference", "/new\nline\udcff.so"),
            layers=("/a.json",),
            edition=Edition.E2018,
            rules=("META-04", "LLP"),
            cases=("a/b[c]", "a/*"),
            shard=(2, 3),
            profile="quick",
        )
        job = Job(wanted, "/out/\udcff/results.ndjson", "refloader conform", 2.5)

        job.save(str(tmp_path / "job.json"))

        assert Job.load(str(tmp_path / "job.json")) == job


class TestBinding:
    """A loader has results under the rules that it can break, and under no others."""

    @pytest.mark.parametrize(
        ("rule_id", "binds"),
        [
            ("LDP_LOADER_1", True),
            ("LDP_DRIVER_4", False),
            ("LLP_LAYER_6", False),
            ("DISC-GEN-08", False),
            ("AMB-XDG-EMPTY", False),
        ],
    )
    def test_only_rules_for_loaders_bind_loaders(self, rule_id: str, binds: bool) -> None:
        """Rules for layers, drivers and manifests, and ambiguities, do not."""
        assert binds_loaders(rule_id) is binds
