import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { recordMovement } from "#server/modules/points/points.repository.ts";
import { type Buyer, createBuyer, createBuyers } from "./buyers.ts";
import { cloneOrders, createOrderInStatus, createStaffClient } from "./orders.ts";
import { settleRefunds } from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";

const dayMs = 86_400_000;
let refundCount = 0;

/** Accepts an invitation with retries as the app does: repeats the request while the server is busy. */
export async function acceptInvitation(guest: Buyer, inviter: Buyer) {
  const { invite_code } = await inviter.data(inviteEndpoints.code);
  return await guest.callWithRetry(inviteEndpoints.bind, { body: { invite_code } });
}

/** Creates a new customer invited by `inviter`. */
export async function createGuest(app: TestApp, inviter: Buyer): Promise<Buyer> {
  const guest = await createBuyer(app);
  const { status } = await acceptInvitation(guest, inviter);
  if (status !== 200) throw new Error(`the invitation was answered ${status}`);
  return guest;
}

/** Creates an invited customer with a first meal of 38 yuan; returns the guest and the order's id. */
export async function createQualifiedGuest(
  app: TestApp,
  inviter: Buyer,
): Promise<{ guest: Buyer; orderId: string }> {
  const guest = await createGuest(app, inviter);
  const { order_id } = await createOrderInStatus(app, guest, "completed");
  return { guest, orderId: order_id };
}

/** Creates guests with a copy of one guest's meal, all at once. */
export async function createQualifiedGuests(
  app: TestApp,
  inviter: Buyer,
  orderId: string,
  count: number,
): Promise<void> {
  const guests = await createBuyers(app, count);
  const ids = await cloneOrders(app, { order_id: orderId }, guests);
  for (const [nth, { userId }] of guests.entries())
    await app.sql(
      `insert into invites (invitee_id, inviter_id, status, order_id, bound_at, reward_at)
       select $1, $2, 'ordered', id, completed_at, completed_at + interval '7 days' from orders where id = $3`,
      [userId, inviter.userId, ids[nth]],
    );
}

/** Grants the rewards due a week later, and returns to the provider's time. */
export async function grantDueRewards(app: TestApp, ms = 7 * dayMs): Promise<void> {
  app.clock.advance(ms + 1_000);
  await app.sweep("invite-rewards");
  app.clock.reset();
}

/** Refunds money of an order and waits until it has arrived. */
export async function refundOrder(app: TestApp, orderId: string, amount: number | "all"): Promise<void> {
  const admin = await createStaffClient(app, "admin");
  refundCount += 1;
  const refundInput = amount === "all" ? { type: "full" } : { type: "amount", amount };
  const body = {
    order_id: orderId,
    refund_no: `invite-refund-${refundCount}`,
    reason_code: "菜品问题",
    ...refundInput,
  };
  await admin.data(orderEndpoints.refund, { body });
  await settleRefunds(app);
}

/** Lists a customer's points movements except those of the own orders, oldest first. */
export async function listPointMovements(app: TestApp, userId: string): Promise<[string, number][]> {
  const rows = await app.sql<{ type: string; delta: number }>(
    "select type, delta from points_ledger where user_id = $1 and type <> 'earn' and order_id is null order by id",
    [userId],
  );
  return rows.map(({ type, delta }) => [type, delta]);
}

let giftCount = 0;

/** Adds a points movement of a given type, as the real operation would. */
export async function addPoints(
  app: TestApp,
  userId: string,
  delta: number,
  type: "invite" | "earn" | "spend" | "reverse",
  reference?: string,
): Promise<void> {
  giftCount += 1;
  const at = app.clock.now();
  await app.database.transaction((tx) =>
    recordMovement(tx, { userId, type, delta, reference: reference ?? `gift-${giftCount}`, createdAt: at }),
  );
}
