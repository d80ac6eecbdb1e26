"""Replaces types: the read-only view of a mapping."""

MappingProxyType = type(type.__dict__)
