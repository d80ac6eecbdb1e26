"""The page of a run in a browser."""

from typing import Any

import pytest

from refloader.host import shell
from refloader.report.page import html
from refloader.results.results_file import Result, Subject, Verdict
from refloader.rules import rules

from .opening import Opened, OpenPage
from .runs import EVIL, READABLE, hostile_run, large_run, run_of, small_run

pytestmark = pytest.mark.slow

LAYER = "vkExample.json"


def shown_rules(tab: Opened) -> list[str]:
    """The rules that the matrix shows."""
    return tab.page.eval_on_selector_all(
        "#matrix tbody tr[data-rule]:not([hidden])", "rows => rows.map(row => row.dataset.rule)"
    )


def cell(tab: Opened, rule: str, subject: str = LAYER) -> Any:
    """The button of a cell."""
    return tab.page.locator(f"tr[data-rule='{rule}'] button", has_text=subject)


def opened_title(tab: Opened) -> str:
    """What the open panel is about; empty where none is open."""
    title = tab.page.locator("#opened-title")
    return title.text_content() if title.count() else ""


class TestNothingOfARunRuns:
    """Every text of a results file is hostile: it is shown, readable, and never does anything."""

    @pytest.mark.parametrize("text", [EVIL, "#" * 70_000, "'", "__proto__", "\u0430\u0301\u200f<b>"])
    def test_hostile_text_in_every_field(self, page_of: OpenPage, text: str) -> None:
        """With all cells and details opened nothing ran, nothing was asked for, and nothing is broken."""
        tab = page_of(html.render(hostile_run(text)))

        for place in range(tab.page.locator("#matrix button.cell").count()):
            tab.page.locator("#matrix button.cell").nth(place).evaluate("button => button.click()")
            tab.page.evaluate(
                "document.querySelectorAll('#opened details').forEach(each => { each.open = true })"
            )
        tab.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")

        assert tab.page.evaluate("typeof pwned") == "undefined"
        assert tab.page.locator("img, iframe, object, embed, a[href^='javascript:']").count() == 0

    def test_what_cannot_be_seen_is_spelled_out(self, page_of: OpenPage) -> None:
        """Marks of direction, controls and surrogates are visible in the answer, in findings and in cells."""
        tab = page_of(html.render(hostile_run(EVIL)))

        tab.page.locator("tr[data-rule='LLP_LAYER_1'] button").first.click()

        for place in (".answer", ".broken", "#matrix thead", "#opened .case", "#about ~ .subjects"):
            assert READABLE in tab.page.locator(place).first.text_content()

    @pytest.mark.parametrize(("phone", "width"), [(True, 390), (False, 1280)])
    def test_a_long_name_does_not_widen_the_page(self, page_of: OpenPage, phone: bool, width: int) -> None:
        """Everything stays in the window, however long a name is."""
        tab = page_of(html.render(hostile_run("x" * 5000)), phone=phone)

        assert tab.page.evaluate("document.documentElement.scrollWidth") <= width

    @pytest.mark.parametrize(("number", "is_held"), [(3, False), (11, True)])
    def test_many_subjects_do_not_widen_the_page(self, page_of: OpenPage, number: int, is_held: bool) -> None:
        """The matrix scrolls in a box of its own, and its head stays in sight there."""
        layers = [Subject("layer", f"vkExample{each}.json", "", "1.3.0", "ab" * 32) for each in range(number)]
        results = [Result("LLP_LAYER_1", each.name, "a", Verdict.PASS) for each in layers]
        more = [Result(rule, layers[0].name, "a", Verdict.PASS) for rule in rules()]

        tab = page_of(html.render(run_of(*results, *more, subjects=(*layers,))))
        tab.page.evaluate("document.querySelector('.held').scrollTo(300, 900)")

        assert tab.page.evaluate("document.documentElement.scrollWidth") <= 1280
        assert tab.page.evaluate("document.querySelector('.held').scrollLeft > 0") == is_held
        if is_held:
            tops = [
                tab.page.locator(each).first.bounding_box()["y"] for each in (".held", "#matrix thead th")
            ]
            assert tops[0] == tops[1]

    def test_a_long_name_breaks_no_word_beside_it(self, page_of: OpenPage) -> None:
        """The column of the edition is as wide as its longest word."""
        layer = Subject("layer", "x" * 200, "", "1.3.0", "ab" * 32)
        tab = page_of(
            html.render(run_of(Result("LLP_LAYER_1", layer.name, "a", Verdict.PASS), subjects=(layer,)))
        )

        cut = tab.page.evaluate("""() => [...document.querySelectorAll(".answer .edition")].filter(each => {
            const text = each.firstChild, range = document.createRange();
            return [...text.data.matchAll(/\\S+/g)].some(word => {
                range.setStart(text, word.index);
                range.setEnd(text, word.index + word[0].length);
                return range.getClientRects().length > 1;
            });
        }).length""")

        assert cut == 0

    def test_a_long_name_does_not_cover_the_matrix(self, page_of: OpenPage) -> None:
        """The names of subjects stay on top, and leave room for what is below."""
        tab = page_of(html.render(hostile_run("x" * 5000)), fragment="#matrix")

        assert tab.page.locator("#matrix thead").bounding_box()["height"] < 200


