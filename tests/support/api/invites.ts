import { inviteEndpoints } from "#contract/invite/endpoints.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import { recordMovement } from "#server/modules/points/points.repository.ts";
import { type Buyer, createBuyer, createBuyers } from "./buyers.ts";
import { cloneOrders, createOrderInStatus, createStaffClient } from "./orders.ts";
import { settleRefunds } from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";

const dayMs = 86_400_000;
let refundCount = 0;

/** Accepts somebody's invitation, as the app does: again while the server is busy. */
export async function acceptInvitation(guest: Buyer, inviter: Buyer) {
  const { invite_code } = await inviter.data(inviteEndpoints.code);
  return await guest.callWithRetry(inviteEndpoints.bind, { body: { invite_code } });
}

/** A new customer whom somebody invited. */
export async function createGuest(app: TestApp, inviter: Buyer): Promise<Buyer> {
  const guest = await createBuyer(app);
  const { status } = await acceptInvitation(guest, inviter);
  if (status !== 200) throw new Error(`the invitation was answered ${status}`);
  return guest;
}

/** A new guest who has had a first meal of 38 yuan; answers the guest and the order's id. */
export async function createQualifiedGuest(
  app: TestApp,
  inviter: Buyer,
): Promise<{ guest: Buyer; orderId: string }> {
  const guest = await createGuest(app, inviter);
  const { order_id } = await createOrderInStatus(app, guest, "completed");
  return { guest, orderId: order_id };
}

/** Guests who ate as one eater did, all at once. */
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

/** Gives the rewards that are due a week later, and comes back to the provider's time. */
export async function grantDueRewards(app: TestApp, ms = 7 * dayMs): Promise<void> {
  app.clock.advance(ms + 1_000);
  await app.sweep("invite-rewards");
  app.clock.reset();
}

/** Gives money of an order back and waits until it is there. */
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

/** A customer's points beside those of the own orders: the movements, the newest last. */
export async function listPointMovements(app: TestApp, userId: string): Promise<[string, number][]> {
  const rows = await app.sql<{ type: string; delta: number }>(
    "select type, delta from points_ledger where user_id = $1 and type <> 'earn' and order_id is null order by id",
    [userId],
  );
  return rows.map(({ type, delta }) => [type, delta]);
}

let giftCount = 0;

/** Moves somebody's points by hand, as something of that kind would. */
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
    recordMovement(tx, { userId, type, delta, reference: reference ?? `gift-${giftCount}`, at }),
  );
}
