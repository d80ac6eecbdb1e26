"""Which extensions are reported and accepted."""
