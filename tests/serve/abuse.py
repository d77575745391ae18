"""A hostile client, on loopback and within bounds: abuse.py PLYSCOPE

Traversal, specs without end, greedy questions, huge bodies, slow senders, wrong
names, other sites, a thousand jobs, a job killed, a job out of memory or time.
Prints a figure for each.
"""

import contextlib
import os
import signal
import socket
import sys
import time

from server import serving

MATCH = {"kind": "match", "game": "connect4", "first": "mcts:playouts=2000", "second": "negascout:depth=7", "games": 100000, "openings": "random:plies=14"}


def raw(server, data, wait=20):
    """The first line of the answer to raw bytes, and how long it took."""
    begun = time.monotonic()
    with socket.create_connection(("127.0.0.1", server.port), timeout=wait) as stream:
        answer = b""
        # A server that has refused need not take the rest.
        with contextlib.suppress(ConnectionError):
            stream.sendall(data)
        with contextlib.suppress(ConnectionError, socket.timeout):
            answer = stream.recv(4096)
    return answer.split(b"\r\n")[0].decode("latin1"), time.monotonic() - begun


def traversal(server):
    paths = ["/page/../../etc/passwd", "/page/%2e%2e%2fCargo.toml", "/api/runs/..%2f../judgement", "/api/jobs/%2e%2e", "//etc/passwd", "/page/app.js%00.css"]
    specs = ["linear:weights=/etc/passwd", "linear:weights=..%2f..%2fetc%2fpasswd", "negascout:eval=(linear:weights=~/x)"]
    paths += [f"/api/advise?game=connect4&by={own}" for own in specs] + ["/api/position?game=gdl:/etc/passwd", "/api/benchmarks/info?name=../../x.parquet"]
    statuses = [server.get(path)[0] for path in paths]
    assert all(400 <= own < 500 for own in statuses), statuses
    return f"{len(paths)} paths out of the home: {sorted(set(statuses))}"


def bottomless(server):
    deep = "a:" * 8191 + "a"
    paths = [f"/api/game?game={deep}", f"/api/position?game={deep}", f"/api/advise?game=connect4&by={deep}", f"/api/explain?game=connect4&by={deep}"]
    statuses = [server.get(path)[0] for path in paths] + [server.post("/api/jobs", {**MATCH, "first": deep})[0]]
    assert all(400 <= own < 500 for own in statuses), statuses
    assert server.get("/api/about")[0] == 200
    return f"specs 8,191 levels deep: {sorted(set(statuses))}"


def greedy(server):
    begun, before = time.monotonic(), server.memory()
    specs = ["learned:games=100m", "history:games=100m", "negascout:eval=(learned:games=100m)", "mcts:memory=1048576", "negascout:table=1048576"]
    statuses = [server.get(f"/api/{what}?game=connect4&by={own}")[0] for own in specs for what in ("advise", "explain", "advise/live")]
    took, grown = time.monotonic() - begun, (server.memory() - before) >> 20
    assert set(statuses) == {400} and took < 10 and grown < 64, (statuses, took, grown)
    return f"{len(statuses)} questions for 100 million games or 1 TiB: {sorted(set(statuses))} in {took * 1000:.0f} ms, memory grew by {grown} MiB"


def strangers(server):
    wrong = [
        server.get("/", headers={"Host": "evil.example"}),
        server.get("/api/jobs", headers={"Host": f"127.0.0.1.evil.example:{server.port}"}),
        server.post("/api/jobs", MATCH, headers={"Origin": "http://evil.example"}),
        server.post("/api/jobs", MATCH, headers={"Origin": "null"}),
        server.post("/api/jobs", MATCH, headers={"Content-Type": "text/plain"}),
        server.get("/api/jobs", headers={"Sec-Fetch-Site": "cross-site"}),
    ]
    statuses = [own[0] for own in wrong]
    assert statuses == [421, 421, 403, 403, 415, 403], statuses
    assert server.get("/api/jobs")[1]["total"] == 0
    return f"wrong host, other origin, form post: {statuses}"


def large(server):
    before = server.memory()
    head = f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\nContent-Length: {4 << 20}\r\n\r\n"
    body, _ = raw(server, head.encode() + b"x" * (4 << 20))
    head, _ = raw(server, b"GET /" + b"x" * (4 << 20) + b" HTTP/1.1\r\n\r\n")
    many = [server.get("/api/position?game=connect4&position=" + "4" * 60000)[0] for _ in range(5)]
    grown = (server.memory() - before) >> 20
    assert (not body or "413" in body) and grown < 64, (body, grown)
    return f"4 MiB of body: {body or 'closed'}; 4 MiB of head: {head or 'closed'}; 60 kB of moves: {sorted(set(many))}; memory grew by {grown} MiB"


