"""Snapshots of a machine: taken from a host or a log, written, read, compared and redacted."""
