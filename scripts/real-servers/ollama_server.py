"""Runs `ollama serve` on a free loopback port until standard input ends, then ends it with all its runners.

Arguments: the program. The first line of standard output is the address; the server's log goes to standard error.
"""

import os
import re
import signal
import subprocess
import sys
import threading


def main() -> None:
    environment = {**os.environ, "OLLAMA_HOST": "127.0.0.1:0"}
    # A group of its own: its runners are processes that outlive a server which is killed.
    server = subprocess.Popen(
        [sys.argv[1], "serve"],
        env=environment,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
        start_new_session=True,
    )

    stopping = threading.Event()

    def follow() -> None:
        for line in server.stderr:
            sys.stderr.write(line)
            found = re.search(r"Listening on (127\.0\.0\.1:\d+)", line)
            if found:
                print(f"http://{found[1]}", flush=True)
        # A server that ends by itself ends this too: nobody should wait for its address.
        if not stopping.is_set():
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()
    sys.stdin.read()
    stopping.set()
    os.killpg(server.pid, signal.SIGTERM)
    try:
        server.wait(5)
    except subprocess.TimeoutExpired:
        pass
    try:
        os.killpg(server.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    os._exit(0)


main()
