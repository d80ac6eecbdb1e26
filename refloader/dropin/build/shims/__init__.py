"""What frozen code gets instead of the standard library: small, and alike in all that it uses."""
