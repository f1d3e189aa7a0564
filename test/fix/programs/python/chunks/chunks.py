def chunks(items, size):
    """Cut items into lists of at most size items."""
    return [items[start:start + size] for start in range(0, len(items) - 1, size)]
