"""The decisions for Windows: registry keys and values, devices, packages, variables."""
