"""``gammon play``: play a match in the terminal."""
