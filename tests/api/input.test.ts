import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { malformedInputs, toQueryString } from "../support/api/malformedInputs.ts";
import { endpointUrl, type NamedEndpoint, namedEndpoints } from "../support/api/namedEndpoints.ts";
import { createPhone } from "../support/api/people.ts";
import { repetitions } from "../support/api/repetitions.ts";
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
  // Whatever was sent, the tables and their rows still exist.
  expect((await app.sql("select 1 from users where id = $1", [buyer.userId])).length).toBe(1);
  await app.close();
});

const endpointsWithInput = namedEndpoints.filter(
  (call) => call.shape.body !== undefined || call.shape.query !== undefined,
);

async function send(call: NamedEndpoint, body: unknown, search = ""): Promise<number> {
  const response = await app.server.inject({
    method: call.endpoint.method,
    url: `${endpointUrl(call.endpoint)}${search === "" ? "" : `?${search}`}`,
    headers: {
      authorization: `Bearer ${buyer.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    // Requests to endpoints with a low limit per address come from a different address each.
    ...(call.shape.perMinute === undefined ? {} : { remoteAddress: createPhone().ip }),
    ...(body === undefined ? {} : { payload: typeof body === "string" ? body : JSON.stringify(body) }),
  });
  expectEnvelope(response, { call: call.name, body, search });
  // An overloaded server answers 503 and is retried: only its handling of the input counts here.
  if (response.statusCode === 503 && response.headers["retry-after"] !== undefined)
    return await send(call, body, search);
  const context = `${call.name} ${search} ${JSON.stringify(body)?.slice(0, 300)}`;
  expect(response.statusCode, context).toBeLessThan(500);
  return response.statusCode;
}

describe("one malformed field", () => {
  test.each(endpointsWithInput)("of $name is refused or taken, never a crash", async (call) => {
    const { body, query } = samples[call.name] ?? {};
    expect(await send(call, body, query === undefined ? "" : toQueryString(query))).not.toBe(400);
    if (body !== undefined) for (const one of malformedInputs(body)) await send(call, one);
    if (query !== undefined)
      for (const one of malformedInputs(query)) await send(call, undefined, toQueryString(one));
  });

  test.each(endpointsWithInput)("of $name that was not asked for is refused", async (call) => {
    const { body, query } = samples[call.name] ?? {};
    if (body !== undefined) expect(await send(call, { ...body, unasked: 1 })).toBe(400);
    // Reads ignore unknown fields; everything else refuses them.
    if (query !== undefined && call.endpoint.method !== "GET")
      expect(await send(call, undefined, `${toQueryString(query)}&unasked=1`)).toBe(400);
    // A new endpoint needs a sample here.
    if (call.endpoint.principal === "staff") expect(await send(call, {})).toBe(401);
    else expect(samples).toHaveProperty([call.name]);
  });
});

describe("a body that is no object", () => {
  const bodies = ["null", "true", "0", '"text"', "[]", "[{}]", "[[[[[]]]]]", "1e400", "-0"];

  test.each(namedEndpoints.filter((call) => call.shape.body !== undefined))(
    "is refused by $name",
    async (call) => {
      const isBuilt = samples[call.name] !== undefined;
      for (const body of bodies) {
        const status = await send(call, body);
        if (isBuilt) expect({ body, status }).toEqual({ body, status: 400 });
      }
    },
  );

  test("or is nested ten thousand deep is refused without a stack overflow", async () => {
    const call = namedEndpoints.find((one) => one.name === "order.create")!;
    const deep = `${'{"items":'.repeat(6_000)}1${"}".repeat(6_000)}`;
    expect(await send(call, deep)).toBe(400);
    expect(await send(call, `${"[".repeat(10_000)}${"]".repeat(10_000)}`)).toBe(400);
  });

  test.each(['{"__proto__":{"x":1}}', '{"constructor":{"prototype":{"x":1}}}', '{"a":{"__proto__":null}}'])(
    "or reaches for the prototype is refused: %s",
    async (body) => {
      for (const call of namedEndpoints.filter((one) => samples[one.name]?.body !== undefined))
        expect(await send(call, body)).toBe(400);
      expect(({} as Record<string, unknown>).x).toBeUndefined();
    },
  );
});

describe("a malformed query", () => {
  const odd = (name: string) => [
    `${name}=1&${name}=2`,
    `${name}[]=1`,
    `${name}[a]=1`,
    `${name}=%00`,
    `${name}=%ff%fe`,
    `${name}=%`,
    `${name}=%zz`,
    `${name}`,
    `=${name}`,
    `__proto__=1`,
    `constructor=1`,
    `${name}=${"9".repeat(400)}`,
    `${name}=${encodeURIComponent("' or 1=1 --")}`,
    "&&&&",
    ";;",
  ];

  test.each(endpointsWithInput.filter((call) => call.shape.query !== undefined))(
    "is survived by $name",
    async (call) => {
      const names = Object.keys(samples[call.name]?.query ?? { page: 1 });
      for (const name of names) for (const search of odd(name)) await send(call, undefined, search);
      expect(await send(call, undefined, "a".repeat(5_000))).not.toBe(500);
    },
  );
});

describe("arbitrary input", () => {
  const anything = fc.jsonValue({ maxDepth: 3 });

  test.each(namedEndpoints.filter((call) => call.shape.body !== undefined))(
    "sent to $name is answered",
    async (call) => {
      const { body = {} } = samples[call.name] ?? {};
      const names = Object.keys(body);
      const mixed = fc
        .tuple(fc.subarray(names), anything, fc.string({ unit: "binary" }))
        .map(([some, value, name]) => ({
          ...body,
          ...Object.fromEntries(some.map((one) => [one, value])),
          ...(name.length > 12 ? { [name]: value } : {}),
        }));
      await fc.assert(
        fc.asyncProperty(fc.oneof(anything, mixed), async (value) => {
          await send(call, JSON.stringify(value));
        }),
        { numRuns: repetitions(20), seed: 20_260_302 },
      );
    },
  );
});
