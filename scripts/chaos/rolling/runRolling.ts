import {
  type ProcessReport,
  type ProcessRun,
  restartServer,
  runUnderLoad,
} from "../processes/runUnderLoad.ts";
import { PageLoader } from "./PageLoader.ts";
import { type BuiltVersion, buildVersion, copyVersion, createNextVersion, shareAssets } from "./versions.ts";

const perSecond = 100;
const streams = 400;

/**
 * Deploys a version on two processes one by one under load, and goes back to the version before in the same way: from the
 * version of `commit` to this one, or without a commit from this one to a version with one more migration.
 */
export async function runRolling(commit?: string): Promise<ProcessReport> {
  const current = await copyVersion();
  const other = commit === undefined ? await createNextVersion() : await buildVersion(commit);
  const [before, after] = commit === undefined ? [current, other] : [other, current];
  shareAssets([before, after]);
  try {
    return await runUnderLoad({
      perSecond,
      streams,
      start: { version: before.folder },
      injectFaults: (run) => deployAndRollBack(run, before, after),
    });
  } finally {
    await other.remove();
    await current.remove();
  }
}

async function deployAndRollBack(run: ProcessRun, before: BuiltVersion, after: BuiltVersion): Promise<void> {
  const loader = new PageLoader(run.cluster.url);
  const loading = loader.run();
  try {
    for (const { name, folder } of [after, before]) {
      run.report.lines.push(`to ${name}:`);
      for (const nth of [0, 1]) await restartServer(run, nth, { version: folder });
    }
  } finally {
    loader.stop();
    await loading;
  }
  run.report.lines.push(
    `${loader.pages} pages with ${loader.files} scripts and styles were loaded meanwhile`,
  );
  run.report.problems.push(...new Set(loader.failures));
}
