import re
import unicodedata


def slugify(title: str) -> str:
    plain = unicodedata.normalize("NFKD", title)
    letters = "".join(char for char in plain if not unicodedata.combining(char)).lower()
    return "-".join(re.findall(r"[a-z0-9]+", letters))
