import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { EndpointInput } from "../support/api/access/accessCases.ts";
import { type CrossAccountCase, createCrossAccountCase } from "../support/api/access/CrossAccountCase.ts";
import { staffAccessCases } from "../support/api/access/staffAccessCases.ts";
import type { Client } from "../support/api/Client.ts";
import { expectEnvelope } from "../support/api/envelope.ts";
import { malformedInputs, toQueryString } from "../support/api/malformedInputs.ts";
import { listEndpoints, type NamedEndpoint } from "../support/api/namedEndpoints.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let victim: CrossAccountCase;
let admin: Client;

beforeAll(async () => {
  app = await startTestApp();
  victim = await createCrossAccountCase(app);
  admin = await createStaffClient(app, "admin");
});

afterAll(async () => {
  await app.close();
});

const endpointsWithFields = listEndpoints("staff").filter(
  ({ shape }) => shape.body !== undefined || shape.query !== undefined,
);
const createFields = async (call: NamedEndpoint): Promise<EndpointInput> =>
  (await staffAccessCases[call.name]?.input?.(victim, app)) ?? {};

/**
 * Sends a request as an admin, who has every right; returns the status after asserting that it is no crash.
 */
async function send(call: NamedEndpoint, input: EndpointInput): Promise<number> {
  const { params = {}, query, body } = input;
  const path = call.endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? name);
  const response = await app.server.inject({
    method: call.endpoint.method,
    url: query === undefined ? path : `${path}?${toQueryString(query)}`,
    headers: {
      authorization: `Bearer ${admin.token}`,
      ...(body === undefined ? {} : { "content-type": "application/json" }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  });
  expectEnvelope(response, { call: call.name, input });
  // An overloaded server answers 503 and is retried: only its handling of the input counts here.
  if (response.statusCode === 503 && response.headers["retry-after"] !== undefined)
    return await send(call, input);
  expect(response.statusCode, `${call.name} ${JSON.stringify(input).slice(0, 300)}`).toBeLessThan(500);
  return response.statusCode;
}

describe("one malformed field of a staff request", () => {
  test.each(endpointsWithFields)("$name: is refused or taken, never a crash", async (call) => {
    const { body, query = {}, ...rest } = await createFields(call);
    const fields = call.shape.body === undefined ? query : (body as Record<string, unknown>);
    const place = call.shape.body === undefined ? "query" : "body";
    expect(await send(call, { ...rest, [place]: fields })).not.toBe(400);
    for (const one of malformedInputs(fields)) await send(call, { ...rest, [place]: one });
    const isRead = call.endpoint.method === "GET";
    const refused = (await send(call, { ...rest, [place]: { ...fields, unasked: 1 } })) === 400;
    // Reads ignore unknown fields.
    expect(refused).toBe(!isRead);
  });

  test.each(endpointsWithFields.filter(({ shape }) => shape.body !== undefined))(
    "$name: a body that is no object is refused",
    async (call) => {
      const { body: _fields, ...rest } = await createFields(call);
      for (const body of [null, true, 0, "text", [], [{}], [[[[]]]]])
        expect({ body, status: await send(call, { ...rest, body }) }).toEqual({ body, status: 400 });
    },
  );
});
