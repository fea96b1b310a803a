"""Where a run comes from: versions, machine, clock. Nothing else in a result depends on them."""

import platform
import time
from typing import Any

from gelucheck import __version__


def provenance_of(command: str, seed: int, started: float, seconds: float) -> dict[str, Any]:
    """The provenance of a run.

    Args:
        command: the command line, or "".
        started: when it began, as ``time.time`` has it; seconds: how long it took.
    """
    import flint
    import mpmath
    import numpy

    return {
        "version": __version__,
        "command": command,
        "python": platform.python_version(),
        "numpy": numpy.__version__,
        "mpmath": mpmath.__version__,
        "flint": flint.__version__,
        "platform": platform.platform(),
        "cpu": _cpu(),
        "started": time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(started)),
        "seconds": round(seconds, 3),
        "seed": seed,
    }


def _cpu() -> str:
    """The processor's name, as far as the system tells."""
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as lines:
            for line in lines:
                if line.startswith("model name"):
                    return line.partition(":")[2].strip()
    except OSError:
        pass
    return platform.processor() or platform.machine()
