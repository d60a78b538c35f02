import { setTimeout as sleep } from "node:timers/promises";
import { nodeEnv } from "../../lib/nodeEnv.mjs";
import { inRoot } from "../../lib/paths.mjs";
import { Fleet } from "../processes/Fleet.ts";
import { makePeople } from "../processes/people.ts";
import { judge, type Point, type Verdict } from "./judge.ts";
import { Listeners } from "./Listeners.ts";
import { allowances, type Figures, look, openEyes } from "./samples.ts";
import { Visitors } from "./Visitors.ts";

const people = 200;
/** So few of a thousand requests may fail. */
const failShare = 0.001;
const looks = { everyMs: 30_000, least: 30 };

/** What a soak saw; `problems` is empty when nothing grew. */
export interface SoakReport {
  lines: string[];
  problems: string[];
}

/** How long and how hard. */
export interface Soak {
  minutes: number;
  perSecond: number;
  streams: number;
  log: (line: string) => void;
}

function quantile(values: number[], share: number): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)] ?? Number.NaN;
}

/** One process under a mixed load, watched all the while; ends by itself. */
export async function runSoak(soak: Soak): Promise<SoakReport> {
  const fleet = await Fleet.open(1);
  try {
    // Another process has put the demo in before; in production the sandbox would be refused.
    await fleet.start(0);
    await fleet.terminate(0);
    await fleet.start(0, {
      env: { ...nodeEnv, SEED_DEMO: "0" },
      probe: inRoot("scripts", "faults", "soak", "probe.mjs"),
    });
    await fleet.allReady();
    return await watch(fleet, soak);
  } finally {
    await fleet.close();
  }
}

async function watch(fleet: Fleet, soak: Soak): Promise<SoakReport> {
  const { minutes, perSecond, streams, log } = soak;
  const crowd = await makePeople(fleet.databaseUrl, people);
  const visitors = new Visitors(fleet, crowd);
  const listeners = new Listeners({ url: fleet.url, databaseUrl: fleet.databaseUrl, people: crowd });
  const eyes = await openEyes(fleet.databaseUrl);
  const begun = performance.now();
  const working = [visitors.run(perSecond), listeners.run(streams)];
  const seen: { hours: number; figures: Figures }[] = [];
  const endMs = minutes * 60_000;
  const everyMs = Math.min(looks.everyMs, endMs / looks.least);
  try {
    for (let nth = 1; nth * everyMs <= endMs; nth++) {
      await sleep(begun + nth * everyMs - performance.now());
      const figures = await look(fleet.child(0), eyes);
      const minute = (performance.now() - begun) / 60_000;
      seen.push({ hours: minute / 60, figures });
      log(sayLook(minute, figures, visitors));
      visitors.times = [];
    }
  } finally {
    visitors.stop();
    listeners.stop();
    await Promise.all(working);
    await eyes.end();
  }
  return conclude(seen, visitors, listeners.heard);
}

function sayLook(minute: number, figures: Figures, { sent, times, failures }: Visitors): string {
  const failed = [...failures.values()].reduce((sum, one) => sum + one, 0);
  const shown = Object.values(figures).map((value) => value.toFixed(value < 1_000 && value % 1 ? 1 : 0));
  return `minute ${minute.toFixed(1)}: ${sent} requests, ${failed} failed, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms | ${shown.join(" ")}`;
}

function conclude(
  seen: { hours: number; figures: Figures }[],
  { sent, failures }: Visitors,
  heard: number,
): SoakReport {
  const verdicts = Object.keys(allowances).map((name): Verdict => {
    const points = seen.map(({ hours, figures }): Point => ({ hours, value: figures[name] ?? Number.NaN }));
    return judge(name, points, allowances[name] as { share: number; amount: number });
  });
  const failed = [...failures.values()].reduce((sum, one) => sum + one, 0);
  const kinds = [...failures].map(([what, times]) => `${times} × ${what}`);
  const lines = [
    `${sent} requests, ${failed} failed; ${heard} events heard; ${seen.length} looks`,
    ...kinds.map((kind) => `failed: ${kind}`),
    "| figure | second third | last third | by the hour | flat |",
    "|---|---|---|---|---|",
    ...verdicts.map(
      ({ name, second, last, perHour, isFlat }) =>
        `| ${name} | ${second.toFixed(1)} | ${last.toFixed(1)} | ${perHour.toFixed(1)} | ${isFlat ? "yes" : "NO"} |`,
    ),
  ];
  const problems = verdicts
    .filter(({ isFlat }) => !isFlat)
    .map(({ name, second, last }) => `${name} grew from ${second.toFixed(1)} to ${last.toFixed(1)}`);
  if (failed > sent * failShare) problems.push(`${failed} of ${sent} requests failed`);
  return { lines, problems };
}
