"""Pure functions over text: keys, tokens, windows, and what an index derives from a document."""
