"""Does the shards of a plan by HyperQueue, and kills one on the way: hyperqueue_shards.py PLYSCOPE FOLDER

The wheel has server and workers, but no `hq`: so the shards are submitted by its Python interface. The first
time all of them, each as `plyscope shard FOLDER` with its number in HQ_TASK_ID; then what is missing.
"""

import contextlib
import json
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time

os.environ["TQDM_DISABLE"] = "1"

from hyperqueue import Job, LocalCluster
from hyperqueue.cluster import WorkerConfig

plyscope, folder = sys.argv[1:]


def status():
    told = subprocess.run([plyscope, "status", folder, "--json"], capture_output=True, check=True)
    return json.loads(told.stdout)


def shards():
    """The processes that do shards of this folder."""
    found = subprocess.run(["pgrep", "-f", f"shard {folder}"], capture_output=True, text=True)
    return [int(line) for line in found.stdout.split()]


def kill_one():
    """Kills a shard as soon as some are done."""
    while status()["done"] < 5:
        time.sleep(0.1)
    for process in shards()[:1]:
        # A shard may end between the look and the kill.
        with contextlib.suppress(ProcessLookupError):
            os.kill(process, signal.SIGKILL)
        print("killed a shard", flush=True)


def submit(client, missing, of):
    job = Job(tempfile.mkdtemp())
    for index in missing:
        # Tasks are numbered from 0: where all are submitted, HyperQueue's number is the shard's.
        number = [] if len(missing) == of else ["--index", str(index)]
        job.program([plyscope, "shard", folder, "--threads", "1", *number])
    submitted = client.submit(job)
    # A task that was killed fails; whether its shard is missing is told by the files.
    client.wait_for_jobs([submitted], raise_on_error=False)


with LocalCluster() as cluster:
    for _ in range(2):
        cluster.start_worker(WorkerConfig(cores=1))
    killer = threading.Thread(target=kill_one, daemon=True)
    killer.start()
    rounds = 0
    while missing := (now := status())["missing"]:
        rounds += 1
        assert rounds <= 5, f"{missing} are never done"
        submit(cluster.client(), missing, now["shards"])
    killer.join()
    print(f"HyperQueue did all shards in {rounds} rounds", flush=True)
