import { existsSync } from "node:fs";
import { readdir, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { query, TestHarness } from "./fixtures/test-harness.ts";
import { readCommandLine, waitUntil } from "./processes.ts";

const READY_LIMIT_MS = 1_000;
const harness = new TestHarness();
afterEach(() => harness.clear());

describe("after the server was killed", () => {
  test("the next start is ready within a second, with every acknowledged row", async () => {
    const folder = harness.newFolder();
    const { child, url, pid } = await harness.server("server.ts", folder);
    await query(url, "create table kept (n int)");
    for (let n = 1; n <= 20; n += 1) await query(url, `insert into kept values (${n})`);
    child.kill("SIGKILL");
    await waitUntil(async () => child.signalCode === "SIGKILL", 5_000);
    const before = performance.now();
    const database = await harness.start(folder);
    expect(performance.now() - before).toBeLessThan(READY_LIMIT_MS);
    expect(await readCommandLine(pid)).toBeUndefined();
    expect(await query(database.url, "select count(*)::int as rows from kept")).toEqual([{ rows: 20 }]);
    expect(await socketFoldersLike(database.socketDir)).toHaveLength(1);
  });

  test("a database killed with the server recovers too", async () => {
    const folder = harness.newFolder();
    const { child, url, pid } = await harness.server("server.ts", folder);
    await query(url, "create table kept as select 7 as n");
    process.kill(pid, "SIGKILL");
    child.kill("SIGKILL");
    const ended = await waitUntil(async () => child.signalCode === "SIGKILL", 5_000);
    expect(ended).toBe(true);
    const database = await harness.start(folder);
    expect(await query(database.url, "select n from kept")).toEqual([{ n: 7 }]);
  });

  test("an orphaned database is stopped and replaced", async () => {
    const folder = harness.newFolder();
    const { pid } = await harness.server("orphan.ts", folder);
    expect(await readCommandLine(pid)).toContain(`-D ${join(folder, "postgres")}`);
    const database = await harness.start(folder);
    expect(await readCommandLine(pid)).toBeUndefined();
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("a process file whose id now belongs to another program is no obstacle", async () => {
    const folder = harness.newFolder();
    await (await harness.start(folder)).stop();
    const file = join(folder, "postgres", "postmaster.pid");
    await writeFile(file, `${process.pid}\n`);
    const database = await harness.start(folder);
    expect(Number.parseInt(await readFile(file, "utf8"), 10)).toBe(database.pid);
  });

  test("an empty process file, as a power cut leaves it, is no obstacle", async () => {
    const folder = harness.newFolder();
    await (await harness.start(folder)).stop();
    await writeFile(join(folder, "postgres", "postmaster.pid"), "");
    const database = await harness.start(folder);
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("an interrupted first start leaves no incomplete cluster", async () => {
    const folder = harness.newFolder();
    const child = harness.spawn("server.ts", folder);
    const begun = await waitUntil(async () => await isInitialising(folder), 20_000);
    child.kill("SIGKILL");
    expect(begun).toBe(true);
    expect(existsSync(join(folder, "postgres"))).toBe(false);
    await waitUntil(async () => child.signalCode === "SIGKILL", 5_000);
    const database = await harness.start(folder);
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
    expect(await readdir(folder)).toEqual(["postgres"]);
  });
});

async function isInitialising(folder: string): Promise<boolean> {
  if (!existsSync(folder)) return false;
  const fresh = (await readdir(folder)).find((name) => name.startsWith("postgres-new-"));
  return fresh !== undefined && existsSync(join(folder, fresh, "PG_VERSION"));
}

async function socketFoldersLike(folder: string): Promise<string[]> {
  const start = folder.split("/").at(-1)?.slice(0, -"XXXXXX".length) ?? "";
  return (await readdir(tmpdir())).filter((name) => name.startsWith(start));
}
