"""What the figures come from: one harness that builds libraries, measures each thing in its own process, and reports.

`python -m benches --data DIR` or `make bench DATA=DIR`; without data it measures the starter notes alone and says so.
"""
