import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { customerEventsPath } from "#contract/events.ts";
import { menuEndpoints } from "#contract/menu/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { Database } from "#server/platform/database/Database.ts";
import { fileUrl, publicFileUrl } from "#server/platform/files/file-url.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp({ allowsConnectionLoss: true });
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

const headers = () => ({ authorization: `Bearer ${buyer.token}` });

/** Lists the process ids of all backends that serve this test's database. */
async function listBackendPids(): Promise<number[]> {
  const rows = await app.sql<{ pid: number }>(
    "select pid from pg_stat_activity where datname = current_database() and backend_type = 'client backend'",
  );
  return rows.map(({ pid }) => pid);
}

function signalProcesses(pids: number[], name: "SIGSTOP" | "SIGCONT"): void {
  for (const pid of pids) process.kill(pid, name);
}

describe("a database that stops responding", () => {
  test("delays each request only briefly, rejects new ones at once, and is used again after recovery", async () => {
    await expect.poll(() => app.content.isReliable).toBe(true);
    const save = (nickname: string) =>
      app.server.inject({
        method: "PUT",
        url: userEndpoints.updateInfo.path,
        headers: headers(),
        payload: { nickname },
      });
    expect((await save("之前")).statusCode).toBe(200);
    // A full pool ensures that no new connection reaches a process that is not frozen.
    await Promise.all(Array.from({ length: app.config.poolSize }, () => app.sql("select pg_sleep(0.3)")));
    const frozen = await listBackendPids();
    signalProcesses(frozen, "SIGSTOP");
    try {
      const waiting = await Promise.all([
        save("冻结中"),
        app.server.inject({ url: userEndpoints.info.path, headers: headers() }),
        app.server.inject(`${menuEndpoints.items.path}?restaurant_id=NOPE`),
        app.server.inject("/readyz"),
        app.server.inject({ url: fileUrl("nothing"), headers: headers() }),
        app.server.inject(publicFileUrl("nothing")),
        app.server.inject({ url: customerEventsPath, headers: headers() }),
      ]);
      const newcomer = await app.server.inject({ url: userEndpoints.info.path, headers: headers() });
      for (const response of [...waiting, newcomer]) {
        expectEnvelope(response, "frozen");
        expect(response.json()).toMatchObject({ code: 503, data: { error: "unavailable" } });
        expect(response.headers["retry-after"]).toBe("2");
      }
      expect((await app.server.inject("/healthz")).statusCode).toBe(200);
    } finally {
      signalProcesses(frozen, "SIGCONT");
    }
    await expect.poll(async () => (await save("之后")).statusCode).toBe(200);
    const after = await app.server.inject({ url: userEndpoints.info.path, headers: headers() });
    expect(after.json().data.nickname).toBe("之后");
    await expect.poll(async () => (await app.server.inject("/readyz")).statusCode).toBe(200);
  });
});

describe("a queue for connections", () => {
  test("is bounded: requests beyond the limit are rejected", async () => {
    const database = new Database(app.config.databaseUrl ?? "", { size: 1, onIdleError: () => undefined });
    const config = { ...app.config, databaseWaitMs: 100 };
    const { server } = await buildApp({ config, database, logger: false });
    const holdConnection = async () => {
      const client = await database.pool.connect();
      await client.query("select pg_sleep(0.2)");
      return client;
    };
    // The expected wait of new requests is derived from how long recent connections were held.
    for (let nth = 0; nth < 20; nth++) (await holdConnection()).release();
    const heldConnections = await holdConnection();
    const sendMany = (count: number) =>
      Array.from({ length: count }, () =>
        server.inject({ url: userEndpoints.info.path, headers: headers() }),
      );
    const waiting = sendMany(8);
    await expect.poll(() => database.pool.waitingCount).toBe(8);
    let maximum = 0;
    const newcomers = sendMany(40).map(async (call) => {
      const { statusCode, headers: message } = await call;
      maximum = Math.max(maximum, database.pool.waitingCount);
      return [statusCode, message["retry-after"]];
    });
    expect(await Promise.all(newcomers)).toEqual(newcomers.map(() => [503, "2"]));
    expect(maximum).toBeLessThanOrEqual(8);
    // No request waits longer than two seconds for a connection.
    for (const { statusCode } of await Promise.all(waiting)) expect(statusCode).toBe(503);
    heldConnections.release();
    const after = await server.inject({ url: userEndpoints.info.path, headers: headers() });
    expect(after.statusCode).toBe(200);
    await server.close();
    await database.close();
  });
});

describe("readiness", () => {
  test("fails before the tables of this version exist", async () => {
    const newest = "(select max(created_at) from drizzle.__drizzle_migrations)";
    await app.sql(
      `update drizzle.__drizzle_migrations set created_at = created_at - 1 where created_at = ${newest}`,
    );
    const early = await app.server.inject("/readyz");
    expect([early.statusCode, early.json().data.error]).toEqual([503, "unavailable"]);
    await app.sql(
      `update drizzle.__drizzle_migrations set created_at = created_at + 1 where created_at = ${newest}`,
    );
    expect((await app.server.inject("/readyz")).statusCode).toBe(200);
  });

  test("ends with the stop signal, while requests are still served and connections are released", async () => {
    const { server, drain } = await buildApp({ config: app.config, database: app.database, logger: false });
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    expect((await fetch(`${url}/readyz`)).status).toBe(200);
    expect((await fetch(`${url}${appEndpoints.settings.path}`)).headers.get("connection")).toBe("keep-alive");
    drain();
    expect((await fetch(`${url}/readyz`)).status).toBe(503);
    const served = await fetch(`${url}${appEndpoints.settings.path}`);
    expect([served.status, served.headers.get("connection")]).toEqual([200, "close"]);
    expect((await fetch(`${url}/healthz`)).status).toBe(200);
    await server.close();
  });
});
