"""Start refloader."""

import sys

from refloader.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
