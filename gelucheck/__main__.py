"""``python -m gelucheck``: the same as the command ``gelucheck``."""

import sys

from gelucheck.cli.entry import main

if __name__ == "__main__":
    sys.exit(main())
