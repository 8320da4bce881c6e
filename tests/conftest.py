"""What all tests need."""

import signal

# A shell that starts a program in the background has it, and all that it starts, ignore Ctrl-C, which some tests send.
signal.signal(signal.SIGINT, signal.default_int_handler)
