"""What is remembered of a machine, written down, read again, made of logs, and rid of names."""
