"""Adapters of the port: this machine, trees, snapshots, and machines that are only data."""
