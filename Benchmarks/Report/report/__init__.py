"""Writes docs/performance.md and its plots from the benchmark results."""
