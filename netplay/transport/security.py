"""What a connection shows to a broker and checks of it: login, trusted certificates, one's own."""

from __future__ import annotations

import ssl
from dataclasses import dataclass, field

from netplay.transport.errors import BrokerUnreachable, Fault


@dataclass(frozen=True, slots=True)
class Security:
    """``login``: (user, password), in no ``repr``. ``ca``: authorities that are trusted instead of the
    system's, a PEM file or PEM text. ``certificate`` and ``key``: PEM files of our own.
    """

    login: tuple[str, str] | None = field(default=None, repr=False)
    ca: str | None = None
    certificate: str | None = None
    key: str | None = None

    def context(self) -> ssl.SSLContext:
        """TLS 1.2 or newer, name and certificate checked; raises BrokerUnreachable for a bad file."""
        try:
            if self.ca is not None and is_pem(self.ca):
                context = ssl.create_default_context(cadata=self.ca)
            else:
                context = ssl.create_default_context(cafile=self.ca)
        except (OSError, ValueError) as error:
            raise BrokerUnreachable(_says(self.ca, error), Fault.FILE) from None
        context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self.certificate is not None:
            try:
                # A callback keeps OpenSSL from asking the terminal for a password in mid-screen.
                context.load_cert_chain(self.certificate, self.key, password=_no_password)
            except (OSError, ValueError) as error:
                raise BrokerUnreachable(_says(self.certificate, error), Fault.FILE) from None
        return context


def is_pem(text: str) -> bool:
    """Whether it is certificates themselves, not the name of a file with them."""
    return text.lstrip().startswith("-----BEGIN ")


def _no_password() -> str:
    return ""


def _says(name: str | None, error: Exception) -> str:
    if name is not None and is_pem(name):
        return "The certificate given for the broker cannot be used: it is no usable PEM text."
    missing = isinstance(error, FileNotFoundError)
    why = "it is missing" if missing else "it is no usable PEM file"
    return f"The certificate file {name} cannot be used: {why}."
