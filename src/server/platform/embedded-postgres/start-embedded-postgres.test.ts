import { existsSync } from "node:fs";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { query, TestHarness } from "./fixtures/test-harness.ts";
import { readCommandLine } from "./processes.ts";

const harness = new TestHarness();
afterEach(() => harness.clear());

describe("a started database", () => {
  test("listens on a private socket with the limits that protect the server", async () => {
    const database = await harness.start(harness.newFolder());
    const rows = await query(
      database.url,
      "select name, setting from pg_settings where name in ('server_version_num', 'lock_timeout', 'statement_timeout', 'idle_in_transaction_session_timeout', 'TimeZone', 'listen_addresses', 'data_checksums', 'max_connections', 'server_encoding') order by 1",
    );
    const settings = Object.fromEntries(rows.map((row) => [row.name, row.setting]));
    expect(settings).toMatchObject({
      TimeZone: "UTC",
      data_checksums: "on",
      idle_in_transaction_session_timeout: "15000",
      listen_addresses: "",
      lock_timeout: "3000",
      max_connections: "40",
      server_encoding: "UTF8",
      statement_timeout: "10000",
    });
    expect(settings.server_version_num).toMatch(/^17/);
    expect((await stat(database.socketDir)).mode & 0o777).toBe(0o700);
  });

  test("sorts and folds by code point, whatever the machine's locale", async () => {
    const database = await harness.start(harness.newFolder());
    const rows = await query(database.url, "select datlocprovider as provider from pg_database limit 1");
    expect(rows).toEqual([{ provider: "b" }]);
  });

  test("preserves its rows over a stop and leaves neither process nor socket folder", async () => {
    const folder = harness.newFolder();
    const first = await harness.start(folder);
    await query(first.url, "create table kept as select 42 as answer");
    await first.stop();
    await first.stop();
    expect(existsSync(first.socketDir)).toBe(false);
    expect(await readCommandLine(first.pid)).toBeUndefined();
    const second = await harness.start(folder);
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("calls onExit when it ends by itself, and not when it is stopped", async () => {
    const stopped = await harness.start(harness.newFolder());
    const exits: unknown[] = [];
    stopped.onExit((exit) => exits.push(exit));
    await stopped.stop();
    const crashed = await harness.start(harness.newFolder());
    const exit = new Promise((resolve) => crashed.onExit(resolve));
    process.kill(crashed.pid, "SIGKILL");
    expect(await exit).toEqual({ code: null, signal: "SIGKILL" });
    expect(exits).toEqual([]);
  });

  test("does not write a failed statement's values to the log", async () => {
    const lines: string[] = [];
    const { startEmbeddedPostgres } = await import("./start-embedded-postgres.ts");
    const database = await startEmbeddedPostgres({
      dataDir: harness.newFolder(),
      settings: { fsync: "off" },
      log: (line) => lines.push(line),
    });
    await expect(query(database.url, "select '13800001234'::date")).rejects.toThrow("13800001234");
    await database.stop();
    expect(lines.join("\n")).toContain("database system is shut down");
    expect(lines.join("\n")).not.toContain("13800001234");
  });
});

describe("a folder that cannot serve", () => {
  test("refuses a second owner in the same process", async () => {
    const folder = harness.newFolder();
    const database = await harness.start(folder);
    const second = harness.start(folder);
    await expect(second).rejects.toThrow(EmbeddedPostgresError);
    await expect(second).rejects.toThrow(/already in use by another running server/);
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("refuses a second owner in another process, under another name of the folder", async () => {
    const folder = harness.newFolder();
    const { url } = await harness.server("server.ts", folder, "off");
    await expect(harness.start(join(folder, "..", folder.split("/").at(-1) ?? "", "."))).rejects.toThrow(
      /already in use by another running server/,
    );
    expect(await query(url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("fails with one sentence when its path leads through a file", async () => {
    const file = harness.newFolder();
    await writeFile(file, "");
    await expect(harness.start(join(file, "data"))).rejects.toThrow(
      /^The data folder \/.* cannot be used \(part of the path is a file, not a folder\): .*\.$/,
    );
  });

  test("fails with one sentence when it is not writable", async () => {
    const locked = harness.newFolder();
    await mkdir(locked, { mode: 0o500 });
    // Root may write anywhere but into the kernel's own file systems.
    const folder = process.getuid?.() === 0 ? "/sys/kernel/shidan" : join(locked, "data");
    await expect(harness.start(folder)).rejects.toThrow(/^The data folder \/.* cannot be used \(.+\): .*\.$/);
  });

  test("is released after a failed start", async () => {
    const folder = harness.newFolder();
    await expect(harness.start(folder, "/nowhere/bin")).rejects.toThrow(/set PG_BIN to a folder that holds/);
    const database = await harness.start(folder);
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("serves inside a folder closed to all other users, or says why root cannot", async () => {
    const closed = harness.newFolder();
    await mkdir(closed, { mode: 0o700 });
    const outcome = await harness.start(join(closed, "data")).then(
      (database) => query(database.url, "select 1 as alive"),
      (error: Error) => error.message,
    );
    if (typeof outcome === "string")
      expect(outcome).toMatch(/^PostgreSQL refuses to run as root and no other/);
    else expect(outcome).toEqual([{ alive: 1 }]);
    expect(await readdir(closed)).toEqual(["data"]);
  });
});
