"""The drop-in library's Python code, and the build that freezes it into the library. The C code is in native/."""
