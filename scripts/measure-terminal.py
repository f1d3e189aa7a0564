"""Measures the terminal of `anneal run` on pseudo-terminals, in one harness, and prints one JSON object.

firstFeedbackMs: from the start of the process to the first bytes on the screen, median.
liveRatio: CPU of whole runs (user and system, all children) with the live view, by that of runs with plain lines. A window of
20 columns gets plain lines and has everything else alike. Pairs alternate; the sums are compared.

usage: python3 scripts/measure-terminal.py [PAIRS] [COMMAND...]     default: 8 pairs of the demo
"""
import fcntl
import json
import os
import pty
import select
import statistics
import struct
import sys
import tempfile
import termios
import time

root = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))


def run(command, environment, columns):
    began = time.monotonic()
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(environment)
        os.execvp(command[0], command)
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 45, columns, 0, 0))
    first = None
    while select.select([terminal], [], [], 600)[0]:
        try:
            data = os.read(terminal, 65536)
        except OSError:
            break
        if not data:
            break
        first = first or time.monotonic() - began
    _, _, usage = os.wait4(pid, 0)
    return usage.ru_utime + usage.ru_stime, 1000 * (first or 0)


def main():
    pairs = int(sys.argv[1]) if len(sys.argv) > 1 else 8
    command = sys.argv[2:] or ["node", os.path.join(root, "bin", "anneal.js"), "run", "--backend", "mock", "--seed", "7"]
    live, plain, first = [], [], []
    with tempfile.TemporaryDirectory() as home:
        environment = {"ANNEAL_HOME": os.environ.get("ANNEAL_HOME", home), "TERM": "xterm-256color", "LANG": "C.UTF-8"}
        for _ in range(pairs):
            for cpu, columns in ((live, 100), (plain, 20)):
                seconds, feedback = run(command, environment, columns)
                cpu.append(seconds)
                first.append(feedback)
    print(json.dumps({
        "pairs": pairs,
        "firstFeedbackMs": round(statistics.median(first)),
        "liveCpuSeconds": round(sum(live) / pairs, 3),
        "plainCpuSeconds": round(sum(plain) / pairs, 3),
        "liveRatio": round(sum(live) / sum(plain), 4),
    }))


main()
