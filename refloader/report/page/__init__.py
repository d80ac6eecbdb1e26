"""A run as one HTML page that works offline, with its templates, style and script."""
