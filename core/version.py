"""The one place that holds Caboose's version: the build and `caboose --version` both read it."""

VERSION = "0.1.0"
