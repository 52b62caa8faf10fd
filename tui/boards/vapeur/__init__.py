"""The board of À toute vapeur!: keys to moves, events to words, positions to lines."""
