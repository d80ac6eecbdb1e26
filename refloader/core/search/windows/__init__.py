"""What is decided for Windows alone: keys, values, devices, packages, variables."""
