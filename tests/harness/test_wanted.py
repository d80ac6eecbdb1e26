"""Which rules and cases a request takes, and what it refuses."""

import pytest

from refloader.harness.wanted import (
    Target,
    Wanted,
    WrongUsageError,
    parse_shard,
    repro,
    resolved,
    targets,
)
from refloader.model.edition import Edition


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
        ],
    )
    def test_a_subtree_ends_at_a_separator(self, asked: str, rule_id: str, taken: bool) -> None:
        """A prefix takes whole words only."""
        assert Wanted(rules=(asked,)).takes(rule_id, "any/case") is taken

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
        assert Wanted(rules=(asked,)).takes("META-04", case) is taken

    def test_nothing_asked_for_is_everything(self) -> None:
        """Without rules and case every result is wanted."""
        assert Wanted().takes("META-04", "any/case")

    @pytest.mark.parametrize("asked", ["LLP_NOPE", "AMB-XDG-EMPTY", ""])
    def test_a_name_without_rules_is_refused(self, asked: str) -> None:
        """An id that the catalogue does not have, or that is no rule, is a mistake."""
        with pytest.raises(WrongUsageError):
            Wanted(rules=(asked,)).check()


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


class TestTargets:
    """The loaders of a run."""

    def test_the_reference_is_judged_in_every_edition(self) -> None:
        """Each edition of the reference is a target of its own."""
        names = [target.name for target in targets(Wanted(loaders=("reference",)))]

        assert names == ["reference-2016", "reference-2018", "reference-2022", "reference-2026"]

    def test_an_edition_leaves_one(self) -> None:
        """With an edition given there is one reference."""
        names = [each.name for each in targets(Wanted(loaders=("reference",), edition=Edition.E2018))]

        assert names == ["reference-2018"]

    def test_a_missing_file_is_refused(self) -> None:
        """A path and a name that lead nowhere are mistakes."""
        for name in ("/nowhere/libvulkan.so", "libnowhere.so.77"):
            with pytest.raises(WrongUsageError, match="does not exist"):
                resolved(name)

    def test_the_command_is_quoted_for_a_shell(self) -> None:
        """A path with a space and a case with brackets survive a shell."""
        target = Target("/a b/libvulkan.so", "libvulkan.so", "2026")

        line = repro(Wanted(), target, "META-04", "metalayers/x[abc]")

        assert line == (
            "refloader conform --loader '/a b/libvulkan.so' --rule META-04 --case 'metalayers/x[abc]'"
        )
