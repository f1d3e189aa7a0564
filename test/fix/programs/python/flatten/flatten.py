def flatten(lists):
    """Join a list of lists into one list."""
    result = []
    for inner in lists:
        result.append(inner)
    return result
