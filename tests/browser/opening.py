"""A page that is open in a browser, and what it did that no page of ours may do."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import pytest


@dataclass
class Opened:
    """A page in a tab. ``page`` is Playwright's; the fixture that made it looks at ``trouble`` when the test ends."""

    page: Any
    told: list[str] = field(default_factory=list)
    _metrics: Any = None

    @property
    def trouble(self) -> list[str]:
        """Requests, dialogs, errors on the console, uncaught exceptions and breaches of the page's own policy."""
        return [*self.told, *self.page.evaluate("window.violations ?? []")]

    def forgive(self) -> list[str]:
        """Close the page and return its trouble, which does not fail the test any more."""
        told = self.trouble
        self.page.close()
        self.told.clear()
        return told

    def barriers(self) -> list[str]:
        """What axe-core finds that is serious or critical, as its ids with the elements; skips without axe-core."""
        axe = pytest.importorskip(
            "axe_playwright_python.sync_playwright", reason="no axe-core here (PyPI: axe-playwright-python)"
        ).Axe()
        found = axe.run(self.page).response["violations"]
        return [
            f"{each['id']}: {[node['html'][:200] for node in each['nodes'][:5]]}"
            for each in found
            if each["impact"] in ("serious", "critical")
        ]

    def busy(self) -> float:
        """Milliseconds of the processor that the page's thread took, whatever else the machine does.

        They are counted from the first call on, and after that from where the page was last loaded.
        """
        if self._metrics is None:
            self._metrics = self.page.context.new_cdp_session(self.page)
            self._metrics.send("Performance.enable", {"timeDomain": "threadTicks"})
        found = self._metrics.send("Performance.getMetrics")["metrics"]
        return next(1000 * each["value"] for each in found if each["name"] == "TaskDuration")

    def listen(self, own: str) -> None:
        """Note all that the page does besides being there; ``own`` is the address of its file."""
        page = self.page
        page.context.on(
            "request", lambda each: self._unless(each.url.partition("#")[0] == own, f"request {each.url}")
        )
        page.on("console", lambda each: self._unless(each.type not in ("error", "warning"), each.text))
        page.on("pageerror", lambda each: self._unless(False, f"uncaught {each}"))
        page.on("popup", lambda each: self._unless(False, f"popup {each.url}"))
        page.on("dialog", self._dismiss)

    def _unless(self, harmless: bool, what: str) -> None:
        if not harmless:
            self.told.append(what)

    def _dismiss(self, dialog: Any) -> None:
        self.told.append(f"dialog {dialog.message}")
        dialog.dismiss()


OpenPage: TypeAlias = Callable[..., Opened]
