"""Which of the layers, drivers and devices that were found are used, and in which order."""
