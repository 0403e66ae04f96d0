"""SQLite through apsw: a Store and an Index over one database, joined in one transaction."""
