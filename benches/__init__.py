"""Benchmarks: what a user waits for, measured."""
