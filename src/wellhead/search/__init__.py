"""From a question to ranked documents: what was understood, which lanes ran, why a document stands where it stands."""
