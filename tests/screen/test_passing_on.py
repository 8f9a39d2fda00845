"""The example in docs that passes events on, beside a running table."""

from __future__ import annotations

import json
import queue
import subprocess
import sys
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path
from typing import Any

from tests.screen.conftest import Served

EXAMPLE = Path(__file__).parents[2] / "docs" / "examples" / "pass_on_events.py"
heard: queue.Queue[dict[str, Any]] = queue.Queue()


class Hook(BaseHTTPRequestHandler):
    """Keeps what is posted."""

    def do_POST(self) -> None:
        heard.put(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Print nothing."""


def test_a_webhook_gets_every_event_once_and_in_order(served: Served) -> None:
    with HTTPServer(("127.0.0.1", 0), Hook) as hook:
        threading.Thread(target=hook.serve_forever, daemon=True).start()
        command = [sys.executable, str(EXAMPLE), f"{served.origin}/#{served.screen.tokens.table}"]
        command += ["--webhook", f"http://127.0.0.1:{hook.server_port}/"]
        with served.client() as client, subprocess.Popen(command) as passing_on:
            try:
                client.post("tables", json={"game": "tink", "source": "demo"}).raise_for_status()
                got = [heard.get(timeout=30)]
                while got[-1]["event"] != "move":
                    got.append(heard.get(timeout=30))
            finally:
                passing_on.terminate()
        hook.shutdown()
    assert [event["n"] for event in got] == list(range(1, len(got) + 1))
    assert got[-1]["action"] == "Se5"
