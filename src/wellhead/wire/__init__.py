"""What leaves as JSON: one file per stable shape, additive only, each object with its `schema_version`."""
