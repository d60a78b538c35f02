import { readFileSync } from "node:fs";
import { get } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { Database } from "#server/platform/database/Database.ts";
import { createBuyer } from "../support/api/buyers.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const { version } = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8")) as {
  version: string;
};

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ allowsConnectionLoss: true });
});

afterAll(async () => {
  await app.close();
});

describe("health", () => {
  test("reports that the process is alive and that the database responds", async () => {
    const [alive, ready] = await Promise.all([app.server.inject("/healthz"), app.server.inject("/readyz")]);
    expect([alive.statusCode, alive.json()]).toEqual([200, { status: "ok", version }]);
    expect([ready.statusCode, ready.json()]).toEqual([200, { status: "ready" }]);
  });

  test("without a database the process is alive, not ready, and requests get 503 with a retry time", async () => {
    const nowhere = "postgres://nobody@127.0.0.1:1/nothing";
    const database = new Database(nowhere, { size: 2, onIdleError: () => undefined });
    const { server } = await buildApp({ config: app.config, database, logger: false });
    expect((await server.inject("/healthz")).statusCode).toBe(200);
    for (const url of ["/readyz", "/api/v1/restaurant/list"]) {
      const response = await server.inject(url);
      expectEnvelope(response, url);
      expect(response.json()).toMatchObject({ code: 503, data: { error: "unavailable" } });
      expect(response.headers["retry-after"]).toBe("2");
    }
    await server.close();
    await database.close();
  });

  test("when all connections are ended at once, the next requests work again", async () => {
    const buyer = await createBuyer(app);
    const path = "/api/v1/user/info";
    const headers = { authorization: `Bearer ${buyer.token}` };
    const end = app.sql(
      "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
    );
    const during = await Promise.all(
      Array.from({ length: 20 }, () => app.server.inject({ url: path, headers })),
    );
    await end;
    for (const response of during) expect([200, 503]).toContain(response.statusCode);
    await expect.poll(async () => (await app.server.inject({ url: path, headers })).statusCode).toBe(200);
    expect((await app.server.inject("/readyz")).statusCode).toBe(200);
  });
});

describe("the OpenAPI document", () => {
  test("has a version, a title, and responses and descriptions for every endpoint", async () => {
    const response = await app.server.inject("/api/docs/json");
    expect(response.statusCode).toBe(200);
    const document = response.json();
    expect(document.openapi).toMatch(/^3\.\d/);
    expect(document.info).toMatchObject({ title: "Shidan", version: "1" });
    for (const [path, methods] of Object.entries<
      Record<string, { responses: object; parameters?: object[] }>
    >(document.paths)) {
      expect(path).toMatch(/^\/api\/v1\//);
      const named = [...path.matchAll(/\{(\w+)\}/g)].map((found) => found[1]);
      for (const operation of Object.values(methods)) {
        expect(Object.keys(operation.responses).length, path).toBeGreaterThan(0);
        const inPath = (operation.parameters ?? []).filter((item) => "in" in item && item.in === "path");
        expect(inPath.length, path).toBe(named.length);
      }
    }
  });

  test("does not exist in production", async () => {
    const config = { ...app.config, isProduction: true };
    const { server } = await buildApp({ config, database: app.database, logger: false });
    expect((await server.inject("/api/docs/json")).statusCode).toBe(404);
    expect((await server.inject("/api/v1/app/settings")).statusCode).toBe(200);
    await server.close();
  });

  test("has no dangling references", async () => {
    const text = (await app.server.inject("/api/docs/json")).body;
    const names = Object.keys(JSON.parse(text).components?.schemas ?? {});
    const used = [...text.matchAll(/"\$ref":"#\/components\/schemas\/([^"]+)"/g)].map((found) => found[1]);
    expect(used.filter((name) => !names.includes(name ?? ""))).toEqual([]);
  });

  test("excludes health, the document itself, and notifications without their schema", async () => {
    const paths = Object.keys((await app.server.inject("/api/docs/json")).json().paths);
    expect(paths.filter((path) => /healthz|readyz|docs/.test(path))).toEqual([]);
  });
});

describe("security headers", () => {
  test.each(["/api/v1/app/settings", "/api/v1/nothing", "/healthz", "/nothing.txt"])(
    "stand on %s",
    async (url) => {
      const { headers } = await app.server.inject(url);
      expect(headers).toMatchObject({
        "x-content-type-options": "nosniff",
        "referrer-policy": "strict-origin",
        "x-frame-options": expect.any(String),
        "cross-origin-opener-policy": "same-origin",
      });
      expect(headers["x-powered-by"]).toBeUndefined();
      expect(headers.server).toBeUndefined();
      expect(headers["access-control-allow-origin"]).toBeUndefined();
    },
  );

  test("allow only our own scripts, and no framing", async () => {
    const { headers } = await app.server.inject("/api/v1/app/settings");
    const policy = Object.fromEntries(
      String(headers["content-security-policy"])
        .split(";")
        .map((part) => [part.trim().split(" ")[0], part.trim().split(" ").slice(1)]),
    );
    expect(policy).toMatchObject({
      "default-src": ["'self'"],
      "script-src": ["'self'"],
      "connect-src": ["'self'"],
      "object-src": ["'none'"],
      "base-uri": ["'none'"],
      "frame-ancestors": ["'none'"],
    });
  });

  test("insist on https in production only", async () => {
    expect((await app.server.inject("/healthz")).headers["strict-transport-security"]).toBeUndefined();
    const config = { ...app.config, isProduction: true };
    const { server } = await buildApp({ config, database: app.database, logger: false });
    expect((await server.inject("/healthz")).headers["strict-transport-security"]).toMatch(/max-age=\d{7,}/);
    await server.close();
  });

  test("forbid caching of personal responses", async () => {
    const buyer = await createBuyer(app);
    for (const url of ["/api/v1/user/info", "/api/v1/order/list", "/api/v1/address/list"]) {
      const headers = { authorization: `Bearer ${buyer.token}` };
      expect((await app.server.inject({ url, headers })).headers["cache-control"]).toBe("no-store");
    }
  });
});

describe("a request's id", () => {
  test("is new for each, and never the one that a client sends", async () => {
    const ids = await Promise.all(
      Array.from({ length: 20 }, async () => {
        const headers = { "x-request-id": "mine", "request-id": "mine" };
        return (await app.server.inject({ url: appEndpoints.settings.path, headers })).headers[
          "x-request-id"
        ];
      }),
    );
    expect(new Set(ids).size).toBe(20);
    for (const id of ids) expect(id).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/);
  });
});

