"""``python -m refloader``: the same as the ``refloader`` command."""

from refloader.cli.main import main

if __name__ == "__main__":
    main(prog_name="refloader")
