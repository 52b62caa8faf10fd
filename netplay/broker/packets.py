"""Cuts a client's byte stream into MQTT packets and checks each, before amqtt sees any of it.

amqtt 0.12 reads whatever length a client announces, takes a malformed field for another and keeps a
connection half alive after a bad topic. Only what a client of this broker may send passes here.
"""

from __future__ import annotations

from netplay.transport.topics import check_filter, check_topic

CONNECT, PUBLISH, PUBACK, SUBSCRIBE, UNSUBSCRIBE, PINGREQ, DISCONNECT = 1, 3, 4, 8, 10, 12, 14


class BadPacket(Exception):
    """The client broke the protocol or a limit; its connection is closed."""


class Packet:
    """One whole packet: `kind` is MQTT's number for it, `raw` all its bytes, `body` its header's end."""

    __slots__ = ("body", "flags", "kind", "raw")

    def __init__(self, kind: int, flags: int, raw: bytes, body: int) -> None:
        self.kind = kind
        self.flags = flags
        self.raw = raw
        self.body = body


def cut(buffer: bytearray, max_packet: int) -> Packet | None:
    """Take the first packet off `buffer`, or None while it is not whole; BadPacket where it is too long.

    The announced length is judged as soon as it is there: nobody makes the broker wait for, or hold,
    more than `max_packet` bytes.
    """
    have = len(buffer)
    length = 0
    for at in range(1, 5):
        if at >= have:
            return None
        byte = buffer[at]
        length |= (byte & 0x7F) << 7 * (at - 1)
        if byte < 0x80:
            break
    else:
        raise BadPacket("a length of more than four bytes")
    end = at + 1 + length
    if end > max_packet:
        raise BadPacket("a packet over the limit")
    if have < end:
        return None
    raw = bytes(buffer[:end])
    del buffer[:end]
    return Packet(raw[0] >> 4, raw[0] & 0x0F, raw, at + 1)


def check(packet: Packet, *, first: bool) -> Packet:
    """Return the packet as amqtt may have it; BadPacket for what no client may send (here)."""
    kind = packet.kind
    if first != (kind == CONNECT):
        raise BadPacket("CONNECT is the first packet, and only the first")
    if kind == PUBLISH:
        _check_publish(packet)
    elif kind == PUBACK:
        if packet.flags or len(packet.raw) != 4:
            raise BadPacket("a malformed PUBACK")
    elif kind in (SUBSCRIBE, UNSUBSCRIBE):
        _check_filters(packet)
    elif kind in (PINGREQ, DISCONNECT):
        if packet.flags or len(packet.raw) != 2:
            raise BadPacket("a malformed PINGREQ or DISCONNECT")
    elif kind == CONNECT:
        return _check_connect(packet)
    else:
        raise BadPacket("a packet only a broker sends, or one of QoS 2")
    return packet


def _text(raw: bytes, at: int) -> tuple[str, int]:
    """The length-prefixed UTF-8 text at `at`, and where it ends."""
    start = at + 2
    end = start + int.from_bytes(raw[at:start], "big")
    if start > len(raw) or end > len(raw):
        raise BadPacket("a text that runs over its packet")
    try:
        return raw[start:end].decode("utf-8"), end
    except UnicodeDecodeError:
        raise BadPacket("a text that is no UTF-8") from None


def _skip(raw: bytes, at: int) -> int:
    """Where the length-prefixed bytes at `at` end."""
    end = at + 2 + int.from_bytes(raw[at : at + 2], "big")
    if at + 2 > len(raw) or end > len(raw):
        raise BadPacket("a field that runs over its packet")
    return end


def _check_publish(packet: Packet) -> None:
    topic, at = _text(packet.raw, packet.body)
    try:
        check_topic(topic)
    except ValueError as error:
        raise BadPacket(str(error)) from None
    qos = packet.flags >> 1 & 3
    if qos > 1:
        raise BadPacket("QoS 2: this broker serves 0 and 1")
    if (qos and packet.raw[at : at + 2] == b"\0\0") or len(packet.raw) < at + 2 * qos:
        raise BadPacket("a message without its number")


def _check_filters(packet: Packet) -> None:
    raw = packet.raw
    at = packet.body + 2
    if packet.flags != 2 or at >= len(raw):
        raise BadPacket("a malformed SUBSCRIBE or UNSUBSCRIBE")
    while at < len(raw):
        filter_, at = _text(raw, at)
        try:
            check_filter(filter_)
        except ValueError as error:
            raise BadPacket(str(error)) from None
        if packet.kind == SUBSCRIBE:
            if at >= len(raw) or raw[at] > 2:
                raise BadPacket("a subscription without a QoS")
            at += 1


def _check_connect(packet: Packet) -> Packet:
    """Check the fixed part of CONNECT and make its session a clean one.

    This broker keeps no session over a connection. amqtt would: and for every client that connects it
    walks over the subscriptions of all the others, sending retained messages nobody asked it for.
    """
    raw, at = packet.raw, packet.body
    if packet.flags or raw[at : at + 6] != b"\0\4MQTT" or len(raw) < at + 12:
        raise BadPacket("not a CONNECT of MQTT 3.1.1")
    level, flags = raw[at + 6], raw[at + 7]
    if level != 4:
        return packet  # amqtt answers with "unacceptable protocol version"
    if flags & 0x01 or flags >> 3 & 3 == 3 or (not flags & 0x04 and flags & 0x38):
        raise BadPacket("impossible CONNECT flags")
    _, end = _text(raw, at + 10)
    if flags & 0x04:
        topic, end = _text(raw, end)
        try:
            check_topic(topic)
        except ValueError as error:
            raise BadPacket(str(error)) from None
        end = _skip(raw, end)
    for present in (0x80, 0x40):  # user name, password
        if flags & present:
            end = _skip(raw, end)
    if end != len(raw):
        raise BadPacket("a CONNECT of the wrong length")
    return Packet(packet.kind, 0, raw[: at + 7] + bytes([flags | 0x02]) + raw[at + 8 :], at)


def publish_head(topic: str, payload_size: int, *, qos: int, retain: bool) -> bytes:
    """The start of a PUBLISH as the broker sends it: all before the number (QoS 1) and the payload."""
    name = topic.encode("utf-8")
    length = 2 + len(name) + 2 * qos + payload_size
    head = bytearray([PUBLISH << 4 | qos << 1 | retain])
    while length >= 0x80:
        head.append(length & 0x7F | 0x80)
        length >>= 7
    head.append(length)
    return bytes(head) + len(name).to_bytes(2, "big") + name
