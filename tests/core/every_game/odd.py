"""Values as a stranger might send them."""

from __future__ import annotations

from typing import Any

from hypothesis import strategies as st

ODD: st.SearchStrategy[Any] = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 300) | st.binary(max_size=3) | st.text(max_size=3),
    lambda part: st.lists(part, max_size=4).map(tuple),
    max_leaves=6,
)
