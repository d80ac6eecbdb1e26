"""The registry of Windows as text and as values: reads exports, judges what they hold."""
