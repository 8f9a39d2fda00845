"""Makes the certificates with which phones on the local network may use their cameras.

An authority of one's own, kept in the data folder, signs a certificate for today's addresses. It is constrained to
private addresses, so that it can speak for nobody else, even if a phone trusts it and its key is stolen.
"""

from __future__ import annotations

import base64
import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address, ip_network
from pathlib import Path

from cryptography import x509
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from kiebitz.disk import why
from kiebitz.failure import Failure
from kiebitz.screen.doors.secret_files import write_secret

_DAYS, _LEFT_DAYS = 397, 30
"""Days that a certificate lasts, the most that browsers accept, and the days left at which it is made again."""
PRIVATE = tuple(
    map(ip_network, ("10.0.0.0/8", "100.64.0.0/10", "127.0.0.0/8", "169.254.0.0/16", "172.16.0.0/12", "192.168.0.0/16"))
)
"""Addresses that no one on the internet can reach."""
_NAMES = ("localhost",)
_NOBODY = ".invalid"
"""The only domain allowed in mail addresses and URIs, and it leads nowhere: kinds of names without a limit are free."""
_SERVERS = x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH])


@dataclass(frozen=True, slots=True)
class Certificate:
    """A certificate with its key, as files for the server, and what people may compare."""

    chain: Path
    key: Path
    authority: bytes
    """The authority's certificate in DER, for phones to trust."""
    spki: str
    """The SHA-256 of the public key, in base64."""
    fingerprint: str
    """The SHA-256 of the certificate, in pairs of hexadecimal digits."""
    authority_fingerprint: str
    """The SHA-256 of the authority's certificate, in pairs of hexadecimal digits."""


