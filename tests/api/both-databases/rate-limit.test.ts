import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { restaurantEndpoints } from "#contract/restaurant/endpoints.ts";
import { buildApp } from "#server/app.ts";
import { Client } from "../../support/api/Client.ts";
import { expectEnvelope } from "../../support/api/envelope.ts";
import { createPhone } from "../../support/api/people.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const limit = 20;
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ settings: { REQUESTS_PER_MINUTE: String(limit) } });
});

afterAll(async () => {
  await app.close();
});

describe("an address that sends too many requests", () => {
  let visitor: Client;
  let ip: string;

  beforeAll(() => {
    visitor = new Client(app.server);
  });

  /** Uses up an address's limit per minute, over several endpoints. */
  async function exhaust(): Promise<void> {
    ip = createPhone().ip;
    const endpoints = [appEndpoints.settings, restaurantEndpoints.categories] as const;
    for (let n = 0; n < limit; n++) {
      const response = await visitor.call(endpoints[n % 2] as typeof appEndpoints.settings, { ip });
      expect(response.status).toBe(200);
    }
  }

  test("gets a retry time, in the envelope, on every endpoint and on unknown paths", async () => {
    await exhaust();
    const paths = [
      appEndpoints.settings.path,
      restaurantEndpoints.list.path,
      "/api/v1/user/info",
      "/api/v1/nothing",
    ];
    for (const path of paths) {
      const response = await app.server.inject({ url: path, remoteAddress: ip });
      expectEnvelope(response, path);
      expect({ path, status: response.statusCode }).toEqual({ path, status: 429 });
      expect(response.json()).toMatchObject({
        data: { error: "rate_limited" },
        msg: "操作太频繁，请稍后再试",
      });
      const wait = Number(response.headers["retry-after"]);
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
    }
  });

  test("does not affect others", async () => {
    await exhaust();
    expect((await visitor.call(appEndpoints.settings, { ip: createPhone().ip })).status).toBe(200);
  });

  test("cannot evade the limit by a forged header", async () => {
    await exhaust();
    for (const name of ["x-forwarded-for", "x-real-ip", "forwarded", "cf-connecting-ip"]) {
      const response = await visitor.call(appEndpoints.settings, { ip, headers: { [name]: "8.8.8.8" } });
      expect(response.status).toBe(429);
    }
  });

  test("gets a readable page when it requests documents", async () => {
    await exhaust();
    for (const url of ["/", "/menu?restaurant_id=SH001", "/admin/login"]) {
      const page = await app.server.inject({ url, remoteAddress: ip });
      expect({ url, status: page.statusCode }).toEqual({ url, status: 429 });
      expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
      expect(page.headers["cache-control"]).toBe("no-store");
      expect(Number(page.headers["retry-after"])).toBeGreaterThan(0);
      expect(page.body).toContain("操作太频繁，请稍后再试");
    }
  });

  test("uses up its limit by documents alone, and not by files", async () => {
    const remoteAddress = createPhone().ip;
    const requestStatus = async (url: string) => (await app.server.inject({ url, remoteAddress })).statusCode;
    for (let n = 0; n < 2 * limit; n++) expect(await requestStatus("/assets/missing.js")).toBe(404);
    for (let n = 0; n < limit; n++) expect(await requestStatus("/")).toBe(200);
    expect(await requestStatus("/")).toBe(429);
    expect(await requestStatus(appEndpoints.settings.path)).toBe(429);
  });

  test("still reaches paths outside the API, and the provider is never rejected", async () => {
    await exhaust();
    const health = await app.server.inject({ url: "/healthz", remoteAddress: ip });
    expect(health.statusCode).toBe(200);
    for (let n = 0; n < 2 * limit; n++) {
      const url = "/api/v1/payment/wechat/notify";
      const response = await app.server.inject({ method: "POST", url, payload: "{}", remoteAddress: ip });
      expect(response.statusCode).toBe(401);
    }
  });
});

test("behind a trusted proxy, each customer has a limit of his own, whatever the headers claim", async () => {
  const config = { ...app.config, trustProxy: 1 };
  const { server } = await buildApp({ config, database: app.database, logger: false });
  const visitor = new Client(server);
  const from = (customer: string) =>
    visitor.call(appEndpoints.settings, { ip: "10.9.9.9", headers: { "x-forwarded-for": customer } });
  // Entries before the one that the proxy added come from the client.
  for (let n = 0; n < limit; n++) expect((await from(`1.1.1.${n}, 8.8.8.8`)).status).toBe(200);
  expect((await from("8.8.8.8")).status).toBe(429);
  expect((await from("9.9.9.9")).status).toBe(200);
  await server.close();
});
