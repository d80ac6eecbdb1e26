"""The port through which the engine reads a machine, and the port's adapters. Contains no loader logic."""
