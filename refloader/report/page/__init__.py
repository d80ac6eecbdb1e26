"""HTML pages that work offline, with their templates, styles and scripts."""
