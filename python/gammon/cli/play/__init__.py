"""``gammon play``: a match in the terminal."""
