"""Many clients and many jobs at once: load.py PLYSCOPE [SECONDS] [CLIENTS] [JOBS]

200 clients look at boards and at jobs once per second while 8 jobs run for a
minute. Fails on any error, when a board takes longer than 100 ms at the 95th
percentile, or when the server's memory grows beyond 512 MiB.
"""

import asyncio
import json
import os
import random
import sys
import time

from server import serving


async def ask(reader, writer, port, path):
    """One request on a connection that is kept; status and body."""
    writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n\r\n".encode())
    await writer.drain()
    status = int((await reader.readline()).split()[1])
    length = 0
    while (line := await reader.readline()) not in (b"\r\n", b""):
        name, _, value = line.partition(b":")
        if name.lower() == b"content-length":
            length = int(value)
    return status, await reader.readexactly(length)


async def client(number, port, until, boards, polls, errors):
    chance = random.Random(number)
    await asyncio.sleep(chance.random())
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    while time.monotonic() < until:
        moves = "".join(str(chance.randint(1, 7)) for _ in range(chance.randint(0, 6)))
        for path, took in ((f"/api/position?game=connect4&position={moves}", boards), ("/api/jobs?count=10", polls)):
            begun = time.monotonic()
            try:
                status, body = await ask(reader, writer, port, path)
                if status != 200:
                    errors.append((path, status, body[:200]))
            except OSError as error:
                errors.append((path, str(error)))
                reader, writer = await asyncio.open_connection("127.0.0.1", port)
            took.append(time.monotonic() - begun)
        await asyncio.sleep(1)
    writer.close()


def quantile(times, share):
    return 1000 * sorted(times)[min(len(times) - 1, int(share * len(times)))]


async def measure(server, seconds, clients):
    boards, polls, errors, memory = [], [], [], []
    until = time.monotonic() + seconds

    async def weigh():
        while time.monotonic() < until:
            memory.append(server.memory())
            await asyncio.sleep(1)

    await asyncio.gather(weigh(), *(client(own, server.port, until, boards, polls, errors) for own in range(clients)))
    return boards, polls, errors, memory


def main():
    plyscope = os.path.realpath(sys.argv[1])
    seconds, clients, jobs = (int(own) for own in (sys.argv[2:] + ["60", "200", "8"][len(sys.argv) - 2 :]))
    with serving(plyscope, "--jobs", str(jobs)) as server:
        for number in range(jobs):
            order = {"kind": "match", "game": "connect4", "first": "mcts:playouts=3000", "second": "negascout:depth=7", "games": 100000, "openings": "random:plies=14", "seed": number + 1}
            status, told = server.post("/api/jobs", order)
            assert status == 200, told
        boards, polls, errors, memory = asyncio.run(measure(server, seconds, clients))
        states = [job["state"] for job in server.get("/api/jobs")[1]["jobs"]]
        load = os.getloadavg()[0]
        told = {
            "clients": clients, "jobs": states.count("running"), "seconds": seconds, "requests": len(boards) + len(polls), "errors": len(errors),
            "board_ms": {"median": round(quantile(boards, 0.5), 1), "p95": round(quantile(boards, 0.95), 1), "longest": round(max(boards) * 1000, 1)},
            "poll_ms_p95": round(quantile(polls, 0.95), 1), "server_mib": [min(memory) >> 20, max(memory) >> 20], "load_average": round(load, 1),
        }
        print(json.dumps(told))
        assert not errors, errors[:3]
        assert states.count("running") == jobs, states
        assert max(memory) < 512 << 20, memory
        assert quantile(boards, 0.95) < 100, "boards are too slow"


if __name__ == "__main__":
    main()
