import { chmod, mkdtemp, rm } from "node:fs/promises";
import { createServer, type Server } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { Database } from "#server/platform/database/Database.ts";
import { migrateDatabase } from "#server/platform/database/migrate-database.ts";
import { ReadReplica } from "#server/platform/database/ReadReplica.ts";
import { findSystemPostgres } from "../../scripts/lib/systemPostgres.mjs";
import { waitOptions } from "../support/api/waitOptions.ts";
import { StreamingReplica } from "../support/databases/StreamingReplica.ts";
import { runSql } from "../support/databases/sql.ts";
import { TurnProxy } from "../support/databases/TurnProxy.ts";
import { startExternal } from "../support/databases/testServer.ts";

const binDir = findSystemPostgres(process.env) ?? "";
let folder: string;
let primary: Awaited<ReturnType<typeof startExternal>>;
let replica: StreamingReplica;
let database: Database;
let source: ReadReplica;
/** What the server would log: "lag", an error, or null. */
const changes: unknown[] = [];

beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "shidan-replica-"));
  await chmod(folder, 0o755);
  primary = await startExternal();
  await migrateDatabase(primary.url);
  replica = await StreamingReplica.create(primary.url, path.join(folder, "data"), binDir);
  await replica.start();
  await runSql(primary.url, "create table meals (id int primary key)");
  source = new ReadReplica(replica.url, { size: 4, onChange: (trouble) => changes.push(trouble) });
  database = new Database(primary.url, { size: 4, onIdleError: () => undefined, replica: source });
});

afterAll(async () => {
  await database.close();
  await replica.stop();
  await primary.stop();
  await rm(folder, { recursive: true, force: true });
});

beforeEach(async () => {
  await vi.waitFor(async () => expect(await whereRead()).toBe("replica"), waitOptions);
  changes.length = 0;
});

