"""What is kept in files: written whole or not at all, and JSON with a format that its reader checks."""
