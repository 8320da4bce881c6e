"""Other backgammon engines, run side by side with gammon.

The peers are yardsticks: they are installed to be measured against and for nothing else. Nothing here is
imported by the product, and nothing that a peer says becomes a label, a weight or a table of ours.

``python -m benches.peers``
    Speed: legal plays, random games, static evaluations and decisions, one core each.
``python -m benches.peers.strength``
    Equity lost per unforced decision, judged by a peer at two plies.
``python -m benches.peers.match``
    Points per game in a paired match: the same dice from both seats.
"""