/** Returns which database serves a read. */
async function whereRead(): Promise<string> {
  const { rows } = await database.read((queries) =>
    queries.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`),
  );
  return rows[0]?.is === true ? "replica" : "primary";
}

async function countMeals(): Promise<number> {
  const { rows } = await database.read((queries) =>
    queries.execute<{ n: number }>(sql`select count(*)::int as n from meals`),
  );
  return rows[0]?.n ?? -1;
}

async function addMeal(): Promise<void> {
  await database.transaction((tx) => tx.execute(sql`insert into meals select count(*) from meals`));
}

/** Runs a read through another replica; returns where it was served. */
async function runBoth(other: ReadReplica, asked = database): Promise<string> {
  return await other.run(asked, {
    atReplica: async (queries) => {
      await queries.execute(sql`select 1`);
      return "replica";
    },
    atPrimary: async () => "primary",
  });
}

test("a read has everything that was acknowledged before it, also while the replica replays nothing", async () => {
  const before = await countMeals();
  const { replica: served } = source.counts;
  for (let nth = 1; nth <= 50; nth++) {
    await addMeal();
    expect(await countMeals()).toBe(before + nth);
  }
  expect(source.counts.replica).toBeGreaterThan(served);
  await runSql(replica.url, "select pg_wal_replay_pause()");
  await addMeal();
  expect(await countMeals()).toBe(before + 51);
  expect(await whereRead()).toBe("primary");
  expect(changes).toEqual(["lag"]);
  await runSql(replica.url, "select pg_wal_replay_resume()");
  await vi.waitFor(async () => expect(await whereRead()).toBe("replica"), waitOptions);
  expect(changes).toEqual(["lag", null]);
});

test("reads at the same time are all up to date", async () => {
  await Promise.all(
    Array.from({ length: 20 }, async (_, nth) => {
      const id = 1_000 + nth;
      await database.queries.execute(sql`insert into meals values (${id})`);
      const { rows } = await database.read((queries) =>
        queries.execute(sql`select id from meals where id = ${id}`),
      );
      expect(rows).toEqual([{ id }]);
    }),
  );
});

test("a read in a transaction runs at the replica, too", async () => {
  const { replica: served } = source.counts;
  const where = await database.readInTransaction(async (tx) => {
    const { rows } = await tx.execute<{ is: boolean }>(sql`select pg_is_in_recovery() as is`);
    return rows[0]?.is;
  });
  expect([where, source.counts.replica]).toEqual([true, served + 1]);
});

test("a list of one owner that is read often is prepared at the replica", async () => {
  const readMeals = () =>
    database.lookUp(async (lookups) => {
      const { rows } = await lookups.execute(sql`select id as own_meal from meals where id < ${0}`);
      const { rows: prepared } = await lookups.execute<{ n: number }>(
        sql`select count(*)::int as n from pg_prepared_statements where statement like '%own_meal%'`,
      );
      return [rows.length, prepared[0]?.n];
    });
  const { replica: served } = source.counts;
  for (let nth = 1; nth < 10; nth++) expect(await readMeals()).toEqual([0, 0]);
  expect(await readMeals()).toEqual([0, 1]);
  expect(source.counts.replica).toBe(served + 10);
});

test("a read that stood in the way of the replica's changes is served by the primary", async () => {
  await runSql(primary.url, "create table plates as select generate_series(1, 1000) as id");
  let tries = 0;
  const read = database.read(async (queries) => {
    tries += 1;
    const { rows } = await queries.execute<{ n: number; is: boolean }>(
      sql`select count(*)::int as n, pg_is_in_recovery() as is, max(pg_sleep(case when id = 1 and pg_is_in_recovery() then 20 else 0 end)::text) from plates`,
    );
    return rows[0];
  });
  await vi.waitFor(async () => {
    const waiting = await runSql(replica.url, "select 1 from pg_stat_activity where wait_event = 'PgSleep'");
    expect(waiting).toHaveLength(1);
  }, waitOptions);
  await runSql(primary.url, "drop table plates; create table plates as select 1 as id");
  expect(await read).toMatchObject({ n: 1, is: false });
  expect([tries, changes]).toEqual([2, [expect.any(Error)]]);
});

test("a write in a read fails, and is not done by the primary instead", async () => {
  const before = await countMeals();
  await expect(
    database.read((queries) => queries.execute(sql`insert into meals values (-1)`)),
  ).rejects.toMatchObject({ cause: { code: "25006" } });
  expect(await countMeals()).toBe(before);
});

test("the primary serves reads while the replica is away, and it serves them again when it is back", async () => {
  await replica.stop();
  const before = await countMeals();
  await addMeal();
  expect(await countMeals()).toBe(before + 1);
  expect(await whereRead()).toBe("primary");
  expect(changes).toEqual([expect.any(Error)]);
  await replica.start();
  await vi.waitFor(async () => expect(await whereRead()).toBe("replica"), waitOptions);
});

test("a database that is no replica serves nothing", async () => {
  const other = new ReadReplica(primary.url, { size: 1, onChange: (trouble) => changes.push(trouble) });
  expect(await runBoth(other)).toBe("primary");
  expect(other.counts).toEqual({ replica: 0, primary: 1 });
  expect(changes).toEqual(["lag"]);
  await other.close();
});

test("a replica of another installation serves nothing, however far it is", async () => {
  const other = await startExternal();
  await migrateDatabase(other.url);
  const otherDatabase = new Database(other.url, { size: 2, onIdleError: () => undefined });
  const foreign = new ReadReplica(replica.url, { size: 2, onChange: (trouble) => changes.push(trouble) });
  expect(await runBoth(foreign, otherDatabase)).toBe("primary");
  expect(changes).toEqual(["lag"]);
  await foreign.close();
  await otherDatabase.close();
  await other.stop();
});

test("of two replicas behind one address only the one that is up to date serves a read", async () => {
  const behind = await StreamingReplica.create(primary.url, path.join(folder, "behind"), binDir);
  await behind.start();
  await runSql(behind.url, "select pg_wal_replay_pause()");
  const proxy = await TurnProxy.open([replica.url, behind.url]);
  const other = new ReadReplica(proxy.url, { size: 4, onChange: () => undefined });
  const through = new Database(primary.url, { size: 4, onIdleError: () => undefined, replica: other });
  let id = 10_000;
  const writeAndRead = async () => {
    id += 1;
    await through.queries.execute(sql`insert into meals values (${id})`);
    const rows = await through.read((queries) =>
      Promise.all([0, 1].map(() => queries.execute(sql`select id from meals where id = ${id}`))),
    );
    expect(rows.map((result) => result.rows)).toEqual([[{ id }], [{ id }]]);
  };
  for (let nth = 0; nth < 40; nth++) await writeAndRead();
  // A connection that takes long pauses the replicas for longer than those reads take.
  await vi.waitFor(async () => {
    await writeAndRead();
    expect(other.counts.replica).toBeGreaterThan(0);
  }, waitOptions);
  await through.close();
  await proxy.close();
  await behind.stop();
});

test("a replica that answers nothing is left alone, and the primary serves the reads", async () => {
  const silent: Server = createServer((socket) => void socket.on("error", () => undefined).resume());
  await new Promise<void>((resolve) => silent.listen(0, "127.0.0.1", resolve));
  const address = silent.address();
  const port = typeof address === "object" ? address?.port : 0;
  const other = new ReadReplica(`postgres://x@127.0.0.1:${port}/x`, {
    size: 1,
    onChange: (trouble) => changes.push(trouble),
  });
  // A read before which the primary takes long to tell its position does not get as far as the replica.
  await vi.waitFor(async () => {
    expect(await runBoth(other)).toBe("primary");
    expect(changes).toEqual(["lag"]);
  }, waitOptions);
  expect(await runBoth(other)).toBe("primary");
  expect([other.counts.replica, changes]).toEqual([0, ["lag"]]);
  await other.close();
  await new Promise((resolve) => silent.close(resolve));
});
