"""What a peer of ours needs of libsodium, which is here wherever Weft is: a door by ctypes."""

import ctypes
import ctypes.util
import os

NAME = ctypes.util.find_library("sodium")
LIBRARY = ctypes.CDLL(NAME) if NAME else None
if LIBRARY:
    LIBRARY.sodium_init()
# Bytes by which what is sealed is longer, and of a signature.
TAG = 16
SIGNATURE = 64


def agreement_key():
    """A new X25519 pair: secret, public."""
    secret = os.urandom(32)
    public = ctypes.create_string_buffer(32)
    LIBRARY.crypto_scalarmult_base(public, secret)
    return secret, public.raw


def agree(secret, public):
    shared = ctypes.create_string_buffer(32)
    if LIBRARY.crypto_scalarmult(shared, secret, public) != 0:
        raise ValueError("a key of small order")
    return shared.raw


def signing_key():
    """A new Ed25519 pair: secret, public."""
    secret, public = ctypes.create_string_buffer(64), ctypes.create_string_buffer(32)
    LIBRARY.crypto_sign_keypair(public, secret)
    return secret.raw, public.raw


def sign(message, secret):
    signature = ctypes.create_string_buffer(SIGNATURE)
    LIBRARY.crypto_sign_detached(
        signature, None, message, ctypes.c_ulonglong(len(message)), secret)
    return signature.raw


def seal(plain, key, counter, additional=b""):
    """ChaCha20-Poly1305 as Noise uses it: the nonce is four zeros and the counter."""
    sealed = ctypes.create_string_buffer(len(plain) + TAG)
    LIBRARY.crypto_aead_chacha20poly1305_ietf_encrypt(
        sealed, None, plain, ctypes.c_ulonglong(len(plain)), additional,
        ctypes.c_ulonglong(len(additional)), None, nonce(counter), key)
    return sealed.raw


def unseal(sealed, key, counter, additional=b""):
    """What was sealed. Raises ValueError."""
    if len(sealed) < TAG:
        raise ValueError("too short to be sealed")
    plain = ctypes.create_string_buffer(max(len(sealed) - TAG, 1))
    failed = LIBRARY.crypto_aead_chacha20poly1305_ietf_decrypt(
        plain, None, None, sealed, ctypes.c_ulonglong(len(sealed)), additional,
        ctypes.c_ulonglong(len(additional)), nonce(counter), key)
    if failed:
        raise ValueError("sealed by somebody else, or changed")
    return plain.raw[:len(sealed) - TAG]


def nonce(counter):
    return bytes(4) + counter.to_bytes(8, "little")
