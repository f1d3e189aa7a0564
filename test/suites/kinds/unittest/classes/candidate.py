def add(a, b):
    return a + b


async def later(n):
    return n


class Box:
    def __init__(self):
        self.items = []
