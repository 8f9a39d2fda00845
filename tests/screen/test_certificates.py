"""Certificates of one's own: who may use them, for which addresses, and how long they are kept."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest
from cryptography import x509

from kiebitz.failure import Failure
from kiebitz.screen.certificates import certificate_for, is_private

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
    assert all(value == "localhost" or is_private(value.partition("/")[0]) for value in values)


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
