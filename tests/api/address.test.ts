import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints as endpoints } from "#contract/address/endpoints.ts";
import type { AddressRequest } from "#contract/address/schema.ts";
import { type Buyer, createBuyer } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createCustomer, homeAddressForm } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

function addressForm(overrides: Partial<AddressRequest> = {}): AddressRequest {
  return { ...homeAddressForm, is_default: false, ...overrides };
}

function poiInfo(overrides: Partial<AddressRequest["poi_info"]>): AddressRequest["poi_info"] {
  return { ...homeAddressForm.poi_info, ...overrides };
}

async function listDefaultIds(customer: Client): Promise<string[]> {
  return (await customer.data(endpoints.list)).filter((item) => item.is_default).map((item) => item.id);
}

describe("the address book", () => {
  test("saves what was sent, and returns it in every field that clients read", async () => {
    const customer = await createCustomer(app);
    const added = await customer.data(endpoints.add, { body: addressForm({ phone: "+86 138 1234 5678" }) });
    expect(added).toEqual({
      id: expect.stringMatching(/^[\w-]{22}$/),
      name: "王小明",
      recipient: "王小明",
      phone: "13812345678",
      address: "上海市 上海市 徐汇区",
      detail_address: "漕溪新苑",
      house_number: "3号楼501",
      is_default: true,
      poi_id: "B001",
      poi_name: "漕溪新苑",
      poi_address: "漕溪北路750弄",
      poi_location: "121.437000,31.189800",
      poi_adcode: "310104",
      poi_citycode: "021",
      poi_cityname: "上海市",
      poi_adname: "徐汇区",
      poi_pname: "上海市",
      poi_type: "住宅小区",
      poi_typecode: "120302",
    });
    expect(await customer.data(endpoints.list)).toEqual([added]);
  });

  test("makes the first address the default, and lists the default first, then the newest", async () => {
    const customer = await createCustomer(app);
    const ids: string[] = [];
    for (const recipient of ["甲", "乙", "丙"]) {
      ids.push((await customer.data(endpoints.add, { body: addressForm({ recipient }) })).id);
      app.clock.advance(1_000);
    }
    expect(await listDefaultIds(customer)).toEqual([ids[0]]);
    expect((await customer.data(endpoints.list)).map((item) => item.recipient)).toEqual(["甲", "丙", "乙"]);
  });

  test("unsets the default flag of the others when a new or changed address carries it", async () => {
    const customer = await createCustomer(app);
    const first = await customer.data(endpoints.add, { body: addressForm() });
    const second = await customer.data(endpoints.add, { body: addressForm({ is_default: true }) });
    expect(await listDefaultIds(customer)).toEqual([second.id]);
    const body = { id: first.id, ...addressForm({ is_default: true, recipient: "新名字" }) };
    expect((await customer.data(endpoints.update, { body })).recipient).toBe("新名字");
    expect(await listDefaultIds(customer)).toEqual([first.id]);
    await customer.data(endpoints.setDefault, { body: { id: second.id } });
    expect(await listDefaultIds(customer)).toEqual([second.id]);
  });

  test("removes a deleted address, and a second delete finds nothing", async () => {
    const buyer = await createBuyer(app);
    await buyer.data(endpoints.remove, { query: { id: buyer.addressId } });
    expect(await buyer.data(endpoints.list)).toEqual([]);
    expect(await buyer.call(endpoints.remove, { query: { id: buyer.addressId } })).toMatchObject({
      status: 404,
      error: "not_found",
    });
  });

  test("has exactly one default after twenty concurrent changes", async () => {
    const customer = await createCustomer(app);
    const bodies = Array.from({ length: 5 }, () => addressForm({ is_default: true }));
    const added = await Promise.all(bodies.map((body) => customer.data(endpoints.add, { body })));
    const responses = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const id = added[n % 5]!.id;
        return n % 2 === 0
          ? customer.call(endpoints.setDefault, { body: { id } })
          : customer.call(endpoints.update, { body: { id, ...addressForm({ is_default: true }) } });
      }),
    );
    expect(responses.filter((response) => response.status !== 200)).toEqual([]);
    expect(await listDefaultIds(customer)).toHaveLength(1);
  });

  test("holds at most fifty addresses, also when ten more are added concurrently", async () => {
    const buyer = await createBuyer(app);
    for (let n = 1; n < 45; n++) await buyer.data(endpoints.add, { body: addressForm() });
    const responses = await Promise.all(
      Array.from({ length: 10 }, () => buyer.call(endpoints.add, { body: addressForm() })),
    );
    expect(responses.map(({ status, error }) => error ?? status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill("address_limit"),
    ]);
    expect(await buyer.data(endpoints.list)).toHaveLength(50);
  });
});

