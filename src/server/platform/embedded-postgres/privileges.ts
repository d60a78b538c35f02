import { chown } from "node:fs/promises";
import type { Binaries } from "./binaries.ts";
import type { DataFolder } from "./data-folder.ts";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode, type Outcome } from "./processes.ts";

const NOBODY = 65534;
const DEATH_SIGNAL = ["--pdeathsig", "INT"];
const AS_NOBODY = [`--reuid=${NOBODY}`, `--regid=${NOBODY}`, "--clear-groups"];
const IN_NAMESPACE = ["--user", `--map-user=${NOBODY}`, `--map-group=${NOBODY}`];
const REACH_AND_RUN = 'test -x "$1" && exec "$2" --version';

/** How to run the database's programs: command prefix, and the required owner of their files. */
export type Runner = {
  mode: "plain" | "death-signal" | "setpriv" | "namespace";
  prefix: readonly string[];
  /** User and group id that must own the cluster's files; undefined for the current user. */
  owner: number | undefined;
  major: number;
};

/** System access of the choice, replaced in tests, which have only one user and one machine. */
export type Environment = {
  isRoot: boolean;
  run: (file: string, args: readonly string[]) => Promise<Outcome>;
};

/**
 * Chooses how to run PostgreSQL, which refuses to be root, such that it also stops when this process is
 * killed, where the system supports that.
 * @throws EmbeddedPostgresError when the programs cannot run here at all, or only as root.
 */
export async function chooseRunner(
  binaries: Binaries,
  folder: DataFolder,
  environment: Environment,
): Promise<Runner> {
  const runner = environment.isRoot
    ? ((await trySetpriv(binaries, folder, environment)) ??
      (await tryNamespace(binaries, folder, environment)))
    : await tryOwnUser(binaries, environment);
  if (runner !== undefined) return runner;
  const direct = await environment.run(binaries.postgres, ["--version"]);
  throw direct.ok ? rootRefusedError(folder) : cannotRunError(binaries, direct);
}

async function tryOwnUser(binaries: Binaries, { run }: Environment): Promise<Runner | undefined> {
  const prefix = ["setpriv", ...DEATH_SIGNAL];
  const withDeathSignal = await run("setpriv", [...DEATH_SIGNAL, binaries.postgres, "--version"]);
  if (withDeathSignal.ok)
    return { mode: "death-signal", prefix, owner: undefined, major: parseMajorVersion(withDeathSignal) };
  const plain = await run(binaries.postgres, ["--version"]);
  return plain.ok
    ? { mode: "plain", prefix: [], owner: undefined, major: parseMajorVersion(plain) }
    : undefined;
}

async function trySetpriv(
  binaries: Binaries,
  folder: DataFolder,
  { run }: Environment,
): Promise<Runner | undefined> {
  // Only an empty folder may change its owner: an existing one could be any user's home.
  if (folder.isEmpty && !(await tryChown(folder.path, NOBODY))) return undefined;
  const flags = [...AS_NOBODY, ...DEATH_SIGNAL];
  const probe = await run("setpriv", [...flags, ...reachAndRun(binaries, folder)]);
  if (probe.ok)
    return { mode: "setpriv", prefix: ["setpriv", ...flags], owner: NOBODY, major: parseMajorVersion(probe) };
  if (folder.isEmpty) await chown(folder.path, 0, 0);
  return undefined;
}

async function tryNamespace(
  binaries: Binaries,
  folder: DataFolder,
  { run }: Environment,
): Promise<Runner | undefined> {
  const flags = [...IN_NAMESPACE, "setpriv", ...DEATH_SIGNAL];
  const probe = await run("unshare", [...flags, ...reachAndRun(binaries, folder)]);
  if (!probe.ok) return undefined;
  return { mode: "namespace", prefix: ["unshare", ...flags], owner: 0, major: parseMajorVersion(probe) };
}

function reachAndRun(binaries: Binaries, folder: DataFolder): string[] {
  return ["sh", "-c", REACH_AND_RUN, "sh", folder.path, binaries.postgres];
}

async function tryChown(path: string, id: number): Promise<boolean> {
  try {
    await chown(path, id, id);
    return true;
  } catch (error) {
    if (hasCode(error, "EPERM", "EINVAL")) return false;
    throw error;
  }
}

function parseMajorVersion({ stdout }: Outcome): number {
  return Number(/\(PostgreSQL\) (\d+)/.exec(stdout)?.[1] ?? Number.NaN);
}

function rootRefusedError({ path }: DataFolder): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL refuses to run as root and no other user can reach ${path} here: start the server as a normal user, choose another folder with DATA_DIR, or set DATABASE_URL.`,
  );
}

function cannotRunError({ postgres }: Binaries, { stderr }: Outcome): EmbeddedPostgresError {
  const reason = stderr.trim().split("\n")[0] ?? "no reason given";
  return new EmbeddedPostgresError(
    `The PostgreSQL program ${postgres} cannot run on this machine (${reason}): set PG_BIN to the programs of an installed PostgreSQL, or set DATABASE_URL.`,
  );
}
