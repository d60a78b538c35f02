import { setTimeout as sleep } from "node:timers/promises";
import type { Failure } from "./LoadGenerator.ts";
import {
  calmMs,
  type ProcessReport,
  type ProcessRun,
  reportFailures,
  restartServer,
  runUnderLoad,
} from "./runUnderLoad.ts";

/** Runs two processes under load and streams: kills one, later stops and restarts the other. */
export async function runProcesses(perSecond: number, streams: number): Promise<ProcessReport> {
  return await runUnderLoad({
    perSecond,
    streams,
    injectFaults: async (run) => {
      await killServer(run);
      await sleep(calmMs / 2);
      for (const nth of [1, 0]) await restartServer(run, nth);
    },
  });
}

async function killServer({ cluster, load, report }: ProcessRun): Promise<void> {
  const killedAt = performance.now();
  await cluster.kill(0);
  const goneAt = performance.now();
  await sleep(calmMs / 2);
  const upMs = await cluster.start(0);
  await cluster.waitUntilReady();
  const hit = load.failures.filter(({ at }) => at >= killedAt);
  const wasInFlight = ({ sentAt, backends }: Failure) =>
    sentAt <= goneAt && backends.includes(`:${cluster.ports[0]}`);
  report.lines.push(
    `kill -9 of one process: ${hit.length} requests failed, ${hit.filter(wasInFlight).length} of them sent before and in flight on it; serving again ${Math.round(upMs)} ms after its start`,
  );
  reportFailures(
    "though they were not in flight on the killed process",
    hit.filter((item) => !wasInFlight(item)),
    report,
  );
}
