"""Options that several commands share, and their interpretation. Renders nothing."""
