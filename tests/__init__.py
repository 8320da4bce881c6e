"""Tests of the Python package, and of the engine through it."""
