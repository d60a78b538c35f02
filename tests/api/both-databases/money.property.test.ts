import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { staffTransitions } from "#contract/order/status.ts";
import { KillableServer } from "../../support/api/money/KillableServer.ts";
import type { MoneyAction } from "../../support/api/money/MoneyAction.ts";
import { MoneyScenario } from "../../support/api/money/MoneyScenario.ts";
import { setPaymentBehaviour } from "../../support/api/paymentProvider.ts";
import { repetitions } from "../../support/api/repetitions.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const runs = repetitions(20);
/** The whole of the books is compared every so many stories, and at the end. */
const auditEvery = 25;
let app: TestApp;
let killableServer: KillableServer;
let reportedFailures = 0;

beforeAll(async () => {
  app = await startTestApp();
  killableServer = await KillableServer.start(app);
  await setPaymentBehaviour(app, { notify: "lost", refund: "success", refund_delay_ms: 0 });
});

afterAll(async () => {
  await killableServer.close();
  await app.close();
});

const nth = fc.nat({ max: 2 });
const by = fc.nat({ max: 1 });
const onKillableServer = fc.boolean();
const action: fc.Arbitrary<MoneyAction> = fc.oneof(
  {
    weight: 30,
    arbitrary: fc.record({
      do: fc.constant("create" as const),
      by,
      type: fc.constantFrom("takeaway" as const, "pickup"),
      quantity: fc.integer({ min: 1, max: 3 }),
      there: onKillableServer,
    }),
  },
  {
    weight: 40,
    arbitrary: fc.record({
      do: fc.constant("pay" as const),
      nth,
      method: fc.constantFrom("wechat" as const, "card"),
      points: fc.constantFrom(0, 0, 100, 1_000, 1_650, 4_000),
      there: onKillableServer,
    }),
  },
  { weight: 20, arbitrary: fc.record({ do: fc.constant("settle" as const), nth }) },
  {
    weight: 20,
    arbitrary: fc.record({
      do: fc.constant("notify" as const),
      nth,
      kind: fc.constantFrom("once" as const, "twice", "late", "forged", "amount"),
    }),
  },
  {
    weight: 24,
    arbitrary: fc.record({
      do: fc.constantFrom("ask" as const, "cancel", "request"),
      nth,
      there: onKillableServer,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("answer" as const),
      nth,
      approve: fc.boolean(),
      there: onKillableServer,
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constant("reopen" as const), nth, there: onKillableServer }) },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("provider" as const),
      behaviour: fc.record({
        refund: fc.constantFrom("success" as const, "refused", "closed", "abnormal"),
        refund_error: fc.constantFrom(
          "NOT_ENOUGH" as const,
          "USER_ACCOUNT_ABNORMAL",
          "FREQUENCY_LIMITED",
          "SYSTEM_ERROR",
        ),
      }),
    }),
  },
  {
    weight: 10,
    arbitrary: fc.record({
      do: fc.constant("decide" as const),
      nth,
      how: fc.constantFrom("retry" as const, "settle"),
      there: onKillableServer,
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant("resolve" as const),
      nth,
      how: fc.constantFrom("succeed" as const, "close"),
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant("refund" as const),
      nth,
      type: fc.constantFrom("full" as const, "items", "amount"),
      amount: fc.constantFrom(1, 99, 1_000, 5_000),
      there: onKillableServer,
    }),
  },
  {
    weight: 16,
    arbitrary: fc.record({
      do: fc.constant("advance" as const),
      nth,
      to: fc.constantFrom(...staffTransitions),
      there: onKillableServer,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant("withdraw" as const),
      by,
      points: fc.constantFrom(1_000, 2_500),
      there: onKillableServer,
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({ do: fc.constant("pass" as const), minutes: fc.constantFrom(1, 2, 14) }),
  },
  {
    weight: 12,
    arbitrary: fc.record({
      do: fc.constant("sweep" as const),
      job: fc.constantFrom("due-orders", "unanswered-payments", "refunds", "refund-requests"),
      there: onKillableServer,
    }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constant("kill" as const) }) },
);

/** Scenario: groups run one after the other, the actions of a group concurrently. */
const scenarioSteps = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
  minLength: 4,
  maxLength: 10,
});

/** Finds violated balance invariants of a scenario's customers. */
async function findBalanceFaults(userIds: string[]): Promise<unknown[]> {
  return await app.sql(
    `select a.user_id, a.balance, a.reserved, c.balance_fen,
       (select sum(delta) from points_ledger l where l.user_id = a.user_id)::int as points,
       (select sum(delta_fen) from card_ledger l where l.card_id = c.id)::int as card
     from points_accounts a join cards c on c.user_id = a.user_id
     where a.user_id = any($1) and (a.reserved <> 0 or c.balance_fen < 0
       or a.balance <> (select sum(delta) from points_ledger l where l.user_id = a.user_id)
       or c.balance_fen <> (select sum(delta_fen) from card_ledger l where l.card_id = c.id))`,
    [userIds],
  );
}

async function runScenario(steps: MoneyAction[][]): Promise<void> {
  const scenario = await MoneyScenario.create(app, killableServer);
  for (const together of steps) await Promise.all(together.map((item) => scenario.perform(item)));
  await scenario.finish();
  await scenario.endRefunds();
  const open = await app.sql(
    `select id, status, refund_status from orders where id = any($1)
       and (status not in ('completed', 'cancelled') or refund_status in ('requested', 'refunding', 'failed'))`,
    [scenario.orderIds],
  );
  expect({ failures: scenario.failures, purses: await findBalanceFaults(scenario.userIds), open }).toEqual({
    failures: [],
    purses: [],
    open: [],
  });
  reportedFailures += 1;
  if (reportedFailures % auditEvery === 0) await app.ledgerCheck.check();
}

test("the ledger stays consistent under any sequence of customers, staff, provider, time and crashes", {
  timeout: 3_600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(scenarioSteps, runScenario), { numRuns: runs, endOnFailure: true });
  await app.ledgerCheck.check();
  console.info(`${reportedFailures} stories, ${killableServer.kills} kills`);
});
