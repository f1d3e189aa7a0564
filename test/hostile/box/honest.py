class Box:
    def __init__(self, xs):
        self.xs = list(xs)

    def add(self, x):
        self.xs.append(x)

    def total(self):
        return sum(x * x for x in self.xs)
