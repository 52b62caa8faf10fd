"""What a person sees: the Textual app and the command line."""
