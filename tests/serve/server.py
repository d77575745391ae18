"""A server for tests: started with a home of its own, on loopback, and ended."""

import contextlib
import http.client
import json
import re
import subprocess
import tempfile


class Server:
    def __init__(self, process, port, home):
        self.process, self.port, self.home = process, port, home

    def ask(self, method, path, body=None, headers=None, timeout=30):
        """Status and answer: an object where it is JSON, else bytes."""
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=timeout)
        text = None if body is None else json.dumps(body)
        known = {"Content-Type": "application/json"} if method != "GET" else {}
        try:
            connection.request(method, path, text, {**known, **(headers or {})})
            response = connection.getresponse()
            data = response.read()
        finally:
            connection.close()
        kind = response.getheader("content-type") or ""
        return response.status, json.loads(data) if "json" in kind else data

    def get(self, path, **more):
        return self.ask("GET", path, **more)

    def post(self, path, body=None, **more):
        return self.ask("POST", path, {} if body is None else body, **more)

    def memory(self):
        """Resident bytes of the server alone; jobs are processes of their own."""
        with open(f"/proc/{self.process.pid}/status", encoding="ascii") as status:
            return int(re.search(r"VmRSS:\s+(\d+)", status.read()).group(1)) << 10

    def children(self):
        """The processes that the server started."""
        path = f"/proc/{self.process.pid}/task"
        import os

        pids = []
        for task in os.listdir(path):
            with contextlib.suppress(OSError), open(f"{path}/{task}/children", encoding="ascii") as own:
                pids += [int(pid) for pid in own.read().split()]
        return pids


@contextlib.contextmanager
def serving(plyscope, *options):
    with tempfile.TemporaryDirectory(prefix="plyscope-") as home:
        command = [plyscope, "serve", "--home", home, *options]
        process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        try:
            address = process.stdout.readline().strip()
            yield Server(process, int(re.search(r":(\d+)/", address).group(1)), home)
        finally:
            process.terminate()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()
