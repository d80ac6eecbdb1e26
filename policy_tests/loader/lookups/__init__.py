"""What the lookups answer, for every name: commands of all levels, of extensions, and names that no loader knows."""
