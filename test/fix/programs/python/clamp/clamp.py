def clamp(value, low, high):
    """Keep value between low and high."""
    return min(low, max(value, high))
