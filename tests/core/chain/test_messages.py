"""Which loader messages VK_LOADER_DEBUG turns on."""

import pytest
from worlds import E2016, E2018, E2022, E2026

from refloader.core.chain.messages import listed_kinds, message_kinds
from refloader.model.edition import Edition


class TestLevelsOf2018:
    """2018: one level; each includes the lesser ones."""

    @pytest.mark.rule("DEBUG-LOG-01")
    @pytest.mark.parametrize("edition", [E2018, E2022])
    @pytest.mark.parametrize(
        ("value", "kinds"),
        [
            ("error", {"error"}),
            ("warn", {"error", "warn"}),
            ("info", {"error", "warn", "info"}),
            ("debug", {"error", "warn", "info", "debug"}),
            ("all", {"error", "warn", "info", "debug"}),
        ],
    )
    def test_levels_are_cumulative(self, edition: Edition, value: str, kinds: set[str]) -> None:
        """warn prints errors too, info prints warnings, and so on."""
        assert message_kinds(value, edition) == kinds

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("value", ["layer", "driver"])
    def test_the_options_of_2026_are_unknown(self, value: str) -> None:
        """2018 knows neither layer nor driver."""
        assert message_kinds(value, E2018) == set()

    @pytest.mark.rule("DEBUG-LOG-01")
    def test_2016_has_no_such_variable(self) -> None:
        """Nothing turns messages on."""
        assert message_kinds("all", E2016) == set()


class TestOptionsOf2026:
    """2026: a comma list of independent options; all includes every other one."""

    @pytest.mark.rule("DEBUG-LOG-01", "DEBUG-LOG-02")
    @pytest.mark.parametrize("option", ["error", "warn", "info", "debug", "layer", "driver"])
    def test_each_option_means_itself(self, option: str) -> None:
        """warn alone prints no errors."""
        assert message_kinds(option, E2026) == {option}

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("value", ["all", "all,error", "layer,all"])
    def test_all(self, value: str) -> None:
        """One word for the six options."""
        assert message_kinds(value, E2026) == {"error", "warn", "info", "debug", "layer", "driver"}

    @pytest.mark.rule("DEBUG-LOG-02")
    def test_an_older_word(self) -> None:
        """The loaders measured, from 1.3.290 on, still know the old name of "driver"."""
        assert message_kinds("implem,error", E2026) == {"driver", "error"}

    @pytest.mark.parametrize(("word", "kinds"), [("icd", {"driver"}), ("ic", {"driver"}), ("icds", set())])
    def test_oldest_word_for_driver(self, word: str, kinds: set[str]) -> None:
        """``icd`` has meant the same in the variable, and in no settings file, in each measured loader."""
        assert message_kinds(word, E2026) == kinds
        assert listed_kinds([word]) == set()

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize(
        ("value", "kinds"),
        [
            ("e,wa", {"error", "warn"}),
            ("d", {"debug"}),
            ("dr", {"driver"}),
            ("im", {"driver"}),
            ("errorx", set()),
            (" w", set()),
        ],
    )
    def test_the_beginning_of_a_word(self, value: str, kinds: set[str]) -> None:
        """It stands for the first word that begins so, as in the loaders measured."""
        assert message_kinds(value, E2026) == kinds

    @pytest.mark.rule("DEBUG-LOG-02")
    def test_commas_join_options(self) -> None:
        """The document's example."""
        assert message_kinds("error,warn,info", E2026) == {"error", "warn", "info"}

    @pytest.mark.rule("DEBUG-LOG-02")
    @pytest.mark.parametrize("value", ["", ",", "verbose", "error;warn", "error warn"])
    def test_unknown_words_mean_nothing(self, value: str) -> None:
        """Other words and other separators turn on no message."""
        assert message_kinds(value, E2026) == set()

    @pytest.mark.rule("DEBUG-LOG-01")
    @pytest.mark.parametrize("edition", [E2018, E2026])
    def test_unset_means_silence(self, edition: Edition) -> None:
        """Without the variable nothing is printed."""
        assert message_kinds(None, edition) == set()


class TestSettingsFile:
    """A settings file may ask for kinds of message as well."""

    @pytest.mark.rule("SETTINGS-01")
    @pytest.mark.parametrize(
        ("words", "kinds"),
        [
            ((), set()),
            (("error", "layer"), {"error", "layer"}),
            (("implem",), {"driver"}),
            (("all",), {"error", "warn", "info", "debug", "layer", "driver"}),
            (("perf", "unheard_of"), set()),
        ],
    )
    def test_words(self, words: tuple[str, ...], kinds: set[str]) -> None:
        """The words of the variable, and the older name of driver; others mean nothing."""
        assert listed_kinds(words) == kinds
