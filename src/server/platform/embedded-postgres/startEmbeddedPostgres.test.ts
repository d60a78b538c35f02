import { existsSync } from "node:fs";
import { mkdir, readdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { query, Workbench } from "./fixtures/workbench.ts";
import { commandLineOf } from "./processes.ts";

const bench = new Workbench();
afterEach(() => bench.clear());

describe("a started database", () => {
  test("answers over a private socket with the limits that protect the server", async () => {
    const database = await bench.start(bench.newFolder());
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

  test("sorts and folds by code point, whatever the machine's language is", async () => {
    const database = await bench.start(bench.newFolder());
    const rows = await query(database.url, "select datlocprovider as provider from pg_database limit 1");
    expect(rows).toEqual([{ provider: "b" }]);
  });

  test("keeps its rows over a stop and leaves neither process nor socket folder", async () => {
    const folder = bench.newFolder();
    const first = await bench.start(folder);
    await query(first.url, "create table kept as select 42 as answer");
    await first.stop();
    await first.stop();
    expect(existsSync(first.socketDir)).toBe(false);
    expect(await commandLineOf(first.pid)).toBeUndefined();
    const second = await bench.start(folder);
    expect(await query(second.url, "select answer from kept")).toEqual([{ answer: 42 }]);
  });

  test("tells when it ends by itself, and not when it is stopped", async () => {
    const stopped = await bench.start(bench.newFolder());
    const told: unknown[] = [];
    stopped.onExit((exit) => told.push(exit));
    await stopped.stop();
    const crashed = await bench.start(bench.newFolder());
    const exit = new Promise((resolve) => crashed.onExit(resolve));
    process.kill(crashed.pid, "SIGKILL");
    expect(await exit).toEqual({ code: null, signal: "SIGKILL" });
    expect(told).toEqual([]);
  });

  test("does not write a failed statement's values to the log", async () => {
    const lines: string[] = [];
    const { startEmbeddedPostgres } = await import("./startEmbeddedPostgres.ts");
    const database = await startEmbeddedPostgres({
      dataDir: bench.newFolder(),
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
    const folder = bench.newFolder();
    const database = await bench.start(folder);
    const second = bench.start(folder);
    await expect(second).rejects.toThrow(EmbeddedPostgresError);
    await expect(second).rejects.toThrow(/already in use by another running server/);
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("refuses a second owner in another process, under another name of the folder", async () => {
    const folder = bench.newFolder();
    const { url } = await bench.server("server.ts", folder, "off");
    await expect(bench.start(join(folder, "..", folder.split("/").at(-1) ?? "", "."))).rejects.toThrow(
      /already in use by another running server/,
    );
    expect(await query(url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("says in one sentence that a path leads through a file", async () => {
    const file = bench.newFolder();
    await writeFile(file, "");
    await expect(bench.start(join(file, "data"))).rejects.toThrow(
      /^The data folder \/.* cannot be used \(part of the path is a file, not a folder\): .*\.$/,
    );
  });

  test("says in one sentence that nothing can be written there", async () => {
    const locked = bench.newFolder();
    await mkdir(locked, { mode: 0o500 });
    // Root may write anywhere but into the kernel's own file systems.
    const folder = process.getuid?.() === 0 ? "/sys/kernel/shidan" : join(locked, "data");
    await expect(bench.start(folder)).rejects.toThrow(/^The data folder \/.* cannot be used \(.+\): .*\.$/);
  });

  test("gives the folder back after a failed start", async () => {
    const folder = bench.newFolder();
    await expect(bench.start(folder, "/nowhere/bin")).rejects.toThrow(/set PG_BIN to a folder that holds/);
    const database = await bench.start(folder);
    expect(await query(database.url, "select 1 as alive")).toEqual([{ alive: 1 }]);
  });

  test("serves inside a folder closed to everybody else, or says why root cannot", async () => {
    const closed = bench.newFolder();
    await mkdir(closed, { mode: 0o700 });
    const outcome = await bench.start(join(closed, "data")).then(
      (database) => query(database.url, "select 1 as alive"),
      (error: Error) => error.message,
    );
    if (typeof outcome === "string")
      expect(outcome).toMatch(/^PostgreSQL refuses to run as root and no other/);
    else expect(outcome).toEqual([{ alive: 1 }]);
    expect(await readdir(closed)).toEqual(["data"]);
  });
});
