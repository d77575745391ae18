"""Rule sheets played out by Sancho's propagating network and by ours: playouts per CPU second on one core.

Both play uniform random games of the same sheets, in turns in the same run.
Mean length and mean points stand beside each speed, so that nobody need doubt
that the same game was played.

    git clone https://github.com/AlexLandau/gdl-perf
    apt install default-jdk-headless
    # guava-14.0.1.jar and junit-4.11.jar, from Maven Central, beside Sancho's jars
    cargo build --release -p plyscope-gdl --example speed
    python3 tests/python/gdl_peers.py --sancho gdl-perf/lib/sancho --seconds 5 SHEET.kif…

Sancho warms up for as many seconds first: Java compiles what is hot. Starts, up
to the first game, are CPU seconds of all threads of the program. `--markdown`
prints a table for a document.
"""

import argparse
import json
import pathlib
import subprocess
import tempfile

DRIVER = r"""
import java.lang.management.ManagementFactory;
import java.nio.file.*;
import java.util.*;
import org.repackage.sancho_v1_61c.org.ggp.base.util.game.Game;
import org.repackage.sancho_v1_61c.org.ggp.base.util.propnet.polymorphic.forwardDeadReckon.*;
import org.repackage.sancho_v1_61c.org.ggp.base.util.statemachine.Role;
import org.repackage.sancho_v1_61c.org.ggp.base.util.statemachine.implementation.propnet.forwardDeadReckon.*;

public class SanchoPlayouts {
    static long games, rounds;
    static double[] points;

    static double cpu() {
        return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime() / 1e9;
    }

    public static void main(String[] arguments) throws Exception {
        double seconds = Double.parseDouble(arguments[1]);
        long begin = System.nanoTime();
        String sheet = Files.readString(Path.of(arguments[0]));
        var machine = new ForwardDeadReckonPropnetStateMachine();
        machine.initialize(Game.createEphemeralGame(Game.preprocessRulesheet(sheet)).getRules());
        machine.enableGreedyRollouts(false, true);
        machine.optimizeStateTransitionMechanism(System.currentTimeMillis() + 5000);
        var first = machine.createInternalState(machine.getInitialState());
        var state = machine.createEmptyInternalState();
        var next = machine.createEmptyInternalState();
        Role[] roles = machine.getRoles();
        points = new double[roles.length];
        double load = (System.nanoTime() - begin) / 1e9;
        var system = (com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean();
        double cpuLoad = system.getProcessCpuTime() / 1e9;
        play(machine, first, state, next, roles, seconds);
        games = rounds = 0;
        Arrays.fill(points, 0);
        double used = play(machine, first, state, next, roles, seconds);
        var text = new StringBuilder();
        for (double own : points) text.append(text.length() == 0 ? "" : ", ").append(own / games);
        System.out.println("{\"playouts_per_cpu_second\": " + games / used + ", \"mean_plies\": "
            + (double) rounds / games + ", \"mean_points\": [" + text + "], \"seconds_to_first\": " + load
            + ", \"cpu_seconds_to_first\": " + cpuLoad + "}");
        System.exit(0);
    }

    static double play(ForwardDeadReckonPropnetStateMachine machine, ForwardDeadReckonInternalMachineState first,
            ForwardDeadReckonInternalMachineState state, ForwardDeadReckonInternalMachineState next, Role[] roles,
            double seconds) throws Exception {
        double from = cpu();
        var moves = new ForwardDeadReckonLegalMoveInfo[roles.length];
        while (cpu() - from < seconds) {
            state.copy(first);
            while (!machine.isTerminal(state)) {
                var legal = machine.getLegalMoveSet(state);
                for (int role = 0; role < moves.length; role++) moves[role] = legal.getRandomMove(role);
                machine.getNextState(state, null, moves, next);
                state.copy(next);
                rounds++;
            }
            games++;
            for (int role = 0; role < roles.length; role++) points[role] += machine.getGoal(state, roles[role]);
        }
        return cpu() - from;
    }
}
"""


def last_json(command, timeout):
    """The object on the last line that a command prints; none where it fails."""
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=timeout)
        return json.loads(done.stdout.strip().splitlines()[-1])
    except (subprocess.TimeoutExpired, IndexError, json.JSONDecodeError):
        return None


def peers(options, classes):
    """By name of the engine: the command that measures it on a sheet."""
    path = ":".join(map(str, [classes, *sorted(options.sancho.glob("*.jar"))]))
    seconds = str(options.seconds)
    return {
        "sancho": lambda sheet: ["java", "-Xmx3g", "-cp", path, "SanchoPlayouts", sheet, seconds],
        "lanes": lambda sheet: [options.ours, "--json", "lanes", seconds, sheet],
        "state": lambda sheet: [options.ours, "--json", "state", seconds, sheet],
    }


def row(name, answers, markdown):
    """One line of the table."""
    cells = [name]
    sancho = answers["sancho"]
    for engine, answer in answers.items():
        if answer is None:
            cells += ["failed"] + ["–"] * (2 if engine == "sancho" else 3)
            continue
        rate = answer["playouts_per_cpu_second"]
        cells.append(f"{rate:,.0f}")
        if engine != "sancho":
            cells.append(f"{rate / sancho['playouts_per_cpu_second']:,.2f}" if sancho else "–")
        cells.append(f"{answer['mean_plies']:.2f}")
        cells.append(" ".join(f"{points:.1f}" for points in answer["mean_points"]))
    for answer in answers.values():
        cells.append(f"{answer['cpu_seconds_to_first']:.2f}" if answer else "–")
    return "| " + " | ".join(cells) + " |" if markdown else "\t".join(cells)


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--sancho", type=pathlib.Path, required=True, help="the folder of Sancho's jars")
    parser.add_argument("--ours", default="target/release/examples/speed", help="our example `speed`")
    parser.add_argument("--seconds", type=float, default=5.0, help="CPU seconds to measure each")
    parser.add_argument("--markdown", action="store_true")
    parser.add_argument("sheets", nargs="+")
    options = parser.parse_args()
    head = ["sheet", "Sancho", "plies", "points", "lanes", "×", "plies", "points", "state", "×", "plies", "points", "Sancho starts", "lanes start", "state starts"]
    print("| " + " | ".join(head) + " |\n|" + "---|" * len(head) if options.markdown else "\t".join(head))
    with tempfile.TemporaryDirectory() as folder:
        source = pathlib.Path(folder, "SanchoPlayouts.java")
        source.write_text(DRIVER)
        jars = ":".join(map(str, options.sancho.glob("*.jar")))
        subprocess.run(["javac", "-nowarn", "-cp", jars, "-d", folder, source], check=True)
        commands = peers(options, folder)
        for sheet in options.sheets:
            answers = {name: last_json(command(sheet), 1800) for name, command in commands.items()}
            print(row(pathlib.Path(sheet).stem, answers, options.markdown), flush=True)


if __name__ == "__main__":
    main()
