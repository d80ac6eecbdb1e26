"""What a loader of an edition does with a scenario. Runs none."""
