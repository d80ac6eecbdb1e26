"""What verbs print for people, in words. Decides nothing."""
