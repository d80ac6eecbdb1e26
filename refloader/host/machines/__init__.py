"""Adapters of the port: this machine, folder trees, snapshots, and machines held in memory."""
