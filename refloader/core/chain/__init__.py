"""The plan of one instance, and what the loader passes to each layer and driver in its chain."""
