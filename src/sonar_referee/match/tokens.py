"""Secrets and codes. Only the hash of a token is kept."""

from __future__ import annotations

import base64
import hashlib
import secrets

PLAYER = "srp_"
HOST = "srh_"
_TOKEN_BYTES = 20
ALPHABET = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""What join codes are made of: no letters and digits that look alike."""
CODE_LENGTH = 6


def new_token(prefix: str) -> str:
    """A secret of 160 random bits behind a prefix that tells what it is for."""
    return prefix + base64.b32encode(secrets.token_bytes(_TOKEN_BYTES)).decode().lower()


def token_hash(token: str) -> str:
    """What is kept of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()


def new_id() -> str:
    """An id for a match or a player: unguessable, but no secret."""
    return secrets.token_hex(6)


def new_join_code() -> str:
    """A code to read out loud."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))
