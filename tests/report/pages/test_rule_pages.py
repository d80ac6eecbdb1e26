"""The page of each rule: what it tells, and that every rendering tells it."""

from html.parser import HTMLParser

import pytest

from refloader.report.rules import RulePage, page
from refloader.report.rules.fragment import fragment
from refloader.report.rules.inline import Piece, pieces
from refloader.report.rules.links import DocsUrlError, docs_url, rule_url
from refloader.report.rules.markdown import markdown, prose
from refloader.report.rules.text import text
from refloader.report.rules.topics import topic_of, topics
from refloader.rules import UnknownRuleError, ambiguities, rules

EVERY = (*rules(), *ambiguities())


class _Elements(HTMLParser):
    """The open elements of a piece of HTML: each has to be closed in its turn."""

    _VOID = frozenset({"br", "hr", "img", "meta", "link", "input"})

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.ids: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.ids += [value or "" for name, value in attrs if name == "id"]
        if tag not in self._VOID:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


class TestEveryPage:
    """There is a page of each rule and ambiguity."""

    @pytest.mark.parametrize("rule_id", EVERY)
    def test_it_says_why_it_matters_and_in_what_state_it_is(self, rule_id: str) -> None:
        """No page is without a reason to read it; what is not checked says why."""
        told = page(rule_id)

        assert told.why
        assert told.status in ("checked", "decided") or told.reason

    @pytest.mark.parametrize("rule_id", EVERY)
    def test_the_renderings_are_whole(self, rule_id: str) -> None:
        """Text has no line of nothing but blanks, HTML closes what it opens, Markdown has one title."""
        told = page(rule_id)
        elements = _Elements()
        elements.feed(fragment(told))

        assert elements.open == []
        assert elements.ids[0] == f"rule-{rule_id}"
        assert not any(line != line.rstrip() for line in text(told, 80).splitlines())
        assert markdown(told).startswith(f"# {rule_id}: ")

    def test_an_id_that_nobody_knows(self) -> None:
        """It has no page, and the caller is told so."""
        with pytest.raises(UnknownRuleError):
            page("LLP_LAYER_999")

    def test_every_topic_has_rules(self) -> None:
        """No family is told of that is not there."""
        assert {topic_of(rule_id) for rule_id in EVERY} == set(topics())


class TestWhatAPageTells:
    """A page puts together what stands in several places."""

    @pytest.fixture
    def of_layers(self) -> RulePage:
        """A rule that binds layers and is judged in every way."""
        return page("LLP_LAYER_12")

    def test_who_is_bound_and_how(self, of_layers: RulePage) -> None:
        """Party, strength, editions and the sections that say so."""
        assert (of_layers.binds, of_layers.strength, of_layers.editions) == (
            "layer",
            "must",
            ("2022", "2026"),
        )
        assert [each.edition for each in of_layers.sources] == ["2022", "2026"]

    def test_how_layers_are_judged(self, of_layers: RulePage) -> None:
        """By which looks, and by which tests."""
        assert [each.look for each in of_layers.judging] == ["probe", "chain"]
        assert "creation/link_of_instances" in of_layers.judging[1].tests

    def test_what_to_do_and_who_breaks_it(self, of_layers: RulePage) -> None:
        """The advice and the violators."""
        assert "u.pLayerInfo->pNext" in of_layers.remedy
        assert "LLP_LAYER_12_skips" in [each.name for each in of_layers.proofs]

    @pytest.mark.parametrize(
        ("rule_id", "strength"),
        [
            ("LLP_LAYER_3", "should"),
            ("DISPATCH-LAYER-02", "may"),
            ("CONV-LAYER-10", "should"),  # "now requires" in it is about somebody else
            ("PHYSDEV-ICD-02", "must"),  # in 2026, as its differences say
            ("DISC-GEN-10", "fact"),  # "may not be found" forbids nothing
            ("DISC-GEN-05", "fact"),  # "doesn't directly query" describes
            ("DEVICE-SORT-WIN-01", "fact"),  # "never the choice" is no obligation, and it "tries"
            ("META-03", "must"),
            ("DISC-LINUX-01", "fact"),
        ],
    )
    def test_how_strong_it_is(self, rule_id: str, strength: str) -> None:
        """Recommendations and permissions are told from obligations."""
        assert page(rule_id).strength == strength

    def test_an_ambiguity_has_its_reading(self) -> None:
        """The ways to read it, the one chosen, and the rules in question."""
        told = page("AMB-ENABLE-VALUE")

        assert told.reading is not None
        assert told.reading.chosen == "exact value"
        assert "ACT-IMPLICIT-04" in [each.id for each in told.related]

    def test_a_rule_names_the_readings_that_bear_on_it(self) -> None:
        """From the rule there is a way to the ambiguity."""
        assert "AMB-ENABLE-VALUE" in [each.id for each in page("ACT-IMPLICIT-04").related]


class TestInline:
    """Names of code and other rules are found in sentences."""

    def test_rules_and_code(self) -> None:
        """A known rule is one; what looks like a name of the API is code; the rest is prose."""
        assert [*pieces("As LLP_LAYER_9 says, vkCreateInstance reads <x> of `a b`.")] == [
            Piece("prose", "As "),
            Piece("rule", "LLP_LAYER_9"),
            Piece("prose", " says, "),
            Piece("code", "vkCreateInstance"),
            Piece("prose", " reads <x> of "),
            Piece("code", "a b"),
            Piece("prose", "."),
        ]

    def test_nothing_is_lost(self) -> None:
        """The pieces of every rule's text are that text without its backticks."""
        for rule in rules().values():
            assert "".join(piece.text for piece in pieces(rule.text)) == rule.text.replace("`", "")

    def test_prose_means_itself_in_markdown(self) -> None:
        """Signs of the markup language are escaped; links lead where the caller says."""
        assert prose("*a* <b> [c] | LLP_LAYER_9", lambda rule_id: f"{rule_id}.md") == (
            r"\*a\* \<b\> \[c\] \| [LLP_LAYER_9](LLP_LAYER_9.md)"
        )


class TestAddresses:
    """A page is online only where somebody says so."""

    def test_without_a_base_there_is_none(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """No address is invented."""
        monkeypatch.delenv("REFLOADER_DOCS_URL", raising=False)

        assert rule_url("LLP_LAYER_9") == ""

    def test_a_base_is_kept_to(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """With or without a slash at its end; text, JSON and HTML have the address."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", "https://docs.example/refloader/")

        assert rule_url("LLP_LAYER_9") == "https://docs.example/refloader/rules/LLP_LAYER_9.html"
        assert f"online: {rule_url('LLP_LAYER_9')}" in text(page("LLP_LAYER_9"))
        assert f'href="{rule_url("LLP_LAYER_9")}"' in fragment(page("LLP_LAYER_9"))

    @pytest.mark.parametrize(
        "value", ["javascript:alert(1)", "docs.example", 'https://x/"onclick="', "https:// x"]
    )
    def test_what_is_no_address_is_refused(self, monkeypatch: pytest.MonkeyPatch, value: str) -> None:
        """It would end up in documents that people click in."""
        monkeypatch.setenv("REFLOADER_DOCS_URL", value)

        with pytest.raises(DocsUrlError):
            docs_url()
