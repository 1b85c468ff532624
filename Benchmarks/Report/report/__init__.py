"""Writes docs/performance.md and its plots from what the benchmarks measured; nothing in them is typed by hand."""
