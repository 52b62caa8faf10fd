"""What the command line says went wrong, as messages for the catalogues.

The sentences stand in English where they are raised; ``tui.cli.main`` says them in the person's
language. A test reads the commands and holds that none is missing here.
"""

from __future__ import annotations

from typing import Final

from tui.tongue import N_

SENTENCES: Final = (
    N_("--name needs at least one letter"),
    N_("either addresses (mqtt://host) or one file"),
    N_("what a file says of its brokers is not said again by options"),
    N_("--simulations or --seconds, not both"),
    N_("--seconds is a number above 0 and at most {most}, not {text}"),
    N_("no bot is called {name}; there is: {known}"),
    N_("--pace is seconds from 0 to 60, such as 0.5, not {text}"),
    N_("--pace is at most 60 seconds"),
    N_("nothing happened at the table for {count} seconds; left it"),
    N_(
        "--max-connections: this system lets a program have {count} connections open; raise "
        "that with `ulimit -n`, or ask for fewer"
    ),
    N_("--seconds goes with --table"),
    N_("not all is well: {why}"),
    N_("not all is well: {count} messages that no honest program sends"),
    N_("--json or --csv, not both"),
    N_("the kept games cannot be read: {why}"),
    N_("--bots names {count} bots, and besides you there are {seats} seats"),
    N_("--bots names {count} bots, and besides the first there are {seats} seats"),
    N_("--port is for a broker of its own; with --broker it stands in the URL"),
    N_("a table is at one broker; its several addresses are joined by commas"),
    N_("export and import need the name of a file"),
    N_("--passphrase-file goes with export and import"),
    N_("there is a key here already; move {path} away to become the other player"),
    N_("without a terminal the passphrase is read from --passphrase-file"),
    N_("the two were not the same; nothing was written"),
    N_("there is no key yet to take along; `caboose identity` makes one"),
    N_("the table's address names its broker already: leave --broker out"),
    N_("{file}: entry {n} does not hold: {why}"),
    N_("cannot read the standard input"),
    N_("say whom: a key mark, the beginning of a player id, or a name"),
    N_("--forget stands alone"),
    N_("--{one} or --un{other}, not both"),
    N_("no command is called {name}; there are: {known}"),
    N_("--config needs the name of a folder"),
    N_("{option}: no file can be made in the folder of {name}"),
    N_("{option} needs a new file; {name} is none"),
    N_("{what} was not written: {path}: {why}"),
    N_("the table's address: {fault}"),
    N_("your name cannot be kept ({why}); say it with --me"),
    N_("a table is named by its name, its code, or mqtt://HOST:PORT/CODE"),
    N_("--me needs at least one letter"),
    N_("a login and certificates are for one --broker; save the others"),
    N_("{option} needs a table's name, its code or an invite"),
    N_("--user, --password-file, --ca, --cert and --key go with --broker"),
    N_("--broker {text} is neither an address (mqtt://host) nor saved; saved: {known}"),
    N_("--humans says {people} people, and there are {seats} seats"),
    N_("--bots names a bot, and people have all the seats"),
    N_("--plain is for one person: lines of text cannot be covered again"),
    N_("--name names {count}, and {people} people play: NAME,NAME"),
    N_("--name: two people can't share a name"),
    N_("--at {at} is beyond the last entry, {last}"),
    N_("{file}: {fault}; shown is what comes before"),
    N_("{file}: {fault}; the {count} entries before it hold"),
    N_("--bot: no bot is called {name}; there are: {known}"),
    N_("no game of yours has the code {code}; there are: {known}"),
    N_("more than one game begins with {code}: {codes}"),
    N_("{code} is open in another window of yours; go on there, or close it"),
    N_("the journal names no broker; say where the others are: --broker URL"),
    N_("the identity that sat at this table is not on this machine"),
    N_("the journal cannot be written ({why})"),
    N_("{path} cannot be deleted ({why})"),
    N_("the rules do not say {word}"),
    N_("the peers do not agree on the final state: {why}"),
    N_("--broker and --port go with --transport mqtt"),
    N_("{why}; what was played is kept in {path}"),
    N_("cannot listen on port {port} ({why}); name another: --port"),
    N_("--public-url is written https://NAME or https://NAME:PORT, not {text}"),
    N_("--table needs at least one letter"),
    N_(
        "this terminal cannot show a full screen (TERM is {kind}); play in lines of text: "
        "`{command}`, or set its kind, for example TERM=xterm-256color"
    ),
    N_(
        "`{command}` needs a terminal, and its {what} is none; run it in one (over SSH: ssh "
        "-t), or play in lines of text: `{plain}`"
    ),
    N_("the first game cannot begin anew: {why}"),
    N_("--option {name} is yes, no, none or a number, not {text}"),
    N_("--seats is a number from {least} to {most} for {game}, not {text}"),
    N_("--bots names {count} bots, and {wanted} will play; name one for all, or {needed}"),
    N_("{option} is a whole number from {least} to {most}, not {text}"),
    N_("--absent is wait, vote or stand-in and a time from 5s to 14d, as in vote:2m, not {text}"),
    N_("the time is given twice: with --due, --absent says only what happens then"),
    N_("--due is a time from 5s to 14d, as in 24h, not {text}"),
    N_("--option is written NAME=VALUE, not {text}"),
    N_("{game} has no option {name}; it has: {known}"),
    N_("--option {name} is given twice"),
)
