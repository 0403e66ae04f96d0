"""What third parties test their own parts with: contract suites for stores, indexes and importers."""
