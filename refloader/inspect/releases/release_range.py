"""A range of releases, as a user writes it: 1.3.239.., ..1.3.275, 1.3.204..1.3.275, or one release."""

from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace

from refloader.core.ages import OLDEST, boundaries, release_of, sdk_boundaries
from refloader.model.edition import FIRST, Edition
from refloader.model.text import quote

_DOTS = ".."
_SDK = ".0"
"""The end of the number of a release of an SDK, which has four parts."""

EVERY_RELEASE = "every release"


@dataclass(frozen=True, slots=True)
class ReleaseRange:
    """The releases from ``first`` to ``last``, both included; an empty ``last`` is the newest known.

    ``of_sdks``: of these only the releases of an SDK, which are numbered alike and made on side branches.
    """

    first: str
    last: str
    of_sdks: bool = False

    def spans(self) -> tuple[tuple[str, str], ...]:
        """Return the spans of releases that do the same: the first of each, and the first of the next (or empty)."""
        first = f"{self.first}{_SDK}" if self.of_sdks else self.first
        low, high = release_of(first), release_of(self.last)
        every = sdk_boundaries() if self.of_sdks else boundaries()
        after = [each for each in every if release_of(each) > low]
        inside = [each for each in after if not high or release_of(each)[: len(high)] <= high]
        firsts = (first, *inside)
        return tuple(zip(firsts, (*firsts[1:], ""), strict=True))

    def sdks(self) -> "ReleaseRange | None":
        """Return the releases of an SDK in this range; None if it is one release, or has one of those at an end."""
        parts = {len(release_of(each)) for each in (self.first, self.last) if each}
        return None if self.first == self.last or parts != {3} else replace(self, of_sdks=True)

    def of_editions(self, editions: Collection[Edition]) -> str:
        """Return the releases of this range that follow some editions, for display; empty if none does."""
        firsts = (*FIRST.values(), "")
        parts: list[tuple[str, str]] = []
        for edition, end in zip(FIRST, firsts[1:], strict=True):
            late = self.last and release_of(FIRST[edition]) > release_of(self.last)
            early = end and release_of(end) <= release_of(self.first)[:3]
            if edition not in editions or late or early:
                continue
            start = max(FIRST[edition], self.first, key=release_of)
            stop = "" if end and self.last and release_of(self.last) < release_of(end) else end
            follows = bool(parts) and parts[-1][1] == start
            parts.append((parts.pop()[0] if follows else start, stop))
        return self.of_spans(parts)

    def of_spans(self, spans: Iterable[tuple[str, str]]) -> str:
        """Return the releases of several spans, each with its first one and the one after its last, for display."""
        texts = [self.words(first, end) for first, end in spans]
        if len(texts) < 2:
            return "".join(texts)
        texts = [each.replace(", before", " to before") for each in texts]  # commas are between spans
        return f"{', '.join(texts[:-1])} and {texts[-1]}"

    def words(self, first: str, end: str) -> str:
        """Return the releases of this range from ``first`` on, before ``end``, for display."""
        if self.of_sdks:
            plain = replace(self, of_sdks=False)
            return plain.words(first.removesuffix(_SDK), end.removesuffix(_SDK))
        if end:
            return f"before {end}" if first == self.first == OLDEST else f"from {first}, before {end}"
        if first == self.first:
            return str(self)
        return f"from {first} to {self.last}" if self.last else f"{first} and later"

    def __str__(self) -> str:
        if self.first == self.last:
            return self.first
        if not self.last:
            return EVERY_RELEASE if self.first == OLDEST else f"{self.first} and later"
        return f"{self.first} to {self.last}"


def parsed_range(text: str) -> ReleaseRange:
    """Return the range that a text means. Raises ValueError."""
    first, dots, last = text.partition(_DOTS)
    first, last = first or OLDEST, last if dots else first
    for each in filter(None, (first, last)):
        if not text or not release_of(each):
            raise ValueError(
                f"{quote(each)} is no release such as 1.3.239; a range is 1.3.239.. or 1.3.204..1.3.275"
            )
    if release_of(first)[:3] < release_of(OLDEST):
        raise ValueError(f"nothing is known of releases before {OLDEST}")
    if last and release_of(last) < release_of(first):
        raise ValueError(f"{quote(text)} is empty: {last} is older than {first}")
    return ReleaseRange(first, last)


EVERY = ReleaseRange(OLDEST, "")
"""Every release that the table of traits describes."""


def loaders_of(releases: str) -> str:
    """Return what loaders of some releases are called, from the words for the releases."""
    is_span = releases.startswith(("before", "from"))
    return f"loaders {releases}" if is_span else f"loaders of {releases}"
