"""The libraries of layers and drivers: opening, negotiation, queries and closing."""
