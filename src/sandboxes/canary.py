# One attempt, named by the first argument; says "contained" or "escaped" and how far it came.
import os
import socket
import sys
import time

name, secret_file, host_file, port = sys.argv[1:5]


def read():
    with open(secret_file) as file:
        return "read " + file.read()


def connect():
    socket.create_connection(("127.0.0.1", int(port)), 1).close()
    return "reached the host's loopback"


def fork():
    made = 0
    try:
        for _ in range(100):
            if os.fork() == 0:
                time.sleep(5)
                os._exit(0)
            made += 1
    except OSError as error:
        raise OSError("%d processes, then %s" % (made, error.strerror))
    return "started 100 processes"


def allocate():
    held = [b"\xff" * (32 << 20) for _ in range(32)]
    return "holds %d MiB" % (32 * len(held))


def write():
    with open(host_file, "w") as file:
        file.write("changed")
    return "wrote a file of the host"


def inodes():
    made = 0
    try:
        for made in range(20000):
            os.symlink("x", "%0100d" % made)
    except OSError as error:
        raise OSError("%d names, then %s" % (made, error.strerror))
    return "created 20000 names"


try:
    print("escaped:", globals()[name](), flush=True)
except (OSError, MemoryError) as error:
    print("contained:", str(error) or type(error).__name__, flush=True)
os._exit(0)
