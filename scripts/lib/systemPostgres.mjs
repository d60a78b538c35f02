// @ts-check
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { fail } from "./fail.mjs";
import {
  canInstallDebianPackages,
  findProgram,
  installDebianPackages,
  isProgram,
  outputOf,
} from "./programs.mjs";

const OLDEST = 15;
const DEBIAN = "/usr/lib/postgresql";
const HOMEBREW = ["/opt/homebrew/opt", "/usr/local/opt"];

/**
 * Returns the folder of an installed PostgreSQL's programs (15 or newer), for the tests against an external
 * database; installs it when it is missing and this is root on Debian, otherwise ends the command with a
 * sentence.
 */
export function ensureSystemPostgres() {
  const found = findSystemPostgres(process.env);
  if (found !== undefined) return found;
  if (canInstallDebianPackages()) installDebianPackages("postgresql");
  return (
    findSystemPostgres(process.env) ??
    fail(
      `PostgreSQL ${OLDEST} or newer is needed by the tests: install it, or set PG_BIN to the folder of its programs.`,
    )
  );
}

/**
 * @param {NodeJS.ProcessEnv} env
 * @returns {string | undefined}
 */
export function findSystemPostgres(env) {
  const configuredPath = env.SYSTEM_PG_BIN || env.PG_BIN;
  const folders = configuredPath
    ? [configuredPath]
    : [...debianFolders(), ...findByPgConfig(env), ...homebrewFolders()];
  return folders.find((folder) => isProgram(join(folder, "initdb")) && majorIn(folder) >= OLDEST);
}

function debianFolders() {
  return versionsIn(DEBIAN, /^(\d+)$/).map((name) => join(DEBIAN, name, "bin"));
}

function homebrewFolders() {
  return HOMEBREW.flatMap((place) =>
    versionsIn(place, /^postgresql@(\d+)$/).map((name) => join(place, name, "bin")),
  );
}

/** @param {NodeJS.ProcessEnv} env */
function findByPgConfig(env) {
  const program = findProgram("pg_config", env.PATH);
  const folder = program === undefined ? undefined : outputOf(program, "--bindir");
  return folder === undefined ? [] : [folder];
}

/**
 * Lists the versions among the names in a folder, newest first.
 * @param {string} folder
 * @param {RegExp} pattern
 */
function versionsIn(folder, pattern) {
  const version = (/** @type {string} */ name) => Number(pattern.exec(name)?.[1] ?? 0);
  const names = existsSync(folder) ? readdirSync(folder) : [];
  return names.filter((name) => version(name) > 0).sort((a, b) => version(b) - version(a));
}

/** @param {string} folder */
function majorIn(folder) {
  const version = outputOf(join(folder, "postgres"), "--version") ?? "";
  return Number(/\(PostgreSQL\) (\d+)/.exec(version)?.[1] ?? 0);
}
