"""An MQTT broker inside this process, for a LAN game, a demo or a test that needs no other program.

Nothing is imported here: `netplay.broker.embedded` loads amqtt.
"""
