"""The results of runs: records, reading, writing, merging. Runs and judges nothing."""
