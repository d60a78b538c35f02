import { chown } from "node:fs/promises";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./dataFolder.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { isCode, type Outcome } from "./processes.ts";

const NOBODY = 65534;
const DEATH_SIGNAL = ["--pdeathsig", "INT"];
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const IN_NAMESPACE = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const REACH_AND_RUN = 'test -x "$1" && exec "$2" --version';

/** How the database's programs are run: the words before the program, and whose files they must be. */
export type Runner = {
  way: "plain" | "death-signal" | "setpriv" | "namespace";
  prefix: readonly string[];
  /** The user and group id that must own the cluster's files; undefined when it is simply our own. */
  owner: number | undefined;
  major: number;
};

/** What the choice looks at: replaced in tests, where there is only one user and one machine. */
export type Surroundings = {
  isRoot: boolean;
  run: (file: string, args: readonly string[]) => Promise<Outcome>;
};

/**
 * Finds a way to run PostgreSQL, which refuses to be root, such that it also stops when this process is
 * killed where the system can do that.
 * @throws EmbeddedPostgresError when the programs cannot run here at all, or only as root.
 */
export async function chooseRunner(
  binaries: Binaries,
  folder: DataFolder,
  around: Surroundings,
): Promise<Runner> {
  const runner = around.isRoot
    ? ((await trySetpriv(binaries, folder, around)) ?? (await tryNamespace(binaries, folder, around)))
    : await tryOwnUser(binaries, around);
  if (runner !== undefined) return runner;
  const asWeAre = await around.run(binaries.postgres, ["--version"]);
  throw asWeAre.ok ? rootRefused(folder) : cannotRun(binaries, asWeAre);
}

async function tryOwnUser(binaries: Binaries, { run }: Surroundings): Promise<Runner | undefined> {
  const prefix = ["setpriv", ...DEATH_SIGNAL];
  const bound = await run("setpriv", [...DEATH_SIGNAL, binaries.postgres, "--version"]);
  if (bound.ok) return { way: "death-signal", prefix, owner: undefined, major: majorOf(bound) };
  const plain = await run(binaries.postgres, ["--version"]);
  return plain.ok ? { way: "plain", prefix: [], owner: undefined, major: majorOf(plain) } : undefined;
}

async function trySetpriv(
  binaries: Binaries,
  folder: DataFolder,
  { run }: Surroundings,
): Promise<Runner | undefined> {
  // Only a folder that holds nothing yet may change hands: an existing one could be anybody's home.
  if (folder.untouched && !(await giveTo(folder.path, NOBODY))) return undefined;
  const words = [...AS_NOBODY, ...DEATH_SIGNAL];
  const probe = await run("setpriv", [...words, ...reachAndRun(binaries, folder)]);
  if (probe.ok)
    return { way: "setpriv", prefix: ["setpriv", ...words], owner: NOBODY, major: majorOf(probe) };
  if (folder.untouched) await chown(folder.path, 0, 0);
  return undefined;
}

async function tryNamespace(
  binaries: Binaries,
  folder: DataFolder,
  { run }: Surroundings,
): Promise<Runner | undefined> {
  const words = [...IN_NAMESPACE, "setpriv", ...DEATH_SIGNAL];
  const probe = await run("unshare", [...words, ...reachAndRun(binaries, folder)]);
  if (!probe.ok) return undefined;
  return { way: "namespace", prefix: ["unshare", ...words], owner: 0, major: majorOf(probe) };
}

function reachAndRun(binaries: Binaries, folder: DataFolder): string[] {
  return ["sh", "-c", REACH_AND_RUN, "sh", folder.path, binaries.postgres];
}

async function giveTo(path: string, id: number): Promise<boolean> {
  try {
    await chown(path, id, id);
    return true;
  } catch (error) {
    if (isCode(error, "EPERM", "EINVAL")) return false;
    throw error;
  }
}

function majorOf({ stdout }: Outcome): number {
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? Number.NaN);
}

function rootRefused({ path }: DataFolder): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and no other user can reach ${path} here: start the server as a normal user, choose another folder with DATA_DIR, or set DATABASE_URL.`,
  );
}

function cannotRun({ postgres }: Binaries, { stderr }: Outcome): EmbeddedPostgresError {
  const reason = stderr.trim().split("\n")[0] ?? "no reason given";
  return new EmbeddedPostgresError(
    `The PostgreSQL program ${postgres} cannot run on this machine (${reason}): set PG_BIN to the programs of an installed PostgreSQL, or set DATABASE_URL.`,
  );
}
