"""Match equity tables: those that ship, and files of your own.

>>> import gammon as bg
>>> met = bg.met.load()
>>> met.name, met.mwc(3, 5)
('Kazaross XG2 25 point MET', 0.64795)

A table is a `gammon.MatchEquityTable`; what follows from it for the cube at one score is `gammon.score_points`, and
`gammon.make_met` computes one from gammon's own play.
"""

from gammon.met.files import TableFileError, load, names, read, write

__all__ = ["TableFileError", "load", "names", "read", "write"]
