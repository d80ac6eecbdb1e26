"""Sentences of a claim that another release packed: what they say is compared, and not their words."""

import re

import pytest
from claimed import document, tampered

from refloader.claims.verifying import verify

pytestmark = pytest.mark.slow


def test_sentences_of_another_release(layer_bundle: bytes) -> None:
    """Their words may differ, and what they say may not: neither a number nor the verdict."""
    told = document(layer_bundle)
    told["suite"]["parts"]["tests"] = "0" * 64
    told["suite"]["parts"]["rules"] = "0" * 64
    words = told["sentence"]
    changed = {
        "words": f"In other words: {words}",
        "number": words.replace("1", "2") if "1" in words else f"{words} 7",
        "verdict": f"{words}, not at all",
        "order": re.sub(r"(\d+) failed, 0 (.*?) (\d+) passed", r"0 failed, \1 \2 \3 passed", words),
    }
    assert changed["order"] != words

    found = {}
    for name, sentence in changed.items():
        told["sentence"] = sentence
        found[name] = verify(tampered(layer_bundle, told))

    assert found["words"].problems == ()
    assert any("another release worded" in each for each in found["words"].limits)
    assert [len(found[name].problems) for name in ("number", "verdict", "order")] == [1, 1, 1]
