"""What all tests need of the process that they run in."""

import signal

# a shell starts what it puts in the background with these ignored, and so they stay in its
# children: a test that sends one would wait for what never comes
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
for _kind in (getattr(signal, name, signal.SIGTERM) for name in ("SIGTERM", "SIGQUIT")):
    if signal.getsignal(_kind) is signal.SIG_IGN:
        signal.signal(_kind, signal.SIG_DFL)
