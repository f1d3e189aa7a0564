def median(numbers):
    """The middle of the sorted numbers; of an even count the mean of the two in the middle."""
    ordered = sorted(numbers)
    middle = len(ordered) // 2
    if len(ordered) % 2 == 1:
        return ordered[middle]
    return (ordered[middle] + ordered[middle + 1]) / 2
