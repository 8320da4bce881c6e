"""How well gammon plays, measured against other engines and by them.

``python -m benches.strength decisions --seed S --cache DIR``
    Equity lost per unforced decision of strong play, under several judges, by class of position.
``python -m benches.strength match --against gnubg-nn --seed S``
    Points per game in a paired match: the same dice from both seats.
``python -m benches.strength borders --seed S``
    Whether the estimate jumps where one class of positions passes into another.
``python -m benches.strength exact``
    Error of the winning chance in positions whose exact value is known.

The other engines come with ``pip install --group peers``; a command that lacks one says so. They judge and they play;
nothing that they say becomes a label, a weight or a table of ours.
"""
