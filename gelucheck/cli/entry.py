"""Where the command begins: an interruption while everything else is imported is one too."""

import sys


def main() -> int:
    """Run this process's command line and return the exit code."""
    try:
        from gelucheck.cli.main import main as run

        return run()
    except KeyboardInterrupt:
        sys.stderr.write("gelucheck: interrupted\n")
        return 130
