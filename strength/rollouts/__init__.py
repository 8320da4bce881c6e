"""Measurements of rollouts: bias, standard errors, what measures the luck, known answers, memory."""
