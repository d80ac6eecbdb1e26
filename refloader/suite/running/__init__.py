"""Has programs of ours run with layers and drivers in them, and tells what came of it. Never judges."""
