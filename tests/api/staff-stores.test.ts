import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { staffDirectoryStore } from "#web/admin/app/StaffDirectoryStore.ts";
import { auditStore, noFilter } from "#web/admin/features/audit/AuditStore.ts";
import { boardStore } from "#web/admin/features/board/BoardStore.ts";
import { dishStore } from "#web/admin/features/dishes/DishStore.ts";
import { memberCardStore, noCardFilter } from "#web/admin/features/member-cards/MemberCardStore.ts";
import { restaurantSettingsStore } from "#web/admin/features/restaurant/RestaurantSettingsStore.ts";
import { selectedRestaurantStore } from "#web/admin/features/restaurant/SelectedRestaurantStore.ts";
import { voucherStore } from "#web/admin/features/vouchers/VoucherStore.ts";
import { AdminStoreHarness } from "../support/api/AdminStoreHarness.ts";
import { createBuyer, createIdempotencyKey } from "../support/api/buyers.ts";
import { cloneOrders, createPaidOrder } from "../support/api/orders.ts";
import { dish } from "../support/api/people.ts";
import { createRestaurantMember } from "../support/api/restaurantStaff.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";

const agent = "13900000001";
const store = "13900000002";
const admin = "13900000003";
let app: TestApp;
let harness: AdminStoreHarness;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(() => {
  harness = new AdminStoreHarness(app);
});

afterAll(async () => {
  await app.close();
});

test("the board counts new orders while it is open, and advances an order", async () => {
  await harness.login(store);
  const board = harness.stores.get(boardStore);
  const buyer = await createBuyer(app);
  await createPaidOrder(app, buyer);
  await board.load();
  expect(board.arrivals).toBe(0);
  const { order_id } = await createPaidOrder(app, buyer);
  await board.load();
  await board.load();
  expect(board.arrivals).toBe(1);
  const order = board.listOrders("paid").find((item) => item.order_id === order_id);
  await board.move(order!, "accepted");
  expect(board.listOrders("accepted").map((item) => item.order_id)).toEqual([order_id]);
  expect(board.movingId).toBeNull();
  await expect(board.move(order!, "completed")).rejects.toMatchObject({ code: "invalid_state" });
  expect(board.movingId).toBeNull();
});

test("the board of a busy restaurant holds more than one page of orders, each once", async () => {
  await harness.login(store);
  const board = harness.stores.get(boardStore);
  const buyer = await createBuyer(app);
  const ids = await cloneOrders(app, await createPaidOrder(app, buyer), Array(60).fill(buyer));
  await board.load();
  const shown = board.orders.map((item) => item.order_id);
  expect(ids.filter((id) => !shown.includes(id))).toEqual([]);
  expect(new Set(shown).size).toBe(shown.length);
  expect(board.board.value?.has_more).toBe(false);
});

test("an admin's choice of a restaurant applies to that admin only", async () => {
  await harness.login(admin);
  const chosen = harness.stores.get(selectedRestaurantStore);
  const board = harness.stores.get(boardStore);
  expect((await chosen.search("")).length).toBeGreaterThan(10);
  const [found] = await chosen.search("静安");
  chosen.select(found!.storecode);
  await board.load();
  expect(board.board.value?.restaurant.storecode).toBe(found!.storecode);
  await harness.login(store);
  expect(chosen.restaurantQuery).toEqual({ restaurant_id: "SH001" });
  await board.load();
  expect(board.board.value?.restaurant.storecode).toBe("SH001");
});

test("a member with several restaurants has the pages of the chosen one", async () => {
  const member = await createRestaurantMember(app, ["SH001", "SH002"]);
  await harness.login(member.phone);
  const chosen = harness.stores.get(selectedRestaurantStore);
  const board = harness.stores.get(boardStore);
  const switches = harness.stores.get(restaurantSettingsStore);
  await expect(board.load()).rejects.toMatchObject({ code: "validation" });
  for (const { id } of await chosen.findChoices("")) {
    chosen.select(id);
    await Promise.all([board.load(), switches.load()]);
    expect([board.board.value?.restaurant.storecode, switches.settings.value?.restaurant_id]).toEqual([
      id,
      id,
    ]);
  }
  expect(chosen.id).toBe("SH002");
});

