"""Physical devices, devices, and what belongs to them."""
