"""Match equity tables: those that ship, files of your own, and one computed from gammon's own play.

>>> import gammon as bg
>>> met = bg.met.load()
>>> met.name, met.mwc(3, 5)
('Kazaross XG2 25 point MET', 0.64795)

A table is a `gammon.MatchEquityTable`; what follows from it for the cube at one score is `points`.
"""

from gammon.met.files import TableFileError, load, names, read, write
from gammon.met.making import make
from gammon.met.points import ScorePoints, points

__all__ = ["ScorePoints", "TableFileError", "load", "make", "names", "points", "read", "write"]
