"""From files to documents: walk, read, cut, link, commit, and account for every path."""
