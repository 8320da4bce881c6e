"""Match equity tables: the tables shipped with gammon, and tables read from files.

>>> import gammon as bg
>>> met = bg.met.load()
>>> met.name, met.mwc(3, 5)
('Kazaross XG2 25 point MET', 0.64795)

A table is a `gammon.MatchEquityTable`. `gammon.score_points` derives take points and gammon values at one score from
it, and `gammon.make_met` computes a table from gammon's own play.
"""

from gammon.met.files import TableFileError, load, names, read, write

__all__ = ["TableFileError", "load", "names", "read", "write"]