def slow(server):
    streams = [socket.create_connection(("127.0.0.1", server.port)) for _ in range(300)]
    for stream in streams:
        stream.sendall(b"GET / HTTP/1.1\r\nHost: ")
    begun = time.monotonic()
    status = server.get("/api/about")[0]
    answered = time.monotonic() - begun
    streams[0].settimeout(20)
    begun = time.monotonic()
    try:
        streams[0].recv(1)
    except ConnectionError:
        pass
    closed = time.monotonic() - begun
    for stream in streams:
        stream.close()
    begun = time.monotonic()
    first, _ = raw(server, f"POST /api/jobs HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{{".encode())
    body = time.monotonic() - begun
    assert status == 200 and closed < 15 and body < 15, (status, closed, body)
    return f"300 heads that never end: others answered in {answered * 1000:.0f} ms, closed after {closed:.1f} s; a body that never ends: {first} after {body:.1f} s"


def a_thousand_jobs(server):
    statuses = [server.post("/api/jobs", MATCH)[0] for _ in range(1000)]
    counts = {status: statuses.count(status) for status in sorted(set(statuses))}
    running = len(server.children())
    assert set(counts) == {200, 429} and running <= 2, (counts, running)
    begun = time.monotonic()
    status = server.get("/api/position?game=connect4")[0]
    board = (time.monotonic() - begun) * 1000
    assert status == 200
    text = f"1,000 jobs: {counts}, {running} processes, a board in {board:.0f} ms, server at {server.memory() >> 20} MiB"
    for job in server.get("/api/jobs?count=500")[1]["jobs"]:
        if job["state"] in ("running", "waiting"):
            server.post(f"/api/jobs/{job['id']}/stop")
    wait(lambda: not server.children(), "jobs that were stopped still run")
    return text


def wait(holds, trouble, seconds=40):
    until = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < until, trouble
        time.sleep(0.05)


def state(server, job):
    return server.get(f"/api/jobs/{job}")[1]["state"]


def a_job_killed(server):
    job = server.post("/api/jobs", MATCH)[1]["id"]
    wait(lambda: server.children(), "the job does not run")
    time.sleep(1)
    os.kill(server.children()[0], signal.SIGKILL)
    wait(lambda: state(server, job) == "failed", "a killed job is not noticed")
    told = server.get(f"/api/jobs/{job}")[1]
    games = server.get(f"/api/runs/{job}/games")[1]["total"]
    server.post(f"/api/jobs/{job}/resume")
    wait(lambda: server.get(f"/api/runs/{job}/games")[1]["total"] > games, "it does not go on")
    server.post(f"/api/jobs/{job}/stop")
    wait(lambda: state(server, job) == "stopped", "it does not stop")
    return f"a job killed: failed ({told['error']['error']}); {games} games were kept, and it went on from them"


def main():
    plyscope = os.path.realpath(sys.argv[1])
    with serving(plyscope, "--jobs", "2") as server:
        for check in (traversal, bottomless, greedy, strangers, large, slow, a_thousand_jobs, a_job_killed):
            print("  " + check(server), flush=True)
    with serving(plyscope, "--jobs", "1", "--job-time", "2s") as server:
        job = server.post("/api/jobs", MATCH)[1]["id"]
        wait(lambda: state(server, job) == "stopped", "a job outlives its time")
        print("  a job of 2 s:", server.get(f"/api/jobs/{job}")[1]["error"]["error"])
    with serving(plyscope, "--jobs", "1", "--job-memory", "256") as server:
        hungry = {**MATCH, "first": "negascout:depth=9,table=4096", "second": "random"}
        job = server.post("/api/jobs", hungry)[1].get("id")
        if job:
            wait(lambda: state(server, job) == "failed", "a job outgrows its memory")
            print("  a job of 256 MiB that wants 4 GiB:", server.get(f"/api/jobs/{job}")[1]["error"]["error"])
        assert server.get("/api/about")[0] == 200
    with serving(plyscope, "--jobs", "1") as server:
        server.post("/api/jobs", MATCH)
        wait(lambda: server.children(), "the job does not run")
        child = server.children()[0]
        server.process.kill()
        server.process.wait()
        wait(lambda: not os.path.exists(f"/proc/{child}"), "a job outlives a server that was killed")
        print("  a server killed: its job saved and ended")


if __name__ == "__main__":
    main()
