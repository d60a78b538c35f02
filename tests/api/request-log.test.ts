import { once } from "node:events";
import { get, type IncomingMessage, request } from "node:http";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { addressEndpoints } from "#contract/address/endpoints.ts";
import { appEndpoints } from "#contract/app/endpoints.ts";
import { customerEventsPath } from "#contract/events.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffAuthEndpoints } from "#contract/staff/auth/endpoints.ts";
import { userEndpoints } from "#contract/user/endpoints.ts";
import { type BuiltPages, buildPages } from "../support/api/builtPages.ts";
import { type Buyer, createBuyer, createOrder } from "../support/api/buyers.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { setPaymentBehaviour } from "../support/api/paymentProvider.ts";
import { homeAddressForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { waitOptions } from "../support/api/waitOptions.ts";

interface Line {
  level: number;
  msg: string;
  reqId?: string;
  trace?: string;
  [field: string]: unknown;
}

const levels = { debug: 20, info: 30, warn: 40, error: 50 };
const traceparent = "00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01";
const traceId = "0af7651916cd43dd8448eb211c80319c";
const lines: Line[] = [];
let pages: BuiltPages;
let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  pages = await buildPages();
  const { webFolder, ssrFolder } = pages;
  const log = (line: string) => lines.push(JSON.parse(line) as Line);
  // Answers of the test's own requests come from 127.0.0.1, which stands for the proxy.
  app = await startTestApp({ webFolder, ssrFolder, log, settings: { TRUST_PROXY: "127.0.0.1" } });
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
  await pages.remove();
});

beforeEach(() => {
  lines.length = 0;
});

/** Waits for the end of requests and returns their lines. */
async function readRequestLines(count = 1): Promise<Line[]> {
  const find = () => lines.filter(({ msg }) => msg.startsWith("request "));
  await expect.poll(() => find().length, waitOptions).toBeGreaterThanOrEqual(count);
  return find();
}

/** Sends a request whose body ends once the server has checked its token. */
async function sendInParts(path: string, body: string, headers: Record<string, string>): Promise<void> {
  const acquiredBefore = app.database.acquireCount;
  const sent = request(`${app.url}${path}`, {
    method: "POST",
    agent: false,
    headers: { ...headers, "content-type": "application/json", "content-length": Buffer.byteLength(body) },
  });
  sent.write(body.slice(0, 5));
  await expect.poll(() => app.database.acquireCount, waitOptions).toBeGreaterThan(acquiredBefore);
  sent.end(body.slice(5));
  const [response] = (await once(sent, "response")) as [IncomingMessage];
  response.resume();
  await once(response, "end");
}

describe("a finished request", () => {
  test("has one line: method, route, status, ms, caller, network and trace", async () => {
    const { headers } = await buyer.call(userEndpoints.info);
    const id = String(headers["x-request-id"]);
    expect(await readRequestLines()).toEqual([
      {
        level: levels.info,
        time: expect.any(Number),
        pid: process.pid,
        hostname: expect.any(String),
        reqId: id,
        method: "GET",
        route: userEndpoints.info.path,
        status: 200,
        ms: expect.any(Number),
        principal: "customer",
        subject: buyer.userId,
        network: "127.0.0.0/24",
        trace: id.replaceAll("-", ""),
        msg: "request completed",
      },
    ]);
    expect(lines.filter(({ reqId }) => reqId === id)).toHaveLength(1);
  });

  test("names its route instead of its path and query", async () => {
    await app.server.inject(`${appEndpoints.settings.path}?token=canary`);
    await app.server.inject("/api/v1/media/canary-id");
    await app.server.inject("/api/v1/canary-path");
    await app.server.inject("/%canary");
    const found = await readRequestLines(4);
    expect(found).toMatchObject([
      { route: appEndpoints.settings.path, principal: "public" },
      { status: 404 },
      { status: 404 },
      { status: 400 },
    ]);
    expect(JSON.stringify(lines)).not.toContain("canary");
  });

  test("names members of staff, and nobody when the token was refused", async () => {
    const staff = await createStaffClient(app, "agent");
    const { staff_id: staffId } = await staff.data(staffAuthEndpoints.info);
    await app.server.inject(userEndpoints.info.path);
    const [own, refused] = (await readRequestLines(2)).slice(-2);
    expect(own).toMatchObject({ principal: "staff", subject: staffId });
    expect([refused?.status, refused?.principal, refused?.subject]).toEqual([401, undefined, undefined]);
  });

  test("of the kind that comes in numbers is at debug level unless it fails", async () => {
    for (const url of ["/healthz", "/readyz", "/assets/first-one.css", "/", "/assets/missing.js"])
      await app.server.inject(url);
    const found = await readRequestLines(5);
    expect(found.map(({ level, route, status }) => [route, status, level])).toEqual([
      ["/healthz", 200, levels.debug],
      ["/readyz", 200, levels.debug],
      ["/*", 200, levels.debug],
      ["/*", 200, levels.info],
      ["unknown", 404, levels.info],
    ]);
  });

  test("that fails has the reason in its line", async () => {
    await app.sql("alter table addresses add constraint refused check (details <> 'refused') not valid");
    await buyer.call(addressEndpoints.add, { body: { ...homeAddressForm, details: "refused" } });
    await app.sql("alter table addresses drop constraint refused");
    expect(await readRequestLines()).toMatchObject([
      { level: levels.error, status: 500, msg: "request failed", err: { cause: { constraint: "refused" } } },
    ]);
  });
});

