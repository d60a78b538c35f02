import type { RequestListener, ServerResponse } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints as endpoints } from "#contract/address/endpoints.ts";
import { restaurantAdminEndpoints } from "#contract/staff/restaurant-admin/endpoints.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { type HostileServer, startHostileServer } from "../support/api/hostileServer.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const failed = { status: 502, error: "search_failed", msg: "地点搜索失败" };

async function setMapsBehaviour(app: TestApp, change: Record<string, unknown>): Promise<void> {
  const response = await fetch(`${app.sandbox.url}/amap/behaviour`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify(change),
  });
  expect(response.status).toBe(200);
}

describe("the place search", () => {
  let app: TestApp;
  let buyer: Buyer;

  beforeAll(async () => {
    app = await startTestApp();
    buyer = await createBuyer(app);
  });

  afterAll(async () => {
    await app.close();
  });

  test("finds places of the city with everything an address needs", async () => {
    const { pois } = await buyer.data(endpoints.searchLocation, {
      body: { city: " 上海市 ", keyword: " 徐家汇 " },
    });
    expect(pois.length).toBeGreaterThan(0);
    expect(pois.every((poi) => poi.cityname === "上海市" && poi.name !== "")).toBe(true);
    expect(pois[0]).toMatchObject({
      id: expect.stringMatching(/^B0/),
      location: expect.stringMatching(/^\d+\.\d+,\d+\.\d+$/),
      citycode: "021",
      typecode: expect.stringMatching(/\d/),
    });
  });

  test("gives the head office all that a restaurant at a place needs", async () => {
    const admin = await createStaffClient(app, "admin");
    const query = { city: "上海", keyword: "港汇" };
    const { places } = await admin.data(restaurantAdminEndpoints.places, { query });
    expect(places[0]).toEqual({
      name: expect.stringContaining("港汇"),
      address: expect.stringMatching(/^上海市徐汇区.+/),
      city: "上海市",
      city_code: "310100",
      district: "徐汇区",
      lat: expect.any(Number),
      lng: expect.any(Number),
    });
    expect(
      await admin.call(restaurantAdminEndpoints.places, { query: { ...query, keyword: " " } }),
    ).toMatchObject({ status: 400, msg: "请输入关键词" });
  });

  test("returns an empty list when nothing matches", async () => {
    const body = { city: "上海市", keyword: "没有这样的地方" };
    expect(await buyer.data(endpoints.searchLocation, { body })).toEqual({ pois: [] });
  });

  test("returns places that can be saved as an address", async () => {
    const { pois } = await buyer.data(endpoints.searchLocation, { body: { city: "北京", keyword: "国贸" } });
    const saved = await buyer.data(endpoints.add, {
      body: {
        recipient: "陈",
        phone: "13800138000",
        location: "北京市 北京市 朝阳区",
        details: pois[0]!.name,
        house_number: "",
        poi_info: pois[0]!,
        is_default: false,
      },
    });
    expect(saved).toMatchObject({ poi_id: pois[0]!.id, poi_location: pois[0]!.location });
  });

  test.each([
    [{ city: " ", keyword: "徐家汇" }, "city", "请输入城市"],
    [{ city: "上海", keyword: " " }, "keyword", "请输入关键词"],
  ])("asks for what is missing: %j", async (body, field, msg) => {
    const response = await buyer.call(endpoints.searchLocation, { body });
    expect(response).toMatchObject({ status: 400, error: "validation", data: { field }, msg });
  });

  test.each([
    ["refuses", { mode: "fail" }],
    ["answers a page of HTML", { mode: "garbage" }],
    ["does not answer within five seconds", { mode: "slow", delay_ms: 60_000 }],
  ])("says so when the map service %s, and works again afterwards", async (_what, change) => {
    const body = { city: "上海市", keyword: "徐家汇" };
    await setMapsBehaviour(app, change);
    const response = await buyer.call(endpoints.searchLocation, { body });
    await setMapsBehaviour(app, { mode: "ok" });
    expect(response).toMatchObject(failed);
    expect((await buyer.call(endpoints.searchLocation, { body })).status).toBe(200);
  });
});

