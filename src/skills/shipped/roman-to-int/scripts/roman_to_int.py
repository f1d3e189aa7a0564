import re

FORM = re.compile(r"M{0,3}(CM|CD|D?C{0,3})(XC|XL|L?X{0,3})(IX|IV|V?I{0,3})")
VALUES = {"I": 1, "V": 5, "X": 10, "L": 50, "C": 100, "D": 500, "M": 1000}


def roman_to_int(numeral: str) -> int:
    if numeral == "" or FORM.fullmatch(numeral) is None:
        raise ValueError("no Roman numeral: " + repr(numeral))
    total = 0
    for here, following in zip(numeral, numeral[1:] + " "):
        value = VALUES[here]
        total += -value if VALUES.get(following, 0) > value else value
    return total
