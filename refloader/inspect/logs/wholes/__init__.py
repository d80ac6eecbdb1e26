"""What a text shows as a whole: its machine, its runs, its variables, and causes that no single line has."""
