"""Set-up shared by all tests."""

import signal

# Programs started by a shell in the background ignore SIGINT, and so do their children. Some tests send SIGINT.
signal.signal(signal.SIGINT, signal.default_int_handler)