/** Sends one request on its own connection; returns its status, or its error code. */
function requestOnce(url: string): Promise<number | string> {
  return new Promise((resolve) => {
    const request = get(url, { agent: false }, (response) => {
      response.resume();
      response.once("close", () => resolve(response.complete ? (response.statusCode ?? 0) : "cut"));
    });
    request.once("error", (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
  });
}

describe("a graceful stop", () => {
  test("serves every accepted request, and refuses none while the port is open", async () => {
    const ends: (number | string)[] = [];
    const { server } = await buildApp({ config: app.config, database: app.database, logger: false });
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    const visit = async () => {
      for (let end: number | string = 200; end === 200; ends.push(end))
        end = await requestOnce(`${url}/api/v1/app/settings`);
    };
    const visitors = Array.from({ length: 10 }, visit);
    await expect.poll(() => ends.length).toBeGreaterThan(40);
    await server.close();
    await Promise.all(visitors);
    // The clients share our event loop: the kernel may accept a connection in the very turn that closes the
    // port.
    const atTheDoor = new Set<number | string>(["ECONNREFUSED", "ECONNRESET"]);
    expect(new Set(ends.filter((end) => !atTheDoor.has(end)))).toEqual(new Set([200]));
  });

  test("finishes pending requests, accepts no new one, and then ends", async () => {
    const { server } = await buildApp({ config: app.config, database: app.database, logger: false });
    const url = await server.listen({ host: "127.0.0.1", port: 0 });
    const buyer = await createBuyer(app);
    const lock = await app.database.pool.connect();
    await lock.query("begin");
    await lock.query("select 1 from users where id = $1 for update", [buyer.userId]);
    const saving = fetch(`${url}/api/v1/user/info`, {
      method: "PUT",
      headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json" },
      body: JSON.stringify({ nickname: "停机前" }),
    });
    const waiting =
      "select count(*) as n from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
    await expect.poll(async () => (await app.sql<{ n: number }>(waiting))[0]?.n).toBe(1);
    const closed = server.close().then(() => Date.now());
    const isServed = () =>
      fetch(`${url}/healthz`).then(
        (answer) => answer.ok,
        () => false,
      );
    await expect.poll(isServed).toBe(false);
    await lock.query("commit");
    lock.release();
    const response = await saving;
    const finishedAt = Date.now();
    expect([response.status, (await response.json()).data.nickname]).toEqual([200, "停机前"]);
    // A keep-alive connection must not delay the stop.
    expect((await closed) - finishedAt).toBeLessThan(2_000);
  });
});
