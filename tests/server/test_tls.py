"""The certificate for HTTPS: made once, kept, made anew when it no longer serves; or one's own, checked first."""

from __future__ import annotations

import hashlib
import ssl
import stat
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec

from sonar_referee.server import tls
from sonar_referee.server.errors import CannotServe
from sonar_referee.server.settings import Settings
from sonar_referee.server.tls import Certificate, certificate_of, kept_certificate

Make = Callable[..., Settings]


@pytest.fixture(name="settings")
def settings_in_a_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Make:
    """Settings with TLS and a database in a folder of the test, on a machine of known addresses."""
    monkeypatch.setattr(tls, "own_addresses", lambda: ["192.168.1.20"])
    monkeypatch.setattr("socket.gethostname", lambda: "Nautilus")

    def make(**chosen: Any) -> Settings:
        return Settings(**{"database": tmp_path / "deep" / "matches.sqlite3", "tls": True, **chosen})

    return make


def made(settings: Settings) -> Certificate:
    """The certificate that a server with these settings has."""
    found = certificate_of(settings)
    assert found is not None
    return found


def refusal(settings: Settings) -> str:
    """Why a server with these settings cannot start."""
    with pytest.raises(CannotServe) as refused:
        certificate_of(settings)
    return str(refused.value)


def test_without_tls_there_is_none(settings: Make) -> None:
    assert certificate_of(settings(tls=False)) is None


def test_it_is_for_every_name_of_this_machine(settings: Make) -> None:
    local = {"localhost", "127.0.0.1", "::1"}
    machine = {"192.168.1.20", "nautilus", "nautilus.local"}
    assert made(settings()).names == local | machine
    assert made(settings(host="10.1.2.3")).names == local | machine | {"10.1.2.3"}
    assert made(settings(host="ada.example")).names == local | machine | {"ada.example"}


