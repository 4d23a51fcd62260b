"""Chromium without a window.

Chromium reads and writes its messages as JSON with a zero byte after each, through the pipes
3 and 4; they are described at https://chromedevtools.github.io/devtools-protocol.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import os
import resource
import shutil
import subprocess
import tempfile
import time

# How long anything may take, in seconds. The machine may be slow.
PATIENCE = 60


class Page:
    """A page of so many pixels, in a `with` statement."""

    def __init__(self, address, width=1280, height=900, dark=False):
        soft, hard = resource.getrlimit(resource.RLIMIT_AS)
        self.folder = tempfile.mkdtemp()
        read, self.output = os.pipe()
        self.input, write = os.pipe()

        def prepare():
            # Chromium reserves more address space than tests may use.
            resource.setrlimit(resource.RLIMIT_AS, (hard, hard))
            os.dup2(read, 3)
            os.dup2(write, 4)

        # Numbers that `dup2` would overwrite stay out of its way.
        read, write = (os.dup(end) if end in (3, 4) else end for end in (read, write))
        self.process = subprocess.Popen(
            [
                "chromium",
                "--headless",
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--remote-debugging-pipe",
                f"--user-data-dir={self.folder}",
                f"--window-size={width},{height}",
            ]
            + ["--blink-settings=preferredColorScheme=0"] * dark,
            preexec_fn=prepare,
            close_fds=False,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        os.close(read)
        os.close(write)
        self.buffer = b""
        self.number = 0
        self.session = None
        self.console = []
        targets = self.call("Target.getTargets")["targetInfos"]
        page = next(target for target in targets if target["type"] == "page")
        attached = self.call(
            "Target.attachToTarget", targetId=page["targetId"], flatten=True
        )
        self.session = attached["sessionId"]
        self.call("Runtime.enable")
        self.call("Page.enable")
        self.call(
            "Emulation.setDeviceMetricsOverride",
            width=width,
            height=height,
            deviceScaleFactor=1,
            mobile=False,
        )
        self.call("Page.navigate", url=address)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def call(self, method, **parameters):
        """Calls a method of the protocol, and returns its result."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            message["sessionId"] = self.session
        os.write(self.output, json.dumps(message).encode() + b"\0")
        while True:
            answer = self.read()
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.note(answer)

    def read(self):
        while b"\0" not in self.buffer:
            more = os.read(self.input, 1 << 16)
            if not more:
                raise RuntimeError("Chromium has ended")
            self.buffer += more
        message, self.buffer = self.buffer.split(b"\0", 1)
        return json.loads(message)

    def note(self, event):
        """Keeps what went wrong in the page."""
        parameters = event.get("params", {})
        if event.get("method") == "Runtime.exceptionThrown":
            details = parameters["exceptionDetails"]
            thrown = details.get("exception", {}).get("description", "")
            self.console.append(f"{details['text']} {thrown}")
        elif event.get("method") == "Runtime.consoleAPICalled":
            if parameters["type"] in ("error", "warning"):
                values = (str(one.get("value")) for one in parameters["args"])
                self.console.append(" ".join(values))

    def evaluate(self, expression):
        """The value of an expression of JavaScript."""
        result = self.call(
            "Runtime.evaluate",
            expression=expression,
            returnByValue=True,
            awaitPromise=True,
        )
        if "exceptionDetails" in result:
            raise RuntimeError(result["exceptionDetails"]["exception"]["description"])
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until an expression is something, and returns it."""
        # Before the page is there, it has no elements. An element itself cannot be returned.
        guarded = f"""(() => {{
            try {{ const value = {expression}; return value instanceof Node || value; }}
            catch {{ return false; }}
        }})()"""
        end = time.monotonic() + PATIENCE
        while time.monotonic() < end:
            value = self.evaluate(guarded)
            if value:
                return value
            time.sleep(0.05)
        shown = self.evaluate("document.body.innerText")
        raise RuntimeError(f"{expression} never holds; {self.console}; {shown}")

    def click(self, selector):
        self.evaluate(f"document.querySelector({json.dumps(selector)}).click()")

    def type(self, text):
        """Types letters where the cursor is."""
        for letter in text:
            if letter == "\n":
                self.press("Enter", 13, text="\r")
            else:
                self.call("Input.dispatchKeyEvent", type="char", text=letter)

    def press(self, key, code, modifiers=0, **more):
        """Presses a key with a number of Windows, and the modifiers 1 Alt, 2 Ctrl, 8 Shift."""
        for kind, more in (("keyDown", more), ("keyUp", {})):
            self.call(
                "Input.dispatchKeyEvent",
                type=kind,
                key=key,
                windowsVirtualKeyCode=code,
                modifiers=modifiers,
                **more,
            )

    def screenshot(self, path):
        """Writes the page as a picture, to be looked at."""
        import base64

        picture = self.call("Page.captureScreenshot", format="png")
        with open(path, "wb") as file:
            file.write(base64.b64decode(picture["data"]))