describe("a faulty map service", () => {
  let hostile: HostileServer;
  let target: HostileServer;
  let app: TestApp;
  let buyer: Buyer;

  beforeAll(async () => {
    [hostile, target] = [await startHostileServer(), await startHostileServer()];
    app = await startTestApp({ settings: { MAPS_BASE_URL: hostile.url } });
    buyer = await createBuyer(app);
  });

  afterAll(async () => {
    await app.close();
    await Promise.all([hostile.close(), target.close()]);
  });

  function json(body: unknown): RequestListener {
    return (_request, response) =>
      void response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
  }

  async function search(response: RequestListener) {
    hostile.answer = response;
    return await buyer.call(endpoints.searchLocation, { body: { city: "上海", keyword: "徐家汇" } });
  }

  const responses: [string, RequestListener][] = [
    ["an empty body", (_request, response) => void response.writeHead(200).end()],
    ["nothing, the connection ends", (request) => void request.socket.destroy()],
    ["null", json(null)],
    ["a list", json([])],
    ["another status", json({ status: 1, pois: [] })],
    ["no places", json({ status: "1" })],
    ["places in words", json({ status: "1", pois: "none" })],
    ["half of its JSON", (_request, response) => void response.writeHead(200).end('{"status":"1","pois":[')],
    ["500 with a good body", (_request, response) => void response.writeHead(500).end("oops")],
  ];

  test.each(responses)("that answers %s is a failed search", async (_what, response) => {
    expect(await search(response)).toMatchObject(failed);
  });

  test("that redirects the server is not followed", async () => {
    const location = `${target.url}/latest/meta-data/`;
    const response = await search((_request, response) => void response.writeHead(302, { location }).end());
    expect(response).toMatchObject(failed);
    expect(target.requests).toBe(0);
  });

  test.each([
    ["announced", { "content-length": "50000000" }],
    ["unannounced", {}],
  ])("that pours out fifty megabytes (%s) is cut off", async (_what, headers) => {
    let sent = 0;
    const response = await search((_request, response) => {
      response.writeHead(200, headers);
      streamEndlessBody(response, (bytes) => {
        sent += bytes;
      });
    });
    expect(response).toMatchObject(failed);
    expect(sent).toBeLessThan(20_000_000);
  });

  test("that mixes valid places with invalid ones yields the valid ones", async () => {
    const good = { id: "B1", name: "好地方", location: "121.4,31.1", address: [], typecode: [] };
    const broken = [
      null,
      1,
      {},
      { ...good, name: 5 },
      { ...good, location: "不知道" },
      { ...good, id: undefined },
    ];
    const response = await search(
      json({ status: "1", pois: [...broken, { ...good, name: "长".repeat(5_000) }, good] }),
    );
    expect(response.status).toBe(200);
    expect(response.data.pois.map(({ name }) => name)).toEqual(["长".repeat(100), "好地方"]);
    expect(response.data.pois[1]).toMatchObject({ address: "", typecode: "0" });
  });

  test("that names places without a position or a name yields only places that can be saved", async () => {
    const good = { id: "B1", name: "好地方", location: "121.4,31.1" };
    const odd = [
      { ...good, name: "" },
      { ...good, location: "1.2.3,4" },
      { ...good, location: "999,99" },
    ];
    const response = await search(json({ status: "1", pois: [...odd, good] }));
    expect(response.data.pois.map(({ location }) => location)).toEqual(["121.4,31.1"]);
  });
});

/** Writes fifty megabytes as fast as they are read. */
function streamEndlessBody(response: ServerResponse, count: (bytes: number) => void): void {
  const chunk = Buffer.alloc(100_000, 32);
  let left = 500;
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= 1;
      count(chunk.length);
      if (!response.write(chunk)) {
        response.once("drain", more);
        return;
      }
    }
    response.end();
  };
  response.on("error", () => response.destroy());
  more();
}
