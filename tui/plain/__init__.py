"""The line mode: tables told in sentences, for screen readers and dumb terminals."""
