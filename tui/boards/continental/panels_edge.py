"""The header and the two lines at the bottom: whose turn it is, what to do next, which keys."""

from __future__ import annotations

from rich.cells import cell_len

from tui import keymap
from tui import marks as m
from tui.boards import parts
from tui.boards.continental import words
from tui.boards.continental.layout import Layout
from tui.boards.continental.staging import Asks
from tui.boards.continental.view import View
from tui.foreign import short
from tui.line import Line
from tui.tongue import _, n_, p_


def header(view: View, at: Layout) -> list[Line]:
    """Game, turn, whose turn."""
    width = at.header.width
    state = view.position.state
    line = Line()
    if view.turn:
        line.add("   " + _("turn {turn}", turn=view.turn), m.TEXT)
    if state.over:
        line.add("   " + _("the game is over"), m.STRONG)
    elif view.position.mine:
        line.add("   ").add(f" {_('your turn')} ", m.STAGED)
    elif state.turn is not None:
        line.add("   " + _("{name} to act", name=short(view.names[state.turn], 12)), m.TEXT)
    if state.last_turns is not None and not state.over:
        left = state.last_turns
        line.add("   ").add(
            n_("last round: {count} left", "last round: {count} left", left), m.WARN
        )
    return [parts.header(" Continental Express", line, width, view.status)]


def prompt(view: View, at: Layout) -> list[Line]:
    """What to do next, and the keys for it."""
    width = at.prompt.width
    return parts.prompt(_says(view, width), parts.hints_within(_hints(view), width), width)


def _says(view: View, width: int) -> Line:
    notice = parts.notice(view.halted, view.says)
    if notice is not None:
        return notice
    state = view.position.state
    if view.draft.move is not None:
        line = Line(f" {view.marks.here} ", m.TITLE)
        line.add(words.staged(state, view.draft.move, view.names), m.STRONG)
        return line
    watching = view.position.seat is None
    names = [short(name, 20) for name in view.names]
    text = words.prompt(view.asks, state, view.draft, names, watching)
    card = view.contract
    if view.asks is Asks.TOKEN and card is not None:
        # The choice of a token stands where the contract does, which it is made for.
        more = _("Which token? Your contract: {contract}.", contract=words.contract_words(card))
        text = more if cell_len(more) <= width - 3 else text
    style = m.DIM if view.asks is Asks.NOTHING else m.STRONG
    return Line("   ").add(text, style)


def _hints(view: View) -> list[tuple[str, str, str]]:
    """(key a click presses, keys as shown, what they do) that matter now."""
    draft = view.draft
    if draft.move is not None:
        hints = [("enter", _("enter"), _("confirms")), ("escape", _("escape"), _("takes back"))]
        if draft.options:
            hints.append(("right", _("arrows"), _("pay otherwise")))
        return hints
    hints = []
    if view.asks is Asks.OVER:
        hints.append(("enter", _("enter"), _("scoring sheet")))
    if view.asks in (Asks.TAKE, Asks.INVEST):
        digits = sorted(key for key in view.live if key.isdigit())
        hints.append((digits[0] if digits else "1", _range(digits), p_("key", "take")))
    elif view.asks is Asks.CLAIM:
        rows = sorted(key for key in view.live if key in ("a", "b", "c"))
        hints += [
            (rows[0], " ".join(rows), p_("key", "claim")),
            ("space", _("space"), _("end turn")),
        ]
    elif view.asks in (Asks.ROB, Asks.PARTNER, Asks.TOKEN, Asks.KEEP):
        digits = sorted(key for key in view.live if key.isdigit())
        hints.append((digits[0] if digits else "1", " ".join(digits), p_("key", "choose")))
    elif view.asks in (Asks.GIVE, Asks.GET):
        letters = sorted(key for key in view.live if key.isalpha() and key != "x")
        hints.append((letters[0] if letters else "a", " ".join(letters), p_("key", "choose")))
    if "x" in view.live:
        hints.append(("x", "x", p_("key", "do without")))
    if draft.give is not None:
        hints.append(("escape", _("escape"), _("takes back")))
    if view.position.seat is not None and view.asks not in (Asks.GIVE, Asks.GET, Asks.OVER):
        hints.append(("h", "h", p_("key", "contract")))
    if view.asks not in (Asks.GIVE, Asks.GET):
        hints.append(("l", "l", p_("key", "log")))
    if view.position.mine:
        hints.append((keymap.HINT, keymap.HINT, p_("key", "hint")))
    return hints


def _range(digits: list[str]) -> str:
    """``1-9`` where all are live, else the digits that are."""
    return "1-9" if len(digits) == 9 else " ".join(digits)
