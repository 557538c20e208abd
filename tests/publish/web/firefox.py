"""Firefox as Debian ships it, told what to do over Marionette, the protocol that geckodriver speaks to it.

Playwright drives a Firefox of its own, which nobody but its makers ships, and geckodriver is in no Debian. What the
tests need of Marionette is a socket and JSON.
"""

from __future__ import annotations

import json
import socket
import subprocess
import time
from pathlib import Path
from typing import Any

STARTS_WITHIN = 60.0  # seconds
# What went wrong in a page since the last time that it was asked; warnings of the CSS parser are not among it.
ERRORS = """const seen = Services.console.getMessageArray();
Services.console.reset();
return seen.filter(one => one instanceof Ci.nsIScriptError && !(one.flags & one.warningFlag))
  .filter(one => one.sourceName.startsWith('file:')).map(one => one.message);"""


class Firefox:
    """A headless Firefox with a profile of its own."""

    def __init__(self, program: str, profile: Path) -> None:
        (profile / "user.js").write_text('user_pref("marionette.port", 0);\n', "utf-8")
        command = [program, "--headless", "--no-remote", "--marionette", "--remote-allow-system-access"]
        self._process = subprocess.Popen(
            [*command, "--profile", str(profile)], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        self._socket = self._connect(profile / "MarionetteActivePort")
        self._reader = self._socket.makefile("rb")
        self._receive()  # it says who it is
        self.send("WebDriver:NewSession")

    def _connect(self, port: Path) -> socket.socket:
        end = time.monotonic() + STARTS_WITHIN
        while not (port.is_file() and port.read_text("utf-8")):
            assert self._process.poll() is None, "Firefox has ended"
            assert time.monotonic() < end, "Firefox does not start"
            time.sleep(0.1)
        return socket.create_connection(("127.0.0.1", int(port.read_text("utf-8"))), STARTS_WITHIN)

    def _receive(self) -> Any:
        length = b""
        while (byte := self._reader.read(1)) != b":":
            assert byte, "Firefox has hung up"
            length += byte
        return json.loads(self._reader.read(int(length)))

    def send(self, command: str, **parameters: Any) -> Any:
        """A command of Marionette → its result."""
        message = json.dumps([0, 1, command, parameters]).encode()
        self._socket.sendall(b"%d:%s" % (len(message), message))
        _kind, _number, error, result = self._receive()
        assert error is None, error
        return result.get("value") if isinstance(result, dict) else result

    def open(self, address: str, width: int, height: int) -> None:
        """Opens a page of the web edition, and waits until its script is ready."""
        self.send("WebDriver:SetWindowRect", width=width, height=height)
        self.send("WebDriver:Navigate", url="about:blank")
        self.send("WebDriver:Navigate", url=address)
        self.evaluate(
            "() => new Promise(done => { (function wait() { zhushu.ready ? done() : setTimeout(wait, 20); })(); })"
        )

    def evaluate(self, function: str, argument: object = None) -> Any:
        """A JavaScript function → what it returns, or what its promise comes to."""
        script = f"const [argument, done] = arguments; Promise.resolve(({function})(argument)).then(done);"
        return self.send("WebDriver:ExecuteAsyncScript", script=script, args=[argument], newSandbox=False, sandbox=None)

    def press(self, *keys: str) -> None:
        """Keys, one after the other."""
        actions = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self.send("WebDriver:PerformActions", actions=[{"type": "key", "id": "keys", "actions": actions}])

    def errors(self) -> list[str]:
        """→ what scripts of pages from disk did wrong."""
        self.send("Marionette:SetContext", value="chrome")
        found: list[str] = self.send("WebDriver:ExecuteScript", script=ERRORS, args=[])
        self.send("Marionette:SetContext", value="content")
        return found

    def close(self) -> None:
        """Ends it."""
        self._socket.close()
        self._process.terminate()
        self._process.wait(STARTS_WITHIN)