class TestFiltersLiveInTheAddress:
    """What is shown can be sent to somebody, reloaded, and gone back from."""

    def test_a_choice_is_in_the_fragment_and_survives_a_reload(self, page_of: OpenPage) -> None:
        """Standing, party and text filter rules; the count is told."""
        tab = page_of(html.render(small_run()))

        tab.page.select_option("select[name=party]", "loader")
        tab.page.check("input[value=fail]")
        tab.page.check("input[value=expected]")
        tab.page.check("input[value=crash]")
        tab.page.fill("#text", "reported")
        tab.page.reload()

        assert tab.page.url.endswith("#text=reported&standing=expected+fail+crash&party=loader")
        assert tab.page.input_value("#text") == "reported"
        assert tab.page.is_checked("input[value=crash]")
        assert shown_rules(tab) == []

    @pytest.mark.parametrize(
        ("fragment", "rules"),
        [
            ("#standing=crash", ["DISC-GEN-02"]),
            ("#standing=warn+skip", ["LLP_LAYER_9", "LLP_LOADER_2"]),
            ("#party=layer&standing=fail", ["LLP_LAYER_1"]),
            ("#edition=2016&party=layer", []),
            ("#subject=vkExample.json", ["LLP_LAYER_1", "LLP_LAYER_9"]),
            ("#text=no+mount", ["LLP_LOADER_2"]),
            ("#text=off%2Fswitch", ["LLP_LAYER_9"]),
        ],
    )
    def test_each_filter(self, page_of: OpenPage, fragment: str, rules: list[str]) -> None:
        """Standing, party, edition, subject and text each leave the rows that fit, and the page says how many."""
        tab = page_of(html.render(small_run()), fragment=fragment)

        assert shown_rules(tab) == rules
        assert tab.page.inner_text("#shown") == f"{len(rules)} of 6 rules shown"

    def test_a_machine_of_a_merge(self, page_of: OpenPage) -> None:
        """One machine shows its columns alone, and the rules that were judged there."""
        there, here = (
            Subject("layer", f"x [{name}]", "", "", "", environment=name) for name in ("arch", "debian")
        )
        results = [
            Result(rule, each.name, "c", Verdict.PASS)
            for rule, each in (("DISC-GEN-01", there), ("DISC-GEN-02", here))
        ]
        tab = page_of(html.render(run_of(*results, subjects=(there, here))))

        tab.page.select_option("select[name=environment]", "debian")

        heads = tab.page.locator("#matrix thead th.subject").all()
        assert [head.text_content() for head in heads if head.is_visible()] == ["x [debian]"]
        assert shown_rules(tab) == ["DISC-GEN-02"]

    def test_letters_typed_fast(self, page_of: OpenPage) -> None:
        """The address follows without being written for each letter, and they are one step of the history."""
        tab = page_of(html.render(small_run()))
        before = tab.page.evaluate("history.length")

        tab.page.type("#text", "abcdefghijklmnopqrstuvwxyz")
        tab.page.wait_for_url("**#text=abcdefghijklmnopqrstuvwxyz")

        assert tab.page.evaluate("history.length") == before + 1

    def test_back_and_forward(self, page_of: OpenPage) -> None:
        """Each choice is a step, all letters typed in a row are one."""
        tab = page_of(html.render(small_run()))
        tab.page.check("input[value=crash]")
        tab.page.type("#text", "gen")
        cell(tab, "DISC-GEN-02", "libvulkan").click()

        titles = []
        for _ in range(3):
            tab.page.go_back()
            titles.append(
                (opened_title(tab), tab.page.input_value("#text"), tab.page.is_checked("input[value=crash]"))
            )
        tab.page.go_forward()

        assert titles == [("", "gen", True), ("", "", True), ("", "", False)]
        assert tab.page.is_checked("input[value=crash]")

    @pytest.mark.parametrize(
        ("fragment", "title"),
        [
            ("#LLP_LAYER_1", "LLP_LAYER_1: "),
            ("#rule-LLP_LAYER_1", "LLP_LAYER_1: "),
            ("#rule=LLP_LAYER_1", "LLP_LAYER_1: "),
            ("#rule=LLP_LAYER_1&of=vkExample.json", "LLP_LAYER_1 on vkExample.json: "),
            ("#rule=LLP_LAYER_1&standing=crash", "LLP_LAYER_1: "),
        ],
    )
    def test_a_link_opens_a_rule(self, page_of: OpenPage, fragment: str, title: str) -> None:
        """It is opened and in sight, also where a filter would hide it."""
        tab = page_of(html.render(small_run()), fragment=fragment)

        assert opened_title(tab).startswith(title)
        assert tab.page.locator("#opened").is_visible()
        assert 0 <= tab.page.locator("tr[data-rule='LLP_LAYER_1']").bounding_box()["y"] < 900

    @pytest.mark.parametrize(
        "fragment", ["#rule=NO-SUCH", "#%", "#standing=nonsense", "#rule=LLP_LAYER_1&of=gone", "#x=y=z"]
    )
    def test_a_link_to_what_is_not_there(self, page_of: OpenPage, fragment: str) -> None:
        """The page is shown all the same, and complains of nothing."""
        tab = page_of(html.render(small_run()), fragment=fragment)

        assert len(shown_rules(tab)) == 6


