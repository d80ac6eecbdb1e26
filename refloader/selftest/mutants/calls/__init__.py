"""Violators of the native edge: each replaces one function inside the drop-in library, where alone they can run."""
