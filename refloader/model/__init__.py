"""The values that the stages of the core take and return. No I/O and no decisions."""
