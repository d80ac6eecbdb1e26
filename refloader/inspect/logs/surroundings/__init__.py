"""Where a program of a text runs and which program it is, as tables: each row has its words and what helps there."""
