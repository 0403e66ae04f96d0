"""Importers: one file a format, bytes in, Drafts out; never the disk, never the network."""
