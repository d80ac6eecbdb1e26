"""The page of each rule and ambiguity: everything that is known of it, as one value and in several renderings.

``page("LLP_LAYER_9")`` is the value; ``text``, ``markdown``, ``data`` and ``fragment`` write it, ``matrix`` puts all
rules into one table. What a page says comes from the catalogue, the code and the corpus; nothing is judged here.
"""

from refloader.report.rules.pages import page
from refloader.report.rules.value import Example, Finding, Judging, Reading, Related, RulePage, Seen, Source

__all__ = ["Example", "Finding", "Judging", "Reading", "Related", "RulePage", "Seen", "Source", "page"]
