import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { orderTypes, staffTransitions } from "#contract/order/status.ts";
import { hoursJson } from "../../support/api/hours.ts";
import { findChainFaults } from "../../support/api/independentChainFigures.ts";
import {
  type FigureRow,
  findFigureFaults,
  readIndependentFigures,
  readStoredFigures,
} from "../../support/api/independentFigures.ts";
import { type OrderAction, OrderScenario } from "../../support/api/OrderScenario.ts";
import { setPaymentBehaviour, settleRefunds } from "../../support/api/paymentProvider.ts";
import { defaultRestaurantId, dish } from "../../support/api/people.ts";
import { repetitions } from "../../support/api/repetitions.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const runs = repetitions(25);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost", refund: "success", refund_delay_ms: 0 });
  // Stories run over midnight, and none of them is refused because the restaurant sleeps.
  await app.sql("update restaurants set week_hours = $2, slot_capacity = 100 where id = $1", [
    defaultRestaurantId,
    hoursJson("00:00", "24:00"),
  ]);
  await app.sql("update store_dishes set stock = null where restaurant_id = $1 and dish_id = $2", [
    defaultRestaurantId,
    dish.id,
  ]);
});

afterAll(async () => {
  await app.close();
});

const nth = fc.nat({ max: 3 });
type Action = OrderAction | { do: "compute" };
const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 6,
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
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      nth,
      by: fc.constantFrom("wechat" as const, "wechat", "card"),
      points: fc.constantFrom(0, 0, 100, 700, 1_650),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constantFrom("settle" as const, "settle", "notify", "notify", "ask", "cancel", "request"),
      nth,
      attempt: fc.constantFrom(1, 1, 2),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      nth,
      type: fc.constantFrom("full" as const, "amount"),
      amount: fc.constantFrom(1, 999, 3_300),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      nth,
      to: fc.constantFrom(...staffTransitions),
      as: fc.constantFrom("store" as const, "admin"),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 14, 300, 1_440) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant("sweep" as const),
      job: fc.constantFrom("due-orders" as const, "unanswered-payments", "refunds", "refund-requests"),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant("compute" as const) }) },
);

/** Scenario: groups run one after the other, the actions of a group concurrently; figures are computed meanwhile. */
const scenarioSteps = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 10,
});

/** Adds up the figures of restaurants. */
function sumOverRestaurants(rows: FigureRow[]): FigureRow[] {
  const sums = new Map<string, FigureRow>();
  for (const row of rows) {
    const key = [row.date, row.type, String(row.hour).padStart(2, "0"), row.name].join(" ");
    const value = (sums.get(key)?.value ?? 0) + row.value;
    sums.set(key, { ...row, restaurant_id: "*", value });
  }
  return [...sums.entries()]
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, row]) => row)
    .filter(({ value }) => value !== 0);
}

async function holdFigures(): Promise<FigureRow[]> {
  await app.sweep("figures");
  for (const table of ["outdated_figures", "outdated_chain_figures"])
    expect(await app.sql(`select * from ${table}`)).toEqual([]);
  const wanted = await readIndependentFigures(app);
  const stored = await readStoredFigures(app, "restaurants");
  expect(stored).toEqual(wanted);
  expect(sumOverRestaurants(await readStoredFigures(app, "chain"))).toEqual(sumOverRestaurants(wanted));
  expect(await findFigureFaults(app)).toEqual([]);
  expect(await findChainFaults(app)).toEqual([]);
  return wanted;
}

async function runScenario(steps: Action[][]): Promise<void> {
  const scenario = await OrderScenario.create(app);
  for (const together of steps)
    await Promise.all(
      together.map((item) => (item.do === "compute" ? app.sweep("figures") : scenario.perform(item))),
    );
  await holdFigures();
  await scenario.finish();
  await settleRefunds(app);
  expect(scenario.failures).toEqual([]);
  await holdFigures();
}

/** A story in which everything happens that figures are about, with a refund on another day than the sale. */
const fullStory: Action[][] = (() => {
  const create = { do: "create", by: 0, type: "pickup", slot: null, quantity: 2, voucher: false } as const;
  const newest = { nth: 0, attempt: 1 } as const;
  return [
    [create],
    [{ do: "pay", nth: 0, by: "card", points: 700 }],
    [{ do: "advance", nth: 0, to: "accepted", as: "store" }],
    [{ do: "compute" }],
    [{ do: "pass", minutes: 1_440 }],
    [{ do: "refund", nth: 0, type: "amount", amount: 999 }],
    [create],
    [{ do: "pay", nth: 0, by: "wechat", points: 0 }],
    [{ do: "settle", ...newest }],
    [{ do: "notify", ...newest }],
    [{ do: "cancel", ...newest }],
    [{ ...create, by: 1 }],
    [{ do: "cancel", ...newest }],
    [{ ...create, by: 1, voucher: true }],
    [{ ...create, by: 1, type: "takeaway" }],
    [{ do: "pay", nth: 0, by: "wechat", points: 0 }],
    [{ do: "settle", ...newest }],
    [{ do: "pass", minutes: 1 }],
  ];
})();

test("figures are what independent SQL finds in attempts, ledgers and history, to the fen", {
  timeout: 900_000,
}, async () => {
  await runScenario(fullStory);
  await fc.assert(fc.asyncProperty(scenarioSteps, runScenario), { numRuns: runs, endOnFailure: true });
  const seen = new Set((await holdFigures()).map(({ name }) => name));
  // Everything that figures are about has happened in these stories.
  for (const name of [
    ...["orders", "wechat_fen", "card_fen", "points_used", "points_returned", "voucher_orders"],
    ...["refunds", "wechat_refund_fen", "card_refund_fen", "cancelled_unpaid", "cancelled_paid"],
  ])
    expect(seen).toContain(name);
  const [later] = await app.sql<{ n: number }>(
    `select count(*)::int as n from refunds r join orders o on o.id = r.order_id where r.state = 'success'
       and (r.finished_at at time zone 'Asia/Shanghai')::date > (o.paid_at at time zone 'Asia/Shanghai')::date`,
  );
  expect(later!.n).toBeGreaterThan(0);
});

test("figures computed again from nothing are the same, also without the triggers' marks", async () => {
  const before = await readStoredFigures(app, "restaurants");
  const chain = await readStoredFigures(app, "chain");
  await app.sql(
    "truncate hourly_figures, restaurant_figures, dish_figures, cancellation_figures, chain_figures, outdated_figures",
  );
  await app.sql("update figures_progress set restaurant_id = '', completed_at = null");
  await app.sweep("figures");
  expect(await readStoredFigures(app, "restaurants")).toEqual(before);
  expect(await readStoredFigures(app, "chain")).toEqual(chain);
  expect(await findFigureFaults(app)).toEqual([]);
  expect(await findChainFaults(app)).toEqual([]);
});
