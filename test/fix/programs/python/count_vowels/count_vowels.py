def count_vowels(text):
    """Count the vowels in text, in either case."""
    return sum(1 for letter in text if letter in "aeiou")
