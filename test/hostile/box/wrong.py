class Box:
    def __init__(self, xs):
        pass

    def add(self, x):
        pass

    def total(self):
        return 0
