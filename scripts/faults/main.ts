import { ensureBuilt } from "../lib/build.mjs";
import { runKills } from "./killRun.ts";

const kills = Number(process.argv[2] ?? 20);
if (!Number.isInteger(kills) || kills < 1 || kills > 500)
  throw new Error("usage: npm run faults -- [kills, 1 to 500]");

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

ensureBuilt();
let hasProblems = false;
for (const whole of [false, true]) {
  console.log(
    `Killing ${whole ? "the whole process tree" : "the server process"} ${kills} times while customers order and pay …`,
  );
  const report = await runKills({ kills, whole, log: (line) => console.log(`  ${line}`) });
  const worst = Math.round(Math.max(...report.restartMs));
  console.log(
    `  ${report.kills} kills, ${report.orders} orders and ${report.paid} payments acknowledged, ${report.lostAnswers} answers lost on the way;`,
    `serving again after ${Math.round(median(report.restartMs))} ms (median), ${worst} ms (worst); ${report.problems.length} problems`,
  );
  for (const problem of report.problems) console.error(`  PROBLEM ${problem}`);
  hasProblems ||= report.problems.length > 0;
}
process.exit(hasProblems ? 1 : 0);
