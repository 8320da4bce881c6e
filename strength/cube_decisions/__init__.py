"""Cube decisions beside other engines: how often they are the same, and what the differences cost.

Positions before a roll are drawn from gammon's own games with the cube: at money without the Jacoby rule, at
5-away 5-away, between 2-away and 4-away, in the Crawford game, and after it. Every engine says whether to double and
whether a double is to be taken. Where not all say the same the position is played out many times, once without a
double and once with a double that is taken, by the same dice.

The judge is gammon's network without looking ahead: it makes the plays and decides about the cube on the way, in both
branches. That is a bias: what gammon misjudges, it misjudges there too.

    python -m strength.cube_decisions --seed 1 --count 2000 --json decisions.json
"""
