"""Hypothesis without a stop-watch: how fast a busy machine is says nothing about the rules."""

from hypothesis import HealthCheck, settings

settings.register_profile("caboose", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("caboose")
