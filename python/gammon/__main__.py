"""The command line as ``python -m gammon``."""

import sys

from gammon.cli import main

if __name__ == "__main__":
    sys.exit(main())
