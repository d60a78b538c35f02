import { afterAll, beforeAll, expect, test } from "vitest";
import { adminEndpoints } from "#contract/staff/admin/endpoints.ts";
import { createBuyer, createOrder } from "../support/api/buyers.ts";
import type { Client } from "../support/api/Client.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let admin: Client & { id: string };

beforeAll(async () => {
  app = await startTestApp();
  admin = await createStaffClient(app, "admin");
  // The day in Shanghai begins at 16:00 UTC of the day before.
  await app.sql(
    `insert into audit_log (actor, action, target, detail, created_at) values
       ('operator:a', 'order.refund', 'o1', '{}', '2025-03-01T15:59:59Z'),
       ('operator:a', 'order.refund', 'o2', '{}', '2025-03-01T16:00:00Z'),
       ('operator:a', 'chat.read', 'u1', '{}', '2025-03-02T01:00:00Z'),
       ('operator:a', 'customer.view', 'u1', '{}', '2025-03-02T02:00:00Z'),
       ('operator:b', 'chat.send', 'u1', '{}', '2025-03-02T15:59:59Z'),
       ('operator:b', 'order.refund', 'o3', '{}', '2025-03-02T16:00:00Z')`,
  );
});

afterAll(async () => {
  await app.close();
});

const find = async (query: object) =>
  (await admin.data(adminEndpoints.audit, { query })).list.map(({ target }) => target);
const day = { from: "2025-03-02", until: "2025-03-02" };

test("a day is one of Shanghai, with its first and its last second", async () => {
  expect(await find(day)).toEqual(["u1", "o2"]);
  expect(await find({ until: "2025-03-01" })).toEqual(["o1"]);
  expect(await find({ from: "2025-03-01", until: "2025-03-03" })).toEqual(["o3", "u1", "o2", "o1"]);
});

test("reads of customers' data are listed when they are asked for, also by their kind", async () => {
  expect(await find({ ...day, reads: true })).toEqual(["u1", "u1", "u1", "o2"]);
  expect(await find({ ...day, action: "customer.view" })).toEqual(["u1"]);
  expect(await find({ ...day, actor: "operator:a" })).toEqual(["o2"]);
  expect(await find({ target: "u1", from: "2025-03-02", until: "2025-03-02" })).toEqual(["u1"]);
});

test("an entry names what it is about; one without a page, or that is gone, has no name", async () => {
  const buyer = await createBuyer(app);
  const [order] = await app.sql<{ id: string; order_no: string }>(
    "select id, order_no from orders where id = $1",
    [(await createOrder(buyer)).order_id],
  );
  const day = "2025-04-01";
  const rows = [
    ["chat.send", buyer.userId],
    ["order.refund", order!.id],
    ["restaurant.update", "SH001"],
    ["staff.update", admin.id],
    ["menu.publish", dish.id],
    ["order.refund", "nobody"],
    ["settings.save", "SH001"],
    ["restaurant.close", "SH012"],
  ];
  await app.sql("update restaurants set closed_at = now() where id = 'SH012'");
  for (const [action, target] of rows)
    await app.sql(
      "insert into audit_log (actor, action, target, detail, created_at) values ('a', $1, $2, '{}', $3)",
      [action, target, `${day}T04:00:00Z`],
    );
  const { list } = await admin.data(adminEndpoints.audit, { query: { from: day, until: day } });
  const names = await app.sql<{ nickname: string; restaurant: string; member: string; dish: string }>(
    `select u.nickname, r.name as restaurant, s.name as member, coalesce(d.spu_name, d.name) as dish
       from users u, restaurants r, staff s, dishes d where u.id = $1 and r.id = 'SH001' and s.id = $2 and d.id = $3`,
    [buyer.userId, admin.id, dish.id],
  );
  const { nickname, restaurant, member, dish: dishName } = names[0]!;
  expect(list.map(({ target_of }) => target_of).reverse()).toEqual([
    { kind: "customer", name: nickname, user_id: null, is_gone: false },
    { kind: "order", name: order!.order_no, user_id: buyer.userId, is_gone: false },
    { kind: "restaurant", name: restaurant, user_id: null, is_gone: false },
    { kind: "staff", name: member, user_id: null, is_gone: false },
    { kind: "dish", name: dishName, user_id: null, is_gone: false },
    null,
    null,
    { kind: "restaurant", name: expect.stringContaining("店"), user_id: null, is_gone: true },
  ]);
  await app.sql("update restaurants set closed_at = null where id = 'SH012'");
});

test.each([
  [{ from: "2025-02-30" }, 400, "日期不存在，请重新选择"],
  [{ from: "yesterday" }, 400, "开始日期格式不正确"],
  [{ from: "2025-03-03", until: "2025-03-02" }, 422, "结束日期不能早于开始日期"],
])("%j is refused", async (query, status, msg) => {
  expect(await admin.call(adminEndpoints.audit, { query })).toMatchObject({ status, msg });
});
