"""Make ledger.md of each ledger in reports/ from its ledger.toml and scenarios; ``--check`` only compares."""

import sys
from pathlib import Path

from refloader.campaign.ledger import Ledger, ledgers
from refloader.campaign.ledger_page import page

REPORTS = Path(__file__).resolve().parent.parent / "reports"


def main() -> int:
    """Write the pages, or with ``--check`` fail if one would change."""
    check = "--check" in sys.argv[1:]
    fresh = [_made(ledger, check) for ledger in ledgers(str(REPORTS))]
    return 0 if all(fresh) else 1


def _made(ledger: Ledger, check: bool) -> bool:
    """Write a page; whether it was as it is."""
    target, text = Path(ledger.folder) / "ledger.md", page(ledger)
    same = target.exists() and target.read_text(encoding="utf-8") == text
    if check:
        print(f"{target} is up to date" if same else f"{target} is stale: run tools/ledger.py")
        return same
    target.write_text(text, encoding="utf-8")
    print(f"wrote {target}")
    return True


if __name__ == "__main__":
    sys.exit(main())
