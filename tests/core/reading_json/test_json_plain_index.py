"""A plain text is indexed as the scanner indexes it."""

import json
from collections.abc import Iterator

from hypothesis import assume, given, settings
from hypothesis import strategies as st

from refloader.core.json.index import Index, Keys
from refloader.core.json.plain import read_plain
from refloader.core.json.plain_index import index_plain, place_in_plain
from refloader.core.json.reader import Position, read
from refloader.core.json.scan import scan

_TEXT = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=6)
_VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.just(1.5) | _TEXT,
    lambda inside: st.lists(inside, max_size=4) | st.dictionaries(_TEXT, inside, max_size=4),
    max_leaves=12,
)


def facts(index: Index) -> tuple[object, ...]:
    """All that an index holds."""
    return (
        list(index.starts),
        list(index.ends),
        list(index.key_starts),
        index.names,
        index.values,
    )


def paths(index: Index, number: int = 0, keys: Keys = ()) -> Iterator[Keys]:
    """The paths to a value and to all inside it, in the order of the text."""
    yield keys
    for place, child in enumerate(index.children(number)):
        name = index.names[child]
        yield from paths(index, child, (*keys, place if name is None else name))


class TestPlainIndex:
    """Positions do not depend on which of the two readers worked them out."""

    @settings(max_examples=200, deadline=None)
    @given(_VALUES, st.sampled_from([None, 1]), st.booleans())
    def test_it_is_the_index_of_the_scanner(
        self, value: object, indent: int | None, ascii_only: bool
    ) -> None:
        """Every value, key and end stands where the scanner has it."""
        data = json.dumps(value, indent=indent, ensure_ascii=ascii_only).encode()

        assume(b"\\ud" not in data)  # a pair of escapes is left to the scanner

        plain = read_plain(data)

        index = index_plain(data, plain)

        assert facts(index) == facts(scan(data).index)
        assert [place_in_plain(data, plain, keys) for keys in paths(index)] == list(
            zip(index.starts, index.key_starts, strict=True)
        )

    def test_brackets_and_quotes_in_strings_are_text(self) -> None:
        """A string may hold anything that would open or close something outside of it."""
        data = rb'{"a]}": ["{\"[", {"b": [ ]}], "c" : 1}'

        index = index_plain(data, read_plain(data))

        assert facts(index) == facts(scan(data).index)
        assert list(index.starts) == [0, 8, 9, 17, 23, 36]

    def test_a_path_that_leads_nowhere_ends_at_the_innermost_value(self) -> None:
        """There is no key then."""
        data = b'{"a": [1, {"b": 2}]}'

        plain = read_plain(data)

        assert place_in_plain(data, plain, ("a", 1, "c", 0)) == (10, -1)
        assert place_in_plain(data, plain, ("a", 2)) == (6, -1)
        assert place_in_plain(data, plain, (0,)) == (0, -1)

    def test_the_first_place_asked_for_is_where_later_ones_say(self) -> None:
        """Whatever is asked first."""
        data = b'{\n  "a": [\n    1, {"b": 2}]}'
        asked = read(data)

        first = asked.where(("a", 1, "b"), key=True)

        assert first == asked.where(("a", 1, "b"), key=True) == Position(19, 3, 9)
