"""The command line, kept light: nothing heavy is imported before it is needed."""
