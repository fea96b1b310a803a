"""For test suites: an assertion, and a plugin of pytest."""
