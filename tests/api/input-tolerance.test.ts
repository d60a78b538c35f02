import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { toQueryString } from "../support/api/malformedInputs.ts";
import { endpointUrl, type NamedEndpoint, namedEndpoints } from "../support/api/namedEndpoints.ts";
import { createPhone } from "../support/api/people.ts";
import { createSampleInputs, type SampleInput } from "../support/api/sampleInputs.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;
let samples: Record<string, SampleInput>;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
  samples = await createSampleInputs(app, buyer);
});

afterAll(async () => {
  await app.close();
});

interface ErrorResponse {
  status: number;
  msg: string;
  field: string | undefined;
  allow: string | undefined;
}

async function send(method: string, url: string, body?: string): Promise<ErrorResponse> {
  const response = await fetch(new URL(url, app.url), {
    method,
    headers: {
      authorization: `Bearer ${buyer.token}`,
      "content-type": "application/json",
      ...(method === "POST" && { "content-length": String(body?.length ?? 0) }),
    },
    ...(body !== undefined && { body }),
  });
  const text = await response.text();
  const { msg = "", data = null } = text === "" ? {} : JSON.parse(text);
  return {
    status: response.status,
    msg,
    field: data?.field,
    allow: response.headers.get("allow") ?? undefined,
  };
}

describe("a JSON header without a body", () => {
  const bare = namedEndpoints.filter(
    ({ name, endpoint, shape }) =>
      endpoint.principal === "customer" &&
      endpoint.method !== "GET" &&
      shape.body === undefined &&
      !name.startsWith("user.") &&
      !name.includes("upload"),
  );

  test.each(bare)("is taken by $name, which needs none", async ({ endpoint, name }) => {
    const { query } = samples[name] ?? {};
    const search = query === undefined ? "" : `?${toQueryString(query)}`;
    const { status, msg } = await send(endpoint.method, `${endpoint.path}${search}`);
    expect({ status, msg }).not.toMatchObject({ status: 400 });
    expect(status).not.toBe(415);
  });

  test("with the body null is accepted too, as sent by clients that always serialise", async () => {
    expect((await send("POST", "/api/v1/invite/poster", "null")).status).toBe(200);
  });

  test("where an endpoint needs a body names the first missing field", async () => {
    expect(await send("POST", "/api/v1/address/search-location")).toMatchObject({
      status: 400,
      field: "city",
      msg: "请输入城市",
    });
  });
});

describe("the query of a read", () => {
  const reads = namedEndpoints.filter(
    ({ endpoint, shape }) =>
      endpoint.method === "GET" && endpoint.principal !== "staff" && shape.query !== undefined,
  );

  async function read({ endpoint }: NamedEndpoint, query: string): Promise<number> {
    const response = await app.server.inject({
      method: "GET",
      url: `${endpointUrl(endpoint)}?${query}`,
      headers: { authorization: `Bearer ${buyer.token}` },
      remoteAddress: createPhone().ip,
    });
    expectEnvelope(response, { query });
    return response.statusCode;
  }

  test.each(reads)("of $name may hold words that it does not know", async (call) => {
    const query = toQueryString(samples[call.name]?.query ?? {});
    expect(await read(call, `${query}&_t=1700000000&utm_source=wechat`)).toBe(await read(call, query));
  });

  test.each(reads)("of $name may hold empty words for what it does not need", async (call) => {
    const { properties, required = [] } = call.shape.query as unknown as {
      properties: object;
      required?: string[];
    };
    const needed = Object.fromEntries(
      Object.entries(samples[call.name]?.query ?? {}).filter(([name]) => required.includes(name)),
    );
    const empty = Object.keys(properties).filter((name) => !required.includes(name));
    const query = new URLSearchParams(toQueryString(needed));
    for (const name of empty) query.append(name, "");
    expect(await read(call, query.toString())).toBe(await read(call, toQueryString(needed)));
  });

  test("an unknown field of a write is refused", async () => {
    const { status } = await send("DELETE", "/api/v1/address/delete?id=nobody&unasked=1");
    expect(status).toBe(400);
  });
});

describe("half a pair of coordinates is refused", () => {
  test.each([
    ["lat=31.2", "lng", "请提供经度"],
    ["lng=121.4", "lat", "请提供纬度"],
    ["latitude=31.2", "longitude", "请提供经度"],
    ["longitude=121.4", "latitude", "请提供纬度"],
    ["lat=31.2&longitude=121.4", "lng", "请提供经度"],
    ["lat=31.2&lng=121.4&latitude=31.2", "longitude", "请提供经度"],
    ["lat=31.2&lng=", "lng", "请提供经度"],
  ])("%s", async (query, field, msg) => {
    for (const path of ["list?", "search?keyword=徐家汇&", "detail?id=SH001&"])
      expect(await send("GET", `/api/v1/restaurant/${path}${query}`)).toMatchObject({
        status: 400,
        field,
        msg,
      });
  });
});

describe("a method that a path does not have", () => {
  const paths = new Map<string, string[]>();
  for (const { endpoint } of namedEndpoints)
    paths.set(endpoint.path, [...(paths.get(endpoint.path) ?? []), endpoint.method]);
  const known = [...paths].map(([path, methods]) => ({ path, methods }));

  test.each(known)("is 405 at $path, which says what it has", async ({ path, methods }) => {
    for (const method of ["GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]) {
      if (methods.includes(method)) continue;
      const sent = await send(method, path.replace(/:\w+/g, "somebody"));
      expect({ method, status: sent.status }).toEqual({ method, status: 405 });
      for (const one of methods) expect(sent.allow?.split(", ")).toContain(one);
    }
  });

  test("gets a response in the envelope, whatever the body is", async () => {
    const response = await app.server.inject({
      method: "POST",
      url: "/api/v1/restaurant/list",
      headers: { "content-type": "text/html" },
      payload: "<p>",
    });
    expectEnvelope(response, {});
    expect(response.statusCode).toBe(405);
    expect(response.headers.allow).toBe("GET, HEAD");
  });
});
