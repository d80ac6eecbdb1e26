"""Physical devices, devices, their extensions and groups, and surfaces."""
