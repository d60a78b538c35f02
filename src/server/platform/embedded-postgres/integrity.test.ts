import { rm } from "node:fs/promises";
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { query, TestHarness } from "./fixtures/test-harness.ts";

const harness = new TestHarness();
afterEach(() => harness.clear());

/** Starts a database with a table once, removes one of its files, and returns how the next start fails. */
async function startWithout(findFile: (url: string) => Promise<string>) {
  const folder = harness.newFolder();
  const database = await harness.start(folder);
  await query(database.url, "create table orders (id int primary key)");
  await query(database.url, "insert into orders values (1)");
  const file = join(folder, "postgres", await findFile(database.url));
  await database.stop();
  await rm(file);
  return await harness.start(folder).then(
    () => ({ message: "it serves", mayPass: true }),
    (error: Error & { mayPass?: boolean }) => ({ message: error.message, mayPass: error.mayPass }),
  );
}

async function fileOf(url: string, name: string): Promise<string> {
  const [row] = await query(url, `select pg_relation_filepath('${name}') as file`);
  return String(row?.file);
}

describe("a database folder with a file missing is refused in a sentence that says what to do", () => {
  test.each(["PG_VERSION", "global/pg_control"])("%s", async (name) => {
    const { message, mayPass } = await startWithout(async () => name);
    expect(message).toMatch(
      /^Restore the data folder \/\S+\/postgres from a backup: its file \S+ is missing, .*\.$/,
    );
    expect(message).toContain(`its file ${name} is missing`);
    expect(mayPass).toBe(false);
  });

  test.each(["orders", "orders_pkey", "pg_class", "pg_authid"])("the file of %s", async (name) => {
    const { message, mayPass } = await startWithout((url) => fileOf(url, name));
    expect(message).toMatch(/^Restore the data folder \/\S+\/postgres from a backup: .+\.$/);
    expect(mayPass).toBe(false);
  });

  test("a complete folder serves, also after the database was killed", async () => {
    const folder = harness.newFolder();
    const first = await harness.start(folder);
    await query(first.url, "create unlogged table seen (id int)");
    process.kill(first.pid, "SIGKILL");
    await expect
      .poll(() =>
        query(first.url, "select 1").then(
          () => "serves",
          () => "gone",
        ),
      )
      .toBe("gone");
    await first.stop();
    const second = await harness.start(folder);
    expect(await query(second.url, "select count(*)::int as rows from seen")).toEqual([{ rows: 0 }]);
  });
});
