"""A pytest plugin that writes down which cases a run of the suite would have. Loaded for listing alone, runs none.

One line for each case: the subject and the case, as results name them, as a JSON array.
"""

import json

import pytest

from refloader.suite.run.cases import name_of, target_of

OPTION = "--refloader-listing"


def pytest_addoption(parser: pytest.Parser) -> None:
    """The file to write."""
    parser.addoption(OPTION, metavar="FILE", default="", help="write the names of all cases there")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write it once all cases are known."""
    with open(session.config.getoption(OPTION), "w", encoding="ascii") as file:
        for item in session.items:
            target = target_of(item)
            if target is not None:
                file.write(f"{json.dumps([target.name, name_of(item, target)])}\n")
