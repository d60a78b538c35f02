import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { errors } from "#contract/errors.ts";
import { findFieldLabel } from "#contract/field-errors.ts";
import type { EndpointInput } from "../support/api/access/accessCases.ts";
import { type CrossAccountCase, createCrossAccountCase } from "../support/api/access/CrossAccountCase.ts";
import { staffAccessCases } from "../support/api/access/staffAccessCases.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import { toQueryString } from "../support/api/malformedInputs.ts";
import { type NamedEndpoint, namedEndpoints } from "../support/api/namedEndpoints.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { createPhone } from "../support/api/people.ts";
import { createSampleInputs, type SampleInput } from "../support/api/sampleInputs.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

interface Schema {
  properties?: Record<string, Schema>;
  required?: string[];
  items?: Schema;
  anyOf?: Schema[];
}

/** Yields every field of a schema by its dotted path, whether it is required or not. */
function* fieldsOf(schema: Schema, at = ""): Generator<string> {
  for (const part of [...(schema.anyOf ?? []), ...(schema.items ? [schema.items] : [])])
    yield* fieldsOf(part, at);
  for (const [name, inner] of Object.entries(schema.properties ?? {})) {
    yield `${at}${name}`;
    yield* fieldsOf(inner, `${at}${name}.`);
  }
}

const endpointName = ({ endpoint }: NamedEndpoint) => endpoint.path.replace("/api/v1/", "");
const inputParts = ({ shape }: NamedEndpoint) =>
  [shape.params, shape.query, shape.body].filter((item) => item !== undefined) as Schema[];

test.each(namedEndpoints.filter((call) => inputParts(call).length > 0))(
  "$name: each field has a name",
  (call) => {
    const fields = inputParts(call).flatMap((schema) => [...fieldsOf(schema)]);
    expect(fields.filter((field) => findFieldLabel(endpointName(call), field) === undefined)).toEqual([]);
  },
);

let app: TestApp;
let buyer: Buyer;
let victim: CrossAccountCase;
let samples: Record<string, SampleInput>;
let staffToken: string | null;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
  victim = await createCrossAccountCase(app);
  samples = await createSampleInputs(app, buyer);
  staffToken = (await createStaffClient(app, "admin")).token;
});

afterAll(async () => {
  await app.close();
});

async function createInput(call: NamedEndpoint): Promise<EndpointInput> {
  const input =
    call.endpoint.principal === "staff" ? await staffAccessCases[call.name]?.input?.(victim, app) : null;
  return input ?? samples[call.name] ?? {};
}

async function send(call: NamedEndpoint, { params = {}, query, body }: EndpointInput) {
  const path = call.endpoint.path.replace(/:(\w+)/g, (_all, name: string) => params[name] ?? name);
  const response = await app.server.inject({
    method: call.endpoint.method,
    url: query === undefined ? path : `${path}?${toQueryString(query)}`,
    headers: {
      authorization: `Bearer ${call.endpoint.principal === "staff" ? staffToken : buyer.token}`,
      ...(body !== undefined && { "content-type": "application/json" }),
    },
    remoteAddress: createPhone().ip,
    ...(body !== undefined && { payload: JSON.stringify(body) }),
  });
  const { msg, data } = response.json<{ msg: string; data: { field?: string } | null }>();
  return { status: response.statusCode, msg, field: data?.field };
}

const withRequired = namedEndpoints.flatMap((call) =>
  (["query", "body"] as const).flatMap((place) =>
    ((call.shape[place] as Schema | undefined)?.required ?? []).map((field) => ({
      name: call.name,
      field,
      place,
      call,
    })),
  ),
);

describe("a required field that is missing", () => {
  test.each(withRequired)("is asked for by its name: $field of $name", async ({ call, place, field }) => {
    const { [place]: fields, ...rest } = await createInput(call);
    const { required = [] } = call.shape[place] as Schema;
    // Missing fields are reported before invalid ones, so any value will do for the others.
    const filled = { ...Object.fromEntries(required.map((name) => [name, "x"])), ...(fields ?? {}) };
    const { [field]: _gone, ...others } = filled as Record<string, unknown>;
    const noun = findFieldLabel(endpointName(call), field)?.[1] ?? "a label";
    const response = await send(call, { ...rest, [place]: others });
    expect(response).toEqual({ status: 400, msg: expect.stringContaining(noun), field });
    expect(response.msg).toMatch(/^请(输入|选择|提供)/);
  });
});

describe("an invalid field", () => {
  const address = (overrides: object) => ({ ...(samples["address.add"]?.body ?? {}), ...overrides });
  const cases: [string, string, () => object, string][] = [
    ["empty", "address.searchLocation", () => ({ city: "", keyword: "x" }), "请输入城市"],
    ["blank", "address.searchLocation", () => ({ city: " ", keyword: "x" }), "请输入城市"],
    ["empty", "address.searchLocation", () => ({ city: "上海", keyword: "" }), "请输入关键词"],
    ["empty", "address.add", () => address({ recipient: "" }), "请输入收货人姓名"],
    ["too long", "address.add", () => address({ recipient: "长".repeat(21) }), "收货人姓名不能超过20个字"],
    ["of another kind", "address.add", () => address({ house_number: 5 }), "门牌号格式不正确"],
    ["missing", "address.add", () => address({ poi_info: undefined }), "请选择详细地址"],
    ["empty", "user.sendCode", () => ({ phone: "" }), "请输入手机号"],
    ["too small", "withdrawal.withdraw", () => ({ points: 0, client_key: "abcdefgh" }), "积分不能小于1"],
    [
      "not one of a list",
      "order.pay",
      () => ({ order_id: "x", payment_method: "cash" }),
      "支付方式不正确，请重新选择",
    ],
    [
      "inside a list",
      "order.quote",
      () => ({ ...samples["order.quote"]?.body, items: [{ id: "10205", quantity: 100 }] }),
      "商品数量不能大于99",
    ],
    ["an empty list", "order.quote", () => ({ ...samples["order.quote"]?.body, items: [] }), "请选择商品"],
  ];

  test.each(cases)("because it is %s is named: %s", async (_why, name, body, msg) => {
    const call = namedEndpoints.find((item) => item.name === name)!;
    expect(await send(call, { body: body() })).toMatchObject({ status: 400, msg });
    expect(msg).not.toBe(errors.validation[1]);
  });

  test("in a query is named too", async () => {
    const call = namedEndpoints.find((item) => item.name === "restaurant.list")!;
    const query = { page: 0 };
    expect(await send(call, { query })).toMatchObject({ status: 400, msg: "页码不能小于1", field: "page" });
  });
});
