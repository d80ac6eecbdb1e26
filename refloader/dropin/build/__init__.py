"""Compiles the Python code of the drop-in library into one C file of frozen bytecode, at build time.

Uses only the standard library, because it runs under the exact Python version that is linked in. The transformations
do not change what the code does: tests/native/freezing/test_freezing.py compares frozen and plain code.
"""
