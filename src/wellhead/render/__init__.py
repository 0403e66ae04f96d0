"""Values → text for people: pure, and nothing from a document reaches a terminal unescaped."""
