"""A line takes as long as it is, whatever row of a table it nearly matches."""

import re
import time
from collections.abc import Iterator

import pytest

from refloader.inspect.logs.messages.combinations import combinations
from refloader.inspect.logs.messages.known_messages import table
from refloader.inspect.logs.surroundings.places import places
from refloader.inspect.logs.surroundings.programs import programs

LONGEST, SECONDS = 1000, 0.012


def rows() -> Iterator[tuple[re.Pattern[str], str]]:
    """Each regular expression, with one of the words that a line needs for it."""
    for row in (*places(), *programs(), *table()):
        yield row.text, row.words[0]
    for each in combinations():
        yield from ((part.pattern, each.words[0]) for part in (*each.parts, *each.without))


def seconds(pattern: re.Pattern[str], line: str) -> float:
    """The least of what three searches take."""
    taken = []
    for _ in range(3):
        start = time.process_time()
        pattern.search(line)
        taken.append(time.process_time() - start)
    return min(taken)


@pytest.mark.parametrize("filling", ["a", " a", "1 ", "is not "])
def test_rows(filling: str) -> None:
    """Of lines of the greatest length that is searched, none takes more than some milliseconds for a row."""
    slow = list[str]()
    for pattern, word in rows():
        lines = (f"{word} {filling * LONGEST}", f"{word}{filling}" * LONGEST)
        if max(seconds(pattern, line[:LONGEST]) for line in lines) > SECONDS:
            slow.append(pattern.pattern)

    assert slow == []
