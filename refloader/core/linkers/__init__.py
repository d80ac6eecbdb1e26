"""Where the dynamic linkers of the systems look."""
