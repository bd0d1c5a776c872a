"""The game at the table: rules, tracker, games, words, and what ties them together."""

import os

# numpy's threads wait for each other awake: on a busy machine naming a card took nine times as long as with one. They
# are counted when it is loaded, which is after this in the window's process and in the camera's.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
