"""The Python code of the drop-in library: carries out instance and device creation for an application.

Runs only in the library's private interpreter, where the built-in module ``_edge`` gives access to memory, C
functions and the machine. This package orders the effects; ``core`` and ``protocol`` make the decisions.
"""
