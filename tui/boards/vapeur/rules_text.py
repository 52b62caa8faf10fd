"""The rules of À toute vapeur! in short, in Caboose's own words."""

from typing import Final

from tui.tongue import N_

RULES: Final = N_("""\
# The aim
Build trains. When all nine trains are complete, whoever owns most complete trains wins.

# A train
One colour: a locomotive (L), two gondolas (G), a caboose (C), in that order. There are three trains \
of each colour: red, yellow and blue.

# Before the first turn
Everyone is dealt five cards, which nobody else sees. The player after the dealer begins.

# Your turn
1. You draw a card. It happens by itself and only you see the card.
2. You may steal one train of another player. Do it first: once you have laid or certified a card it \
is too late for this turn.
3. You lay as many cards on your own trains as you like, and may certify complete ones.
4. You end your turn. No locomotive may stay in your hand: each has to be laid, and begins a train. \
All other cards you may keep; there is no limit to a hand.

# Laying
A gondola or a caboose goes on a train of yours that has its colour. The caboose comes last, after \
two gondolas.

# Stealing
Any train that is not certified can be stolen, complete or not.
- By a card: a mechanical inspection or a quality control (they do the same) takes the train. The \
card is out of the game.
- By completing: put down at once all that an incomplete train lacks, and it is yours. In part is not \
allowed.
A stolen train is not safe either: it can be stolen again, from the next turn on.

# Certificates
A certified train card protects a complete train of yours for good. There are five.

# The pile is empty
Then a turn begins with a card drawn blindly from the hand of the player before (of the one before \
that, if this hand is empty). The hand is shuffled first. Only the two players know which card it was.

# The end
The game ends at once with the ninth complete train. Incomplete trains and cards in hand are worth \
nothing. If players have as many complete trains, more certified ones win; if these tie too, the win \
is shared.
If the pile is empty and three whole rounds pass in which nobody lays a card or takes a train, the \
game ends as it stands.

# The cards
36 of trains: in each colour 3 locomotives, 6 gondolas, 3 cabooses.
16 others: 5 certified trains, 5 mechanical inspections, 6 quality controls.
""")
