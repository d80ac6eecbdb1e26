"""A pytest plugin that lists the cases of a run of the suite in a file. Loaded only for listing; runs no case.

It writes one line for each case: a JSON array of the subject and the case, as named in results, and its rules.
"""

import json

import pytest

from refloader.claims.leaving_out import OPTION
from refloader.suite.run.cases import name_of, rules_of, target_of


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the option for the file to write."""
    parser.addoption(OPTION, metavar="FILE", default="", help="write the names of all cases there")


def pytest_collection_finish(session: pytest.Session) -> None:
    """Write the file when the collection is complete."""
    with open(session.config.getoption(OPTION), "w", encoding="ascii") as file:
        for item in session.items:
            target = target_of(item)
            if target is not None:
                row = target.name, name_of(item, target), rules_of(item, target)
                file.write(f"{json.dumps(row)}\n")
