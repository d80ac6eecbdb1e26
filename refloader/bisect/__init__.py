"""Finds the layer, the layers together, or the driver that make a program fail, by starting it with fewer of them."""
