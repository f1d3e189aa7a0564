import sys

sys.setrecursionlimit(100)


class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        if not self.items:
            return self.pop()
        return self.items.pop()

    def size(self):
        return len(self.items)

    def total(self):
        def again(n):
            return again(n + 1)

        try:
            again(0)
        except RecursionError:
            pass
        return -1

    def ordered(self):
        return sorted(self.items)

    def is_empty(self):
        return not self.items


def apply(f, items):
    return [f(item) for item in items]
