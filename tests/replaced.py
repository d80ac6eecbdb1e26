"""Values with other members, whichever way their class is made."""

import dataclasses
from typing import Any

import msgspec

from refloader.results.results_file import Result


def replace(value: Any, **members: object) -> Any:
    """What ``dataclasses.replace`` gives; a result is no dataclass, as a run can have a million."""
    if isinstance(value, Result):
        return msgspec.structs.replace(value, **members)
    return dataclasses.replace(value, **members)
