#!/usr/bin/env bash
# Starts a private Slurm on this machine: slurm-up.sh FOLDER [NODES] [CORES-PER-NODE]
# Its own munged, slurmctld and slurmd's, on loopback, as root or as any user; all they write is in
# the folder. Prints the variable to export. slurm-down.sh FOLDER ends it.
set -euo pipefail
base="${1:?usage: slurm-up.sh FOLDER [NODES] [CORES-PER-NODE]}"
nodes="${2:-4}"
cores="${3:-1}"
user="$(id -un)"
host="$(hostname -s)"
port="${SLURM_PORT0:-26817}"

mkdir -p "$base"/{state/ctld,munge,log,run,sock}
chmod 755 "$base" "$base/sock"
chmod 700 "$base/munge"
if [ ! -f "$base/munge/key" ]; then
    head -c 128 /dev/urandom >"$base/munge/key"
    chmod 400 "$base/munge/key"
fi
munged --key-file="$base/munge/key" --socket="$base/sock/munge.sock" --pid-file="$base/munge/pid" \
    --log-file="$base/munge/log" --seed-file="$base/munge/seed" --num-threads=2

{
    cat <<CONF
ClusterName=private
SlurmctldHost=$host(127.0.0.1)
SlurmUser=$user
SlurmdUser=$user
AuthType=auth/munge
AuthInfo=socket=$base/sock/munge.sock
CredType=cred/munge
SlurmctldPort=$port
SlurmctldPidFile=$base/run/slurmctld.pid
SlurmdPidFile=$base/run/slurmd.%n.pid
SlurmdSpoolDir=$base/state/slurmd.%n
StateSaveLocation=$base/state/ctld
SlurmctldLogFile=$base/log/ctld.log
SlurmdLogFile=$base/log/slurmd.%n.log
ProctrackType=proctrack/linuxproc
TaskPlugin=task/none
JobAcctGatherType=jobacct_gather/none
AccountingStorageType=accounting_storage/none
SelectType=select/cons_tres
SelectTypeParameters=CR_Core
SchedulerType=sched/backfill
SchedulerParameters=sched_min_interval=100000,batch_sched_delay=1,bf_interval=5
# Below the number of shards in the test, so that the limit is met.
MaxArraySize=${SLURM_MAX_ARRAY:-1001}
MaxJobCount=10000
ReturnToService=2
SlurmdTimeout=10
SlurmctldTimeout=10
InactiveLimit=0
MinJobAge=300
KillWait=2
SlurmdParameters=config_overrides
MailProg=/bin/true
CONF
    for ((node = 1; node <= nodes; node++)); do
        echo "NodeName=n$node NodeHostname=$host NodeAddr=127.0.0.1 Port=$((port + 100 + node)) CPUs=$cores State=UNKNOWN"
    done
    echo "PartitionName=main Nodes=n[1-$nodes] Default=YES MaxTime=INFINITE State=UP"
} >"$base/slurm.conf"
: >"$base/cgroup.conf"

export SLURM_CONF="$base/slurm.conf"
slurmctld -f "$SLURM_CONF" -c >/dev/null 2>"$base/log/ctld.err"
for ((node = 1; node <= nodes; node++)); do
    mkdir -p "$base/state/slurmd.n$node"
    slurmd -f "$SLURM_CONF" -N "n$node" 2>"$base/log/slurmd.n$node.err"
done
for ((try = 0; try < 100; try++)); do
    [ "$(sinfo -h -t idle -o %D 2>/dev/null | head -1)" = "$nodes" ] && break
    sleep 0.2
done
sinfo >&2
echo "export SLURM_CONF=$SLURM_CONF"