describe("a request whose client leaves", () => {
  test("has its line when it is an event stream, at its end", async () => {
    const headers = { authorization: `Bearer ${buyer.token}` };
    await new Promise<void>((resolve) => {
      const stream = get(`${app.url}${customerEventsPath}`, { headers, agent: false }, (response) => {
        response.once("data", () => {
          expect(lines.filter(({ msg }) => msg.startsWith("request "))).toEqual([]);
          stream.destroy();
          resolve();
        });
      });
      stream.once("error", () => undefined);
    });
    expect(await readRequestLines()).toMatchObject([
      { route: customerEventsPath, status: 200, subject: buyer.userId, msg: "request aborted" },
    ]);
  });

  test("before there is an answer has a line without a status", async () => {
    await setPaymentBehaviour(app, { provider: "slow" });
    const order = await createOrder(buyer);
    lines.length = 0;
    const controller = new AbortController();
    const started = fetch(`${app.url}${orderEndpoints.pay.path}`, {
      method: "POST",
      headers: { authorization: `Bearer ${buyer.token}`, "content-type": "application/json" },
      body: JSON.stringify({ order_id: order.order_id }),
      signal: controller.signal,
    }).catch(() => "aborted");
    await expect
      .poll(
        () => app.sql("select 1 from payment_attempts where order_id = $1", [order.order_id]),
        waitOptions,
      )
      .toHaveLength(1);
    controller.abort();
    expect(await started).toBe("aborted");
    const [line] = await readRequestLines();
    expect(line).toMatchObject({ route: orderEndpoints.pay.path, msg: "request aborted" });
    expect(line).not.toHaveProperty("status");
    await setPaymentBehaviour(app, { provider: "normal" });
  });
});

describe("the trace of a request", () => {
  const url = userEndpoints.info.path;
  const forwarded = { "x-forwarded-for": "203.0.113.9" };

  test("is the one that a trusted proxy sends", async () => {
    await app.server.inject({ url, headers: { ...forwarded, traceparent } });
    expect(await readRequestLines()).toMatchObject([{ trace: traceId, network: "203.0.113.0/24" }]);
  });

  test.each([
    ["from another address than the proxy's", { ...forwarded, traceparent }, "198.51.100.7"],
    ["without a forwarded client", { traceparent }, "127.0.0.1"],
    ["of another form", { ...forwarded, traceparent: "00-canary" }, "127.0.0.1"],
  ])("is a new one for a header %s", async (_which, headers, remoteAddress) => {
    const response = await app.server.inject({ url, headers, remoteAddress });
    const trace = String(response.headers["x-request-id"]).replaceAll("-", "");
    expect(await readRequestLines()).toMatchObject([{ trace }]);
  });

  test("is in the lines of services and gateways, however late the body comes", async () => {
    const order = await createOrder(buyer);
    lines.length = 0;
    await setPaymentBehaviour(app, { provider: "error" });
    const body = JSON.stringify({ order_id: order.order_id });
    await sendInParts(orderEndpoints.pay.path, body, {
      ...forwarded,
      traceparent,
      authorization: `Bearer ${buyer.token}`,
    });
    await setPaymentBehaviour(app, { provider: "normal" });
    await readRequestLines();
    const found = lines.filter(({ trace }) => trace === traceId).map(({ msg }) => msg);
    expect(found).toEqual(["provider called", "prepay failed", "request failed"]);
    expect(lines.find(({ msg }) => msg === "provider called")).toMatchObject({
      provider: "wechat-pay",
      operation: "prepay-h5",
      code: expect.stringMatching(/^[A-Z]\w+$|^status \d+$/),
      ms: expect.any(Number),
    });
  });

  test("of one request is not that of another at the same time", async () => {
    const responses = await Promise.all(Array.from({ length: 20 }, () => buyer.call(addressEndpoints.list)));
    const traces = (await readRequestLines(20)).map(({ trace }) => trace);
    const ids = responses.map(({ headers }) => String(headers["x-request-id"]).replaceAll("-", ""));
    expect(traces.toSorted()).toEqual(ids.toSorted());
  });
});
