"""Violators of the core: each replaces one function of a stage. They show on the reference in memory."""