def certificate_for(addresses: Sequence[str], folder: Path) -> Certificate:
    """Return the certificate for *addresses* that is kept in *folder*, made again where it does not fit.

    Raises ``Failure`` if the folder cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        return _kept(folder, addresses) or _made(folder, addresses)
    except OSError as error:
        raise Failure(f"cannot keep certificates in {folder}: {why(error)}; free it, or leave --lan out") from None


def is_private(address: str) -> bool:
    """Return whether *address* is one that nobody on the internet can reach.

    >>> is_private("192.168.1.20"), is_private("8.8.8.8")
    (True, False)
    """
    return any(ip_address(address) in network for network in PRIVATE)


def _kept(folder: Path, addresses: Sequence[str]) -> Certificate | None:
    """Return the certificate in *folder* if it is whole, lasts long enough and covers all *addresses*."""
    chain, key = folder / "table.pem", folder / "table.key"
    try:
        leaf, authority = x509.load_pem_x509_certificates(chain.read_bytes())
        private = serialization.load_pem_private_key(key.read_bytes(), None)
        leaf.verify_directly_issued_by(authority)
        names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    except (FileNotFoundError, ValueError, TypeError, InvalidSignature, x509.ExtensionNotFound):
        return None
    known = set(map(str, names.get_values_for_type(x509.IPAddress)))
    fits = private.public_key() == leaf.public_key() and set(addresses) <= known and _is_limited(authority)
    if not fits or _ends_soon(leaf):
        return None
    return _certificate(chain, key, leaf, authority)


def _made(folder: Path, addresses: Sequence[str]) -> Certificate:
    authority, signing = _authority(folder)
    key = ec.generate_private_key(ec.SECP256R1())
    names: list[x509.GeneralName] = [
        *(x509.IPAddress(ip_address(address)) for address in addresses),
        *map(x509.DNSName, _NAMES),
    ]
    leaf = (
        _begun("Kiebitz at this table", key.public_key())
        .issuer_name(authority.subject)
        .add_extension(x509.SubjectAlternativeName(names), critical=False)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(_SERVERS, critical=False)
        .add_extension(x509.AuthorityKeyIdentifier.from_issuer_public_key(signing.public_key()), critical=False)
        .sign(signing, hashes.SHA256())
    )
    chain = folder / "table.pem"
    write_secret(folder / "table.key", _key_pem(key))
    write_secret(chain, _pem(leaf) + _pem(authority))
    return _certificate(chain, folder / "table.key", leaf, authority)


def _authority(folder: Path) -> tuple[x509.Certificate, ec.EllipticCurvePrivateKey]:
    """Return the authority kept in *folder*, or a new one."""
    path, key_path = folder / "authority.pem", folder / "authority.key"
    try:
        known = x509.load_pem_x509_certificate(path.read_bytes())
        key = serialization.load_pem_private_key(key_path.read_bytes(), None)
        fits = isinstance(key, ec.EllipticCurvePrivateKey) and key.public_key() == known.public_key()
        if fits and not _ends_soon(known) and _is_limited(known):
            assert isinstance(key, ec.EllipticCurvePrivateKey)
            return known, key
    except (FileNotFoundError, ValueError, TypeError):
        pass
    new = ec.generate_private_key(ec.SECP256R1())
    allowed = [
        *map(x509.IPAddress, PRIVATE), *map(x509.DNSName, _NAMES),
        x509.RFC822Name(_NOBODY), x509.UniformResourceIdentifier(_NOBODY),
    ]  # fmt: skip
    begun = _begun("Kiebitz: this table's own authority", new.public_key())
    made = (
        begun.issuer_name(_name("Kiebitz: this table's own authority"))
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=allowed, excluded_subtrees=None), critical=True)
        .add_extension(_signing_only(), critical=True)
        .add_extension(_SERVERS, critical=False)
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(new.public_key()), critical=False)
        .sign(new, hashes.SHA256())
    )
    write_secret(key_path, _key_pem(new))
    write_secret(path, _pem(made))
    return made, new


def _begun(name: str, key: ec.EllipticCurvePublicKey) -> x509.CertificateBuilder:
    now = datetime.now(UTC)
    return (
        x509.CertificateBuilder()
        .subject_name(_name(name))
        .public_key(key)
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=_DAYS - 1))
    )


def _name(text: str) -> x509.Name:
    return x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, text)])


def _is_limited(authority: x509.Certificate) -> bool:
    """Return whether *authority* can vouch only for servers at private addresses; older ones could do more."""
    try:
        names = authority.extensions.get_extension_for_class(x509.NameConstraints).value.permitted_subtrees or []
        usage = authority.extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    except x509.ExtensionNotFound:
        return False
    kinds = {type(name) for name in names}
    return usage == _SERVERS and {x509.RFC822Name, x509.UniformResourceIdentifier} <= kinds


def _signing_only() -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=False, content_commitment=False, key_encipherment=False, data_encipherment=False,
        key_agreement=False, key_cert_sign=True, crl_sign=False, encipher_only=False, decipher_only=False,
    )  # fmt: skip


def _ends_soon(certificate: x509.Certificate) -> bool:
    return certificate.not_valid_after_utc < datetime.now(UTC) + timedelta(days=_LEFT_DAYS)


def _certificate(chain: Path, key: Path, leaf: x509.Certificate, authority: x509.Certificate) -> Certificate:
    public = leaf.public_key().public_bytes(serialization.Encoding.DER, serialization.PublicFormat.SubjectPublicKeyInfo)
    return Certificate(
        chain=chain,
        key=key,
        authority=authority.public_bytes(serialization.Encoding.DER),
        spki=base64.b64encode(hashlib.sha256(public).digest()).decode(),
        fingerprint=leaf.fingerprint(hashes.SHA256()).hex(":").upper(),
        authority_fingerprint=authority.fingerprint(hashes.SHA256()).hex(":").upper(),
    )


def _pem(certificate: x509.Certificate) -> bytes:
    return certificate.public_bytes(serialization.Encoding.PEM)


def _key_pem(key: ec.EllipticCurvePrivateKey) -> bytes:
    return key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
