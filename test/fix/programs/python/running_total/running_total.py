def running_total(numbers):
    """The sums of the first one, two, three … numbers."""
    totals = []
    total = 0
    for number in numbers:
        total = number
        totals.append(total)
    return totals
