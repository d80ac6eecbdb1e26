"""Loaders that are wrong on purpose: the reference with one decision turned wrong, by name. For selftest alone.

``decisions`` turns decisions of the core, ``calls`` those that only calls into libraries show; both are
replacements of one function, made by ``patches``. ``registry`` knows them all.
"""
