"""The messages of other programs than the loader, what each means, and what mends it: tables and their reader."""
