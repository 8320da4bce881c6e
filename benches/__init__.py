"""Benchmarks of the operations that users wait for."""
