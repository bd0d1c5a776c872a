"""The game of Targi itself: pure functions of values; no clock, no chance, no files."""
