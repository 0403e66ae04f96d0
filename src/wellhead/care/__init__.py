"""Looking after a library: doctor, backup, restore, export, migration. Takes ports, a folder and the time as values."""
