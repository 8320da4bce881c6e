"""Judging one position: how the game will end, which play is best, what to do about the cube, and rollouts."""
