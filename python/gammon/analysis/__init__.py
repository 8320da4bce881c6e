"""Analysis of one position: evaluation, ranked plays, cube decisions and rollouts."""
