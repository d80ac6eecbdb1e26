"""Pictures as inline SVG, made from what a run recorded. Makes no decisions, and escapes every text."""
