"""`sonar-referee serve`."""

from __future__ import annotations

import sys
from contextlib import suppress

import sonar_referee
from sonar_referee.cli.bad_input import BadInput
from sonar_referee.cli.qr_code import print_qr_code
from sonar_referee.server.addresses import shown_address
from sonar_referee.server.logs import configure_logs
from sonar_referee.server.run import Server
from sonar_referee.server.settings import Settings
from sonar_referee.server.tls import Certificate
from sonar_referee.store import SQLiteStore, StoreUnusable


def serve(settings: Settings, qr: bool | None) -> None:
    """Serve until told to stop; `qr` is whether to draw a QR code, None for where it helps. Raises `BadInput`."""
    configure_logs(settings.log_format, settings.log_level)
    try:
        store = SQLiteStore.open(settings.database)
    except StoreUnusable as error:
        raise BadInput(str(error)) from error

    def on_listening(port: int) -> None:
        with suppress(OSError):  # nobody reads what is printed: no reason to stop
            _announce(settings, port, qr, server.certificate)

    server = Server(settings, store, on_listening)
    server.serve_until_signalled()


def _announce(settings: Settings, port: int, qr: bool | None, certificate: Certificate | None) -> None:
    url, reachable = shown_address(settings.host, port, "http" if certificate is None else "https")
    print(f"Sonar Referee {sonar_referee.__version__} listens.\n")
    print(f"  Address        {url}")
    if not reachable:
        print("                 (only this machine can reach it)")
    print(f"  Documentation  {url}docs")
    print(f"  Matches        {settings.database.absolute()}\n")
    if certificate is not None:
        _announce_certificate(certificate)
    if (sys.stdout.isatty() and reachable) if qr is None else qr:
        print_qr_code(url, sys.stdout)
        print()
    print("Ctrl+C stops it; matches go on at the next start.", flush=True)


def _announce_certificate(certificate: Certificate) -> None:
    kind = "self-made" if certificate.self_made else str(certificate.file)
    half = len(certificate.fingerprint) // 2 + 1
    print(f"  Certificate    {kind}, until {certificate.ends:%Y-%m-%d}; its SHA-256 fingerprint is")
    print(f"                 {certificate.fingerprint[:half]}")
    print(f"                 {certificate.fingerprint[half:]}\n")
    if certificate.self_made:
        print("A browser warns at the first visit, because no authority has signed this certificate: see that it shows")
        print("this fingerprint, then go on.\n")
