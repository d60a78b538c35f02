import { spawnSync } from "node:child_process";
import { cp, mkdtemp, readFile, rm, symlink, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { inRoot, root } from "../../lib/paths.mjs";

/** A built version of the product in a folder of its own. */
export interface BuiltVersion {
  name: string;
  folder: string;
  remove(): Promise<void>;
}

/** Copies the version of this folder, which is built. */
export async function copyVersion(name = "this version"): Promise<BuiltVersion> {
  const folder = await mkdtemp(path.join(tmpdir(), "shidan-version-"));
  for (const part of ["dist", "src", "package.json"])
    await cp(inRoot(part), path.join(folder, part), { recursive: true });
  await symlink(inRoot("node_modules"), path.join(folder, "node_modules"));
  return { name, folder, remove: () => rm(folder, { recursive: true, force: true }) };
}

/** Gives each of two versions the scripts and styles of the other, as docs/operations.md says. */
export function shareAssets(versions: readonly [BuiltVersion, BuiltVersion]): void {
  const [one, other] = versions.map(({ folder }) => path.join(folder, "dist", "web"));
  for (const [from = "", to = ""] of [
    [one, other],
    [other, one],
  ])
    run("cp", ["-rn", path.join(from, "assets"), to], root);
}

/** Builds the version of a commit. */
export async function buildVersion(commit: string): Promise<BuiltVersion> {
  const parent = await mkdtemp(path.join(tmpdir(), "shidan-version-"));
  const folder = path.join(parent, "version");
  const remove = async () => {
    await rm(parent, { recursive: true, force: true });
    run("git", ["worktree", "prune"], root);
  };
  try {
    run("git", ["worktree", "add", "--detach", folder, commit], root);
    const lock = path.join(folder, "package-lock.json");
    if ((await readFile(lock, "utf8")) === (await readFile(inRoot("package-lock.json"), "utf8"))) {
      await symlink(inRoot("node_modules"), path.join(folder, "node_modules"));
      // The build installs packages that are older than the lock file; these are as it says.
      await utimes(lock, 0, 0);
    }
    run(process.execPath, ["scripts/build.mjs"], folder);
  } catch (error) {
    await remove();
    throw error;
  }
  return { name: `the version of ${commit}`, folder, remove };
}

/** A migration as a next version may have it: it adds a column, an index on it and a table. */
const nextMigration = `ALTER TABLE "orders" ADD COLUMN "courier_name" text;--> statement-breakpoint
CREATE INDEX "orders_courier_name_idx" ON "orders" USING btree ("courier_name");--> statement-breakpoint
CREATE TABLE "couriers" ("id" text PRIMARY KEY NOT NULL, "order_id" text REFERENCES "orders"("id"));
`;

/** Makes the version after this one: the same build with one more migration. */
export async function createNextVersion(): Promise<BuiltVersion> {
  const version = await copyVersion("a version with one more migration");
  const migrations = path.join(version.folder, "src", "server", "migrations");
  const journalFile = path.join(migrations, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(journalFile, "utf8"));
  const tag = "9999_couriers";
  const last = journal.entries.at(-1);
  journal.entries.push({ ...last, idx: last.idx + 1, when: last.when + 1, tag });
  await writeFile(journalFile, JSON.stringify(journal));
  await writeFile(path.join(migrations, `${tag}.sql`), nextMigration);
  return version;
}

function run(program: string, args: string[], cwd: string): void {
  const { status, stderr } = spawnSync(program, args, { cwd, encoding: "utf8" });
  if (status !== 0) throw new Error(`${program} ${args.join(" ")} failed: ${stderr}`);
}
