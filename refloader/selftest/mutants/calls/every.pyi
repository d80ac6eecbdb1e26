from collections.abc import Mapping, Sequence

PLACES: Mapping[str, Sequence[int]]

def load(number: int) -> None: ...
