class Stack:
    def __init__(self):
        self.items = []

    def push(self, item):
        self.items.append(item)

    def pop(self):
        return self.items.pop()

    def size(self):
        return len(self.items)

    def total(self):
        return sum(self.items)

    def ordered(self):
        return sorted(self.items)

    def is_empty(self):
        return not self.items


def apply(f, items):
    return [f(item) for item in items]
