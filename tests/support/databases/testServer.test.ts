import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { runSql } from "./sql.ts";
import { createTestDatabase } from "./testDatabase.ts";
import { type ServerKind, startTestServer, type TestServer } from "./testServer.ts";

const kinds: ServerKind[] = ["embedded", "external"];

describe.each(kinds)("the %s test server", (kind) => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(kind, {
      migrate: async (url) => {
        await runSql(url, "create table dishes as select 'tofu' as name");
      },
      seed: async (url) => {
        await runSql(url, "insert into dishes values ('soup')");
      },
    });
  }, 60_000);
  afterAll(() => server.stop());

  test("hands out migrated databases that do not see each other", async () => {
    const [one, two] = await Promise.all([
      createTestDatabase("empty", server),
      createTestDatabase("empty", server),
    ]);
    await runSql(one.url, "insert into dishes values ('noodles')");
    expect(await runSql(one.url, "select count(*)::int as n from dishes")).toEqual([{ n: 2 }]);
    expect(await runSql(two.url, "select count(*)::int as n from dishes")).toEqual([{ n: 1 }]);
  });

  test("hands out databases with the demo in them", async () => {
    const database = await createTestDatabase("demo", server);
    expect(await runSql(database.url, "select name from dishes order by name")).toEqual([
      { name: "soup" },
      { name: "tofu" },
    ]);
  });

  test("drops a database even while somebody is connected", async () => {
    const database = await createTestDatabase("empty", server);
    const client = new pg.Client({ connectionString: database.url });
    const lost = new Promise((resolve) => client.on("error", resolve));
    await client.connect();
    await database.drop();
    expect(await lost).toBeInstanceOf(Error);
    await expect(runSql(database.url, "select 1")).rejects.toThrow(/does not exist/);
  });

  test("is reached over its own kind of connection", async () => {
    const [row] = await runSql(
      server.url,
      "select inet_server_addr() is null as socket, current_setting('server_version_num')::int >= 150000 as recent",
    );
    expect(row).toEqual({ socket: kind === "embedded", recent: true });
  });
});
