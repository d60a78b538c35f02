import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { startEmbeddedPostgres } from "#server/platform/embedded-postgres/start-embedded-postgres.ts";
import { query } from "../../src/server/platform/embedded-postgres/fixtures/test-harness.ts";
import { BackedUpServer } from "../support/backup/BackedUpServer.ts";

/** What money and points consist of, one line a row. */
const ledgersSql = `
  select 'order ' || order_no || ' ' || status || ' ' || paid_fen as line from orders
  union all select 'payment ' || out_trade_no || ' ' || state || ' ' || amount_fen from payment_attempts
  union all select 'points ' || id || ' ' || user_id || ' ' || delta from points_ledger
  union all select 'card ' || id || ' ' || card_id || ' ' || delta_fen from card_ledger order by line`;

/** A restore has to be done within ten minutes; the demo is small. */
const maxRestoreMs = 60_000;

let server: BackedUpServer;

beforeAll(async () => {
  server = await BackedUpServer.create();
  await server.start();
  await server.waitForBases(1);
});

afterAll(() => server.close());

const listOrders = async () =>
  (await server.sql("select order_no from orders")).map(({ order_no }) => order_no);

/** Reads the ledgers of the stopped server's database. */
async function readRestoredLedgers(): Promise<unknown[]> {
  const database = await startEmbeddedPostgres({ dataDir: server.dataDir, log: () => undefined });
  try {
    return await query(database.url, ledgersSql);
  } finally {
    await database.stop();
  }
}

/** Runs the command as an operator would; returns what it printed. */
async function restore(...args: string[]): Promise<string> {
  const startedAt = performance.now();
  const { status, output } = await server.run("restore", ...args);
  expect(output).toContain("The ledgers agree.");
  expect(status).toBe(0);
  expect(performance.now() - startedAt).toBeLessThan(maxRestoreMs);
  return output;
}

describe("a backup", () => {
  test("leads back to a time: exactly the rows from before it, and the server serves on", async () => {
    await server.order(3);
    expect((await server.run("cards", "issue", "200", "--count", "2")).status).toBe(0);
    const before = await server.sql(ledgersSql);
    const [time] = await server.sql(
      "select to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD HH24:MI:SS.MS') as at",
    );
    await server.order(3);
    expect((await server.run("cards", "issue", "300")).status).toBe(0);
    expect((await server.sql(ledgersSql)).length).toBeGreaterThan(before.length);
    await server.killServer();
    const output = await restore("--at", String(time?.at), "--replace");
    expect(output).toContain("It goes on as timeline 2.");
    expect(await readRestoredLedgers()).toEqual(before);
    await server.start();
    await server.order(1);
  });

  test("has everything that was archived when the disk of a killed server is lost", async () => {
    // The restored database began a timeline, for which a base backup was made at once.
    await server.waitForBases(2);
    await server.order(3);
    const archived = await listOrders();
    await server.archiveWal();
    await server.order(2);
    const [row] = await server.sql("select current_setting('archive_timeout') as longest");
    expect(row?.longest).toBe("2min");
    await server.killTree();
    await server.loseDisk();
    await restore();
    await server.start();
    const restored = new Set(await listOrders());
    expect(archived.filter((orderNo) => !restored.has(orderNo))).toEqual([]);
  });

  test("lacks nothing after a clean stop", async () => {
    await server.waitForBases(3);
    await server.order(2);
    const present = await server.sql(ledgersSql);
    expect(await server.stop()).toBe(true);
    await server.loseDisk();
    await restore();
    expect(await readRestoredLedgers()).toEqual(present);
  });
});
