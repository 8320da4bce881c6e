"""Other backgammon engines, run side by side with gammon.

The peers are yardsticks: they are installed to be measured against and for nothing else. Nothing here is
imported by the product, and nothing that a peer says becomes a label, a weight or a table of ours.

``python -m benches.peers``
    Speed: legal plays, random games, static evaluations and decisions at 0 and 2 plies, one core each.

How well they play beside gammon, and what they think of each other's plays, is `strength`.
"""
