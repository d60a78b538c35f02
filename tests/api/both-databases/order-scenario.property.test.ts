import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderTypes, staffTransitions } from "#contract/order/status.ts";
import { canTransition } from "#server/modules/order/order-transition.rules.ts";
import { type OrderAction, OrderScenario } from "../../support/api/OrderScenario.ts";
import { setPaymentBehaviour, settleRefunds } from "../../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../../support/api/people.ts";
import { repetitions } from "../../support/api/repetitions.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const runs = repetitions(20);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost", refund: "success", refund_delay_ms: 0 });
  // The restaurant is so small that portions and slots run out in most scenarios.
  await app.sql("update restaurants set slot_capacity = 2 where id = $1", [defaultRestaurantId]);
});

afterAll(async () => {
  await app.close();
});

const nth = fc.nat({ max: 3 });
const action: fc.Arbitrary<OrderAction> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      by: fc.nat({ max: 1 }),
      type: fc.constantFrom(...orderTypes),
      slot: fc.option(fc.nat({ max: 1 })),
      quantity: fc.integer({ min: 1, max: 3 }),
      voucher: fc.boolean(),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom("settle" as const, "settle", "notify", "ask", "cancel", "request"),
      nth,
      attempt: fc.constantFrom(1, 1, 2, 3),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      nth,
      by: fc.constantFrom("wechat" as const, "wechat", "card"),
      points: fc.constantFrom(0, 0, 100, 700, 1_650),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      nth,
      type: fc.constantFrom("full" as const, "amount"),
      amount: fc.constantFrom(1, 999, 3_300),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      nth,
      to: fc.constantFrom(...staffTransitions),
      as: fc.constantFrom("store" as const, "admin"),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 2, 14, 50) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("sweep" as const),
      job: fc.constantFrom("due-orders" as const, "unanswered-payments", "refunds", "refund-requests"),
    }),
  },
);

/** Scenario: groups run one after the other, the actions of a group concurrently. */
const scenarioSteps = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
  minLength: 3,
  maxLength: 9,
});

interface Step {
  id: string;
  type: "takeaway" | "pickup" | "dine_in";
  status: "pending_payment";
  version: number;
  field: "status" | "refund";
  from: "pending_payment" | null;
  to: "pending_payment";
  actor: "customer";
  nth: number;
}

/** Finds invalid status histories of these orders. */
async function findHistoryFaults(ids: string[]): Promise<string[]> {
  const steps = await app.sql<Step>(
    `select o.id, o.type, o.status, o.version, h.field, h.from_state as from, h.to_state as to, h.actor,
       row_number() over (partition by o.id order by h.version)::int as nth
     from orders o join order_history h on h.order_id = o.id where o.id = any($1) order by o.id, h.version`,
    [ids],
  );
  const faults: string[] = [];
  const report = (step: Step, fault: string) => faults.push(`${fault}: ${JSON.stringify(step)}`);
  let at: Step | undefined;
  for (const step of steps) {
    if (at?.id !== step.id) at = undefined;
    const isFirst = step.nth === 1;
    if (isFirst !== (step.from === null && step.field === "status")) report(step, "begins oddly");
    if (step.field === "refund") continue;
    if (at !== undefined && step.from !== at.to) report(step, "does not follow");
    if (step.from !== null && !canTransition({ status: step.from, type: step.type }, step.to, step.actor))
      report(step, "is not allowed");
    at = step;
  }
  const ends = new Map(steps.filter(({ field }) => field === "status").map((step) => [step.id, step]));
  for (const step of ends.values()) if (step.status !== step.to) report(step, "ends elsewhere");
  for (const id of ids) {
    const own = steps.filter((step) => step.id === id);
    if (own.length === 0 || own.length !== own[0]?.version) faults.push(`the history of ${id} has holes`);
  }
  return faults;
}

/** Reads the dish's portions and sales and the mismatched slots; the sums are invariant. */
async function readStock(): Promise<{ portions: number; sold: number; badSlots: number }> {
  const [row] = await app.sql<{ portions: number; sold: number; badSlots: number }>(
    `select
      (d.stock + (select coalesce(sum(i.reserved_stock), 0) from order_items i join orders o on o.id = i.order_id
        where o.restaurant_id = $1 and i.dish_id = $2))::int as portions,
      (d.sales - (select coalesce(sum(i.quantity), 0) from order_items i join orders o on o.id = i.order_id
        where o.restaurant_id = $1 and i.dish_id = $2 and o.paid_at is not null and o.status <> 'cancelled'))::int as sold,
      (select count(*) from booking_slots b where b.taken <> (select count(*) from orders o
        where o.restaurant_id = b.restaurant_id and o.booking_at = b.slot_at and o.reserved_at is not null))::int as "badSlots"
     from store_dishes d where d.restaurant_id = $1 and d.dish_id = $2`,
    [defaultRestaurantId, dish.id],
  );
  return row!;
}

async function runScenario(steps: OrderAction[][]): Promise<void> {
  await app.sql("update store_dishes set stock = 6 where restaurant_id = $1 and dish_id = $2", [
    defaultRestaurantId,
    dish.id,
  ]);
  const before = await readStock();
  const scenario = await OrderScenario.create(app);
  for (const together of steps) await Promise.all(together.map((item) => scenario.perform(item)));
  expect(await readStock()).toEqual(before);
  await scenario.finish();
  await settleRefunds(app);
  expect({ failures: scenario.failures, faults: await findHistoryFaults(scenario.orderIds) }).toEqual({
    failures: [],
    faults: [],
  });
  expect(await readStock()).toEqual(before);
  const open = await app.sql(
    `select id, status from orders where id = any($1) and (status not in ('completed', 'cancelled')
      or (status = 'cancelled' and reserved_at is not null) or refund_status in ('requested', 'refunding'))`,
    [scenario.orderIds],
  );
  expect(open).toEqual([]);
}

test("orders obey their state rules under any sequence of customers, restaurant, provider and time", {
  timeout: 600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(scenarioSteps, runScenario), { numRuns: runs, endOnFailure: true });
  await app.ledgerCheck.setStock(defaultRestaurantId, dish.id, null);
  await app.ledgerCheck.check();
});
