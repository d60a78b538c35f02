import { afterAll, beforeAll, expect, test } from "vitest";
import type { TestEnvironment } from "../../scripts/lib/TestEnvironment.ts";
import { toLocalTime } from "./support/booking.ts";
import { createCustomer, storageState } from "./support/customer.ts";
import { advanceOrder, createPaidOrder, createStaffToken } from "./support/staff.ts";
import { startEnvironment } from "./support/startEnvironment.ts";

const minuteMs = 60_000;
let environment: TestEnvironment;

beforeAll(async () => {
  environment = await startEnvironment();
});

afterAll(async () => {
  await environment.close();
});

const pickup = { order_type: "pickup", address_id: null, booking_time: null, contact_phone: "13812345678" };
const lateText = "比预计晚了，正在加紧制作";

/** Creates an order in preparation, with the given time columns. */
async function createPreparingOrder(columns: string) {
  const customer = await createCustomer(environment);
  const order = await createPaidOrder(environment, customer, pickup);
  for (const step of ["accepted", "preparing"]) await advanceOrder(environment, order.id, step);
  const [row] = await environment.queryRows<{ public_id: string }>(
    `update orders set ${columns} where id = $1 returning public_id`,
    [order.id],
  );
  return { customer, id: order.id, publicId: row?.public_id ?? "", pickupCode: order.pickupCode };
}

test("a past time is not shown: order, list, home, shared page and board show the delay", async () => {
  const late = await createPreparingOrder("booking_at = date_trunc('minute', now()) - interval '5 minutes'");
  const [{ at } = { at: new Date() }] = await environment.queryRows<{ at: Date }>(
    "select booking_at as at from orders where id = $1",
    [late.id],
  );
  const promised = toLocalTime(at).slice(5);
  const phone = await environment.phone({
    storage: storageState(environment, { token: late.customer.token }),
  });
  const { page } = phone;
  const shared = `/order-detail?third_party_order_id=${late.publicId}`;
  for (const path of [`/order/${late.id}`, "/orders", shared]) {
    await phone.open(path);
    await page.getByText(lateText).waitFor();
    expect(await page.getByText(new RegExp(`(预约|预计) ${promised}`)).count()).toBe(0);
  }
  await phone.open("/");
  await page.getByText("进行中的订单").waitFor();
  expect(await page.getByText(promised).count()).toBe(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();

  const consolePage = await environment.phone({
    width: 1440,
    height: 900,
    storage: storageState(environment, { service_token: await createStaffToken(environment, "13900000002") }),
  });
  await consolePage.open("/admin/orders");
  // Shortly after midnight the booked time is on the day before, which the board shows by its date.
  const day = `(今天|${promised.slice(0, 5)})`;
  const overdue = new RegExp(`^预约 ${day} ${promised.slice(6)} · 已过 \\d+ 分钟`);
  await consolePage.page.getByRole("heading", { name: overdue }).waitFor();
  expect(consolePage.unexpectedErrors).toEqual([]);
  await consolePage.close();
});

test("a page that stays open withdraws its promised time when that passes", async () => {
  const soon = await createPreparingOrder("paid_at = now() - interval '10 minutes'");
  const phone = await environment.phone({
    storage: storageState(environment, { token: soon.customer.token }),
  });
  const { page } = phone;
  await page.clock.install();
  await phone.open(`/order/${soon.id}`);
  await page.getByText(/预计 \d\d:\d\d 做好/).waitFor();
  await page.clock.fastForward(6 * minuteMs);
  await page.getByText(lateText).waitFor();
  expect(await page.getByText(/预计 \d\d:\d\d 做好/).count()).toBe(0);
  expect(phone.unexpectedErrors).toEqual([]);
  await phone.close();
});
