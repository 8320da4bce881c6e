"""File storage: atomic writes, and JSON with a format field that is checked on reading."""
