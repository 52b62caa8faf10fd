"""The rules of Continental Express in short, in Caboose's own words."""

from typing import Final

from tui.tongue import N_

RULES: Final = N_("""\
# The aim
Put wagons together and trade them in for objectives. Most points at the end win.

# Before the first turn
You are dealt two contracts and keep one. Only you see it; it counts at the end.

# Your turn
1. You must take a card from the yard. Each line has three: the one farthest from its pile is \
free, the middle one costs 1 ticket, the one beside the pile 2. You can't pay with a ticket you \
are just taking.
2. The line closes up and its pile shows a new card.
3. You may claim one objective: give up the wagons it shows, and take its points and its \
company's icon. If you can claim none, your turn ends by itself.

# The cards of the yard
A Boxcar, B Flatcar, C Tank car, D Stock car, E Mail car: wagons for your train. A is common, E \
is rare.
L Locomotive: stands in for any wagon, as many as you like. You choose which wagons go.
$ Ticket: pays for dearer cards, or is a point at the end.
(D) Director: take a company token of your choice; it is one more icon for your contract.
(I) Investor: take any other card of the yard for nothing, before the line closes up.
(P) Pickpocket: take all tickets of one player.
(S) Switchman: swap a wagon of yours for one of another player's. Locomotives count as wagons.
A character acts at once and is gone. You may do without its effect. If it can do nothing, it is \
lost.

# Events
They come by themselves when a pile turns one up.
Train Derailment: the three objectives on show go under their pile, three new ones come.
Station Fire: all cards of the yard burn, up to nine new ones come.

# Companies
Blue, yellow, black, red and green. Every objective has one company's icon; a token is one more.

# Contracts
Two points for each icon of one company (five of these, one a company).
Three points for each two icons of one company.
Seven points for each three icons of one company.
Five points for each three icons of three different companies.
Six points, once, for icons of four companies.
Seven points, once, for two pairs of two different companies.
An icon counts in one set only. The best sets are found for you.
Example: blue, blue, blue, red, green. Pairs: one, 3 points. Three of one: one, 7 points. Three \
different: one, 5 points.

# The end
When someone claims a fourth objective, every other player has one more turn. The same if no \
card is left in the yard.
Points: your objectives, your contract, and 1 for each ticket. If totals tie, more points on \
objectives win; if these tie too, the win is shared.
""")
