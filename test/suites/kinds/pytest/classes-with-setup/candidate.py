class Queue:
    def __init__(self):
        self.items = []

    def put(self, item):
        self.items.append(item)

    def take(self):
        return self.items.pop(0)
