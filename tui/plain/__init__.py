"""The line mode: tables told in sentences and played with typed commands, for screen readers and dumb terminals."""
