"""JSON with the place of each value, and what readers may read differently."""
