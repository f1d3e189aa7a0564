def gcd(a, b):
    """Greatest common divisor of a and b."""
    while b:
        a, b = b, a // b
    return a
