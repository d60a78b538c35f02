import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { EmbeddedPostgresError } from "./EmbeddedPostgresError.ts";
import { findRunningDatabase } from "./running-database.ts";
import { startEmbeddedPostgres } from "./start-embedded-postgres.ts";

test("a database is found by its data folder while it runs, and not after", { timeout: 60_000 }, async () => {
  const dataDir = join(await mkdtemp(join(tmpdir(), "shidan-run-")), "data");
  const database = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" }, log: () => {} });
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir) });
  await client.connect();
  expect((await client.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await client.end();
  await database.stop();
  const failure = await findRunningDatabase(dataDir).catch((error: unknown) => error);
  expect(failure).toBeInstanceOf(EmbeddedPostgresError);
  expect((failure as Error).message).toMatch(/^No server is running on the data folder .*DATABASE_URL/);
  await rm(dataDir, { recursive: true, force: true });
});
