import { existsSync } from "node:fs";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test, vi } from "vitest";
import { kill } from "../../scripts/lib/Installation.ts";
import { waitOptions } from "../support/api/waitOptions.ts";
import { BackedUpServer } from "../support/backup/BackedUpServer.ts";

let server: BackedUpServer;

beforeAll(async () => {
  server = await BackedUpServer.create();
  await server.start();
  await server.waitForBases(1);
});

afterAll(() => server.close());

/** Lists the folders of base backups, complete or not. */
async function listBaseFolders(): Promise<string[]> {
  return await server.listBackup(path.join(path.dirname(await server.findWalFolder()), "base"));
}

describe("a backup", () => {
  test("that is killed halfway is never taken for a complete one, and the next one is complete", async () => {
    const before = await listBaseFolders();
    const child = server.spawnCommand("backup");
    await vi.waitFor(async () => expect((await listBaseFolders()).length).toBe(before.length + 1), {
      ...waitOptions,
      interval: 1,
    });
    await kill(child, (pid) => [pid]);
    const listed = await server.run("backup", "list");
    expect(listed.output.trim().split("\n")).toHaveLength(1);
    const made = await server.run("backup");
    expect([made.status, made.output]).toEqual([0, expect.stringContaining("is complete in")]);
    expect((await server.run("backup", "list")).output.trim().split("\n")).toHaveLength(2);
  });

  test("to a place that cannot be written to does not stop the shop, and is made up for later", async () => {
    const lost = `${server.backupDir}-away`;
    await rename(server.backupDir, lost);
    await writeFile(server.backupDir, "a file where the folder was");
    await server.sql("select pg_switch_wal()");
    const walFolder = path.join(server.dataDir, "wal-archive");
    await vi.waitFor(() => expect(server.log).toContain('"job":"backup-wal"'), waitOptions);
    await server.order(1);
    expect(await readdir(walFolder)).not.toEqual([]);
    await rm(server.backupDir);
    await rename(lost, server.backupDir);
    await vi.waitFor(async () => expect(await readdir(walFolder)).toEqual([]), waitOptions);
  });
});

describe("a restore", () => {
  test("of a backup without a WAL file in the middle says which, and changes nothing", async () => {
    for (let nth = 0; nth < 3; nth++) {
      await server.order(1);
      await server.archiveWal();
    }
    expect(await server.stop()).toBe(true);
    const folder = path.join(server.backupDir, await server.findWalFolder());
    const segments = (await readdir(folder)).filter((name) => /^[0-9A-F]{24}\.gz$/.test(name)).sort();
    const missing = segments.at(-2) ?? "";
    await rename(path.join(folder, missing), path.join(server.backupDir, missing));
    const before = await readdir(server.dataDir);
    const { status, output } = await server.run("restore", "--replace");
    expect(status).toBe(1);
    expect(output).toContain(`The WAL file ${missing.replace(".gz", "")} is missing`);
    expect(await readdir(server.dataDir)).toEqual(before);
    await rename(path.join(server.backupDir, missing), path.join(folder, missing));
  });

  test("of a damaged base backup says which file, and changes nothing", async () => {
    const folders = await listBaseFolders();
    const base = path.join(server.backupDir, path.dirname(await server.findWalFolder()), "base");
    const file = path.join(base, folders.at(-1) ?? "", "PG_VERSION.gz");
    const away = `${file}.away`;
    await rename(file, away);
    await writeFile(file, "no gzip file");
    const before = await readdir(server.dataDir);
    const { status, output } = await server.run("restore", "--replace");
    expect([status, output]).toEqual([1, expect.stringContaining("PG_VERSION.gz")]);
    expect(await readdir(server.dataDir)).toEqual(before);
    await rm(file);
    await rename(away, file);
  });

  test.each([
    ["over a database", ["--at", "2026-11-27 00:00"], "say --replace"],
    [
      "to a time before any backup",
      ["--replace", "--at", "2001-01-01 12:00"],
      "There is no base backup, complete before 2001",
    ],
    ["to no time", ["--at", "noon"], "is no time such as"],
    ["to the future", ["--at", "2999-01-01 12:00"], "has not been yet"],
    ["to an unknown timeline", ["--replace", "--timeline", "77"], "There is no timeline 77"],
  ])("%s is refused with a sentence", async (_what, args, sentence) => {
    const { status, output } = await server.run("restore", ...args);
    expect([status, output]).toEqual([1, expect.stringContaining(sentence)]);
  });

  test("beside a running server is refused", async () => {
    await server.start();
    const { status, output } = await server.run("restore", "--replace");
    expect([status, output]).toEqual([
      1,
      expect.stringContaining("already in use by another running server"),
    ]);
    expect(existsSync(path.join(server.dataDir, "postgres", "PG_VERSION"))).toBe(true);
  });

  test("to a time after the last archived change says where the backup ends", async () => {
    await server.killTree();
    const [now] = [new Date(Date.now() + 8 * 3_600_000).toISOString().slice(0, 19).replace("T", " ")];
    const { status, output } = await server.run("restore", "--replace", "--at", now ?? "");
    expect([status, output]).toEqual([1, expect.stringContaining("leave --at out for the newest state")]);
    await server.start();
    await server.order(1);
  });

  test("whose last WAL cannot be stored says so, goes on and moves that WAL aside", async () => {
    await server.archiveWal();
    expect(await server.stop()).toBe(true);
    const walFolder = await server.findWalFolder();
    const stored = (await server.listBackup(walFolder)).find((name) => /^[0-9A-F]{24}\.gz$/.test(name)) ?? "";
    const header = Buffer.alloc(32);
    header.writeBigUInt64LE(BigInt(path.dirname(walFolder)), 24);
    await writeFile(path.join(server.dataDir, "wal-archive", stored.replace(".gz", "")), header);
    const { status, output } = await server.run("restore", "--replace");
    expect(output).toContain("The restore goes on without them.");
    expect([status, output]).toEqual([0, expect.stringContaining("The ledgers agree.")]);
    const names = await readdir(server.dataDir);
    const aside = names.filter((name) => name.startsWith("wal-archive-before-"));
    expect(aside).toHaveLength(1);
    expect(await readdir(path.join(server.dataDir, aside[0] ?? ""))).toEqual([stored.replace(".gz", "")]);
  });

  test("of a place with the backups of several databases asks which", async () => {
    const other = path.join(server.backupDir, "manifests/20261101T000000Z-8800000000000000001.json.gz");
    await writeFile(other, "of another database");
    const { status, output } = await server.run("restore", "--replace");
    expect([status, output]).toEqual([1, expect.stringContaining("say --system")]);
  });
});
