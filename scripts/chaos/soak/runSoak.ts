import { setTimeout as sleep } from "node:timers/promises";
import { nodeEnv } from "../../lib/nodeEnv.mjs";
import { inRoot } from "../../lib/paths.mjs";
import { quantile } from "../../lib/statistics.ts";
import { createCustomers } from "../processes/customers.ts";
import { ServerCluster } from "../processes/ServerCluster.ts";
import { evaluateTrend, type Sample, type Trend } from "./evaluateTrend.ts";
import { StreamLoad } from "./StreamLoad.ts";
import { allowances, connectForSampling, type Metrics, sampleMetrics } from "./sampleMetrics.ts";
import { UserLoad } from "./UserLoad.ts";

const customerCount = 200;
/** Maximum fraction of failed requests: one in a thousand. */
const maxFailureShare = 0.001;
const sampling = { everyMs: 30_000, least: 30 };

/** Result of a soak run; `problems` is empty when nothing grew. */
export interface SoakReport {
  lines: string[];
  problems: string[];
}

/** Duration and load. */
export interface SoakOptions {
  minutes: number;
  perSecond: number;
  streams: number;
  log: (line: string) => void;
}

/** Runs one process under a mixed load with continuous sampling; finishes by itself. */
export async function runSoak(options: SoakOptions): Promise<SoakReport> {
  const cluster = await ServerCluster.open(1);
  try {
    // Another process has seeded the demo before; in production the sandbox would be rejected.
    await cluster.start(0);
    await cluster.terminate(0);
    await cluster.start(0, {
      env: { ...nodeEnv, SEED_DEMO: "0" },
      probe: inRoot("scripts", "chaos", "soak", "probe.mjs"),
    });
    await cluster.waitUntilReady();
    return await runAndSample(cluster, options);
  } finally {
    await cluster.close();
  }
}

async function runAndSample(cluster: ServerCluster, options: SoakOptions): Promise<SoakReport> {
  const { minutes, perSecond, streams, log } = options;
  const customers = await createCustomers(cluster.databaseUrl, customerCount);
  const userLoad = new UserLoad(cluster, customers);
  const streamLoad = new StreamLoad({
    url: cluster.url,
    databaseUrl: cluster.databaseUrl,
    people: customers,
  });
  const samplingClient = await connectForSampling(cluster.databaseUrl);
  const startedAt = performance.now();
  const running = [userLoad.run(perSecond), streamLoad.run(streams)];
  const samples: { hours: number; figures: Metrics }[] = [];
  const endMs = minutes * 60_000;
  const everyMs = Math.min(sampling.everyMs, endMs / sampling.least);
  try {
    for (let nth = 1; nth * everyMs <= endMs; nth++) {
      await sleep(startedAt + nth * everyMs - performance.now());
      const figures = await sampleMetrics(cluster.child(0), samplingClient);
      const minute = (performance.now() - startedAt) / 60_000;
      samples.push({ hours: minute / 60, figures });
      log(formatSample(minute, figures, userLoad));
      userLoad.times = [];
    }
  } finally {
    userLoad.stop();
    streamLoad.stop();
    await Promise.all(running);
    await samplingClient.end();
  }
  return toReport(samples, userLoad, streamLoad.eventCount);
}

function formatSample(minute: number, metrics: Metrics, { sent, times, failures }: UserLoad): string {
  const failed = [...failures.values()].reduce((sum, item) => sum + item, 0);
  const formatted = Object.values(metrics).map((value) => value.toFixed(value < 1_000 && value % 1 ? 1 : 0));
  return `minute ${minute.toFixed(1)}: ${sent} requests, ${failed} failed, p50 ${quantile(times, 0.5).toFixed(0)} ms, p99 ${quantile(times, 0.99).toFixed(0)} ms | ${formatted.join(" ")}`;
}

function toReport(
  samples: { hours: number; figures: Metrics }[],
  { sent, failures }: UserLoad,
  eventCount: number,
): SoakReport {
  const trends = Object.keys(allowances).map((name): Trend => {
    const points = samples.map(
      ({ hours, figures: metrics }): Sample => ({ hours, value: metrics[name] ?? Number.NaN }),
    );
    return evaluateTrend(name, points, allowances[name] as { share: number; amount: number });
  });
  const failed = [...failures.values()].reduce((sum, item) => sum + item, 0);
  const kinds = [...failures].map(([what, times]) => `${times} × ${what}`);
  const lines = [
    `${sent} requests, ${failed} failed; ${eventCount} events heard; ${samples.length} looks`,
    ...kinds.map((kind) => `failed: ${kind}`),
    "| figure | second third | last third | by the hour | flat |",
    "|---|---|---|---|---|",
    ...trends.map(
      ({ name, second, last, perHour, isFlat }) =>
        `| ${name} | ${second.toFixed(1)} | ${last.toFixed(1)} | ${perHour.toFixed(1)} | ${isFlat ? "yes" : "NO"} |`,
    ),
  ];
  const problems = trends
    .filter(({ isFlat }) => !isFlat)
    .map(({ name, second, last }) => `${name} grew from ${second.toFixed(1)} to ${last.toFixed(1)}`);
  if (failed > sent * maxFailureShare) problems.push(`${failed} of ${sent} requests failed`);
  return { lines, problems };
}
