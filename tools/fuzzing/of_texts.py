"""Targets whose inputs are texts of people: what they post of a loader, lists of cases, ledgers of divergences."""

import tomllib
from collections.abc import Iterator
from random import Random

from fuzzing.checking import check
from fuzzing.documents import TEXTS, from_lines, from_toml
from fuzzing.extremes import Draw
from fuzzing.of_machines import bytes_of, corpus, files
from fuzzing.target import Target, put, step, verbs
from fuzzing.vocabulary import LOADER_WORDS, VARIABLES
from refloader.campaign import ledger
from refloader.campaign.ledger import LedgerError
from refloader.results.expectations.case_lists import STATUSES, ListError, lines_of, read_lists
from refloader.rules import rules


def posted() -> list[bytes]:
    """The texts that tests hold ``explain --log`` against, and logs of loaders."""
    tables = [tomllib.loads(each.decode()) for each in files("fixtures/logs/posted/*.toml")]
    texts = [each["text"].encode() for table in tables for each in table["text"]]
    return [*texts, *files("fixtures/logs/*.log", "fixtures/logs/*.txt", "fixtures/logs/loaders/*")]


def _joined(seeds: list[bytes], words: tuple[bytes, ...]) -> list[Draw]:
    """Lines of one text, and parts of several: people post what they have beside each other."""
    one = from_lines(seeds, words)

    def several(random: Random) -> bytes:
        parts = [one(random) for _ in range(random.choice((2, 3)))]
        return random.choice((b"\n", b"\r\n", b"\n```\n", b"")).join(parts)

    return [one, one, several]


def of_logs() -> Iterator[Target]:
    """What ``explain --log`` reads, with and without a layer that is asked for."""
    steps = [
        step("explain --log {}/input.log"),
        step("explain --log {}/input.log --format json", "json:explain-log-1"),
        step("explain -v --log {}/input.log MangoHud VK_LAYER_KHRONOS_validation"),
        step("explain --log {}/input.log VK_LAYER_TEST_a --format json", "json:explain-log-1"),
    ]
    words = bytes_of((*LOADER_WORDS, *VARIABLES, *TEXTS[:60]))
    seeds = [*posted(), *corpus("posted")]
    lay = lambda data, folder: put(folder, "input.log", data)  # noqa: E731
    yield Target(
        "posted", *verbs(lay, *steps), _joined(seeds, words), seeds, words, share=3, file="input.log"
    )


_LIST = b"""# known
discovery/order[linux],Fail
VK_LAYER_TEST_a:calling_down/extra_calls,Crash
"quoted, with a comma",Timeout
^discovery/.*$
calling_down/(extra|other)_calls\\[.*\\]
"""


def of_case_lists() -> Iterator[Target]:
    """Lists as deqp-runner's users have them: names with statuses, regular expressions, names alone."""
    words = bytes_of((*STATUSES, ",", "^", "$", "(", "[", "{9}", "\\", '"', "#", *TEXTS[:40]))
    seeds = [_LIST, *corpus("lists")]
    yield Target(
        "lists", _read_lists, 4, [from_lines(seeds, words)], seeds, words, share=0.5, file="input.txt"
    )


def _read_lists(data: bytes, variant: int, folder: str) -> None:
    put(folder, "input.txt", data)
    path = f"{folder}/input.txt"
    try:
        if variant == 3:
            list(lines_of(path))
        else:
            read_lists(*([path] if number == variant else [] for number in range(3)))
    except ListError as error:
        check(str(error), "text")


def of_ledgers() -> Iterator[Target]:
    """Ledgers of divergences, with the causes that they name."""
    seeds = [*files(f"reports/*/{ledger.NAME}"), *corpus("ledger")]
    values = [tomllib.loads(each.decode()) for each in seeds]
    keys = ("schema", "loader", "version", "cause", "id", "kind", "rules", "signatures", "unsteady", "(a+)+$")
    words = (*keys, *ledger.KINDS, *list(rules())[:30])
    draws = [from_toml(values, words)]
    yield Target("ledger", _read_ledger, 1, draws, seeds, bytes_of(words), share=0.5, file="input.toml")


def _read_ledger(data: bytes, variant: int, folder: str) -> None:
    put(folder, ledger.NAME, data)
    try:
        found = ledger.read(folder)
    except LedgerError as error:
        check(str(error), "text")
    else:
        for cause in found.causes:
            found.place(cause)


def targets() -> Iterator[Target]:
    """All of them."""
    yield from of_logs()
    yield from of_case_lists()
    yield from of_ledgers()
