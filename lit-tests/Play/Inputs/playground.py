"""`pdll-opt play`, and requests as its page makes them.

SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
"""

import json
import subprocess
import urllib.error
import urllib.request


class Playground:
    """`pdll-opt play` with these arguments, in a `with` statement."""

    def __init__(self, *arguments):
        self.process = subprocess.Popen(
            ["pdll-opt", "play", *arguments], stdout=subprocess.PIPE, text=True
        )
        self.address = self.process.stdout.readline().strip()
        self.runs = 0

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self):
        """Ends the playground, and returns its exit code."""
        self.process.terminate()
        return self.process.wait()

    def ask(self, path, body=None, address=None, **headers):
        """The status, the headers and the text of an answer."""
        data = None if body is None else body.encode()
        request = urllib.request.Request(
            (address or self.address) + path, data, headers
        )
        try:
            with urllib.request.urlopen(request) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def apply(self, patterns, program="", options="", **more):
        """What the page gets for these texts."""
        documents = {"p.pdll": patterns, "in.mlir": program, **more}
        documents = [{"name": name, "text": text} for name, text in documents.items()]
        self.runs += 1
        status, _, text = self.ask(
            f"run?tab=a&run={self.runs}",
            json.dumps({"documents": documents, "options": options}),
        )
        return json.loads(text) if status == 200 else f"{status}: {text}"

    def messages(self, *arguments, **more):
        """What goes wrong with these texts."""
        answer = self.apply(*arguments, **more)
        if isinstance(answer, str):
            return answer
        texts = [
            one["message"] + "".join(f"; {note['message']}" for note in one["notes"])
            for one in answer["messages"]
        ]
        return "; ".join(texts + [answer["problem"]] * bool(answer["problem"]))
