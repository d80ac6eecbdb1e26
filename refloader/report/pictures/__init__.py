"""Pictures as inline SVG, made from what a run recorded. Never decides anything, and escapes every text."""
