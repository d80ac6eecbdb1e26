"""The results of runs: records, reading, writing, merging. Runs nothing and gives no verdict."""
