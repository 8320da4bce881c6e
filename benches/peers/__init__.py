"""Speed comparison of gammon with other backgammon engines.

The peers are installed only for comparison. The gammon package imports nothing from here, and no output of a peer
becomes a training label, a weight or a table of gammon's.

``python -m benches.peers``
    Speed: legal plays, random games, static evaluations and decisions at 0 and 2 plies, one core each.

The package `strength` compares how well the engines play and lets them judge each other's plays.
"""
