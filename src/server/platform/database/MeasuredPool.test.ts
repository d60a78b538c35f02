import { sql } from "drizzle-orm";
import { drizzle } from "drizzle-orm/node-postgres";
import type pg from "pg";
import { expect, test } from "vitest";
import { MeasuredPool } from "./MeasuredPool.ts";

test("a transaction runs on one connection of the pool, which is given back", async () => {
  const calls: string[] = [];
  const record = (by: string) => (query: { text: string }) => {
    calls.push(`${by} ${query.text}`);
    return Promise.resolve({ rows: [] });
  };
  const client = { query: record("connection"), release: () => calls.push("release") };
  const pool = { query: record("pool"), connect: () => Promise.resolve(client) };
  const measured = new MeasuredPool(pool as unknown as pg.Pool);
  const database = drizzle({ client: measured as unknown as pg.Pool });
  await database.transaction(async (tx) => {
    await tx.execute(sql`select 1`);
  });
  // Drizzle takes what is not called a pool for a connection, and would run begin and commit on different ones.
  expect(calls).toEqual(["connection begin", "connection select 1", "connection commit", "release"]);
});

test("a connection on which begin fails, or that is lost, is destroyed and not returned a second time", async () => {
  for (const failing of ["begin", "select 1"]) {
    const released: unknown[] = [];
    const lost = new Error("Connection terminated unexpectedly");
    const query = ({ text }: { text: string }) =>
      text === failing || (failing !== "begin" && text === "rollback")
        ? Promise.reject(lost)
        : Promise.resolve({ rows: [] });
    const client = { query, release: (error?: Error) => released.push(error) };
    const pool = { query, connect: () => Promise.resolve(client) };
    const database = drizzle({ client: new MeasuredPool(pool as unknown as pg.Pool) as unknown as pg.Pool });
    await expect(database.transaction((tx) => tx.execute(sql`select 1`))).rejects.toThrow();
    expect(released).toEqual([lost]);
  }
});