test("a pause begins and ends, automatic acceptance is switched, and a refusal changes nothing", async () => {
  await harness.login(store);
  const switches = harness.stores.get(restaurantSettingsStore);
  await switches.load();
  expect(switches.settings.value).toMatchObject({ status: "open", paused_until: null, auto_accept: true });
  await expect(switches.pause("2020-01-01 10:00")).rejects.toMatchObject({ code: "rule_broken" });
  expect([switches.settings.value?.status, switches.isBusy]).toEqual(["open", false]);
  const soon = new Date(app.clock.now().getTime() + 9 * 3_600_000);
  await switches.pause(soon.toISOString().slice(0, 16).replace("T", " "));
  expect(switches.settings.value?.status).toBe("paused");
  await switches.pause(null);
  await switches.setAutoAccept(false);
  expect(switches.settings.value).toMatchObject({ status: "open", auto_accept: false });
  await switches.setAutoAccept(true);
});

test("dishes are found by name, and sold-out ones are grouped", async () => {
  await harness.login(store);
  const dishes = harness.stores.get(dishStore);
  dishes.setFilter({ category: "", keyword: " 滑蛋虾仁 ", show: "all" });
  await dishes.dishes.reload();
  const found = dishes.dishes.items.find(({ dish_id }) => dish_id === dish.id);
  expect(found).toMatchObject({ sold_out: false, price: dish.price });
  await dishes.change(found!, { sold_out: true });
  expect(dishes.dishes.items.find(({ dish_id }) => dish_id === dish.id)?.sold_out).toBe(true);
  dishes.setFilter({ category: "", keyword: "", show: "sold-out" });
  await dishes.dishes.reload();
  expect(dishes.dishes.items.every(({ sold_out }) => sold_out)).toBe(true);
  expect(dishes.dishes.items.map(({ dish_id }) => dish_id)).toContain(dish.id);
  await dishes.change(found!, { sold_out: false });
});

test("vouchers are issued once per request, cards return their PINs once, and the log can be filtered by both", async () => {
  await harness.login(admin);
  const vouchers = harness.stores.get(voucherStore);
  const [meal] = await vouchers.findDishes("滑蛋虾仁");
  const items = [{ id: meal!.dish_id, quantity: 1 }];
  const issueInput = {
    items,
    partner: "书店",
    title: "",
    days: 30,
    count: 2,
    idempotencyKey: createIdempotencyKey(),
  };
  await vouchers.issue(issueInput);
  await vouchers.issue(issueInput);
  const issued = vouchers.vouchers.items.filter(({ partner }) => partner === "书店");
  expect(issued.map(({ status }) => status)).toEqual(["issued", "issued"]);
  await vouchers.end(issued[0]!);
  await expect(vouchers.end(issued[0]!)).rejects.toMatchObject({ code: "conflict" });
  const cards = harness.stores.get(memberCardStore);
  const order = { amount: 5_000, count: 2, note: "", idempotencyKey: createIdempotencyKey() };
  const { list: made } = await cards.issue(order);
  expect(made.every(({ number, pin }) => /^\d{16} \d{6}$/.test(`${number} ${pin}`))).toBe(true);
  const lost = await cards.issue(order);
  expect(lost.list.map(({ pin }) => pin)).toEqual(["", ""]);
  cards.setFilter({ ...noCardFilter, keyword: made[0]!.number });
  await cards.cards.reload();
  expect(cards.cards.items).toMatchObject([
    { number: made[0]!.number.slice(-4), balance: 5_000, holder: null, unread_issue: lost.issue_id },
  ]);
  // PINs that were not returned were not read either.
  await cards.confirmPinsRead(lost);
  const notified = await cards.reissuePins(lost.issue_id!);
  expect(notified.list.map(({ number }) => number).sort()).toEqual(made.map(({ number }) => number).sort());
  await cards.confirmPinsRead(notified);
  await cards.cards.reload();
  expect(cards.cards.items[0]?.unread_issue).toBeNull();
  const audit = harness.stores.get(auditStore);
  audit.setFilter({ ...noFilter, action: "voucher.void" });
  await audit.entries.reload();
  expect(audit.entries.items.map(({ target, actor_name }) => [target, actor_name])).toEqual([
    [issued[0]!.number, "许店长"],
  ]);
  audit.setFilter({ ...noFilter, action: "card.issue" });
  await audit.entries.reload();
  expect(audit.entries.items.filter(({ actor_name }) => actor_name === "许店长")).toHaveLength(2);
});

test("colleagues and operators are listed by their own names", async () => {
  await harness.login(agent);
  const colleagues = harness.stores.get(staffDirectoryStore);
  const id = harness.stores.staff.me?.staff_id ?? "";
  await expect.poll(() => colleagues.findName(id)).toBe("林晓");
  expect([
    colleagues.findName("operator:anna"),
    colleagues.findName("demo"),
    colleagues.findName("nobody"),
  ]).toEqual(["命令行 anna", "演示数据", ""]);
});
