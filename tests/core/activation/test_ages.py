"""The table of ages: every trait has its row, spans are in order, and releases have what the notes say of them."""

from itertools import pairwise

import pytest

from refloader.core.ages import OLDEST, Row, age_of, boundaries, extensions, release_of, rows, variables
from refloader.core.editions import LOADER_VARIABLES
from refloader.core.extensions.instance_extensions import is_known
from refloader.model.age import Age, Trait
from refloader.rules import find


class TestTable:
    """``rules/ages.toml``."""

    def test_every_trait_has_one_row(self) -> None:
        """And every row a trait."""
        assert [row.trait for row in rows()] == list(Trait)

    @pytest.mark.parametrize("row", rows(), ids=lambda row: row.trait.value)
    def test_a_row_is_whole(self, row: Row) -> None:
        """One sentence, a span that is not empty, rules of the catalogue, a source."""
        assert row.does.endswith(".")
        assert not row.until or row.since < row.until
        assert not row.until_sdk or row.since_sdk < row.until_sdk
        assert not row.option or not (row.since or row.until)
        assert row.rules
        assert all(map(find, row.rules))
        assert row.source.partition(";")[0] in ("notes", "builds")

    def test_variables_are_the_loaders(self) -> None:
        """A name that no edition reads would never be missed."""
        assert {each.name for each in variables()} <= LOADER_VARIABLES

    def test_extensions_are_the_registrys(self) -> None:
        """Others are unknown to all releases."""
        assert all(is_known(each.name) for each in extensions())
        assert all(each.source.partition(";")[0] in ("notes", "builds") for each in extensions())

    def test_boundaries_rise(self) -> None:
        """So that each release lies in one span."""
        numbers = [release_of(each) for each in boundaries()]

        assert numbers[0] == release_of(OLDEST)
        assert all(earlier < later for earlier, later in pairwise(numbers))


class TestReleases:
    """The age of a release."""

    @pytest.mark.parametrize(
        ("release", "trait", "has"),
        [
            ("1.4.339", Trait.ALL_OF_A_NAME_LISTED, True),
            ("1.4.340", Trait.ALL_OF_A_NAME_LISTED, False),
            ("1.3.234", Trait.INVALID_LAYER_FILE_ENDS_SCAN, True),
            ("1.3.235", Trait.INVALID_LAYER_FILE_ENDS_SCAN, False),
            ("1.3.231.2", Trait.INVALID_LAYER_FILE_FAILS, True),
            ("1.3.231", Trait.INVALID_LAYER_FILE_FAILS, False),
            ("1.4.326", Trait.INSTANCE_LAYERS_ORDER_IMPLICIT, True),
            ("1.4.325", Trait.INSTANCE_LAYERS_ORDER_IMPLICIT, False),
            ("1.0.0", Trait.KEY_AFTER_LAYER, True),
            ("1.4.999", Trait.KEY_AFTER_LAYER, True),
        ],
    )
    def test_spans_end_where_the_notes_say(self, release: str, trait: Trait, has: bool) -> None:
        """On the line of releases and on that of the SDK."""
        assert age_of(release).has(trait) is has

    @pytest.mark.parametrize("release", ["1.1.97", "1.3.250", "1.3.250.1", "1.4.999"])
    def test_a_build_option_belongs_to_no_release(self, release: str) -> None:
        """Whoever builds the loader chooses it."""
        assert not age_of(release).has(Trait.PRIVILEGES_IGNORED)

    @pytest.mark.parametrize("text", ["", "1.3", "1.3.x", "1.3.2.4.5", "latest", "1.3.-1", "1..3"])
    def test_what_is_no_release_has_no_age(self, text: str) -> None:
        """Nothing is known of such a loader."""
        assert age_of(text) == Age()

    def test_old_loaders_do_not_read_new_variables(self) -> None:
        """Each from its own release on."""
        assert "VK_LOADER_LAYERS_ENABLE" in age_of("1.3.233").unread
        assert "VK_LOADER_LAYERS_ENABLE" not in age_of("1.3.234").unread
        assert age_of("1.4.360").unread == frozenset()


class TestDistance:
    """How far a trait is from a release that lacks it."""

    def row(self, trait: Trait) -> Row:
        """The row of a trait."""
        return next(row for row in rows() if row.trait is trait)

    @pytest.mark.parametrize(
        ("trait", "near", "far"),
        [
            (Trait.INVALID_LAYER_FILE_ENDS_SCAN, "1.3.240", "1.4.340"),
            (Trait.INSTANCE_LAYERS_ORDER_IMPLICIT, "1.4.325", "1.3.250"),
        ],
    )
    def test_it_grows_with_the_changes_between(self, trait: Trait, near: str, far: str) -> None:
        """On either side of its span."""
        row = self.row(trait)

        assert 0 < row.distance(release_of(near)) < row.distance(release_of(far))

    def test_nothing_is_far_where_nothing_is_known(self) -> None:
        """Neither a trait that the release has, nor one of a build option, nor any of an unknown release."""
        held, built = self.row(Trait.KEY_AFTER_LAYER), self.row(Trait.PRIVILEGES_IGNORED)

        assert held.distance(release_of("1.4.340")) == 0
        assert built.distance(release_of("1.4.340")) == 0
        assert all(row.distance(()) == 0 for row in rows())
