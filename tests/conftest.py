"""What all tests need of the process that they run in."""

import os
import signal

import pytest
from hypothesis import HealthCheck, settings

# how long an example takes says something of the machine, and what else it does
settings.register_profile("any speed", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("any speed")

# a shell starts what it puts in the background with these ignored, and so they stay in its
# children: a test that sends one would wait for what never comes
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for _kind in (getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGQUIT")):
    if signal.getsignal(_kind) is signal.SIG_IGN:
        signal.signal(_kind, signal.SIG_DFL)

# a run in CI, or of somebody who uses the command, has variables that it reads; gone from here
# they are gone from the processes that tests begin, too
OURS = ("GELUCHECK_", "GITHUB_")
for _name in [name for name in os.environ if name.startswith(OURS)]:
    del os.environ[_name]


@pytest.fixture(scope="session")
def _bare_folder(tmp_path_factory):
    return tmp_path_factory.mktemp("bare")


@pytest.fixture(autouse=True)
def _alone(monkeypatch, _bare_folder):
    """No variable of ours is set, and no config is in the current directory."""
    for name in [name for name in os.environ if name.startswith(OURS)]:
        monkeypatch.delenv(name)
    monkeypatch.chdir(_bare_folder)
