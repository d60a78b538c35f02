import type { SweeperJob } from "#server/platform/jobs/Sweeper.ts";

/** Runs the named job once, as the sweeper would. */
export async function runJob(jobs: SweeperJob[], name: string): Promise<void> {
  const job = jobs.find((candidate) => candidate.name === name);
  if (job === undefined) throw new Error(`no job is called ${name}`);
  await job.run();
}
