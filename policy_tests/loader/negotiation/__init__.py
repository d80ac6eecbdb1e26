"""What a loader asks the libraries of layers and drivers for, and what it makes of their answers."""
