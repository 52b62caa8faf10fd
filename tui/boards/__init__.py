"""How each game looks on the screen and is played there, one package a game."""
