"""Certificates of one's own: who may use them, for which addresses, and how long they are kept."""

from __future__ import annotations

import contextlib
import ssl
import stat
from datetime import UTC, datetime, timedelta
from ipaddress import ip_address
from pathlib import Path

import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID

from kiebitz.failure import Failure
from kiebitz.screen.doors import certificates
from kiebitz.screen.doors.certificates import certificate_for, is_private

HOME = ("192.168.1.20", "127.0.0.1")


def authority(folder: Path) -> x509.Certificate:
    return x509.load_pem_x509_certificate((folder / "authority.pem").read_bytes())


def test_a_certificate_is_for_the_addresses_and_signed_by_the_tables_own_authority(tmp_path: Path) -> None:
    made = certificate_for(HOME, tmp_path)
    leaf, signer = x509.load_pem_x509_certificates(made.chain.read_bytes())
    leaf.verify_directly_issued_by(signer)
    names = leaf.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    assert set(map(str, names.get_values_for_type(x509.IPAddress))) == set(HOME)
    assert (leaf.not_valid_after_utc - leaf.not_valid_before_utc).days <= 397


def test_the_authority_can_speak_for_private_addresses_only(tmp_path: Path) -> None:
    certificate_for(HOME, tmp_path)
    limits = authority(tmp_path).extensions.get_extension_for_class(x509.NameConstraints)
    assert limits.critical
    assert limits.value.permitted_subtrees is not None
    values = [str(name.value) for name in limits.value.permitted_subtrees]
    assert "192.168.0.0/16" in values
    nobody = values.count(".invalid")
    assert nobody == 2  # for mail and URIs, which would be free if they were not named
    rest = set(values) - {".invalid"}
    assert all(value == "localhost" or is_private(value.partition("/")[0]) for value in rest)
    usage = authority(tmp_path).extensions.get_extension_for_class(x509.ExtendedKeyUsage).value
    assert list(usage) == [ExtendedKeyUsageOID.SERVER_AUTH]


@pytest.mark.parametrize(
    ("name", "is_trusted"),
    [
        (None, True),
        (x509.DNSName("localhost"), True),
        (x509.DNSName("example.com"), False),
        (x509.IPAddress(ip_address("8.8.8.8")), False),
        (x509.RFC822Name("somebody@example.com"), False),
        (x509.UniformResourceIdentifier("https://example.com/"), False),
    ],
)
def test_what_a_stolen_key_signs_is_trusted_for_the_table_alone(
    tmp_path: Path, name: x509.GeneralName | None, is_trusted: bool
) -> None:
    """Have OpenSSL, which trusts the authority, meet a server whose certificate the authority has signed."""
    certificate_for(HOME, tmp_path)
    signing = serialization.load_pem_private_key((tmp_path / "authority.key").read_bytes(), None)
    assert isinstance(signing, ec.EllipticCurvePrivateKey)
    key, now = ec.generate_private_key(ec.SECP256R1()), datetime.now(UTC)
    names = [x509.IPAddress(ip_address("127.0.0.1")), *([name] if name else [])]
    leaf = (
        x509.CertificateBuilder(authority(tmp_path).subject, x509.Name([]), key.public_key())
        .serial_number(x509.random_serial_number())
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=1))
        .add_extension(x509.SubjectAlternativeName(names), critical=True)
        .sign(signing, hashes.SHA256())
    )
    made = tmp_path / "made.pem"
    secret = key.private_bytes(
        serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
    )
    made.write_bytes(leaf.public_bytes(serialization.Encoding.PEM) + secret)
    assert trusts(made, tmp_path / "authority.pem") == is_trusted


def trusts(server: Path, authority: Path) -> bool:
    """Return whether a client that trusts *authority* agrees on encryption with a *server* at 127.0.0.1."""
    serving, asking = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER), ssl.create_default_context(cafile=str(authority))
    serving.load_cert_chain(server)
    there, back = ssl.MemoryBIO(), ssl.MemoryBIO()
    client = asking.wrap_bio(back, there, server_hostname="127.0.0.1")
    host = serving.wrap_bio(there, back, server_side=True)
    for end in (client, host, client):
        with contextlib.suppress(ssl.SSLWantReadError):
            try:
                end.do_handshake()
            except ssl.SSLCertVerificationError:
                return False
    return True


def test_an_authority_of_an_older_version_is_made_anew(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with monkeypatch.context() as older:
        older.setattr(certificates, "_SERVERS", x509.ExtendedKeyUsage([ExtendedKeyUsageOID.CLIENT_AUTH]))
        before = certificate_for(HOME, tmp_path)
    assert certificate_for(HOME, tmp_path).authority != before.authority


def test_keys_can_be_read_by_nobody_else(tmp_path: Path) -> None:
    certificate_for(HOME, tmp_path)
    for path in tmp_path.iterdir():
        assert stat.S_IMODE(path.stat().st_mode) == 0o600


def test_the_certificate_is_kept_as_long_as_the_addresses_stay(tmp_path: Path) -> None:
    first = certificate_for(HOME, tmp_path)
    assert certificate_for(HOME[:1], tmp_path).spki == first.spki
    moved = certificate_for(("10.0.0.7",), tmp_path)
    assert moved.spki != first.spki
    assert moved.authority == first.authority


@pytest.mark.parametrize("name", ["table.pem", "table.key", "authority.pem", "authority.key"])
def test_a_damaged_file_is_made_anew(tmp_path: Path, name: str) -> None:
    certificate_for(HOME, tmp_path)
    (tmp_path / name).write_bytes(b"damaged")
    made = certificate_for(("10.0.0.7",), tmp_path)
    leaf, signer = x509.load_pem_x509_certificates(made.chain.read_bytes())
    leaf.verify_directly_issued_by(signer)


def test_a_folder_that_cannot_be_is_named_in_one_line(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"")
    with pytest.raises(Failure, match="cannot keep certificates"):
        certificate_for(HOME, tmp_path / "file")


@pytest.mark.parametrize("address", ["8.8.8.8", "172.32.0.1", "193.168.0.1"])
def test_addresses_of_the_internet_are_not_private(address: str) -> None:
    assert not is_private(address)
