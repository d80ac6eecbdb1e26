"""What the loader says, and to whom."""
