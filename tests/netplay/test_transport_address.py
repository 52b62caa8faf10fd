"""Broker addresses as people type them: read exactly, or refused in one line that helps."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from netplay.transport import BadAddress, BrokerAddress, parse_address

labels = st.from_regex(r"[a-z]([a-z0-9-]{0,10}[a-z0-9])?", fullmatch=True)
hosts = (
    st.lists(labels, min_size=1, max_size=4).map(".".join)
    | st.ip_addresses(v=4).map(str)
    | st.ip_addresses(v=6).map(str)
)
addresses = st.builds(
    BrokerAddress, st.sampled_from(["mqtt", "mqtts"]), hosts, st.integers(1, 65535)
)


@given(addresses)
def test_an_address_reads_back_as_it_prints(address: BrokerAddress) -> None:
    assert parse_address(str(address)) == address


@given(st.text(max_size=60) | st.text(alphabet="mqts:/[]@.%#?0123456789abf-_\0\x1b ", max_size=40))
def test_any_text_is_read_or_refused_in_one_clean_line(text: str) -> None:
    for candidate in (text, "mqtt://" + text):
        try:
            address = parse_address(candidate)
        except BadAddress as error:
            refusal = str(error)
        else:
            refusal = "."
            assert address.host.isascii()
            assert 1 <= address.port <= 65535
            assert parse_address(str(address)) == address
        assert refusal.isprintable()
        assert refusal.endswith(".")


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("mqtt://localhost", BrokerAddress("mqtt", "localhost", 1883)),
        ("mqtts://broker.example.org", BrokerAddress("mqtts", "broker.example.org", 8883)),
        ("MQTT://LOCALHOST:1884/", BrokerAddress("mqtt", "localhost", 1884)),
        ("mqtt://[::1]", BrokerAddress("mqtt", "::1", 1883)),
        ("mqtt://[0:0:0:0:0:0:0:1]:99", BrokerAddress("mqtt", "::1", 99)),
        ("mqtt://[fe80::1%eth0]:99", BrokerAddress("mqtt", "fe80::1%eth0", 99)),
        ("mqtt://10.0.0.7:1", BrokerAddress("mqtt", "10.0.0.7", 1)),
    ],
)
def test_addresses_people_write(text: str, expected: BrokerAddress) -> None:
    assert parse_address(text) == expected


@pytest.mark.parametrize(
    ("text", "hint"),
    [
        ("", "starts with mqtt://"),
        ("localhost:1883", "starts with mqtt://"),
        ("http://localhost", "starts with mqtt://"),
        ("mqtt:///", "names no host"),
        ("mqtt://user:secret@host", "no user name or password"),
        ("mqtt://user@host", "no user name or password"),
        ("mqtt://host/path", "no path"),
        ("mqtt://host?x=1", "no path"),
        ("mqtt://::1:1883", "square brackets"),
        ("mqtt://[::1", "square brackets"),
        ("mqtt://[::1]1883", "square brackets"),
        ("mqtt://[localhost]:1", "square brackets"),
        ("mqtt://[12345::1]", "valid IPv6"),
        ("mqtt://256.1.1.1", "valid IPv4"),
        ("mqtt://1.2.3", "valid IPv4"),
        ("mqtt://-bad-.org", "host name"),
        ("mqtt://a..b", "host name"),
        ("mqtt://host:0", "1 to 65535"),
        ("mqtt://host:65536", "1 to 65535"),
        ("mqtt://host:", "1 to 65535"),
        ("mqtt://host:١", "1 to 65535"),
        ("mqtt://host:-1", "1 to 65535"),
    ],
)
def test_a_bad_address_is_refused_with_a_hint(text: str, hint: str) -> None:
    with pytest.raises(BadAddress, match=".*" + hint.replace("/", "\\/")):
        parse_address(text)


def test_a_password_is_not_repeated_in_the_refusal() -> None:
    with pytest.raises(BadAddress) as refusal:
        parse_address("mqtt://user:s3cret@host:1883")
    assert "s3cret" not in str(refusal.value)


def test_an_ipv6_host_is_kept_without_brackets() -> None:
    assert ipaddress.ip_address(parse_address("mqtt://[::1]:5").host).version == 6
