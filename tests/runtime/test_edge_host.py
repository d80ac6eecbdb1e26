"""The machine as the drop-in library sees it, beside the machine as Python does."""

import importlib
import sys
from types import ModuleType

import pytest

from refloader.host import opening


def test_both_hosts_give_an_error_of_the_system_one_meaning(monkeypatch: pytest.MonkeyPatch) -> None:
    """The frozen code has no errno module and writes the numbers of Linux down; none means anything else."""
    edge = ModuleType("refloader.dropin.python._edge")
    edge.__dict__.update(list_folder=list, read_file=open)
    monkeypatch.setitem(sys.modules, edge.__name__, edge)
    monkeypatch.delitem(sys.modules, "refloader.dropin.python.loading.edge_host", raising=False)

    troubles = importlib.import_module("refloader.dropin.python.loading.edge_host")._TROUBLES
    del sys.modules["refloader.dropin.python.loading.edge_host"]

    assert {number: troubles[number] for number in opening._TROUBLES} == opening._TROUBLES
