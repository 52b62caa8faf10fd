"""Your games: what the kept ones add up to. The transcripts are the truth; the book is an index of them."""