describe("does not reveal another customer's address", () => {
  let owner: Buyer;
  let stranger: Buyer;

  beforeAll(async () => {
    [owner, stranger] = [await createBuyer(app), await createBuyer(app)];
  });

  const attempts: [string, (id: string) => Promise<{ status: number; error: string | undefined }>][] = [
    [
      "update",
      (id) => stranger.call(endpoints.update, { body: { id, ...addressForm({ recipient: "贼" }) } }),
    ],
    ["delete", (id) => stranger.call(endpoints.remove, { query: { id } })],
    ["set-default", (id) => stranger.call(endpoints.setDefault, { body: { id } })],
  ];

  test.each(attempts)("for %s", async (_call, attempt) => {
    const before = await owner.data(endpoints.list);
    expect(await attempt(owner.addressId)).toMatchObject({ status: 404, error: "not_found" });
    expect(await attempt("no-such-address")).toMatchObject({ status: 404, error: "not_found" });
    expect(await owner.data(endpoints.list)).toEqual(before);
    expect(await listDefaultIds(stranger)).toEqual([stranger.addressId]);
  });

  test("ignores an owner field in the body", async () => {
    for (const extra of [{ user_id: owner.userId }, { userId: owner.userId }, { id: owner.addressId }]) {
      const response = await stranger.call(endpoints.add, { body: { ...addressForm(), ...extra } });
      expect(response).toMatchObject({ status: 400, error: "validation" });
    }
    expect(await owner.data(endpoints.list)).toHaveLength(1);
  });
});

describe("an address form that cannot be saved", () => {
  const faults: [string, Partial<Record<keyof AddressRequest, unknown>>, string, string?][] = [
    ["a blank name", { recipient: "  " }, "recipient", "请输入收货人姓名"],
    ["an empty name", { recipient: "" }, "recipient"],
    ["a long name", { recipient: "长".repeat(21) }, "recipient"],
    ["a blank phone", { phone: " " }, "phone", "请输入手机号"],
    ["a wrong phone", { phone: "12345" }, "phone", "手机号格式不正确"],
    ["blank details", { details: "  " }, "details", "请选择详细地址"],
    ["empty details", { details: "" }, "details"],
    ["details of 201 characters", { details: "😀".repeat(201) }, "details"],
    [
      "a place off the map",
      { poi_info: poiInfo({ location: "181,91" }) },
      "poi_info.location",
      "请选择详细地址",
    ],
    ["a place in words", { poi_info: poiInfo({ location: "上海" }) }, "poi_info.location"],
    ["no place", { poi_info: undefined }, "poi_info"],
    ["NUL in the name", { recipient: "a\u0000b" }, "recipient"],
    ["a mark in words", { is_default: "true" }, "is_default"],
  ];

  test.each(faults)("has %s, and the answer names the field", async (_what, change, field, msg) => {
    const customer = await createCustomer(app);
    const response = await customer.call(endpoints.add, { body: { ...addressForm(), ...change } });
    expect(response).toMatchObject({ status: 400, error: "validation", data: { field } });
    if (msg !== undefined) expect(response.msg).toBe(msg);
    expect(await customer.data(endpoints.list)).toEqual([]);
  });

  test("leaves the address it was sent for unchanged", async () => {
    const buyer = await createBuyer(app);
    const before = await buyer.data(endpoints.list);
    const body = { id: buyer.addressId, ...addressForm({ phone: "12345" }) };
    expect((await buyer.call(endpoints.update, { body })).status).toBe(400);
    expect(await buyer.data(endpoints.list)).toEqual(before);
  });
});

describe("text of an address", () => {
  test.each([
    ["200 characters outside the basic plane", "😀".repeat(200)],
    ["a script", "<script>alert(1)</script>"],
    ["an image with a handler", '"><img src=x onerror=alert(1)>'],
    ["SQL", "'); drop table addresses; --"],
    ["a template", "{{constructor.constructor('x')()}} #{7*7}"],
    ["right-to-left and invisible signs", "a\u202Eb\u200Bc"],
  ])("stays what it is: %s", async (_what, details) => {
    const customer = await createCustomer(app);
    const added = await customer.data(endpoints.add, {
      body: addressForm({ details, house_number: details.slice(0, 50) }),
    });
    expect(added.detail_address).toBe(details);
    const response = await customer.call(endpoints.list);
    expect(response.data[0]?.detail_address).toBe(details);
    expect(response.headers["content-type"]).toMatch(/^application\/json/);
    expect(response.headers["x-content-type-options"]).toBe("nosniff");
    expect(response.headers["cache-control"]).toBe("no-store");
  });
});
