"""The game at the table: rules, tracker, games, words, and what ties them together."""
