"""Global commands, and the creation and destruction of instances."""
