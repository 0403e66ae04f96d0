"""Every value that crosses a package; no I/O, no clock."""
