"""Commands that need no instance, and the making of instances."""
