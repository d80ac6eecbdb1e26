"""Turns the Python that the drop-in library needs into one C file of frozen bytecode, at build time.

Needs nothing but the standard library, as it runs under the very Python version that is linked in. What it
changes it changes without effect on what the code does: tests/native/test_freezing.py compares the two.
"""
