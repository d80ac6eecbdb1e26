"""The abstract classes: nothing of them is left when the code runs."""
