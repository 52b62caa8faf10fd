"""The board of Continental Express: keys to moves, events to words, positions to lines."""
