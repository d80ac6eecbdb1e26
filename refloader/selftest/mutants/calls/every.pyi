from collections.abc import Callable
from typing import Any

EVERY: tuple[Callable[..., Any], ...]
