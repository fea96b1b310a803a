def method_of(writing, fmt):
    return None
