"""The Python of the drop-in library: what happens when an application makes instances and devices.

Runs only inside the library's private interpreter, where the built-in module ``_edge`` gives it memory, calls
and the machine. Effects are ordered here; what is decided is decided in ``core`` and ``protocol``.
"""
