"""What the network layer says to people, as messages for the catalogues; netplay knows no language.

Whoever shows such a sentence hands it to ``tui.told.told``, which looks here. Those with the fewest
liberties stand first where two could fit. A test reads netplay and holds that nothing is missing.
"""

from __future__ import annotations

from typing import Final

from tui.tongue import N_

SENTENCES: Final = (
    N_("a line has at most {most} characters, yours has {count}"),
    N_("there is nothing to read in this line"),
    N_("not so fast: you can write again in {seconds} s"),
    N_("the link to the broker is lost; nobody would read this now"),
    N_("only those who sit at this table write in its chat"),
    N_("no table is called {name}, and none has that code"),
    N_("{count} tables are called {name}; name one by its code: {listed}"),
    N_("no broker is known; name one: caboose join mqtt://HOST:PORT"),
    N_("that broker cannot be reached now"),
    N_("removed from this table"),
    N_("you have blocked them"),
    N_("all seats are taken"),
    N_("all seats of this table are taken"),
    N_("the creator of this table does not want you at it"),
    N_("the creator of this table has taken your seat back"),
    N_("you have closed this table"),
    N_("its creator has closed this table before the start"),
    N_("the table did not start: nothing was heard from {names}"),
    N_("your seat here is another window's or machine's of yours; watch, or take it over"),
    N_("this table cannot be played by this program: {why}"),
    N_("this table is not for play between machines"),
    N_("this table is dealt in a way unknown here ({deal}): update Caboose"),
    N_(
        "this table of Caboose {program} is dealt in a way unknown to Caboose {version} "
        "({deal}); you must update"
    ),
    N_(
        "{name}: the table is of Caboose {program}, and this is Caboose {version}, which does "
        "not have that game; you must update"
    ),
    N_(
        "{title}: the table plays rules {rules} of Caboose {program}, the guest has rules "
        "{theirs} of Caboose {other}; the guest must update"
    ),
    N_(
        "{title}: the table plays rules {rules} of Caboose {program}, the guest has rules "
        "{theirs} of Caboose {other}; the table's creator must update"
    ),
    N_(
        "{title}: the table plays rules {rules} of Caboose {program}, the guest has rules "
        "{theirs} of Caboose {other}, yet they differ: one of the two is a changed copy and "
        "must be installed anew"
    ),
    N_("{name} proposes: {what}. Do you agree?"),
    N_("the proposal is off: the game went on"),
    N_("the proposal is off: {name} did not agree"),
    N_("the last move is taken back"),
    N_("the last {count} moves are taken back"),
    N_("the game goes on from entry {n}, before what stopped the table"),
    N_("the game is paused"),
    N_("the game is paused without {names}"),
    N_("the game goes on"),
    N_("the game goes on; {names} plays again"),
    N_("the game goes on without the word of {names}"),
    N_("the game goes on without the word of {names}; {back} plays again"),
    N_("the game ends here, claimed by those present"),
    N_("the game ends here, abandoned"),
    N_("the game ends here, abandoned without {names}"),
    N_("{names} plays again"),
    N_(
        "a stand-in plays for {names}; {deputy}'s program sends its moves; what was played "
        "meanwhile without everyone is taken back; {back} plays again"
    ),
    N_(
        "a stand-in plays for {names}; {deputy}'s program sends its moves; what was played "
        "meanwhile without everyone is taken back"
    ),
    N_("a stand-in plays for {names}; {deputy}'s program sends its moves; {back} plays again"),
    N_("a stand-in plays for {names}; {deputy}'s program sends its moves"),
    N_("abandoned at entry {n}"),
    N_("claimed by those present at entry {n}"),
    N_("finished with a stand-in for {name} from entry {n}"),
    N_(
        "The table stopped at entry {n} ({what}): {why}. First differing field: {field} (here "
        "{here}, at {there} {theirs}). Alone against the rest: {names}. The evidence is kept."
    ),
    N_(
        "The table stopped at entry {n} ({what}): {why}. First differing field: {field} (here "
        "{here}, at {there} {theirs}). The evidence is kept."
    ),
    N_(
        "The table stopped at entry {n} ({what}): {why}. Alone against the rest: {names}. The "
        "evidence is kept."
    ),
    N_("The table stopped at entry {n} ({what}): {why}. The evidence is kept."),
    N_("{name} signed two different entries of this number"),
    N_("{name} has accepted another state after this entry than we have"),
    N_("{name} has accepted another entry of this number than we have"),
    N_("{name} went on from another entry {n} than ours"),
    N_("the state after it differs from ours"),
    N_("the move is not legal: {why}"),
    N_("the cards turned over are not the ones our dealer found there"),
    N_("the cards turned over are not the ones that lay there"),
    N_("a card was laid open that is not in its slot"),
    N_("its signature is not its author's"),
    N_("it is not the move that the stand-in makes"),
    N_("the table is paused"),
    N_("its dealing is broken: {why}"),
    N_("the nonce of seat {seat} does not fit its commitment"),
    N_("entry {n}: {why}"),
    N_("the table is cut off"),
    N_("seat {seat}"),
    N_("The in-process bus is stopped."),
    N_("Nothing listens at {where} (connection refused): is the broker running?"),
    N_("The name {name} of the broker {where} is not known."),
    N_("The broker {where} does not answer (timed out)."),
    N_("The broker {where} cannot be reached: {why}."),
    N_("The broker {where} refuses the connection: {why}."),
    N_("The broker {where} wants a certificate of yours."),
    N_("The broker {where} does not accept your certificate."),
    N_("The broker {where} does not answer as a TLS server."),
    N_("The certificate of the broker {where} is not trusted: {why}."),
    N_("What listens at {where} does not answer as an MQTT broker."),
    N_("The broker {where} refuses the subscription {what}."),
    N_("it does not say why"),
    N_("None of {count} brokers can be reached. {why}"),
    N_("{path} is damaged; mend it or move it away"),
    N_("cannot read {path}: {why}"),
    N_("cannot write {path}: {why}"),
    N_("it is open in another window"),
    N_("you sit at this table already (its journal is {path})"),
    N_("this machine cannot keep the game any more ({why}); nothing more is sent"),
    N_("the table is cut off: {why}"),
    N_("there is nothing to go back from"),
    N_("there is nothing to leave"),
    N_("what you agreed to is not decided yet"),
    N_("this seat has no say in it"),
    N_("the table stopped here a second time: there is no going back"),
    N_("nobody is absent"),
    N_("there is nothing that can be taken back: something was revealed"),
    N_("nothing can be agreed on at this table"),
    N_("nothing can be agreed on now"),
    N_("a stand-in plays this seat"),
    N_("the game has not begun"),
    N_("the table has stopped"),
    N_("only a seat can move"),
    N_("this seat is being taken up again: the others are asked first"),
    N_("a card for this seat is still on its way"),
    N_("it is not your turn"),
)
