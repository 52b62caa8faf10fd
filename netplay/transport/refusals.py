"""Why a broker could not be reached, as one sentence and as a kind that a remedy can be named for."""

from __future__ import annotations

import socket
import ssl
from typing import Final

import aiomqtt
from paho.mqtt.reasoncodes import ReasonCode

from netplay.transport.address import BrokerAddress
from netplay.transport.errors import BrokerUnreachable, Fault

_REFUSED: Final = {
    1: "it does not speak MQTT 3.1.1",
    2: "it does not accept our client id",
    3: "it is full, or not ready now; try again later",
    4: "it wants other credentials (the name or the password is wrong)",
    5: "it wants other credentials (this name, or nobody without one, may not come in)",
}
_REFUSED_V5: Final = {132: 1, 133: 2, 136: 3, 134: 4, 135: 5}
"""MQTT 5's reason codes, into which paho translates those of 3.1.1."""
_LOGIN: Final = frozenset((4, 5))

_CHECKS: Final = {
    9: Fault.NOT_YET_VALID,
    10: Fault.EXPIRED,
    **dict.fromkeys((2, 18, 19, 20, 21), Fault.UNKNOWN_AUTHORITY),
    **dict.fromkeys((62, 64), Fault.WRONG_NAME),
    # What X509_V_FLAG_X509_STRICT adds, which Python sets since 3.13.
    **dict.fromkeys(range(79, 95), Fault.NOT_TO_THE_LETTER),
}
"""OpenSSL's verification codes (X509_V_ERR_...)."""
_WANTED: Final = ("CERTIFICATE_REQUIRED", "CERTIFICATE REQUIRED", "ALERT_HANDSHAKE_FAILURE")
"""In the alert of a server that got no certificate: the last by TLS 1.2, which has no alert for it."""
_NOT_TAKEN: Final = ("ALERT_UNKNOWN_CA", "ALERT_BAD_CERTIFICATE", "ALERT_CERTIFICATE_",
                     "ALERT_UNSUPPORTED_CERTIFICATE", "ALERT_DECRYPT_ERROR")  # fmt: skip


def unreachable(
    address: BrokerAddress, error: Exception, failure: Exception | None, log: str
) -> BrokerUnreachable:
    """What to raise for an attempt that failed.

    ``error`` is aiomqtt's, ``failure`` what the socket raised, ``log`` what paho wrote of the alert that
    came when the connection stood (a TLS 1.3 server judges a client's certificate only then).
    """
    where, alert = str(address), f"{log} {failure or ''}".upper()
    if address.tls and any(word in alert for word in _WANTED):
        return BrokerUnreachable(
            f"The broker {where} wants a certificate of yours.", Fault.CERTIFICATE_WANTED
        )
    if address.tls and any(word in alert for word in _NOT_TAKEN):
        return BrokerUnreachable(
            f"The broker {where} does not accept your certificate.", Fault.CERTIFICATE_REFUSED
        )
    match failure:
        case ConnectionRefusedError():
            says = f"Nothing listens at {where} (connection refused): is the broker running?"
            return BrokerUnreachable(says)
        case socket.gaierror():
            return BrokerUnreachable(
                f"The name {address.host!r} of the broker {where} is not known."
            )
        case ssl.SSLCertVerificationError(verify_message=str() as why, verify_code=code):
            says = f"The certificate of the broker {where} is not trusted: {why.rstrip('.')}."
            return BrokerUnreachable(says, _CHECKS.get(code, Fault.CERTIFICATE))
        case ssl.SSLError() | ConnectionResetError() if address.tls:
            says = f"The broker {where} does not answer as a TLS server."
            return BrokerUnreachable(says, Fault.NO_TLS)
        case TimeoutError():
            return BrokerUnreachable(f"The broker {where} does not answer (timed out).")
        case OSError():
            why = failure.strerror or str(failure)
            return BrokerUnreachable(f"The broker {where} cannot be reached: {why}.")
    if isinstance(error, aiomqtt.exceptions.MqttConnectError):
        number = _number(error.rc)
        says = _REFUSED.get(number, "it does not say why")
        fault = Fault.LOGIN if number in _LOGIN else Fault.OTHER
        return BrokerUnreachable(f"The broker {where} refuses the connection: {says}.", fault)
    says = f"What listens at {where} does not answer as an MQTT broker."
    return BrokerUnreachable(says, Fault.NO_MQTT)


def _number(code: object) -> int:
    number = code.value if isinstance(code, ReasonCode) else code
    return _REFUSED_V5.get(number, number) if isinstance(number, int) else 0
