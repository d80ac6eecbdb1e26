"""The Windows registry: parses exports and hives, checks their content, and edits values."""
