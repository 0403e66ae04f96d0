"""Stores and indexes: each folder offers what it can behind the ports."""
