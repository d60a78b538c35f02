import { expect, test } from "vitest";
import { type KillTarget, runKills } from "../../scripts/chaos/runKills.ts";

test.each<[what: string, victim: KillTarget]>([
  ["the server process", "server"],
  ["the server with its database and the sandbox", "tree"],
  ["any process of PostgreSQL", "database"],
])(
  "%s can be killed while customers order and pay, and no order and no money is lost",
  async (_what, victim) => {
    const report = await runKills({ kills: 3, target: victim, log: () => undefined });
    expect(report.problems).toEqual([]);
    expect(report.kills).toBe(3);
    expect(report.orders).toBeGreaterThan(0);
    expect(report.paid).toBeGreaterThan(0);
  },
);
