"""Passes the events of a table on to a webhook.

    python docs/examples/pass_on_events.py URL#TOKEN --webhook http://127.0.0.1:9000/kiebitz

URL#TOKEN is the address that ``kiebitz table`` shows. Each event is sent as one JSON object, in order and once; after
a break it goes on behind the last one that was sent. For MQTT there is ``kiebitz table --mqtt``.
"""

from __future__ import annotations

import argparse
import json
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from typing import Any

AGAIN_S = 2.0

Send = Callable[[dict[str, Any]], None]


def events(url: str, token: str, since: int) -> Iterator[dict[str, Any]]:
    """Yield the events of the table at *url* that come after number *since*."""
    request = urllib.request.Request(f"{url}/api/v1/events?since={since}", headers={"X-Kiebitz": token})
    with urllib.request.urlopen(request) as answer:
        for line in answer:
            if line.startswith(b"data: "):
                yield json.loads(line[6:])


def to_webhook(address: str) -> Send:
    def send(event: dict[str, Any]) -> None:
        body = json.dumps(event).encode()
        request = urllib.request.Request(address, body, {"Content-Type": "application/json"})
        urllib.request.urlopen(request, timeout=10).close()

    return send


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", metavar="URL#TOKEN")
    parser.add_argument("--webhook", metavar="URL", required=True)
    given = parser.parse_args()
    url, _, token = given.table.partition("#")
    send = to_webhook(given.webhook)
    sent = 0
    while True:
        try:
            for event in events(url.rstrip("/"), token, sent):
                if event.get("n", 0) > sent:
                    send(event)
                    sent = event["n"]
        except (OSError, urllib.error.URLError) as error:
            print(f"waiting: {error}", flush=True)
        time.sleep(AGAIN_S)


if __name__ == "__main__":
    main()
