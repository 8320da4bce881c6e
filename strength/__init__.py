"""Measurements of gammon's playing strength, against other engines and as judged by them.

``python -m strength decisions --seed S --cache DIR``
    Equity lost per unforced decision of strong play, under several judges, by class of position.
``python -m strength match --against gnubg-nn --seed S``
    Points per game in a paired match: the same dice from both seats.
``python -m strength borders --seed S``
    Jumps in the estimate where a play moves the position from one class to another.
``python -m strength exact``
    Error of the winning chance in positions where it is known exactly.
``python -m strength.cube_decisions --seed S``
    Cube decisions compared with other engines', and what the differences cost.
``python -m strength.cube_cost --ply 2``
    Cost of cube decisions in positions whose cubeful equities are known exactly.
``python -m strength.cube_efficiency --seed S``
    Cube efficiency by class of position and length of the game.
``python -m strength.fit_torch RECORDS --seconds 60``
    The trainer of ``gammon.training`` compared with the same fit in PyTorch.

Install the other engines with ``pip install --group peers``; a command names any engine it is missing. The other
engines only judge and play: none of their output becomes a label, a weight or a table in gammon.
"""