class TestCellsOpen:
    """A cell opens its cases, with the keyboard as well as with a pointer."""

    def test_by_keyboard(self, page_of: OpenPage) -> None:
        """Tab comes to the matrix once, arrows move in it, Enter opens, Escape closes and goes back."""
        tab = page_of(html.render(small_run()))
        tab.page.locator("#everything").focus()

        tab.page.keyboard.press("Tab")
        for key in ("ArrowDown", "ArrowDown", "ArrowRight", "Enter"):
            tab.page.keyboard.press(key)
        at_open = (
            opened_title(tab),
            tab.page.evaluate("document.activeElement.getAttribute('aria-expanded')"),
        )
        tab.page.keyboard.press("Tab")
        inside = tab.page.evaluate("document.activeElement.closest('#opened') !== null")
        tab.page.keyboard.press("Escape")

        assert at_open == ("LLP_LAYER_1 on vkExample.json: Layer keeps the environment compliant", "true")
        assert inside
        assert opened_title(tab) == ""
        assert tab.page.evaluate("document.activeElement.textContent").startswith("vkExample.json: fail")

    def test_a_case_tells_everything(self, page_of: OpenPage) -> None:
        """Reason, advice, evidence, chain, and the rule's own page."""
        tab = page_of(html.render(small_run()), fragment="#rule=LLP_LAYER_1&of=vkExample.json")

        tab.page.locator("#opened .case summary", has_text="What was run, and what came of it").first.click()
        tab.page.locator("#opened .about summary").click()
        tab.page.locator("#opened .rule-page").wait_for()
        told = tab.page.locator("#opened").inner_text()

        for each in ("A. Not so: B", "What to do: Leave it out.", "one\ntwo", "1 case", "Why it matters"):
            assert each in told
        assert tab.page.locator("#opened svg[role=img]").count() == 1

    def test_a_rule_that_the_run_does_not_have_is_no_link(self, page_of: OpenPage) -> None:
        """The page of a rule names others; a link leads somewhere, or is none."""
        tab = page_of(html.render(small_run()), fragment="#LLP_LAYER_9")

        tab.page.locator("#opened .about summary").click()
        tab.page.locator("#opened .rule-page").wait_for()
        links = tab.page.eval_on_selector_all(
            ".rule-page a", "links => links.map(link => link.getAttribute('href'))"
        )

        assert "MANIFEST-LAYER-18" in tab.page.locator(".rule-page").inner_text()
        assert [link for link in links if link.startswith("#rule-") and link != "#rule-LLP_LAYER_9"] == []

    def test_a_rule_opens_all_subjects(self, page_of: OpenPage) -> None:
        """Its name in the first column is a link to all of its cases."""
        tab = page_of(html.render(small_run()))

        tab.page.locator("tr[data-rule='DISC-GEN-02'] th a").click()

        assert opened_title(tab).startswith("DISC-GEN-02: ")
        assert "SIGSEGV" in tab.page.locator("#opened").inner_text()

    def test_a_finding_leads_to_its_cell(self, page_of: OpenPage) -> None:
        """The rule of a finding is a link to the cell of that subject."""
        tab = page_of(html.render(small_run()))

        tab.page.locator(".breach a", has_text="LLP_LAYER_1").click()

        assert opened_title(tab).startswith("LLP_LAYER_1 on vkExample.json")

    def test_many_cases_come_in_parts(self, page_of: OpenPage) -> None:
        """The first ones at once, with a button that says how many more there are."""
        many = [Result("DISC-GEN-01", LAYER, f"case {number}", Verdict.FAIL, "why") for number in range(50)]
        tab = page_of(html.render(run_of(*many)), fragment="#DISC-GEN-01")

        first = tab.page.locator("#opened .case").count()
        tab.page.locator("#opened .cases button", has_text="more cases").click()

        assert (first, tab.page.locator("#opened .case").count()) == (20, len(many))


