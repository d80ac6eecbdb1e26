"""Command-line arguments and wiring, one file per command. Makes no verdicts and renders no documents."""
