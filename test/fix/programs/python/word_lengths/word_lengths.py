def word_lengths(text):
    """The length of each word of text, by word."""
    return {word: len(word) for word in text.split(",")}
