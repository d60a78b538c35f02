import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { addressEndpoints as calls } from "#contract/address/endpoints.ts";
import type { AddressForm } from "#contract/address/schema.ts";
import { type Buyer, newBuyer } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { homeForm, newCustomer } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
});

afterAll(async () => {
  await app.close();
});

function form(more: Partial<AddressForm> = {}): AddressForm {
  return { ...homeForm, is_default: false, ...more };
}

function poi(more: Partial<AddressForm["poi_info"]>): AddressForm["poi_info"] {
  return { ...homeForm.poi_info, ...more };
}

async function defaultsOf(customer: Client): Promise<string[]> {
  return (await customer.data(calls.list)).filter((one) => one.is_default).map((one) => one.id);
}

describe("the address book", () => {
  test("keeps what was sent, and shows it in every field that clients read", async () => {
    const customer = await newCustomer(app);
    const added = await customer.data(calls.add, { body: form({ phone: "+86 138 1234 5678" }) });
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
    expect(await customer.data(calls.list)).toEqual([added]);
  });

  test("makes the first address the default, and lists the default first, then the newest", async () => {
    const customer = await newCustomer(app);
    const ids: string[] = [];
    for (const recipient of ["甲", "乙", "丙"]) {
      ids.push((await customer.data(calls.add, { body: form({ recipient }) })).id);
      app.clock.pass(1_000);
    }
    expect(await defaultsOf(customer)).toEqual([ids[0]]);
    expect((await customer.data(calls.list)).map((one) => one.recipient)).toEqual(["甲", "丙", "乙"]);
  });

  test("takes the default mark from the others when a new or changed address carries it", async () => {
    const customer = await newCustomer(app);
    const first = await customer.data(calls.add, { body: form() });
    const second = await customer.data(calls.add, { body: form({ is_default: true }) });
    expect(await defaultsOf(customer)).toEqual([second.id]);
    const body = { id: first.id, ...form({ is_default: true, recipient: "新名字" }) };
    expect((await customer.data(calls.update, { body })).recipient).toBe("新名字");
    expect(await defaultsOf(customer)).toEqual([first.id]);
    await customer.data(calls.setDefault, { body: { id: second.id } });
    expect(await defaultsOf(customer)).toEqual([second.id]);
  });

  test("forgets a deleted address, and a second delete finds nothing", async () => {
    const buyer = await newBuyer(app);
    await buyer.data(calls.remove, { query: { id: buyer.addressId } });
    expect(await buyer.data(calls.list)).toEqual([]);
    expect(await buyer.call(calls.remove, { query: { id: buyer.addressId } })).toMatchObject({
      status: 404,
      error: "not_found",
    });
  });

  test("has exactly one default after twenty changes of it at once", async () => {
    const customer = await newCustomer(app);
    const bodies = Array.from({ length: 5 }, () => form({ is_default: true }));
    const added = await Promise.all(bodies.map((body) => customer.data(calls.add, { body })));
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, n) => {
        const id = added[n % 5]!.id;
        return n % 2 === 0
          ? customer.call(calls.setDefault, { body: { id } })
          : customer.call(calls.update, { body: { id, ...form({ is_default: true }) } });
      }),
    );
    expect(answers.filter((answer) => answer.status !== 200)).toEqual([]);
    expect(await defaultsOf(customer)).toHaveLength(1);
  });

  test("holds fifty addresses, also when ten more come at once", async () => {
    const buyer = await newBuyer(app);
    for (let n = 1; n < 45; n++) await buyer.data(calls.add, { body: form() });
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => buyer.call(calls.add, { body: form() })),
    );
    expect(answers.map(({ status, error }) => error ?? status).sort()).toEqual([
      ...Array(5).fill(200),
      ...Array(5).fill("address_limit"),
    ]);
    expect(await buyer.data(calls.list)).toHaveLength(50);
  });
});