@pytest.mark.parametrize("name", ["Übersee", "x" * 64, ""])
def test_a_name_that_fits_in_no_certificate_is_left_out(
    settings: Make, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    monkeypatch.setattr("socket.gethostname", lambda: name)
    assert made(settings()).names == {"localhost", "127.0.0.1", "::1", "192.168.1.20"}


def test_browsers_take_it(settings: Make) -> None:
    """It is a server's, on P-256, no authority for others, and for no longer than browsers allow."""
    certificate = x509.load_pem_x509_certificate(made(settings()).file.read_bytes())
    key = certificate.public_key()
    assert isinstance(key, ec.EllipticCurvePublicKey)
    assert key.curve.name == "secp256r1"
    assert certificate.not_valid_after_utc - certificate.not_valid_before_utc <= timedelta(days=397)
    assert certificate.not_valid_before_utc < datetime.now(UTC) - timedelta(hours=23), "clocks differ"
    assert not certificate.extensions.get_extension_for_class(x509.BasicConstraints).value.ca
    usage = certificate.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert x509.oid.ExtendedKeyUsageOID.SERVER_AUTH in usage
    assert certificate.issuer == certificate.subject


def test_the_fingerprint_is_what_browsers_show(settings: Make) -> None:
    found = made(settings())
    der = ssl.PEM_cert_to_DER_cert(found.file.read_text())
    digest = hashlib.sha256(der).hexdigest().upper()
    assert found.fingerprint == ":".join(digest[at : at + 2] for at in range(0, 64, 2))


def test_the_key_is_for_its_owner_alone(settings: Make) -> None:
    found = made(settings())
    assert stat.S_IMODE(found.key.stat().st_mode) == 0o600
    assert b"PRIVATE" not in found.file.read_bytes()
    assert {file.name for file in found.file.parent.iterdir()} == {"tls-certificate.pem", "tls-key.pem"}


def test_it_is_used_again(settings: Make) -> None:
    assert made(settings()) == made(settings()) == kept_certificate(settings())


def test_it_is_made_anew_for_a_new_address(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(settings())
    monkeypatch.setattr(tls, "own_addresses", lambda: ["192.168.1.21"])
    assert kept_certificate(settings()) is None
    second = made(settings())
    assert second.fingerprint != first.fingerprint
    assert "192.168.1.21" in second.names


def test_an_address_fewer_is_no_reason(settings: Make, monkeypatch: pytest.MonkeyPatch) -> None:
    first = made(settings())
    monkeypatch.setattr(tls, "own_addresses", list)
    assert made(settings()) == first


@pytest.mark.parametrize(("days", "same"), [(393, True), (394, False)])
def test_it_is_made_anew_before_it_ends(settings: Make, monkeypatch: pytest.MonkeyPatch, days: int, same: bool) -> None:
    first = made(settings())
    later = datetime.now(UTC) + timedelta(days=days - 1, hours=23)
    monkeypatch.setattr(tls, "_now", lambda: later)
    assert (made(settings()) == first) is same


@pytest.mark.parametrize("damaged", ["tls-certificate.pem", "tls-key.pem"])
@pytest.mark.parametrize("content", [None, "", "junk"])
def test_it_is_made_anew_when_it_is_damaged(settings: Make, damaged: str, content: str | None) -> None:
    file = made(settings()).file.with_name(damaged)
    file.unlink() if content is None else file.write_text(content)
    assert kept_certificate(settings()) is None
    found = made(settings())
    ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER).load_cert_chain(found.file, found.key)


def test_what_an_interrupted_making_left_does_not_matter(settings: Make, tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "tls-key.pem.new").write_text("half a key")
    assert made(settings()) == kept_certificate(settings())


def test_a_folder_that_cannot_be_written(settings: Make, tmp_path: Path) -> None:
    (tmp_path / "deep").write_text("a file")
    assert refusal(settings()).startswith(f"The certificate cannot be kept in {tmp_path / 'deep'}: ")


# -- one's own


@pytest.fixture(name="own")
def own_pair(settings: Make, tmp_path: Path) -> tuple[Path, Path]:
    """A certificate and a key of one's own."""
    found = made(settings(database=tmp_path / "own" / "x"))
    return found.file, found.key


def test_own_files_are_used_as_they_are(settings: Make, own: tuple[Path, Path], tmp_path: Path) -> None:
    found = made(settings(tls_certificate=own[0], tls_key=own[1]))
    assert (found.file, found.key, found.self_made) == (*own, False)
    assert not (tmp_path / "deep").exists(), "none is made"


def test_one_of_two_files(settings: Make, own: tuple[Path, Path]) -> None:
    assert "--tls-key is missing" in refusal(settings(tls_certificate=own[0]))
    assert "--tls-certificate is missing" in refusal(settings(tls_key=own[1]))


def test_files_without_tls(settings: Make, own: tuple[Path, Path]) -> None:
    assert "with --tls only" in refusal(settings(tls=False, tls_certificate=own[0], tls_key=own[1]))


def test_files_that_are_not_there(settings: Make, own: tuple[Path, Path], tmp_path: Path) -> None:
    gone = tmp_path / "gone.pem"
    said = "cannot be read: no such file or directory."
    assert refusal(settings(tls_certificate=gone, tls_key=own[1])) == f"The certificate {gone} {said}"
    assert refusal(settings(tls_certificate=own[0], tls_key=gone)) == f"The key {gone} {said}"


def test_a_folder_is_no_file(settings: Make, own: tuple[Path, Path], tmp_path: Path) -> None:
    assert "cannot be read: is a directory." in refusal(settings(tls_certificate=own[0], tls_key=tmp_path))


def test_files_that_hold_something_else(settings: Make, own: tuple[Path, Path]) -> None:
    certificate, key = own
    assert "holds no certificate in PEM form" in refusal(settings(tls_certificate=key, tls_key=key))
    assert "holds no private key in PEM form" in refusal(settings(tls_certificate=certificate, tls_key=certificate))


def test_a_key_of_another_certificate(settings: Make, own: tuple[Path, Path]) -> None:
    other = made(settings())
    said = refusal(settings(tls_certificate=own[0], tls_key=other.key))
    assert said == f"The key {other.key} does not belong to the certificate {own[0]}."


def test_an_encrypted_key(settings: Make, own: tuple[Path, Path], tmp_path: Path) -> None:
    key = serialization.load_pem_private_key(own[1].read_bytes(), None)
    locked = tmp_path / "locked.pem"
    encryption = serialization.BestAvailableEncryption(b"secret")
    form = serialization.PrivateFormat.PKCS8
    locked.write_bytes(key.private_bytes(serialization.Encoding.PEM, form, encryption))
    said = refusal(settings(tls_certificate=own[0], tls_key=locked))
    assert said.startswith(f"The key {locked} is encrypted; decrypt it for the server: ")


def test_a_certificate_that_has_ended(settings: Make, own: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tls, "_now", lambda: datetime.now(UTC) + timedelta(days=400))
    assert "; renew it." in refusal(settings(tls_certificate=own[0], tls_key=own[1]))


def test_a_certificate_without_names_is_used(settings: Make, tmp_path: Path) -> None:
    key = ec.generate_private_key(ec.SECP256R1())
    name = x509.Name([x509.NameAttribute(x509.NameOID.COMMON_NAME, "old")])
    builder = x509.CertificateBuilder().subject_name(name).issuer_name(name).public_key(key.public_key())
    today = datetime.now(UTC)
    certificate = (
        builder.serial_number(1)
        .not_valid_before(today)
        .not_valid_after(today + timedelta(days=1))
        .sign(key, hashes.SHA256())
    )
    file, key_file = tmp_path / "old.pem", tmp_path / "old-key.pem"
    encoding = serialization.Encoding.PEM
    file.write_bytes(certificate.public_bytes(encoding))
    form = serialization.PrivateFormat.TraditionalOpenSSL
    key_file.write_bytes(key.private_bytes(encoding, form, serialization.NoEncryption()))
    assert made(settings(tls_certificate=file, tls_key=key_file)).names == frozenset()
