import { orderEndpoints } from "#contract/order/endpoints.ts";
import type { OrderReceipt } from "#contract/order/schema.ts";
import { newId } from "#server/platform/ids.ts";
import type { Buyer } from "./buyers.ts";
import { newOrder } from "./buyers.ts";
import { Client } from "./Client.ts";
import { newToken } from "./calls.ts";
import { behave, payOrder } from "./provider.ts";
import type { TestApp } from "./testApp.ts";

/** A member of the demo's staff, logged in; the store's is the one of the usual store. */
export async function newMember(
  app: TestApp,
  role: "agent" | "store" | "admin",
): Promise<Client & { id: string }> {
  const [member] = await app.sql<{ id: string }>("select id from staff where role = $1", [role]);
  return Object.assign(new Client(app.server, await newToken(app, "staff", member!.id)), { id: member!.id });
}

/** A paid order. Notifications get lost, so that nothing moves the order but the test. */
export async function paidOrder(app: TestApp, buyer: Buyer): Promise<OrderReceipt> {
  await behave(app, { provider: "normal", notify: "lost", refund: "success", refund_delay_ms: 0 });
  const order = await newOrder(buyer);
  await payOrder(app, buyer, order);
  return order;
}

/** An order brought to a step by the store. */
export async function orderAt(
  app: TestApp,
  buyer: Buyer,
  step: "accepted" | "preparing" | "delivering" | "completed",
): Promise<OrderReceipt> {
  const order = await paidOrder(app, buyer);
  const store = await newMember(app, "store");
  const steps = ["accepted", "preparing", "delivering", "completed"] as const;
  for (const to of steps.slice(0, steps.indexOf(step) + 1))
    await store.data(orderEndpoints.advance, { body: { order_id: order.order_id, to } });
  return order;
}

/** More paid orders like one, without their dishes; a customer could not have as many unpaid. */
export async function copiesOf(
  app: TestApp,
  order: Pick<OrderReceipt, "order_id">,
  count: number,
): Promise<string[]> {
  const columns = await app.sql<{ name: string }>(
    "select column_name as name from information_schema.columns where table_name = 'orders' and column_name not in ('id', 'order_no', 'public_id')",
  );
  const others = columns.map(({ name }) => name).join(", ");
  const ids = Array.from({ length: count }, newId);
  for (const id of ids) {
    await app.sql(
      `insert into orders (id, order_no, public_id, ${others}) select $2, $2, $2, ${others} from orders where id = $1`,
      [order.order_id, id],
    );
  }
  return ids;
}