class TestCommandsAreCopiedExactly:
    """What is pasted into a shell is what the results file has, quotes and all."""

    def test_from_a_finding(self, page_of: OpenPage) -> None:
        """The button beside the command of the first breach of the layer."""
        run = small_run()
        tab = page_of(html.render(run))

        tab.page.locator(".breach", has_text="LLP_LAYER_1").locator("button.copy").click()
        tab.page.locator(".copy", has_text="Copied").wait_for()

        assert tab.page.evaluate("navigator.clipboard.readText()") == run.results[0].repro

    def test_from_every_case(self, page_of: OpenPage) -> None:
        """Commands are put together again from their parts, for cases of all kinds of names."""
        names = ["plain", "it's", "a b", 'say "x"', "LLP_LAYER_1", "", "$(x)", "\\n", "x" * 300]
        texts = [
            shell.line(["refloader", "conform", "--rule", "LLP_LAYER_1", "--case", name]) for name in names
        ]
        results = [
            Result("LLP_LAYER_1", LAYER, name, Verdict.FAIL, name, {}, text)
            for name, text in zip(names, texts, strict=True)
        ]
        tab = page_of(html.render(run_of(*results)), fragment="#LLP_LAYER_1")

        assert sorted(tab.page.locator("#opened .repro code").all_text_contents()) == sorted(texts)


class TestThePageIsForEverybody:
    """No serious barrier, whatever it is read with."""

    @pytest.mark.parametrize(
        "look", [{}, {"dark": True}, {"phone": True}, {"dark": True, "phone": True}], ids=str
    )
    def test_axe_finds_nothing_serious(self, page_of: OpenPage, look: dict[str, bool]) -> None:
        """With a cell and everything in it opened."""
        tab = page_of(html.render(small_run()), fragment="#rule=LLP_LAYER_1&of=vkExample.json", **look)
        tab.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")

        assert tab.barriers() == []

    def test_without_scripts(self, page_of: OpenPage) -> None:
        """The answer, the findings with their commands, and the whole matrix are there; filters are not."""
        tab = page_of(html.render(small_run()), scripts=False)

        text = tab.page.locator("main").inner_text()
        assert "breaks 1 rule; warnings on 1 rule" in text
        assert "SIGSEGV" in text
        assert "refloader conform --layer" in text
        assert tab.page.locator("#matrix tbody tr").count() == 6
        assert not tab.page.locator(".filters").is_visible()
        assert not tab.page.locator(".copy").first.is_visible()

    def test_in_print(self, page_of: OpenPage) -> None:
        """Answer, findings and matrix, in dark ink, without what cannot be pressed on paper."""
        tab = page_of(html.render(small_run()), dark=True)
        tab.page.emulate_media(media="print")

        assert tab.page.locator(".answer").is_visible()
        assert tab.page.locator(".breach").first.is_visible()
        assert tab.page.locator("#matrix tbody tr").first.is_visible()
        assert [each for each in tab.page.locator("button.copy, form, nav").all() if each.is_visible()] == []
        assert tab.page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"

    def test_on_a_phone_nothing_is_cut(self, page_of: OpenPage) -> None:
        """The page is as wide as the screen, with a cell open."""
        tab = page_of(html.render(small_run()), phone=True, fragment="#LLP_LAYER_1")
        tab.page.evaluate("document.querySelectorAll('details').forEach(each => { each.open = true })")

        assert tab.page.evaluate("document.documentElement.scrollWidth") == 390


@pytest.mark.timeout(120)
class TestThePageIsFluid:
    """5,000 results are no burden."""

    def test_a_letter_is_answered_at_once(self, page_of: OpenPage) -> None:
        """From a key to the next frame with the filter done less than 100 ms of the processor pass, at the median."""
        tab = page_of(html.render(large_run(5000)))
        times = []

        for word in ("t", "to", "top", "topi", "topic", "topic_3", "seen 4", "layer", "", "l", "x"):
            before = tab.busy()
            tab.page.evaluate(_TYPED, word)
            times.append(tab.busy() - before)

        assert sorted(times)[len(times) // 2] < 100

    def test_it_is_painted_soon(self, page_of: OpenPage) -> None:
        """All that the page does until it is painted takes less than two seconds of the processor."""
        tab = page_of(html.render(large_run(5000)))
        tab.busy()

        tab.page.reload()
        tab.page.wait_for_function("performance.getEntriesByName('first-contentful-paint').length > 0")

        assert 0 < tab.busy() < 2000


_TYPED = """async (word) => {
  const text = document.getElementById("text");
  text.value = word;
  text.dispatchEvent(new Event("input", { bubbles: true }));
  await new Promise((done) => requestAnimationFrame(() => setTimeout(done)));
}"""
