"""The differential search for generated scenarios (worlds) in which a loader deviates from the prediction.

Generates worlds, compares them, shrinks those that differ, and runs campaigns over many seeds.
"""
