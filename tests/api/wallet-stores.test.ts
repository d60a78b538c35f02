import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { withdrawalEndpoints } from "#contract/withdrawal/endpoints.ts";
import { inviteStore } from "#web/h5/features/invite/InviteStore.ts";
import { orderStore } from "#web/h5/features/order/OrderStore.ts";
import { paymentStore } from "#web/h5/features/payment/PaymentStore.ts";
import { memberCardStore } from "#web/h5/features/wallet/MemberCardStore.ts";
import { pointsStore } from "#web/h5/features/wallet/PointsStore.ts";
import { withdrawalStore } from "#web/h5/features/wallet/WithdrawalStore.ts";
import { type Buyer, createBuyer, createIdempotencyKey, createOrder } from "../support/api/buyers.ts";
import { createWebStores, type WebStores } from "../support/api/createWebStores.ts";
import { createStaffClient } from "../support/api/orders.ts";
import { startTestApp, type TestApp } from "../support/api/testApp.ts";
import { addPoints, createBoundCard, createCard } from "../support/api/wallet.ts";

let app: TestApp;
let buyer: Buyer;
let webStores: WebStores;

beforeAll(async () => {
  app = await startTestApp();
});

beforeEach(async () => {
  buyer = await createBuyer(app);
  webStores = createWebStores(app, buyer);
});

afterAll(async () => {
  await app.close();
});

const addInvitePoints = (points: number) => addPoints(app, buyer.userId, points, { type: "invite" });
const listWithdrawals = () =>
  app.sql<{ points: number }>("select points from withdrawals where user_id = $1", [buyer.userId]);

test("a card is bound by its PIN alone, shows its balance, and is cleared with its customer", async () => {
  const cards = webStores.root.get(memberCardStore);
  expect(await cards.load()).toBeNull();
  const { number, pin } = await createCard(app, 8_800);
  await expect(cards.bind(number, pin === "000000" ? "111111" : "000000")).rejects.toMatchObject({
    code: "bad_pin",
  });
  expect([cards.card.value, cards.isBinding]).toEqual([null, false]);
  await Promise.all([cards.bind(number, pin), cards.bind(number, pin)]);
  expect(cards.card.value).toMatchObject({ number: number.slice(-4), balance: 8_800 });
  await cards.ledger.reload();
  expect(cards.ledger.items).toMatchObject([{ type: "issue", delta: 8_800, balance_after: 8_800 }]);
  webStores.root.resetCustomerStores();
  expect([cards.card.value, cards.ledger.hasLoaded]).toEqual([undefined, false]);
});

test("points include pending ones, and their entries are paginated, the newest first", async () => {
  const points = webStores.root.get(pointsStore);
  for (let nth = 1; nth <= 12; nth++) await addPoints(app, buyer.userId, nth);
  await addPoints(app, buyer.userId, 40, { type: "earn", availableAt: null });
  expect(await points.load()).toMatchObject({ balance: 118, available: 78, pending: 40, reserved: 0 });
  await points.records.reload();
  expect([points.records.items.length, points.records.hasMore]).toEqual([10, true]);
  await addPoints(app, buyer.userId, 99);
  await points.records.loadMore();
  expect(points.records.items.map(({ delta }) => delta)).toEqual([40, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1]);
  await points.records.reload();
  expect(points.records.items[0]).toMatchObject({ delta: 99 });
});

test("an invite code is the customer's own; another's is accepted once, and every refusal has its reason", async () => {
  const invites = webStores.root.get(inviteStore);
  await invites.load();
  const own = invites.code.value?.invite_code ?? "";
  expect(invites.code.value?.invite_url).toBe(`${app.url}/?invite_code=${own}`);
  await expect(invites.bind(own)).rejects.toThrow("不能填写自己的邀请码");
  await expect(invites.bind("ZZZZ9999")).rejects.toThrow("邀请码不存在");
  const friend = await createBuyer(app);
  const { invite_code } = await friend.data(inviteEndpoints.code);
  await invites.bind(invite_code);
  const theirs = createWebStores(app, friend).root.get(inviteStore);
  await theirs.records.reload();
  expect(await theirs.loadStats()).toMatchObject({ invited: 1, ordered: 0 });
  expect(theirs.records.items).toMatchObject([{ status: "registered", points: 0 }]);
});

test("an impossible payout is reported before the request", async () => {
  const store = webStores.root.get(withdrawalStore);
  await addInvitePoints(25_000);
  expect(store.problem).toBeNull();
  await store.list.reload();
  store.setInput("abc0999");
  expect([store.input, store.problem]).toEqual(["999", "too_few"]);
  for (const [typed, problem] of [
    ["", "empty"],
    ["20001", "over_limit"],
    ["25001", "too_many"],
    ["1000", null],
  ] as const) {
    store.setInput(typed);
    expect(store.problem).toBe(problem);
  }
  store.setMaximum();
  expect(store.points).toBe(20_000);
  store.setInput("999");
  expect(await store.submit()).toBeNull();
  expect(await listWithdrawals()).toEqual([]);
});

test("a withdrawal whose response was lost is retried, and happens once", async () => {
  const store = webStores.root.get(withdrawalStore);
  await addInvitePoints(3_000);
  await store.list.reload();
  store.setInput("1500");
  webStores.dropNextResponse();
  await expect(store.submit()).rejects.toMatchObject({ code: "offline" });
  expect([store.input, store.isSending]).toEqual(["1500", false]);
  const [submission, twice] = await Promise.all([store.submit(), store.submit()]);
  expect([submission?.points, twice, store.input]).toEqual([1_500, null, ""]);
  expect(await listWithdrawals()).toEqual([{ points: 1_500 }]);
  await store.list.reload();
  expect([store.rules?.withdrawable, store.problem]).toEqual([1_500, "asked_today"]);
});

test("a rejected withdrawal shows its reason, and the points are back", async () => {
  const store = webStores.root.get(withdrawalStore);
  await addInvitePoints(3_000);
  await store.list.reload();
  store.setMaximum();
  const submission = await store.submit();
  const reviewing = { withdrawal_id: submission?.withdrawal_id, approve: false, reason: "资料不符" };
  const body = { ...reviewing, client_key: createIdempotencyKey() };
  await (await createStaffClient(app, "admin")).data(withdrawalEndpoints.review, { body });
  await store.list.reload();
  expect(store.list.items).toMatchObject([{ status: "rejected", reason: "资料不符" }]);
  expect(store.rules?.withdrawable).toBe(3_000);
});

test("an order is paid by card and points once, though the response of the first attempt was lost", async () => {
  await createBoundCard(app, buyer.userId, 10_000);
  await addPoints(app, buyer.userId, 1_000);
  const { order_id: orderId } = await createOrder(buyer);
  const payment = webStores.root.get(paymentStore);
  await expect(payment.start(orderId, { method: "card", points: 2_000 })).rejects.toMatchObject({
    code: "points_unusable",
  });
  expect(payment.failure).toMatchObject({ orderId, reason: "error" });
  webStores.dropNextResponse();
  const paymentInput = { method: "card", points: 1_000 } as const;
  expect(
    await Promise.all([payment.start(orderId, paymentInput), payment.start(orderId, paymentInput)]),
  ).toEqual(["settled", null]);
  expect([payment.failure, payment.startingId]).toEqual([null, null]);
  expect(await webStores.root.get(memberCardStore).load()).toMatchObject({ balance: 7_200 });
  const order = await webStores.root.get(orderStore).open(orderId);
  expect(order).toMatchObject({
    status: "paid",
    payment_method: "card",
    points_used: 1_000,
    pay_amount: 2_800,
  });
});
