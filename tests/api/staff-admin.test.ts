import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Endpoint } from "#contract/endpoint.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { adminEndpoints as endpoints } from "#contract/staff/admin/endpoints.ts";
import { createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { Client } from "../support/api/Client.ts";
import { sendReply } from "../support/api/chat.ts";
import { voucherOrderForm } from "../support/api/inStore.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };
let agent: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  agent = await createStaffClient(app, "agent");
});

afterAll(async () => {
  await app.close();
});

const offer = { items: [{ id: dish.id, quantity: 2 }], partner: "好味团购", days: 30, count: 3 };
const issueVouchers = (more: object = {}, who: Client = admin) =>
  who.call(endpoints.issueVouchers, { body: { ...offer, client_key: createIdempotencyKey(), ...more } });

describe("vouchers of an admin", () => {
  test("are issued once per key, each with a working link, and head the list", async () => {
    const client_key = createIdempotencyKey();
    const { status, data } = await issueVouchers({ client_key, title: "双人餐 <b>" });
    expect(status).toBe(200);
    expect(data.list).toHaveLength(3);
    expect(data.list[0]).toMatchObject({
      partner: "好味团购",
      title: "双人餐 <b>",
      items: offer.items,
      status: "issued",
      issued_by: admin.id,
      order_id: null,
      link: `${app.url}/self-service?third_party_order_id=${data.list[0]?.number}`,
    });
    expect((await issueVouchers({ client_key, title: "双人餐 <b>" })).data).toEqual(data);
    expect(await issueVouchers({ client_key })).toMatchObject({ status: 409, error: "key_reused" });
    const numbers = data.list.map(({ number }) => number).sort();
    const { list, has_more } = await admin.data(endpoints.vouchers, { query: { pageSize: 3 } });
    expect([list.map(({ number }) => number).sort(), has_more]).toEqual([numbers, true]);
    const query = { third_party_order_id: numbers[0]! };
    const shown = await new Client(app.server).data(orderEndpoints.voucher, { query });
    expect(shown).toMatchObject({ status: "issued", title: "双人餐 <b>" });
    const auditEntries = await app.sql(
      "select actor, target from audit_log where action = 'voucher.issue' order by id desc limit 3",
    );
    expect(auditEntries.map(({ target }) => target).sort()).toEqual(numbers);
    expect(auditEntries.every(({ actor }) => actor === admin.id)).toBe(true);
  });

  test("are ended once, and not after they were used", async () => {
    const [first, second] = (await issueVouchers()).data.list.map(({ number }) => number);
    const end = (number: string) => admin.call(endpoints.endVoucher, { body: { number } });
    expect((await end(first!)).status).toBe(200);
    expect(await end(first!)).toMatchObject({ status: 409, error: "conflict" });
    const orderForm = voucherOrderForm(second!, { items: offer.items });
    await (await createBuyer(app)).data(orderEndpoints.create, { body: orderForm });
    expect(await end(second!)).toMatchObject({ status: 409, error: "conflict" });
    expect(await end("nothing")).toMatchObject({ status: 404, error: "not_found" });
  });

  test("are of dishes that a restaurant serves, each listed once", async () => {
    const before = (await app.sql("select id from vouchers")).length;
    for (const items of [[{ id: "nothing", quantity: 1 }], [offer.items[0], offer.items[0]]])
      expect(await issueVouchers({ items })).toMatchObject({ status: 409, error: "item_unavailable" });
    for (const more of [
      { items: [] },
      { items: [{ id: dish.id, quantity: 0 }] },
      { partner: "" },
      { days: 0 },
      { count: 101 },
      { count: 1.5 },
    ])
      expect(await issueVouchers(more)).toMatchObject({ status: 400, error: "validation" });
    expect((await app.sql("select id from vouchers")).length).toBe(before);
  });
});

describe("the audit log", () => {
  const audit = (query: object = {}) => admin.data(endpoints.audit, { query });

  test("lists who did what to whom, the newest first, and is filtered by each", async () => {
    const buyer = await createBuyer(app);
    const { id } = await sendReply(agent, buyer.userId, "您好");
    const entry = {
      id: expect.any(Number),
      actor: agent.id,
      actor_name: "林晓",
      action: "chat.send",
      target: buyer.userId,
      target_of: { kind: "customer", name: expect.stringMatching(/^买家/), user_id: null, is_gone: false },
      detail: JSON.stringify({ type: "text", message_id: id }),
      at: expect.stringMatching(/Z$/),
    };
    expect((await audit({ pageSize: 1 })).list[0]).toMatchObject({ action: "chat.send" });
    const { list } = await audit({ target: buyer.userId });
    expect(list.map(({ detail, ...rest }) => ({ ...rest, detail: JSON.parse(detail) }))).toEqual([
      { ...entry, detail: JSON.parse(entry.detail) },
    ]);
    const byActor = (await audit({ actor: agent.id, pageSize: 50 })).list;
    expect(byActor.length).toBeGreaterThan(0);
    expect(byActor.every(({ actor }) => actor === agent.id)).toBe(true);
    const byAction = (await audit({ action: "voucher.issue", pageSize: 50 })).list;
    expect(byAction.every(({ action }) => action === "voucher.issue")).toBe(true);
    expect((await audit({ action: "chat.send", actor: admin.id })).list).toEqual([]);
  });

  test("is paginated without duplicates", async () => {
    await issueVouchers({ count: 5 });
    const pages = await Promise.all([1, 2].map((page) => audit({ page, pageSize: 2 })));
    const ids = pages.flatMap(({ list }) => list.map(({ id }) => id));
    expect([new Set(ids).size, pages[0]?.has_more]).toEqual([4, true]);
    expect(ids).toEqual([...ids].sort((a, b) => b - a));
  });
});

test.each([
  ["vouchers", {}],
  ["issueVouchers", { body: { ...offer, client_key: "key-of-nobody" } }],
  ["endVoucher", { body: { number: "nothing" } }],
  ["audit", {}],
] as const)("%s is for admins alone", async (name, input) => {
  for (const who of [agent, await createStaffClient(app, "store")])
    expect(await who.call(endpoints[name] as Endpoint, input as object)).toMatchObject({
      status: 403,
      error: "forbidden",
    });
});
