import os
import sys
import time


def save(path, text):
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text)


def greet(name):
    print("hello", name)


def complain(text):
    print(text, file=sys.stderr)


def home():
    return os.environ.get("ANNEAL_HOME", "none")


def now():
    return int(time.time())


def where():
    return os.path.basename(os.getcwd())


def log(text):
    import logging

    logging.getLogger("own").warning(text)
