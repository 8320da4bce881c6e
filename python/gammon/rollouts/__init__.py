"""Rollouts: positions played to the end many times, with standard errors."""
