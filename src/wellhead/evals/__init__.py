"""Measuring: how well a library finds what somebody says it should find, with how sure one can be of the figure."""
