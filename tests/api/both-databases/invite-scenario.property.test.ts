import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type InviteAction, InviteScenario } from "../../support/api/InviteScenario.ts";
import { findChainFaults } from "../../support/api/independentChainFigures.ts";
import { setPaymentBehaviour } from "../../support/api/paymentProvider.ts";
import { repetitions } from "../../support/api/repetitions.ts";
import { startTestApp, type TestApp } from "../../support/api/testApp.ts";

const runs = repetitions(8);
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp();
  await setPaymentBehaviour(app, { notify: "lost", refund: "success", refund_delay_ms: 0 });
});

afterAll(async () => {
  await app.close();
});

const by = fc.nat({ max: 2 });
const nth = fc.nat({ max: 1 });
const constant = <T>(value: T) => fc.constant(value);
const action: fc.Arbitrary<InviteAction> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: constant("bind" as const), by, to: by }) },
  { weight: 6, arbitrary: fc.record({ do: fc.constantFrom("order" as const, "eat", "eat"), by }) },
  { weight: 2, arbitrary: fc.record({ do: constant("complete" as const), nth }) },
  {
    weight: 2,
    arbitrary: fc.record({
      do: constant("refund" as const),
      nth,
      amount: fc.constantFrom("all" as const, 1_801, 1_800, 100),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: constant("withdraw" as const),
      by,
      points: fc.constantFrom(1_000, 1_500, 2_000),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: constant("review" as const), nth, approve: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({ do: constant("pass" as const), hours: fc.constantFrom(1, 24, 96, 169) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: constant("sweep" as const),
      job: fc.constantFrom("refunds" as const, "invite-rewards"),
    }),
  },
);

/** Scenario: groups run one after the other; in a group time passes first, then the actions run concurrently. */
const scenarioSteps = fc.array(fc.array(action, { minLength: 1, maxLength: 3 }), {
  minLength: 6,
  maxLength: 14,
});

/** Scenarios of every run: a reward granted and revoked, one withdrawal paid and one rejected. */
const knownScenarios: InviteAction[][] = [
  [
    { do: "bind", by: 0, to: 1 },
    { do: "bind", by: 2, to: 1 },
  ],
  [{ do: "eat", by: 0 }],
  [{ do: "eat", by: 2 }],
  [{ do: "withdraw", by: 0, points: 1_000 }],
  [{ do: "review", nth: 0, approve: true }],
  [{ do: "pass", hours: 169 }],
  [{ do: "sweep", job: "invite-rewards" }],
  [{ do: "withdraw", by: 1, points: 2_000 }],
  [{ do: "review", nth: 0, approve: false }],
  [{ do: "refund", nth: 0, amount: "all" }],
];

/** The same with more than a month in between, so that a paid withdrawal takes points of two lots. */
const twoLotScenarios: InviteAction[][] = knownScenarios.map((together) =>
  together.map((item) => {
    if (item.do === "pass") return { ...item, hours: 40 * 24 };
    return item.do === "review" ? { ...item, approve: true } : item;
  }),
);

/** SQL for the value of an order after all refunds, in fen. */
const remainingFen = "(o.total_fen - o.refunded_fen)";
/** Returns SQL for the ledger's sum of an order's reward to one side. */
const pointsSum = (who: string, suffix: string) =>
  `(select coalesce(sum(l.delta), 0) from points_ledger l where l.user_id = ${who}
     and l.type in ('invite', 'reverse') and l.reference = 'invite:' || i.order_id || '${suffix}')`;

/** Queries by invariant name; each finds rows that violate it among the customers of $1. */
const invariants: Record<string, string> = {
  "points are the sum of their movements": `
    select a.user_id from points_accounts a where a.user_id = any($1) and a.balance <>
      (select coalesce(sum(l.delta), 0) from points_ledger l where l.user_id = a.user_id)`,
  "a running balance runs": `
    select id from (select id, balance_after, sum(delta) over (partition by user_id order by id) as sum
      from points_ledger where user_id = any($1)) l where balance_after <> sum`,
  "who is rewarded had a completed meal of twenty yuan that was kept": `
    select i.invitee_id from invites i left join orders o on o.id = i.order_id
    where i.invitee_id = any($1) and i.status = 'rewarded' and (o.user_id is distinct from i.invitee_id
      or o.status <> 'completed' or ${remainingFen} < 2000 or i.rewarded_at < o.completed_at + interval '7 days')`,
  "the meal that counts is the first that could": `
    select i.invitee_id from invites i join orders o on o.id = i.order_id join orders e on e.user_id = i.invitee_id
    where i.invitee_id = any($1) and e.completed_at < o.completed_at
      and e.total_fen - e.refunded_fen >= 2000`,
  "both have what they were given, and nobody else has anything": `
    select i.invitee_id, i.status from invites i where i.invitee_id = any($1) and i.order_id is not null and (
      ${pointsSum("i.inviter_id", "")} <> (case when i.status = 'rewarded' then 500 else 0 end)
      or ${pointsSum("i.invitee_id", ":guest")} <> (case when i.status = 'rewarded' then 200 else 0 end))`,
  "no movement of a reward is without its invitation": `
    select l.id from points_ledger l where l.user_id = any($1) and l.reference like 'invite:%' and not exists (
      select 1 from invites i where l.reference in ('invite:' || i.order_id, 'invite:' || i.order_id || ':guest')
        and l.user_id in (i.inviter_id, i.invitee_id))`,
  "after a week every meal is decided about": `
    select invitee_id from invites where invitee_id = any($1) and status = 'ordered'`,
  "a meal that could count does": `
    select o.id from invites i join orders o on o.user_id = i.invitee_id
    where i.invitee_id = any($1) and i.status = 'registered' and o.status = 'completed' and ${remainingFen} >= 2000`,
  "nobody is among those who invited them": `
    with recursive up (start, at, depth) as (
      select invitee_id, inviter_id, 1 from invites where invitee_id = any($1)
      union all select up.start, i.inviter_id, up.depth + 1 from up join invites i on i.invitee_id = up.at
        where up.depth < 10)
    select start from up where start = at`,
  "a day has one withdrawal at most, of an amount that is allowed": `
    select user_id from withdrawals where user_id = any($1)
    group by user_id, (created_at at time zone 'Asia/Shanghai')::date
    having count(*) > 1 or min(points) < 1000 or max(points) > 20000`,
  "a withdrawal took its points once, and gave them back exactly when rejected": `
    select w.id from withdrawals w where w.user_id = any($1) and
      (select coalesce(sum(l.delta), 0) from points_ledger l
        where l.reference = w.id or starts_with(l.reference, w.id || ':'))
        <> (case when w.status = 'rejected' then 0 else -w.points end)`,
  "nothing was withdrawn that had not come from invites": `
    select id from (select id, type, sum(delta) filter (where type in ('invite', 'withdraw', 'withdraw_return')
        or reference like 'invite:%') over (partition by user_id order by id) as left_over
      from points_ledger where user_id = any($1)) l where type = 'withdraw' and left_over < 0`,
};

async function runScenario(steps: InviteAction[][]): Promise<void> {
  app.clock.reset();
  const scenario = await InviteScenario.create(app);
  for (const together of steps) {
    const passes = together.filter((item) => item.do === "pass");
    for (const item of passes) await scenario.perform(item);
    await Promise.all(together.filter((item) => item.do !== "pass").map((item) => scenario.perform(item)));
  }
  await scenario.finish();
  const broken: string[] = [];
  for (const [invariant, sql] of Object.entries(invariants)) {
    const rows = await app.sql(sql, [scenario.ids]);
    if (rows.length > 0) broken.push(`${invariant}: ${JSON.stringify(rows)}`);
  }
  await app.sweep("figures");
  for (const fault of await findChainFaults(app)) broken.push(`figures: ${JSON.stringify(fault)}`);
  expect({ failures: scenario.failures, broken }).toEqual({ failures: [], broken: [] });
}

test("no sequence of invites, orders, refunds and withdrawals yields unearned points", {
  timeout: 600_000,
}, async () => {
  await fc.assert(fc.asyncProperty(scenarioSteps, runScenario), {
    numRuns: runs,
    endOnFailure: true,
    examples: [[knownScenarios], [twoLotScenarios]],
  });
  const [seen] = await app.sql<Record<string, number>>(
    `select (select count(*) from invites where status = 'rewarded') as rewarded,
       (select count(*) from invites where status = 'revoked') as revoked,
       (select count(*) from withdrawals where status = 'paid') as paid,
       (select count(*) from withdrawals where status = 'rejected') as rejected`,
  );
  // The scenarios are only meaningful when each of these cases has occurred.
  expect(Object.entries(seen ?? {}).filter(([, count]) => count === 0)).toEqual([]);
});
