"""The text that commands print for people. Decides nothing."""
