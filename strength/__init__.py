"""How well gammon plays, measured against other engines and by them.

``python -m strength decisions --seed S --cache DIR``
    Equity lost per unforced decision of strong play, under several judges, by class of position.
``python -m strength match --against gnubg-nn --seed S``
    Points per game in a paired match: the same dice from both seats.
``python -m strength borders --seed S``
    Whether the estimate jumps where one class of positions passes into another.
``python -m strength exact``
    Error of the winning chance in positions whose exact value is known.
``python -m strength.cube_decisions --seed S``
    Cube decisions beside other engines, and what the differences cost.
``python -m strength.cube_cost --ply 2``
    What cube decisions cost where the values with the cube are known exactly.
``python -m strength.cube_efficiency --seed S``
    How live the cube is, by class of position and length of the game.
``python -m strength.fit_torch RECORDS --seconds 60``
    The trainer of ``gammon.training`` beside the same fit in PyTorch.

The other engines come with ``pip install --group peers``; a command that lacks one says so. They judge and they play;
nothing that they say becomes a label, a weight or a table of ours.
"""
