"""Where the tests are run from must not matter."""

import signal
import threading

# A shell's background job ignores Ctrl-C, and so would all processes that tests start and interrupt.
if threading.current_thread() is threading.main_thread():
    signal.signal(signal.SIGINT, signal.default_int_handler)
