class Account:
    def __init__(self, start=0):
        self.total = start

    def add(self, n):
        self.total += n
        return self.total


def double(n):
    return 2 * n
