"""The door without https, and certificates of one's own: what is served, to whom, and what is kept back."""

from __future__ import annotations

import contextlib
import io
import json
import ssl
import stat
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import UTC, datetime, timedelta
from functools import cache
from ipaddress import ip_address
from pathlib import Path

import cv2
import httpx
import numpy as np
import pytest
from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID
from PIL import Image
from playwright.sync_api import Browser

from kiebitz.api.pictures import pretend_picture
from kiebitz.api.play import game as rules_of
from kiebitz.commands.table import welcome
from kiebitz.failure import Failure
from kiebitz.screen.doors import certificates, open_doors
from kiebitz.screen.doors.certificates import certificate_for, is_private
from kiebitz.screen.doors.open_doors import ALONE
from kiebitz.screen.live.asked import Ask
from kiebitz.screen.serving import Screen
from tests.screen.browser import in_browser
from tests.screen.conftest import heard, new_page, running, see_empty_board, until
from tests.screen.test_pages import check


@cache
def picture() -> bytes:
    image = pretend_picture(rules_of("tink").start().play("Se5").play("Sd4").play("Sc6"))
    return cv2.imencode(".jpg", image)[1].tobytes()


@pytest.fixture(scope="module")
def screen(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Screen]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("KIEBITZ_HOME", str(tmp_path_factory.mktemp("home")))
        patch.setattr(open_doors, "lan_addresses", list)
        with running(Screen.open(0, lan=True)) as opened:
            opened.desk.begin(Ask("tink", 2))
            yield opened


def origin(screen: Screen) -> str:
    return f"http://{screen.plain[0].hosts[0]}"


@contextmanager
def asking(screen: Screen, token: str) -> Iterator[httpx.Client]:
    headers = {"X-Kiebitz": token}
    with httpx.Client(base_url=f"{origin(screen)}/api/v1/", headers=headers, trust_env=False, timeout=20) as client:
        yield client


def test_who_lets_phones_join_without_a_network_is_told_that_none_can(
    screen: Screen, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert ALONE in welcome(screen)
    monkeypatch.setattr(screen, "lan_address", lambda path, _="": f"https://192.168.0.7:8081{path}")
    assert ALONE not in welcome(screen)


def test_the_doors_do_not_answer_in_each_others_names(screen: Screen) -> None:
    with asking(screen, screen.tokens.photo) as client:
        assert client.get("state", headers={"Host": f"127.0.0.1:{screen.port}"}).status_code == 421
        foreign = f"http://127.0.0.1:{screen.port}"
        assert client.post("frames", content=picture(), headers={"Origin": foreign}).status_code == 403
        assert client.get("state", headers={"Origin": origin(screen)}).status_code == 200


def test_only_pages_that_need_no_https_are_served(screen: Screen) -> None:
    found = {path: httpx.get(origin(screen) + path, trust_env=False).status_code for path in
             ("/", "/photo", "/trust", "/phone", "/games", "/rules")}  # fmt: skip
    assert found == {"/": 200, "/photo": 200, "/trust": 200, "/phone": 404, "/games": 404, "/rules": 404}


def test_the_authority_is_the_one_whose_fingerprint_is_shown(screen: Screen) -> None:
    data = httpx.get(f"{origin(screen)}/authority.crt", trust_env=False)
    shown = screen.pairing().authority_fingerprint
    found = x509.load_der_x509_certificate(data.content).fingerprint(hashes.SHA256())
    assert (found.hex(":").upper(), data.headers["content-type"]) == (shown, "application/x-x509-ca-cert")


def test_the_names_of_people_stay_away_from_where_anybody_may_listen(screen: Screen) -> None:
    address, known = f"http://127.0.0.1:{screen.port}/api/v1/", {"X-Kiebitz": screen.tokens.table}
    with httpx.Client(base_url=address, headers=known, trust_env=False) as table:
        table.post("tables", json={"game": "tink", "names": {"A": "Ada", "B": "Bo"}}).raise_for_status()
        see_empty_board(table)
        with asking(screen, screen.tokens.onlooker) as onlooker:
            assert table.get("state").json()["people"] == {"A": "Ada", "B": "Bo"}
            assert onlooker.get("state").json()["people"] == {}
            assert "Ada" in read_until(table, "players")
            assert "Ada" not in read_until(onlooker, "players")
    screen.desk.begin(Ask("tink", 2))


def read_until(client: httpx.Client, event: str) -> str:
    """Return what a follower gets up to the event called *event*."""
    got = ""
    for told in heard(client, "passing=1"):
        got += json.dumps(told)
        if told["event"] == event:
            break
    return got


def test_the_next_port_is_taken_or_else_a_free_one(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    def listening(address: str, port: int) -> str:
        asked.append(port)
        if port == 8081:
            raise Failure("taken")
        return address

    monkeypatch.setattr(open_doors, "listening", listening)
    own = ["192.168.1.20"]
    assert [door.names for door in open_doors._plain_doors(own, 8080)] == [("192.168.1.20",)]
    assert len(open_doors._plain_doors(own, 65_535)) == 1
    assert asked == [8081, 0, 0]


def test_without_the_network_nothing_is_served_plainly() -> None:
    screen = Screen.open(0)
    try:
        assert (screen.plain, screen.plain_address("/photo"), screen.pairing().photo) == ([], "", "")
    finally:
        screen.doors[0].socket.close()


@in_browser
def test_a_photo_taken_without_https_is_read(browser: Browser, screen: Screen, tmp_path: Path) -> None:
    photo = tmp_path / "board.jpg"
    Image.open(io.BytesIO(picture())).save(photo)
    screen.desk.begin(Ask("tink", 2))
    with new_page(browser) as page:
        # loopback counts as a secure place, so what is not one is played
        page.add_init_script("Object.defineProperty(window, 'isSecureContext', { value: false })")
        page.goto(screen.pairing().photo)
        assert page.get_by_role("button", name="Start camera").count() == 0
        page.get_by_text("anybody on this network may see").wait_for()
        check(page)
        with page.expect_file_chooser() as chooser:
            page.get_by_text("Take a photo", exact=True).click()
        chooser.value.set_files(photo)
        until(lambda: screen.desk.state().get("contents"), "the photo")
    assert screen.desk.state()["contents"] == {"e5": "As", "d4": "Bs", "c6": "As"}
    assert screen.desk.feed.newest == 2  # it was found and read; nobody complains that no other picture comes
    assert np.asarray(Image.open(photo)).shape[:2] == (960, 1280)


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
