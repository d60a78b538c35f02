import { afterAll, beforeAll, expect, test } from "vitest";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { staffRestaurantEndpoints } from "#contract/staff/restaurant/endpoints.ts";
import { type Buyer, createBuyer, createIdempotencyKey, takeawayOrderForm } from "../support/api/buyers.ts";
import { issueVoucher, voucherOrderForm } from "../support/api/inStore.ts";
import { createPaidOrder, createStaffClient } from "../support/api/orders.ts";
import { defaultRestaurantId, dish } from "../support/api/people.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

let app: TestApp;
let buyer: Buyer;

beforeAll(async () => {
  app = await startTestApp();
  buyer = await createBuyer(app);
});

afterAll(async () => {
  await app.close();
});

/** Well-formed input that breaks a rule of the chain, with the expected error. */
const brokenRules: [
  string,
  () => Promise<{ status: number; error: string | undefined; msg: string }>,
  string,
][] = [
  [
    "a time for takeaway",
    () =>
      buyer.call(orderEndpoints.create, {
        body: takeawayOrderForm(buyer, { booking_time: "2030-01-01 12:00" }),
      }),
    "外卖暂不支持预约时间",
  ],
  [
    "a voucher for takeaway",
    async () => {
      const body = takeawayOrderForm(buyer, { third_party_order_id: await issueVoucher(app) });
      return await buyer.call(orderEndpoints.create, { body });
    },
    "餐券仅限到店使用",
  ],
  [
    "other dishes than the voucher's",
    async () => {
      const body = voucherOrderForm(await issueVoucher(app), { items: [{ id: dish.id, quantity: 2 }] });
      return await buyer.call(orderEndpoints.create, { body });
    },
    "商品与餐券不符，请重新打开餐券",
  ],
  [
    "money back for a dish that was not ordered",
    async () => {
      const { order_id } = await createPaidOrder(app, buyer);
      const items = [{ id: "10101", quantity: 1 }];
      const body = {
        order_id,
        refund_no: createIdempotencyKey(),
        type: "items",
        items,
        reason_code: "other",
      };
      return await (await createStaffClient(app, "admin")).call(orderEndpoints.refund, { body });
    },
    "订单里没有这个商品",
  ],
  [
    "a pause of more than a week",
    async () => {
      const body = { restaurant_id: defaultRestaurantId, until: "2090-01-01 12:00" };
      return await (await createStaffClient(app, "admin")).call(staffRestaurantEndpoints.pause, { body });
    },
    "请选择七天内的时间",
  ],
];

test.each(brokenRules)("%s is 422 and said", async (_what, attempt, msg) => {
  expect(await attempt()).toMatchObject({ status: 422, error: "rule_broken", msg });
});
