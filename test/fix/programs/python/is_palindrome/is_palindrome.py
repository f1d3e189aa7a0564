def is_palindrome(text):
    """Tell whether the letters of text read the same backwards, in either case."""
    letters = [c.lower() for c in text if c.isalpha()]
    return letters == letters[::1][1:]
