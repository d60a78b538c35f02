import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { query, TestHarness } from "./fixtures/test-harness.ts";

const DEBIAN = "/usr/lib/postgresql";
const harness = new TestHarness();
afterEach(() => harness.clear());

test("the programs of an installed PostgreSQL serve as well, but only a folder of their own version", async () => {
  const folder = harness.newFolder();
  const database = await harness.start(folder, installedPrograms());
  const [row] = await query(
    database.url,
    "select current_setting('server_version_num')::int / 10000 as major, current_setting('server_encoding') as encoding, upper('é') as upper",
  );
  expect(row?.major).toBeGreaterThanOrEqual(15);
  expect(row).toMatchObject({ encoding: "UTF8", upper: "É" });
  await database.stop();
  if (row?.major !== 17) {
    await expect(harness.start(folder)).rejects.toThrow(/was made by PostgreSQL \d+, but the programs in/);
  }
});

function installedPrograms(): string {
  // biome-ignore lint/style/noProcessEnv: the test command hands over where it found PostgreSQL.
  const configured = process.env.SYSTEM_PG_BIN;
  if (configured !== undefined) return configured;
  const versions = existsSync(DEBIAN) ? readdirSync(DEBIAN).sort((a, b) => Number(b) - Number(a)) : [];
  if (versions[0] === undefined) throw new Error("Install PostgreSQL 15 or newer, or set SYSTEM_PG_BIN.");
  return join(DEBIAN, versions[0], "bin");
}
