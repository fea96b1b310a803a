"""The words of a CSV file of golden vectors."""

ABOUT = "# about: "
HEADER = ("dtype", "function", "input", "output", "below", "above", "tags")
TAG_SEPARATOR = "|"
