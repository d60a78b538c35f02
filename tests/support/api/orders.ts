import { eq } from "drizzle-orm";
import { initialSettings } from "#contract/chain-settings/chain-settings.ts";
import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import type { StaffTransition } from "#contract/order/status.ts";
import { earnPoints, setPointsAvailability } from "#server/modules/order/order-points.service.ts";
import { payWithCard } from "#server/modules/payment/card-payment.service.ts";
import { newId } from "#server/platform/security/ids.ts";
import { orderHistory, orders } from "#server/schema/orders.ts";
import type { Buyer } from "./buyers.ts";
import { createOrder } from "./buyers.ts";
import { Client } from "./Client.ts";
import { createToken } from "./namedEndpoints.ts";
import { payOrder, setPaymentBehaviour } from "./paymentProvider.ts";
import type { TestApp } from "./testApp.ts";
import { insertBoundCard } from "./wallet.ts";

/** Logs in a member of the demo's staff; the restaurant member belongs to the default restaurant. */
export async function createStaffClient(
  app: TestApp,
  role: "agent" | "store" | "admin",
): Promise<Client & { id: string }> {
  const [member] = await app.sql<{ id: string }>("select id from staff where role = $1", [role]);
  return Object.assign(new Client(app.server, await createToken(app, "staff", member!.id)), {
    id: member!.id,
  });
}

/** Creates a paid order. Notifications are lost, so that only the test advances the order. */
export async function createPaidOrder(app: TestApp, buyer: Buyer): Promise<OrderReceipt> {
  await setPaymentBehaviour(app, {
    provider: "normal",
    notify: "lost",
    refund: "success",
    refund_delay_ms: 0,
  });
  const order = await createOrder(buyer);
  await payOrder(app, buyer, order);
  return order;
}

/** Advances an order through these steps as staff. */
export async function advanceOrder(
  member: Client,
  orderId: string,
  steps: readonly StaffTransition[],
): Promise<void> {
  for (const to of steps) await member.data(orderEndpoints.advance, { body: { order_id: orderId, to } });
}

/** Creates an order and advances it to a status as the restaurant. */
export async function createOrderInStatus(
  app: TestApp,
  buyer: Buyer,
  step: "accepted" | "preparing" | "delivering" | "completed",
): Promise<OrderReceipt> {
  const order = await createPaidOrder(app, buyer);
  const steps = ["accepted", "preparing", "delivering", "completed"] as const;
  await advanceOrder(
    await createStaffClient(app, "store"),
    order.order_id,
    steps.slice(0, steps.indexOf(step) + 1),
  );
  return order;
}

/**
 * Clones a paid order, each clone for a new owner or all for the same one, because a customer could not have
 * as many unpaid. Clones have complete ledger entries of an order paid by card, and no dishes.
 */
export async function cloneOrders(
  app: TestApp,
  { order_id }: Pick<OrderReceipt, "order_id">,
  owners: { userId: string }[],
): Promise<string[]> {
  const { queries } = app.database;
  const [template] = await queries.select().from(orders).where(eq(orders.id, order_id));
  if (template?.paidAt == null || template.pointsUsed > 0)
    throw new Error("an order paid by money is needed");
  const { paidAt, completedAt, payFen } = template;
  const history = await queries
    .select()
    .from(orderHistory)
    .where(eq(orderHistory.orderId, order_id))
    .orderBy(orderHistory.id);
  return await app.database.transaction(async (tx) => {
    for (const userId of new Set(owners.map((owner) => owner.userId)))
      await insertBoundCard(tx, userId, payFen * owners.length, paidAt);
    const ids: string[] = [];
    for (const { userId } of owners) {
      const id = newId();
      const order = { ...template, id, orderNo: id, publicId: id, userId, paymentMethod: "card" as const };
      await tx.insert(orders).values(order);
      await tx.insert(orderHistory).values(history.map(({ id: _id, ...step }) => ({ ...step, orderId: id })));
      await payWithCard(tx, order, "127.0.0.1", paidAt);
      await earnPoints(tx, order, paidAt, initialSettings);
      if (completedAt !== null) await setPointsAvailability(tx, id, completedAt, initialSettings);
      ids.push(id);
    }
    return ids;
  });
}
