"""One narrow port to the machine and its adapters. Never decides."""
