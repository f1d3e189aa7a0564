def add(a, b):
    return a + b


def parse(text):
    if not text:
        raise ValueError("nothing to parse: 'x'")
    return int(text)
