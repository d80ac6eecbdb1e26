"""How a driver is run and what that shows: the prober's answers and runs of the whole stack, and their judges."""
