def roman(number):
    """Write a number between 1 and 3999 in Roman numerals."""
    pairs = [(1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"), (4, "IV"), (1, "I")]
    text = ""
    for value, letters in pairs:
        while number > value:
            text += letters
            number -= value
    return text
