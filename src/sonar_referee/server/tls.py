"""The certificate to serve HTTPS with: one's own, or one made here and kept beside the database."""

from __future__ import annotations

import ipaddress
import os
import socket
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.asymmetric.types import CertificateIssuerPrivateKeyTypes, PrivateKeyTypes
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from sonar_referee.server.addresses import ANY, own_addresses
from sonar_referee.server.errors import CannotServe
from sonar_referee.server.settings import Settings

_LASTS = timedelta(days=396)
"""Browsers take no certificate for longer than 398 days."""
_EARLIER = timedelta(days=1)
"""A phone's clock may be behind."""
_TOO_SHORT = timedelta(days=2)
"""A kept certificate that ends so soon is made anew: it should outlive the evening."""


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate and its key in files that fit together."""

    file: Path
    key: Path
    self_made: bool
    ends: datetime
    names: frozenset[str]
    """The addresses and names that it is for."""
    fingerprint: str
    """SHA-256, as browsers show it: hexadecimal pairs with colons."""


def certificate_of(settings: Settings) -> Certificate | None:
    """The certificate to serve with, made if need be; None without TLS; raises `CannotServe`."""
    file, key = settings.tls_certificate, settings.tls_key
    if not settings.tls:
        if file is not None or key is not None:
            raise CannotServe("A certificate and a key are used with --tls only; add it, or leave them away.")
        return None
    if file is not None and key is not None:
        return _own(file, key)
    if file is not None or key is not None:
        missing = "--tls-key" if key is None else "--tls-certificate"
        raise CannotServe(f"A certificate and its key go together; {missing} is missing.")
    return kept_certificate(settings) or _make(settings)


def kept_certificate(settings: Settings) -> Certificate | None:
    """The self-made certificate if one is kept that still serves: whole, valid, and for all of `names_for`."""
    file, key = _kept_files(settings)
    try:
        found = _read(file, key, self_made=True)
    except CannotServe:
        return None
    serves = found.ends - _now() > _TOO_SHORT and names_for(settings) <= found.names
    return found if serves else None


def names_for(settings: Settings) -> frozenset[str]:
    """The addresses and names under which others may ask for this server."""
    machine = socket.gethostname().lower()
    names = {"localhost", "127.0.0.1", "::1", *own_addresses(), machine, f"{machine.removesuffix('.local')}.local"}
    if settings.host not in ANY:
        names.add(settings.host.lower())
    return frozenset(filter(_fit_for_a_certificate, names))


def _fit_for_a_certificate(name: str) -> bool:
    return name.isascii() and 0 < len(name) < 64 and not name.startswith(".")


def _kept_files(settings: Settings) -> tuple[Path, Path]:
    folder = settings.database.absolute().parent
    return folder / "tls-certificate.pem", folder / "tls-key.pem"


def _now() -> datetime:
    return datetime.now(UTC)


# -- reading


def _own(file: Path, key: Path) -> Certificate:
    found = _read(file, key, self_made=False)
    if found.ends <= _now():
        raise CannotServe(f"The certificate {file} ended on {found.ends:%Y-%m-%d}; renew it.")
    return found


def _read(file: Path, key: Path, *, self_made: bool) -> Certificate:
    """A certificate and its key from their files; raises `CannotServe` unless they are whole and fit together."""
    try:
        certificate = x509.load_pem_x509_certificate(_bytes_of("certificate", file))
    except ValueError:
        raise CannotServe(f"{file} holds no certificate in PEM form.") from None
    if _public_form(_key_in(key)) != _public_form(certificate):
        raise CannotServe(f"The key {key} does not belong to the certificate {file}.")
    return _described(certificate, file, key, self_made=self_made)


def _key_in(file: Path) -> PrivateKeyTypes:
    try:
        return serialization.load_pem_private_key(_bytes_of("key", file), None)
    except TypeError:
        decrypt = f"openssl pkey -in {file} -out plain-key.pem"
        raise CannotServe(f"The key {file} is encrypted; decrypt it for the server: {decrypt}.") from None
    except ValueError:
        raise CannotServe(f"{file} holds no private key in PEM form.") from None


def _bytes_of(what: str, file: Path) -> bytes:
    try:
        return file.read_bytes()
    except OSError as error:
        raise CannotServe(f"The {what} {file} cannot be read: {(error.strerror or str(error)).lower()}.") from error


def _public_form(holder: x509.Certificate | PrivateKeyTypes) -> bytes:
    encoding, form = serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo
    return holder.public_key().public_bytes(encoding, form)


def _described(certificate: x509.Certificate, file: Path, key: Path, *, self_made: bool) -> Certificate:
    return Certificate(
        file=file,
        key=key,
        self_made=self_made,
        ends=certificate.not_valid_after_utc,
        names=_names_in(certificate),
        fingerprint=certificate.fingerprint(hashes.SHA256()).hex(":").upper(),
    )


def _names_in(certificate: x509.Certificate) -> frozenset[str]:
    try:
        found = certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (x509.ExtensionNotFound, ValueError):
        return frozenset()
    return frozenset(str(name.value) for name in found if isinstance(name, x509.DNSName | x509.IPAddress))


# -- making


def _make(settings: Settings) -> Certificate:
    file, key_file = _kept_files(settings)
    key = ec.generate_private_key(ec.SECP256R1())
    certificate = _signed(key, names_for(settings))
    encoding, form = serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8
    try:
        file.parent.mkdir(parents=True, exist_ok=True)
        _keep(key_file, key.private_bytes(encoding, form, serialization.NoEncryption()), 0o600)
        _keep(file, certificate.public_bytes(encoding), 0o644)
    except OSError as error:
        reason = (error.strerror or str(error)).lower()
        raise CannotServe(f"The certificate cannot be kept in {file.parent}: {reason}.") from error
    return _described(certificate, file, key_file, self_made=True)


def _keep(file: Path, content: bytes, mode: int) -> None:
    """Write a file that is never there in part, nor for others to read before its mode is set."""
    partial = file.with_name(f"{file.name}.new")
    partial.unlink(missing_ok=True)
    with open(os.open(partial, os.O_WRONLY | os.O_CREAT | os.O_EXCL, mode), "wb") as out:
        out.write(content)
    partial.replace(file)


def _signed(key: CertificateIssuerPrivateKeyTypes, names: Iterable[str]) -> x509.Certificate:
    """A certificate for these names that is its own authority, but none for others."""
    subject = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, "Sonar Referee")])
    public = key.public_key()
    made = _now()
    usage = x509.KeyUsage(
        digital_signature=True,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=False,
        crl_sign=False,
        encipher_only=False,
        decipher_only=False,
    )
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(subject)
        .public_key(public)
        .serial_number(x509.random_serial_number())
        .not_valid_before(made - _EARLIER)
        .not_valid_after(made - _EARLIER + _LASTS)
        .add_extension(x509.SubjectAlternativeName([_general_name(name) for name in sorted(names)]), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(usage, critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(public), critical=False)
        .sign(key, hashes.SHA256())
    )


def _general_name(name: str) -> x509.GeneralName:
    try:
        return x509.IPAddress(ipaddress.ip_address(name))
    except ValueError:
        return x509.DNSName(name)
