"""The matrix of loaders as one JSON document."""

import json
from typing import Any

from refloader.report.releases.field import Cell, Field, Row, State
from refloader.report.releases.words import history, sentence
from refloader.results.results_file import storable

SCHEMA = "refloader.releases/1"


def document(of: Field) -> dict[str, Any]:
    """Return the document: the builds, then each rule with a cell for each build."""
    plain: dict[str, Any] = storable(
        {
            "schema": SCHEMA,
            "builds": [
                {
                    "release": build.release,
                    "subject": build.subject.name,
                    "sha256": build.subject.sha256,
                    "edition": build.edition,
                    "sentence": sentence(of, at),
                }
                for at, build in enumerate(of.builds)
            ],
            "rules": [_row(of, each) for each in of.rows],
        }
    )
    return plain


def render(of: Field) -> str:
    """Return the document as indented text that ends in a line break."""
    return json.dumps(document(of), indent=1) + "\n"


def _row(of: Field, row: Row) -> dict[str, Any]:
    return {
        "rule": row.rule.id,
        "title": row.rule.title,
        "topic": row.topic,
        "history": history(of, row),
        "cells": [_cell(each) for each in row.cells],
        "changes": [
            {
                "change": each.change.value,
                "after": of.builds[each.before].release,
                "by": of.builds[each.at].release,
            }
            for each in row.turns
        ],
        "failures": [
            {
                "from": of.builds[each.first].release,
                "to": of.builds[each.last].release,
                "cases": list(each.cases),
                "example": each.best.case,
                "reason": each.best.reason,
                "repro": each.best.repro,
            }
            for each in row.spans
        ],
    }


def _cell(cell: Cell) -> dict[str, Any]:
    if cell.state is State.NOT_JUDGED:
        return {"state": cell.state.value, "reason": cell.reason}
    found: dict[str, Any] = {"state": cell.state.value, "cases": cell.number, "judged": cell.judged}
    example = cell.example
    if example is not None and cell.state is not State.PASS:
        found |= {"example": example.case, "verdict": example.verdict.value, "repro": example.repro}
    return found
