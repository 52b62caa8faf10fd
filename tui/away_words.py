"""What is said away from a table, of files, settings, brokers and kept games, for the catalogues.

All but the settings is netplay's, which knows no language; settings are read before it is known.
``tui.net_words`` has what is said at a table and how these are found.
"""

from __future__ import annotations

from typing import Final

from tui.tongue import N_

FILES: Final = (
    N_(
        "the folder for {purpose}, {folder}, cannot be used ({why}); "
        "mend that, or name another with {variable}"
    ),
    N_("{variable} names no folder"),
    N_("it may not be written to"),
    N_("something else has its name"),
    N_("your identity"),
    N_("your settings"),
    N_("your name"),
    N_("your games"),
    N_("kept games"),
    N_("games under way"),
    N_("there is an identity already: {path}"),
    N_("cannot write {path} ({why}); mend that, or name another folder with CABOOSE_CONFIG_DIR"),
    N_("cannot read {path} ({why})"),
    N_("cannot write {path} ({why})"),
    N_("{path} is damaged; put a copy of it back, or move it away to become a new player"),
    N_("{path} is no file; move it away to get a new identity"),
    N_("{path} belongs to another user; it is not used"),
    N_(
        "others can read or change {path}, so its key may not be yours alone; "
        "if you are sure it is: chmod 600 {again}"
    ),
    N_("a passphrase has at least {least} characters"),
    N_("that is not its passphrase"),
    N_("this is no sealed identity, or it is damaged; copy all of it again"),
    N_("nobody you have met is called {name}, and no key begins so"),
    N_("{name} may be any of {count}: {listed}"),
)
SETTINGS: Final = (
    N_("{file} cannot be read ({why}); the usual settings are used"),
    N_("{file} cannot be understood ({why}); the usual settings are used"),
    N_("it is too long"),
    N_("there is no setting {name}"),
    N_("{name} is true or false"),
    N_("{name} is a text in quotes"),
    N_("language is one of {known}"),
    N_("symbols is one of {known}"),
    N_('[keys] holds lines like "l" = "g"'),
    N_("[keys] {pair}: a key is one printable sign, and no digit"),
    N_("[keys] {pair}: a key can be exchanged with one other, once"),
)
JOURNALS: Final = (
    N_("it was never begun"),
    N_("it was written by another version of caboose; resume it there"),
    N_("it is no journal of caboose"),
    N_("it is damaged in record {number}, at byte {at}"),
    N_("it cannot be opened ({why})"),
    N_("it cannot be read ({why})"),
    N_("it is no file"),
    N_("it is larger than any game's"),
    N_("its entries do not hold: {why}"),
    N_("it does not hold together ({why})"),
    N_("its game, {name}, is not in Caboose {version}"),
    N_(
        "it was begun with rules {rules} of Caboose {program}, and Caboose {version} has rules {ours}: "
        "finish it with Caboose {again}"
    ),
    N_("it belongs to a person, not to a bot"),
    N_("it cannot be gone on with: {why}"),
    N_("the key in it is none"),
)
KEPT: Final = (
    N_("it is empty"),
    N_("it is cut off before entry 0"),
    N_("it was written by another version of caboose; read it with that one"),
    N_("it is not a game kept by caboose"),
    N_("it is larger than any game ({count} bytes, at most {most})"),
    N_("it has more entries than any game (over {most})"),
    N_("entry {n}, at byte {at}, does not begin like an entry"),
    N_("entry {n}, at byte {at}, is cut off"),
    N_("entry {n}, at byte {at}, has an impossible length"),
    N_("it holds no entry"),
    N_("there is no entry"),
    N_("it does not carry a good signature of every seat"),
    N_("the signature is not its author's"),
    N_("it comes after the end"),
    N_("it is damaged ({why})"),
    N_("it is no start of a game ({why})"),
    N_("it was played by caboose {program} under other rules of {game}; that version can read it"),
    N_("it is signed in a way that this version of caboose does not know"),
    N_("entry {n} is beyond the last one, {last}"),
    N_("after entry {n} the game is over: there is no move to think about"),
    N_("after entry {n} a card is still to be turned over; the next choice is after entry {then}"),
    N_("after entry {n} a card is still to be turned over"),
    N_("after entry {n} there is no legal move"),
)
ENTRIES: Final = (
    N_("it is {what}, where {due} was due"),
    N_("it is seat {seat}'s, and {due} was due"),
    N_("{what} by seat {seat}"),
    N_("nothing"),
    N_("a start"),
    N_("a move"),
    N_("an answer"),
    N_("an agreement"),
    N_("the end"),
    N_("it answers another request than the one open"),
    N_("an answer is a list of cards"),
    N_("the end holds one nonce a seat"),
    N_("its number, table or branch is not the next"),
    N_("it does not rest on the entry before it"),
    N_("the state after it differs"),
    N_("it is no agreement: {why}"),
    N_("it is an agreement, where none can be"),
    N_("{what} by {name}, seat {seat}"),
    N_("the start"),
    N_("cards turned"),
    N_("an unknown move"),
    N_("this game has been played; it is only shown"),
    N_("this table is only shown"),
    N_("nobody sits here"),
    N_("the game is over"),
    N_("it names a seat that does not exist"),
    N_("it is an agreement of too few"),
    N_("it gives seats back that are not away"),
    N_("it names a seat that has a stand-in"),
    N_("it takes back what it cannot"),
    N_("only all together go back, and before what stopped them"),
    N_("the table is not paused"),
    N_("of two machines one alone neither pauses nor goes on"),
    N_("it takes back what revealed something"),
    N_("it puts a stand-in nowhere, or under nobody's care"),
    N_("it claims the game where that was not agreed to"),
    N_("it gives a seat back that is not away, or not by its deputy"),
    N_("it gives a seat back while that one is not to move"),
)
BROKERS: Final = (
    N_("no broker is called {name}; there are: {known}"),
    N_("none at all"),
    N_("a broker has 1 to {most} addresses"),
    N_(
        "the addresses of one broker are all with TLS or all without: a link never falls back to plain text"
    ),
    N_("a password is sent only over TLS: use an mqtts:// or wss:// address"),
    N_("certificates are for mqtts:// and wss:// addresses"),
    N_("a client certificate and its key go together"),
    N_("broker {name}: there is no file {path}"),
    N_("broker {name}: {path} cannot be read"),
    N_(
        "broker {name} wants a password for {user}: put it in a file and name that with "
        "--password-file, or set CABOOSE_BROKER_PASSWORD"
    ),
    N_("Password of {user} at {name}: "),
    N_("cannot read the password file {path}: {why}"),
    N_("others can read the password file {path}: chmod 600 {again}"),
    N_("the password file {path} holds no password in its first line"),
    N_("{what} is no list of brokers: {why}"),
    N_("{what} is no list of at most {most} [[broker]] parts"),
    N_("{what} names two brokers alike"),
    N_("{what}: a broker has no fields but {fields}"),
    N_("{what}: addresses are a list of texts, all other fields are texts"),
    N_("{what} lists no broker"),
    N_(
        "{what} names files of this machine, which another's list must not; put the authority's "
        "certificate itself into it, and say your own files by options"
    ),
    N_("at most {most} brokers are remembered; remove one first"),
    N_(
        "The broker cannot start: {where} is already in use; "
        "choose another port or stop the program that has it."
    ),
    N_("The broker cannot start: {where} may not be used by this user; choose a port above 1023."),
    N_("The broker cannot start: {where} is no address of this machine."),
    N_("The broker cannot start on {where}: {why}."),
    N_("port {port} on {host}"),
    N_("this machine"),
    N_("it does not speak MQTT 3.1.1"),
    N_("it does not accept our client id"),
    N_("it is full, or not ready now; try again later"),
    N_("it wants other credentials (the name or the password is wrong)"),
    N_("it wants other credentials (this name, or nobody without one, may not come in)"),
    N_("The certificate file {name} cannot be used: {why}."),
    N_("it is missing"),
    N_("it is no usable PEM file"),
    N_("The certificate given for the broker cannot be used: it is no usable PEM text."),
    N_("the local network cannot be searched ({why}); name a broker by its address instead"),
    N_(
        "A broker address starts with mqtt:// or mqtts:// (over WebSockets ws:// or wss://), for "
        "example mqtt://localhost:1883."
    ),
    N_(
        "A broker address holds no user name or password: other users of this machine could read it "
        "in the list of processes."
    ),
    N_("A broker address ends after the port: it has no path, query or fragment."),
    N_("An IPv6 address stands in square brackets, for example mqtt://[::1]:1883."),
    N_("The broker address names no host, for example mqtt://localhost:1883."),
    N_("The host of the broker address is no valid host name."),
    N_("The port of a broker address is a number from 1 to 65535."),
    N_("The path of a WebSocket address is plain, for example wss://host/mqtt."),
    N_("The broker address holds no valid IPv6 address between its brackets."),
    N_("The broker address holds no valid IPv4 address (four numbers from 0 to 255)."),
    N_("an invite begins with {prefix} and is one line of text"),
    N_("the invite is damaged or not complete: copy all of it again"),
    N_("the invite is damaged: copy all of it again"),
    N_("the invite is of a newer Caboose: update yours"),
    N_("the invite names no broker"),
    N_("the invite mixes addresses with and without TLS; do not use it"),
    N_("the invite is not made as it must be: ask for another"),
)
CHECKS: Final = (
    N_("{where} answers (encrypted, certificate checked)"),
    N_("{where} answers (not encrypted)"),
    N_("not looked at"),
    N_("{count} bytes come through"),
    N_(
        "{count} bytes come through, {size} do not: raise the broker's limit (mosquitto: "
        "message_size_limit, or max_packet_size)"
    ),
    N_("retained messages are kept, and deleted when told"),
    N_("retained messages are not kept: who comes late will not see the tables"),
    N_("an empty retained message does not delete: ghosts will stay"),
    N_("presence and adverts may be read"),
    N_(
        "what is published does not come back: the broker's access rules must let you write below "
        "caboose/1/<your player id>/ and read caboose/1/#"
    ),
    N_(
        "{time} ms; that is long for this machine: if it is mosquitto, put `set_tcp_nodelay true` "
        "into its configuration"
    ),
    N_("Its access rules must let you read caboose/1/#."),
    N_(
        "It was signed by another authority than that of the file given with --ca: ask whoever runs "
        "the broker for the certificate of the right one."
    ),
    N_(
        "This machine does not know who signed it: ask whoever runs the broker for that authority's "
        "certificate and give it with --ca FILE."
    ),
    N_(
        "It is for another name than {name}: use an address with the name that stands in it, or have "
        "the broker's certificate made anew with this one."
    ),
    N_(
        "Its time is over: whoever runs the broker must renew it. If it is valid, this machine's clock "
        "is wrong (it says {day})."
    ),
    N_(
        "Its time has not begun: this machine's clock is wrong (it says {day}), or that of whoever "
        "made it."
    ),
    N_(
        "Since Python 3.13 something is asked for that it lacks: whoever runs the broker must make it "
        "anew, and its authority's (deploy/mosquitto/certificates does it right)."
    ),
    N_("Whoever runs the broker must mend its certificate."),
    N_("Give yours with --cert FILE and --key FILE, as whoever runs the broker made it."),
    N_(
        "It must be signed by the authority that the broker trusts, and not be over: ask whoever runs "
        "the broker for a new one (--cert, --key)."
    ),
    N_("Is this its port for TLS (mostly 8883)? Without TLS it would be {address}."),
    N_("If it wants a certificate of yours, give it with --cert FILE and --key FILE."),
    N_(
        "If it is a broker, it may not accept your certificate: that must be signed by the authority that "
        "the broker trusts, and not be over (--cert, --key)."
    ),
    N_("If it wants TLS, the address begins with mqtts:// (or wss://)."),
    N_(
        "Look at the name given with --user and at the password (the first line of --password-file, or "
        "CABOOSE_BROKER_PASSWORD), or ask whoever runs the broker whether this name may come in."
    ),
    N_("It lets nobody in without a login: give one with --user NAME and --password-file FILE."),
)
GAMES: Final = (
    N_("a seed is a number or a text of 1 to {most} characters"),
    N_("a seed has only printable characters"),
    N_("no game is called {name}; there is: {known}"),
    N_("no bot is called {name}; there is: {known}"),
    N_("the bot 'greedy' does not play {game}"),
    N_("no such option: {name}"),
    N_("options are an array of {count}"),
    N_("{name} is yes or no"),
    N_("{name} is a seat or none"),
    N_("{game} is for {least} to {most} players"),
    N_("the first player is none of the seats"),
    N_("the dealer is none of the seats"),
    N_(
        "after entry {n} nothing happened for {seconds} seconds, though all links are up ({behind})"
    ),
    N_(
        "after entry {n} nothing happened for {seconds} seconds: the broker is gone (cut off: {who}); "
        "start it and try again"
    ),
    N_("{name} at entry {n}, settled {settled}"),
    N_("everyone"),
    N_(
        "They are for tests: anyone can read, write and delete there, they may be slow or gone at any "
        "time, and nobody answers for them. Nobody can change a move or see a hidden card, but everyone "
        "sees that you play, your table's name and its chat, unless the table is private. Be sparing: "
        "for more than a try, run a broker of your own (apt-get install mosquitto, or `caboose broker` "
        "on one network)."
    ),
)
SENTENCES: Final = (*FILES, *SETTINGS, *JOURNALS, *KEPT, *ENTRIES, *BROKERS, *CHECKS, *GAMES)
