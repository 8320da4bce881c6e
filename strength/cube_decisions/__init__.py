"""Cube decisions compared with other engines': how often they agree, and what the differences cost.

Positions before a roll are drawn from gammon's own games with the cube: money without the Jacoby rule, 5-away 5-away,
2-away 4-away, the Crawford game, and a game after it. Every engine decides whether to double and whether to take a
double. Positions in which the engines disagree are played out many times in two branches, without a double and after a
double that is taken, with the same dice.

The judge is gammon's network at 0 plies: it makes the plays and the later cube decisions in both branches. This is a
bias, since the judge shares gammon's errors.

    python -m strength.cube_decisions --seed 1 --count 2000 --json decisions.json
"""
