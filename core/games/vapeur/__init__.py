"""À toute vapeur!: build trains of one colour, steal the neighbours', certify your own."""