describe("A7: somebody else's address does not exist", () => {
  let owner: Buyer;
  let stranger: Buyer;

  beforeAll(async () => {
    [owner, stranger] = [await newBuyer(app), await newBuyer(app)];
  });

  const attempts: [string, (id: string) => Promise<{ status: number; error: string | undefined }>][] = [
    ["update", (id) => stranger.call(calls.update, { body: { id, ...form({ recipient: "贼" }) } })],
    ["delete", (id) => stranger.call(calls.remove, { query: { id } })],
    ["set-default", (id) => stranger.call(calls.setDefault, { body: { id } })],
  ];

  test.each(attempts)("for %s", async (_call, attempt) => {
    const before = await owner.data(calls.list);
    expect(await attempt(owner.addressId)).toMatchObject({ status: 404, error: "not_found" });
    expect(await attempt("no-such-address")).toMatchObject({ status: 404, error: "not_found" });
    expect(await owner.data(calls.list)).toEqual(before);
    expect(await defaultsOf(stranger)).toEqual([stranger.addressId]);
  });

  test("A8: and nobody can be made its owner by a field of the body", async () => {
    for (const extra of [{ user_id: owner.userId }, { userId: owner.userId }, { id: owner.addressId }]) {
      const answer = await stranger.call(calls.add, { body: { ...form(), ...extra } });
      expect(answer).toMatchObject({ status: 400, error: "validation" });
    }
    expect(await owner.data(calls.list)).toHaveLength(1);
  });
});

describe("a form that cannot be saved", () => {
  const faults: [string, Partial<Record<keyof AddressForm, unknown>>, string, string?][] = [
    ["a blank name", { recipient: "  " }, "recipient", "请输入收货人姓名"],
    ["an empty name", { recipient: "" }, "recipient"],
    ["a long name", { recipient: "长".repeat(21) }, "recipient"],
    ["a blank phone", { phone: " " }, "phone", "请输入手机号"],
    ["a wrong phone", { phone: "12345" }, "phone", "手机号格式不正确"],
    ["blank details", { details: "  " }, "details", "请选择详细地址"],
    ["empty details", { details: "" }, "details"],
    ["details of 201 characters", { details: "😀".repeat(201) }, "details"],
    ["a place off the map", { poi_info: poi({ location: "181,91" }) }, "poi_info.location", "请选择详细地址"],
    ["a place in words", { poi_info: poi({ location: "上海" }) }, "poi_info.location"],
    ["no place", { poi_info: undefined }, "poi_info"],
    ["NUL in the name", { recipient: "a\u0000b" }, "recipient"],
    ["a mark in words", { is_default: "true" }, "is_default"],
  ];

  test.each(faults)("has %s, and the answer names the field", async (_what, change, field, msg) => {
    const customer = await newCustomer(app);
    const answer = await customer.call(calls.add, { body: { ...form(), ...change } });
    expect(answer).toMatchObject({ status: 400, error: "validation", data: { field } });
    if (msg !== undefined) expect(answer.msg).toBe(msg);
    expect(await customer.data(calls.list)).toEqual([]);
  });

  test("does not change the address that it was meant for", async () => {
    const buyer = await newBuyer(app);
    const before = await buyer.data(calls.list);
    const body = { id: buyer.addressId, ...form({ phone: "12345" }) };
    expect((await buyer.call(calls.update, { body })).status).toBe(400);
    expect(await buyer.data(calls.list)).toEqual(before);
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
    const customer = await newCustomer(app);
    const added = await customer.data(calls.add, {
      body: form({ details, house_number: details.slice(0, 50) }),
    });
    expect(added.detail_address).toBe(details);
    const answer = await customer.call(calls.list);
    expect(answer.data[0]?.detail_address).toBe(details);
    expect(answer.headers["content-type"]).toMatch(/^application\/json/);
    expect(answer.headers["x-content-type-options"]).toBe("nosniff");
    expect(answer.headers["cache-control"]).toBe("no-store");
  });
});
