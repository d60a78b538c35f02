import { ensureBuilt } from "../lib/build.mjs";
import { startCpuLoad } from "../lib/startCpuLoad.ts";
import { median } from "../lib/statistics.ts";
import { checkDeployFiles } from "./cluster/checkDeployFiles.ts";
import { runCluster } from "./cluster/runCluster.ts";
import { runClusterRestore } from "./cluster/runClusterRestore.ts";
import { runFuzz } from "./fuzz/runFuzz.ts";
import { runOutages } from "./outages/runOutages.ts";
import { runProcesses } from "./processes/runProcesses.ts";
import { runRolling } from "./rolling/runRolling.ts";
import { type KillTarget, runKills } from "./runKills.ts";
import { runSoak } from "./soak/runSoak.ts";

const usage =
  "usage: npm run chaos -- [kills, 1 to 500] [busy] | processes [requests a second] [streams] | soak [minutes] [requests a second] [streams] | fuzz [requests] [seed] | outages | cluster [failovers, 1 to 100] | cluster-restore | rolling [commit before]";

function parseAmount(text: string | undefined, fallback: number, max: number): number {
  const value = Number(text ?? fallback);
  if (!Number.isInteger(value) || value < 1 || value > max) throw new Error(usage);
  return value;
}

const killTargets: Record<KillTarget, string> = {
  server: "the server process",
  tree: "the whole process tree",
  database: "a process of PostgreSQL",
};

/** Kills the other targets half as often as the server; `isBusy` loads the machine's cores meanwhile. */
async function runKillCommand(kills: number, isBusy: boolean): Promise<boolean> {
  const work = isBusy ? startCpuLoad() : null;
  let hasProblems = false;
  for (const [victim, name] of Object.entries(killTargets) as [KillTarget, string][]) {
    const times = victim === "server" ? kills : Math.ceil(kills / 2);
    console.log(
      `Killing ${name} ${times} times while customers order and pay${isBusy ? ", all cores busy" : ""} …`,
    );
    const report = await runKills({ kills: times, target: victim, log: (line) => console.log(`  ${line}`) });
    const worst = Math.round(Math.max(...report.restartMs));
    console.log(
      `  ${report.kills} kills, ${report.orders} orders and ${report.paid} payments acknowledged, ${report.lostAnswers} answers lost on the way;`,
      `serving again after ${Math.round(median(report.restartMs))} ms (median), ${worst} ms (worst); ${report.problems.length} problems`,
    );
    for (const problem of report.problems) console.error(`  PROBLEM ${problem}`);
    hasProblems ||= report.problems.length > 0;
  }
  await work?.end();
  return hasProblems;
}

/** Finishes within three minutes. */
async function runProcessCommand(perSecond: number, streams: number): Promise<boolean> {
  console.log(`Two processes under ${perSecond} requests a second and ${streams} streams …`);
  const { lines, problems } = await runProcesses(perSecond, streams);
  for (const line of lines) console.log(`  ${line}`);
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

/** Finishes one minute after the given time. */
async function runSoakCommand(minutes: number, perSecond: number, streams: number): Promise<boolean> {
  console.log(`${minutes} minutes of mixed load, ${perSecond} requests a second and ${streams} streams …`);
  const { lines, problems } = await runSoak({
    minutes,
    perSecond,
    streams,
    log: (line) => console.log(`  ${line}`),
  });
  for (const line of lines) console.log(`  ${line}`);
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

async function runOutageCommand(): Promise<boolean> {
  console.log("Full disks, six kills in a minute, a database that is away at the start …");
  const { problems } = await runOutages((line) => console.log(`  ${line}`));
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

/** Finishes with the last request; 90,000 take about ten minutes. */
async function runFuzzCommand(requests: number, seed: number): Promise<boolean> {
  console.log(`${requests} made-up requests, seed ${seed} …`);
  const { lines, problems } = await runFuzz({ requests, seed, log: (line) => console.log(`  ${line}`) });
  for (const line of lines) console.log(`  ${line}`);
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

/** Takes about half a minute for each failover. */
async function runClusterCommand(failovers: number): Promise<boolean> {
  console.log(`Files of deploy/ are accepted by ${(await checkDeployFiles()).join(", ")}.`);
  console.log(`Losing the primary of three database machines ${failovers} times under load …`);
  const { lines, problems } = await runCluster(failovers, (line) => console.log(`  ${line}`));
  for (const line of lines) console.log(`  ${line}`);
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

/** Finishes within five minutes. */
async function runClusterRestoreCommand(): Promise<boolean> {
  console.log("Restoring a database cluster to the time before a wrong statement …");
  const { lines, problems } = await runClusterRestore((line) => console.log(`  ${line}`));
  for (const line of lines) console.log(`  ${line}`);
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

/** Finishes within three minutes, and the build of the commit before. */
async function runRollingCommand(commit?: string): Promise<boolean> {
  console.log("Deploying a version on two processes one by one under load, and going back …");
  const { lines, problems } = await runRolling(commit);
  for (const line of lines) console.log(`  ${line}`);
  for (const problem of problems) console.error(`  PROBLEM ${problem}`);
  return problems.length > 0;
}

async function run([what, first, second, third]: string[]): Promise<boolean> {
  if (what === "processes")
    return await runProcessCommand(parseAmount(first, 200, 1_000), parseAmount(second, 500, 2_000));
  if (what === "soak")
    return await runSoakCommand(
      parseAmount(first, 60, 1_440),
      parseAmount(second, 20, 500),
      parseAmount(third, 50, 1_000),
    );
  if (what === "rolling") return await runRollingCommand(first);
  if (what === "outages") return await runOutageCommand();
  if (what === "cluster") return await runClusterCommand(parseAmount(first, 10, 100));
  if (what === "cluster-restore") return await runClusterRestoreCommand();
  if (what === "fuzz")
    return await runFuzzCommand(parseAmount(first, 90_000, 500_000), parseAmount(second, 1, 2 ** 31));
  return await runKillCommand(parseAmount(what, 20, 500), first === "busy");
}

ensureBuilt();
const hasProblems = await run(process.argv.slice(2));
process.exit(hasProblems ? 1 : 0);
